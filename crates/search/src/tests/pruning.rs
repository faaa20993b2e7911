use super::{
    drawn::{Desk, Drawn, DrawnSearch, Letter, Tree, key_of, node},
    plies, reaches, within,
};
use crate::{
    Bound, Depth, Score, Stage,
    node::{Node, Role, Window},
    pruning::Pruned,
    tally::Progress,
};
use proptest::prelude::*;

/// A position with a quiet and a noisy move, each with and without a threat, with value 0.
fn moves_for(name: &str) -> Desk {
    let game = Drawn::new("aBcD").kind('c', |kind| kind.threat = true).kind('D', |kind| kind.threat = true);
    Desk::new(game).with(&[name])
}

/// A node with this depth in plies, and the results of its moves so far.
struct Case {
    depth: i32,
    evaluation: Option<i32>,
    alpha: i32,
    best: i32,
    move_count: u32,
    improving: bool,
    threatened: bool,
}

/// One move was searched, with score 0.
const CASE: Case =
    Case { depth: 1, evaluation: Some(0), alpha: 0, best: 0, move_count: 1, improving: false, threatened: false };

fn ask<const PRUNES: bool>(search: &DrawnSearch<'_, PRUNES>, case: &Case, mv: char, stage: Stage) -> Pruned {
    let node = Node {
        evaluation: case.evaluation.map(Score::new),
        improving: case.improving,
        threatened: case.threatened,
        ..node(search, case.depth)
    };
    let (alpha, best) = (Score::new(case.alpha), Score::new(case.best));
    search.prune_move(&node, Letter(mv), stage, Progress { alpha, best, move_count: case.move_count })
}

fn pruned(desk: &mut Desk, case: Case, mv: char, stage: Stage) -> Pruned {
    desk.run(|search| ask(search, &case, mv, stage))
}

fn quiet(desk: &mut Desk, case: Case) -> bool {
    pruned(desk, case, 'a', Stage::Quiet) != Pruned::No
}

#[test]
fn the_first_moves_are_never_pruned() {
    // Alpha is far above the evaluation.
    let hopeless = Case { alpha: 5_000, best: -100, ..CASE };
    let mut desk = moves_for("futility");
    assert!(quiet(&mut desk, Case { ..hopeless }));
    assert!(!quiet(&mut desk, Case { move_count: 0, ..hopeless }), "no move is searched yet");
    assert!(!quiet(&mut desk, Case { threatened: true, ..hopeless }));
    assert!(!quiet(&mut desk, Case { best: -31_000, ..hopeless }), "all moves lose so far");
    assert!(quiet(&mut desk, Case { best: -30_000, ..hopeless }));
    assert!(quiet(&mut desk, Case { best: 31_000, ..hopeless }));
    let mut other = Desk::new(Tree::<false>::new("a")).with(&["futility", "late_move_pruning"]);
    let case = Case { move_count: 60, ..hopeless };
    assert_eq!(other.run(|search| ask(search, &case, 'a', Stage::Quiet)), Pruned::No, "the game forbids it");
}

#[test]
fn the_futility_margin_grows_with_each_ply() {
    let mut desk = moves_for("futility").set("futility_base", 100).set("futility_margin", 10).set("futility_depth", 3);
    let hopeless = |depth: i32, alpha: i32| Case { depth, alpha, ..CASE };
    // After one move there is no reduction: the margin counts whole plies.
    for (depth, margin) in [(0, 100), (1, 110), (3, 130)] {
        assert!(quiet(&mut desk, hopeless(depth, margin)));
        assert!(!quiet(&mut desk, hopeless(depth, margin - 1)));
    }
    assert!(!quiet(&mut desk, hopeless(4, 5_000)), "too deep");
    assert!(quiet(&mut desk, Case { evaluation: Some(20), ..hopeless(1, 130) }));
    assert!(!quiet(&mut desk, Case { evaluation: Some(21), ..hopeless(1, 130) }));
    assert!(!quiet(&mut desk, Case { evaluation: None, ..hopeless(1, 5_000) }));
    assert!(!quiet(&mut desk, hopeless(1, 31_000)), "alpha is decisive");
    assert_eq!(pruned(&mut desk, hopeless(1, 5_000), 'c', Stage::Quiet), Pruned::No, "it makes a threat");
    let reach = Score::new(110);
    assert_eq!(pruned(&mut desk, hopeless(1, 5_000), 'a', Stage::Quiet), Pruned::UpTo(reach), "the next may be better");
    assert_eq!(pruned(&mut desk, hopeless(1, 5_000), 'B', Stage::BadNoisy), Pruned::No, "it is noisy");
    desk.enhancements.futility = false;
    assert!(!quiet(&mut desk, hopeless(1, 5_000)));
}

/// The margin depends on the reduced depth of the move.
#[test]
fn futility_uses_the_reduced_depth() {
    let mut desk = moves_for("futility").set("futility_base", 100).set("futility_margin", 10).set("futility_depth", 3);
    // After ten moves at 6 plies: 27 × ln 6 × ln 10 = 111 sixty-fourths, one whole ply.
    let reduced = |move_count: u32, alpha: i32| Case { depth: 4, move_count, alpha, ..CASE };
    assert!(!quiet(&mut desk, reduced(1, 5_000)));
    assert_eq!(desk.state.reductions.get(plies(4), 10) / 64, 1);
    assert!(quiet(&mut desk, reduced(10, 130)));
    assert!(!quiet(&mut desk, reduced(10, 129)));
    let mut all = desk.set("lmr_factor", 128).set("futility_margin", 50);
    // A depth below the horizon counts as the horizon.
    assert!(all.state.reductions.get(plies(4), 40) / 64 > 5);
    assert!(quiet(&mut all, reduced(40, 100)));
    assert!(!quiet(&mut all, reduced(40, 99)));
}

#[test]
fn late_moves_are_pruned_after_a_number_of_moves() {
    let mut desk = moves_for("late_move_pruning").set("late_move_depth", 3);
    let late = |depth: i32, move_count: u32| Case { depth, move_count, improving: true, ..CASE };
    // Six moves and the square of the depth.
    for (depth, enough) in [(0, 6), (1, 7), (2, 10), (3, 15)] {
        assert_eq!(pruned(&mut desk, late(depth, enough), 'a', Stage::Quiet), Pruned::Quiets);
        assert_eq!(pruned(&mut desk, late(depth, enough - 1), 'a', Stage::Quiet), Pruned::No);
        // Half of it plus one if the evaluation is not rising.
        let half = enough / 2 + 1;
        let falling = |move_count: u32| Case { improving: false, ..late(depth, move_count) };
        assert_eq!(pruned(&mut desk, falling(half), 'a', Stage::Quiet), Pruned::Quiets);
        assert_eq!(pruned(&mut desk, falling(half - 1), 'a', Stage::Quiet), Pruned::No);
    }
    assert!(!quiet(&mut desk, late(4, 60)), "too deep");
    assert_eq!(pruned(&mut desk, late(1, 60), 'B', Stage::Evasion), Pruned::No, "a noisy move at any stage");
    assert_eq!(pruned(&mut desk, late(1, 60), 'a', Stage::GoodNoisy), Pruned::No);
    desk.enhancements.late_move_pruning = false;
    assert!(!quiet(&mut desk, late(1, 60)));
}

#[test]
fn moves_that_lose_an_exchange_are_pruned_near_the_horizon() {
    let mut desk = moves_for("exchange_pruning").set("exchange_depth", 3);
    let mut losing = |letter: char, loss: i32, depth: i32, stage: Stage| {
        desk.game = desk.game.clone().kind(letter, |kind| kind.exchange = -loss);
        pruned(&mut desk, Case { depth, ..CASE }, letter, stage)
    };
    // A noisy move may lose 135 per ply, a quiet one 40 times the depth squared.
    for (depth, noisy, quiet) in [(1, 135, 40), (2, 270, 160), (3, 405, 360)] {
        assert_eq!(losing('B', noisy, depth, Stage::BadNoisy), Pruned::No);
        assert_eq!(losing('B', noisy + 1, depth, Stage::BadNoisy), Pruned::Move);
        assert_eq!(losing('a', quiet, depth, Stage::Quiet), Pruned::No);
        assert_eq!(losing('a', quiet + 1, depth, Stage::Quiet), Pruned::Move);
    }
    assert_eq!(losing('B', 5_000, 4, Stage::BadNoisy), Pruned::No, "too deep");
    assert_eq!(losing('a', 5_000, 4, Stage::Quiet), Pruned::No, "too deep");
    assert_eq!(losing('B', 5_000, 1, Stage::GoodNoisy), Pruned::No, "it is in the stage of good moves");
    assert_eq!(losing('D', 5_000, 1, Stage::BadNoisy), Pruned::No, "it makes a threat");
    assert_eq!(losing('c', 5_000, 1, Stage::Quiet), Pruned::No, "it makes a threat");
    desk.enhancements.exchange_pruning = false;
    assert_eq!(pruned(&mut desk, CASE, 'a', Stage::Quiet), Pruned::No);
    assert_eq!(pruned(&mut desk, CASE, 'B', Stage::BadNoisy), Pruned::No);
}

#[test]
fn moves_with_a_bad_history_are_pruned_near_the_horizon() {
    let failed = |times: u32| {
        let mut desk =
            moves_for("history").with(&["history_pruning"]).set("history_depth", 2).set("history_margin", 100);
        // Each failure at 2 plies costs nearly 64.
        desk.run(|search| {
            let node = node(search, 2);
            for _ in 0..times {
                let (context, state) = search.context_and_state();
                state.histories.learn_cut(context, &node, Letter('c'), &[Letter('a')]);
            }
        });
        desk
    };
    let history = |desk: &mut Desk| {
        desk.run(|search| {
            let node = node(search, 1);
            search.state.histories.score(search.context(), &node, Letter('a'))
        })
    };
    assert_eq!((history(&mut failed(1)), history(&mut failed(2))), (-64, -128));
    assert!(!quiet(&mut failed(1), CASE), "64 is less than 100");
    assert!(quiet(&mut failed(2), CASE));
    assert!(!quiet(&mut failed(2).set("history_margin", 128), CASE), "the allowed amount");
    assert!(!quiet(&mut failed(2), Case { depth: 2, ..CASE }), "twice the amount at two plies");
    assert!(quiet(&mut failed(4), Case { depth: 2, ..CASE }));
    assert!(!quiet(&mut failed(40), Case { depth: 3, ..CASE }), "too deep");
    let mut off = failed(40);
    off.enhancements.history_pruning = false;
    assert!(!quiet(&mut off, CASE));
}

/// The score that ends a node before its moves; the game records a quiescence search.
fn node_pruned(desk: &mut Desk, depth: i32, improving: bool, (alpha, beta): (i32, i32)) -> Option<i32> {
    desk.run(|search| {
        let mut node = Node { improving, ..node(search, depth) };
        search.prune_node(&mut node, within(alpha, beta)).map(Score::get)
    })
}

#[test]
fn an_evaluation_far_above_beta_cuts_off() {
    let worth = |evaluation: i32| {
        let game = Drawn::new("a").worth("", evaluation);
        Desk::new(game).with(&["reverse_futility"]).set("reverse_futility_depth", 3)
    };
    // 57 per ply, one ply less if the evaluation is rising; the score is the mean.
    let cut =
        |evaluation: i32, depth: i32, improving: bool| node_pruned(&mut worth(evaluation), depth, improving, (99, 100));
    assert_eq!(cut(100 + 57, 1, false), Some(128));
    assert_eq!(cut(100 + 56, 1, false), None);
    assert_eq!(cut(100, 1, true), Some(100));
    assert_eq!(cut(99, 1, true), None);
    assert_eq!(cut(100, 0, true), Some(100), "never a negative margin");
    assert_eq!(cut(99, 0, true), None);
    assert_eq!(cut(100 + 171, 3, false), Some(185));
    assert_eq!(cut(100 + 170, 3, false), None);
    assert_eq!(cut(100 + 114, 3, true), Some(157));
    assert_eq!(cut(100 + 113, 3, true), None);
    assert_eq!(cut(20_000, 4, false), None, "too deep");
    let mate = Score::rule_win(90).get();
    assert_eq!(node_pruned(&mut worth(mate + 400), 1, false, (mate - 1, mate)), None, "beta is decisive");
    let mut off = worth(20_000);
    off.enhancements.reverse_futility = false;
    assert_eq!(node_pruned(&mut off, 1, false, (99, 100)), None);
    let mut share = worth(164).set("reverse_futility_share", 16);
    assert_eq!(
        node_pruned(&mut share, 1, false, (99, 100)),
        Some(116),
        "a quarter of the evaluation and three quarters of beta"
    );
    let mut other = Desk::new(Tree::<false>::new("a").worth("", 20_000)).with(&["reverse_futility"]);
    let cut = other.run(|search| search.prune_node(&mut node(search, 1), reaches(100)));
    assert_eq!(cut, None, "the game forbids it");
    let mut unknown = worth(20_000);
    let cut = unknown.run(|search| search.prune_node(&mut Node { evaluation: None, ..node(search, 1) }, reaches(100)));
    assert_eq!(cut, None);
}

/// In a whole search: the evaluation does not end a node of the principal variation, a threatened
/// node, or a node with an excluded move.
#[test]
fn only_ordinary_nodes_are_pruned() {
    use crate::node::Role;
    let children = |role: Role, threatened: bool, excluded: Option<char>| {
        let game = Drawn::new("ab").at("", |position| (position.evaluation, position.threatened) = (900, threatened));
        let mut desk = Desk::new(game).with(&["reverse_futility"]);
        desk.run(|search| search.open_node(reaches(100), Depth::PLY, 0, role, excluded.map(Letter)));
        desk.game.tried("")
    };
    assert_eq!(children(Role::Cut, false, None), "");
    assert_eq!(children(Role::All, false, None), "");
    assert_eq!(children(Role::Principal, false, None), "ab");
    assert_eq!(children(Role::Cut, true, None), "ab");
    assert_eq!(children(Role::Cut, false, Some('a')), "b");
}

/// The score and the bound of the root position in the table.
fn stored(desk: &Desk) -> Option<(i32, Bound)> {
    desk.table.probe(key_of("")).map(|entry| (entry.score.get(), entry.bound))
}

#[test]
fn an_upper_bound_allows_for_the_moves_pruned_by_futility() {
    // `b` is worth 100, which the margin foresees.
    let game = Drawn::new("").at("", |position| position.moves = "ab").worth("a", 50).worth("b", -100);
    let mut desk = Desk::new(game)
        .with(&["futility", "table", "pruned_bounds"])
        .set("futility_base", 100)
        .set("futility_margin", 10);
    let score = desk.run(|search| search.open_node(reaches(150), Depth::PLY, 0, Role::Cut, None)).get();
    assert_eq!(desk.game.tried(""), "a");
    assert_eq!((score, stored(&desk)), (110, Some((110, Bound::Upper))));
    // A capture in the quiescence search: evaluation, gain and margin.
    let game = Drawn::new("").at("", |position| position.moves = "A").worth("A", -100);
    let mut desk =
        Desk::new(game.kind('A', |kind| kind.gain = 20)).with(&["delta", "table", "quiescence_table", "pruned_bounds"]);
    let score = desk.run(|search| search.resolve(reaches(500), 0)).get();
    assert_eq!(desk.game.tried(""), "");
    assert_eq!((score, stored(&desk)), (20 + 150, Some((20 + 150, Bound::Upper))));
}

proptest! {
    /// No value of these trees is more than 100 above that of the position before, as the margins assume.
    #[test]
    fn bounds_hold_for_the_value_by_a_full_window(seed: u64, alpha in -60..400i32, depth in 1..4i32) {
        let names = [
            "futility", "delta", "quiescence", "quiescence_table", "table", "principal_variation", "pruned_bounds",
        ];
        let desk = || Desk::new(Drawn::new("abAB").random(seed)).with(&names).set("futility_base", 101)
            .set("futility_margin", 0).set("delta_margin", 101).set("quiescence_plies", 1);
        let search = |desk: &mut Desk, window: Window| {
            desk.run(|search| search.alpha_beta(window, plies(depth), 0, Role::Cut)).get()
        };
        let value = search(&mut desk(), within(-32_000, 32_000));
        let mut narrow = desk();
        search(&mut narrow, reaches(alpha));
        let holds = match stored(&narrow) {
            Some((score, Bound::Upper)) => value <= score,
            Some((score, Bound::Lower)) => value >= score,
            Some((score, _)) => value == score,
            None => true,
        };
        prop_assert!(holds, "{value}, {:?}", stored(&narrow));
    }
}
