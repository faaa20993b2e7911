//! The kit of Connect6 and its family: the player with a book, its bench, explanations.

mod explain;

pub use explain::explain;

use crate::{
    Board, Rules,
    evaluation::AnyEvaluation,
    openings,
    player::{EVALUATIONS, parts, valuation},
};
use duiyi_kit::GameKit;
use duiyi_player::{EnginePlayer, Player, PlayerParts};
use std::sync::Arc;

/// The depth of the bench, in stones.
pub const BENCH_DEPTH: u32 = 6;

/// The parts of the player with what opens books.
fn with_book(rules: Rules) -> PlayerParts<Board> {
    parts(rules).book(Arc::new(move |file: &str| match file {
        "" => Ok(None),
        file => duiyi_book::open(file, &Board::new(rules)).map(Some).map_err(|error| error.to_string()),
    }))
}

/// Everything that programs need to know about a game of the family, by a name for command lines.
pub fn kit(name: &'static str, rules: Rules) -> GameKit<Board> {
    GameKit::new(name, Board::new(rules), with_book(rules)).bench(BENCH_DEPTH, bench_positions).explaining(
        |board: &Board| explain(board, &AnyEvaluation::new(board, valuation(EVALUATIONS[0])(board.rules()))),
    )
}

/// The player of the engine, for some rules.
pub fn player(rules: Rules) -> Box<dyn Player<Board>> {
    Box::new(EnginePlayer::new(Arc::new(with_book(rules))))
}

/// The positions on which the engine measures itself: the named openings of Connect6.
pub fn bench_positions() -> Vec<(String, Board)> {
    openings::NAMED.iter().map(|opening| (format!("{:<15}", opening.romanized), opening.board())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kit_has_what_programs_show() {
        let kit = kit("connect6", Rules::CONNECT6);
        assert_eq!((kit.name(), kit.bench_depth(), kit.bench_positions().len()), ("connect6", 6, 20));
        assert!(kit.opening_book().is_none());
        let explain = kit.explanation().expect("an explanation");
        assert!(explain(&kit.bench_positions()[0].1).contains("best stone: "));
    }
}
