//! Any text as SGF games of Connect6 or its family: it is refused with a message, or all games survive a
//! round trip in each style, with variations, comments and marks.

use duiyi_connect6::formats::sgf::{self, SgfStyle};

/// The property, for any input.
pub fn run(bytes: &[u8]) {
    let Some(text) = crate::input::<&str>(bytes) else { return };
    for game in sgf::games(text) {
        match game {
            Ok(record) => {
                assert!(record.board().is_consistent());
                for style in [SgfStyle::LittleGolem, SgfStyle::StonePerNode] {
                    let read = sgf::read(&sgf::write(&record, style)).expect("what was written can be read");
                    assert_eq!(read, record);
                }
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}
