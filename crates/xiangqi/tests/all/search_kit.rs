//! The functions of xiangqi for the search, checked by the search's kit.
#![cfg(feature = "engine")]

use duiyi_game::Notation;
use duiyi_search::kit::{self, Plan};
use duiyi_search::{Evaluator, Score};
use duiyi_xiangqi::{Evaluation, Xiangqi};

#[test]
fn the_kit_finds_nothing_from_the_start_and_in_an_endgame() {
    let start = Xiangqi::default();
    // Checks, passes and few pieces are frequent in the endgame.
    for (fen, plan) in [
        ("", Plan { seed: 1, games: 4, most: 150 }),
        ("2bak4/4a4/4b4/8p/2p3p2/9/N2rP4/6NC1/C3A4/4K1B2 w - - 0 1", Plan { seed: 2, games: 10, most: 100 }),
    ] {
        let start = if fen.is_empty() { start.clone() } else { start.read_position(fen).unwrap() };
        let tally = kit::check(&start, &plan).unwrap_or_else(|broken| panic!("{fen}: {broken}"));
        assert!(tally.moves > 5_000 && tally.noisy > 100 && tally.threatened > 5, "{tally:?}");
        assert!(tally.keys > 1_000 && tally.passes > 50, "{tally:?}");
    }
}

#[test]
fn the_exact_search_is_minimax_on_positions_of_random_games() {
    let evaluate = |game: &Xiangqi| {
        let mut evaluation = Evaluation::new();
        evaluation.reset(game);
        let score: Score = evaluation.evaluate(game);
        score
    };
    let tally = kit::check_search(&Xiangqi::default(), &Plan { seed: 3, games: 2, most: 60 }, evaluate);
    assert_eq!(tally.unwrap_or_else(|broken| panic!("{broken}")).searches, 6);
}
