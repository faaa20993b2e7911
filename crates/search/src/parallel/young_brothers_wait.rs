//! Young Brothers Wait: the threads divide one tree.
//!
//! The main thread searches as if it were alone. At a node whose first move (the eldest brother)
//! did not cause a cut-off, the other moves probably must all be searched, so they may be searched
//! in parallel: the node becomes a [`SplitPoint`]. Idle threads join it, set up the node on their
//! own board, and take moves from the shared list. All of them use the alpha that any of them has
//! raised; when one finds a cut-off, the others stop their searches. The owner continues when all
//! helpers have left; until then it helps those that still work below its node.
//!
//! Deep nodes always become split points, so that a thread that becomes idle finds large pieces of
//! work; other nodes only if a thread is idle. Each thread has its own histories and evaluation
//! caches; the killers are copied with the split point.
//!
//! ```text
//!   owner   ── eldest brother ──┬─ 2nd ─┬─ 5th ────────┬─ waits, helps below ─┐
//!                               │ open  │              │                      ├─ goes on
//!   idle    ────────────────────┴─ 3rd ─┴─ 4th ─┬─ 6th ────── 7th, the last ──┘
//! ```
//!
//! Source: R. Feldmann, "Spielbaumsuche mit massiv parallelen Systemen", 1993 (the scheme and the
//! helpful master); with a shared list of moves as in R. Hyatt's dynamic tree splitting, 1994.
//! Stockfish divided its tree in this way until 2015 (the idea).

use super::split_point::{Results, Site, SplitPoint, Terms};
use crate::{
    Depth, Evaluator, Heuristics, Stage,
    knowledge::Knowledge,
    move_picker::MovePicker,
    node::{Node, Window},
    pruning::Pruned,
    search::Search,
    sync::atomic::Ordering::{AcqRel, Acquire, Relaxed},
    tally::Standing,
};
use std::sync::Arc;

/// How often a waiting thread looks for work before it polls the control and yields.
const SPINS: u32 = 256;

impl<G: Heuristics, E: Evaluator<G>, const TEAM: bool> Search<'_, G, E, TEAM> {
    /// Whether the remaining moves of a node should be divided.
    #[inline(always)]
    pub(crate) fn is_to_be_divided(&self, node: &Node<G::Move>, move_count: u32) -> bool {
        let Some(team) = self.team.filter(|_| TEAM) else { return false };
        move_count > 0
            && node.depth >= Depth::plies(self.parameters.split_depth)
            && node.excluded.is_none()
            && (team.idle.load(Relaxed) > 0 || node.depth >= Depth::plies(self.parameters.open_depth))
    }

    /// Records the move (none for a pass) at a ply, for threads that join below.
    #[inline(always)]
    pub(crate) fn note_step(&mut self, ply: usize, step: Option<G::Move>) {
        if TEAM {
            self.state.path[ply] = step;
        }
    }

    /// Divides the remaining moves of a node (`first` and those of the picker) among idle threads;
    /// `standing` is the state of the node. Returns `None` if the search must stop.
    #[inline(never)]
    pub(crate) fn divide(
        &mut self,
        picker: &mut MovePicker<G::Move>,
        node: &Node<G::Move>,
        first: (G::Move, Stage),
        terms: Terms,
        standing: Standing<G::Move>,
    ) -> Option<Standing<G::Move>> {
        let quiets_wanted = picker.quiets_wanted;
        let mut moves = vec![first];
        moves.extend(std::iter::from_fn(|| self.next_move(picker, node)));
        let Results { tally, tried, line, .. } = self.share(node, moves, quiets_wanted, terms, standing);
        if self.stopped {
            return None;
        }
        if let (Some(mv), Some(line)) = (tally.best_move, line) {
            self.state.pv.set(node.ply, std::iter::once(mv).chain(line));
        }
        Some((tally, tried))
    }

    /// Tries moves of a node together with idle threads. If the search must stop, it returns the
    /// results so far.
    pub(crate) fn share(
        &mut self,
        node: &Node<G::Move>,
        moves: Vec<(G::Move, Stage)>,
        quiets_wanted: bool,
        terms: Terms,
        standing: Standing<G::Move>,
    ) -> Results<G::Move> {
        let Some(team) = self.team else { return Results::new(standing) };
        let site = Site {
            parent: self.split.clone(),
            node: *node,
            terms,
            iteration: self.iteration,
            path: self.state.path[..node.ply].to_vec(),
            frames: self.state.frames[..=node.ply + 1].to_vec(),
            killers: self.state.killers.clone(),
            moves,
        };
        let split = Arc::new(SplitPoint::new(site, quiets_wanted, standing));
        self.statistics.split_points += 1;
        team.open(&split);
        let outer = self.split.replace(Arc::clone(&split));
        self.work(&split);
        team.close(&split);
        if split.has_helpers() {
            // Only a cut-off of this split point can stop the thread now.
            self.stopped = false;
            self.wait_for_helpers(&split);
        }
        self.selective_depth = self.selective_depth.max(split.selective_depth());
        self.split = outer;
        self.stopped = team.has_stopped() || self.is_cut_above();
        split.results()
    }

    /// Helps the helpers of a split point of this thread, below its node, until they have left.
    fn wait_for_helpers(&mut self, split: &Arc<SplitPoint<G::Move, G::Insight>>) {
        let node = &split.site.node;
        // Work below overwrites it.
        let frame = self.state.frames[node.ply];
        self.serve(node.ply, Some(split));
        self.state.frames[node.ply] = frame;
    }

    /// Takes moves from a split point until none is left or wanted. The board must be at its node.
    /// Not inlined: [`follow`](Self::follow) calls itself for each ply, and its stack frame should
    /// be small.
    #[inline(never)]
    fn work(&mut self, split: &SplitPoint<G::Move, G::Insight>) {
        let node = &split.site.node;
        while !self.stopped
            && let Some((mv, stage)) = split.take()
        {
            let progress = split.progress();
            // At the root no move is pruned.
            if node.ply > 0 {
                match self.prune_move(node, mv, stage, progress) {
                    Pruned::No => {}
                    Pruned::Move => continue,
                    Pruned::UpTo(score) => {
                        if self.enhancements.pruned_bounds {
                            split.allow_for(score);
                        }
                        continue;
                    }
                    Pruned::Quiets => {
                        split.leave_quiets();
                        continue;
                    }
                }
            }
            let move_count = split.begin_move();
            let window = Window { alpha: progress.alpha, beta: split.site.terms.beta };
            let nodes_before = self.statistics.nodes;
            if node.ply == 0 {
                self.report_root_move(mv, move_count);
            } else {
                self.count_move(stage);
            }
            let score = self.search_move(node, (mv, stage), window, split.depth(), move_count);
            if node.ply == 0 {
                split.add_cost(mv, self.statistics.nodes - nodes_before);
            }
            if !self.stopped {
                let is_noisy = self.game.is_noisy(mv);
                let after = || self.state.pv.line(node.ply + 1).collect();
                split.add_score((mv, stage), is_noisy, score, self.path_ply(), after);
            }
        }
    }

    /// Helps at open split points: until the search ends or, for the owner of a split point, below
    /// it until its helpers have left. The board must be at `ply`.
    pub(crate) fn serve(&mut self, ply: usize, own: Option<&Arc<SplitPoint<G::Move, G::Insight>>>) {
        let Some(team) = self.team else { return };
        team.idle.fetch_add(1, AcqRel);
        let mut seen = None;
        let mut spins = 0;
        let goes_on = || match own {
            Some(split) => split.has_helpers(),
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
                        self.statistics.iteration_nodes[member.split.site.iteration as usize - 1] += nodes;
                    }
                    drop(member);
                    team.idle.fetch_add(1, AcqRel);
                    // A move that was searched before may be the best now.
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

    /// Works at a split point below the node at `ply`, where the board must be.
    fn assist(&mut self, split: &Arc<SplitPoint<G::Move, G::Insight>>, ply: usize) {
        let outer = self.split.replace(Arc::clone(split));
        let Site { iteration, path, frames, killers, .. } = &split.site;
        self.iteration = *iteration;
        self.state.frames[ply..frames.len()].copy_from_slice(&frames[ply..]);
        self.state.path[ply..path.len()].copy_from_slice(&path[ply..]);
        self.state.killers.clone_from(killers);
        self.follow(&path[ply..], split);
        split.add_selective_depth(self.selective_depth);
        self.split = outer;
        // The thread checks whether its own work must stop when it polls again.
        self.stopped = false;
    }

    /// Follows a path down to the node of a split point, works there and returns.
    fn follow(&mut self, path: &[Option<G::Move>], split: &SplitPoint<G::Move, G::Insight>) {
        match path.split_first() {
            None => self.work(split),
            Some((&Some(mv), rest)) => self.after_move(mv, |search, _| search.follow(rest, split)),
            Some((None, rest)) => self.pass(|search| search.follow(rest, split)),
        }
    }
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use super::*;
    use crate::{
        Score,
        killers::Killers,
        node::Frame,
        parallel::split_point::Team,
        tally::{Tally, Tried},
        tests::drawn::{BiasInsight, Desk, Drawn, DrawnSearch, Letter, node},
    };
    use std::sync::atomic::AtomicBool;

    type Split = SplitPoint<Letter, BiasInsight>;

    /// A split point with one move, reached by `below` from the current position. Its frames have the slot 99,
    /// and it has a killer at ply 40.
    fn split_point(search: &DrawnSearch<'_, true>, parent: Option<Arc<Split>>, below: &[Letter]) -> Arc<Split> {
        let here = node(search, 4);
        let node = Node { ply: here.ply + below.len(), ..here };
        let mut killers = Killers::new();
        killers.insert(40, Letter('b'));
        let path = std::iter::repeat_n(None, here.ply).chain(below.iter().copied().map(Some)).collect();
        let site = Site {
            parent,
            node,
            terms: Terms { beta: Score::new(50), depth: node.depth, reduction: Depth::PLY },
            iteration: 4,
            path,
            frames: vec![Frame { slot: Some(99), ..Frame::default() }; node.ply + 2],
            killers,
            moves: vec![(Letter('a'), Stage::Quiet)],
        };
        Arc::new(SplitPoint::new(site, true, (Tally::new(Score::new(-50)), Tried::new())))
    }

    #[test]
    fn a_helper_has_the_killers_of_the_split_point() {
        let mut desk = Desk::new(Drawn::new("ab"));
        desk.game.play("xy");
        desk.run(|search| {
            search.state.killers.insert(41, Letter('a'));
            let split = split_point(search, None, &[]);
            search.assist(&split, split.site.node.ply);
            assert_eq!(split.progress().move_count, 1, "the move was searched");
            assert_eq!(search.state.killers.at(40), [Some(Letter('b')), None]);
            assert_eq!(search.state.killers.at(41), [None, None]);
        });
    }

    /// A thread that helps below its own split point goes on at its own with its own frames and path above it.
    #[test]
    fn a_helper_returns_to_its_own_split_point() {
        let mut desk = Desk::new(Drawn::new("ab"));
        desk.game.play("xy");
        desk.run(|search| {
            let own = split_point(search, None, &[]);
            let ply = own.site.node.ply;
            search.split = Some(Arc::clone(&own));
            search.state.frames[ply - 1].slot = Some(55);
            search.state.path[ply - 1] = Some(Letter('z'));
            let below = split_point(search, Some(Arc::clone(&own)), &[Letter('a')]);
            search.assist(&below, ply);
            assert!(search.split.as_ref().is_some_and(|split| Arc::ptr_eq(split, &own)));
            assert_eq!((search.iteration, below.progress().move_count), (below.site.iteration, 1));
            assert_eq!((search.state.frames[ply - 1].slot, search.state.frames[ply].slot), (Some(55), Some(99)));
            assert_eq!(search.state.path[ply - 1..=ply], [Some(Letter('z')), Some(Letter('a'))]);
            assert_eq!(search.game.tried("xy"), "", "the position is the one before");
            assert!(below.selective_depth() > 0);
            // A cut-off below does not stop the work above.
            search.stopped = true;
            search.assist(&split_point(search, Some(Arc::clone(&own)), &[Letter('b')]), ply);
            assert!(!search.stopped);
        });
    }

    #[test]
    fn the_owner_of_a_split_point_returns_to_the_one_above() {
        let stop: &AtomicBool = Box::leak(Box::new(AtomicBool::new(false)));
        let team: &Team<'_, Letter, BiasInsight> = Box::leak(Box::new(Team::new(stop)));
        let mut desk = Desk::new(Drawn::new("ab"));
        desk.game.play("xy");
        desk.run(|search| {
            search.team = Some(team);
            let above = split_point(search, None, &[]);
            search.split = Some(Arc::clone(&above));
            let (node, site) = (above.site.node, &above.site);
            let standing = || (Tally::new(Score::new(-50)), Tried::new());
            let terms = || Terms { beta: site.terms.beta, depth: site.terms.depth, reduction: site.terms.reduction };
            let found = search.share(&node, site.moves.clone(), true, terms(), standing());
            assert!(search.split.as_ref().is_some_and(|split| Arc::ptr_eq(split, &above)));
            assert_eq!((found.tally.move_count, search.stopped, team.join(None).is_none()), (1, false, true));
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
            search.share(&node, site.moves.clone(), true, terms(), standing());
            assert!(search.stopped, "the whole search has ended");
        });
    }

    /// The owner copies the frames of a split point below its node, also that of its node.
    #[test]
    fn the_frame_of_a_node_is_kept_while_its_owner_helps_below() {
        let stop: &AtomicBool = Box::leak(Box::new(AtomicBool::new(false)));
        let team: &Team<'_, Letter, BiasInsight> = Box::leak(Box::new(Team::new(stop)));
        let mut desk = Desk::new(Drawn::new("ab"));
        desk.game.play("xy");
        desk.run(|search| {
            search.team = Some(team);
            let own = split_point(search, None, &[]);
            let below = split_point(search, Some(Arc::clone(&own)), &[Letter('a')]);
            let ply = own.site.node.ply;
            search.state.frames[ply].slot = Some(77);
            team.open(&own);
            let member = team.join(None).expect("a move is left");
            team.close(&own);
            team.open(&below);
            std::thread::scope(|scope| {
                // The helper of the node leaves when the owner has done the work below.
                let worked = &below;
                scope.spawn(move || {
                    while worked.progress().move_count == 0 || worked.has_helpers() {
                        std::thread::yield_now();
                    }
                    drop(member);
                });
                search.wait_for_helpers(&own);
            });
            assert_eq!(search.state.frames[ply].slot, Some(77));
        });
    }
}
