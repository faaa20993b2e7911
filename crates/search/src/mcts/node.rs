//! A node of the tree: 32 bytes that several threads read and write without locks.

use super::bounds::Bounds;
use crate::sync::atomic::{
    AtomicU32, AtomicU64,
    Ordering::{AcqRel, Acquire, Relaxed, Release},
};
use std::ops::Range;

/// The size of a node in bytes.
pub(super) const SIZE: usize = size_of::<Node>();
/// The result 1 in the units of [`Node`]'s sum.
const ONE: f32 = 65_536.0;
/// The prior 1 in the units of [`Node`]'s prior.
pub(super) const WHOLE: f32 = (1 << 30) as f32;

/// The node has no children yet.
const CHILDLESS: u64 = 0;
/// A thread is creating the children.
const GROWING: u64 = 1;
/// It has children: the index of the first is above bit 32, their number above bit 8.
const GROWN: u64 = 2;

/// A position of the tree, from the point of view of the side that moved to it (the parent's side
/// to move).
///
/// Every field is an independent atomic. Values read by other threads may be one simulation old,
/// which does not matter for a mean; children are published by the one field with release and
/// acquire ordering. Source of the lock-free tree: Enzenberger and Müller 2009.
#[derive(Debug)]
pub(super) struct Node {
    /// The sum of the results, in 1/[`ONE`].
    total: AtomicU64,
    children: AtomicU64,
    visits: AtomicU32,
    /// The proved bounds ([`Bounds`]).
    bounds: AtomicU32,
    /// The move that leads here, packed.
    mv: AtomicU32,
    /// In 1/[`WHOLE`].
    prior: AtomicU32,
}

impl Node {
    pub(super) fn new() -> Node {
        Node {
            total: AtomicU64::new(0),
            children: AtomicU64::new(CHILDLESS),
            visits: AtomicU32::new(0),
            bounds: AtomicU32::new(0),
            mv: AtomicU32::new(0),
            prior: AtomicU32::new(0),
        }
    }

    /// Initializes a new node that no other thread can reach yet.
    pub(super) fn begin(&self, mv: u32, prior: u32) {
        self.total.store(0, Relaxed);
        self.children.store(CHILDLESS, Relaxed);
        self.visits.store(0, Relaxed);
        self.bounds.store(Bounds::OPEN.to_bits(), Relaxed);
        self.mv.store(mv, Relaxed);
        self.prior.store(prior, Relaxed);
    }

    #[inline]
    pub(super) fn mv(&self) -> u32 {
        self.mv.load(Relaxed)
    }

    /// The prior of the move, from 0 to 1.
    #[inline]
    pub(super) fn prior(&self) -> f32 {
        self.prior.load(Relaxed) as f32 / WHOLE
    }

    #[inline]
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    /// The mean result of `visits` visits, which must not be 0; visits without a result yet count
    /// as losses.
    #[inline]
    pub(super) fn mean(&self, visits: u32) -> f32 {
        self.total.load(Relaxed) as f32 / ONE / visits as f32
    }

    /// Counts a visit and returns the previous number. With one thread (not `SHARED`) there are no
    /// other writers, and a plain store suffices.
    #[inline]
    pub(super) fn visit<const SHARED: bool>(&self) -> u32 {
        if SHARED {
            return self.visits.fetch_add(1, Relaxed);
        }
        let before = self.visits.load(Relaxed);
        self.visits.store(before + 1, Relaxed);
        before
    }

    /// Takes back a visit that got no result; there are no other writers.
    pub(super) fn unvisit(&self) {
        self.visits.store(self.visits.load(Relaxed).saturating_sub(1), Relaxed);
    }

    /// Adds a result from 0 to 1.
    #[inline]
    pub(super) fn add<const SHARED: bool>(&self, result: f32) {
        let result = (result * ONE) as u64;
        if SHARED {
            self.total.fetch_add(result, Relaxed);
        } else {
            self.total.store(self.total.load(Relaxed) + result, Relaxed);
        }
    }

    #[inline]
    pub(super) fn bounds(&self) -> Bounds {
        Bounds::from_bits(self.bounds.load(Relaxed))
    }

    /// Narrows the proved bounds. Returns whether they changed.
    pub(super) fn prove(&self, bounds: Bounds) -> bool {
        let mut old = self.bounds.load(Relaxed);
        loop {
            let new = Bounds::from_bits(old).narrowed(bounds).to_bits();
            if new == old {
                return false;
            }
            match self.bounds.compare_exchange_weak(old, new, Relaxed, Relaxed) {
                Ok(_) => return true,
                Err(now) => old = now,
            }
        }
    }

    /// The indices of its children; none if it has none yet.
    #[inline]
    pub(super) fn children(&self) -> Option<Range<usize>> {
        let word = self.children.load(Acquire);
        if word & 3 != GROWN {
            return None;
        }
        let first = (word >> 32) as usize;
        Some(first..first + (word >> 8 & 0xff_ffff) as usize)
    }

    /// Reserves the creation of the children for the calling thread. Returns whether that
    /// succeeded.
    pub(super) fn begin_children(&self) -> bool {
        self.children.compare_exchange(CHILDLESS, GROWING, AcqRel, Relaxed).is_ok()
    }

    /// Cancels the creation of the children.
    pub(super) fn give_up_children(&self) {
        self.children.store(CHILDLESS, Release);
    }

    /// Publishes the children to all threads: fewer than 2²⁴, at indices below 2³².
    pub(super) fn publish_children(&self, places: Range<usize>) {
        self.children.store((places.start as u64) << 32 | (places.len() as u64) << 8 | GROWN, Release);
    }
}

/// The bounds that the children of a node prove for its side to move; unbounded without children.
pub(super) fn joined<'a>(children: impl IntoIterator<Item = &'a Node>) -> Bounds {
    children.into_iter().map(Node::bounds).reduce(Bounds::or).unwrap_or(Bounds::OPEN)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::Score;

    /// A node with a mean result, a number of visits and a prior.
    pub(in crate::mcts) fn child(mean: f32, visits: u32, prior: f32) -> Node {
        let node = Node::new();
        node.begin(1, (prior * WHOLE) as u32);
        for _ in 0..visits {
            node.visit::<false>();
            node.add::<false>(mean);
        }
        node
    }

    #[test]
    #[cfg(not(loom))]
    fn a_node_is_half_a_cache_line() {
        assert_eq!(size_of::<Node>(), 32);
    }

    #[test]
    fn results_are_summed() {
        let node = Node::new();
        node.begin(7, (WHOLE / 4.0) as u32);
        assert_eq!((node.mv(), node.prior(), node.visits(), node.bounds()), (7, 0.25, 0, Bounds::OPEN));
        for result in [1.0, 0.5, 0.0, 0.5] {
            node.visit::<false>();
            node.add::<false>(result);
        }
        assert_eq!((node.visits(), node.mean(4)), (4, 0.5));
        assert_eq!(node.visit::<true>(), 4);
        assert_eq!((node.visits(), node.mean(5)), (5, 0.4), "a visit without a result counts as a loss");
        node.add::<true>(0.5);
        assert_eq!(node.mean(5), 0.5);
        node.begin(8, 0);
        assert_eq!((node.visits(), node.mean(1)), (0, 0.0));
    }

    #[test]
    fn proved_bounds_only_narrow() {
        let node = Node::new();
        node.begin(1, 0);
        let at_most = Bounds { greatest: Score::ZERO, ..Bounds::OPEN };
        assert!(node.prove(at_most) && !node.prove(at_most) && !node.prove(Bounds::OPEN));
        assert!(node.prove(Bounds::exactly(Score::ZERO)));
        assert_eq!(node.bounds(), Bounds::exactly(Score::ZERO));
    }

    #[test]
    fn only_one_thread_creates_the_children() {
        let node = Node::new();
        node.begin(1, 0);
        assert!(node.children().is_none() && node.begin_children() && !node.begin_children());
        assert_eq!(node.children(), None);
        node.give_up_children();
        assert!(node.begin_children());
        node.publish_children(4_000_000_000..4_000_000_225);
        assert_eq!(node.children(), Some(4_000_000_000..4_000_000_225));
        assert!(!node.begin_children());
    }
}
