//! Any text as a PGN game: it is refused with a message, or survives a round
//! trip in each notation, with variations, comments and glyphs.

use crate::trees::nodes;
use duiyi_xiangqi::{formats::pgn, notation::Notation};

/// The property, for any input.
pub fn run(bytes: &[u8]) {
    let Some(text) = crate::input::<&str>(bytes) else { return };
    match pgn::read(text) {
        Ok(record) => {
            for notation in Notation::ALL {
                let written = pgn::write(&record, notation);
                let read = pgn::read(&written).expect("what was written can be read");
                assert_eq!(read.start(), record.start());
                assert_eq!(nodes(&read), nodes(&record), "{written}");
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
