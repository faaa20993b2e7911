//! Young Brothers Wait: the threads divide one tree.
//!
//! The main thread searches as if it were alone. At a node whose first move (the
//! eldest brother) has been searched without a cut-off, the others are probably all
//! needed, so they may be searched at the same time: the node becomes a
//! [`SplitPoint`], and whoever has nothing to do joins it, brings its own board to
//! the node, and takes one move after the other from the common list. All see the
//! alpha that any of them has raised; when one finds a cut-off, the others abandon
//! what they are at. The owner goes on when everybody has left; until then it helps
//! those that are still at work below its node.
//!
//! Deep nodes are always opened, so that a thread that becomes idle finds large
//! pieces of work; others only when somebody is idle. Histories and evaluation
//! caches are each thread's own; the killers go with the split point.
//!
//! ```text
//!   owner   ── eldest brother ──┬─ 2nd ─┬─ 5th ────────┬─ waits, helps below ─┐
//!                               │ open  │              │                      ├─ goes on
//!   idle    ────────────────────┴─ 3rd ─┴─ 4th ─┬─ 6th ────── 7th, the last ──┘
//! ```
//!
//! Source: R. Feldmann, "Spielbaumsuche mit massiv parallelen Systemen", 1993 (the
//! scheme and the helpful master); with a common list of moves as in R. Hyatt's
//! dynamic tree splitting, 1994. Stockfish divided trees so until 2015 (the idea).

use crate::{
    Depth, Evaluator, Heuristics, Score, Stage,
    alpha_beta::{Node, Tried, Window},
    killers::Killers,
    move_picker::MovePicker,
    search::{Frame, INDEPENDENT, Search},
};
use std::sync::{
    Arc, Mutex, MutexGuard, PoisonError,
    atomic::{
        AtomicBool, AtomicI32, AtomicU32, AtomicUsize,
        Ordering::{AcqRel, Acquire, Relaxed, Release},
    },
};

/// Nodes after which a thread of a team looks whether its work is still wanted.
const POLL_INTERVAL: u64 = 64;
/// How often a waiting thread looks for work before it asks the control and lets others run.
const SPINS: u32 = 256;

/// Takes a lock. Nothing is left half done under one, so a panic elsewhere does not matter here.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The threads that divide one tree.
pub(crate) struct Team<'a, M, I> {
    /// The search has ended for all.
    stop: &'a AtomicBool,
    /// How many have nothing to do.
    idle: AtomicUsize,
    /// The split points that may be joined; the deepest in the tree last.
    open: Mutex<Vec<Arc<SplitPoint<M, I>>>>,
    /// How often one was opened, so that the idle need not take the lock to look.
    opened: AtomicUsize,
}

impl<'a, M, I> Team<'a, M, I> {
    pub(crate) fn new(stop: &'a AtomicBool) -> Self {
        Team { stop, idle: AtomicUsize::new(0), open: Mutex::new(Vec::new()), opened: AtomicUsize::new(0) }
    }

    fn has_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    fn open(&self, split: &Arc<SplitPoint<M, I>>) {
        lock(&self.open).push(Arc::clone(split));
        self.opened.fetch_add(1, Release);
    }

    /// Lets nobody join any more.
    fn close(&self, split: &Arc<SplitPoint<M, I>>) {
        lock(&self.open).retain(|other| !Arc::ptr_eq(other, split));
    }

    /// Joins the deepest search that is on offer, of those below `above` if that is given.
    fn join(&self, above: Option<&Arc<SplitPoint<M, I>>>) -> Option<Membership<'_, M, I>> {
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
struct Membership<'a, M, I> {
    split: Arc<SplitPoint<M, I>>,
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
    parent: Option<Arc<SplitPoint<M, I>>>,
    node: Node<M>,
    terms: Terms,
    iteration: u32,
    no_null_before: usize,
    /// The moves from the root to the node; none for a pass.
    path: Vec<Option<M>>,
    /// What the nodes on the path are asked about.
    frames: Vec<Frame<I>>,
    killers: Killers<M>,
    /// The moves that are left, in order.
    moves: Vec<(M, Stage)>,
    /// The next of them.
    next: AtomicUsize,
    /// How many moves of the node have been searched or are being searched.
    number: AtomicU32,
    quiets_wanted: AtomicBool,
    /// Copies of what `tally` says, to be read without its lock.
    alpha: AtomicI32,
    best: AtomicI32,
    raised: AtomicBool,
    /// A move has cut the node off.
    cut: AtomicBool,
    /// The greatest ply that a helper has reached.
    selective_depth: AtomicU32,
    /// How many threads besides the owner are at work here.
    helpers: AtomicUsize,
    tally: Mutex<Tally<M>>,
}

/// What does not change from one move of a node to the next.
#[derive(Clone, Copy)]
pub(crate) struct Terms {
    pub(crate) beta: Score,
    /// How deep a move is searched …
    pub(crate) depth: Depth,
    /// … and how much less after one that has raised alpha.
    pub(crate) lower: Depth,
}

/// What is known of a node in the middle of its moves.
#[derive(Clone)]
pub(crate) struct Tally<M> {
    pub(crate) alpha: Score,
    pub(crate) best: Score,
    pub(crate) best_move: Option<M>,
    /// Whether a move has raised alpha.
    pub(crate) raised: bool,
    /// The move that cut the node off, and its stage.
    pub(crate) cut: Option<(M, Stage)>,
    /// The lowest ply on which the best score rests, and on which any does.
    pub(crate) best_rests_on: i32,
    pub(crate) all_rest_on: i32,
    /// The expected line after the best move, if that was found at the split point.
    pub(crate) line: Option<Vec<M>>,
    /// How many moves were searched.
    pub(crate) number: u32,
    /// At the root, the nodes that each move of the split point has cost.
    pub(crate) costs: Vec<(M, u64)>,
    pub(crate) quiets: Tried<M>,
    pub(crate) noisy_moves: Tried<M>,
}

impl<M> Tally<M> {
    /// With nothing known but the scores and how many moves were searched.
    pub(crate) fn new(alpha: Score, best: Score, number: u32) -> Self {
        Tally {
            alpha,
            best,
            best_move: None,
            raised: false,
            cut: None,
            best_rests_on: INDEPENDENT,
            all_rest_on: INDEPENDENT,
            line: None,
            number,
            costs: Vec::new(),
            quiets: Tried::new(),
            noisy_moves: Tried::new(),
        }
    }
}

impl<M, I> SplitPoint<M, I> {
    /// This one and those above it, the innermost first.
    fn chain(&self) -> impl Iterator<Item = &SplitPoint<M, I>> {
        std::iter::successors(Some(self), |split| split.parent.as_deref())
    }

    /// Whether what is done here is no longer wanted.
    fn is_cut(&self) -> bool {
        self.chain().any(|split| split.cut.load(Relaxed))
    }

    fn is_below(&self, above: &Arc<SplitPoint<M, I>>) -> bool {
        self.chain().skip(1).any(|split| std::ptr::eq(split, Arc::as_ptr(above)))
    }

    fn has_moves(&self) -> bool {
        self.next.load(Relaxed) < self.moves.len()
    }
}

impl<G: Heuristics, E: Evaluator<G>, const TEAM: bool> Search<'_, G, E, TEAM> {
    /// Whether the moves that are left at a node are to be divided.
    #[inline(always)]
    pub(crate) fn is_to_be_divided(&self, node: &Node<G::Move>, number: u32) -> bool {
        let Some(team) = self.team.filter(|_| TEAM) else { return false };
        number > 0
            && node.depth >= Depth::plies(self.parameters.split_depth)
            && node.excluded.is_none()
            && (team.idle.load(Relaxed) > 0 || node.depth >= Depth::plies(self.parameters.open_depth))
    }

    /// Notes the move (none for a pass) that leads on from a ply, for those who join below.
    #[inline(always)]
    pub(crate) fn note_step(&mut self, ply: usize, step: Option<G::Move>) {
        if TEAM {
            self.state.path[ply] = step;
        }
    }

    /// Whether a split point above has been cut off.
    fn is_cut_above(&self) -> bool {
        self.split.as_ref().is_some_and(|split| split.is_cut())
    }

    /// Asks the control, and what the team needs to know; says when to ask again.
    #[inline(never)]
    pub(crate) fn poll(&mut self) {
        let nodes = self.statistics.nodes;
        self.stopped |= self.control.poll(nodes);
        let mut interval = self.control.interval(nodes).max(1);
        if let Some(team) = self.team {
            interval = interval.min(POLL_INTERVAL);
            if self.stopped {
                team.stop.store(true, Relaxed);
            }
            self.stopped |= self.is_cut_above();
        }
        self.next_poll = nodes + interval;
    }

    /// Tries `first` and the moves that the picker has left, together with whoever has
    /// nothing to do; `tally` is where the node stands, and `None` comes back if the
    /// search must stop.
    #[inline(never)]
    pub(crate) fn divide(
        &mut self,
        picker: &mut MovePicker<G::Move>,
        node: &Node<G::Move>,
        first: (G::Move, Stage),
        terms: Terms,
        tally: Tally<G::Move>,
    ) -> Option<Tally<G::Move>> {
        let quiets_wanted = picker.quiets_wanted;
        let mut moves = vec![first];
        moves.extend(std::iter::from_fn(|| self.next_move(picker, node)));
        let tally = self.share(node, moves, quiets_wanted, terms, tally);
        if self.stopped {
            return None;
        }
        if let (Some(mv), Some(line)) = (tally.best_move, &tally.line) {
            self.state.pv.set(node.ply, std::iter::once(mv).chain(line.iter().copied()));
        }
        Some(tally)
    }

    /// Tries moves of a node together with whoever has nothing to do. If the search must
    /// stop, what comes back is what was known then.
    pub(crate) fn share(
        &mut self,
        node: &Node<G::Move>,
        moves: Vec<(G::Move, Stage)>,
        quiets_wanted: bool,
        terms: Terms,
        tally: Tally<G::Move>,
    ) -> Tally<G::Move> {
        let Some(team) = self.team else { return tally };
        let split = Arc::new(SplitPoint {
            parent: self.split.clone(),
            node: *node,
            terms,
            iteration: self.iteration,
            no_null_before: self.state.no_null_before,
            path: self.state.path[..node.ply].to_vec(),
            frames: self.state.frames[..=node.ply + 1].to_vec(),
            killers: self.state.killers.clone(),
            moves,
            next: AtomicUsize::new(0),
            number: AtomicU32::new(tally.number),
            quiets_wanted: AtomicBool::new(quiets_wanted),
            alpha: AtomicI32::new(tally.alpha.get()),
            best: AtomicI32::new(tally.best.get()),
            raised: AtomicBool::new(tally.raised),
            cut: AtomicBool::new(false),
            selective_depth: AtomicU32::new(0),
            helpers: AtomicUsize::new(0),
            tally: Mutex::new(tally),
        });
        self.statistics.split_points += 1;
        team.open(&split);
        let outer = self.split.replace(Arc::clone(&split));
        self.work(&split);
        team.close(&split);
        if split.helpers.load(Acquire) > 0 {
            // Only this split point's end matters to the thread now.
            self.stopped = false;
            let frame = self.state.frames[node.ply];
            self.serve(node.ply, Some(&split));
            self.state.frames[node.ply] = frame;
        }
        self.selective_depth = self.selective_depth.max(split.selective_depth.load(Relaxed));
        self.split = outer;
        self.stopped = team.has_stopped() || self.is_cut_above();
        let mut tally = lock(&split.tally).clone();
        tally.number = split.number.load(Relaxed);
        tally
    }

    /// Takes moves from a split point until none is left or the rest is not wanted. The
    /// board stands at its node.
    fn work(&mut self, split: &SplitPoint<G::Move, G::Insight>) {
        let node = &split.node;
        while !self.stopped && !split.cut.load(Relaxed) {
            let Some(&(mv, stage)) = split.moves.get(split.next.fetch_add(1, AcqRel)) else { break };
            let mut quiets_wanted = split.quiets_wanted.load(Relaxed);
            if !quiets_wanted && stage == Stage::Quiet {
                continue;
            }
            let alpha = Score::new(split.alpha.load(Relaxed));
            let best = Score::new(split.best.load(Relaxed));
            let number = split.number.load(Relaxed);
            // At the root nothing is left out.
            if node.ply > 0 && self.prune_move(&mut quiets_wanted, node, mv, stage, alpha, best, number) {
                if !quiets_wanted {
                    split.quiets_wanted.store(false, Relaxed);
                }
                continue;
            }
            let number = split.number.fetch_add(1, AcqRel);
            let Terms { beta, depth, lower } = split.terms;
            let depth = depth - if split.raised.load(Relaxed) { lower } else { Depth::ZERO };
            let window = Window { alpha, beta };
            let nodes_before = self.statistics.nodes;
            if node.ply == 0 {
                self.tell_root_move(mv, number);
            }
            let score = self.search_move(node, mv, stage, window, depth, number);
            if node.ply == 0 {
                lock(&split.tally).costs.push((mv, self.statistics.nodes - nodes_before));
            }
            if !self.stopped {
                self.report(split, mv, stage, score);
            }
        }
    }

    /// Adds the score of a move to what is known of a split point.
    fn report(&mut self, split: &SplitPoint<G::Move, G::Insight>, mv: G::Move, stage: Stage, score: Score) {
        let rests_on = self.rests_on();
        let mut tally = lock(&split.tally);
        if tally.cut.is_some() {
            return;
        }
        tally.all_rest_on = tally.all_rest_on.min(rests_on);
        if score > tally.best {
            tally.best = score;
            tally.best_rests_on = rests_on;
            split.best.store(score.get(), Relaxed);
            if score > tally.alpha {
                tally.alpha = score;
                tally.best_move = Some(mv);
                tally.raised = true;
                split.raised.store(true, Relaxed);
                split.alpha.store(score.get(), Relaxed);
                if score < split.terms.beta || split.node.ply == 0 {
                    tally.line = Some(self.state.pv.line(split.node.ply + 1).collect());
                }
                if score >= split.terms.beta {
                    tally.all_rest_on = rests_on;
                    tally.cut = Some((mv, stage));
                    split.cut.store(true, Release);
                    return;
                }
            }
        }
        let tried = if self.game.is_noisy(mv) { &mut tally.noisy_moves } else { &mut tally.quiets };
        let _ = tried.try_push(mv);
    }

    /// Helps whoever has opened a split point: until the search ends, or, for the owner
    /// of one, below that until its helpers have left. The board stands at `ply`.
    pub(crate) fn serve(&mut self, ply: usize, own: Option<&Arc<SplitPoint<G::Move, G::Insight>>>) {
        let Some(team) = self.team else { return };
        team.idle.fetch_add(1, AcqRel);
        let mut seen = None;
        let mut spins = 0;
        let goes_on = || match own {
            Some(split) => split.helpers.load(Acquire) > 0,
            None => !team.has_stopped(),
        };
        while goes_on() {
            let opened = team.opened.load(Acquire);
            if seen != Some(opened) {
                seen = Some(opened);
                if let Some(member) = team.join(own) {
                    team.idle.fetch_sub(1, AcqRel);
                    let nodes_before = self.statistics.nodes;
                    self.assist(&member.split, ply);
                    if own.is_none() {
                        let nodes = self.statistics.nodes - nodes_before;
                        self.statistics.iteration_nodes[member.split.iteration as usize - 1] += nodes;
                    }
                    drop(member);
                    team.idle.fetch_add(1, AcqRel);
                    // What was passed over may be the best now.
                    seen = None;
                    continue;
                }
            }
            spins += 1;
            if spins % SPINS == 0 {
                self.poll();
                self.stopped = false;
                std::thread::yield_now();
            }
            std::hint::spin_loop();
        }
        team.idle.fetch_sub(1, AcqRel);
    }

    /// Works at a split point below the node at `ply`, where the board stands.
    fn assist(&mut self, split: &Arc<SplitPoint<G::Move, G::Insight>>, ply: usize) {
        let outer = (self.split.replace(Arc::clone(split)), self.state.no_null_before);
        self.iteration = split.iteration;
        self.state.no_null_before = split.no_null_before;
        self.state.frames[ply..split.frames.len()].copy_from_slice(&split.frames[ply..]);
        self.state.path[ply..split.path.len()].copy_from_slice(&split.path[ply..]);
        self.state.killers.clone_from(&split.killers);
        let mut undos = Vec::with_capacity(split.path.len() - ply);
        for &step in &split.path[ply..] {
            undos.push(match step {
                Some(mv) => {
                    self.evaluator.push(self.game, mv);
                    Some((mv, self.game.make(mv)))
                }
                None => {
                    self.game.make_null();
                    None
                }
            });
        }
        self.work(split);
        split.selective_depth.fetch_max(self.selective_depth, Relaxed);
        while let Some(step) = undos.pop() {
            match step {
                Some((mv, undo)) => {
                    self.game.unmake(mv, undo);
                    self.evaluator.pop();
                }
                None => self.game.unmake_null(),
            }
        }
        (self.split, self.state.no_null_before) = outer;
        // Whether the thread's own work must stop is seen when it looks again.
        self.stopped = false;
    }
}
