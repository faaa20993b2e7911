//! Opening books of xiangqi in formats of other programs.
//!
//! `duiyi-book` reads our own books and text files. This module adds ElephantEye's `BOOK.DAT`
//! ([`ElephantEyeBook`]) and, with the feature `obk`, OBK (`ObkBook`). [`open`] detects the
//! format by the name of the file.

mod elephant_eye;
#[cfg(feature = "obk")]
mod obk;

pub use elephant_eye::{ElephantEyeBook, ElephantEyeRecord};
#[cfg(feature = "obk")]
pub use obk::{ObkBook, ObkKeys};

use crate::Xiangqi;
use duiyi_book::{BookError, OpenBook};
use duiyi_game::files;
use std::{path::Path, sync::Arc};

/// Opens a book in any format: ElephantEye's if the name ends in `.dat`, OBK if it ends in `.obk`,
/// otherwise one of our own or a text file.
///
/// # Errors
/// If the file cannot be read or is damaged.
pub fn open(path: impl AsRef<Path>) -> Result<OpenBook<Xiangqi>, BookError> {
    let path = path.as_ref();
    let end = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    match end.as_str() {
        "dat" => {
            let bytes = files::read(path, files::MAX_TEXT)
                .map_err(|source| BookError::File { path: path.to_owned(), source })?;
            Ok(Arc::new(ElephantEyeBook::read(&bytes).map_err(|error| error.in_file(path))?))
        }
        #[cfg(feature = "obk")]
        "obk" => {
            let book = ObkKeys::beside(path).and_then(|keys| ObkBook::open(path, keys));
            Ok(Arc::new(book.map_err(|error| error.in_file(path))?))
        }
        _ => duiyi_book::open(path, &Xiangqi::default()),
    }
}
