//! Any text as a DhtmlXQ (UBB) game: it is refused with a message, or what is
//! written of it is the same game.
#![no_main]

use duiyi_xiangqi::formats::dhtmlxq;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match dhtmlxq::read(text) {
        Ok(record) => {
            let written = dhtmlxq::write(&record);
            let read = dhtmlxq::read(&written).expect("what was written can be read");
            assert!(read.main_line().eq(record.main_line()), "{written}");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
