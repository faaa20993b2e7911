//! Any bytes as an XQF file: refused with a message, or a game of legal moves.

use duiyi_xiangqi::formats::xqf;

/// What must hold for any input.
pub fn run(bytes: &[u8]) {
    match xqf::read(bytes) {
        Ok(record) => {
            let mut position = *record.start();
            for mv in record.main_line() {
                position = position.play(mv).expect("a record holds legal moves");
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
