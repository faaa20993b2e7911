//! Model checking of all orders of the steps of an owner and its helpers at a split point (`--cfg
//! loom`): from its opening until the last helper has left.

use super::{
    tests::{Split, split_point},
    *,
};
use loom::thread;

/// The score of each move.
const SCORES: [i32; 3] = [10, 30, 20];

/// Takes moves until none is left, as a search thread does; returns the moves taken.
fn work(split: &Split) -> Vec<u8> {
    let mut taken = Vec::new();
    while let Some((mv, stage)) = split.take() {
        let progress = split.progress();
        assert!(progress.alpha.get() <= 30 && progress.best <= Score::new(30));
        split.begin_move();
        let score = Score::new(SCORES[mv as usize]);
        split.add_score((mv, stage), false, score, PathPly::NONE, || vec![mv + 100]);
        taken.push(mv);
    }
    taken
}

/// Leaked, since loom's threads require a static lifetime.
fn team() -> &'static Team<'static, u8, ()> {
    let stop: &'static AtomicBool = Box::leak(Box::new(AtomicBool::new(false)));
    Box::leak(Box::new(Team::new(stop)))
}

/// The owner's part; its wait ends only when the helpers leave.
fn own(team: &Team<'_, u8, ()>, split: &Arc<Split>) -> (Vec<u8>, Results<u8>) {
    team.open(split);
    let taken = work(split);
    team.close(split);
    while split.has_helpers() {
        thread::yield_now();
    }
    (taken, split.results())
}

/// A helper that looks for work once.
fn help(team: &Team<'_, u8, ()>) -> Vec<u8> {
    team.join(None).map(|member| work(&member.split)).unwrap_or_default()
}

/// Explores all orders of steps with at most two preemptions; exploring all orders would take too
/// long.
fn explore(model: impl Fn() + Send + Sync + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(2);
    builder.check(model);
}

fn check(threads: usize, moves: u8, beta: i32, then: fn(Vec<u8>, &Results<u8>)) {
    explore(move || {
        let team = team();
        let helpers: Vec<_> = (1..threads).map(|_| thread::spawn(move || help(team))).collect();
        let split = split_point(None, moves, beta);
        let (mut taken, results) = own(team, &split);
        assert!(team.join(None).is_none(), "a closed split point cannot be joined");
        for helper in helpers {
            taken.extend(helper.join().unwrap());
        }
        taken.sort();
        then(taken, &results);
    });
}

/// Every move is searched once, and the owner leaves with the best of all.
#[test]
fn the_owner_gets_the_results_of_all_threads() {
    check(2, 3, 100, |taken, results| {
        assert_eq!(taken, [0, 1, 2]);
        let tally = &results.tally;
        assert_eq!((tally.best, tally.best_move, tally.move_count), (Score::new(30), Some(1), 3));
        assert_eq!(results.line.as_deref(), Some(&[101][..]));
        assert_eq!(results.tried.quiets.len(), 3);
    });
}

/// The same with two helpers.
#[test]
fn two_helpers_share_the_moves() {
    check(3, 2, 100, |taken, results| {
        assert_eq!(taken, [0, 1]);
        assert_eq!((results.tally.best, results.tally.move_count), (Score::new(30), 2));
    });
}

/// After a cut-off nothing is added.
#[test]
fn a_cut_ends_the_node() {
    check(2, 3, 25, |taken, results| {
        assert!(taken.contains(&1), "only that move causes a cut-off");
        let tally = &results.tally;
        assert_eq!((tally.best, tally.cut), (Score::new(30), Some((1, Stage::GoodNoisy))));
        assert_eq!(tally.move_count as usize, taken.len());
    });
}

/// The first cut-off counts, whatever follows.
#[test]
fn a_cutoff_is_final() {
    explore(|| {
        let split = split_point(None, 3, 25);
        for (mv, score) in [(1, 30), (2, 40)] {
            split.add_score((mv, Stage::GoodNoisy), false, Score::new(score), PathPly::NONE, Vec::new);
        }
        let tally = split.results().tally;
        assert_eq!((tally.best, tally.cut), (Score::new(30), Some((1, Stage::GoodNoisy))));
    });
}

/// A thread that waits at its own split point joins only split points below it.
#[test]
fn a_waiting_owner_helps_only_below_its_node() {
    explore(|| {
        let team = team();
        let outer = split_point(None, 2, 100);
        let other = split_point(None, 2, 100);
        let inner = split_point(Some(Arc::clone(&outer)), 2, 100);
        team.open(&other);
        let opener = {
            let inner = Arc::clone(&inner);
            thread::spawn(move || own(team, &inner).1.tally.best)
        };
        if let Some(member) = team.join(Some(&outer)) {
            assert!(Arc::ptr_eq(&member.split, &inner));
            work(&member.split);
        }
        assert_eq!(opener.join().unwrap(), Score::new(30));
    });
}
