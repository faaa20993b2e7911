//! Parallel search: several threads search the same position, each for itself,
//! and share nothing but the transposition table (Lazy SMP).
//!
//! What one thread has stored, the others need not search again, and since no
//! two of them come to a position at the same time with the same knowledge,
//! their trees differ. That is all the cooperation there is: no lock, no
//! message, no division of the tree. The calling thread is the main one: it
//! asks the [`Control`], tells the [`Observer`] and, when it ends, stops the
//! others, which look at a flag every few nodes. Then the threads vote.
//!
//! Source: D. Homann's ExChess and M. Costalba's Stockfish 7 (2013–2016) for the
//! scheme, the vote after Stockfish and Viridithas (the idea; the rule is ours).

use crate::{
    Bound, Control, Evaluator, GameMove, Heuristics, IterationReport, Observer, Outcome, Report, Score, Searcher,
    Table, TurningPoint, legal_moves, search::Variation,
};
use std::{
    sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed},
    thread,
};

/// Nodes after which a helping thread publishes its count and looks whether to stop.
const HELPER_INTERVAL: u64 = 64;
/// Bytes of stack for a helping thread: room for the deepest path of a game with large moves.
const STACK: usize = 8 << 20;
/// What the lowest score weighs in the vote, in the evaluator's units.
const VOTE_BASE: i32 = 14;

/// Searches with several threads.
///
/// Each thread has a [`Searcher`] of its own, whose histories live on from one
/// search to the next; the threads themselves live as long as a search. With
/// one thread it is that searcher and nothing else, node for node.
///
/// ```
/// # use duiyi_search::*;
/// # #[derive(Clone, Copy, PartialEq, Eq, Debug)]
/// # struct Take(u8);
/// # impl GameMove for Take {
/// #     fn to_bits(self) -> u32 { self.0 as u32 }
/// #     fn from_bits(bits: u32) -> Option<Take> { u8::try_from(bits).ok().map(Take) }
/// # }
/// # #[derive(Clone)]
/// # struct Heap { left: u8, side: usize }
/// # impl Game for Heap {
/// #     type Move = Take;
/// #     type Undo = ();
/// #     fn side_to_move(&self) -> usize { self.side }
/// #     fn make(&mut self, mv: Take) { self.left -= mv.0; self.side ^= 1; }
/// #     fn unmake(&mut self, mv: Take, (): ()) { self.left += mv.0; self.side ^= 1; }
/// #     fn generate(&self, kind: Generation, moves: &mut MoveSink<'_, Take>) {
/// #         if kind == Generation::Quiet { moves.extend((1..=self.left.min(3)).map(Take)); }
/// #     }
/// #     fn is_playable(&self, mv: Take) -> bool { (1..=3).contains(&mv.0) && mv.0 <= self.left }
/// #     fn table_key(&self) -> u64 { (self.left as u64 * 2 + self.side as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) }
/// #     fn verdict(&mut self, _ply: usize) -> Verdict { Verdict::Open }
/// # }
/// # impl Heuristics for Heap {}
/// // Who takes the last of 21 counters wins; a move takes one, two or three.
/// let mut game = Heap { left: 21, side: 0 };
/// let nothing_known = || Stateless((|_| Score::ZERO) as fn(&Heap) -> Score);
/// let mut searcher = ParallelSearcher::new(nothing_known());
/// searcher.set_threads(2, nothing_known);
/// let mut control = LimitControl::new(Limits::depth(22), StopHandle::new());
/// let found = searcher.search(&mut game, &Table::new(1), &mut control, &mut (), |_| true);
/// assert_eq!(found.best, Some(Take(1)));
/// assert_eq!(found.score, Score::mate_in(11));
/// ```
#[derive(Debug)]
pub struct ParallelSearcher<G: Heuristics, E> {
    /// The main thread's searcher, whose switches, constants and number of
    /// lines hold for all.
    pub main: Searcher<G, E>,
    helpers: Vec<Searcher<G, E>>,
    /// Lets no thread get ahead of another by more than a few nodes. That
    /// costs time, but makes the node counts of an experiment independent of
    /// how busy the machine is: with it, all nodes divided by the threads are
    /// what an undisturbed thread would have searched.
    pub lockstep: bool,
}

impl<G: Heuristics, E: Evaluator<G>> ParallelSearcher<G, E> {
    /// One thread.
    pub fn new(evaluator: E) -> ParallelSearcher<G, E> {
        ParallelSearcher { main: Searcher::new(evaluator), helpers: Vec::new(), lockstep: false }
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.helpers.len() + 1
    }

    /// Sets the number of threads, at least one. Threads that were there keep
    /// what they have learnt; each new one takes an evaluator.
    pub fn set_threads(&mut self, threads: usize, mut evaluator: impl FnMut() -> E) {
        self.helpers.resize_with(threads.max(1) - 1, || Searcher::new(evaluator()));
    }

    /// Forgets what earlier searches learnt (the table is cleared by [`Table::clear`]).
    pub fn new_game(&mut self) {
        self.main.new_game();
        for helper in &mut self.helpers {
            helper.new_game();
        }
    }
}

impl<G, E> ParallelSearcher<G, E>
where
    G: Heuristics<Move: Send + Sync> + Clone + Send,
    E: Evaluator<G> + Send,
{
    /// Searches a position with all threads until `control` ends it, like
    /// [`Searcher::search`].
    ///
    /// Control and observer are called on the calling thread only, with the
    /// nodes of all threads. A limit of nodes may be overstepped by some
    /// 64 nodes a thread. A limit of depth is reached when the first thread has
    /// finished it. The statistics are those of all threads together.
    ///
    /// # Panics
    /// If the game or the evaluator panics on a helping thread, that panic goes on here.
    pub fn search(
        &mut self,
        game: &mut G,
        table: &Table,
        control: &mut dyn Control,
        observer: &mut dyn Observer<G::Move>,
        mut allowed: impl FnMut(G::Move) -> bool,
    ) -> Outcome<G::Move> {
        if self.helpers.is_empty() {
            return self.main.search(game, table, control, observer, allowed);
        }
        let moves: Vec<G::Move> = legal_moves(game).into_iter().filter(|&mv| allowed(mv)).collect();
        if moves.is_empty() {
            return self.main.search(game, table, control, observer, |_| false);
        }
        table.new_generation();
        let crew = Crew::new(self.helpers.len() + 1, self.lockstep);
        let (last_depth, seeks_mate) = (control.last_depth(), control.seeks_mate());
        let counts = self.main.multi_pv <= 1;
        for helper in &mut self.helpers {
            helper.enhancements = self.main.enhancements;
            helper.parameters = self.main.parameters;
        }
        let (crew, moves) = (&crew, &moves);
        let main = &mut self.main;
        let helpers = &mut self.helpers;
        let mut outcomes = thread::scope(|scope| {
            // Should the control or the observer panic, the helpers must not search for ever.
            let _stop = StopAtEnd(crew);
            let mut handles = Vec::with_capacity(helpers.len());
            for (helper, number) in helpers.iter_mut().zip(1..) {
                let mut game = game.clone();
                let help = move || {
                    let _end = EndOfWorker(&crew.workers[number]);
                    let mut control = HelperControl { crew, number, last_depth, seeks_mate, counts };
                    let variation = crew.variation(number);
                    helper.search_as(variation, &mut game, table, &mut control, &mut (), |mv| moves.contains(&mv))
                };
                match thread::Builder::new().stack_size(STACK).spawn_scoped(scope, help) {
                    Ok(handle) => handles.push(handle),
                    // The system has no more threads: the others do the work.
                    Err(_) => crew.workers[number].ended.store(true, Relaxed),
                }
            }
            let mut control = MainControl { crew, inner: control, last: None };
            let mut observer = MainObserver { crew, inner: &mut *observer };
            let own = main
                .search_as(Variation::default(), game, table, &mut control, &mut observer, |mv| moves.contains(&mv));
            crew.stop.store(true, Relaxed);
            let mut outcomes = vec![own];
            for handle in handles {
                outcomes.push(handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            outcomes
        });
        // Several lines are the main thread's affair.
        let elected = if counts { elect(&outcomes.iter().map(Ballot::of).collect::<Vec<_>>()) } else { 0 };
        let mut statistics = outcomes[0].statistics.clone();
        for other in &outcomes[1..] {
            statistics.add(&other.statistics);
        }
        let elapsed = outcomes[0].elapsed;
        let outcome = Outcome { statistics, elapsed, ..outcomes.swap_remove(elected) };
        if elected != 0 {
            // What was told so far is another thread's line.
            observer.progress(&Report {
                depth: outcome.depth,
                selective_depth: outcome.depth,
                line: 1,
                score: outcome.score,
                bound: Bound::Exact,
                nodes: outcome.statistics.nodes,
                elapsed,
                table_permille: table.permille_full(),
                pv: &outcome.pv,
                best_move_permille: 1000,
                best_move_changed: true,
                best_move_changes: 1,
                previous_score: None,
                root: self.main.root(),
            });
        }
        outcome
    }
}

/// What the threads of one search share besides the table.
struct Crew {
    /// The main thread has ended: the others shall.
    stop: AtomicBool,
    /// A thread has finished the last iteration that the limits allow.
    finished: AtomicBool,
    /// A helper has found a mate, where one is sought: its score and depth.
    mate: AtomicU64,
    /// The iteration that the main thread is at.
    main_depth: AtomicU32,
    workers: Vec<Worker>,
    lockstep: bool,
}

/// A thread's own part, in cache lines of its own.
#[derive(Default)]
#[repr(align(128))]
struct Worker {
    /// Its nodes, now and then.
    nodes: AtomicU64,
    ended: AtomicBool,
}

impl Crew {
    fn new(threads: usize, lockstep: bool) -> Crew {
        Crew {
            stop: AtomicBool::new(false),
            finished: AtomicBool::new(false),
            mate: AtomicU64::new(0),
            main_depth: AtomicU32::new(1),
            workers: (0..threads).map(|_| Worker::default()).collect(),
            lockstep,
        }
    }

    /// What a helper does, numbered from 1: the odd ones keep ahead of the main thread,
    /// each by a ply more; the even ones skip iterations whatever it does.
    fn variation(&self, number: usize) -> Variation<'_> {
        if number % 2 == 1 {
            Variation::Ahead { main_depth: &self.main_depth, lead: number as u32 / 2 + 1 }
        } else {
            Variation::skipper(number / 2)
        }
    }

    /// The nodes of all helpers, as far as they have said.
    fn helpers_nodes(&self) -> u64 {
        self.workers[1..].iter().map(|worker| worker.nodes.load(Relaxed)).sum()
    }

    /// Publishes a thread's count, and in lockstep waits for the slowest.
    fn publish(&self, number: usize, nodes: u64) {
        self.workers[number].nodes.store(nodes, Relaxed);
        if self.lockstep {
            let ahead = |worker: &Worker| {
                !worker.ended.load(Relaxed) && worker.nodes.load(Relaxed) + 2 * HELPER_INTERVAL < nodes
            };
            while self.workers.iter().any(ahead) && !self.stop.load(Relaxed) {
                thread::yield_now();
            }
        }
    }
}

/// Stops the helpers however the main thread ends.
struct StopAtEnd<'a>(&'a Crew);

impl Drop for StopAtEnd<'_> {
    fn drop(&mut self) {
        self.0.stop.store(true, Relaxed);
    }
}

/// Notes that a helper has ended, however it does.
struct EndOfWorker<'a>(&'a Worker);

impl Drop for EndOfWorker<'_> {
    fn drop(&mut self) {
        self.0.ended.store(true, Relaxed);
    }
}

/// A mate and the depth that found it as one word, never 0.
fn pack_mate(score: Score, depth: u32) -> u64 {
    (score.get() as u32 as u64) << 32 | depth as u64
}

fn unpack_mate(bits: u64) -> Option<(Score, u32)> {
    (bits != 0).then(|| (Score::new((bits >> 32) as u32 as i32), bits as u32))
}

/// The caller's control, told of the nodes of all threads.
struct MainControl<'a, 'b> {
    crew: &'a Crew,
    inner: &'b mut dyn Control,
    /// What was told of the last iteration.
    last: Option<IterationReport>,
}

impl Control for MainControl<'_, '_> {
    fn interval(&self, nodes: u64) -> u64 {
        let own = self.inner.interval(nodes + self.crew.helpers_nodes()) / self.crew.workers.len() as u64;
        if self.crew.lockstep { own.min(HELPER_INTERVAL) } else { own }
    }

    fn poll(&mut self, nodes: u64) -> bool {
        self.crew.publish(0, nodes);
        let all = nodes + self.crew.helpers_nodes();
        if self.crew.finished.load(Relaxed) || self.inner.poll(all) {
            return true;
        }
        let Some((score, depth)) = unpack_mate(self.crew.mate.swap(0, Relaxed)) else { return false };
        let Some(last) = &self.last else { return false };
        let report = IterationReport { depth, score, nodes: all, ..*last };
        !self.inner.end_iteration(&report)
    }

    fn begin_iteration(&mut self, depth: u32) -> bool {
        self.crew.main_depth.store(depth, Relaxed);
        !self.crew.finished.load(Relaxed) && self.inner.begin_iteration(depth)
    }

    fn last_depth(&self) -> Option<u32> {
        self.inner.last_depth()
    }

    fn seeks_mate(&self) -> bool {
        self.inner.seeks_mate()
    }

    fn end_iteration(&mut self, report: &IterationReport) -> bool {
        let report = IterationReport { nodes: report.nodes + self.crew.helpers_nodes(), ..*report };
        self.last = Some(report);
        self.inner.end_iteration(&report)
    }

    fn turning_point(&mut self, point: TurningPoint, report: &IterationReport) -> bool {
        let report = IterationReport { nodes: report.nodes + self.crew.helpers_nodes(), ..*report };
        self.inner.turning_point(point, &report)
    }
}

/// The caller's observer, told of the nodes of all threads.
struct MainObserver<'a, 'b, M> {
    crew: &'a Crew,
    inner: &'b mut dyn Observer<M>,
}

impl<M: Copy> Observer<M> for MainObserver<'_, '_, M> {
    fn progress(&mut self, report: &Report<'_, M>) {
        let nodes = report.nodes + self.crew.helpers_nodes();
        self.inner.progress(&Report { nodes, ..*report });
    }

    fn root_move(&mut self, depth: u32, mv: M, number: usize, elapsed: std::time::Duration) {
        self.inner.root_move(depth, mv, number, elapsed);
    }
}

/// Goes on until the main thread ends, or the last depth is done.
struct HelperControl<'a> {
    crew: &'a Crew,
    number: usize,
    last_depth: Option<u32>,
    seeks_mate: bool,
    /// Whether its last iteration ends the search.
    counts: bool,
}

impl Control for HelperControl<'_> {
    fn interval(&self, _: u64) -> u64 {
        HELPER_INTERVAL
    }

    fn poll(&mut self, nodes: u64) -> bool {
        self.crew.publish(self.number, nodes);
        self.crew.stop.load(Relaxed)
    }

    fn begin_iteration(&mut self, depth: u32) -> bool {
        !self.crew.stop.load(Relaxed) && self.last_depth.is_none_or(|limit| depth <= limit)
    }

    fn last_depth(&self) -> Option<u32> {
        self.last_depth
    }

    fn seeks_mate(&self) -> bool {
        self.seeks_mate
    }

    fn end_iteration(&mut self, report: &IterationReport) -> bool {
        if self.counts && self.seeks_mate && report.score.is_mate() {
            self.crew.mate.store(pack_mate(report.score, report.depth), Relaxed);
        }
        if self.counts && self.last_depth == Some(report.depth) {
            self.crew.finished.store(true, Relaxed);
        }
        !self.crew.stop.load(Relaxed)
    }
}

/// What a thread found, as far as the vote needs it.
#[derive(Clone, Copy, Debug)]
struct Ballot {
    /// The packed move; none if the thread had none.
    mv: Option<u32>,
    score: Score,
    /// The last iteration that it finished.
    depth: u32,
}

impl Ballot {
    fn of<M: GameMove>(outcome: &Outcome<M>) -> Ballot {
        Ballot { mv: outcome.best.map(GameMove::to_bits), score: outcome.score, depth: outcome.depth }
    }
}

/// The thread whose result counts; the first ballot is the main thread's.
///
/// A proven win comes first, the shortest of several. Otherwise those threads
/// that have finished the deepest iteration vote, each for its move and with
/// the more weight the better it finds it. In doubt the first has its way.
fn elect(ballots: &[Ballot]) -> usize {
    let candidates = || ballots.iter().enumerate().filter(|(_, ballot)| ballot.mv.is_some());
    let wins = candidates().filter(|(_, ballot)| ballot.score > Score::ZERO && ballot.score.is_decisive());
    // The last of equals is the greatest, so they are looked at from behind.
    if let Some((winner, _)) = wins.rev().max_by_key(|(_, ballot)| ballot.score) {
        return winner;
    }
    let deepest = candidates().map(|(_, ballot)| ballot.depth).max();
    let voters = || candidates().filter(|(_, ballot)| Some(ballot.depth) == deepest);
    let least = voters().map(|(_, ballot)| ballot.score.get()).min().unwrap_or(0);
    let votes = |mv| {
        let supporters = voters().filter(|(_, ballot)| ballot.mv == mv);
        supporters.map(|(_, ballot)| (ballot.score.get() - least + VOTE_BASE) as i64).sum::<i64>()
    };
    voters().rev().max_by_key(|(_, ballot)| votes(ballot.mv)).map_or(0, |(winner, _)| winner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ballot(mv: u32, score: i32, depth: u32) -> Ballot {
        Ballot { mv: Some(mv), score: Score::new(score), depth }
    }

    #[test]
    fn the_main_thread_wins_a_tie() {
        assert_eq!(elect(&[ballot(1, 20, 9), ballot(2, 20, 9)]), 0);
        assert_eq!(elect(&[ballot(1, 20, 9), ballot(1, 20, 9)]), 0);
    }

    #[test]
    fn depth_comes_before_score_and_numbers() {
        assert_eq!(elect(&[ballot(1, 20, 9), ballot(2, -20, 10)]), 1);
        assert_eq!(elect(&[ballot(1, 20, 9), ballot(2, 300, 8), ballot(2, 300, 8)]), 0);
        assert_eq!(elect(&[ballot(1, 20, 9), ballot(2, 45, 9)]), 1);
        assert_eq!(elect(&[ballot(1, 20, 9), ballot(2, 15, 9), ballot(2, 12, 9)]), 1);
    }

    #[test]
    fn the_shortest_proven_win_is_played() {
        let (long, short) = (Score::mate_in(9).get(), Score::mate_in(5).get());
        assert_eq!(elect(&[ballot(1, long, 12), ballot(2, short, 7), ballot(1, long, 14)]), 1);
        assert_eq!(elect(&[ballot(1, 500, 12), ballot(2, long, 7)]), 1);
        assert_eq!(elect(&[ballot(1, short, 12), ballot(2, short, 13)]), 0);
    }

    #[test]
    fn a_proven_loss_at_greater_depth_is_believed() {
        assert_eq!(elect(&[ballot(1, Score::mated_in(6).get(), 12), ballot(2, 10, 11)]), 0);
        assert_eq!(elect(&[ballot(1, Score::mated_in(6).get(), 12), ballot(2, 10, 12)]), 1);
    }

    #[test]
    fn a_thread_without_a_move_has_no_vote() {
        let none = Ballot { mv: None, score: Score::new(900), depth: 20 };
        assert_eq!(elect(&[ballot(1, 20, 9), none]), 0);
    }

    #[test]
    fn mates_are_packed() {
        for score in [Score::mate_in(7), Score::mated_in(4)] {
            assert_eq!(unpack_mate(pack_mate(score, 9)), Some((score, 9)));
        }
        assert_eq!(unpack_mate(0), None);
    }
}
