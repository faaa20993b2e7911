//! Any bytes as an XQF file: it is refused with a message, or is a game of legal moves that survives
//! a round trip.

use duiyi_xiangqi::formats::xqf;

/// The property, for any input.
pub fn run(bytes: &[u8]) {
    match xqf::read(bytes) {
        Ok(record) => {
            let mut position = *record.start();
            for mv in record.main_line() {
                position = position.play(mv).expect("the moves of a record are legal");
            }
            // The written game is the same. Texts that are not GB may be cut, but only once.
            let again = xqf::read(&xqf::write(&record)).expect("what was written can be read");
            assert!(again.main_line().eq(record.main_line()) && again.len() == record.len());
            assert_eq!(again.result, record.result);
            assert_eq!(xqf::read(&xqf::write(&again)), Ok(again));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
