use super::{
    drawn::{Desk, Drawn, DrawnSearch, Letter, Tree, ended, key_of, node},
    reaches, within,
};
use crate::{
    Bound, Depth, Enhancements, Entry, EntryEvaluation, MAX_PLY, Reach, Score, Verdict,
    node::{Role, Window},
    path_ply::PathPly,
    switches::Switches,
};

const OPEN: Window = Window { alpha: Score::new(-32_000), beta: Score::new(32_000) };

fn resolved(desk: &mut Desk, window: Window) -> i32 {
    desk.game.forget();
    desk.run(|search| search.resolve(window, 0)).get()
}

/// A position with evaluation 10 and the captures `A` and `B`, with scores 30 and 20, and `C`,
/// which loses.
fn captures() -> Drawn {
    let game = Drawn::new("").at("", |position| (position.evaluation, position.moves) = (10, "aABC"));
    let game = game.worth("A", -30).worth("B", -20).worth("C", 50).worth("a", -900);
    game.kind('A', |kind| kind.gain = 20).kind('B', |kind| kind.gain = 10).kind('C', |kind| kind.exchange = -60)
}

#[test]
fn only_noisy_moves_are_searched() {
    let mut desk = Desk::new(captures());
    assert_eq!(resolved(&mut desk, OPEN), 30);
    assert_eq!(desk.game.tried(""), "ABC");
    assert_eq!(resolved(&mut desk, within(-32_000, 30)), 30, "a capture that reaches beta cuts off");
    assert_eq!(desk.game.tried(""), "A");
    assert_eq!(resolved(&mut desk, within(-32_000, 10)), 10, "standing pat also cuts off");
    assert_eq!(desk.game.tried(""), "");
    assert_eq!(resolved(&mut desk, within(-32_000, 11)), 30);
    // Standing pat raises alpha.
    assert_eq!(desk.game.windows("A"), [(-11, -10)]);
    assert_eq!(resolved(&mut desk, within(20, 900)), 30);
    assert_eq!(desk.game.windows("A"), [(-900, -20)]);
    assert_eq!(desk.game.windows("B"), [(-900, -30)]);
}

/// Row B-17: quiescence has at most this many plies, wherever it begins.
#[test]
fn quiescence_ends_after_the_maximum_number_of_plies() {
    let deepest = |plies: i32, act: fn(&mut DrawnSearch<'_, true>)| {
        // The evaluation is too low to stand pat.
        let game =
            Drawn::new("A").kind('A', |kind| kind.exchange = 900).everywhere(|position| position.threatened = true);
        let mut desk = Desk::new(game).set("quiescence_plies", plies).with(&["quiescence", "probcut"]);
        desk.run(act);
        desk.game.visits.iter().map(|visit| visit.path.len()).max().unwrap_or(0)
    };
    let horizon: fn(&mut DrawnSearch<'_, true>) = |search| {
        search.open_node(OPEN, Depth::plies(2), 0, Role::Principal, None);
    };
    assert_eq!([1, 2, 7].map(|plies| deepest(plies, horizon)), [3, 4, 9]);
    assert_eq!(deepest(128, horizon), MAX_PLY - 1);
    // ProbCut starts it below a move.
    let probed: fn(&mut DrawnSearch<'_, true>) = |search| {
        let mut node = node(search, 6);
        search.enhancements = Switches::new(Enhancements { probcut: true, ..Enhancements::none() }, true);
        // No reply reaches the goal, so no shallow search follows.
        search.prune_node(&mut node, reaches(0));
    };
    assert_eq!([1, 3].map(|plies| deepest(plies, probed)), [1, 3]);
}

#[test]
fn losing_exchanges_and_small_gains_are_skipped() {
    let tried = |names: &[&str], window: Window| {
        let mut desk = Desk::new(captures()).with(names);
        resolved(&mut desk, window);
        desk.game.tried("")
    };
    assert_eq!(tried(&["quiescence_exchange"], OPEN), "AB");
    assert_eq!(tried(&["quiescence_exchange", "noisy_ordering"], OPEN), "AB");
    // The evaluation of 10, the gain, and a margin of 150.
    assert_eq!(tried(&["delta"], reaches(10 + 10 + 150 + 1)), "A");
    assert_eq!(tried(&["delta"], reaches(10 + 10 + 150)), "AB");
    assert_eq!(tried(&["delta"], reaches(10 + 20 + 150 + 1)), "");
    assert_eq!(tried(&["delta"], within(31_000, 31_001)), "ABC", "alpha is decisive");
    assert_eq!(tried(&[], reaches(500)), "ABC");
    // An even exchange does not lose.
    let game = captures().kind('C', |kind| kind.exchange = 0);
    let mut even = Desk::new(game).with(&["quiescence_exchange"]);
    resolved(&mut even, OPEN);
    assert_eq!(even.game.tried(""), "ABC");
}

#[test]
fn a_threatened_side_tries_every_reply_and_does_not_stand_pat() {
    let game = captures().at("", |position| position.threatened = true).worth("a", 5).worth("A", 5).worth("B", 5);
    let mut desk = Desk::new(game).with(&["delta", "quiescence_exchange"]);
    assert_eq!(resolved(&mut desk, OPEN), -5, "less than its evaluation");
    assert_eq!(desk.game.tried("").chars().count(), 4);
    let mut stuck = Desk::new(Drawn::new("").at("", |position| position.threatened = true));
    assert_eq!(resolved(&mut stuck, OPEN), -32_000);
    let mut calm = Desk::new(Drawn::new(""));
    assert_eq!(resolved(&mut calm, OPEN), 0, "without a threat, a side without captures is not mated");
}

#[test]
fn the_same_side_can_move_again() {
    let game = Drawn::new("").at("", |position| position.moves = "A").worth("A", 40);
    let mut desk = Desk::new(game.kind('A', |kind| kind.again = true));
    assert_eq!(resolved(&mut desk, within(-7, 90)), 40);
    assert_eq!(desk.game.windows("A"), [(0, 90)]);
}

fn stored(desk: &Desk, path: &str) -> Option<(i32, Bound, u32)> {
    desk.table.probe(key_of(path)).map(|entry| (entry.score.get(), entry.bound, entry.mv))
}

#[test]
fn results_are_stored_if_enabled() {
    let found = |window: Window| {
        let mut desk = Desk::new(captures()).with(&["table", "quiescence_table"]);
        resolved(&mut desk, window);
        assert_eq!(desk.table.probe(key_of("")).map(|entry| entry.depth), Some(Depth::ZERO));
        stored(&desk, "")
    };
    let a = 'A' as u32;
    assert_eq!(found(OPEN), Some((30, Bound::Exact, a)));
    assert_eq!(found(reaches(30)), Some((30, Bound::Lower, a)));
    assert_eq!(found(reaches(31)), Some((30, Bound::Upper, 0)));
    let mut off = Desk::new(captures()).with(&["table"]);
    resolved(&mut off, OPEN);
    assert_eq!(stored(&off, ""), None);
    let mut path = captures().at("A", |position| position.verdict = Verdict::Exact(Score::new(-30), Reach::Plies(4)));
    path = path.at("B", |position| position.verdict = ended(-20));
    let mut path = Desk::new(path).with(&["table", "quiescence_table"]);
    resolved(&mut path, OPEN);
    assert_eq!(stored(&path, ""), None, "the score depends on the path");
}

/// A search with this table entry for the position.
fn with_entry(score: i32, bound: Bound, mv: u32) -> Desk {
    let desk = Desk::new(captures()).with(&["table", "table_move", "quiescence_table"]);
    desk.table.store(
        key_of(""),
        Entry {
            mv,
            score: Score::new(score),
            depth: Depth::ZERO,
            bound,
            evaluation: EntryEvaluation::NONE,
            principal: false,
        },
        true,
    );
    desk
}

#[test]
fn table_entries_cut_off_refine_and_order() {
    let mut desk = with_entry(77, Bound::Exact, 0);
    assert_eq!((resolved(&mut desk, reaches(50)), desk.game.visits.len()), (77, 0));
    let mut desk = with_entry(77, Bound::Exact, 0);
    assert_eq!(resolved(&mut desk, within(50, 90)), 77, "with an open window it only refines the evaluation");
    assert!(!desk.game.visits.is_empty());
    let mut desk = with_entry(25, Bound::Lower, 0);
    assert_eq!(resolved(&mut desk, within(0, 25)), 25, "it stands pat on the refined evaluation");
    let mut desk = with_entry(5, Bound::None, 'C' as u32);
    resolved(&mut desk, OPEN);
    assert_eq!(desk.game.tried("").chars().next(), Some('C'), "the table move first");
    let mut desk = with_entry(5, Bound::None, 'C' as u32);
    desk.enhancements.table_move = false;
    resolved(&mut desk, OPEN);
    assert_eq!(desk.game.tried(""), "ABC");
    let mut desk = with_entry(77, Bound::Exact, 0);
    desk.enhancements.quiescence_table = false;
    assert_eq!(resolved(&mut desk, reaches(50)), 30);
    // A game without pruning stands pat on its evaluation.
    let game = Tree::<false>::new("");
    let mut other = Desk::new(game).with(&["table", "quiescence_table"]);
    let entry = Entry {
        mv: 0,
        score: Score::new(25),
        depth: Depth::ZERO,
        bound: Bound::Lower,
        evaluation: EntryEvaluation::NONE,
        principal: false,
    };
    other.table.store(key_of(""), entry, true);
    assert_eq!(other.run(|search| search.resolve(within(-9, 90), 0)), Score::ZERO);
}

#[test]
fn quiescence_nodes_use_the_verdict_of_the_rules() {
    let ruled = |verdict: Verdict, window: Window| {
        let game = captures().at("", |position| position.verdict = verdict);
        let mut desk = Desk::new(game);
        let (score, path_ply, counted) = desk.run(|search| {
            let score = search.quiescence(window, 0);
            (score.get(), search.path_ply(), search.statistics.quiescence_nodes)
        });
        assert!(counted > 0);
        (score, path_ply.is_within(0), desk.game.tried(""))
    };
    let position = |verdict: fn(Score, Reach) -> Verdict, score: i32| verdict(Score::new(score), Reach::Position);
    assert_eq!(ruled(position(Verdict::Exact, 3), OPEN), (3, true, String::new()));
    assert_eq!(ruled(Verdict::Open, OPEN), (30, true, "ABC".to_owned()));
    let path = |verdict: fn(Score, Reach) -> Verdict, score: i32| verdict(Score::new(score), Reach::Plies(4));
    assert_eq!(ruled(path(Verdict::AtLeast, 40), OPEN), (40, false, "ABC".to_owned()));
    assert_eq!(ruled(path(Verdict::AtMost, 25), OPEN), (25, false, "A".to_owned()));
    assert_eq!(ruled(path(Verdict::AtLeast, 20), OPEN).0, 30);
    assert_eq!(ruled(path(Verdict::AtLeast, 50), within(0, 50)), (50, false, String::new()));
    assert_eq!(ruled(path(Verdict::AtMost, 5), within(5, 50)), (5, false, String::new()));
}

#[test]
fn the_last_ply_is_evaluated() {
    for verdict in [Verdict::Open, Verdict::AtLeast(Score::new(-50), Reach::Position)] {
        let mut desk = Desk::new(captures().at("", |position| position.verdict = verdict));
        assert_eq!(desk.run(|search| search.quiescence(OPEN, MAX_PLY - 1)).get(), 10);
        assert_eq!(desk.run(|search| search.quiescence(OPEN, MAX_PLY - 2)).get(), 30);
    }
}

#[test]
fn the_principal_variation_continues_in_quiescence() {
    let game = captures().at("A", |position| (position.evaluation, position.moves) = (-30, "B")).worth("AB", 25);
    let mut desk = Desk::new(game);
    let line = desk.run(|search| {
        assert_eq!(search.quiescence(OPEN, 0), Score::new(25));
        search.set_path_ply(PathPly::NONE);
        search.state.pv.line(0).collect::<Vec<_>>()
    });
    assert_eq!(line, [Letter('A'), Letter('B')]);
}

/// Once a reply holds, only noisy replies are tried.
#[test]
fn quiet_replies_are_skipped_once_another_holds() {
    let tried = |names: &[&str], first: i32| {
        let game = Drawn::new("abA").at("", |position| position.threatened = true);
        let game = game.at("a", |position| position.verdict = ended(first)).worth("b", 0).worth("A", 0);
        let mut desk = Desk::new(game).with(&["history"]).with(names);
        desk.run(|search| search.quiescence(within(-31_000, 31_000), 0));
        desk.game.tried("")
    };
    let on = &["skip_evasions"];
    assert_eq!((tried(on, 0).as_str(), tried(&[], 0).as_str()), ("A", "Aba"));
    let lost = |names: &[&str]| {
        let game = Drawn::new("ab").at("", |position| position.threatened = true);
        let game = game.at("a", |position| position.verdict = ended(31_990)).worth("b", 0);
        let mut desk = Desk::new(game).with(names);
        desk.run(|search| search.quiescence(within(-32_000, 31_000), 0));
        desk.game.tried("")
    };
    assert_eq!(lost(on), "ab", "the first reply is mated");
}

/// The stand-pat score is stored with the evaluation, unless the table contains the position.
#[test]
fn the_stand_pat_score_is_stored() {
    let kept = |names: &[&str]| {
        let mut desk = Desk::new(Drawn::new("A").worth("", 40)).with(&["table", "quiescence_table"]).with(names);
        assert_eq!(resolved(&mut desk, reaches(30)), 40);
        desk.table.probe(key_of("")).map(|entry| (entry.score.get(), entry.bound, entry.depth, entry.evaluation.get()))
    };
    assert_eq!(kept(&["stand_pat_table"]), Some((40, Bound::Lower, Depth::ZERO, Some(Score::new(40)))));
    assert_eq!(kept(&[]), None);
}
