//! Any lines to the Connect6 engine, in the protocol that the first one chooses:
//! every session ends, and what is answered is text.
#![no_main]

use connect6_engine::{Level, Settings, run};
use libfuzzer_sys::fuzz_target;
use std::io::Cursor;

fuzz_target!(|text: &str| {
    // Stronger levels, large tables and many threads are asked for by these
    // words; they would only take time and memory.
    if ["level", "hash", "threads"].iter().any(|word| text.contains(word)) || text.len() > 4096 {
        return;
    }
    let settings = Settings { level: Level::new(1).expect("a level"), ..Settings::default() };
    let mut output = Vec::new();
    run(&settings, Cursor::new(text.to_owned()), &mut output);
    assert!(String::from_utf8(output).is_ok());
});
