use super::{
    drawn::{Desk, Drawn, Letter, Tree, ended, node},
    parameters, plies, within,
};
use crate::{
    Depth, Parameters, Score, Stage,
    node::{Node, Role, Window},
    reductions::{LateMove, Reductions, depth_of_research, reduction_when_made},
};

/// The reduction of a move with each term of the rule isolated.
fn reduction(change: impl FnOnce(&mut Parameters, &mut Node<Letter>, &mut LateMove)) -> i32 {
    let mut desk = Desk::new(Drawn::new("a"));
    let mut node = desk.run(|search| node(search, 6));
    (node.role, node.improving) = (Role::All, true);
    let mut late = LateMove { stage: Stage::Quiet, move_count: 10, history: 0 };
    let mut parameters = parameters();
    change(&mut parameters, &mut node, &mut late);
    Reductions::new(&parameters).reduction(&parameters, &node, &late)
}

#[test]
fn each_term_of_the_rule_is_applied() {
    // 27 × ln 6 × ln 10 = 111.39.
    let plain = reduction(|_, _, _| {});
    assert_eq!(plain, 111);
    assert_eq!(reduction(|p, _, _| p.lmr_base = 20), 131);
    assert_eq!(reduction(|p, _, _| p.lmr_factor = 54), 222);
    assert_eq!(reduction(|_, node, _| node.depth = plies(9)), 136);
    assert_eq!(reduction(|_, _, late| late.move_count = 20), 144);
    assert_eq!(reduction(|_, _, late| late.history = 606), plain - 2);
    assert_eq!(reduction(|_, _, late| late.history = -606), plain + 2);
    assert_eq!(reduction(|_, _, late| late.stage = Stage::GoodNoisy), plain - plain / 2);
    assert_eq!(reduction(|_, _, late| late.stage = Stage::BadNoisy), plain - plain / 2);
    assert_eq!(reduction(|_, _, late| late.stage = Stage::Killer), plain - 64);
    assert_eq!(reduction(|_, _, late| late.stage = Stage::Evasion), plain - 64);
    assert_eq!(reduction(|_, _, late| late.stage = Stage::Table), plain);
    assert_eq!(reduction(|_, node, _| node.role = Role::Principal), plain - 64);
    assert_eq!(reduction(|_, node, _| node.role = Role::Cut), plain + 191);
    assert_eq!(reduction(|_, node, _| node.improving = false), plain + 44);
    assert_eq!(reduction(|_, node, _| node.former_principal = true), plain - 64);
    let both = |node: &mut Node<Letter>| (node.role, node.former_principal) = (Role::Principal, true);
    assert_eq!(reduction(|_, node, _| both(node)), plain - 64, "the decrease is not applied twice");
    assert_eq!(reduction(|_, _, late| late.history = 303 * 200), 0, "never deeper");
}

#[test]
fn counts_beyond_the_table_use_its_last_entry() {
    let reductions = Reductions::new(&parameters());
    let all = reductions.get(plies(63), 63);
    assert_eq!(all, 463);
    assert_eq!((reductions.get(plies(100), 500), reductions.get(Depth::fraction(63 * 64 + 5), 64)), (all, all));
    assert_eq!((reductions.get(plies(1), 63), reductions.get(plies(63), 1)), (0, 0));
    assert_eq!((reductions.get(plies(0), 5), reductions.get(plies(-3), 5)), (0, 0));
}

#[test]
fn only_late_moves_of_deep_nodes_are_reduced() {
    let mut desk = Desk::new(Drawn::new("a")).with(&["late_move_reductions"]).set("lmr_depth", 3).set("lmr_from", 4);
    let applies = |desk: &mut Desk, depth: i32, role: Role, move_count: u32| {
        desk.run(|search| {
            let node = Node { depth: Depth::fraction(depth), role, ..node(search, 0) };
            Reductions::reduces(search.context(), &node, move_count)
        })
    };
    for role in [Role::Cut, Role::All] {
        assert!(applies(&mut desk, 192, role, 4));
        assert!(!applies(&mut desk, 191, role, 4));
        assert!(!applies(&mut desk, 192, role, 3));
    }
    assert!(!applies(&mut desk, 192, Role::Principal, 4), "one more move on the principal variation");
    assert!(applies(&mut desk, 192, Role::Principal, 5));
    desk.enhancements.late_move_reductions = false;
    assert!(!applies(&mut desk, 640, Role::Cut, 40));
    let mut other = Desk::new(Tree::<false>::new("a")).with(&["late_move_reductions"]);
    assert!(!other.run(|search| Reductions::reduces(search.context(), &node(search, 10), 40)), "the game forbids it");
}

#[test]
fn threats_are_reduced_less_and_a_ply_is_left() {
    let made = |threatened: bool, reduction: i32, depth: i32| {
        let mut desk = Desk::new(Drawn::new("a").at("", |position| position.threatened = threatened));
        desk.run(|search| reduction_when_made(search.context(), reduction, Depth::fraction(depth)))
    };
    assert_eq!((made(false, 100, 640), made(true, 100, 640)), (100, 36));
    assert_eq!(made(true, 50, 640), 0);
    assert_eq!((made(false, 300, 300), made(true, 300, 300)), (236, 236));
    assert_eq!(made(false, 300, 64), 0);
    assert_eq!(made(false, 300, 32), 0);
    assert_eq!((made(false, 0, 640), made(true, 0, 640)), (0, 0));
}

#[test]
fn the_depth_of_a_re_search_depends_on_the_margin_above_alpha() {
    let mut desk = Desk::new(Drawn::new("a")).with(&["deeper_research"]);
    let again = |desk: &mut Desk, depth: i32, reduction: i32, above: i32| {
        desk.run(|search| depth_of_research(search.context(), Depth::fraction(depth), reduction, above)).sixty_fourths()
    };
    assert_eq!(again(&mut desk, 256, 64, 61), 320);
    assert_eq!(again(&mut desk, 256, 64, 60), 256);
    assert_eq!(again(&mut desk, 256, 63, 61), 256, "the reduction was too small");
    assert_eq!(again(&mut desk, 256, 64, 5), 256);
    assert_eq!(again(&mut desk, 256, 64, 4), 192);
    assert_eq!(again(&mut desk, 65, 64, 4), 1);
    assert_eq!(again(&mut desk, 64, 64, 4), 64, "no depth would be left");
    desk.enhancements.deeper_research = false;
    assert_eq!((again(&mut desk, 256, 64, 900), again(&mut desk, 256, 64, 1)), (256, 256));
}

/// A node with late move reductions: the depths and windows of the searches of the third move, with
/// its scores at the reduced and at full depth.
fn late(role: Role, window: Window, names: &[&str], scores: (i32, i32)) -> (Vec<i32>, Vec<(i32, i32)>, [u64; 3]) {
    let game = Drawn::new("").at("", |position| (position.evaluation, position.moves) = (0, "abc"));
    let game = game.at("a", |position| position.verdict = ended(0)).at("b", |position| position.verdict = ended(0));
    // The value of `c` depends on the remaining depth.
    let game = game.worth("c", 0).at("c", |position| position.moves = "d").at("cd", |position| {
        (position.evaluation, position.moves) = (scores.0, "e");
    });
    let mut desk = Desk::new(game.worth("cde", -scores.1)).with(&["late_move_reductions", "principal_variation"]);
    desk = desk.with(names).set("lmr_base", 64).set("lmr_factor", 0).set("lmr_cut", 0).set("lmr_unimproved", 0);
    let counts = desk.run(|search| {
        search.open_node(window, plies(3), 0, role, None);
        let counted = &search.statistics;
        [counted.reductions, counted.reduction_failures, counted.researches]
    });
    (desk.game.depths("c"), desk.game.windows("c"), counts)
}

#[test]
fn late_moves_are_searched_to_a_reduced_depth_first() {
    let null = |alpha: i32| (-alpha - 1, -alpha);
    // It fails low: no further search.
    assert_eq!(late(Role::Cut, within(10, 11), &[], (10, 900)), (vec![64], vec![null(10)], [1, 0, 0]));
    // It is above alpha: again at full depth.
    assert_eq!(late(Role::Cut, within(10, 11), &[], (11, 0)), (vec![64, 128], vec![null(10); 2], [1, 1, 0]));
    // It is still above alpha: again with an open window, if there is one.
    assert_eq!(late(Role::All, within(10, 90), &[], (11, 10)), (vec![64, 128], vec![null(10); 2], [1, 1, 0]));
    let opened = late(Role::All, within(10, 90), &[], (11, 11));
    assert_eq!(opened, (vec![64, 128, 128], vec![null(10), null(10), (-90, -10)], [1, 1, 1]));
    let beyond = late(Role::All, within(10, 90), &[], (11, 90));
    assert_eq!(beyond, (vec![64, 128], vec![null(10); 2], [1, 1, 0]));
    // More deeply if it exceeds alpha by much, less deeply if by little.
    assert_eq!(late(Role::Cut, within(10, 11), &["deeper_research"], (71, 0)).0, [64, 192]);
    assert_eq!(late(Role::Cut, within(10, 11), &["deeper_research"], (14, 0)).0, [64, 64]);
    assert_eq!(late(Role::Cut, within(10, 11), &["deeper_research"], (15, 0)).0, [64, 128]);
}

/// The first move has score 20, the second 10.
fn ends<const PRUNES: bool>(game: Tree<PRUNES>) -> Tree<PRUNES> {
    game.at("a", |position| position.verdict = ended(-20)).at("b", |position| position.verdict = ended(-10))
}

/// With equal depths for all moves, the moves after one that raised alpha are searched one ply less
/// deeply.
#[test]
fn moves_after_one_that_raised_alpha_are_searched_less_deeply() {
    let depths = |depth: i32, alpha: i32, names: &[&str]| {
        let game = Drawn::new("").at("", |position| position.moves = "ab");
        let mut desk = Desk::new(ends(game)).with(names);
        desk.run(|search| search.open_node(within(alpha, 32_400), Depth::fraction(depth), 0, Role::All, None));
        assert_eq!(desk.game.depths("a"), [depth - 64]);
        depth - 64 - desk.game.depths("b")[0]
    };
    assert_eq!(depths(3 * 64, -32_000, &["raised_alpha"]), 64);
    assert_eq!(depths(2 * 64, -32_000, &["raised_alpha"]), 0, "not deep enough");
    assert_eq!(depths(2 * 64 + 1, -32_000, &["raised_alpha"]), 64);
    assert_eq!(depths(12 * 64, -32_000, &["raised_alpha"]), 64);
    assert_eq!(depths(12 * 64 + 1, -32_000, &["raised_alpha"]), 0, "too deep");
    assert_eq!(depths(3 * 64, 32_000 - 10, &["raised_alpha"]), 0, "alpha was not raised");
    assert_eq!(depths(3 * 64, -32_000, &[]), 0);
    let mut other = Desk::new(ends(Tree::<false>::new("ab"))).with(&["raised_alpha"]);
    other.run(|search| search.open_node(within(-32_000, 900), plies(3), 0, Role::All, None));
    assert_eq!(other.game.depths("b"), [128], "the game forbids it");
}

#[test]
fn a_node_without_a_table_move_is_searched_less_deeply() {
    let reduced = |depth: i32, role: Role, table_move: bool, names: &[&str]| {
        let mut desk = Desk::new(ends(Drawn::new("ab"))).with(names);
        (desk.enhancements.table, desk.enhancements.table_move) = (true, true);
        if table_move {
            let bound = crate::Bound::None;
            let entry = crate::Entry {
                mv: 'a' as u32,
                score: Score::ZERO,
                depth: Depth::ZERO,
                bound,
                evaluation: crate::EntryEvaluation::NONE,
                principal: false,
            };
            desk.table.store(super::drawn::key_of(""), entry, true);
        }
        desk.run(|search| search.open_node(within(-900, 900), Depth::fraction(depth), 0, role, None));
        depth - 64 - desk.game.depths("a")[0]
    };
    let names = &["internal_reduction"];
    assert_eq!(reduced(256, Role::Principal, false, names), 64);
    assert_eq!(reduced(256, Role::Cut, false, names), 64);
    assert_eq!(reduced(256, Role::All, false, names), 0, "no move is expected to cause a cut-off");
    assert_eq!(reduced(255, Role::Cut, false, names), 0, "not deep enough");
    assert_eq!(reduced(256, Role::Cut, true, names), 0, "there is a table move");
    assert_eq!(reduced(256, Role::Cut, false, &[]), 0);
}
