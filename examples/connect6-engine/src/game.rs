//! Connect6 and its player, as this program and others run them.

use duiyi_connect6::{Board, Rules, openings, player::ToldPlayer};
use duiyi_engine::Setup;
use duiyi_player::Player;

/// The depth of `bench` unless it is told another, in stones.
pub const BENCH_DEPTH: u32 = 6;

/// The player of some rules, at its best until options say otherwise.
pub fn player(rules: Rules) -> Box<dyn Player<Board>> {
    Box::new(ToldPlayer::new(rules))
}

/// The positions on which the engine measures itself: the named openings.
pub fn bench_positions() -> Vec<(String, Board)> {
    openings::NAMED.iter().map(|opening| (format!("{:<15}", opening.romanized), opening.board())).collect()
}

/// The engine, by some rules.
pub fn setup(rules: Rules) -> Setup<Board> {
    Setup {
        start: Board::new(rules),
        player: Box::new(move || player(rules)),
        bench: bench_positions(),
        protocol: None,
        turn_time: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bench_is_the_same_in_every_run() {
        let nodes = || {
            let mut player = player(Rules::CONNECT6);
            player.set_option("Hash", "1").unwrap();
            duiyi_engine::bench(&mut *player, &bench_positions()[..4], 3, |_| {}).0.split(' ').next().map(str::to_owned)
        };
        assert_eq!(nodes(), nodes());
    }
}
