//! Notations of turns, and records of games in files.

use duiyi_game::{Game, GameTree, History, NodeId, Notation, Outcome, Reason};

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
    /// The game, with variations, comments and marks.
    pub tree: GameTree<G>,
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
    /// The main line.
    pub fn game(&self) -> History<G> {
        self.tree.history(self.tree.main_line().last().copied().unwrap_or(NodeId::ROOT))
    }

    /// The result, by the rules or otherwise.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game().outcome().or_else(|| self.ended.clone())
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

/// Reads the games of a file by the rules of a position: all in their order, at least one and at most [`MAX_GAMES`];
/// `None` if the bytes are in none of the game's formats. An error names the game and its line if the file has
/// several.
pub type ReadRecord<G> = fn(&G, &[u8]) -> Option<Result<Vec<Record<G>>, Reason>>;

/// The largest number of games that are read from one file.
pub const MAX_GAMES: usize = 10_000;

/// Collects the games of a file.
///
/// # Errors
/// The first error; or if there are no games, or more than [`MAX_GAMES`].
pub fn collect_records<G: Notation>(
    games: impl IntoIterator<Item = Result<Record<G>, Reason>>,
) -> Result<Vec<Record<G>>, Reason> {
    let mut records = Vec::new();
    for game in games {
        if records.len() == MAX_GAMES {
            return Err(format!("the file has more than {MAX_GAMES} games; expected at most {MAX_GAMES}").into());
        }
        records.push(game?);
    }
    if records.is_empty() { Err("the file has no game".into()) } else { Ok(records) }
}

/// Reads a turn in a position.
pub type ReadTurn<G> = fn(&G, &str) -> Result<Vec<<G as Game>::Move>, Reason>;

/// The notations and formats of a game.
#[derive(Clone)]
pub struct Formats<G: Notation> {
    /// The notations before the game's own, which comes last.
    pub notations: Vec<TurnNotation<G>>,
    /// Reads a turn in any of these notations, if that is possible.
    pub read_turn: Option<ReadTurn<G>>,
    /// Reads the game's records, if it has its own formats.
    pub reader: Option<ReadRecord<G>>,
    /// The writers of the game's records, the usual format first.
    pub writers: Vec<RecordWriter<G>>,
}

impl<G: Notation> Default for Formats<G> {
    fn default() -> Formats<G> {
        Formats { notations: Vec::new(), read_turn: None, reader: None, writers: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_game::nim::Nim;

    fn record(moves: &str) -> Record<Nim> {
        let mut tree = GameTree::new(Nim::new(4));
        tree.read_moves(moves).unwrap();
        Record { tree, names: Default::default(), event: String::new(), date: String::new(), ended: None }
    }

    #[test]
    fn the_game_is_the_main_line() {
        assert_eq!(record("1 (2 2) 1 (2 1) 2").game().moves(), [1, 1, 2]);
        assert!(record("1 (2 2) 1").outcome().is_none());
        assert!(record("2 2 (1 1)").outcome().is_some());
        assert!(record("").game().moves().is_empty());
    }

    #[test]
    fn too_many_games_no_games_and_an_invalid_game_are_errors() {
        let games = |number| std::iter::repeat_n(record("1"), number).map(Ok);
        assert_eq!(collect_records(games(MAX_GAMES)).unwrap().len(), MAX_GAMES);
        let error = collect_records(games(MAX_GAMES + 1)).unwrap_err().to_string();
        assert_eq!(error, "the file has more than 10000 games; expected at most 10000");
        assert_eq!(collect_records(games(0)).unwrap_err().to_string(), "the file has no game");
        let invalid = games(2).chain([Err("game 3".into())]);
        assert_eq!(collect_records(invalid).unwrap_err().to_string(), "game 3");
    }
}
