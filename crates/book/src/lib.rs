#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod book;
mod builder;
mod canonical;
mod chance;
mod draft;
mod entry;
mod error;
mod explore;
mod header;
mod index;
mod label;
mod learn_file;
mod merge;
mod open;
mod policy;
mod run;
mod source;
mod store;
mod text;
mod turn;
mod writer;

pub use book::Book;
pub use builder::{Builder, Built, Filter, Finish, PlayedGame};
pub use canonical::are_images;
pub use draft::Draft;
pub use entry::{BookMove, Entry, Proof, Results};
pub use error::BookError;
pub use explore::{Exploration, Explored, explore};
pub use learn_file::LearnFile;
pub use merge::{merge, rewrite};
pub use open::open;
pub use policy::{Policy, UnknownPolicy};
pub use source::{OpenBook, Shelf, Source, walk};
pub use text::{read_text, text_line, write_text};
pub use turn::choose_turn;
