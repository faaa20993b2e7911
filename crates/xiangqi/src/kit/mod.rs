//! The kit of xiangqi: its player with books, its bench, explanations, and the data for pages.

mod books;
mod explain;
mod matches;
mod mates;
mod page;
mod patterns;
#[cfg(feature = "tune")]
mod tuning;

pub use books::{own_book, player};
pub use explain::Explainer;
pub use mates::{MateSearch, MateSearchStopped};
pub use page::formats;
pub use patterns::{MATING_PATTERNS, MatingPattern, mating_pattern};

use crate::Xiangqi;
use duiyi_game::Notation;
use duiyi_kit::{Bench, GameKit};
use std::sync::{Arc, OnceLock};

/// The depth of the bench, in plies.
const BENCH_DEPTH: u32 = 8;

/// The interface of xiangqi for programs.
pub fn kit() -> GameKit<Xiangqi> {
    // Created on first use, so that programs without explanations do not wait for it.
    let explainer = OnceLock::new();
    GameKit {
        titles: ["Xiangqi", "象棋"],
        bench: Bench { depth: BENCH_DEPTH, positions: bench_positions() },
        book: Arc::new(|| own_book().ok()),
        explanation: Some(Arc::new(move |game| explainer.get_or_init(Explainer::usual).explain(game))),
        simple_players: vec![matches::GREEDY],
        openings: matches::openings(),
        collections: Some(matches::read_collection),
        page: |_| page::page(),
        #[cfg(feature = "tune")]
        tuning: tuning::tuning(),
        ..GameKit::new("xiangqi", Xiangqi::default(), books::parts_with_books())
    }
}

/// The positions of the engine's bench, numbered from 1.
pub fn bench_positions() -> Vec<(String, Xiangqi)> {
    let start = Xiangqi::default();
    let positions = include_str!("bench.fen").lines().filter_map(|fen| start.read_position(fen).ok());
    positions.zip(1..).map(|(position, number): (Xiangqi, u32)| (number.to_string(), position)).collect()
}

/// The FEN of a named position: `bench-7` is the seventh of [`bench_positions`],
/// `mate-in-4` the first of the problems whose shortest mate takes four moves.
pub fn named_fen(name: &str) -> Option<String> {
    if let Some(number) = name.strip_prefix("bench-") {
        let index = number.parse::<usize>().ok()?.checked_sub(1)?;
        return include_str!("bench.fen").lines().nth(index).map(str::to_owned);
    }
    let turns: u32 = name.strip_prefix("mate-in-")?.parse().ok()?;
    page::mates().find(|problem| problem.turns == turns).map(|problem| problem.position)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_positions_are_those_of_the_bench_and_the_mates() {
        for (number, position) in bench_positions() {
            let fen = named_fen(&format!("bench-{number}")).unwrap();
            let named: Xiangqi = Xiangqi::default().read_position(&fen).unwrap();
            assert_eq!(named.write_position(), position.write_position());
        }
        for turns in 1..=5 {
            let fen = named_fen(&format!("mate-in-{turns}")).unwrap();
            let board = fen.split(' ').next().unwrap();
            let line = include_str!("problems.csv").lines().find(|line| line.ends_with(board)).unwrap();
            assert!(line.starts_with(&format!("m{turns},")), "{line}");
        }
        for name in ["", "bench-0", "bench-99", "bench-", "mate-in-0", "mate-in-6", "mate-in-", "mate"] {
            assert_eq!(named_fen(name), None, "{name}");
        }
    }

    #[test]
    fn every_bench_position_is_read() {
        let lines = include_str!("bench.fen").lines().count();
        assert_eq!(kit().bench.positions.len(), lines);
        assert!(lines >= 16);
    }

    #[test]
    fn the_kit_has_books_and_explanations() {
        let kit = kit();
        assert_eq!((kit.name, kit.titles), ("xiangqi", ["Xiangqi", "象棋"]));
        let book = (kit.book)().expect("a book");
        assert!(!book.moves(&kit.start).expect("a valid book").is_empty());
        let explain = kit.explanation.as_ref().expect("an explanation");
        assert!(explain(&kit.start).contains("by the network"));
    }
}
