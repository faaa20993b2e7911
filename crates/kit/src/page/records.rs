//! Notations of turns, and records of games in files.

use duiyi_game::{Game, GameTree, History, NodeId, Notation, Outcome, Reason};
use std::{error::Error, fmt};

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
    /// What was left out of a damaged record.
    pub faults: Vec<RecordFault>,
}

/// What a reader leaves out of a record: the branch of an illegal move, or a whole game that has no valid start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordFault {
    /// The line in the file, from 1; 0 if it is unknown.
    pub line: usize,
    /// The column in characters, from 1; 0 if it is unknown.
    pub column: usize,
    /// The number of the move, in the notation of the game; 0 if the fault is not about a move.
    pub number: usize,
    /// What is wrong, with the place.
    pub message: String,
    /// The legal moves in the position, if a move is wrong.
    pub legal: Vec<String>,
}

impl fmt::Display for RecordFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for RecordFault {}

impl From<Reason> for RecordFault {
    fn from(reason: Reason) -> RecordFault {
        RecordFault { message: reason.to_string(), ..RecordFault::default() }
    }
}

impl<G: Notation> Record<G> {
    /// The main line.
    pub fn game(&self) -> History<G> {
        self.tree.history(self.tree.main_line().last().copied().unwrap_or(NodeId::ROOT))
    }

    /// The result, by the rules or otherwise.
    pub fn outcome(&self) -> Option<Outcome> {
        let mut last = self.tree.start().clone();
        for mv in self.tree.main_line().into_iter().filter_map(|id| self.tree.node(id)?.mv()) {
            last.make(mv);
        }
        last.outcome().or_else(|| self.ended.clone())
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

/// The games of a file in their order. A damaged game is read as far as it goes; one that cannot be read at all is a
/// fault, and the next one follows.
pub type Records<G> = Box<dyn Iterator<Item = Result<Record<G>, RecordFault>>>;

/// Reads the games of a file by the rules of a position; `None` if the bytes are in none of the game's formats. A fault
/// names the game and its line if the file has several games.
pub type ReadRecord<G> = fn(&G, &[u8]) -> Option<Records<G>>;

/// The largest number of games that [`collect_records`] reads from one file.
pub const MAX_GAMES: usize = 10_000;

/// Collects the games of a file, and the faults of those that cannot be read.
///
/// # Errors
/// If there are no games, the first fault; or if there are more than [`MAX_GAMES`].
pub fn collect_records<G: Notation>(
    games: impl IntoIterator<Item = Result<Record<G>, RecordFault>>,
) -> Result<(Vec<Record<G>>, Vec<RecordFault>), Reason> {
    let (mut records, mut faults) = (Vec::new(), Vec::new());
    for game in games {
        if records.len() + faults.len() == MAX_GAMES {
            return Err(format!("the file has more than {MAX_GAMES} games; expected at most {MAX_GAMES}").into());
        }
        match game {
            Ok(record) => records.push(record),
            Err(fault) => faults.push(fault),
        }
    }
    if records.is_empty() {
        return Err(faults.into_iter().next().map_or_else(|| "the file has no game".into(), Reason::from));
    }
    Ok((records, faults))
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

impl<G: Notation> Formats<G> {
    /// Plays turns given as texts in any notation of the game.
    ///
    /// # Errors
    /// The first invalid turn, with its number; the turns before it are played.
    pub fn play_turns<'a>(
        &self,
        game: &mut History<G>,
        turns: impl IntoIterator<Item = &'a str>,
    ) -> Result<(), Reason> {
        for (index, text) in turns.into_iter().enumerate() {
            let read = self.read_turn.map_or_else(|| game.now().read_turn(text), |read| read(game.now(), text));
            let turn = read.map_err(|reason| format!("move {} of the list: {reason}", index + 1))?;
            game.play_turn(&turn)?;
        }
        Ok(())
    }
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
        Record {
            tree,
            names: Default::default(),
            event: String::new(),
            date: String::new(),
            ended: None,
            faults: Vec::new(),
        }
    }

    #[test]
    fn the_game_is_the_main_line() {
        assert_eq!(record("1 (2 2) 1 (2 1) 2").game().moves(), [1, 1, 2]);
        assert!(record("1 (2 2) 1").outcome().is_none());
        assert!(record("2 2 (1 1)").outcome().is_some());
        assert!(record("").game().moves().is_empty());
    }

    #[test]
    fn too_many_games_and_no_games_are_errors_and_invalid_games_are_faults() {
        let games = |number| std::iter::repeat_n(record("1"), number).map(Ok);
        let invalid = |message: &str| RecordFault::from(Reason::from(message));
        assert_eq!(collect_records(games(MAX_GAMES)).unwrap().0.len(), MAX_GAMES);
        for many in [games(MAX_GAMES).chain([Ok(record("1"))]), games(MAX_GAMES).chain([Err(invalid("x"))])] {
            let error = collect_records(many).unwrap_err().to_string();
            assert_eq!(error, "the file has more than 10000 games; expected at most 10000");
        }
        assert_eq!(collect_records(games(0)).unwrap_err().to_string(), "the file has no game");
        let (read, faults) = collect_records(games(2).chain([Err(invalid("game 3"))]).chain(games(1))).unwrap();
        assert_eq!((read.len(), faults), (3, vec![invalid("game 3")]));
        let none = collect_records::<Nim>([Err(invalid("game 1")), Err(invalid("game 2"))]);
        assert_eq!(none.unwrap_err().to_string(), "game 1");
    }
}
