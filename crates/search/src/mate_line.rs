//! Lines of mates, completed to the mate itself.
//!
//! The principal variation of a mate is often cut short: the table or the window of the mate distance
//! answers a node without a line. A reported mate must come with all its moves, so the missing ones are
//! searched: at each position a move that keeps the distance, near the mate by trying every move.

use crate::{
    Depth, Evaluator, Heuristics, MAX_PLY, Score, Side, Verdict,
    heuristics::generate_all,
    node::{Role, Window},
    search::Search,
    shortest_mate::MateProof,
};

/// The number of plies to the mate from which every move is tried.
const EXHAUSTIVE_PLIES: usize = 3;

/// The maximum number of positions of such a trial.
const EXHAUSTIVE_POSITIONS: u64 = 20_000;

/// How many plies deeper than the mate a missing move is searched, since reductions may hide it.
const MORE_PLIES: [i32; 3] = [0, 2, 6];

/// A mate whose line is completed.
#[derive(Clone, Copy)]
struct Mate {
    winner: Side,
    /// The plies from the root to the mate.
    plies: usize,
}

impl Mate {
    /// The score of a position before the mate, for its side to move.
    fn score(self, mover: Side) -> Score {
        if mover == self.winner { Score::mate_in(self.plies) } else { Score::mated_in(self.plies) }
    }
}

impl<G: Heuristics, E: Evaluator<G>, const TEAM: bool> Search<'_, G, E, TEAM> {
    /// Completes the line of a root move whose score is a mate. Returns whether the line now ends in a mate
    /// after the plies of the score; if not, it is unchanged.
    pub(crate) fn complete_mate_line(&mut self, index: usize, score: Score) -> bool {
        let Some(distance) = score.mate_distance() else { return false };
        let side = self.game.side_to_move();
        let winner = if distance > 0 { side } else { !side };
        let mate = Mate { winner, plies: distance.unsigned_abs() as usize };
        if mate.plies == 0 || mate.plies >= MAX_PLY - 1 {
            return false;
        }
        let mut line = std::mem::take(&mut self.root.moves[index].pv);
        let known = line.len();
        // The end of a line can belong to another mate: then only the root move is kept.
        let mut kept = known.min(mate.plies);
        let complete = loop {
            let tail = line.split_off(kept);
            if self.extend_to_mate(mate, &mut line, 0) {
                break true;
            }
            line.truncate(kept);
            line.extend(tail);
            if kept == 1 {
                break false;
            }
            kept = 1;
        };
        self.root.moves[index].pv = line;
        complete
    }

    /// Plays the moves of a line from the ply, and appends moves until the mate. Returns whether the mate was
    /// reached; otherwise the end of the line is meaningless.
    fn extend_to_mate(&mut self, mate: Mate, line: &mut Vec<G::Move>, ply: usize) -> bool {
        if ply > 0 {
            if let Verdict::Exact(score, _) = self.game.verdict(ply) {
                return ply == mate.plies && score == mate.score(self.game.side_to_move());
            }
            if ply == mate.plies {
                return self.is_stuck() && self.game.stuck(ply) == mate.score(self.game.side_to_move());
            }
        }
        let mv = match line.get(ply) {
            Some(&mv) => Some(mv).filter(|&mv| self.game.is_legal(mv)),
            None => self.move_to_mate(mate, ply),
        };
        let Some(mv) = mv else { return false };
        if line.len() == ply {
            line.push(mv);
        }
        self.note_step(ply, Some(mv));
        self.after_move(mv, |search, _| search.extend_to_mate(mate, line, ply + 1))
    }

    /// Whether the side to move has no move.
    fn is_stuck(&mut self) -> bool {
        let first = self.state.moves.len();
        generate_all(self.game, &G::Insight::default(), &mut self.state.moves);
        let stuck = self.state.moves.len() == first;
        self.state.moves.truncate(first);
        stuck
    }

    /// A move that keeps the distance to the mate.
    fn move_to_mate(&mut self, mate: Mate, ply: usize) -> Option<G::Move> {
        let left = mate.plies - ply;
        if G::SELECTIVE {
            return None;
        }
        if left <= EXHAUSTIVE_PLIES {
            return self.exhaustive_move_to_mate(mate, ply);
        }
        let wanted = mate.score(self.game.side_to_move());
        let window = Window { alpha: wanted - 1, beta: wanted + 1 };
        for more in MORE_PLIES {
            if self.stopped {
                break;
            }
            let _ = self.rule(Window::FULL, Depth::plies(left as i32), ply);
            let score = self.search_again(window, Depth::plies(left as i32 + more), ply, Role::Principal, None);
            if !self.stopped
                && score == wanted
                && let Some(mv) = self.state.pv.line(ply).next()
            {
                return Some(mv);
            }
        }
        self.exhaustive_move_to_mate(mate, ply)
    }

    /// The same by trying all moves, if they are few enough. It visits no node and so works after a stop, too.
    fn exhaustive_move_to_mate(&mut self, mate: Mate, ply: usize) -> Option<G::Move> {
        let left = (mate.plies - ply) as u32;
        let attacks = self.game.side_to_move() == mate.winner;
        let mut proof = MateProof::of_line(mate.winner, EXHAUSTIVE_POSITIONS);
        let first = self.state.moves.len();
        generate_all(self.game, &G::Insight::default(), &mut self.state.moves);
        let moves: Vec<G::Move> = self.state.moves.drain(first..).map(|candidate| candidate.mv).collect();
        moves.into_iter().find(|&mv| {
            if attacks {
                self.wins_by(&mut proof, mv, left, ply) == Ok(true)
            } else {
                // The longest resistance.
                left <= 1 || self.wins_by(&mut proof, mv, left - 1, ply) == Ok(false)
            }
        })
    }
}
