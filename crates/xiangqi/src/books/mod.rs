//! Opening books of xiangqi in the forms that people have.
//!
//! Our own books and texts are those of `duiyi-book`; here are ElephantEye's `BOOK.DAT`
//! ([`ElephantEyeBook`]) and, with the feature `obk`, OBK (`ObkBook`). [`open`] tells by the
//! file which it is.

mod elephant_eye;
#[cfg(feature = "obk")]
mod obk;

pub use elephant_eye::{ElephantEyeBook, ElephantEyeRecord};
#[cfg(feature = "obk")]
pub use obk::{ObkBook, ObkKeys};

use crate::Xiangqi;
use duiyi_book::{BookError, OpenBook};
use std::{fs, path::Path, sync::Arc};

/// Opens a book of whatever form: by the end of its name ElephantEye's (`.dat`) or OBK (`.obk`),
/// otherwise one of ours or a text.
///
/// # Errors
/// What is wrong with the file.
pub fn open(path: impl AsRef<Path>) -> Result<OpenBook<Xiangqi>, BookError> {
    let path = path.as_ref();
    let end = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    match end.as_str() {
        "dat" => {
            let bytes = fs::read(path).map_err(|source| BookError::File { path: path.to_owned(), source })?;
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
