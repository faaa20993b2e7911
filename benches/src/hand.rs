//! A search written by hand for Connect Four, as somebody would write it for
//! this game alone. It has the features of
//! [`Enhancements::exact`](duiyi_search::Enhancements::exact), visits the same
//! nodes as the generic search, and is the baseline for the cost of generality
//! (`zero_cost`). The two share only the table.
//!
//! Both count nodes, poll every 1024 nodes whether to stop, and keep the principal
//! variation and the greatest ply. The generic search does some additional work that a search
//! for one game can omit:
//!
//! - the counters of [`Statistics`](duiyi_search::Statistics), always on;
//! - the size of each stored subtree, for the table policies that use it;
//! - every 1024 nodes a [`Control`](duiyi_search::Control) with a stop flag and a
//!   clock, while this search has only a limit of nodes;
//! - a report of each iteration.

use crate::games::{ConnectFour, SmallGame};
use duiyi_search::{Bound, Depth, Entry, EntryEvaluation, Game, Parameters, Score, Table};

const MAX_PLY: usize = 48;

/// A principal variation search for Connect Four.
#[derive(Debug)]
pub struct Negamax<'a> {
    game: ConnectFour,
    table: &'a Table,
    parameters: Parameters,
    history: [[i32; 64]; 2],
    killers: [[u8; 2]; MAX_PLY],
    pv: [[u8; MAX_PLY]; MAX_PLY],
    pv_length: [usize; MAX_PLY + 1],
    root: [u8; 7],
    root_count: usize,
    /// The number of nodes after which the search gives up.
    limit: u64,
    next_poll: u64,
    stopped: bool,
    selective_depth: usize,
    /// All nodes so far.
    pub nodes: u64,
}

const NONE: u8 = u8::MAX;

impl<'a> Negamax<'a> {
    /// A search of a position with a table, which may be shared.
    pub fn new(game: ConnectFour, table: &'a Table) -> Negamax<'a> {
        let mut root = [NONE; 7];
        let mut root_count = 0;
        for mv in game.moves() {
            root[root_count] = mv;
            root_count += 1;
        }
        Negamax {
            game,
            table,
            parameters: Parameters::default(),
            history: [[0; 64]; 2],
            killers: [[NONE; 2]; MAX_PLY],
            pv: [[NONE; MAX_PLY]; MAX_PLY],
            pv_length: [0; MAX_PLY + 1],
            root,
            root_count,
            limit: u64::MAX,
            next_poll: 1024,
            stopped: false,
            selective_depth: 0,
            nodes: 0,
        }
    }

    /// The score of the position to `depth` plies, after all smaller depths.
    pub fn search(&mut self, depth: u32) -> Score {
        self.table.new_generation();
        let mut last = self.game.evaluate();
        for depth in 1..=depth as i32 {
            last = self.aspirate(last, depth);
        }
        last
    }

    fn aspirate(&mut self, last: Score, depth: i32) -> Score {
        let infinite = Score::INFINITE;
        if depth < self.parameters.aspiration_from || last.is_decisive() {
            return self.search_root(-infinite, infinite, depth);
        }
        let mut width = self.parameters.aspiration_width;
        let (mut alpha, mut beta) = (last - width, last + width);
        loop {
            let score = self.search_root(alpha, beta, depth);
            if score > alpha && score < beta {
                return score;
            }
            width *= 2;
            let wide = score.is_decisive() || width > 1000;
            if score <= alpha {
                alpha = if wide { -infinite } else { score - width };
            } else {
                beta = if wide { infinite } else { score + width };
            }
        }
    }

    fn search_root(&mut self, mut alpha: Score, beta: Score, depth: i32) -> Score {
        let mut best = -Score::INFINITE;
        let mut best_move = NONE;
        for i in 0..self.root_count {
            let mv = self.root[i];
            self.game.make(mv);
            let score = self.search_child(alpha, beta, depth - 1, 0, true, i == 0);
            self.game.unmake(mv, ());
            if score <= best {
                continue;
            }
            best = score;
            if score > alpha {
                alpha = score;
                best_move = mv;
                self.root[..=i].rotate_right(1);
                if score >= beta {
                    break;
                }
            }
        }
        self.store(self.game.key(), best_move, best, beta, depth, 0);
        best
    }

    #[inline]
    fn search_child(&mut self, alpha: Score, beta: Score, depth: i32, ply: usize, pv: bool, first: bool) -> Score {
        if first {
            return -self.negamax(-beta, -alpha, depth, ply + 1, pv);
        }
        let score = -self.negamax(-(alpha + 1), -alpha, depth, ply + 1, false);
        if score > alpha && score < beta && alpha + 1 < beta {
            -self.negamax(-beta, -alpha, depth, ply + 1, pv)
        } else {
            score
        }
    }

    fn negamax(&mut self, mut alpha: Score, mut beta: Score, depth: i32, ply: usize, pv: bool) -> Score {
        if let Some(score) = self.enter(depth, ply) {
            return score;
        }
        alpha = alpha.max(Score::mated_in(ply));
        beta = beta.min(Score::mate_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }
        let key = self.game.key();
        let mut table_move = NONE;
        if let Some(entry) = self.table.probe(key) {
            let score = entry.score.from_root(ply);
            if !pv && entry.depth == Depth::plies(depth) && entry.bound.answers(score, alpha, beta) {
                return score;
            }
            if entry.mv != 0 && self.game.is_legal(entry.mv as u8 - 1) {
                table_move = entry.mv as u8 - 1;
            }
        }
        let (mut best, mut best_move) = (-Score::INFINITE, NONE);
        let mut tried = [NONE; 10];
        let mut count = 0;
        let mut order = Order::new(table_move, self.killers[ply]);
        while let Some(mv) = order.next(&self.game, &self.history) {
            self.game.make(mv);
            let score = self.search_child(alpha, beta, depth - 1, ply, pv, count == 0);
            self.game.unmake(mv, ());
            if self.stopped {
                return Score::ZERO;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = mv;
                    if score >= beta {
                        self.learn(mv, &tried[..count], depth, ply);
                        break;
                    }
                    self.lengthen_line(mv, ply);
                }
            }
            tried[count] = mv;
            count += 1;
        }
        self.store(key, best_move, best, beta, depth, ply);
        best
    }

    /// Counts a node; returns its score if nothing is searched below it.
    #[inline(always)]
    fn enter(&mut self, depth: i32, ply: usize) -> Option<Score> {
        self.pv_length[ply] = 0;
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        if self.nodes >= self.next_poll {
            self.stopped |= self.nodes >= self.limit;
            self.next_poll = self.nodes + 1024;
        }
        if self.stopped {
            return Some(Score::ZERO);
        }
        if self.game.is_won() {
            return Some(Score::mated_in(ply));
        }
        if self.game.is_full() {
            return Some(Score::ZERO);
        }
        (depth == 0).then(|| self.game.evaluate())
    }

    /// Sets the line from a ply on: a move, then the line below.
    #[inline(always)]
    fn lengthen_line(&mut self, mv: u8, ply: usize) {
        let length = self.pv_length[ply + 1];
        let (own, below) = self.pv.split_at_mut(ply + 1);
        own[ply][0] = mv;
        own[ply][1..=length].copy_from_slice(&below[0][..length]);
        self.pv_length[ply] = length + 1;
    }

    #[inline]
    fn store(&self, key: u64, mv: u8, best: Score, beta: Score, depth: i32, ply: usize) {
        let bound = match mv {
            _ if best >= beta => Bound::Lower,
            NONE => Bound::Upper,
            _ => Bound::Exact,
        };
        let mv = if mv == NONE { 0 } else { mv as u32 + 1 };
        let entry = Entry {
            mv,
            score: best.from_node(ply),
            depth: Depth::plies(depth),
            bound,
            evaluation: EntryEvaluation::NONE,
            principal: false,
        };
        self.table.store(key, entry, true);
    }

    fn learn(&mut self, mv: u8, tried: &[u8], depth: i32, ply: usize) {
        let p = &self.parameters;
        let bonus = (depth * depth * p.history_bonus).min(p.history_bonus_limit);
        if self.killers[ply][0] != mv {
            self.killers[ply] = [mv, self.killers[ply][0]];
        }
        let history = &mut self.history[self.game.side_to_move().index()];
        for (mv, bonus) in tried.iter().map(|&mv| (mv, -bonus)).chain([(mv, bonus)]) {
            let value = &mut history[self.game.slot(mv)];
            *value += bonus - *value * bonus.abs() / p.history_limit;
        }
    }
}

/// The order of a node's moves: the table move, the killers, the others by history.
struct Order {
    table_move: u8,
    killers: [u8; 2],
    quiets: [(i32, u8); 7],
    cursor: usize,
    end: usize,
    stage: usize,
}

impl Order {
    #[inline(always)]
    fn new(table_move: u8, killers: [u8; 2]) -> Order {
        Order { table_move, killers, quiets: [(0, NONE); 7], cursor: 0, end: 0, stage: 0 }
    }

    #[inline(always)]
    fn next(&mut self, game: &ConnectFour, history: &[[i32; 64]; 2]) -> Option<u8> {
        loop {
            match self.stage {
                0 => {
                    self.stage = 1;
                    if self.table_move != NONE {
                        return Some(self.table_move);
                    }
                }
                1 | 2 => {
                    let killer = self.killers[self.stage - 1];
                    self.stage += 1;
                    if killer != self.table_move && game.is_legal(killer) {
                        return Some(killer);
                    }
                }
                3 => {
                    let history = &history[game.side_to_move().index()];
                    for mv in game.moves() {
                        self.quiets[self.end] = (history[game.slot(mv)], mv);
                        self.end += 1;
                    }
                    self.stage = 4;
                }
                _ if self.cursor == self.end => return None,
                _ => {
                    for other in self.cursor + 1..self.end {
                        if self.quiets[other].0 > self.quiets[self.cursor].0 {
                            self.quiets.swap(self.cursor, other);
                        }
                    }
                    let mv = self.quiets[self.cursor].1;
                    self.cursor += 1;
                    if mv != self.table_move && !self.killers.contains(&mv) {
                        return Some(mv);
                    }
                }
            }
        }
    }
}
