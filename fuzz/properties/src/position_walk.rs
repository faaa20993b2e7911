//! A walk over legal moves, and over passes where the search would allow them:
//! at every step the board, the key, the generators, the exchanges, the verdict
//! and the incremental evaluation are checked; at the end all moves are taken back.

use crate::positions::{check_generation, start};
use duiyi_search::{Evaluator, Game, Heuristics, Score, Verdict};
use duiyi_xiangqi::{Evaluation, Move, Undo, Xiangqi};

/// A step of the walk.
enum Step {
    Move(Move, Undo),
    Pass,
}

/// The value of the captured piece, by the function of the search.
fn gain_of(game: &Xiangqi, mv: Move) -> i32 {
    Xiangqi::NOISY.map_or(0, |noisy| (noisy.gain)(game, mv))
}

fn check_step(game: &mut Xiangqi, evaluation: &mut Evaluation, ply: usize, choice: u8) {
    let position = *game.position();
    let moves = check_generation(&position);
    // Finding the value of an exchange takes many calls, so only a few moves are tested at each step.
    for &mv in moves.iter().skip(choice as usize % 8).step_by(8) {
        let value = position.exchange(mv);
        assert!(position.exchange_at_least(mv, value) && !position.exchange_at_least(mv, value + 1));
        assert!(value <= gain_of(game, mv), "an exchange brings no more than its first capture");
    }
    assert_eq!(evaluation.evaluate(game).get(), evaluation.of(&position));
    assert_eq!(game.threatened(), position.in_check());
    match game.verdict(ply) {
        Verdict::Open => {}
        Verdict::Exact(score, _) => {
            assert!(score == Score::ZERO || score == Score::rule_win(ply) || score == Score::rule_loss(ply));
        }
        bound => panic!("no bounds are expected: {bound:?}"),
    }
}

/// The property, for any input.
pub fn run(choices: &[u8]) {
    let Some((&first, choices)) = choices.split_first() else { return };
    let pass = Xiangqi::NULL_MOVE.expect("xiangqi has the null move");
    let mut game = Xiangqi::new(start(first));
    let before = game.position().to_fen();
    let mut evaluation = Evaluation::new();
    evaluation.reset(&game);
    let mut steps = Vec::new();
    // Not longer than the path that a search can add.
    for (ply, &choice) in choices.iter().take(120).enumerate() {
        check_step(&mut game, &mut evaluation, ply, choice);
        if choice == u8::MAX && !game.threatened() && (pass.strength)(&game).is_some() {
            (pass.make)(&mut game);
            steps.push(Step::Pass);
            continue;
        }
        let moves = game.position().legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[choice as usize % moves.len()];
        assert!(game.is_legal(mv));
        evaluation.push(&game, mv);
        steps.push(Step::Move(mv, game.make(mv)));
    }
    while let Some(step) = steps.pop() {
        match step {
            Step::Pass => (pass.unmake)(&mut game),
            Step::Move(mv, undo) => {
                game.unmake(mv, undo);
                Evaluator::<Xiangqi>::pop(&mut evaluation);
            }
        }
        assert!(game.position().is_consistent());
    }
    assert_eq!(game.position().to_fen(), before);
    assert_eq!(evaluation.evaluate(&game).get(), evaluation.of(game.position()));
}
