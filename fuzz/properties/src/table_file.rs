//! A table read from arbitrary bytes: it is refused with an error, or
//! written again as the same bytes.

use duiyi_search::Table;
use std::io::Cursor;

/// The property, for any input.
pub fn run(bytes: &[u8]) {
    let mut input = Cursor::new(bytes);
    if let Ok(table) = Table::load(&mut input, 7) {
        let read = input.position() as usize;
        let mut written = Vec::new();
        assert!(table.save(&mut written, 7).is_ok());
        assert_eq!(written, bytes[..read]);
        let _ = table.probe(0x0123_4567_89ab_cdef);
    }
}
