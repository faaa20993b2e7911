use super::{
    drawn::{Desk, Drawn, ended, node},
    plies, reaches, within,
};
use crate::{
    Depth, Score,
    node::{Node, QuietMove, Role},
};

/// The position after two moves, with evaluation 100 and strength 9 for its side, which still has
/// 80 after a pass.
fn armed() -> Desk {
    let game = Drawn::new("ab").at("xy", |position| (position.evaluation, position.null) = (100, Some(9)));
    Desk::new(game.worth("xy-", -80)).with(&["null_move", "null_evaluation"])
}

/// The result of the null move for a beta and a depth in 1/64 ply, and the depths of its searches.
fn passing(mut desk: Desk, beta: i32, depth: i32) -> (Option<i32>, Vec<i32>) {
    desk.game.play("xy");
    let score = desk.run(|search| {
        let mut node = node(search, 0);
        node.depth = Depth::fraction(depth);
        let score = search.try_null_move(&node, reaches(beta));
        assert_eq!(search.statistics.null_move_cuts, score.is_some() as u64);
        assert_eq!(search.statistics.null_moves, search.game.depths("xy-").len() as u64);
        assert!(!search.state.frames[2].is_null, "the following moves are not null moves");
        score
    });
    (score.map(Score::get), desk.game.depths("xy-"))
}

fn is_tried(desk: Desk, beta: i32, depth: i32) -> bool {
    !passing(desk, beta, depth).1.is_empty()
}

#[test]
fn a_null_move_that_reaches_beta_cuts_off() {
    assert_eq!(passing(armed(), 80, 256), (Some(80), vec![0]));
    assert_eq!(passing(armed(), 79, 256), (Some(80), vec![0]), "the score after the pass");
    assert_eq!(passing(armed(), 81, 256), (None, vec![0]));
    let mut desk = armed();
    desk.game.play("xy");
    desk.run(|search| search.try_null_move(&node(search, 4), within(10, 60)));
    assert_eq!(desk.game.windows("xy-"), [(-60, -59)], "a null window at beta");
}

#[test]
fn a_null_move_needs_evaluation_and_strength() {
    assert!(is_tried(armed(), 100, 256));
    assert!(!is_tried(armed(), 101, 256), "the evaluation does not reach beta");
    let mut by_the_thesis = armed();
    by_the_thesis.enhancements.null_evaluation = false;
    assert!(is_tried(by_the_thesis, 101, 256));
    let mut zugzwang = armed();
    zugzwang.game = zugzwang.game.at("xy", |position| position.null = None);
    assert!(!is_tried(zugzwang, 50, 256));
    let mut off = armed();
    off.enhancements.null_move = false;
    assert!(!is_tried(off, 50, 256));
    let mut unknown = armed();
    unknown.game.play("xy");
    unknown.run(|search| {
        let node = crate::node::Node { evaluation: None, ..node(search, 4) };
        assert_eq!(search.try_null_move(&node, reaches(50)), None);
    });
    assert!(unknown.game.visits.is_empty());
}

#[test]
fn null_moves_are_not_consecutive() {
    let mut after_pass = armed();
    after_pass.state.frames[1].is_null = true;
    assert!(!is_tried(after_pass, 50, 256));
    let mut earlier_pass = armed();
    earlier_pass.state.frames[0].is_null = true;
    assert!(is_tried(earlier_pass, 50, 256));
    // In a whole search as well: both sides could always pass with sufficient strength.
    let game = Drawn::new("ab").everywhere(|position| (position.null, position.evaluation) = (Some(9), 100));
    let mut desk = Desk::new(game).with(&["null_move"]);
    desk.run(|search| search.alpha_beta(reaches(50), plies(8), 0, Role::Cut));
    let paths = desk.game.paths();
    assert!(paths.iter().all(|path| !path.contains("--")));
    assert!(paths.iter().any(|path| path.contains("-a-")), "after a move a pass is allowed again");
}

#[test]
fn a_null_move_needs_depth() {
    assert!(is_tried(armed(), 50, 128));
    assert!(!is_tried(armed(), 50, 127));
    assert!(!is_tried(armed().set("null_depth", 5), 50, 5 * 64 - 1));
    assert!(is_tried(armed().set("null_depth", 5), 50, 5 * 64));
}

#[test]
fn null_moves_do_not_prove_mates() {
    let mate = Score::rule_win(100).get();
    let mut mating = armed();
    mating.game = mating.game.worth("xy", mate + 1);
    assert!(!is_tried(mating, mate, 256), "beta is decisive");
    let mut mating = armed();
    mating.game = mating.game.at("xy-", |position| position.verdict = ended(-31_990));
    assert_eq!(passing(mating, 50, 256).0, Some(50), "a mate found by passing is not proved");
}

#[test]
fn the_reduction_depends_on_depth_margin_and_strength() {
    let depth = |evaluation: i32, strength: u32, depth: i32| {
        let mut desk = armed();
        desk.game = desk.game.at("xy", |position| (position.evaluation, position.null) = (evaluation, Some(strength)));
        passing(desk, 50, depth).1[0]
    };
    // One ply for the pass itself, two, and a quarter of the depth.
    assert_eq!(depth(50, 9, 640), 640 - 64 - 128 - 160);
    assert_eq!(depth(50, 9, 1280), 1280 - 64 - 128 - 320);
    // One ply for each 200 above beta, at most two.
    assert_eq!(depth(249, 9, 640), 288);
    assert_eq!(depth(250, 9, 640), 288 - 64);
    assert_eq!(depth(450, 9, 640), 288 - 128);
    assert_eq!(depth(850, 9, 640), 288 - 128);
    // One ply less with little strength.
    assert_eq!(depth(50, 2, 640), 288 + 64);
    assert_eq!(depth(50, 3, 640), 288);
}

#[test]
fn moves_after_a_pass_have_no_earlier_move() {
    let mut desk = armed();
    desk.game.play("xy");
    desk.run(|search| {
        let frame = &mut search.state.frames[2];
        let quiet = QuietMove { side: 0, history_slot: 1, continuation_slot: 1 };
        (frame.slot, frame.quiet) = (Some(1), Some(quiet));
        search.try_null_move(&node(search, 4), reaches(50));
        let frame = &search.state.frames[2];
        assert!((frame.slot, frame.quiet.is_none()) == (None, true));
    });
}

#[test]
fn only_expected_cut_nodes_pass() {
    let tries = |names: &[&str], role: Role| {
        let mut desk = armed().with(names);
        desk.game.play("xy");
        desk.run(|search| search.try_null_move(&Node { role, ..node(search, 4) }, reaches(50)).is_some())
    };
    let on = &["null_cut_nodes"];
    assert_eq!((tries(on, Role::Cut), tries(on, Role::All), tries(&[], Role::All)), (true, false, true));
}
