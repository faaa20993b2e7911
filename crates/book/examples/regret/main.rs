//! The loss of policies while they learn which of twenty openings is the best.
//!
//! `cargo run --release -p duiyi-book --example regret`: games lost compared to a player that always
//! plays the best opening, by the number of games played. docs/data/regret.csv contains the figures.
#![allow(clippy::print_stdout)]

mod simulation;

use duiyi_book::Policy;
use simulation::{regret, strong, weak};

fn main() {
    const GAMES: [usize; 5] = [50, 100, 500, 2_000, 10_000];
    let ucb = |exploration| Policy::Ucb { exploration };
    let policies = [
        ("argmax", Policy::ArgMax),
        ("thompson", Policy::Thompson),
        ("ucb 1.41", ucb(std::f64::consts::SQRT_2)),
        ("ucb 0.71", ucb(std::f64::consts::SQRT_2 / 2.0)),
        ("ucb 0.35", ucb(std::f64::consts::SQRT_2 / 4.0)),
    ];
    for (side, chances) in [("the stronger side", strong()), ("the other side", weak())] {
        println!("{side}\n{:<10}{}", "games", GAMES.map(|games| format!("{games:>9}")).concat());
        for (name, policy) in policies {
            let regret = regret(policy, chances, GAMES[4], 200);
            println!("{name:<10}{}", GAMES.map(|games| format!("{:>9.1}", regret[games - 1])).concat());
        }
    }
}
