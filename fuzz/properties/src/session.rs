//! The lines of a protocol in any order, with small searches of the real player, in all seven
//! protocols: every session ends without a panic, and the answers are text.

#[path = "../../../crates/engine/tests/all/vocabulary.rs"]
mod vocabulary;

use crate::conversation::converse;
use connect6_engine::setup;
use duiyi_connect6::Rules;
use duiyi_connect6::kit::player;
use std::time::Duration;
use vocabulary::{PROTOCOLS, lines, quit};

/// The property, for any input. The first byte selects the protocol and the end of the session, the others
/// its lines.
pub fn run(bytes: &[u8]) {
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
    converse(engine, text);
}
