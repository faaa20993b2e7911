//! Any text as a DhtmlXQ (UBB) game: it is refused with a message, or
//! survives a round trip, with variations and comments.

use crate::trees::nodes;
use duiyi_xiangqi::formats::dhtmlxq;

/// The property, for any input.
pub fn run(bytes: &[u8]) {
    let Some(text) = crate::input::<&str>(bytes) else { return };
    match dhtmlxq::read(text) {
        Ok(record) => {
            let written = dhtmlxq::write(&record);
            let read = dhtmlxq::read(&written).expect("what was written can be read");
            assert_eq!(nodes(&read), nodes(&record), "{written}");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
