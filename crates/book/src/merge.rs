//! Merging and rewriting books.

use crate::{Book, BookError, Built, Entry, label::Label, writer::Writer};
use duiyi_game::Notation;
use std::{collections::HashMap, iter::Peekable, path::Path};

/// Writes a book with the moves of all these books: results are added, the greater weight is kept.
/// If a position has several names, the one of the most games is kept. The books are not loaded.
///
/// # Errors
/// If a book cannot be read, or the file cannot be written; an existing file is then unchanged.
pub fn merge<G: Notation>(books: &[Book<G>], path: impl AsRef<Path>) -> Result<Built, BookError> {
    rewrite(books, path, &mut |_| {})
}

/// Writes a book with the moves of each position that `keep` leaves: it receives all of them, and
/// may change or remove some. A position without moves is removed, with its name.
///
/// # Errors
/// As [`merge`].
pub fn rewrite<G: Notation>(
    books: &[Book<G>],
    path: impl AsRef<Path>,
    keep: &mut dyn FnMut(&mut Vec<Entry>),
) -> Result<Built, BookError> {
    let Some(first) = books.first() else {
        return Err(BookError::Damaged { what: "no book to rewrite".to_owned() });
    };
    let mut header = first.header.clone();
    (header.entries, header.labels) = (0, 0);
    header.games = books.iter().map(Book::games).sum();
    let mut built = Built { games: header.games, ..Built::default() };
    let mut writer = Writer::create(path.as_ref(), header)?;
    let mut names = Names::default();
    let mut labels: Vec<_> = books.iter().map(|book| book.labels().peekable()).collect();
    let mut entries: Vec<_> = books.iter().map(|book| book.entries().peekable()).collect();
    while let Some(key) = least(&mut entries, |entry| entry.key)? {
        let mut moves = group(&mut entries, key)?;
        keep(&mut moves);
        let label = label_of(&mut labels, key, books, &mut names, moves.is_empty())?;
        for entry in &moves {
            writer.entry(entry)?;
        }
        built.positions += u64::from(!moves.is_empty());
        built.moves += moves.len() as u64;
        if let Some(label) = label {
            built.named += 1;
            writer.label(label)?;
        }
    }
    let mut credits: Vec<&str> = books.iter().map(Book::credit).filter(|credit| !credit.is_empty()).collect();
    credits.dedup();
    built.bytes = writer.finish(&credits.join("\n"), &names.list)?;
    Ok(built)
}

/// The names of all books.
#[derive(Default)]
struct Names {
    list: Vec<String>,
    numbers: HashMap<String, u32>,
}

impl Names {
    fn number(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.list.len() as u32;
        self.list.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        number
    }
}

/// The least key of the next entries.
fn least<T, I: Iterator<Item = Result<T, BookError>>>(
    inputs: &mut [Peekable<I>],
    key: impl Fn(&T) -> u64,
) -> Result<Option<u64>, BookError> {
    let mut least = None;
    for input in inputs {
        if let Some(Err(_)) = input.peek() {
            // The entry exists: it was just peeked at.
            return Err(input.next().and_then(Result::err).unwrap_or(BookError::NoBook));
        }
        if let Some(Ok(item)) = input.peek() {
            least = Some(least.map_or(key(item), |so_far: u64| so_far.min(key(item))));
        }
    }
    Ok(least)
}

/// The moves of a position in all books.
fn group<I: Iterator<Item = Result<Entry, BookError>>>(
    inputs: &mut [Peekable<I>],
    key: u64,
) -> Result<Vec<Entry>, BookError> {
    let mut moves: Vec<Entry> = Vec::new();
    for input in inputs {
        while let Some(entry) = input.next_if(|next| next.as_ref().is_ok_and(|entry| entry.key == key)) {
            moves.push(entry?);
        }
    }
    moves.sort_by_key(|entry| entry.mv);
    moves.dedup_by(|later, first| {
        let same = later.mv == first.mv;
        if same {
            first.merge(later);
        }
        same
    });
    Ok(moves)
}

/// The name of a position, if it has one and keeps it; labels of earlier positions are skipped.
fn label_of<G, I: Iterator<Item = Result<Label, BookError>>>(
    inputs: &mut [Peekable<I>],
    key: u64,
    books: &[Book<G>],
    names: &mut Names,
    dropped: bool,
) -> Result<Option<Label>, BookError> {
    let mut best: Option<Label> = None;
    for (input, book) in inputs.iter_mut().zip(books) {
        while let Some(label) = input.next_if(|next| next.as_ref().is_ok_and(|label| label.key <= key)) {
            let label = label?;
            let name = book.names().get(label.name as usize);
            let Some(name) = name.filter(|_| label.key == key && !dropped) else { continue };
            if best.is_none_or(|best| label.games > best.games) {
                best = Some(Label { name: names.number(name), ..label });
            }
        }
        if let Some(Err(_)) = input.peek() {
            return Err(input.next().and_then(Result::err).unwrap_or(BookError::NoBook));
        }
    }
    Ok(best)
}
