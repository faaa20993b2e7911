//! Any lines to the Connect6 engine, in the protocol that the first one chooses:
//! every session ends, and what is answered is text.

use crate::conversation::converse;
use connect6_engine::setup;
use duiyi_connect6::Rules;
use duiyi_connect6::kit::player;
use std::time::Duration;

/// What must hold for any input.
pub fn run(bytes: &[u8]) {
    let Some(text) = crate::input::<&str>(bytes) else { return };
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
    converse(engine, text.to_owned());
}
