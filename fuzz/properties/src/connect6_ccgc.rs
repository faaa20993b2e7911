//! Any bytes as a CCGC record: refused with a message, or written and read
//! again it is the same game.

use duiyi_connect6::formats::ccgc;

/// What must hold for any input.
pub fn run(bytes: &[u8]) {
    match ccgc::read_bytes(bytes) {
        Ok(record) => {
            let board = record.board();
            assert!(board.is_consistent());
            let read = ccgc::read(&ccgc::write(&record)).expect("what was written can be read");
            assert_eq!((read.turns, read.result), (record.turns, record.result));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
