//! The opening books of xiangqi, which JavaScript loads.

use crate::{
    common,
    failure::{Code, Failure},
};
use duiyi_book::{Book, OpenBook, Shelf};
use duiyi_xiangqi::Xiangqi;
use serde_json::Value;
use std::{cell::RefCell, sync::Arc};

thread_local! {
    /// The loaded books, in the order in which they are asked.
    static BOOKS: RefCell<Vec<OpenBook<Xiangqi>>> = const { RefCell::new(Vec::new()) };
}

/// Adds a book from the contents of its file, after those added before.
///
/// # Errors
/// If the bytes are not a book of xiangqi.
pub(crate) fn load(bytes: Vec<u8>) -> Result<String, Failure> {
    let book = Book::from_bytes(bytes, &Xiangqi::default()).map_err(Code::InvalidFile.because())?;
    BOOKS.with_borrow_mut(|books| books.push(Arc::new(book)));
    Ok(String::new())
}

/// The moves of the books in a position, the most frequent first.
///
/// # Errors
/// If no book was loaded, or one is damaged.
pub(crate) fn moves(now: &Xiangqi) -> Result<Value, Failure> {
    let books = BOOKS.with_borrow(Clone::clone);
    if books.is_empty() {
        return Err(Failure::new(Code::NotLoaded, "the book is not loaded: await loadBook() first"));
    }
    common::book_moves(&Shelf::new(books), now)
}
