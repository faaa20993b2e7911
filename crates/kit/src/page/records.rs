//! Notations of turns, and records of games in files.

use duiyi_game::{History, Notation, Outcome, Reason};

/// A notation of turns.
#[derive(Clone)]
pub struct TurnNotation<G: Notation> {
    /// Its name.
    pub name: &'static str,
    /// Writes a legal turn.
    pub write: fn(&G, &[G::Move]) -> String,
}

/// A game in a record. Missing texts are empty.
#[derive(Clone, Debug)]
pub struct Record<G: Notation> {
    /// The game.
    pub game: History<G>,
    /// The names of the players.
    pub names: [String; 2],
    /// The event.
    pub event: String,
    /// The date.
    pub date: String,
    /// The result, if the rules did not end the game. The reason is empty if the record has none.
    pub ended: Option<Outcome>,
}

impl<G: Notation> Record<G> {
    /// The result, by the rules or otherwise.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome().or_else(|| self.ended.clone())
    }
}

/// A format in which a game can be written.
#[derive(Clone)]
pub struct RecordWriter<G: Notation> {
    /// Its name.
    pub name: &'static str,
    /// The extension of its files, without the point.
    pub extension: &'static str,
    /// Writes a game.
    pub write: fn(&Record<G>) -> Result<Vec<u8>, Reason>,
}

/// Reads a game by the rules of a position; `None` if the bytes are in none of the game's formats.
pub type ReadRecord<G> = fn(&G, &[u8]) -> Option<Result<Record<G>, Reason>>;

/// The notations and formats of a game.
#[derive(Clone)]
pub struct Formats<G: Notation> {
    /// The notations before the game's own, which comes last.
    pub notations: Vec<TurnNotation<G>>,
    /// Reads the game's records, if it has its own formats.
    pub reader: Option<ReadRecord<G>>,
    /// The writers of the game's records, the usual format first.
    pub writers: Vec<RecordWriter<G>>,
}

impl<G: Notation> Default for Formats<G> {
    fn default() -> Formats<G> {
        Formats { notations: Vec::new(), reader: None, writers: Vec::new() }
    }
}
