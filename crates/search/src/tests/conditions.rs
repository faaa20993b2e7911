//! What an enhancement passes to the nodes around it: roles, frames, and the counts and histories of
//! other plies.

use super::{
    drawn::{Desk, Drawn, Letter, ended, key_of, node},
    plies, reaches, within,
};
use crate::{
    Bound, Entry, EntryEvaluation, Score,
    history::earlier_moves,
    node::{Node, QuietMove, Role, Window},
};

const OPEN: Window = Window { alpha: Score::new(-900), beta: Score::new(900) };

/// A node with an exact score is not a refutation of the move before it.
#[test]
fn only_a_failed_node_rewards_the_move_before_it() {
    let gained = |window: Window| {
        let game = Drawn::new("ab").at("", |position| position.moves = "c");
        let mut desk = Desk::new(game).with(&["prior_history"]);
        desk.run(|search| search.alpha_beta(window, plies(4), 0, Role::Cut));
        desk.state.histories.quiet.get(0, 3)
    };
    assert_eq!(gained(within(-90, -80)), 72, "the replies are below alpha");
    assert_eq!(gained(OPEN), 0, "exact");
    assert_eq!(gained(within(80, 90)), 0, "a reply cuts off");
}

#[test]
fn the_move_before_a_failed_node_is_rewarded_after_the_moves_before_it() {
    let mut desk = Desk::new(Drawn::new("ab")).with(&["prior_history", "continuation_history"]);
    desk.game.play("xy");
    desk.state.frames[0].slot = Some(5);
    let quiet = QuietMove { side: 1, history_slot: 7, continuation_slot: 9 };
    (desk.state.frames[1].slot, desk.state.frames[1].quiet) = (Some(9), Some(quiet));
    desk.run(|search| search.open_node(reaches(80), plies(3), 2, Role::All, None));
    let after = |earlier| desk.state.histories.continuations.get(earlier, 9);
    assert_eq!(after([Some(5), None, None]), 72);
    assert_eq!([after([Some(9), None, None]), after([None, Some(5), None])], [0, 0]);
}

#[test]
fn the_moves_one_two_and_four_plies_before_are_earlier_moves() {
    let found = |ply: usize, names: &[&str]| {
        let mut desk = Desk::new(Drawn::new("a")).with(names);
        (0..6).for_each(|ply| desk.state.frames[ply].slot = Some(10 + ply));
        desk.state.frames[4].slot = None;
        desk.run(|search| earlier_moves(search.context(), &search.state.frames, ply))
    };
    let all = &["continuation_history", "long_continuation"];
    assert_eq!(found(4, all), [Some(13), Some(12), Some(10)]);
    assert_eq!(found(5, all), [None, Some(13), Some(11)], "a pass is not a move");
    assert_eq!(found(4, &all[..1]), [Some(13), Some(12), None]);
    assert_eq!([found(1, all), found(0, all)], [[Some(10), None, None], [None; 3]]);
    assert_eq!(found(4, &all[1..]), [None; 3]);
}

#[test]
fn a_threatened_side_tries_its_killers_before_other_quiet_moves() {
    let tried = |names: &[&str]| {
        let mut desk = Desk::new(Drawn::new("abc").at("", |position| position.threatened = true)).with(names);
        desk.state.killers.insert(0, Letter('b'));
        desk.state.killers.insert(0, Letter('c'));
        desk.run(|search| search.open_node(OPEN, plies(1), 0, Role::Principal, None));
        desk.game.tried("")
    };
    assert_eq!((&tried(&["killers"])[2..], &*tried(&[])), ("a", "abc"));
}

/// The search of the other moves writes the frame of its node.
#[test]
fn the_frame_of_a_node_is_kept_while_its_table_move_is_tested() {
    let mut desk = Desk::new(Drawn::new("abc").worth("xyb", -35)).with(&[
        "singular",
        "continuation_history",
        "prior_history",
        "improving",
        "late_move_reductions",
    ]);
    desk.game.play("xy");
    let quiet = QuietMove { side: 0, history_slot: 3, continuation_slot: 4 };
    desk.run(|search| {
        let frame = &mut search.state.frames[2];
        (frame.slot, frame.quiet) = (Some(4), Some(quiet));
        frame.evaluation = Some(Score::new(6));
        let entry = Entry {
            mv: 'a' as u32,
            score: Score::new(50),
            depth: plies(6),
            bound: Bound::Lower,
            evaluation: EntryEvaluation::NONE,
            principal: false,
        };
        let node = Node { entry: Some(entry), table_move: Some(Letter('a')), ..node(search, 7) };
        search.singularity(&node, Letter('a'), Score::new(200));
        assert!(search.statistics.nodes > 0);
        let frame = &search.state.frames[2];
        assert_eq!(frame.slot, Some(4));
        assert_eq!(frame.evaluation, Some(Score::new(6)));
        assert_eq!(frame.quiet.map(|quiet| quiet.continuation_slot), Some(4));
    });
}

/// It is expected to fail low, so it is not reduced for want of a table move.
#[test]
fn the_node_after_a_pass_is_expected_to_fail_low() {
    let game = Drawn::new("ab").at("xy", |position| (position.evaluation, position.null) = (50, Some(9)));
    let mut desk = Desk::new(game).with(&["null_move", "internal_reduction"]);
    desk.game.play("xy");
    desk.run(|search| search.try_null_move(&node(search, 12), reaches(50)));
    // Twelve plies without two, a quarter, and the pass.
    assert_eq!((desk.game.depths("xy-"), desk.game.depths("xy-a")[0]), (vec![6 * 64], 5 * 64));
}

/// A later move that is better than alpha is on the principal variation.
#[test]
fn a_search_again_with_an_open_window_is_of_the_principal_variation() {
    let game = Drawn::new("a").at("", |position| position.moves = "abc");
    let game = game.worth("a", -10).worth("b", -20).worth("c", -15);
    let game = game.worth("aa", 10).worth("ba", 20).worth("ca", 15);
    let mut desk = Desk::new(game).with(&["table", "principal_variation", "former_principal"]);
    desk.run(|search| search.open_node(OPEN, plies(2), 0, Role::Principal, None));
    let principal = ["", "b", "c"].map(|path| desk.table.probe(key_of(path)).map(|entry| entry.principal));
    assert_eq!(principal, [Some(true), Some(true), Some(false)]);
}

/// A win by a rule is not a mate, however near it is.
#[test]
fn a_mate_is_the_shortest_unless_a_move_mates_earlier() {
    let is_shortest = |end: Score| {
        let mut desk = Desk::new(Drawn::new("a").at("a", |position| position.verdict = ended(end.get())));
        desk.run(|search| {
            search.statistics.nodes = 1_000;
            search.is_shortest_mate(Score::mate_in(3))
        })
    };
    assert!(!is_shortest(Score::mated_in(1)));
    for end in [Score::rule_loss(1), Score::ZERO, Score::rule_win(1), Score::mate_in(1)] {
        assert!(is_shortest(end), "{end}");
    }
}
