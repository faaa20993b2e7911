//! Any bytes as a collection of games: the reader names what is wrong with a
//! game, goes on, and ends.
#![no_main]

use duiyi_xiangqi::formats::GameReader;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut games = 0;
    for game in GameReader::new(bytes).max_game_bytes(4096) {
        games += 1;
        assert!(games <= bytes.len() + 1, "more games than bytes");
        if let Err(error) = game {
            assert!(!error.to_string().is_empty());
        }
    }
});
