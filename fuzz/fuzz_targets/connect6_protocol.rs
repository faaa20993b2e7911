//! Any lines to the Connect6 engine, in the protocol that the first one chooses:
//! every session ends, and what is answered is text.
#![no_main]

use connect6_engine::{player, setup};
use duiyi_connect6::Rules;
use libfuzzer_sys::fuzz_target;
use std::{
    io::{Cursor, Write},
    sync::{Arc, Mutex},
    time::Duration,
};

/// What is written to it can be read later.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().map_or(Ok(bytes.len()), |mut written| written.write(bytes))
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fuzz_target!(|text: &str| {
    // Stronger levels, large tables, many threads and deep counts are asked for by these
    // words; they would only take time and memory.
    let lower = text.to_ascii_lowercase();
    if ["level", "hash", "threads", "perft", "bench"].iter().any(|word| lower.contains(word)) || text.len() > 4096 {
        return;
    }
    let mut engine = setup(Rules::CONNECT6);
    engine.turn_time = Some(Duration::from_millis(50));
    engine.player = Box::new(|| {
        let mut player = player(Rules::CONNECT6);
        for (name, value) in [("Level", "1"), ("Hash", "1")] {
            player.set_option(name, value).expect("an option of the player");
        }
        player
    });
    let output = Shared::default();
    duiyi_engine::run_placement(engine, Cursor::new(text.to_owned()), output.clone());
    let written = output.0.lock().map(|written| written.clone()).unwrap_or_default();
    assert!(String::from_utf8(written).is_ok());
});
