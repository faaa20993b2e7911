//! The lines of a protocol in any order, with small searches of the real player, in all seven
//! protocols: every session ends, nothing panics, what is answered is text.
#![no_main]

#[path = "../../crates/engine/tests/all/vocabulary.rs"]
mod vocabulary;

use connect6_engine::{player, setup};
use duiyi_connect6::Rules;
use libfuzzer_sys::fuzz_target;
use std::{
    io::{Cursor, Write},
    sync::{Arc, Mutex},
    time::Duration,
};
use vocabulary::{PROTOCOLS, lines, quit};

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

// The first byte chooses the protocol and how the session ends, the others its lines.
fuzz_target!(|bytes: &[u8]| {
    let [first, choices @ ..] = bytes else { return };
    if choices.len() > 40 {
        return;
    }
    let protocol = PROTOCOLS[usize::from(*first) % PROTOCOLS.len()];
    let vocabulary = lines(protocol);
    // A bench of the real player takes too long.
    let chosen = choices.iter().map(|&choice| vocabulary[usize::from(choice) % vocabulary.len()]);
    let mut text: String = chosen.filter(|&line| line != "bench").map(|line| format!("{line}\n")).collect();
    if *first < 128 {
        text += quit(protocol).unwrap_or_default();
    }
    let rules: Rules = "Connect(7,7,4,2,1)".parse().expect("rules");
    let mut engine = setup(rules);
    engine.protocol = Some(protocol);
    engine.turn_time = Some(Duration::from_millis(20));
    engine.player = Box::new(move || {
        let mut player = player(rules);
        for (name, value) in [("Level", "1"), ("Hash", "1")] {
            player.set_option(name, value).expect("an option of the player");
        }
        player
    });
    let output = Shared::default();
    duiyi_engine::run_placement(engine, Cursor::new(text), output.clone());
    let written = output.0.lock().map(|written| written.clone()).unwrap_or_default();
    assert!(String::from_utf8(written).is_ok());
});
