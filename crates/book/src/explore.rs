//! The moves of a position in a form for display.

use crate::{BookError, Proof, Results, Source};
use duiyi_game::Notation;

/// A move of a position, for display.
#[derive(Clone, Debug, PartialEq)]
pub struct Explored<M> {
    /// The move.
    pub mv: M,
    /// The move in the game's notation.
    pub text: String,
    /// All results, from the mover's view.
    pub results: Results,
    /// Its share of the games of the position, from 0 to 1.
    pub share: f64,
    /// The proof about it, if any.
    pub proof: Option<Proof>,
    /// The name of the opening after it, if any.
    pub name: Option<String>,
}

/// The content of a book for a position, for display.
#[derive(Clone, Debug, PartialEq)]
pub struct Exploration<M> {
    /// The name of the opening, if the position has one.
    pub name: Option<String>,
    /// The moves, most frequent first.
    pub moves: Vec<Explored<M>>,
}

/// Looks up a position for display.
///
/// # Errors
/// If the book cannot be read.
pub fn explore<G: Notation>(
    source: &(impl Source<G> + ?Sized),
    position: &G,
) -> Result<Exploration<G::Move>, BookError> {
    let moves = source.moves(position)?;
    let games: u64 = moves.iter().map(|book_move| book_move.all().games()).sum();
    let mut explored = Vec::with_capacity(moves.len());
    for book_move in moves {
        let mut then = position.clone();
        then.make(book_move.mv);
        let results = book_move.all();
        explored.push(Explored {
            mv: book_move.mv,
            text: position.write_move(book_move.mv),
            results,
            share: results.games() as f64 / games.max(1) as f64,
            proof: book_move.proof,
            name: source.name(&then)?.map(String::from),
        });
    }
    explored.sort_by_key(|explored| std::cmp::Reverse(explored.results.games()));
    Ok(Exploration { name: source.name(position)?.map(String::from), moves: explored })
}
