//! The static evaluation and the correction history.

use super::{
    drawn::{Desk, Drawn, DrawnSearch, Letter, Tree, ended, key_of, node},
    plies, within,
};
use crate::{
    Bound, Depth, Entry, EntryEvaluation, Game as _, Score, Stage,
    node::{Frame, Node, Role},
    path_ply::PathPly,
    tally::Tally,
};

/// The node two plies from the root, with value 100, after `assess`.
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
fn a_node_is_evaluated_if_a_technique_needs_it() {
    let score = Some(Score::new(100));
    for name in crate::Enhancements::NAMES {
        let mut desk = Desk::new(worth_100()).with(&[name]);
        let asks = ["null_move", "reverse_futility", "futility", "probcut", "improving", "correction_history"];
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
fn an_evaluation_is_rising_if_it_is_better_than_two_plies_before() {
    let improving = |before: Option<i32>, names: &[&str]| {
        let mut desk = Desk::new(worth_100()).with(names);
        desk.state.frames[0] = Frame { evaluation: before.map(Score::new), ..Frame::default() };
        desk.state.frames[1] = Frame { evaluation: Some(Score::new(900)), ..Frame::default() };
        assessed(&mut desk, |_| {}).improving
    };
    assert!(improving(Some(99), &["improving"]));
    assert!(!improving(Some(100), &["improving"]));
    assert!(improving(None, &["improving"]), "the earlier evaluation is unknown");
    assert!(!improving(Some(0), &["futility"]));
}

#[test]
fn the_table_refines_an_evaluation() {
    let refined = |score: i32, bound: Bound| {
        let entry = Entry {
            mv: 0,
            score: Score::new(score),
            depth: plies(1),
            bound,
            evaluation: EntryEvaluation::NONE,
            principal: false,
        };
        let mut desk = Desk::new(worth_100()).with(&["futility"]);
        let node = assessed(&mut desk, |node| node.entry = Some(entry));
        assert_eq!(
            desk.state.frames[2].evaluation,
            Some(Score::new(100)),
            "the nodes below use the unrefined evaluation"
        );
        node.evaluation.unwrap().get()
    };
    assert_eq!((refined(50, Bound::Exact), refined(150, Bound::Exact)), (50, 150));
    assert_eq!((refined(99, Bound::Lower), refined(101, Bound::Lower)), (100, 101));
    assert_eq!((refined(99, Bound::Upper), refined(101, Bound::Upper)), (99, 100));
    assert_eq!(refined(50, Bound::None), 100);
    assert_eq!(refined(31_990, Bound::Exact), 100, "a mate is not an evaluation");
    let mut other = Desk::new(Tree::<false>::new("a").worth("", 100)).with(&["futility"]);
    let evaluation = other.run(|search| {
        let entry = Entry {
            mv: 0,
            score: Score::new(50),
            depth: plies(1),
            bound: Bound::Exact,
            evaluation: EntryEvaluation::NONE,
            principal: false,
        };
        let mut node = Node { entry: Some(entry), ..node(search, 5) };
        search.assess(&mut node);
        node.evaluation
    });
    assert_eq!(evaluation, Some(Score::new(100)), "the game forbids pruning");
}

#[test]
fn the_bias_is_added_and_the_evaluation_stays_in_its_band() {
    let evaluation = |evaluation: i32, bias: i32| {
        let game = Drawn::new("a").at("", |position| (position.evaluation, position.bias) = (evaluation, bias));
        let mut desk = Desk::new(game);
        desk.run(|search| search.alpha_beta(within(-32_000, 32_000), Depth::ZERO, 0, Role::All)).get()
    };
    assert_eq!((evaluation(100, 0), evaluation(100, 20), evaluation(100, -20)), (100, 120, 80));
    assert_eq!((evaluation(29_999, 20), evaluation(-29_999, -20)), (30_000, -30_000));
}

#[test]
fn minimax_counts_the_bias_once() {
    // A leaf at the root has no insight; one below has its own.
    let mut game = Drawn::new("a").at("a", |position| position.bias = 20);
    let mut value = |depth| crate::minimax_of_candidates(&mut game, &mut |_: &Drawn| Score::new(100), depth).get();
    assert_eq!((value(0), value(1)), (100, -120));
}

/// Updates the corrections with a node of this evaluation and result.
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

/// The correction of the current position.
fn correction<const PRUNES: bool>(search: &DrawnSearch<'_, PRUNES>) -> i32 {
    search.state.corrections.correction(search.context(), &search.state.frames, node(search, 1).ply)
}

/// The correction of a position after a node with this result. The evaluation was 100 and the new
/// error has the full weight.
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
fn errors_of_the_evaluation_are_learnt() {
    assert_eq!(learnt(130, Bound::Exact, |_, _, _| {}), 30);
    assert_eq!(learnt(70, Bound::Exact, |_, _, _| {}), -30);
    assert_eq!(learnt(300, Bound::Exact, |_, _, _| {}), 64, "limited");
    assert_eq!(learnt(-300, Bound::Exact, |_, _, _| {}), -64);
    assert_eq!((learnt(130, Bound::Lower, |_, _, _| {}), learnt(70, Bound::Lower, |_, _, _| {})), (30, 0));
    assert_eq!((learnt(130, Bound::Upper, |_, _, _| {}), learnt(70, Bound::Upper, |_, _, _| {})), (0, -30));
    assert_eq!((learnt(100, Bound::Upper, |_, _, _| {}), learnt(100, Bound::Lower, |_, _, _| {})), (0, 0));
}

#[test]
fn results_without_information_about_the_evaluation_are_not_learnt() {
    assert_eq!(learnt(31_990, Bound::Exact, |_, _, _| {}), 0, "a mate");
    assert_eq!(learnt(130, Bound::Exact, |_, tally, _| tally.best_move = Some(Letter('A'))), 0, "a capture");
    assert_eq!(learnt(130, Bound::Exact, |_, tally, _| tally.best_move = None), 30);
    assert_eq!(learnt(130, Bound::Exact, |_, _, excluded| *excluded = true), 0, "a move was excluded");
    assert_eq!(learnt(130, Bound::Exact, |desk, _, _| desk.enhancements.correction_history = false), 0);
    let mut desk = Desk::new(worth_100()).with(&["correction_history"]);
    desk.run(|search| {
        let tally = found(60);
        let node = node(search, 60);
        teach(search, &node, None, &tally, Bound::Exact);
        assert_eq!(correction(search), 0, "there was no evaluation");
    });
}

/// A node whose best move has this score.
fn found(best: i32) -> Tally<Letter> {
    let mut tally = Tally::new(Score::ZERO);
    tally.best = Score::new(best);
    tally
}

/// The average moves by (depth + 1) / inertia towards the error, which includes the correction
/// already in the evaluation.
#[test]
fn a_correction_is_a_weighted_average() {
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
    // The evaluation contains the 8: the whole error is 64 again.
    assert_eq!(learn(7, 164, 108), 15);
    assert_eq!(learn(60, 164, 115), 27, "16/64 at most");
    assert_eq!(learn(-5, 127, 127), 27, "1/64 at least");
}

#[test]
fn corrections_are_stored_by_side_and_structure() {
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
fn the_correction_is_added_to_the_evaluation() {
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

/// The corrections of positions after a result for the one after `xy`, by the keys that they share.
#[test]
fn corrections_are_stored_by_the_pieces_of_a_side_and_by_the_last_moves() {
    let corrections = |names: &[&str], paths: [&str; 3]| {
        let mut game = Drawn::new("ab").everywhere(|position| position.structure = 900);
        for (path, structures) in [("xy", [1, 2]), ("xu", [1, 3]), ("vu", [4, 2]), ("vw", [4, 3])] {
            game = game.at(path, |position| position.side_structures = structures);
        }
        game = game.at("xy", |position| position.structure = 901);
        let mut desk = Desk::new(game).with(&["correction_history"]).with(names).set("correction_inertia", 64);
        let enter = |search: &mut DrawnSearch<'_, true>, path: &str| {
            for (ply, mv) in path.chars().enumerate() {
                search.state.frames[ply].slot = Some(mv as usize & 31);
                search.game.make(Letter(mv));
            }
        };
        desk.run(|search| {
            enter(search, "xy");
            let node = node(search, 15);
            teach(search, &node, Some(Score::ZERO), &found(64), Bound::Exact);
            search.game.take_back(2);
        });
        paths.map(|path| {
            let correction = desk.run(|search| {
                enter(search, path);
                correction(search)
            });
            desk.game.take_back(2);
            correction
        })
    };
    // 16 of 64 is learnt; a structure has weight 2, a side 1, the moves 1.
    assert_eq!(corrections(&[], ["xy", "xu", "vw"]), [16, 0, 0]);
    assert_eq!(corrections(&["side_correction"], ["xu", "vu", "vw"]), [4, 4, 0]);
    assert_eq!(corrections(&["side_correction"], ["xy", "xy", "xy"]), [16; 3]);
    assert_eq!(corrections(&["move_correction"], ["xy", "xu", "vw"]), [16, 0, 0]);
    let game = Drawn::new("ab").at("xy", |position| position.structure = 5);
    let mut desk = Desk::new(game).with(&["correction_history", "move_correction"]).set("correction_inertia", 64);
    desk.run(|search| {
        (search.state.frames[0].slot, search.state.frames[1].slot) = (Some(1), Some(2));
        let node = Node { ply: 2, ..node(search, 15) };
        teach(search, &node, Some(Score::ZERO), &found(64), Bound::Exact);
        let at = |search: &DrawnSearch<'_, true>, ply| {
            search.state.corrections.correction(search.context(), &search.state.frames, ply)
        };
        assert_eq!(at(search, 2), 16);
        (search.state.frames[2].slot, search.state.frames[3].slot) = (Some(1), Some(2));
        assert_eq!(at(search, 4), 16, "the same moves elsewhere");
        search.state.frames[3].slot = Some(3);
        assert_eq!(at(search, 4), 16 * 2 / 3, "other moves: only the structure");
        search.state.frames[3].slot = None;
        assert_eq!(at(search, 4), 16, "a pass: only the structure counts");
    });
}

/// An entry with only an evaluation.
fn evaluated(evaluation: i32) -> Entry {
    let evaluation = EntryEvaluation::of(Some(Score::new(evaluation)));
    Entry { mv: 0, score: Score::ZERO, depth: Depth::ZERO, bound: Bound::None, evaluation, principal: false }
}

#[test]
fn the_evaluation_is_taken_from_the_table() {
    let evaluation = |names: &[&str]| {
        let mut desk = Desk::new(worth_100().at("xy", |position| position.bias = 3)).with(&["futility"]).with(names);
        let node = assessed(&mut desk, |node| node.entry = Some(evaluated(33)));
        (node.plain_evaluation, node.evaluation, desk.state.frames[2].evaluation)
    };
    let known = Some(Score::new(33));
    assert_eq!(evaluation(&["stored_evaluation"]), (known, known, known));
    let own = Some(Score::new(100));
    assert_eq!(evaluation(&[]), (own, own, own));
}

/// A node stores the evaluation without the bias and the correction.
#[test]
fn the_evaluation_is_stored_without_bias_and_correction() {
    let stored = |threatened: bool, depth: Depth| {
        let game =
            Drawn::new("aA").worth("", 77).at("", |position| (position.bias, position.threatened) = (5, threatened));
        let mut desk = Desk::new(game).with(&["table", "futility", "quiescence", "quiescence_table"]);
        desk.run(|search| search.open_node(within(-500, 500), depth, 0, Role::Principal, None));
        desk.table.probe(key_of("")).unwrap().evaluation.get()
    };
    assert_eq!(stored(false, plies(2)), Some(Score::new(77)));
    assert_eq!(stored(false, Depth::ZERO), Some(Score::new(77)));
    assert_eq!(stored(true, plies(2)), None);
}

/// The farther a cut-off is from the horizon, the more of its score is kept.
#[test]
fn the_score_of_a_cutoff_is_softened_near_the_horizon() {
    let score = |names: &[&str], depth: i32, role: Role, worth: i32| {
        let mut desk = Desk::new(Drawn::new("a").at("a", |position| position.verdict = ended(-worth))).with(names);
        desk.run(|search| search.open_node(within(0, 10), plies(depth), 0, role, None)).get()
    };
    let on = &["fail_high_mean"];
    assert_eq!((score(on, 1, Role::Cut, 50), score(on, 3, Role::Cut, 50)), (30, 40));
    assert_eq!((score(on, 1, Role::Principal, 50), score(&[], 1, Role::Cut, 50)), (50, 50));
    assert_eq!((score(on, 1, Role::Cut, 5), score(on, 1, Role::Cut, 31_990)), (5, 31_990));
}

/// An entry stores whether its position was on the principal variation.
#[test]
fn a_former_principal_node_is_recognized_by_its_entry() {
    let mut desk = Desk::new(Drawn::new("a")).with(&["table", "former_principal"]);
    let search = |desk: &mut Desk, role: Role, depth: i32| {
        desk.run(|search| search.open_node(within(-9, 9), plies(depth), 0, role, None));
        desk.table.probe(key_of("")).unwrap().principal
    };
    assert!(!search(&mut desk, Role::Cut, 1));
    assert!(search(&mut desk, Role::Principal, 2));
    assert!(search(&mut desk, Role::Cut, 3), "the mark is kept");
    desk.table.clear();
    desk.enhancements.former_principal = false;
    assert!(!search(&mut desk, Role::Principal, 2));
}
