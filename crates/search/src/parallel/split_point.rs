//! Young Brothers Wait: what the threads share; `young_brothers_wait.rs` has what they do.

use crate::{
    Depth, Score, Stage,
    killers::Killers,
    node::{Frame, Node},
    path_ply::PathPly,
    sync::{
        Mutex, MutexGuard,
        atomic::{
            AtomicBool, AtomicI32, AtomicU32, AtomicUsize,
            Ordering::{AcqRel, Acquire, Relaxed, Release},
        },
    },
    tally::{Effect, Progress, Standing, Tally, Tried},
};
use std::sync::{Arc, PoisonError};

/// Takes a lock. Nothing is left half done under one, so a panic elsewhere does not matter here.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The threads that divide one tree.
pub(crate) struct Team<'a, M, I> {
    /// The search has ended for all.
    pub(crate) stop: &'a AtomicBool,
    /// How many have nothing to do.
    pub(super) idle: AtomicUsize,
    /// The split points that may be joined; the deepest in the tree last.
    open: Mutex<Vec<Arc<SplitPoint<M, I>>>>,
    /// How often one was opened, so that the idle need not take the lock to look.
    pub(super) opened: AtomicUsize,
}

impl<'a, M, I> Team<'a, M, I> {
    pub(crate) fn new(stop: &'a AtomicBool) -> Self {
        Team { stop, idle: AtomicUsize::new(0), open: Mutex::new(Vec::new()), opened: AtomicUsize::new(0) }
    }

    pub(super) fn has_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    pub(super) fn open(&self, split: &Arc<SplitPoint<M, I>>) {
        lock(&self.open).push(Arc::clone(split));
        self.opened.fetch_add(1, Release);
    }

    /// Lets nobody join any more.
    pub(super) fn close(&self, split: &Arc<SplitPoint<M, I>>) {
        lock(&self.open).retain(|other| !Arc::ptr_eq(other, split));
    }

    /// Joins the deepest search that is on offer, of those below `above` if that is given.
    pub(super) fn join(&self, above: Option<&Arc<SplitPoint<M, I>>>) -> Option<Membership<'_, M, I>> {
        let open = lock(&self.open);
        let fit = |split: &&Arc<SplitPoint<M, I>>| {
            split.has_moves() && above.is_none_or(|above| split.is_below(above)) && !split.is_cut()
        };
        // The first of equals is the nearest to the root; max_by_key takes the last.
        let split = open.iter().rev().filter(fit).max_by_key(|split| split.site.node.depth)?;
        split.helpers.fetch_add(1, AcqRel);
        Some(Membership { split: Arc::clone(split), stop: self.stop })
    }
}

/// Counts as one of a split point's helpers while it lives.
pub(super) struct Membership<'a, M, I> {
    pub(super) split: Arc<SplitPoint<M, I>>,
    stop: &'a AtomicBool,
}

impl<M, I> Drop for Membership<'_, M, I> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            // What this thread had taken will not be done.
            self.stop.store(true, Relaxed);
        }
        self.split.helpers.fetch_sub(1, AcqRel);
    }
}

/// Where a split point is, and what is to be tried there.
pub(crate) struct Site<M, I> {
    /// The split point under which this one was opened.
    pub(super) parent: Option<Arc<SplitPoint<M, I>>>,
    pub(super) node: Node<M>,
    pub(super) terms: Terms,
    pub(super) iteration: u32,
    pub(super) no_null_before: usize,
    /// The moves from the root to the node; none for a pass.
    pub(super) path: Vec<Option<M>>,
    /// What the nodes on the path are asked about.
    pub(super) frames: Vec<Frame<I>>,
    pub(super) killers: Killers<M>,
    /// The moves that are left, in order.
    pub(super) moves: Vec<(M, Stage)>,
}

/// A node whose moves several threads try.
pub(crate) struct SplitPoint<M, I> {
    pub(super) site: Site<M, I>,
    /// The next of the moves.
    next: AtomicUsize,
    /// How many moves of the node have been searched or are being searched.
    move_count: AtomicU32,
    quiets_wanted: AtomicBool,
    /// Copies of what the tally says, to be read without its lock.
    alpha: AtomicI32,
    best: AtomicI32,
    raised: AtomicBool,
    /// A move has cut the node off.
    cut: AtomicBool,
    /// The greatest ply that a helper has reached.
    selective_depth: AtomicU32,
    /// How many threads besides the owner are at work here.
    helpers: AtomicUsize,
    results: Mutex<Results<M>>,
}

/// What does not change from one move of a node to the next.
#[derive(Clone, Copy)]
pub(crate) struct Terms {
    /// The upper end of its window.
    pub(crate) beta: Score,
    /// How deep a move is searched …
    pub(crate) depth: Depth,
    /// … and how much less after one that has raised alpha.
    pub(crate) reduction: Depth,
}

/// What the threads at a split point have found.
#[derive(Clone)]
pub(crate) struct Results<M> {
    /// What is known of the node.
    pub(crate) tally: Tally<M>,
    /// Its moves that did not cut.
    pub(crate) tried: Tried<M>,
    /// The expected line after the best move, if that was found at the split point.
    pub(crate) line: Option<Vec<M>>,
    /// At the root, the nodes that each move has cost.
    pub(crate) costs: Vec<(M, u64)>,
}

impl<M> Results<M> {
    /// Nothing but what was known before.
    pub(super) fn new((tally, tried): Standing<M>) -> Results<M> {
        Results { tally, tried, line: None, costs: Vec::new() }
    }
}

impl<M: Copy, I> SplitPoint<M, I> {
    /// A node at which the owner has got as far as `standing` says.
    pub(super) fn new(site: Site<M, I>, quiets_wanted: bool, standing: Standing<M>) -> SplitPoint<M, I> {
        let tally = &standing.0;
        SplitPoint {
            site,
            next: AtomicUsize::new(0),
            move_count: AtomicU32::new(tally.move_count),
            quiets_wanted: AtomicBool::new(quiets_wanted),
            alpha: AtomicI32::new(tally.alpha.get()),
            best: AtomicI32::new(tally.best.get()),
            raised: AtomicBool::new(tally.has_raised_alpha()),
            cut: AtomicBool::new(false),
            selective_depth: AtomicU32::new(0),
            helpers: AtomicUsize::new(0),
            results: Mutex::new(Results::new(standing)),
        }
    }

    /// The next move for the thread that asks; `None` if none is left or wanted.
    pub(super) fn take(&self) -> Option<(M, Stage)> {
        while !self.cut.load(Relaxed) {
            let &(mv, stage) = self.site.moves.get(self.next.fetch_add(1, AcqRel))?;
            if stage != Stage::Quiet || self.quiets_wanted.load(Relaxed) {
                return Some((mv, stage));
            }
        }
        None
    }

    /// The quiet moves that are left are not to be tried.
    pub(super) fn leave_quiets(&self) {
        self.quiets_wanted.store(false, Relaxed);
    }

    /// Counts a move that is searched now; how many were before it.
    pub(super) fn begin_move(&self) -> u32 {
        self.move_count.fetch_add(1, AcqRel)
    }

    /// How deep a move is searched that begins now.
    pub(super) fn depth(&self) -> Depth {
        let Terms { depth, reduction, .. } = self.site.terms;
        depth - if self.raised.load(Relaxed) { reduction } else { Depth::ZERO }
    }

    /// Notes what a root move has cost.
    pub(super) fn add_cost(&self, mv: M, nodes: u64) {
        lock(&self.results).costs.push((mv, nodes));
    }

    /// Adds the score of a move; `after` is the expected line after it.
    pub(super) fn add_score(
        &self,
        (mv, stage): (M, Stage),
        is_noisy: bool,
        score: Score,
        path_ply: PathPly,
        after: impl FnOnce() -> Vec<M>,
    ) {
        let Results { tally, tried, line, .. } = &mut *lock(&self.results);
        if tally.cut.is_some() {
            return;
        }
        let effect = tally.add((mv, stage), score, path_ply, self.site.terms.beta);
        self.best.store(tally.best.get(), Relaxed);
        if effect != Effect::None {
            self.raised.store(true, Relaxed);
            self.alpha.store(score.get(), Relaxed);
            // Nobody asks for the line of a node that is cut off, but for the root's.
            let is_wanted = effect == Effect::RaisedAlpha || self.site.node.ply == 0;
            *line = is_wanted.then(after);
        }
        if effect == Effect::Cut {
            self.cut.store(true, Release);
        } else {
            tried.keep(mv, is_noisy);
        }
    }

    /// Notes the greatest ply that a helper has reached.
    pub(super) fn add_selective_depth(&self, depth: u32) {
        self.selective_depth.fetch_max(depth, Relaxed);
    }

    /// The greatest ply that a helper has reached.
    pub(super) fn selective_depth(&self) -> u32 {
        self.selective_depth.load(Relaxed)
    }

    /// What the threads have found. All of it, once the split point is closed and has
    /// no helpers any more.
    pub(super) fn results(&self) -> Results<M> {
        let mut results = lock(&self.results).clone();
        results.tally.move_count = self.move_count.load(Relaxed);
        results
    }
}

impl<M, I> SplitPoint<M, I> {
    /// This one and those above it, the innermost first.
    fn chain(&self) -> impl Iterator<Item = &SplitPoint<M, I>> {
        std::iter::successors(Some(self), |split| split.site.parent.as_deref())
    }

    /// Whether what is done here is no longer wanted.
    pub(crate) fn is_cut(&self) -> bool {
        self.chain().any(|split| split.cut.load(Relaxed))
    }

    /// Whether threads besides the owner are at work here.
    pub(super) fn has_helpers(&self) -> bool {
        self.helpers.load(Acquire) > 0
    }

    fn is_below(&self, above: &Arc<SplitPoint<M, I>>) -> bool {
        self.chain().skip(1).any(|split| std::ptr::eq(split, Arc::as_ptr(above)))
    }

    /// The state of the node, read without the lock.
    pub(super) fn progress(&self) -> Progress {
        Progress {
            alpha: Score::new(self.alpha.load(Relaxed)),
            best: Score::new(self.best.load(Relaxed)),
            move_count: self.move_count.load(Relaxed),
        }
    }

    fn has_moves(&self) -> bool {
        self.next.load(Relaxed) < self.site.moves.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::node::{Earlier, Role};

    pub(super) type Split = SplitPoint<u8, ()>;

    /// A split point with so many moves.
    pub(super) fn split_point(parent: Option<Arc<Split>>, moves: u8, beta: i32) -> Arc<Split> {
        let node = Node {
            key: 0,
            ply: 1,
            depth: Depth::plies(5),
            role: Role::Cut,
            former_principal: false,
            threatened: false,
            improving: false,
            plain_evaluation: None,
            evaluation: None,
            entry: None,
            table_move: None,
            noisy_table_move: false,
            excluded: None,
            earlier: Earlier::default(),
            attacked: 0,
        };
        let terms = Terms { beta: Score::new(beta), depth: node.depth, reduction: Depth::PLY };
        let site = Site {
            parent,
            node,
            terms,
            iteration: 5,
            no_null_before: 0,
            path: vec![None],
            frames: vec![Frame::default(); 3],
            killers: Killers::new(),
            moves: (0..moves).map(|mv| (mv, Stage::GoodNoisy)).collect(),
        };
        Arc::new(SplitPoint::new(site, true, (Tally::new(Score::new(0)), Tried::new())))
    }

    #[cfg(not(loom))]
    #[test]
    fn the_greatest_ply_of_the_helpers_is_kept() {
        let split = split_point(None, 1, 100);
        assert_eq!(split.selective_depth(), 0);
        for (ply, greatest) in [(5, 5), (9, 9), (7, 9)] {
            split.add_selective_depth(ply);
            assert_eq!(split.selective_depth(), greatest);
        }
    }
}

#[cfg(all(test, loom))]
mod model;
