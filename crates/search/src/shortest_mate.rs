//! Proves that a mate is the shortest by searching every line that could be shorter.
//!
//! A search with pruning and reductions finds a mate long before it has searched all shorter lines.
//! This search omits nothing: the attacker tries all moves, the defender tries moves until one
//! refutes, beginning with the last refutation at the same ply. The number of positions is limited
//! to those that the search itself has visited, so that the proof takes at most half of the time;
//! if that is not enough, the next iteration tries again.

use crate::{Evaluator, Heuristics, MAX_PLY, Score, Side, Verdict, heuristics::generate_all, search::Search};

/// The number of positions between two polls of the control.
const POLL_INTERVAL: u64 = 256;

/// The proof was abandoned without a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct GivenUp;

/// The state of a proof.
pub(crate) struct MateProof<M> {
    attacker: Side,
    positions: u64,
    most: u64,
    /// Whether it ends when the search is stopped.
    stops: bool,
    /// The last refutation at each ply.
    refutations: [Option<M>; MAX_PLY + 1],
}

impl<M: Copy> MateProof<M> {
    /// A proof with at most `most` positions, also after the search was stopped.
    pub(crate) fn of_line(attacker: Side, most: u64) -> MateProof<M> {
        MateProof { attacker, positions: 0, most, stops: false, refutations: [None; MAX_PLY + 1] }
    }
}

impl<G: Heuristics, E: Evaluator<G>, const TEAM: bool> Search<'_, G, E, TEAM> {
    /// Whether the score is a win by mate and no line leads to a shorter one; `false` also if that
    /// is unknown. A selective game always returns `false`.
    pub(crate) fn is_shortest_mate(&mut self, score: Score) -> bool {
        let Some(distance) = score.mate_distance().filter(|&plies| plies > 0) else { return false };
        if G::SELECTIVE || distance as usize >= MAX_PLY {
            return false;
        }
        // If the sides alternate, the attacker makes the last move of a mate.
        let shorter = distance as u32 - if G::ALTERNATES { 2.min(distance as u32) } else { 1 };
        let attacker = self.game.side_to_move();
        let most = self.statistics.nodes;
        let mut proof = MateProof { stops: true, ..MateProof::of_line(attacker, most) };
        // Only the allowed root moves.
        for i in 0..self.root.moves.len() {
            let mv = self.root.moves[i].mv;
            if shorter > 0 && !matches!(self.wins_by(&mut proof, mv, shorter, 0), Ok(false)) {
                return false;
            }
        }
        true
    }

    /// Whether the attacker mates within `plies`.
    fn mates(&mut self, proof: &mut MateProof<G::Move>, plies: u32, ply: usize) -> Result<bool, GivenUp> {
        proof.positions += 1;
        if proof.stops && proof.positions.is_multiple_of(POLL_INTERVAL) {
            self.poll();
        }
        if proof.stops && self.stopped || proof.positions > proof.most {
            return Err(GivenUp);
        }
        let attacks = self.game.side_to_move() == proof.attacker;
        let wins = |score: Score| score.is_mate() && (score > Score::ZERO) == attacks;
        if let Verdict::Exact(score, _) = self.game.verdict(ply) {
            return Ok(wins(score));
        }
        let first = self.state.moves.len();
        generate_all(self.game, &G::Insight::default(), &mut self.state.moves);
        let last = self.state.moves.len();
        let found = if first == last {
            Ok(wins(self.game.stuck(ply)))
        } else if plies == 0 {
            Ok(false)
        } else {
            self.some_move_decides(proof, (first, last), plies, ply).map(|decides| decides == attacks)
        };
        self.state.moves.truncate(first);
        found
    }

    /// Whether a move on the stack decides for the side to move: it mates for the attacker, or
    /// refutes for the defender.
    fn some_move_decides(
        &mut self,
        proof: &mut MateProof<G::Move>,
        (first, last): (usize, usize),
        plies: u32,
        ply: usize,
    ) -> Result<bool, GivenUp> {
        let attacks = self.game.side_to_move() == proof.attacker;
        if let Some(refutation) = proof.refutations[ply].filter(|_| !attacks)
            && let Some(at) = (first..last).find(|&at| self.state.moves[at].mv == refutation)
        {
            self.state.moves.swap(first, at);
        }
        for at in first..last {
            let mv = self.state.moves[at].mv;
            if self.wins_by(proof, mv, plies, ply)? == attacks {
                proof.refutations[ply] = Some(mv);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the attacker mates within `plies` beginning with a move.
    pub(crate) fn wins_by(
        &mut self,
        proof: &mut MateProof<G::Move>,
        mv: G::Move,
        plies: u32,
        ply: usize,
    ) -> Result<bool, GivenUp> {
        let undo = self.game.make(mv);
        let wins = self.mates(proof, plies - 1, ply + 1);
        self.game.unmake(mv, undo);
        wins
    }
}
