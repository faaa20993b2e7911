//! Any bytes as a collection of games: the reader reports errors by
//! game, continues, and ends.

use duiyi_xiangqi::formats::GameReader;

/// The property, for any input.
pub fn run(bytes: &[u8]) {
    let mut games = 0;
    for game in GameReader::new(bytes).max_game_bytes(4096) {
        games += 1;
        assert!(games <= bytes.len() + 1, "more games than bytes");
        if let Err(error) = game {
            assert!(!error.to_string().is_empty());
        }
    }
}
