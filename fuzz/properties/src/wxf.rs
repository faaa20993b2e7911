//! Any text as a WXF game: it is refused with a message, or survives a round trip, with variations, comments and
//! glyphs.

use crate::trees::nodes;
use duiyi_xiangqi::formats::wxf;

/// The property, for any input.
pub fn run(bytes: &[u8]) {
    let Some(text) = crate::input::<&str>(bytes) else { return };
    match wxf::read(text) {
        Ok(record) => {
            let written = wxf::write(&record);
            let read = wxf::read(&written).expect("what was written can be read");
            assert_eq!(nodes(&read), nodes(&record), "{written}");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
