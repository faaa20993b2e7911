//! Young Brothers Wait: the shared data; `young_brothers_wait.rs` contains the algorithm.

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

/// Takes a lock. No operation leaves the data inconsistent, so a panic in another thread can be
/// ignored.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The threads that divide one tree.
pub(crate) struct Team<'a, M, I> {
    /// The search has ended for all threads.
    pub(crate) stop: &'a AtomicBool,
    /// The number of idle threads.
    pub(super) idle: AtomicUsize,
    /// The open split points, the deepest in the tree last.
    open: Mutex<Vec<Arc<SplitPoint<M, I>>>>,
    /// The number of split points opened so far, so that idle threads can check for work without
    /// the lock.
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

    /// Prevents further threads from joining.
    pub(super) fn close(&self, split: &Arc<SplitPoint<M, I>>) {
        lock(&self.open).retain(|other| !Arc::ptr_eq(other, split));
    }

    /// Joins the split point with the deepest search, below `above` if given.
    pub(super) fn join(&self, above: Option<&Arc<SplitPoint<M, I>>>) -> Option<Membership<'_, M, I>> {
        let open = lock(&self.open);
        let fit = |split: &&Arc<SplitPoint<M, I>>| {
            split.has_moves() && above.is_none_or(|above| split.is_below(above)) && !split.is_cut()
        };
        // Among equals the first is nearest to the root; `max_by_key` returns the last.
        let split = open.iter().rev().filter(fit).max_by_key(|split| split.site.node.depth)?;
        split.helpers.fetch_add(1, AcqRel);
        Some(Membership { split: Arc::clone(split), stop: self.stop })
    }
}

/// Counts as a helper of a split point until it is dropped.
pub(super) struct Membership<'a, M, I> {
    pub(super) split: Arc<SplitPoint<M, I>>,
    stop: &'a AtomicBool,
}

impl<M, I> Drop for Membership<'_, M, I> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            // The moves that this thread has taken will not be searched.
            self.stop.store(true, Relaxed);
        }
        self.split.helpers.fetch_sub(1, AcqRel);
    }
}

/// The position of a split point and the moves to try there.
pub(crate) struct Site<M, I> {
    /// The parent split point.
    pub(super) parent: Option<Arc<SplitPoint<M, I>>>,
    pub(super) node: Node<M>,
    pub(super) terms: Terms,
    pub(super) iteration: u32,
    /// The moves from the root to the node; none for a pass.
    pub(super) path: Vec<Option<M>>,
    /// The frames of the nodes on the path.
    pub(super) frames: Vec<Frame<I>>,
    pub(super) killers: Killers<M>,
    /// The remaining moves, in order.
    pub(super) moves: Vec<(M, Stage)>,
}

/// A node whose moves are tried by several threads.
pub(crate) struct SplitPoint<M, I> {
    pub(super) site: Site<M, I>,
    /// The index of the next move.
    next: AtomicUsize,
    /// The number of moves of the node that have been searched or are being searched.
    move_count: AtomicU32,
    quiets_wanted: AtomicBool,
    /// Copies of the tally's values that can be read without its lock.
    alpha: AtomicI32,
    best: AtomicI32,
    raised: AtomicBool,
    /// A move has caused a cut-off.
    cut: AtomicBool,
    /// The greatest ply reached by a helper.
    selective_depth: AtomicU32,
    /// The number of helpers working here.
    helpers: AtomicUsize,
    results: Mutex<Results<M>>,
}

/// Data that is the same for all moves of a node.
#[derive(Clone, Copy)]
pub(crate) struct Terms {
    /// The upper end of its window.
    pub(crate) beta: Score,
    /// The depth of a move …
    pub(crate) depth: Depth,
    /// … and its reduction after a move that raised alpha.
    pub(crate) reduction: Depth,
}

/// The results of the threads at a split point.
#[derive(Clone)]
pub(crate) struct Results<M> {
    /// The running result of the node.
    pub(crate) tally: Tally<M>,
    /// The moves tried without a cut-off.
    pub(crate) tried: Tried<M>,
    /// The line after the best move, if the move was found at the split point.
    pub(crate) line: Option<Vec<M>>,
    /// At the root, the nodes of each move.
    pub(crate) costs: Vec<(M, u64)>,
}

impl<M> Results<M> {
    /// The state before the split.
    pub(super) fn new((tally, tried): Standing<M>) -> Results<M> {
        Results { tally, tried, line: None, costs: Vec::new() }
    }
}

impl<M: Copy, I> SplitPoint<M, I> {
    /// A split point at a node whose owner has reached `standing`.
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

    /// The next move for the calling thread; `None` if none is left or wanted.
    pub(super) fn take(&self) -> Option<(M, Stage)> {
        while !self.cut.load(Relaxed) {
            let &(mv, stage) = self.site.moves.get(self.next.fetch_add(1, AcqRel))?;
            if stage != Stage::Quiet || self.quiets_wanted.load(Relaxed) {
                return Some((mv, stage));
            }
        }
        None
    }

    /// Skips the remaining quiet moves.
    pub(super) fn leave_quiets(&self) {
        self.quiets_wanted.store(false, Relaxed);
    }

    /// Counts a move whose search begins; returns the number of moves before it.
    pub(super) fn begin_move(&self) -> u32 {
        self.move_count.fetch_add(1, AcqRel)
    }

    /// The depth of a move whose search begins now.
    pub(super) fn depth(&self) -> Depth {
        let Terms { depth, reduction, .. } = self.site.terms;
        depth - if self.raised.load(Relaxed) { reduction } else { Depth::ZERO }
    }

    /// Adds the nodes of a root move.
    pub(super) fn add_cost(&self, mv: M, nodes: u64) {
        lock(&self.results).costs.push((mv, nodes));
    }

    /// [`Tally::allow_for`].
    pub(super) fn allow_for(&self, at_most: Score) {
        let tally = &mut lock(&self.results).tally;
        tally.allow_for(at_most);
        self.best.store(tally.best.get(), Relaxed);
    }

    /// Adds the score of a move; `after` is the line after it.
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
            // A thread that took its move before the cut-off still needs a window that is not empty.
            if effect == Effect::RaisedAlpha {
                self.alpha.store(score.get(), Relaxed);
            }
            // The line of a node that is cut off is needed only at the root.
            let is_wanted = effect == Effect::RaisedAlpha || self.site.node.ply == 0;
            *line = is_wanted.then(after);
        }
        if effect == Effect::Cut {
            self.cut.store(true, Release);
        } else {
            if !is_noisy {
                tried.keep(mv);
            }
        }
    }

    /// Records the greatest ply reached by a helper.
    pub(super) fn add_selective_depth(&self, depth: u32) {
        self.selective_depth.fetch_max(depth, Relaxed);
    }

    /// The greatest ply reached by a helper.
    pub(super) fn selective_depth(&self) -> u32 {
        self.selective_depth.load(Relaxed)
    }

    /// The results of the threads. They are complete once the split point is closed and has no
    /// helpers.
    pub(super) fn results(&self) -> Results<M> {
        let mut results = lock(&self.results).clone();
        results.tally.move_count = self.move_count.load(Relaxed);
        results
    }
}

impl<M, I> SplitPoint<M, I> {
    /// This split point and its ancestors, the innermost first.
    fn chain(&self) -> impl Iterator<Item = &SplitPoint<M, I>> {
        std::iter::successors(Some(self), |split| split.site.parent.as_deref())
    }

    /// Whether work at this split point is no longer wanted.
    pub(crate) fn is_cut(&self) -> bool {
        self.chain().any(|split| split.cut.load(Relaxed))
    }

    /// Whether helpers are working here.
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

    /// A split point with this number of moves.
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
            excluded: None,
            earlier: Earlier::default(),
        };
        let terms = Terms { beta: Score::new(beta), depth: node.depth, reduction: Depth::PLY };
        let site = Site {
            parent,
            node,
            terms,
            iteration: 5,
            path: vec![None],
            frames: vec![Frame::default(); 3],
            killers: Killers::new(),
            moves: (0..moves).map(|mv| (mv, Stage::GoodNoisy)).collect(),
        };
        Arc::new(SplitPoint::new(site, true, (Tally::new(Score::new(0)), Tried::new())))
    }

    /// A thread that took its move before the cut-off reads the state after it.
    #[cfg(not(loom))]
    #[test]
    fn the_window_is_not_empty_after_a_cutoff() {
        let split = split_point(None, 3, 100);
        let add = |score| {
            split.add_score((1, Stage::GoodNoisy), true, Score::new(score), PathPly::NONE, Vec::new);
            (split.progress().alpha.get(), split.is_cut())
        };
        assert_eq!(add(40), (40, false));
        assert_eq!(add(120), (40, true));
    }

    /// The histories of the quiet moves before a cut-off are lowered.
    #[cfg(not(loom))]
    #[test]
    fn quiet_moves_are_kept_without_the_one_that_cuts_off() {
        let split = split_point(None, 4, 100);
        for (mv, is_noisy, score) in [(0, true, 10), (1, false, 40), (2, false, 20), (3, true, 100)] {
            split.add_score((mv, Stage::GoodNoisy), is_noisy, Score::new(score), PathPly::NONE, Vec::new);
        }
        let tried = split.results().tried;
        assert_eq!(tried.quiets[..], [1, 2]);
    }

    #[cfg(not(loom))]
    #[test]
    fn the_greatest_ply_of_the_helpers_is_recorded() {
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
