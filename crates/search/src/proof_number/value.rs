//! The value of a position by two searches.

use super::search::{ProofNumberSearch, ProofReport, ProofResult};
use crate::{Control, Game};

/// The value of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionValue {
    /// The side to move wins.
    Won,
    /// Neither side can force a win.
    Drawn,
    /// The other side wins.
    Lost,
    /// Not known: a search stopped.
    Unknown,
}

/// The value of a position, and the searches for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueReport<M> {
    /// The value.
    pub value: PositionValue,
    /// The search for a win of the side to move.
    pub win: ProofReport<M>,
    /// The search for a win of the other side; `None` if the side to move wins.
    pub loss: Option<ProofReport<M>>,
}

impl<M> ValueReport<M> {
    /// The line of the proof of a win or loss; in a draw, the line in which the side to move fails to
    /// win. Empty if the value is not known.
    pub fn line(&self) -> &[M] {
        match self.value {
            PositionValue::Won | PositionValue::Drawn => self.win.line(),
            PositionValue::Lost => self.loss.as_ref().map_or(&[], ProofReport::line),
            PositionValue::Unknown => &[],
        }
    }

    /// The number of positions evaluated by both searches.
    pub fn nodes(&self) -> u64 {
        self.win.nodes + self.loss.as_ref().map_or(0, |loss| loss.nodes)
    }

    /// The largest number of nodes in memory.
    pub fn peak(&self) -> usize {
        self.win.peak.max(self.loss.as_ref().map_or(0, |loss| loss.peak))
    }
}

impl ProofNumberSearch {
    /// The value of a position: whether the side to move wins, and if it does not, whether the other
    /// side does. `control` makes the control of each of the two searches.
    pub fn value<G: Game, C: Control>(&self, game: &mut G, mut control: impl FnMut() -> C) -> ValueReport<G::Move> {
        let mover = game.side_to_move();
        let win = self.prove(game, mover, &mut control());
        if matches!(win.result, ProofResult::Proved(_)) {
            return ValueReport { value: PositionValue::Won, win, loss: None };
        }
        let loss = self.prove(game, !mover, &mut control());
        let value = match (&win.result, &loss.result) {
            (_, ProofResult::Proved(_)) => PositionValue::Lost,
            (ProofResult::Disproved(_), ProofResult::Disproved(_)) => PositionValue::Drawn,
            _ => PositionValue::Unknown,
        };
        ValueReport { value, win, loss: Some(loss) }
    }
}
