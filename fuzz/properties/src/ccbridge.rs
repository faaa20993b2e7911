//! Any bytes as a CBR file, or as a CBF text: they are refused with a message, or are a game of legal moves.

use duiyi_xiangqi::formats::{GameRecord, cbf, ccbridge};

/// The property, for any input.
pub fn run(bytes: &[u8]) {
    match ccbridge::read_leniently(bytes) {
        Ok((record, _)) => check(&record),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    match cbf::read_leniently(&String::from_utf8_lossy(bytes)) {
        Ok((record, _)) => check(&record),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn check(record: &GameRecord) {
    let mut position = *record.start();
    for mv in record.main_line() {
        position = position.play(mv).expect("the moves of a record are legal");
    }
}
