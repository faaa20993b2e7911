//! Inner nodes: limits, the rules, the table, and the data for the nodes below.

use super::{
    drawn::{Desk, Drawn, Letter, ended, key_of},
    plies, reaches, within,
};
use crate::{
    Bound, Depth, Entry, EntryEvaluation, Limits, MAX_PLY, Reach, Score, Verdict,
    node::{Role, Window},
};

const OPEN: Window = Window { alpha: Score::new(-32_400), beta: Score::new(32_400) };

/// The score of the position; the game records the visits.
fn searched(desk: &mut Desk, window: Window, depth: i32, role: Role) -> i32 {
    desk.game.forget();
    desk.run(|search| search.alpha_beta(window, plies(depth), 0, role)).get()
}

/// Two moves; the first has score 10, the second 20.
fn two() -> Drawn {
    Drawn::new("ab").worth("a", -10).worth("b", -20)
}

#[test]
fn roles_alternate_below_a_node() {
    let principal = (Role::Principal.first_child(), Role::Principal.later_child());
    assert_eq!(principal, (Role::Principal, Role::Cut));
    assert_eq!((Role::Cut.first_child(), Role::Cut.later_child()), (Role::All, Role::All));
    assert_eq!((Role::All.first_child(), Role::All.later_child()), (Role::Cut, Role::Cut));
}

#[test]
fn windows_are_flipped_intersected_and_recognized_as_null() {
    let window = within(-5, 9);
    assert_eq!((window.flipped().alpha.get(), window.flipped().beta.get()), (-9, 5));
    let narrowed = |floor: i32, ceiling: i32| {
        let Window { alpha, beta } = window.within(Score::new(floor), Score::new(ceiling));
        (alpha.get(), beta.get())
    };
    assert_eq!((narrowed(-9, 12), narrowed(-1, 3)), ((-5, 9), (-1, 3)));
    assert!(Window::null(Score::new(4)).is_null() && !within(4, 6).is_null());
}

#[test]
fn windows_are_narrowed_to_possible_mates() {
    let searched_at = |window: Window, ply: usize, names: &[&str]| {
        let mut desk = Desk::new(two()).with(names);
        let score = desk.run(|search| search.open_node(window, plies(1), ply, Role::All, None)).get();
        (score, desk.game.tried(""))
    };
    let (mate, mated) = (Score::mate_in(4).get(), Score::mated_in(3).get());
    let names = &["mate_distance"];
    // The fastest mate from here is on the next ply.
    assert_eq!(searched_at(within(mate, mate + 9), 3, names), (mate, String::new()));
    assert_eq!(searched_at(within(mate - 1, mate + 9), 3, names), (20, "ab".to_owned()));
    assert_eq!(searched_at(within(mated - 9, mated), 3, names), (mated, String::new()));
    assert_eq!(searched_at(within(mated - 9, mated + 1), 3, names).1, "a");
    assert_eq!(searched_at(within(mate, mate + 9), 3, &[]), (20, "ab".to_owned()));
}

#[test]
fn the_last_ply_is_evaluated() {
    let at = |ply: usize| {
        let mut desk = Desk::new(two().worth("", 5));
        desk.run(|search| search.open_node(OPEN, plies(1), ply, Role::All, None)).get()
    };
    assert_eq!((at(MAX_PLY - 1), at(MAX_PLY - 2)), (5, 20));
}

#[test]
fn less_than_a_ply_is_the_horizon() {
    let at = |depth: i32, names: &[&str]| {
        let mut desk = Desk::new(
            Drawn::new("")
                .at("", |position| (position.evaluation, position.moves) = (5, "aA"))
                .worth("a", -10)
                .worth("A", -20),
        )
        .with(names);
        desk.run(|search| search.open_node(within(-90, 90), Depth::fraction(depth), 0, Role::All, None)).get()
    };
    assert_eq!((at(63, &[]), at(63, &["quiescence"])), (5, 20));
    assert_eq!((at(64, &[]), at(-500, &[])), (20, 5));
}

#[test]
fn a_side_without_moves_has_lost() {
    assert_eq!(searched(&mut Desk::new(Drawn::new("")), OPEN, 1, Role::All), -32_000);
    // If the only move is excluded, the game is not lost: there is no better move.
    let mut desk = Desk::new(Drawn::new("a"));
    let score = desk.run(|search| search.open_node(within(7, 9), plies(1), 0, Role::Cut, Some(Letter('a'))));
    assert_eq!(score.get(), 7);
}

#[test]
fn verdicts_end_or_bound_a_node() {
    let ruled = |verdict: Verdict, window: Window| {
        let mut desk = Desk::new(two().at("", |position| position.verdict = verdict)).with(&["table"]);
        let (score, path_ply) = desk.run(|search| {
            let score = search.alpha_beta(window, plies(1), 0, Role::Principal);
            (score.get(), search.path_ply())
        });
        (score, path_ply.is_within(0), desk.game.tried(""))
    };
    assert_eq!(ruled(ended(3), OPEN), (3, true, String::new()));
    let least = |score: i32| Verdict::AtLeast(Score::new(score), Reach::Plies(2));
    let most = |score: i32| Verdict::AtMost(Score::new(score), Reach::Plies(2));
    assert_eq!(ruled(least(30), OPEN), (30, false, "ab".to_owned()));
    assert_eq!(ruled(least(15), OPEN), (20, false, "ab".to_owned()));
    assert_eq!(ruled(most(15), OPEN), (15, false, "ab".to_owned()));
    assert_eq!(ruled(most(10), OPEN), (10, false, "a".to_owned()), "the first move reaches the ceiling");
    assert_eq!(ruled(least(30), within(0, 30)), (30, false, String::new()));
    assert_eq!(ruled(least(29), within(0, 30)).2, "ab");
    assert_eq!(ruled(most(5), within(5, 30)), (5, false, String::new()));
    assert_eq!(ruled(most(6), within(5, 30)).2, "a");
    assert_eq!(ruled(Verdict::Exact(Score::new(3), Reach::Game), OPEN), (3, false, String::new()));
}

#[test]
fn upcoming_repetitions_are_detected() {
    // The move `c` repeats a position with this score for the other side.
    let foreseen = |verdict: Verdict, window: Window, names: &[&str]| {
        let game =
            two().at("", |position| position.repeating = Some('c')).at("c", |position| position.verdict = verdict);
        let mut desk = Desk::new(game).with(names);
        let score = searched(&mut desk, window, 1, Role::Principal);
        let independent = desk.run(|search| {
            search.alpha_beta(window, plies(1), 0, Role::Principal);
            search.path_ply().is_within(0)
        });
        desk.game.forget();
        searched(&mut desk, window, 1, Role::Principal);
        (score, independent, desk.game.tried(""))
    };
    let on = &["upcoming_repetition"];
    let repeats = |score: i32| Verdict::Exact(Score::new(score), Reach::Plies(2));
    assert_eq!(foreseen(repeats(-15), OPEN, on), (20, false, "ab".to_owned()), "at least 15");
    assert_eq!(foreseen(repeats(-30), OPEN, on), (30, false, "ab".to_owned()));
    assert_eq!(foreseen(repeats(-30), within(0, 30), on), (30, false, String::new()));
    assert_eq!(foreseen(repeats(-29), within(0, 30), on).2, "ab");
    assert_eq!(foreseen(repeats(-15), within(15, 90), on), (20, true, "ab".to_owned()), "alpha is already higher");
    assert_eq!(foreseen(repeats(-30), within(0, 30), &[]), (20, true, "ab".to_owned()));
    assert_eq!(foreseen(ended(-30), within(0, 30), on).0, 20, "not a repetition");
    assert_eq!(foreseen(Verdict::AtLeast(Score::new(-30), Reach::Plies(2)), within(0, 30), on).0, 20);
    // If the same side moves again, the verdict applies to it.
    let game =
        two().at("", |position| position.repeating = Some('c')).at("c", |position| position.verdict = repeats(40));
    let mut again = Desk::new(game.kind('c', |kind| kind.again = true)).with(on);
    assert_eq!(searched(&mut again, OPEN, 1, Role::Principal), 40);
    // A verdict of the rules takes precedence.
    let game = two().at("", |position| (position.repeating, position.verdict) = (Some('c'), ended(1)));
    let mut ruled = Desk::new(game.at("c", |position| position.verdict = repeats(-30))).with(on);
    assert_eq!(searched(&mut ruled, OPEN, 1, Role::Principal), 1);
    assert_eq!(ruled.game.made, 0);
}

/// The path ply of a verdict is its reach; a repetition is one ply deeper.
#[test]
fn an_upcoming_repetition_depends_on_the_path_from_its_first_occurrence() {
    let within_two = |back: usize| {
        let game = two().at("xy", |position| position.repeating = Some('c'));
        let verdict = Verdict::Exact(Score::new(-30), Reach::Plies(back));
        let mut desk = Desk::new(game.at("xyc", |position| position.verdict = verdict)).with(&["upcoming_repetition"]);
        desk.game.play("xy");
        desk.run(|search| {
            search.alpha_beta(within(0, 30), plies(1), 2, Role::Cut);
            search.path_ply().is_within(2)
        })
    };
    assert!(within_two(1) && !within_two(2), "the position two plies after it is at ply 3");
}

/// The result of a search of three plies with this table entry.
fn with_entry(entry: (i32, i32, Bound), names: &[&str], window: Window, role: Role) -> (i32, String) {
    let mut desk = Desk::new(two()).with(&["table"]).with(names);
    let (score, depth, bound) = entry;
    let entry = Entry {
        mv: 'b' as u32,
        score: Score::new(score),
        depth: Depth::fraction(depth),
        bound,
        evaluation: EntryEvaluation::NONE,
        principal: false,
    };
    desk.table.store(key_of(""), entry, true);
    let score = searched(&mut desk, window, 1, role);
    (score, desk.game.tried(""))
}

#[test]
fn the_table_answers_off_the_principal_variation() {
    let known = (77, 64, Bound::Exact);
    assert_eq!(with_entry(known, &[], reaches(50), Role::Cut), (77, String::new()));
    assert_eq!(with_entry(known, &[], reaches(50), Role::All), (77, String::new()));
    assert_eq!(with_entry(known, &[], reaches(50), Role::Principal), (20, "ab".to_owned()));
    assert_eq!(with_entry((77, 63, Bound::Exact), &[], reaches(50), Role::Cut).0, 20, "not deep enough");
    assert_eq!(with_entry((77, 65, Bound::Exact), &[], reaches(50), Role::Cut).0, 77);
    assert_eq!(with_entry((77, 65, Bound::Exact), &["exact_table"], reaches(50), Role::Cut).0, 20, "another depth");
    assert_eq!(with_entry((77, 64, Bound::Exact), &["exact_table"], reaches(50), Role::Cut).0, 77);
    assert_eq!(with_entry((77, 64, Bound::Lower), &[], reaches(77), Role::Cut).0, 77);
    assert_eq!(with_entry((77, 64, Bound::Lower), &[], reaches(78), Role::Cut).0, 20);
    assert_eq!(with_entry((7, 64, Bound::Upper), &[], reaches(8), Role::Cut).0, 7);
    assert_eq!(with_entry((7, 64, Bound::Upper), &[], reaches(7), Role::Cut).0, 10);
    assert_eq!(with_entry((7, 64, Bound::None), &[], reaches(7), Role::Cut).0, 10);
}

/// Rows Z-C9 and H-4: exact scores and bounds, whatever the role of the node.
#[test]
fn the_table_can_answer_on_the_principal_variation() {
    let answer =
        |entry: (i32, i32, Bound), window: Window, names: &[&str]| with_entry(entry, names, window, Role::Principal);
    let (on, searched) = (&["principal_table_cuts"], (20, "ab".to_owned()));
    let known = (77, 64, Bound::Exact);
    assert_eq!(answer(known, OPEN, &[]), searched);
    assert_eq!(answer(known, OPEN, on), (77, String::new()));
    assert_eq!(answer((77, 63, Bound::Exact), OPEN, on), searched, "not deep enough");
    assert_eq!(answer((77, 64, Bound::Lower), within(0, 77), on), (77, String::new()));
    assert_eq!(answer((77, 64, Bound::Lower), within(0, 78), on), searched);
    assert_eq!(answer((7, 64, Bound::Upper), within(7, 78), on), (7, String::new()));
    assert_eq!(answer((7, 64, Bound::Upper), within(6, 78), on), searched);
}

/// Row H-5: whatever the depth of its entry.
#[test]
fn table_mates_may_be_used_at_any_depth() {
    let (mate, waived) = (Score::mate_in(7).get(), &["mate_waives_depth"]);
    assert_eq!(with_entry((mate, 0, Bound::Lower), &[], reaches(50), Role::Cut).0, 20);
    assert_eq!(with_entry((mate, 0, Bound::Lower), waived, reaches(50), Role::Cut), (mate, String::new()));
    assert_eq!(with_entry((-mate, 0, Bound::Upper), waived, reaches(50), Role::Cut), (-mate, String::new()));
    assert_eq!(with_entry((-mate, 0, Bound::Lower), waived, reaches(50), Role::Cut).0, 20, "it may not be a mate");
    let by_rule = Score::rule_win(7).get();
    assert_eq!(with_entry((by_rule, 0, Bound::Lower), waived, reaches(50), Role::Cut).0, 20, "not exact");
    assert_eq!(with_entry((900, 0, Bound::Lower), waived, reaches(50), Role::Cut).0, 20);
}

#[test]
fn the_table_move_is_tried_first_if_it_is_legal() {
    let tried = |mv: char, names: &[&str]| {
        let mut desk = Desk::new(two()).with(&["table"]).with(names);
        let entry = Entry {
            mv: mv as u32,
            score: Score::ZERO,
            depth: Depth::ZERO,
            bound: Bound::None,
            evaluation: EntryEvaluation::NONE,
            principal: false,
        };
        desk.table.store(key_of(""), entry, true);
        let counted = desk.run(|search| {
            search.alpha_beta(OPEN, plies(1), 0, Role::Principal);
            let counted = &search.statistics;
            (counted.table_probes, counted.table_hits, counted.table_cuts, counted.table_collisions)
        });
        (desk.game.tried(""), counted)
    };
    assert_eq!(tried('b', &["table_move"]), ("ba".to_owned(), (1, 1, 0, 0)));
    assert_eq!(tried('b', &[]), ("ab".to_owned(), (1, 1, 0, 0)));
    assert_eq!(tried('z', &["table_move"]), ("ab".to_owned(), (1, 1, 0, 1)), "another position's");
}

#[test]
fn the_result_of_a_node_is_stored() {
    let stored = |window: Window, depth: i32, names: &[&str]| {
        let mut desk = Desk::new(two()).with(names);
        searched(&mut desk, window, depth, Role::Principal);
        desk.table.probe(key_of("")).map(|entry| (entry.score.get(), entry.bound, entry.mv, entry.depth.whole()))
    };
    let b = 'b' as u32;
    assert_eq!(stored(OPEN, 1, &["table"]), Some((20, Bound::Exact, b, 1)));
    assert_eq!(stored(reaches(20), 1, &["table"]), Some((20, Bound::Lower, b, 1)));
    assert_eq!(stored(reaches(21), 1, &["table"]), Some((20, Bound::Upper, 0, 1)));
    assert_eq!(stored(OPEN, 1, &[]), None);
    let mut excluded = Desk::new(two()).with(&["table"]);
    excluded.run(|search| search.open_node(OPEN, plies(1), 0, Role::Cut, Some(Letter('b'))));
    assert_eq!(excluded.table.probe(key_of("")), None, "a move was excluded");
    // Decisive scores are counted from the node.
    let mut mate = Desk::new(Drawn::new("ab").at("xa", |position| position.moves = "")).with(&["table"]);
    mate.game.play("x");
    let score = mate.run(|search| search.open_node(OPEN, plies(2), 1, Role::Principal, None));
    assert_eq!(score, Score::mate_in(2));
    assert_eq!(mate.table.probe(key_of("x")).map(|entry| entry.score), Some(Score::mate_in(1)));
}

/// One of two moves is decided by the rules, with a reach beyond the node.
#[test]
fn path_dependent_results_are_stored_as_path_independent_bounds() {
    let stored = |path: char, best: i32, window: Window| {
        let verdict = Verdict::Exact(Score::new(-best), Reach::Plies(3));
        let game = two().at(&path.to_string(), |position| position.verdict = verdict);
        let mut desk = Desk::new(game).with(&["table"]);
        let counted = desk.run(|search| {
            search.alpha_beta(window, plies(1), 0, Role::Principal);
            search.statistics.path_dependent
        });
        (desk.table.probe(key_of("")).map(|entry| (entry.score.get(), entry.bound)), counted)
    };
    assert_eq!(stored('a', 5, OPEN), (Some((20, Bound::Lower)), 1), "the best move does not depend on the path");
    assert_eq!(stored('b', 30, OPEN).0.map(|found| found.1), Some(Bound::None), "the best move depends on the path");
    assert_eq!(
        stored('a', 5, reaches(20)),
        (Some((20, Bound::Lower)), 0),
        "only the move that causes the cut-off counts"
    );
    assert_eq!(stored('a', 5, reaches(21)), (None, 1));
}

#[test]
fn later_moves_are_searched_with_a_null_window_first() {
    let windows = |b: i32, names: &[&str]| {
        let mut desk = Desk::new(two().worth("b", -b)).with(names);
        searched(&mut desk, within(0, 90), 1, Role::Principal);
        desk.game.windows("b")
    };
    assert_eq!(windows(5, &[]), [(-90, -10)]);
    assert_eq!(windows(5, &["principal_variation"]), [(-11, -10)]);
    assert_eq!(windows(11, &["principal_variation"]), [(-11, -10), (-90, -10)]);
    assert_eq!(windows(10, &["principal_variation"]), [(-11, -10)]);
    assert_eq!(windows(90, &["principal_variation"]), [(-11, -10)], "the score is already above beta");
    assert_eq!(windows(89, &["principal_variation"]).len(), 2);
}

#[test]
fn the_window_is_kept_if_the_same_side_moves_again() {
    let game = two().worth("a", 40).worth("b", 60).kind('a', |kind| kind.again = true);
    let mut desk = Desk::new(game.kind('b', |kind| kind.again = true)).with(&["principal_variation"]);
    assert_eq!(searched(&mut desk, within(0, 90), 1, Role::Principal), 60);
    assert_eq!((desk.game.windows("a"), desk.game.windows("b")), (vec![(0, 90)], vec![(40, 41), (40, 90)]));
}

/// The quiet move that led to a node that fails low gains half of the bonus of a cut-off.
#[test]
fn a_move_without_a_good_reply_gains_history() {
    let gained = |first: char, names: &[&str]| {
        let moves: &'static str = if first == 'A' { "A" } else { "c" };
        let game = Drawn::new("ab").at("", |position| position.moves = moves);
        let mut desk = Desk::new(game).with(names);
        searched(&mut desk, within(-90, -80), 4, Role::Cut);
        desk.state.histories.quiet.get(0, 3)
    };
    // Three plies are left below it: 9 × 16, halved.
    let low = |names: &[&str]| gained('c', names);
    assert_eq!(low(&[]), 0);
    assert_eq!(low(&["prior_history"]), 72);
    assert_eq!(gained('A', &["prior_history"]), 0);
}

#[test]
fn a_search_polls_at_the_announced_interval() {
    // Without a node limit the control is polled every 1024 nodes.
    let mut desk = Desk::new(Drawn::new("abcdefgh"));
    desk.limits = Limits::nodes(100);
    let (nodes, stopped) = desk.run(|search| {
        search.alpha_beta(OPEN, plies(6), 0, Role::Principal);
        (search.statistics.nodes, search.stopped)
    });
    assert_eq!((nodes, stopped), (100, true), "exactly at the limit");
    let mut desk = Desk::new(Drawn::new("ab"));
    let (nodes, polled) = desk.run(|search| {
        assert_eq!(search.next_poll, 1024);
        search.next_poll = 3;
        search.alpha_beta(OPEN, plies(3), 0, Role::Principal);
        (search.statistics.nodes, search.next_poll)
    });
    assert_eq!((nodes, polled), (11, 3 + 1024));
}
