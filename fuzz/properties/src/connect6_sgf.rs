//! Any text as an SGF game of Connect6 or its family: it is refused with a
//! message, or survives a round trip in each style.

use duiyi_connect6::formats::sgf::{self, SgfStyle};

/// The property, for any input.
pub fn run(bytes: &[u8]) {
    let Some(text) = crate::input::<&str>(bytes) else { return };
    match sgf::read(text) {
        Ok(record) => {
            assert!(record.board().is_consistent());
            for style in [SgfStyle::LittleGolem, SgfStyle::StonePerNode] {
                let read = sgf::read(&sgf::write(&record, style)).expect("what was written can be read");
                assert_eq!((&read.start, &read.turns, read.result), (&record.start, &record.turns, record.result));
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
