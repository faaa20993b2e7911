//! Any bytes as a CCGC record: it is refused with a message, or survives
//! a round trip.

use duiyi_connect6::formats::ccgc;

/// The property, for any input.
pub fn run(bytes: &[u8]) {
    match ccgc::read_bytes(bytes) {
        Ok(record) => {
            let board = record.board();
            assert!(board.is_consistent());
            let read = ccgc::read(&ccgc::write(&record)).expect("what was written can be read");
            assert_eq!((read.turns(), read.result), (record.turns(), record.result));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
