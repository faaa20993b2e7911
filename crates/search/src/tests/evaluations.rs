//! The static evaluation and what is learnt of its errors.

use super::{
    drawn::{Desk, Drawn, DrawnSearch, Letter, Tree, node},
    plies, within,
};
use crate::{
    Bound, Depth, Entry, Score, Stage,
    node::{Frame, Node},
    path_ply::PathPly,
    tally::Tally,
};

/// The node two plies from the root, worth 100, as it is assessed.
fn assessed(desk: &mut Desk, change: impl FnOnce(&mut Node<Letter>)) -> Node<Letter> {
    if desk.game.is_at_the_root() {
        desk.game.play("xy");
    }
    desk.run(|search| {
        let mut node = Node { evaluation: None, ..node(search, 5) };
        change(&mut node);
        search.assess(&mut node);
        node
    })
}

fn worth_100() -> Drawn {
    Drawn::new("ab").worth("xy", 100)
}

#[test]
fn a_node_is_evaluated_if_something_asks_for_it() {
    let score = Some(Score::new(100));
    for name in crate::Enhancements::NAMES {
        let mut desk = Desk::new(worth_100()).with(&[name]);
        let asks = [
            "null_move",
            "reverse_futility",
            "razoring",
            "futility",
            "probcut",
            "improving",
            "correction_history",
            "hindsight",
        ];
        let expected = asks.contains(name).then_some(score).flatten();
        assert_eq!(assessed(&mut desk, |_| {}).evaluation, expected, "{name}");
        assert_eq!(desk.state.frames[2].evaluation, expected, "{name}");
    }
}

#[test]
fn a_threatened_side_has_no_evaluation() {
    let mut desk = Desk::new(worth_100()).with(&["futility"]);
    desk.state.frames[2].evaluation = Some(Score::new(7));
    let node = assessed(&mut desk, |node| node.threatened = true);
    assert_eq!((node.evaluation, node.improving, desk.state.frames[2].evaluation), (None, false, None));
}

#[test]
fn an_evaluation_rises_if_it_is_better_than_two_plies_before() {
    let improving = |before: Option<i32>, names: &[&str]| {
        let mut desk = Desk::new(worth_100()).with(names);
        desk.state.frames[0] = Frame { evaluation: before.map(Score::new), ..Frame::default() };
        desk.state.frames[1] = Frame { evaluation: Some(Score::new(900)), ..Frame::default() };
        assessed(&mut desk, |_| {}).improving
    };
    assert!(improving(Some(99), &["improving"]));
    assert!(!improving(Some(100), &["improving"]));
    assert!(improving(None, &["improving"]), "nothing is known of it");
    assert!(!improving(Some(0), &["futility"]));
}

#[test]
fn the_table_refines_an_evaluation() {
    let refined = |score: i32, bound: Bound| {
        let entry = Entry { mv: 0, score: Score::new(score), depth: plies(1), bound, evaluation: None, principal: false };
        let mut desk = Desk::new(worth_100()).with(&["futility"]);
        let node = assessed(&mut desk, |node| node.entry = Some(entry));
        assert_eq!(desk.state.frames[2].evaluation, Some(Score::new(100)), "the nodes below see the evaluation itself");
        node.evaluation.unwrap().get()
    };
    assert_eq!((refined(50, Bound::Exact), refined(150, Bound::Exact)), (50, 150));
    assert_eq!((refined(99, Bound::Lower), refined(101, Bound::Lower)), (100, 101));
    assert_eq!((refined(99, Bound::Upper), refined(101, Bound::Upper)), (99, 100));
    assert_eq!(refined(50, Bound::None), 100);
    assert_eq!(refined(31_990, Bound::Exact), 100, "a mate is no evaluation");
    let mut other = Desk::new(Tree::<false>::new("a").worth("", 100)).with(&["futility"]);
    let evaluation = other.run(|search| {
        let entry = Entry { mv: 0, score: Score::new(50), depth: plies(1), bound: Bound::Exact, evaluation: None, principal: false };
        let mut node = Node { entry: Some(entry), ..node(search, 5) };
        search.assess(&mut node);
        node.evaluation
    });
    assert_eq!(evaluation, Some(Score::new(100)), "the game is searched faithfully");
}

#[test]
fn an_evaluation_has_the_bias_and_stays_in_its_band() {
    let evaluation = |evaluation: i32, bias: i32| {
        let game = Drawn::new("a").at("", |position| (position.evaluation, position.bias) = (evaluation, bias));
        let mut desk = Desk::new(game);
        desk.run(|search| search.alpha_beta(within(-32_000, 32_000), Depth::ZERO, 0, crate::node::Role::All)).get()
    };
    assert_eq!((evaluation(100, 0), evaluation(100, 20), evaluation(100, -20)), (100, 120, 80));
    assert_eq!((evaluation(29_999, 20), evaluation(-29_999, -20)), (30_000, -30_000));
}

#[test]
fn minimax_counts_the_bias_once() {
    // A leaf at the root knows no insight; one below has its own.
    let mut game = Drawn::new("a").at("a", |position| position.bias = 20);
    let mut value = |depth| crate::minimax(&mut game, &mut |_: &Drawn| Score::new(100), depth).get();
    assert_eq!((value(0), value(1)), (100, -120));
}

/// Whether a node after a reduced move is searched deeper or less deep.
fn hindsight(desk: &mut Desk, parent: i32, reduction: i32, change: impl FnOnce(&mut Node<Letter>)) -> i32 {
    let evaluation = Some(Score::new(parent));
    desk.state.frames[1] = Frame { evaluation, reduction, ..Frame::default() };
    (assessed(desk, change).depth - plies(5)).sixty_fourths()
}

#[test]
fn a_reduction_is_corrected_in_hindsight() {
    let mut desk = Desk::new(worth_100()).with(&["hindsight"]);
    // The other side has lost what this one has more than that: 100 and so much.
    assert_eq!(hindsight(&mut desk, -101, 192, |_| {}), 64);
    assert_eq!(hindsight(&mut desk, -100, 192, |_| {}), 0);
    assert_eq!(hindsight(&mut desk, -101, 191, |_| {}), 0, "it was not reduced as much");
    assert_eq!(hindsight(&mut desk, 21, 128, |_| {}), -64);
    assert_eq!(hindsight(&mut desk, 20, 128, |_| {}), 0);
    assert_eq!(hindsight(&mut desk, 21, 127, |_| {}), 0, "it was not reduced as much");
    assert_eq!(hindsight(&mut desk, 21, 192, |_| {}), -64);
    assert_eq!(hindsight(&mut desk, 21, 128, |node| node.depth = plies(2)), -64 * 4);
    assert_eq!(hindsight(&mut desk, 21, 128, |node| node.depth = Depth::fraction(127)), 127 - 320, "not deep enough");
    assert_eq!(hindsight(&mut desk, -101, 192, |node| node.excluded = Some(Letter('a'))), 0);
    assert_eq!(hindsight(&mut desk, -101, 192, |node| node.ply = 0), 0, "at the root");
    desk.state.frames[1].evaluation = None;
    assert_eq!(assessed(&mut desk, |_| {}).depth, plies(5), "nothing is known of the position before");
    desk.enhancements.hindsight = false;
    desk.enhancements.futility = true;
    assert_eq!(hindsight(&mut desk, -101, 192, |_| {}), 0);
    let mut other = Desk::new(Tree::<false>::new("a").worth("xy", 100)).with(&["hindsight"]);
    other.state.frames[1] = Frame { evaluation: Some(Score::new(-500)), reduction: 192, ..Frame::default() };
    other.game.play("xy");
    let depth = other.run(|search| {
        let mut node = node(search, 5);
        search.assess(&mut node);
        node.depth
    });
    assert_eq!(depth, plies(5), "the game forbids it");
}

/// Has a node with this evaluation and result learnt from.
fn teach<const PRUNES: bool>(
    search: &mut DrawnSearch<'_, PRUNES>,
    node: &Node<Letter>,
    evaluation: Option<Score>,
    tally: &Tally<Letter>,
    bound: Bound,
) {
    let (context, state) = search.context_and_state();
    state.frames[node.ply].evaluation = evaluation;
    state.corrections.learn(context, node, &state.frames, tally, bound);
}

/// The correction of the position on the board.
fn correction<const PRUNES: bool>(search: &DrawnSearch<'_, PRUNES>) -> i32 {
    search.state.corrections.correction(search.context(), &search.state.frames, node(search, 1).ply)
}

/// What a node with this result teaches: the correction of a position afterwards. The
/// evaluation was 100 and all weight is on the new error.
fn learnt(best: i32, bound: Bound, change: impl FnOnce(&mut Desk, &mut Tally<Letter>, &mut bool)) -> i32 {
    let mut desk = Desk::new(worth_100()).with(&["correction_history"]);
    desk = desk.set("correction_inertia", 64).set("correction_weight", 64);
    let mut tally = Tally::new(Score::new(-32_000));
    tally.add((Letter('a'), Stage::Quiet), Score::new(best), PathPly::NONE, Score::INFINITE);
    let mut excluded = false;
    change(&mut desk, &mut tally, &mut excluded);
    desk.game.play("xy");
    desk.run(|search| {
        let node = Node { excluded: excluded.then_some(Letter('b')), ..node(search, 63) };
        teach(search, &node, Some(Score::new(100)), &tally, bound);
        correction(search)
    })
}

#[test]
fn the_error_of_an_evaluation_is_learnt() {
    assert_eq!(learnt(130, Bound::Exact, |_, _, _| {}), 30);
    assert_eq!(learnt(70, Bound::Exact, |_, _, _| {}), -30);
    assert_eq!(learnt(300, Bound::Exact, |_, _, _| {}), 64, "no more than the limit");
    assert_eq!(learnt(-300, Bound::Exact, |_, _, _| {}), -64);
    assert_eq!((learnt(130, Bound::Lower, |_, _, _| {}), learnt(70, Bound::Lower, |_, _, _| {})), (30, 0));
    assert_eq!((learnt(130, Bound::Upper, |_, _, _| {}), learnt(70, Bound::Upper, |_, _, _| {})), (0, -30));
    assert_eq!((learnt(100, Bound::Upper, |_, _, _| {}), learnt(100, Bound::Lower, |_, _, _| {})), (0, 0));
}

#[test]
fn what_says_nothing_of_the_evaluation_is_not_learnt() {
    assert_eq!(learnt(31_990, Bound::Exact, |_, _, _| {}), 0, "a mate");
    assert_eq!(learnt(130, Bound::Exact, |_, tally, _| tally.best_move = Some(Letter('A'))), 0, "a capture");
    assert_eq!(learnt(130, Bound::Exact, |_, tally, _| tally.best_move = None), 30);
    assert_eq!(learnt(130, Bound::Exact, |_, _, excluded| *excluded = true), 0, "a move was left out");
    assert_eq!(learnt(130, Bound::Exact, |desk, _, _| desk.enhancements.correction_history = false), 0);
    let mut desk = Desk::new(worth_100()).with(&["correction_history"]);
    desk.run(|search| {
        let tally = found(60);
        let node = node(search, 60);
        teach(search, &node, None, &tally, Bound::Exact);
        assert_eq!(correction(search), 0, "there was no evaluation");
    });
}

/// A node whose best move brings so much.
fn found(best: i32) -> Tally<Letter> {
    let mut tally = Tally::new(Score::ZERO);
    tally.best = Score::new(best);
    tally
}

/// The average moves by the depth and one, of the inertia, and takes the correction that is
/// already in the evaluation with it.
#[test]
fn a_correction_is_an_average() {
    let mut desk = Desk::new(worth_100()).with(&["correction_history"]).set("correction_inertia", 64);
    desk = desk.set("correction_weight", 16);
    let mut learn = |depth: i32, best: i32, evaluation: i32| {
        desk.run(|search| {
            let tally = found(best);
            let node = node(search, depth);
            teach(search, &node, Some(Score::new(evaluation)), &tally, Bound::Exact);
            correction(search)
        })
    };
    assert_eq!(learn(7, 164, 100), 8, "8/64 of 64");
    // The evaluation has the 8 in it: the whole error is 64 again.
    assert_eq!(learn(7, 164, 108), 15);
    assert_eq!(learn(60, 164, 115), 27, "16/64 at most");
    assert_eq!(learn(-5, 127, 127), 27, "1/64 at least");
}

#[test]
fn corrections_are_kept_by_side_and_structure() {
    let game = Drawn::new("ab").at("a", |position| position.structure = 5).at("ab", |position| position.structure = 5);
    let game = game.at("b", |position| position.structure = 5 + (1 << 14)).at("aba", |position| position.structure = 6);
    let mut desk = Desk::new(game).with(&["correction_history"]).set("correction_inertia", 64);
    let mut at = |path: &str, learns: bool| {
        desk.game.play(path);
        let correction = desk.run(|search| {
            let tally = found(64);
            let node = node(search, 15);
            if learns {
                teach(search, &node, Some(Score::ZERO), &tally, Bound::Exact);
            }
            correction(search)
        });
        desk.game.take_back(path.len());
        correction
    };
    assert_eq!(at("a", true), 16);
    assert_eq!(at("ab", false), 0, "the other side");
    assert_eq!(at("aba", false), 0, "another structure");
    assert_eq!(at("b", false), 16, "structures share slots by their low bits");
    desk.state.corrections.clear();
    desk.game.play("a");
    assert_eq!(desk.run(|search| correction(search)), 0);
}

#[test]
fn a_correction_is_added_to_the_evaluation() {
    let mut desk = Desk::new(worth_100()).with(&["correction_history"]).set("correction_inertia", 64);
    desk.run(|search| {
        let tally = found(64);
        let node = node(search, 15);
        teach(search, &node, Some(Score::ZERO), &tally, Bound::Exact);
        assert_eq!(search.evaluate(0), Score::new(16));
    });
    desk.enhancements.correction_history = false;
    assert_eq!(desk.run(|search| search.evaluate(0)), Score::ZERO);
}
