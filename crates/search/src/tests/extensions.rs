use super::{
    drawn::{Desk, Drawn, Letter, Tree, node},
    plies, reaches, within,
};
use crate::{
    Bound, Depth, Entry, EntryEvaluation, Score,
    node::{Node, Role},
    singular::Singularity,
};

/// The depths of the searches of the position's children; its side is in check.
fn below(desk: &mut Desk, depth: Depth) -> Vec<i32> {
    desk.game.forget();
    desk.run(|search| search.alpha_beta(within(-500, 500), depth, 0, Role::Principal));
    desk.game.depths("a")
}

fn in_check(moves: &'static str) -> Desk {
    let game = Drawn::new(moves).at("", |position| (position.threatened, position.extension) = (true, 40));
    Desk::new(game)
}

#[test]
fn the_extension_of_the_game_is_applied() {
    let mut desk = in_check("ab").with(&["extensions"]);
    assert_eq!(below(&mut desk, plies(3)), [128 + 40]);
    desk.enhancements.extensions = false;
    assert_eq!(below(&mut desk, plies(3)), [128]);
}

#[test]
fn extensions_are_applied_before_the_horizon_test() {
    let mut desk = in_check("ab").with(&["extensions"]);
    assert_eq!(below(&mut desk, Depth::fraction(24)), [0], "24 and 40 are a ply");
    assert_eq!(below(&mut desk, Depth::fraction(23)), [0; 0]);
    let count = desk.run(|search| {
        search.alpha_beta(within(-500, 500), plies(1), 0, Role::Principal);
        search.statistics.extensions
    });
    assert_eq!(count, 1, "exactly one position is extended");
}

#[test]
fn positions_far_from_the_root_are_not_extended() {
    let game = Drawn::new("a").everywhere(|position| position.extension = 64);
    let mut desk = Desk::new(game).with(&["extensions"]).set("extension_limit", 2);
    desk.iteration = 3;
    desk.run(|search| search.alpha_beta(within(-500, 500), plies(1), 0, Role::Principal));
    // Every position above the sixth ply is searched to the same depth as its parent.
    let depths: Vec<_> = desk.game.visits.iter().map(|visit| visit.depth).collect();
    assert_eq!(depths, [64, 64, 64, 64, 64, 64, 64, 0]);
}

#[test]
fn a_single_reply_to_a_threat_is_extended() {
    let mut desk = in_check("a").with(&["single_reply"]);
    assert_eq!(below(&mut desk, plies(3)), [128 + 43], "two thirds of a ply");
    let count = desk.run(|search| {
        search.alpha_beta(within(-500, 500), plies(3), 0, Role::Principal);
        search.statistics.single_replies
    });
    assert_eq!(count, 1);
    desk.enhancements.single_reply = false;
    assert_eq!(below(&mut desk, plies(3)), [128]);
    assert_eq!(below(&mut in_check("ab").with(&["single_reply"]), plies(3)), [128], "there are two replies");
    let mut unthreatened = Desk::new(Drawn::new("a")).with(&["single_reply"]);
    assert_eq!(below(&mut unthreatened, plies(3)), [128], "nothing is threatened");
    let mut far = in_check("a").with(&["single_reply"]);
    far.iteration = 0;
    assert_eq!(below(&mut far, plies(3)), [128], "too far from the root");
}

/// 2/3 of a ply is 42.67 sixty-fourths; 43 makes three of them two plies.
#[test]
fn three_single_replies_make_two_plies() {
    let game = Drawn::new("a").everywhere(|position| position.threatened = true);
    let mut desk = Desk::new(game.at("aaa", |position| position.threatened = false)).with(&["single_reply"]);
    desk.run(|search| search.alpha_beta(within(-500, 500), plies(2), 0, Role::Principal));
    // Three moves and two more plies: after the third, one ply is left.
    assert_eq!(Depth::fraction(desk.game.depths("aaa")[0]).whole(), 1);
}

/// The table entry of the position.
fn known(score: i32, depth: Depth, bound: Bound) -> Entry {
    Entry {
        mv: 'a' as u32,
        score: Score::new(score),
        depth,
        bound,
        evaluation: EntryEvaluation::NONE,
        principal: false,
    }
}

/// The position after two moves: the entry has score 50 for move `a`, the others have this score.
fn singular(others: i32) -> Desk {
    let game = Drawn::new("abc").worth("xyb", -others).worth("xyc", -others);
    // The other moves are searched to one ply.
    Desk::new(game)
        .with(&["singular"])
        .set("singular_share", 11)
        .set("singular_depth", 7)
        .set("singular_margin", 128)
        .set("singular_double", 40)
        .set("singular_negative", 64)
        .set("singular_cut", 0)
}

struct Case {
    entry: Option<Entry>,
    depth: i32,
    role: Role,
    beta: i32,
    mv: char,
}

/// Seven plies, the table's score from a search of four.
fn case() -> Case {
    Case { entry: Some(known(50, plies(4), Bound::Lower)), depth: 7 * 64, role: Role::Cut, beta: 200, mv: 'a' }
}

/// The extension of a move in 1/64 ply, or the score of a cut-off.
fn judged(desk: &mut Desk, case: Case, excluded: Option<char>) -> Result<i32, i32> {
    if desk.game.is_at_the_root() {
        desk.game.play("xy");
    }
    desk.game.forget();
    desk.run(|search| {
        let node = Node {
            depth: Depth::fraction(case.depth),
            role: case.role,
            entry: case.entry,
            table_move: Some(Letter('a')),
            excluded: excluded.map(Letter),
            ..node(search, 0)
        };
        let singularity = search.singularity(&node, Letter(case.mv), Score::new(case.beta));
        let (extended, cut) = (search.statistics.singular_extensions, search.statistics.multi_cuts);
        match singularity {
            Singularity::Extend(depth) => {
                assert_eq!((extended, cut), ((depth > Depth::ZERO) as u64, 0));
                Ok(depth.sixty_fourths())
            }
            Singularity::Cut(score) => {
                assert_eq!((extended, cut), (0, 1));
                Err(score.get())
            }
        }
    })
}

#[test]
fn a_move_far_better_than_the_others_is_extended() {
    // They must be behind by 2 per ply: 14.
    assert_eq!(judged(&mut singular(35), case(), None), Ok(64));
    assert_eq!(judged(&mut singular(36), case(), None), Ok(0));
    // A second extension if they are another 40 behind.
    assert_eq!(judged(&mut singular(-4), case(), None), Ok(64));
    assert_eq!(judged(&mut singular(-5), case(), None), Ok(128));
    assert_eq!(judged(&mut singular(-500), Case { role: Role::Principal, ..case() }, None), Ok(64));
    assert_eq!(judged(&mut singular(-500), Case { role: Role::All, ..case() }, None), Ok(128));
    assert_eq!(judged(&mut singular(35).set("singular_extension", 50), case(), None), Ok(50));
}

#[test]
fn several_moves_above_beta_cause_a_cutoff_or_a_reduction() {
    let at = |beta: i32, role: Role| judged(&mut singular(45), Case { beta, role, ..case() }, None);
    assert_eq!(at(45, Role::Cut), Err(45), "another move also reaches beta");
    assert_eq!(at(46, Role::Cut), Ok(-64), "only the table's score reaches beta");
    assert_eq!(at(50, Role::Cut), Ok(-64));
    assert_eq!(at(51, Role::Cut), Ok(0));
    assert_eq!(at(36, Role::Principal), Ok(-64), "no cut-off on the principal variation");
    assert_eq!(at(36, Role::All), Err(45));
    let mut desk = singular(45).set("singular_negative", 30);
    assert_eq!(judged(&mut desk, Case { beta: 50, ..case() }, None), Ok(-30));
}

/// The others are too good for an extension, and none reaches beta.
#[test]
fn a_table_move_of_a_cut_node_that_is_not_singular_is_reduced() {
    let at = |role: Role| {
        let mut desk = singular(45).set("singular_cut", 40);
        judged(&mut desk, Case { beta: 100, role, ..case() }, None)
    };
    assert_eq!((at(Role::Cut), at(Role::All), at(Role::Principal)), (Ok(-40), Ok(0), Ok(0)));
}

/// The search without the table move has no entry, but is not reduced for that.
#[test]
fn the_search_of_the_other_moves_has_no_internal_reduction() {
    let mut desk = singular(35).with(&["internal_reduction"]).set("singular_share", 64);
    judged(&mut desk, case(), None).unwrap();
    assert_eq!(desk.game.depths("xyb"), [6 * 64 - 64]);
}

#[test]
fn the_other_moves_are_searched_with_a_null_window_to_a_share_of_the_depth() {
    let mut desk = singular(35);
    judged(&mut desk, case(), None).unwrap();
    assert_eq!(desk.game.tried("xy"), "bc", "the table move is excluded");
    assert_eq!(desk.game.windows("xyb"), [(-36, -35)]);
    let mut desk = singular(35).set("singular_share", 32);
    judged(&mut desk, case(), None).unwrap();
    assert_eq!(desk.game.depths("xyb"), [6 * 64 / 2 - 64]);
    judged(&mut desk, Case { depth: 9 * 64, entry: Some(known(50, plies(9), Bound::Lower)), ..case() }, None).unwrap();
    assert_eq!(desk.game.depths("xyb"), [8 * 64 / 2 - 64]);
}

#[test]
fn only_table_moves_of_deep_nodes_are_tested() {
    let is_judged = |case: Case| judged(&mut singular(-500), case, None) != Ok(0);
    assert!(is_judged(case()));
    assert!(!is_judged(Case { mv: 'b', ..case() }));
    assert!(!is_judged(Case { entry: None, ..case() }));
    assert!(!is_judged(Case { depth: 7 * 64 - 1, ..case() }), "not deep enough");
    let with = |entry: Entry| is_judged(Case { entry: Some(entry), ..case() });
    assert!(!with(known(50, Depth::fraction(255), Bound::Lower)), "the entry is too shallow");
    assert!(with(known(50, plies(4), Bound::Exact)));
    assert!(!with(known(50, plies(4), Bound::Upper)), "the bound does not show a good move");
    assert!(!with(known(50, plies(4), Bound::None)));
    assert!(!with(known(31_900, plies(4), Bound::Lower)), "a mate");
    assert_eq!(judged(&mut singular(-500), case(), Some('a')), Ok(0), "within such a search");
    let mut off = singular(-500);
    off.enhancements.singular = false;
    assert_eq!(judged(&mut off, case(), None), Ok(0));
    let mut far = singular(-500);
    far.iteration = 1;
    assert_eq!(judged(&mut far, case(), None), Ok(0), "too far from the root");
}

#[test]
fn singular_moves_need_pruning_and_a_node_below_the_root() {
    let mut desk = Desk::new(Tree::<false>::new("ab").worth("xyb", 500)).with(&["singular"]);
    desk.game.play("xy");
    desk.run(|search| {
        let node =
            Node { entry: Some(known(50, plies(9), Bound::Exact)), table_move: Some(Letter('a')), ..node(search, 9) };
        assert!(matches!(search.singularity(&node, Letter('a'), Score::new(200)), Singularity::Extend(Depth::ZERO)));
    });
    let mut root = Desk::new(Drawn::new("ab").worth("b", 500)).with(&["singular"]);
    root.run(|search| {
        let node =
            Node { entry: Some(known(50, plies(9), Bound::Exact)), table_move: Some(Letter('a')), ..node(search, 9) };
        assert!(matches!(search.singularity(&node, Letter('a'), Score::new(200)), Singularity::Extend(Depth::ZERO)));
    });
}

/// The quiescence search would capture with the move that must be left out.
#[test]
fn the_search_without_the_table_move_has_at_least_one_ply() {
    let mut desk = Desk::new(Drawn::new("Ab").worth("xyA", -300).worth("xyb", 0)).with(&["singular", "quiescence"]);
    desk.parameters.singular_share = 1;
    desk.game.play("xy");
    desk.run(|search| {
        let entry = Some(known(300, plies(4), Bound::Lower));
        let node = Node { entry, table_move: Some(Letter('A')), role: Role::Cut, ..node(search, 7) };
        search.singularity(&node, Letter('A'), Score::new(900));
    });
    assert_eq!(desk.game.tried("xy"), "b");
}

/// In a whole search: the table move is searched more deeply by this, and a cut-off ends the node.
#[test]
fn a_singular_move_is_searched_more_deeply() {
    let depth_of_the_move = |names: &[&str]| {
        let mut desk = Desk::new(Drawn::new("abc").worth("xb", 400).worth("xc", 400)).with(names);
        desk.enhancements.table = true;
        desk.enhancements.table_move = true;
        desk.parameters.singular_share = 11;
        desk.game.play("x");
        desk.table.store(super::drawn::key_of("x"), known(50, plies(6), Bound::Lower), true);
        desk.run(|search| search.open_node(within(-900, 900), plies(8), 1, Role::Principal, None));
        *desk.game.depths("xa").last().unwrap()
    };
    assert_eq!(depth_of_the_move(&["singular"]), 8 * 64);
    assert_eq!(depth_of_the_move(&[]), 7 * 64);
}

#[test]
fn several_good_moves_cut_off_the_node() {
    let mut desk = singular(45);
    desk.enhancements.table = true;
    desk.enhancements.table_move = true;
    desk.game.play("xy");
    desk.table.store(super::drawn::key_of("xy"), known(50, plies(4), Bound::Lower), true);
    let score = desk.run(|search| search.open_node(reaches(30), plies(7), 2, Role::Cut, None));
    assert_eq!((score.get(), desk.game.tried("xy").as_str()), (45, "b"), "one other good move suffices");
}
