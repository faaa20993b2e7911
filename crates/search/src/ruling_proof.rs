//! Confirms that a win or a loss by a ruling holds by the rules of the game.
//!
//! The search rules on a position that its line repeats at once, as if the cycle went on. By the rules the
//! game ends later, at the third occurrence in xiangqi, and the side that would lose by one cycle may
//! choose another one in between: two cycles that lose each by itself can be a draw in turn. A win by a
//! ruling is therefore confirmed only if the winner has an answer to every move of the loser until the
//! rules themselves end the game, or until the search mates. The answers come from searches, with the table;
//! the number of their nodes is limited to a share of those that the search has visited.

use crate::{
    Depth, Evaluator, Heuristics, MAX_PLY, Score, Side,
    claim::ConfirmedWin,
    legal_moves,
    node::{Role, Window},
    search::Search,
};

/// The nodes of a confirmation: at most this share of the nodes of the search so far.
const SHARE: u64 = 8;
/// The nodes that it may have in any case.
const LEAST_NODES: u64 = 2_000;
/// The depths to which a winning move is searched, one after the other.
const DEPTHS: [i32; 6] = [1, 2, 3, 4, 6, 8];

/// A confirmation in progress.
struct Confirmation {
    winner: Side,
    /// The node count at which it is given up.
    end: u64,
}

/// The confirmation was given up without a result.
struct GivenUp;

impl<G: Heuristics, E: Evaluator<G>, const TEAM: bool> Search<'_, G, E, TEAM> {
    /// Whether the score of the best root move, a win or a loss by a ruling, is confirmed by the rules.
    pub(crate) fn confirms_ruling(&mut self, score: Score) -> bool {
        let side = self.game.side_to_move();
        let wins = score > Score::ZERO;
        let winner = if wins { side } else { !side };
        let Some(best) = self.root.moves.first().map(|root| root.mv) else { return false };
        let win = ConfirmedWin { winner, first: wins.then_some(best) };
        if self.root.confirmed == Some(win) {
            return true;
        }
        let nodes = self.statistics.nodes;
        let mut confirmation = Confirmation { winner, end: nodes + (nodes / SHARE).max(LEAST_NODES) };
        let moves: Vec<G::Move> = match win.first {
            Some(mv) => vec![mv],
            None => self.root.moves.iter().map(|root| root.mv).collect(),
        };
        // Its paths repeat positions, as those of the search do not.
        self.stores = false;
        let confirmed = moves.into_iter().all(|mv| matches!(self.wins_after(&mut confirmation, mv, 0), Ok(true)));
        self.stores = true;
        if confirmed {
            self.root.confirmed = Some(win);
        }
        confirmed
    }

    /// Whether the winner wins after a move.
    fn wins_after(&mut self, confirmation: &mut Confirmation, mv: G::Move, ply: usize) -> Result<bool, GivenUp> {
        self.note_step(ply, Some(mv));
        self.after_move(mv, |search, _| search.wins_by_the_rules(confirmation, ply + 1))
    }

    /// Whether the winner wins the current position, by the rules of the game.
    fn wins_by_the_rules(&mut self, confirmation: &mut Confirmation, ply: usize) -> Result<bool, GivenUp> {
        if let Some(outcome) = self.game.outcome() {
            return Ok(outcome.winner == Some(confirmation.winner));
        }
        if self.stopped || self.statistics.nodes >= confirmation.end || ply + 2 >= MAX_PLY {
            return Err(GivenUp);
        }
        if self.game.side_to_move() == confirmation.winner {
            return match self.winning_move(confirmation, ply)? {
                Some(mv) => self.wins_after(confirmation, mv, ply),
                None => Ok(true),
            };
        }
        for mv in legal_moves(self.game) {
            if !self.wins_after(confirmation, mv, ply)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A move with which the search wins by a ruling; `None` if it mates, which no ruling can prevent: the loser
    /// prefers a loss by a ruling to a mate.
    fn winning_move(&mut self, confirmation: &Confirmation, ply: usize) -> Result<Option<G::Move>, GivenUp> {
        const LEAST_MATE: Score = Score::mate_in(MAX_PLY);
        for plies in DEPTHS {
            if self.stopped || self.statistics.nodes >= confirmation.end {
                break;
            }
            let depth = Depth::plies(plies);
            // For the insight into the position. The search may have ruled on it before: here it goes on.
            let _ = self.rule(Window::FULL, depth, ply);
            // The table answers a null window, but gives no line.
            let score = self.search_again(Window::null(LEAST_MATE - 1), depth, ply, Role::Cut, None);
            if !self.stopped && score >= LEAST_MATE {
                return Ok(None);
            }
            if self.stopped {
                break;
            }
            self.state.pv.clear(ply);
            let score = self.search_again(Window::FULL, depth, ply, Role::Principal, None);
            if !self.stopped
                && score > Score::ZERO
                && score.is_decisive()
                && let Some(mv) = self.state.pv.line(ply).next()
            {
                return Ok(Some(mv).filter(|_| !score.is_mate()));
            }
        }
        Err(GivenUp)
    }
}
