//! Any lines to the Connect6 engine, in the protocol that the first line selects:
//! every session ends, and the answers are text.

use crate::conversation::converse;
use connect6_engine::setup;
use duiyi_connect6::Rules;
use duiyi_connect6::kit::player;
use std::time::Duration;

/// The property, for any input.
pub fn run(bytes: &[u8]) {
    let Some(text) = crate::input::<&str>(bytes) else { return };
    // These words select stronger levels, large tables, many threads and deep counts,
    // which would only take time and memory.
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
