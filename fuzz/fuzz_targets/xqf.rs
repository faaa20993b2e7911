//! Any bytes as an XQF file: refused with a message, or a game of legal moves.
#![no_main]

use duiyi_xiangqi::formats::xqf;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    match xqf::read(bytes) {
        Ok(record) => {
            let mut position = *record.start();
            for mv in record.main_line() {
                position = position.play(mv).expect("a record holds legal moves");
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
