//! Sources of moves for positions.

use crate::{BookError, BookMove};
use duiyi_game::Game;
use std::{
    borrow::Cow,
    collections::{HashSet, VecDeque},
    sync::Arc,
};

/// A source of moves for positions: a book in our format, or of another program.
pub trait Source<G: Game>: Send + Sync {
    /// The moves of a position, all legal; empty for an unknown position.
    ///
    /// # Errors
    /// If the book can no longer be read.
    fn moves(&self, position: &G) -> Result<Vec<BookMove<G::Move>>, BookError>;

    /// The name of the opening, if the position has one.
    ///
    /// # Errors
    /// If the book can no longer be read.
    fn name(&self, _position: &G) -> Result<Option<Cow<'_, str>>, BookError> {
        Ok(None)
    }
}

/// An open book of any format.
pub type OpenBook<G> = Arc<dyn Source<G>>;

/// Several books as one: the first book with the position is used.
#[derive(Clone)]
pub struct Shelf<G> {
    books: Vec<OpenBook<G>>,
}

impl<G> Shelf<G> {
    /// A shelf of books in order of precedence.
    pub fn new(books: Vec<OpenBook<G>>) -> Shelf<G> {
        Shelf { books }
    }
}

impl<G: Game> Source<G> for Shelf<G> {
    fn moves(&self, position: &G) -> Result<Vec<BookMove<G::Move>>, BookError> {
        for book in &self.books {
            let moves = book.moves(position)?;
            if !moves.is_empty() {
                return Ok(moves);
            }
        }
        Ok(Vec::new())
    }

    fn name(&self, position: &G) -> Result<Option<Cow<'_, str>>, BookError> {
        for book in &self.books {
            if let Some(name) = book.name(position)? {
                return Ok(Some(name));
            }
        }
        Ok(None)
    }
}

/// Visits every position that is reachable with the moves of a book from a start, each once, nearest
/// first and up to `most` moves deep, with its moves.
///
/// A book stores only the keys of positions, so they are reconstructed in this way. A position that
/// can be reached by several paths is visited by the first of them.
///
/// # Errors
/// If the book cannot be read, and the errors of `visit`.
pub fn walk<G: Game + Clone, E: From<BookError>>(
    source: &(impl Source<G> + ?Sized),
    start: &G,
    most: usize,
    mut visit: impl FnMut(&G, &[BookMove<G::Move>]) -> Result<(), E>,
) -> Result<(), E> {
    let mut seen = HashSet::from([start.canonical().0]);
    let mut ahead = VecDeque::from([(start.clone(), 0)]);
    while let Some((now, depth)) = ahead.pop_front() {
        let moves = source.moves(&now)?;
        if moves.is_empty() {
            continue;
        }
        visit(&now, &moves)?;
        if depth == most {
            continue;
        }
        for book_move in &moves {
            let mut then = now.clone();
            then.make(book_move.mv);
            if seen.insert(then.canonical().0) {
                ahead.push_back((then, depth + 1));
            }
        }
    }
    Ok(())
}
