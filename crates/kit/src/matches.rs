//! The parts of a kit for matches, books and self-play.

use duiyi_book::Source;
use duiyi_engine::{Decision, Player, RandomPlayer, Request};
use duiyi_game::{Game, History, Notation, Reason, legal_moves};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use std::{io::BufRead, path::Path, sync::Arc};

/// A player that does not search, as a weak opponent.
#[derive(Clone)]
pub struct SimplePlayer<G: Game> {
    /// The name in the description of an engine: `greedy`.
    pub name: &'static str,
    /// A short description: `the best captures`.
    pub description: &'static str,
    /// Creates the player. The seed decides between equally good moves.
    pub make: fn(u64) -> Box<dyn Player<G>>,
}

/// Plays random legal moves that depend only on the seed and the position, so that a match does not
/// depend on the number of concurrent games.
#[derive(Clone, Copy, Debug)]
pub struct SeededPlayer {
    /// The seed.
    pub seed: u64,
}

impl<G: Game + Clone> Player<G> for SeededPlayer {
    fn decide(&mut self, request: &mut Request<'_, G>) -> Option<Decision<G::Move>> {
        let number = (request.game.moves().len() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        RandomPlayer::new(self.seed ^ request.game.now().key() ^ number).decide(request)
    }
}

/// A named set of openings, each with its own name.
#[derive(Clone)]
pub struct OpeningSet<G: Game> {
    /// The name of the set: `named`.
    pub name: &'static str,
    /// The openings with their names.
    pub list: fn() -> Vec<(String, History<G>)>,
}

/// Draws an opening from a start position, with a seed and a number of turns.
///
/// # Errors
/// If there is no opening of that length.
pub type DrawOpening<G> = Arc<dyn Fn(&G, u64, u32) -> Result<History<G>, Reason> + Send + Sync>;

/// The names of openings along a game, each with the number of moves from which it applies.
pub type OpeningNames<G> = fn(&History<G>) -> Vec<(usize, String)>;

/// Writes a book in the format of another program, chosen by the ending of the file's name; `false`
/// if there is no such format.
///
/// # Errors
/// If the book cannot be read or the file cannot be written.
pub type ExportBook<G> = fn(&dyn Source<G>, &G, &Path) -> Result<bool, Reason>;

/// The openings of a game.
#[derive(Clone)]
pub struct Openings<G: Game> {
    /// Sets of openings by their names.
    pub sets: Vec<OpeningSet<G>>,
    /// The default number of turns of a random opening in a match.
    pub random_turns: u32,
    /// Draws random openings.
    pub draw: DrawOpening<G>,
    /// Names openings.
    pub names: Option<OpeningNames<G>>,
    /// The lines with which a book begins that learns from its own games.
    pub roots: fn(&G) -> Vec<History<G>>,
    /// Writes books for other programs.
    pub export_book: Option<ExportBook<G>>,
}

/// The turns of a random opening: enough for deterministic players to play different games.
const RANDOM_TURNS: u32 = 4;

impl<G: Notation> Default for Openings<G> {
    /// No sets and no names; openings are random legal moves.
    fn default() -> Openings<G> {
        Openings {
            sets: Vec::new(),
            random_turns: RANDOM_TURNS,
            draw: Arc::new(random_turns),
            names: None,
            roots: |_| Vec::new(),
            export_book: None,
        }
    }
}

/// Plays a number of turns of random legal moves from `start`, without ending the game.
///
/// # Errors
/// If no such game is found.
fn random_turns<G: Notation>(start: &G, seed: u64, turns: u32) -> Result<History<G>, Reason> {
    /// The maximum number of games; games that end in the opening are rare and drawn again.
    const TRIALS: usize = 1000;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    for _ in 0..TRIALS {
        let mut game = History::new(start.clone());
        while (game.turns().count() as u32) < turns && game.outcome().is_none() {
            let mover = game.now().side_to_move();
            while game.now().side_to_move() == mover && game.outcome().is_none() {
                let moves = legal_moves(game.now());
                game.play(moves[(random.next_u64() % moves.len() as u64) as usize])?;
            }
        }
        if game.outcome().is_none() {
            return Ok(game);
        }
    }
    Err(format!("{TRIALS} random games ended within {turns} turns").into())
}

/// A game of a collection.
pub struct CollectionGame<G: Game> {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// The moves.
    pub game: History<G>,
    /// The result for the first side, from 0 to 1, if it is known.
    pub result: Option<f32>,
    /// The ratings of the sides, if known.
    pub ratings: [Option<u32>; 2],
    /// The recorded score before each turn, for the side to move, if there is one.
    pub scores: Vec<Option<i32>>,
}

/// Receives the games of a collection one by one; a game that cannot be read is passed as an error.
pub type TakeGame<'a, G> = &'a mut dyn FnMut(Result<CollectionGame<G>, Reason>);

/// Reads a collection of games by the rules of a start position. Returns `false`, without reading, if
/// the input is in none of the game's own formats.
///
/// # Errors
/// If the input cannot be read.
pub type ReadCollection<G> = fn(&G, &mut dyn BufRead, TakeGame<'_, G>) -> Result<bool, Reason>;

/// The result of a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solved<M> {
    /// The side to move wins by force, with this turn or the rest of its turn.
    Win(Vec<M>),
    /// The solver finds no win.
    NoWin,
    /// The solver reached its limit of positions.
    Unknown,
}

/// Searches for forced wins of the side to move.
pub type WinFinder<G> = Box<dyn FnMut(&G) -> Solved<<G as Game>::Move>>;

/// Creates a solver by the rules of a start position, with a limit of positions for each search.
pub type MakeSolver<G> = fn(&G, u64) -> WinFinder<G>;

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_game::nim::Nim;

    #[test]
    fn drawn_openings_have_the_number_of_turns_and_are_not_over() {
        for seed in 0..50 {
            let game = random_turns(&Nim::new(5), seed, 3).unwrap();
            assert_eq!((game.turns().count(), game.outcome()), (3, None), "{seed}: {:?}", game.moves());
        }
        let error = random_turns(&Nim::new(3), 1, 3).unwrap_err().to_string();
        assert_eq!(error, "1000 random games ended within 3 turns");
    }
}
