//! Xiangqi and its players, as this program and others run them.

use crate::{book, network_player};
use duiyi_book::BookPlayer;
use duiyi_engine::Setup;
use duiyi_player::Player;
use duiyi_search::{Notation, Reason};
use duiyi_xiangqi::Xiangqi;

/// A search with one of the [evaluations](crate::EVALUATIONS), chosen by the option `Evaluation`
/// (`EvalFile` names a network's file), and an opening book around it, which is off until the option
/// `OwnBook` is on.
pub fn player() -> Box<dyn Player<Xiangqi>> {
    Box::new(BookPlayer::new(network_player::player(), Box::new(book::open)))
}

/// The positions on which the engine measures itself, numbered from 1.
pub fn bench_positions() -> Vec<(String, Xiangqi)> {
    let start = Xiangqi::default();
    let positions = include_str!("../data/bench.fen").lines().filter_map(|fen| start.read_position(fen).ok());
    positions.zip(1..).map(|(position, number): (Xiangqi, u32)| (number.to_string(), position)).collect()
}

/// The engine, by a set of rules.
///
/// # Errors
/// If there are no such rules.
pub fn setup(rules: &str) -> Result<Setup<Xiangqi>, Reason> {
    Ok(Setup {
        start: Xiangqi::begin(rules)?,
        player: Box::new(player),
        bench: bench_positions(),
        protocol: None,
        turn_time: None,
        on_game_end: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_player::Player;

    #[test]
    fn every_bench_position_is_read() {
        let lines = include_str!("../data/bench.fen").lines().count();
        assert_eq!(bench_positions().len(), lines);
        assert!(lines >= 16);
    }

    #[test]
    fn the_bench_is_the_same_in_every_run() {
        let nodes = || {
            let mut player = player();
            player.set_option("Hash", "1").unwrap();
            duiyi_engine::bench(&mut *player, &bench_positions(), 5, |_| {}).1.nodes
        };
        assert_eq!(nodes(), nodes());
    }
}
