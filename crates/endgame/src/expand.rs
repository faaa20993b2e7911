//! The moves of an index.

use crate::{AnalysisError, Numbered, Probe, Value, probe::value_of};
use duiyi_game::Game;

/// What an index stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    /// Nothing: the index is unused.
    Unused,
    /// A position in which the game is over.
    Ended(Value),
    /// A position with moves.
    Open,
}

/// A move that stays in the table. There is one for all moves between the same indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Edge {
    /// The index after the move.
    pub(crate) index: u64,
    /// Whether the same side is to move there.
    pub(crate) same_mover: bool,
}

/// Generates the moves of indices into buffers that it keeps.
pub(crate) struct Expander<'a, N: Numbered> {
    numbering: &'a N,
    /// `None` ignores the moves that leave the table.
    outer: Option<&'a dyn Probe<N::Game>>,
    moves: Vec<<N::Game as Game>::Move>,
    edges: Vec<Edge>,
    leaving: Option<Value>,
}

impl<'a, N: Numbered> Expander<'a, N> {
    /// All moves; those that leave the table are looked up.
    pub(crate) fn new(numbering: &'a N, outer: &'a dyn Probe<N::Game>) -> Expander<'a, N> {
        Expander { outer: Some(outer), ..Expander::inside(numbering) }
    }

    /// Only the moves that stay in the table.
    pub(crate) fn inside(numbering: &'a N) -> Expander<'a, N> {
        Expander { numbering, outer: None, moves: Vec::new(), edges: Vec::new(), leaving: None }
    }

    /// The moves of the last open index that stay in the table, sorted.
    pub(crate) fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The value of the best move of the last open index that leaves the table, if there is one.
    pub(crate) fn leaving(&self) -> Option<Value> {
        self.leaving
    }

    /// Generates the moves of an index.
    pub(crate) fn expand(&mut self, index: u64) -> Result<Node, AnalysisError> {
        let Some(mut game) = self.numbering.position(index) else { return Ok(Node::Unused) };
        self.edges.clear();
        self.leaving = None;
        self.moves.clear();
        game.legal_moves(&mut self.moves);
        if let Some(value) = Value::of_end(&game, self.moves.is_empty()) {
            return Ok(Node::Ended(value));
        }
        let mover = game.side_to_move();
        for &mv in &self.moves {
            let undo = game.make(mv);
            let same_mover = game.side_to_move() == mover;
            match (self.numbering.index(&game), self.outer) {
                (Some(to), _) if to < self.numbering.size() => self.edges.push(Edge { index: to, same_mover }),
                (Some(to), _) => return Err(AnalysisError::Range { index: to, size: self.numbering.size() }),
                (None, None) => {}
                (None, Some(outer)) => {
                    let value = value_of(&outer, &game)?.ok_or_else(|| AnalysisError::Missing {
                        table: self.numbering.name(),
                        index,
                        mv: format!("{mv:?}"),
                    })?;
                    let value = value.of_move(same_mover).ok_or(AnalysisError::TooLong { index })?;
                    self.leaving = self.leaving.max(Some(value));
                }
            }
            game.unmake(mv, undo);
        }
        self.edges.sort_unstable();
        self.edges.dedup();
        Ok(Node::Open)
    }
}
