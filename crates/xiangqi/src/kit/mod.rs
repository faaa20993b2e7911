//! The kit of xiangqi: its player with books, its bench, explanations, what a page offers.

mod books;
mod explain;
mod matches;
mod page;
#[cfg(feature = "tune")]
mod tuning;

pub use books::{own_book, player};
pub use explain::Explainer;

use crate::Xiangqi;
use duiyi_game::Notation;
use duiyi_kit::GameKit;
use std::sync::OnceLock;

/// The depth of the bench, in plies.
const BENCH_DEPTH: u32 = 8;

/// Everything that programs need to know about xiangqi.
pub fn kit() -> GameKit<Xiangqi> {
    // Made on first use: a program that explains nothing does not wait for it.
    let explainer = OnceLock::new();
    let kit = GameKit::new("xiangqi", Xiangqi::default(), books::parts_with_books())
        .titles("Xiangqi", "象棋")
        .bench(BENCH_DEPTH, bench_positions)
        .book(|| own_book().ok())
        .explaining(move |game| explainer.get_or_init(Explainer::usual).explain(game))
        .simple_player(matches::GREEDY)
        .openings(matches::openings())
        .collections(matches::read_collection)
        .page(page::page);
    #[cfg(feature = "tune")]
    let kit = kit.tuning(tuning::tuning());
    kit
}

/// The positions on which the engine measures itself, numbered from 1.
pub fn bench_positions() -> Vec<(String, Xiangqi)> {
    let start = Xiangqi::default();
    let positions = include_str!("bench.fen").lines().filter_map(|fen| start.read_position(fen).ok());
    positions.zip(1..).map(|(position, number): (Xiangqi, u32)| (number.to_string(), position)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bench_position_is_read() {
        let lines = include_str!("bench.fen").lines().count();
        assert_eq!(kit().bench_positions().len(), lines);
        assert!(lines >= 16);
    }

    #[test]
    fn the_kit_has_what_programs_show() {
        let kit = kit();
        assert_eq!((kit.name(), kit.title()), ("xiangqi", ["Xiangqi", "象棋"]));
        let book = kit.opening_book().expect("a book");
        assert!(!book.moves(kit.start()).expect("a book that is whole").is_empty());
        let explain = kit.explanation().expect("an explanation");
        assert!(explain(kit.start()).contains("by the network"));
    }
}
