//! Any text as a PGN game: it is refused with a message, or survives a round
//! trip in each notation, with variations, comments and glyphs. The reader of collections finds the same
//! game in it, and two games in the text twice.

use crate::trees::nodes;
use duiyi_xiangqi::{
    formats::{Format, GameReader, GameRecord, TextEncoding, pgn},
    notation::Notation,
};

/// The property, for any input.
pub fn run(bytes: &[u8]) {
    let Some(text) = crate::input::<&str>(bytes) else { return };
    match pgn::read(text) {
        Ok(record) => {
            assert_eq!(games(text), [Some(record.clone())]);
            if begins_with_tag(text) {
                assert_eq!(games(&format!("{text}\n{text}")), [Some(record.clone()), Some(record.clone())]);
            }
            for notation in Notation::ALL {
                let written = pgn::write(&record, notation);
                let read = pgn::read(&written).expect("what was written can be read");
                assert_eq!(read.start(), record.start());
                assert_eq!(nodes(&read), nodes(&record), "{written}");
            }
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            // The reader of collections leaves out prose before the first tag, and around moves without tags.
            if begins_with_tag(text) {
                let games = games(text);
                assert!(games.len() != 1 || games[0].is_none(), "read in a collection only: {error}");
            }
        }
    }
}

/// The games of a collection, `None` for each that is broken.
fn games(text: &str) -> Vec<Option<GameRecord>> {
    let reader = GameReader::new(text.as_bytes()).format(Format::Pgn).encoding(TextEncoding::Utf8);
    reader.map(Result::ok).collect()
}

/// Whether a text begins with a quoted tag, which begins a game after any text.
fn begins_with_tag(text: &str) -> bool {
    let tag = text.strip_prefix('[').map(|tag| tag.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_'));
    tag.is_some_and(|rest| rest.starts_with(" \"")) && !text.starts_with("[ ")
}
