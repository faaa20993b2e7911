//! Whether a mate is the shortest: a look at every line that could be shorter.
//!
//! A search that prunes and reduces finds a mate long before it has looked at all that
//! could be shorter. Here nothing is left out: the attacker tries all moves, the defender
//! until one refutes, first the one that refuted last at the same ply. The number of
//! positions is limited by what the search itself has visited, so that at most half of
//! the time goes into it; where that is not enough, the next iteration tries again.

use crate::{Evaluator, Heuristics, MAX_PLY, Score, Side, Verdict, heuristics::generate_all, search::Search};

/// Positions between two questions whether to stop.
const POLL_INTERVAL: u64 = 256;

/// A look that was given up: it has come to no end.
struct GivenUp;

/// What is looked for, and how far it has come.
struct Look<M> {
    attacker: Side,
    positions: u64,
    most: u64,
    /// What refuted last at each ply.
    refutations: [Option<M>; MAX_PLY + 1],
}

impl<G: Heuristics, E: Evaluator<G>, const TEAM: bool> Search<'_, G, E, TEAM> {
    /// Whether the score is a win by mate and no other way is shorter, by every line; `false`
    /// also says that it was not found out. A game that selects its moves never knows.
    pub(crate) fn is_shortest_mate(&mut self, score: Score) -> bool {
        let Some(distance) = score.mate_distance().filter(|&plies| plies > 0) else { return false };
        if G::SELECTIVE || distance as usize >= MAX_PLY {
            return false;
        }
        // Where the sides alternate, the last move of a mate is the attacker's.
        let shorter = distance as u32 - if G::ALTERNATES { 2.min(distance as u32) } else { 1 };
        let attacker = self.game.side_to_move();
        let most = self.statistics.nodes;
        let mut look = Look { attacker, positions: 0, most, refutations: [None; MAX_PLY + 1] };
        // Only the moves that are allowed at the root.
        for i in 0..self.root.moves.len() {
            let mv = self.root.moves[i].mv;
            if shorter > 0 && !matches!(self.wins_by(&mut look, mv, shorter, 0), Ok(false)) {
                return false;
            }
        }
        true
    }

    /// Whether the attacker mates within so many plies.
    fn mates(&mut self, look: &mut Look<G::Move>, plies: u32, ply: usize) -> Result<bool, GivenUp> {
        look.positions += 1;
        if look.positions.is_multiple_of(POLL_INTERVAL) {
            self.poll();
        }
        if self.stopped || look.positions > look.most {
            return Err(GivenUp);
        }
        let attacks = self.game.side_to_move() == look.attacker;
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
            self.some_move_decides(look, (first, last), plies, ply).map(|decides| decides == attacks)
        };
        self.state.moves.truncate(first);
        found
    }

    /// Whether one of the moves on the stack decides for the side to move: mates for the
    /// attacker, refutes for the defender.
    fn some_move_decides(
        &mut self,
        look: &mut Look<G::Move>,
        (first, last): (usize, usize),
        plies: u32,
        ply: usize,
    ) -> Result<bool, GivenUp> {
        let attacks = self.game.side_to_move() == look.attacker;
        if let Some(refutation) = look.refutations[ply].filter(|_| !attacks)
            && let Some(at) = (first..last).find(|&at| self.state.moves[at].mv == refutation)
        {
            self.state.moves.swap(first, at);
        }
        for at in first..last {
            let mv = self.state.moves[at].mv;
            if self.wins_by(look, mv, plies, ply)? == attacks {
                look.refutations[ply] = Some(mv);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the attacker mates within so many plies of which a move is the first.
    fn wins_by(&mut self, look: &mut Look<G::Move>, mv: G::Move, plies: u32, ply: usize) -> Result<bool, GivenUp> {
        let undo = self.game.make(mv);
        let wins = self.mates(look, plies - 1, ply + 1);
        self.game.unmake(mv, undo);
        wins
    }
}
