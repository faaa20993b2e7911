//! What matches, books and self-play need to know about a game.

use duiyi_book::Source;
use duiyi_game::{Game, History, Notation, Reason, legal_moves};
use duiyi_player::{Decision, Player, RandomPlayer, Request};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use std::{io::BufRead, path::Path, sync::Arc};

/// A player that does not search, as an opponent of known weakness.
#[derive(Clone)]
pub struct SimplePlayer<G: Game> {
    /// Its name in the description of an engine: `greedy`.
    pub name: &'static str,
    /// What it plays, in a few words: `the best captures`.
    pub description: &'static str,
    /// Makes one. The seed decides between moves that it likes equally.
    pub make: fn(u64) -> Box<dyn Player<G>>,
}

/// Plays random legal moves that follow from its seed and the position: a match of such players is the
/// same however many games are played at a time.
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

/// Openings by a common name, each with a name of its own.
#[derive(Clone)]
pub struct OpeningSet<G: Game> {
    /// The name of the set: `named`.
    pub name: &'static str,
    /// The openings with their names.
    pub list: fn() -> Vec<(String, History<G>)>,
}

/// Draws an opening: from a start, by a seed, of a number of turns.
///
/// # Errors
/// If there is no opening of that length.
pub type DrawOpening<G> = Arc<dyn Fn(&G, u64, u32) -> Result<History<G>, Reason> + Send + Sync>;

/// The names of openings along a game: each holds from a number of moves on.
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
    /// The turns of a random opening of a match, unless a caller wants another number.
    pub random_turns: u32,
    /// Draws random openings.
    pub draw: DrawOpening<G>,
    /// Names openings.
    pub names: Option<OpeningNames<G>>,
    /// The lines with which a book that learns from its own games begins, from a start.
    pub roots: fn(&G) -> Vec<History<G>>,
    /// Writes books for other programs.
    pub export_book: Option<ExportBook<G>>,
}

/// Turns of a random opening: enough that players without a random choice play different games.
const RANDOM_TURNS: u32 = 4;

impl<G: Notation> Default for Openings<G> {
    /// No sets and no names; random openings of legal moves.
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

/// A game of random legal moves that goes on after a number of turns, from `start` and by a seed.
///
/// # Errors
/// If no such game is found.
fn random_turns<G: Notation>(start: &G, seed: u64, turns: u32) -> Result<History<G>, Reason> {
    /// Games that end in the opening are rare, and drawn again.
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
pub struct PlayedGame<G: Game> {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// The moves.
    pub game: History<G>,
    /// The result for the first side, from 0 to 1, if it is known.
    pub result: Option<f32>,
    /// The ratings of the sides, where they are known.
    pub ratings: [Option<u32>; 2],
    /// The score that was recorded before each turn, for the side to move, where there is one.
    pub scores: Vec<Option<i32>>,
}

/// Takes the games of a collection one by one; a game that cannot be read is an error of its own.
pub type TakeGame<'a, G> = &'a mut dyn FnMut(Result<PlayedGame<G>, Reason>);

/// Reads a collection of games by the rules of a start. Returns `false`, and takes nothing, if the
/// input is in none of the game's own formats.
///
/// # Errors
/// If the input cannot be read.
pub type ReadCollection<G> = fn(&G, &mut dyn BufRead, TakeGame<'_, G>) -> Result<bool, Reason>;

/// What a solver finds in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solved<M> {
    /// The side to move wins by force, with this turn or what is left of it.
    Win(Vec<M>),
    /// It has no win that the solver can find.
    NoWin,
    /// The solver reached its limit of positions.
    Unknown,
}

/// Looks for forced wins of the side to move.
pub type WinFinder<G> = Box<dyn FnMut(&G) -> Solved<<G as Game>::Move>>;

/// Makes what looks for forced wins by the rules of a start, within a number of positions each time.
pub type MakeSolver<G> = fn(&G, u64) -> WinFinder<G>;
