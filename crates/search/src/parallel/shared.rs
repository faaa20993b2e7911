//! Data that the threads of a search share in addition to the table, and each thread's view of the
//! limits.

use crate::{
    Control, IterationReport, Observer, Purpose, Report, Score, TurningPoint,
    sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed},
};
use std::thread;

/// The number of nodes after which a helper publishes its count and checks for a stop.
const HELPER_INTERVAL: u64 = 64;

/// Data that the threads of one search share in addition to the table.
pub(super) struct Shared {
    /// The main thread has ended: the helpers must stop.
    pub(super) stop: AtomicBool,
    /// A thread has completed the last iteration of the limits.
    finished: AtomicBool,
    /// If a mate is sought, the score and depth of a mate found by a helper.
    mate: AtomicU64,
    /// The depth of the main thread's iteration.
    pub(super) main_depth: AtomicU32,
    pub(super) workers: Vec<Worker>,
    lockstep: bool,
}

/// A thread's own data, in separate cache lines.
#[derive(Default)]
#[repr(align(128))]
pub(super) struct Worker {
    /// Its node count, published at intervals.
    nodes: AtomicU64,
    pub(super) ended: AtomicBool,
}

impl Shared {
    pub(super) fn new(threads: usize, lockstep: bool) -> Shared {
        Shared {
            stop: AtomicBool::new(false),
            finished: AtomicBool::new(false),
            mate: AtomicU64::new(0),
            main_depth: AtomicU32::new(1),
            workers: (0..threads).map(|_| Worker::default()).collect(),
            lockstep,
        }
    }

    /// The total nodes of all helpers, as published.
    fn helpers_nodes(&self) -> u64 {
        self.workers[1..].iter().map(|worker| worker.nodes.load(Relaxed)).sum()
    }

    /// Publishes a thread's node count; in lockstep it then waits for the slowest thread.
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

/// Stops the helpers when the main thread ends, even by a panic.
pub(super) struct StopAtEnd<'a>(pub(super) &'a Shared);

impl Drop for StopAtEnd<'_> {
    fn drop(&mut self) {
        self.0.stop.store(true, Relaxed);
    }
}

/// Marks a helper as ended, even by a panic.
pub(super) struct EndOfWorker<'a>(pub(super) &'a Worker);

impl Drop for EndOfWorker<'_> {
    fn drop(&mut self) {
        self.0.ended.store(true, Relaxed);
    }
}

/// A mate and its depth in one word, never 0.
fn pack_mate(score: Score, depth: u32) -> u64 {
    (score.get() as u32 as u64) << 32 | depth as u64
}

fn unpack_mate(bits: u64) -> Option<(Score, u32)> {
    (bits != 0).then(|| (Score::new((bits >> 32) as u32 as i32), bits as u32))
}

/// Wraps the caller's control and passes it the nodes of all threads.
pub(super) struct MainControl<'a, 'b> {
    shared: &'a Shared,
    inner: &'b mut dyn Control,
    /// The report of the last iteration.
    last: Option<IterationReport>,
}

impl<'a, 'b> MainControl<'a, 'b> {
    pub(super) fn new(shared: &'a Shared, inner: &'b mut dyn Control) -> Self {
        MainControl { shared, inner, last: None }
    }
}

impl Control for MainControl<'_, '_> {
    fn interval(&self, nodes: u64) -> u64 {
        let own = self.inner.interval(nodes + self.shared.helpers_nodes()) / self.shared.workers.len() as u64;
        if self.shared.lockstep { own.min(HELPER_INTERVAL) } else { own }
    }

    fn poll(&mut self, nodes: u64) -> bool {
        self.shared.publish(0, nodes);
        let all = nodes + self.shared.helpers_nodes();
        if self.shared.finished.load(Relaxed) || self.inner.poll(all) {
            return true;
        }
        let Some((score, depth)) = unpack_mate(self.shared.mate.swap(0, Relaxed)) else { return false };
        let Some(last) = &self.last else { return false };
        let report = IterationReport { depth, score, nodes: all, is_shortest_mate: false, ..*last };
        !self.inner.end_iteration(&report)
    }

    fn begin_iteration(&mut self, depth: u32) -> bool {
        self.shared.main_depth.store(depth, Relaxed);
        !self.shared.finished.load(Relaxed) && self.inner.begin_iteration(depth)
    }

    fn purpose(&self) -> Purpose {
        self.inner.purpose()
    }

    fn end_iteration(&mut self, report: &IterationReport) -> bool {
        let report = IterationReport { nodes: report.nodes + self.shared.helpers_nodes(), ..*report };
        self.last = Some(report);
        self.inner.end_iteration(&report)
    }

    fn turning_point(&mut self, point: TurningPoint, report: &IterationReport) -> bool {
        let report = IterationReport { nodes: report.nodes + self.shared.helpers_nodes(), ..*report };
        self.inner.turning_point(point, &report)
    }
}

/// Wraps the caller's observer and passes it the nodes of all threads.
pub(super) struct MainObserver<'a, 'b, M> {
    pub(super) shared: &'a Shared,
    pub(super) inner: &'b mut dyn Observer<M>,
}

impl<M: Copy> Observer<M> for MainObserver<'_, '_, M> {
    fn progress(&mut self, report: &Report<'_, M>) {
        let nodes = report.nodes + self.shared.helpers_nodes();
        self.inner.progress(&Report { nodes, ..*report });
    }

    fn root_move(&mut self, depth: u32, mv: M, number: usize, elapsed: std::time::Duration) {
        self.inner.root_move(depth, mv, number, elapsed);
    }
}

/// Continues until the main thread ends or the last depth is completed.
pub(super) struct HelperControl<'a> {
    pub(super) shared: &'a Shared,
    pub(super) number: usize,
    pub(super) purpose: Purpose,
    /// Whether its last iteration ends the search.
    pub(super) votes: bool,
}

impl Control for HelperControl<'_> {
    fn interval(&self, _: u64) -> u64 {
        HELPER_INTERVAL
    }

    fn poll(&mut self, nodes: u64) -> bool {
        self.shared.publish(self.number, nodes);
        self.shared.stop.load(Relaxed)
    }

    fn begin_iteration(&mut self, depth: u32) -> bool {
        !self.shared.stop.load(Relaxed) && self.purpose.last_depth.is_none_or(|limit| depth <= limit)
    }

    fn purpose(&self) -> Purpose {
        Purpose { shortest: false, ..self.purpose }
    }

    fn end_iteration(&mut self, report: &IterationReport) -> bool {
        if self.votes && self.purpose.mate && report.score.is_mate() {
            self.shared.mate.store(pack_mate(report.score, report.depth), Relaxed);
        }
        if self.votes && self.purpose.last_depth == Some(report.depth) {
            self.shared.finished.store(true, Relaxed);
        }
        !self.shared.stop.load(Relaxed)
    }

    fn turning_point(&mut self, _: TurningPoint, _: &IterationReport) -> bool {
        true
    }
}

#[cfg(test)]
mod tests;
