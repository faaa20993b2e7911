//! Young Brothers Wait: what the threads share; `young_brothers_wait.rs` has what they do.

use crate::{
    Depth, Score, Stage,
    killers::Killers,
    node::{Frame, Node},
    tally::{Progress, Tally, Tried},
};
use std::sync::{
    Arc, Mutex, MutexGuard, PoisonError,
    atomic::{
        AtomicBool, AtomicI32, AtomicU32, AtomicUsize,
        Ordering::{AcqRel, Relaxed, Release},
    },
};

/// Takes a lock. Nothing is left half done under one, so a panic elsewhere does not matter here.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
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
        let split = open.iter().rev().filter(fit).max_by_key(|split| split.node.depth)?;
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

/// A node whose moves several threads try.
pub(crate) struct SplitPoint<M, I> {
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
    /// The next of them.
    pub(super) next: AtomicUsize,
    /// How many moves of the node have been searched or are being searched.
    pub(super) move_count: AtomicU32,
    pub(super) quiets_wanted: AtomicBool,
    /// Copies of what the tally says, to be read without its lock.
    pub(super) alpha: AtomicI32,
    pub(super) best: AtomicI32,
    pub(super) raised: AtomicBool,
    /// A move has cut the node off.
    pub(super) cut: AtomicBool,
    /// The greatest ply that a helper has reached.
    pub(super) selective_depth: AtomicU32,
    /// How many threads besides the owner are at work here.
    pub(super) helpers: AtomicUsize,
    pub(super) results: Mutex<Results<M>>,
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

impl<M, I> SplitPoint<M, I> {
    /// This one and those above it, the innermost first.
    fn chain(&self) -> impl Iterator<Item = &SplitPoint<M, I>> {
        std::iter::successors(Some(self), |split| split.parent.as_deref())
    }

    /// Whether what is done here is no longer wanted.
    pub(crate) fn is_cut(&self) -> bool {
        self.chain().any(|split| split.cut.load(Relaxed))
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
        self.next.load(Relaxed) < self.moves.len()
    }
}
