//! What can be asked for the moves of a position.

use crate::{BookError, BookMove};
use duiyi_game::Game;
use std::{
    borrow::Cow,
    collections::{HashSet, VecDeque},
    sync::Arc,
};

/// Something that knows moves of positions: a book of ours, or of another program.
pub trait Source<G: Game>: Send + Sync {
    /// The moves of a position, all legal; none if the position is not known.
    ///
    /// # Errors
    /// If the book cannot be read any more.
    fn moves(&self, position: &G) -> Result<Vec<BookMove<G::Move>>, BookError>;

    /// The name of what is being played, if the position has one.
    ///
    /// # Errors
    /// If the book cannot be read any more.
    fn name(&self, _position: &G) -> Result<Option<Cow<'_, str>>, BookError> {
        Ok(None)
    }
}

/// A book that is open, whatever its form.
pub type OpenBook<G> = Arc<dyn Source<G>>;

/// Several books as one: the first one that knows a position is asked.
#[derive(Clone)]
pub struct Shelf<G> {
    books: Vec<OpenBook<G>>,
}

impl<G> Shelf<G> {
    /// Books, the one that is asked first before the others.
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

/// Visits every position that the moves of a book lead to from a position on, each once, the
/// nearest first and at most `most` moves deep, with its moves.
///
/// A book knows positions by their keys alone, so this is how they are found again. A position
/// that can be reached in several ways is visited where it is met first.
///
/// # Errors
/// If the book cannot be read, or what `visit` says.
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
