//! Any bytes as an XQF file: refused with a message, or a game of legal moves that is written and
//! read again the same.

use duiyi_xiangqi::formats::xqf;

/// What must hold for any input.
pub fn run(bytes: &[u8]) {
    match xqf::read(bytes) {
        Ok(record) => {
            let mut position = *record.start();
            for mv in record.main_line() {
                position = position.play(mv).expect("a record holds legal moves");
            }
            // What is written is the same game. Texts that are no GB may be cut, but only once.
            let again = xqf::read(&xqf::write(&record)).expect("what was written can be read");
            assert!(again.main_line().eq(record.main_line()) && again.len() == record.len());
            assert_eq!(again.result, record.result);
            assert_eq!(xqf::read(&xqf::write(&again)), Ok(again));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
