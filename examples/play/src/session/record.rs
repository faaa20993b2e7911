//! A game with what its record says of it, and the formats that hold it.

use crate::message::GameEnd;
use duiyi_game::{History, Notation, Outcome, OutcomeKind, Reason, Side};

/// A game as records have it. Texts that a record does not have are empty.
#[derive(Clone, Debug)]
pub struct Record<G: Notation> {
    /// The game.
    pub game: History<G>,
    /// Who played.
    pub names: [String; 2],
    /// The event.
    pub event: String,
    /// When.
    pub date: String,
    /// How it ended, if the rules did not end it.
    pub ended: Option<GameEnd>,
}

impl<G: Notation> Record<G> {
    /// A game of which nothing else is known.
    pub fn new(game: History<G>) -> Record<G> {
        let [names, [event, date]] = [(); 2].map(|()| [const { String::new() }; 2]);
        Record { game, names, event, date, ended: None }
    }

    /// How it ended, by its rules or otherwise.
    pub fn outcome(&self) -> Option<Outcome> {
        let side = |index: usize| if index == 0 { Side::First } else { Side::Second };
        let declared = |ended: &GameEnd| Outcome {
            winner: ended.winner.map(side),
            kind: OutcomeKind::Players,
            reason: ended.reason.clone().into(),
        };
        self.game.outcome().or_else(|| self.ended.as_ref().map(declared))
    }
}

/// A format in which a game can be written.
#[derive(Clone)]
pub struct RecordWriter<G: Notation> {
    /// Its name.
    pub name: &'static str,
    /// How the names of its files end, without the point.
    pub end: &'static str,
    /// Writes a game.
    pub write: fn(&Record<G>) -> Result<Vec<u8>, Reason>,
}

/// Reads a game by a rule set, that of the position; `None` if the bytes are in no format of the
/// game.
pub type ReadRecord<G> = fn(&G, &[u8]) -> Option<Result<Record<G>, Reason>>;
