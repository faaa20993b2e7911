//! Certificates of wins that a search has found.

use duiyi_player::{Player, Request};
use duiyi_proof::{Claim, NotProved, Unfinished, prove, write};
use duiyi_search::{History, LimitControl, Limits, Score, StopHandle};
use duiyi_xiangqi::{Move, Xiangqi};

/// Why no certificate was made.
#[derive(Debug, thiserror::Error)]
pub enum NoProof {
    /// The score is not a win of the side to move.
    #[error("no proof: the score is {0}, expected a mate or a win by a rule")]
    NotWon(Score),
    /// A search within the proof did not find a win.
    #[error("no proof with {nodes} nodes: {reason}")]
    NotProved {
        /// The number of nodes for the whole proof.
        nodes: u64,
        /// The position in question.
        reason: NotProved,
    },
    /// The tree cannot be written.
    #[error(transparent)]
    Unfinished(#[from] Unfinished),
}

/// The claim that a score makes for the side to move.
fn claim_of(score: Score) -> Option<Claim> {
    match score.mate_distance() {
        Some(plies) => u32::try_from(plies).ok().filter(|&plies| plies > 0).map(|plies| Claim::Mate(plies.div_ceil(2))),
        None => (score.is_decisive() && score > Score::ZERO).then_some(Claim::Win),
    }
}

/// Searches positions within a number of nodes for all of them.
struct Finder<'p> {
    player: &'p mut dyn Player<Xiangqi>,
    nodes: u64,
}

impl Finder<'_> {
    /// The nodes of the first search of a position; each further one has four times as many.
    const FIRST: u64 = 10_000;

    /// A move that fulfils a claim, by searches of growing size.
    fn find(&mut self, game: &History<Xiangqi>, claim: Claim) -> Option<Move> {
        let mate = match claim {
            Claim::Mate(moves) => Some(moves),
            Claim::Win => None,
        };
        let mut size = Finder::FIRST;
        while self.nodes > 0 {
            let mut limits = Limits::nodes(size.min(self.nodes));
            limits.mate = mate;
            let control = &mut LimitControl::new(limits, StopHandle::new());
            let found = self.player.decide(&mut Request { game, allowed: &|_| true, control, observer: &mut () })?;
            self.nodes = self.nodes.saturating_sub(found.nodes.max(1));
            let fulfils = match (found.score.and_then(claim_of), claim) {
                (Some(Claim::Mate(found)), Claim::Mate(most)) => found <= most,
                (found, Claim::Win) => found.is_some(),
                _ => false,
            };
            if fulfils {
                return found.turn.first().copied();
            }
            size = size.saturating_mul(4);
        }
        None
    }
}

/// Makes the certificate of a win that a search has found. The player searches every
/// position of the proof in which the winner moves, with at most `nodes` nodes in all.
///
/// # Errors
/// If the score is not a win for the side to move, or a position of the proof is not won by the search.
pub fn certificate(
    game: &History<Xiangqi>,
    score: Score,
    player: &mut dyn Player<Xiangqi>,
    nodes: u64,
) -> Result<String, NoProof> {
    let claim = claim_of(score).ok_or(NoProof::NotWon(score))?;
    let mut finder = Finder { player, nodes };
    let tree = prove(game, claim, &mut |game, claim| finder.find(game, claim));
    Ok(write(game, claim, &tree.map_err(|reason| NoProof::NotProved { nodes, reason })?)?)
}
