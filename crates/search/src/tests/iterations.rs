//! Iterations from the point of view of a user of the search: what ends them, the window with which
//! each begins, and what one search keeps for the next.

use super::drawn::{Drawer, Drawn, Letter, Visit, drawer};
use crate::{
    Bound, Control, Driver, Enhancements, GameMove, IterationReport, LimitControl, Limits, Observer, Purpose, Report,
    Score, Searcher, StopHandle, Table, TurningPoint,
};
use std::time::Duration;

/// Iterations of one ply and their scores, made by an evaluation that depends on the number of
/// positions evaluated so far.
struct RecordingControl {
    limits: LimitControl,
    /// Turning points and their scores.
    points: Vec<(TurningPoint, i32)>,
    reports: Vec<IterationReport>,
    /// The turning point at which to stop.
    stops_at: Option<TurningPoint>,
    polls: Vec<u64>,
}

impl RecordingControl {
    fn new(limits: Limits) -> RecordingControl {
        let limits = LimitControl::new(limits, StopHandle::new());
        RecordingControl { limits, points: vec![], reports: vec![], stops_at: None, polls: vec![] }
    }
}

impl Control for RecordingControl {
    fn interval(&self, nodes: u64) -> u64 {
        self.limits.interval(nodes)
    }
    fn poll(&mut self, nodes: u64) -> bool {
        self.polls.push(nodes);
        self.limits.poll(nodes)
    }
    fn begin_iteration(&mut self, depth: u32) -> bool {
        self.limits.begin_iteration(depth)
    }
    fn end_iteration(&mut self, report: &IterationReport) -> bool {
        self.reports.push(*report);
        self.limits.end_iteration(report)
    }
    fn turning_point(&mut self, point: TurningPoint, report: &IterationReport) -> bool {
        self.points.push((point, report.score.get()));
        self.stops_at != Some(point)
    }
    fn purpose(&self) -> Purpose {
        self.limits.purpose()
    }
}

/// Records the reports to an observer.
#[derive(Default)]
struct Notes {
    /// Depth, score, bound.
    scores: Vec<(u32, i32, Bound)>,
    /// Depth, move, number.
    moves: Vec<(u32, char, usize)>,
    selective: u32,
}

impl Observer<Letter> for Notes {
    fn progress(&mut self, report: &Report<'_, Letter>) {
        self.scores.push((report.depth, report.score.get(), report.bound));
        self.selective = report.selective_depth;
    }
    fn root_move(&mut self, depth: u32, mv: Letter, number: usize, _: Duration) {
        self.moves.push((depth, mv.0, number));
    }
}

/// A game with one move at the root and a given score at each depth: the value of a position
/// depends on its ply.
fn stairs(scores: &[i32]) -> Drawn {
    let mut game = Drawn::new("a");
    let mut path = String::new();
    for (i, &score) in scores.iter().enumerate() {
        path.push('a');
        game = game.worth(&path, if i % 2 == 0 { -score } else { score });
    }
    game
}

type Windows = Vec<(i32, i32, i32)>;

/// Searches a staircase; returns the windows of the root's child from the root's point of view,
/// with the depth, and the reports.
fn climbed(
    scores: &[i32],
    change: impl FnOnce(&mut Searcher<Drawn, Drawer<true>>, &mut RecordingControl),
) -> (Windows, RecordingControl, Notes, Score) {
    let mut game = stairs(scores);
    let mut searcher = Searcher::new(drawer());
    searcher.enhancements = Enhancements::none();
    searcher.enhancements.iterative_deepening = true;
    searcher.enhancements.aspiration = true;
    let mut control = RecordingControl::new(Limits::depth(scores.len() as u32));
    let mut notes = Notes::default();
    change(&mut searcher, &mut control);
    let found =
        searcher.search_in_place(&mut game).table(&Table::new(1)).control(&mut control).observer(&mut notes).run();
    let seen = |visit: &Visit| (visit.path == "a").then_some((visit.depth / 64 + 1, -visit.beta, -visit.alpha));
    (game.visits.iter().filter_map(seen).collect(), control, notes, found.score)
}

const INFINITE: i32 = Score::INFINITE.get();
const FULL: (i32, i32) = (-INFINITE, INFINITE);

fn deep(depth: i32, window: (i32, i32)) -> (i32, i32, i32) {
    (depth, window.0, window.1)
}

#[test]
fn aspiration_windows_begin_with_the_fourth_iteration() {
    let (windows, control, notes, score) = climbed(&[5, 6, 7, 10, 11], |_, _| {});
    let expected = [deep(1, FULL), deep(2, FULL), deep(3, FULL), deep(4, (-23, 37)), deep(5, (-20, 40))];
    assert_eq!((windows, score.get()), (expected.to_vec(), 11));
    assert!(control.points.is_empty(), "no turning points with one move at the root");
    let exact: Vec<_> =
        [5, 6, 7, 10, 11].into_iter().zip(1..).map(|(score, depth)| (depth, score, Bound::Exact)).collect();
    assert_eq!(notes.scores, exact);
    let (windows, ..) = climbed(&[5, 6, 7, 10], |searcher, _| searcher.enhancements.aspiration = false);
    assert_eq!(windows[3], deep(4, FULL));
    let (windows, ..) = climbed(&[5, 6, 7, 10], |searcher, _| searcher.parameters.aspiration_from = 2);
    assert_eq!(windows[1], deep(2, (-25, 35)));
}

/// The second line has the window around its own last score, not around that of the first.
#[test]
fn each_line_has_the_window_of_its_own_score() {
    let mut game = Drawn::new("a").at("", |root| root.moves = "ab");
    for (first, value) in [("a", 0), ("b", -300)] {
        for ply in 1..=5 {
            let path = format!("{first}{}", "a".repeat(ply - 1));
            game = game.worth(&path, if ply % 2 == 0 { value } else { -value });
        }
    }
    let mut searcher = Searcher::new(drawer());
    searcher.enhancements = Enhancements::none();
    searcher.enhancements.iterative_deepening = true;
    searcher.enhancements.aspiration = true;
    searcher.multi_pv = 2;
    let found = searcher.search_in_place(&mut game).table(&Table::new(1)).limits(Limits::depth(5)).run();
    let scores: Vec<_> = found.lines.iter().map(|line| (line.mv.0, line.score.map(Score::get))).collect();
    assert_eq!(scores, [('a', Some(0)), ('b', Some(-300))]);
    assert_eq!(found.statistics.aspiration_failures, 0);
    let windows = |path: &str| -> Windows {
        let of = |visit: &&Visit| visit.path == path && visit.depth / 64 + 1 > 3;
        game.visits.iter().filter(of).map(|visit| (visit.depth / 64 + 1, -visit.beta, -visit.alpha)).collect()
    };
    assert_eq!(windows("a"), [deep(4, (-30, 30)), deep(5, (-30, 30))]);
    // In the first line it only has to be refuted.
    let expected = [(4, (0, 30)), (4, (-330, -270)), (5, (0, 30)), (5, (-330, -270))];
    assert_eq!(windows("b"), expected.map(|(depth, window)| deep(depth, window)));
}

#[test]
fn an_aspiration_window_is_widened_on_the_side_of_the_failure() {
    // The width doubles with each failure.
    let (windows, control, notes, score) = climbed(&[0, 0, 0, 100], |_, _| {});
    assert_eq!(windows[3..], [deep(4, (-30, 30)), deep(4, (-30, 160))]);
    assert_eq!((control.points, score.get()), (vec![(TurningPoint::FailHigh, 100)], 100));
    assert_eq!(notes.scores[3..], [(4, 100, Bound::Lower), (4, 100, Bound::Exact)]);
    let (windows, control, notes, score) = climbed(&[0, 0, 0, -100], |_, _| {});
    assert_eq!(windows[3..], [deep(4, (-30, 30)), deep(4, (-160, 30))]);
    assert_eq!((control.points, score.get()), (vec![(TurningPoint::FailLow, -100)], -100));
    assert_eq!(notes.scores[3..], [(4, -100, Bound::Upper), (4, -100, Bound::Exact)]);
    // A score at an end of the window is also outside.
    assert_eq!(climbed(&[0, 0, 0, 30], |_, _| {}).0.len(), 5);
    assert_eq!(climbed(&[0, 0, 0, -30], |_, _| {}).0.len(), 5);
    assert_eq!(climbed(&[0, 0, 0, 29], |_, _| {}).0.len(), 4);
    // Beyond the limit the window is opened fully.
    let (windows, ..) = climbed(&[0, 0, 0, 100], |searcher, _| searcher.parameters.aspiration_limit = 59);
    assert_eq!(windows[4], deep(4, (-30, INFINITE)));
    let (windows, ..) = climbed(&[0, 0, 0, 100], |searcher, _| searcher.parameters.aspiration_limit = 60);
    assert_eq!(windows[4], deep(4, (-30, 160)));
    let (windows, ..) = climbed(&[0, 0, 0, -100], |searcher, _| searcher.parameters.aspiration_limit = 59);
    assert_eq!(windows[4], deep(4, (-INFINITE, 30)));
    let (windows, ..) = climbed(&[0, 0, 0, 100], |searcher, _| searcher.parameters.aspiration_growth = 5);
    assert_eq!(windows[4], deep(4, (-30, 250)));
}

#[test]
fn a_control_can_stop_when_the_aspiration_window_fails() {
    for (last, point) in [(100, TurningPoint::FailHigh), (-100, TurningPoint::FailLow)] {
        let (windows, control, ..) = climbed(&[0, 0, 0, last, 0], |_, control| control.stops_at = Some(point));
        assert_eq!((windows.len(), control.points.len(), control.reports.len()), (4, 1, 3));
    }
}

type Driven = (Windows, Vec<(TurningPoint, i32)>, Vec<(u32, i32, Bound)>, i32);

/// Searches a staircase by null windows, with a tolerance or by MTD(f).
fn driven(scores: &[i32], tolerance: Option<i32>) -> Driven {
    let (windows, control, notes, score) = climbed(scores, |searcher, _| {
        searcher.driver = if tolerance.is_some() { Driver::Tolerance } else { Driver::Mtdf };
        searcher.parameters.tolerance = tolerance.unwrap_or(99);
    });
    (windows, control.points, notes.scores, score.get())
}

#[test]
fn mtdf_uses_null_windows_until_its_bounds_meet() {
    // The first guess is the evaluation of the root, later ones are the last score.
    let (windows, points, bounds, score) = driven(&[5, 3], None);
    let expected = [deep(1, (-1, 0)), deep(1, (5, 6)), deep(2, (4, 5)), deep(2, (2, 3))];
    assert_eq!((windows, score), (expected.to_vec(), 3));
    assert_eq!((points, bounds), (vec![], vec![(1, 5, Bound::Exact), (2, 3, Bound::Exact)]));
    // A change of more than the aspiration width is a turning point.
    let (_, points, bounds, score) = driven(&[0, 100, 31], None);
    assert_eq!((points, score), (vec![(TurningPoint::FailHigh, 100), (TurningPoint::FailLow, 31)], 31));
    assert_eq!(bounds[1..3], [(2, 100, Bound::Lower), (2, 100, Bound::Exact)]);
    assert_eq!(bounds[3..], [(3, 31, Bound::Upper), (3, 31, Bound::Exact)]);
    assert!(driven(&[0, 30], None).1.is_empty());
}

#[test]
fn tolerance_search_ends_when_the_value_is_known_within_the_tolerance() {
    // Half the tolerance below the last score, then half above it.
    let (windows, _, bounds, score) = driven(&[5, 3], Some(10));
    let expected = [deep(1, (-6, -5)), deep(1, (15, 16)), deep(2, (-1, 0)), deep(2, (13, 14))];
    assert_eq!((windows, score), (expected.to_vec(), 3));
    assert_eq!(bounds, vec![(1, 5, Bound::Exact), (2, 3, Bound::Exact)]);
    assert_eq!(driven(&[5, 3], Some(0)).0, driven(&[5, 3], None).0);
}

#[test]
fn a_control_can_stop_mtdf_at_a_bound() {
    let (_, control, notes, score) = climbed(&[0, 100, 0], |searcher, control| {
        searcher.driver = Driver::Mtdf;
        control.stops_at = Some(TurningPoint::FailHigh);
    });
    assert_eq!((control.points.len(), control.reports.len(), score.get()), (1, 1, 100));
    assert_eq!(notes.scores, [(1, 0, Bound::Exact), (2, 100, Bound::Lower)]);
}

/// The root has score 10 by `a`. Three plies below `b` it is proved that the side to move at the
/// root gets no more: the bound of the root cuts off the fourth ply (Knuth and Moore).
#[test]
fn plain_alpha_beta_cuts_off_by_the_bound_of_any_ancestor() {
    let by = |driver: Driver| {
        let mut game = Drawn::new("a").worth("aaaa", 10);
        for (path, moves) in [("", "ab"), ("ba", "ab"), ("baa", "ab"), ("bab", "ab")] {
            game = game.at(path, |position| position.moves = moves);
        }
        game = game.worth("baaa", 5).worth("baab", 3).worth("baba", 6).worth("babb", 4);
        let mut searcher = Searcher::new(drawer());
        searcher.enhancements = Enhancements::none();
        searcher.enhancements.principal_variation = true;
        searcher.driver = driver;
        let mut control = LimitControl::new(Limits::depth(4), StopHandle::new());
        let found = searcher.search_in_place(&mut game).table(&Table::new(1)).control(&mut control).run();
        assert_eq!((found.best, found.score.get()), (Some(Letter('a')), 10));
        (game.windows("baa"), game.windows("bab"), game.paths().contains(&"baab"), game.paths().contains(&"babb"))
    };
    // From the point of view of the side to move there, -10 suffices for a cut-off, and the upper
    // end of the window is open.
    let open = vec![(-INFINITE, -10)];
    assert_eq!(by(Driver::AlphaBeta), (open.clone(), open, false, false));
    assert_eq!(by(Driver::Aspiration).0, [(-11, -10)], "a null window");
}

/// The table may have entries of deeper searches.
#[test]
fn a_line_from_the_table_is_at_most_as_long_as_the_iteration() {
    let mut searcher = Searcher::new(drawer());
    searcher.enhancements = Enhancements::none();
    searcher.enhancements.iterative_deepening = true;
    (searcher.enhancements.table, searcher.enhancements.table_move) = (true, true);
    searcher.enhancements.fail_low_correction = true;
    searcher.driver = Driver::Mtdf;
    let table = Table::new(1);
    let mut line = |depth: u32| {
        let mut control = RecordingControl::new(Limits::depth(depth));
        searcher.search_in_place(&mut stairs(&[5, 9, 2, 8, 3, 7])).table(&table).control(&mut control).run().pv.len()
    };
    assert!(line(6) > 1);
    assert_eq!(line(1), 1);
    assert!((1..=5).all(|depth| line(depth) <= depth as usize));
}

#[test]
fn a_decisive_score_has_no_window() {
    let mate = Score::rule_win(20).get();
    let (windows, ..) = climbed(&[0, 0, 0, 0, 0], |_, _| {});
    assert_ne!(windows[4], deep(5, FULL));
    for score in [mate, -mate] {
        let mut game = stairs(&[0; 5]);
        for (ply, path) in ["a", "aa", "aaa", "aaaa"].into_iter().enumerate() {
            let score = if ply % 2 == 0 { -score } else { score };
            game = game.at(path, |position| position.verdict = super::drawn::ended(score));
        }
        let mut searcher = Searcher::new(drawer());
        searcher.enhancements = Enhancements::none();
        (searcher.enhancements.iterative_deepening, searcher.enhancements.aspiration) = (true, true);
        let mut control = RecordingControl::new(Limits::depth(5));
        searcher.search_in_place(&mut game).table(&Table::new(1)).control(&mut control).run();
        let windows: Vec<_> = game.visits.iter().map(|visit| (-visit.beta, -visit.alpha)).collect();
        assert_eq!(windows, [FULL; 5], "{score}");
    }
}

/// The gap is that between the first line and the second.
#[test]
fn the_gap_is_between_the_best_two_lines() {
    let mut game = Drawn::new("abcd").worth("a", -70).worth("b", -10).worth("c", -40).worth("d", 25);
    let mut searcher = Searcher::new(drawer());
    searcher.enhancements = Enhancements::none();
    searcher.enhancements.iterative_deepening = true;
    let mut gaps = |lines: usize| {
        searcher.multi_pv = lines;
        let mut control = RecordingControl::new(Limits::depth(1));
        searcher.search_in_place(&mut game).table(&Table::new(1)).control(&mut control).run();
        control.reports[0].gap
    };
    assert_eq!([1, 2, 3, 4].map(&mut gaps), [None, Some(30), Some(30), Some(30)]);
}

#[test]
fn without_iterative_deepening_only_the_last_depth_is_searched() {
    let (windows, ..) = climbed(&[1, 2, 3], |searcher, _| searcher.enhancements.iterative_deepening = false);
    assert_eq!(windows, [deep(3, FULL)]);
}

/// Searches a game with all switches off, and returns the reports.
fn searched(
    game: &mut Drawn,
    limits: Limits,
    change: impl FnOnce(&mut RecordingControl, &mut Enhancements),
) -> (RecordingControl, Notes, crate::SearchResult<Letter>) {
    let mut searcher = Searcher::new(drawer());
    searcher.enhancements = Enhancements::none();
    searcher.enhancements.iterative_deepening = true;
    let (mut control, mut notes) = (RecordingControl::new(limits), Notes::default());
    change(&mut control, &mut searcher.enhancements);
    let found = searcher.search_in_place(game).table(&Table::new(1)).control(&mut control).observer(&mut notes).run();
    (control, notes, found)
}

/// At one ply `a` is best, at two plies `b`.
fn changing() -> Drawn {
    Drawn::new("ab").worth("a", -20).worth("b", -10).worth("aa", 3).worth("ab", 2).worth("ba", 9).worth("bb", 8)
}

#[test]
fn root_moves_are_reported_in_the_order_of_the_search() {
    let (control, notes, found) = searched(&mut changing(), Limits::depth(3), |_, _| {});
    assert_eq!((found.best, found.score.get(), found.depth), (Some(Letter('b')), 0, 3));
    assert_eq!(notes.moves[..4], [(1, 'a', 1), (1, 'b', 2), (2, 'a', 1), (2, 'b', 2)]);
    assert_eq!(notes.moves[4], (3, 'b', 1), "the best of the last iteration first");
    assert_eq!(notes.selective, 3);
    let reported: Vec<_> = control
        .reports
        .iter()
        .map(|report| {
            (report.depth, report.best_move, report.best_move_changed, report.best_move_changes, report.root_moves)
        })
        .collect();
    let bits = |mv: char| Letter(mv).to_bits();
    assert_eq!(reported[..2], [(1, bits('a'), false, 0, 2), (2, bits('b'), true, 1, 2)]);
}

/// The moves of the second line come after that of the first.
#[test]
fn root_moves_of_later_lines_are_numbered_after_those_before() {
    let mut game = Drawn::new("abc").worth("a", -20).worth("b", -10).worth("c", -5);
    let mut searcher = Searcher::new(drawer());
    searcher.enhancements = Enhancements::none();
    searcher.enhancements.iterative_deepening = true;
    searcher.multi_pv = 2;
    let (mut control, mut notes) = (RecordingControl::new(Limits::depth(1)), Notes::default());
    searcher.search_in_place(&mut game).table(&Table::new(1)).control(&mut control).observer(&mut notes).run();
    assert_eq!(notes.moves, [(1, 'a', 1), (1, 'b', 2), (1, 'c', 3), (1, 'b', 2), (1, 'c', 3)]);
}

#[test]
fn a_control_can_stop_after_the_first_move() {
    let point = TurningPoint::FirstMove;
    let (control, _, found) = searched(&mut changing(), Limits::depth(2), |control, _| control.stops_at = Some(point));
    assert_eq!(control.points, [(point, 20)]);
    assert_eq!((found.best, found.depth, control.reports.len()), (Some(Letter('a')), 0, 0));
    let (control, ..) = searched(&mut changing(), Limits::depth(2), |_, _| {});
    assert_eq!(control.points, [(point, 20), (point, 2)]);
    let mut one = Drawn::new("a");
    let (control, ..) = searched(&mut one, Limits::depth(2), |control, _| control.stops_at = Some(point));
    assert_eq!((control.points.len(), control.reports.len()), (0, 2), "there is no other move");
}

#[test]
fn nodes_and_shares_count_the_iteration() {
    let (control, _, found) = searched(&mut changing(), Limits::depth(2), |_, _| {});
    // Two moves; then two, and their replies; for `b` the third reply suffices.
    assert_eq!(found.statistics.iteration_nodes[..3], [2, 6, 0]);
    assert_eq!(found.statistics.nodes, 8);
    assert_eq!(control.reports.iter().map(|report| report.nodes).collect::<Vec<_>>(), [2, 8]);
    assert_eq!(control.reports.iter().map(|report| report.best_move_permille).collect::<Vec<_>>(), [500, 500]);
    assert_eq!(
        control.reports.iter().map(|report| report.previous_score.map(Score::get)).collect::<Vec<_>>(),
        [None, Some(20)]
    );
}

#[test]
fn limits_end_a_search() {
    let depth = |limits: Limits| searched(&mut changing(), limits, |_, _| {}).2.depth;
    assert_eq!((depth(Limits::depth(1)), depth(Limits::depth(4))), (1, 4));
    let nodes = |nodes: u64| searched(&mut changing(), Limits::nodes(nodes), |_, _| {}).2.statistics.nodes;
    for limit in [1, 2, 7, 8, 9, 500, 1023, 1024, 1025, 3_000] {
        assert_eq!(nodes(limit), limit);
    }
    let control = LimitControl::new(Limits::nodes(2_000), StopHandle::new());
    let intervals = [0, 900, 976, 977, 1_999, 2_000, 9_000].map(|nodes| control.interval(nodes));
    assert_eq!(intervals, [1024, 1024, 1024, 1023, 1, 1, 1]);
    assert_eq!(LimitControl::new(Limits::default(), StopHandle::new()).interval(7), 1024);
    let stop = StopHandle::new();
    let mut control = LimitControl::new(Limits::default(), stop.clone());
    assert!(!control.poll(1 << 40) && control.begin_iteration(99));
    stop.stop();
    assert!(stop.is_stopped() && control.poll(0) && !control.begin_iteration(1));
    // Time limits that have expired at once, or never expire.
    let (now, never) = (Duration::ZERO, Duration::from_secs(1 << 30));
    assert!(LimitControl::new(Limits::time(now), StopHandle::new()).poll(0));
    assert!(!LimitControl::new(Limits::time(never), StopHandle::new()).poll(0));
    let soft = |soft_time: Duration| depth(Limits { soft_time: Some(soft_time), ..Limits::depth(3) });
    assert_eq!((soft(now), soft(never)), (1, 3));
}

/// A mate in three plies, with two moves of the side to move, is found at depth three.
#[test]
fn a_sought_mate_ends_the_search() {
    let depth = |limits: Limits| {
        let mut game = Drawn::new("a").at("aaa", |position| position.moves = "");
        let found = searched(&mut game, Limits { depth: Some(9), ..limits }, |_, _| {}).2;
        assert_eq!(found.score, Score::mate_in(3));
        found.depth
    };
    assert_eq!((depth(Limits::mate(2)), depth(Limits::mate(1))), (4, 9));
    assert!(LimitControl::new(Limits::mate(3), StopHandle::new()).purpose().mate);
    assert!(!LimitControl::new(Limits::depth(3), StopHandle::new()).purpose().mate);
}

#[test]
fn a_mate_search_has_no_null_moves() {
    let passes = |limits: Limits| {
        let mut game = Drawn::new("ab").everywhere(|position| (position.null, position.evaluation) = (Some(9), 0));
        let change = |_: &mut RecordingControl, enhancements: &mut Enhancements| enhancements.null_move = true;
        let (.., found) = searched(&mut game, Limits { depth: Some(5), ..limits }, change);
        found.statistics.null_moves
    };
    assert_eq!(passes(Limits::mate(1)), 0);
    assert!(passes(Limits::default()) > 0);
}

#[test]
fn a_root_without_moves_is_stuck() {
    let (_, _, found) = searched(&mut Drawn::new(""), Limits::depth(3), |_, _| {});
    assert_eq!((found.best, found.score, found.depth, found.lines.len()), (None, Score::mated_in(0), 0, 0));
}

/// The nodes of three searches, each with an empty table: the first, the second, and one after a
/// new game.
fn nodes_of_searches(name: &str) -> [u64; 3] {
    let mut searcher = Searcher::new(drawer());
    searcher.enhancements = Enhancements::none();
    searcher.enhancements.set(name, true).unwrap();
    searcher.parameters.correction_inertia = 64;
    searcher.parameters.low_ply_weight = 64;
    searcher.parameters.history_bonus = 16;
    let mut nodes = |forgets: bool| {
        if forgets {
            searcher.new_game();
        }
        let mut control = LimitControl::new(Limits::depth(5), StopHandle::new());
        let mut game = Drawn::new("abcdABC").random(3);
        searcher.search_in_place(&mut game).table(&Table::new(0)).control(&mut control).run().statistics.nodes
    };
    [nodes(false), nodes(false), nodes(true)]
}

#[test]
fn histories_are_kept_until_a_new_game() {
    for name in ["history", "continuation_history", "structure_history"] {
        let [first, second, forgotten] = nodes_of_searches(name);
        assert_ne!(first, second, "{name} is learnt");
        assert_eq!(first, forgotten, "{name} is forgotten");
    }
}

#[test]
fn root_specific_histories_are_cleared_for_the_next_search() {
    let nothing = nodes_of_searches("iterative_deepening")[0];
    for name in ["killers", "low_ply_history"] {
        let nodes = nodes_of_searches(name);
        assert_eq!(nodes, [nodes[0]; 3], "{name}");
    }
    assert!(nothing > 0);
}

/// A correction changes the score of a later search in the same game.
#[test]
fn corrections_are_kept_until_a_new_game() {
    let mut searcher = Searcher::new(drawer());
    searcher.enhancements = Enhancements::none();
    searcher.enhancements.correction_history = true;
    searcher.parameters.correction_inertia = 64;
    let mut score = |forgets: bool| {
        if forgets {
            searcher.new_game();
        }
        let mut game = Drawn::new("ab").random(5);
        let mut control = LimitControl::new(Limits::depth(5), StopHandle::new());
        searcher.search_in_place(&mut game).table(&Table::new(0)).control(&mut control).run().score
    };
    let (first, second, forgotten) = (score(false), score(false), score(true));
    assert_ne!(first, second);
    assert_eq!(first, forgotten);
}

/// The second line is interrupted after its first move: the result is that of the first line.
#[test]
fn the_first_line_is_complete_when_a_later_one_is_interrupted() {
    let found = |nodes: u64| {
        let mut searcher = Searcher::new(drawer());
        searcher.enhancements = Enhancements::none();
        searcher.enhancements.iterative_deepening = true;
        searcher.multi_pv = 2;
        let mut game = Drawn::new("abc").worth("a", -20).worth("b", -10).worth("c", -5);
        let mut control = LimitControl::new(Limits::nodes(nodes), StopHandle::new());
        let found = searcher.search_in_place(&mut game).table(&Table::new(1)).control(&mut control).run();
        (found.best, found.score.get(), found.lines.len())
    };
    // Three moves of the first line, then two of the second. The last of the three may be
    // interrupted.
    assert_eq!(found(3), (Some(Letter('a')), 20, 1));
    assert_eq!(found(4), (Some(Letter('a')), 20, 1));
    assert_eq!(found(5), (Some(Letter('a')), 20, 1));
}
