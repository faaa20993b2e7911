//! Proofs of the wins that a search finds, and files with proofs.

use crate::cli::fail;
use duiyi_engine::{Player, Request};
use duiyi_game::{Game, History, Notation, Reason, Score, files, legal_moves};
use duiyi_proof::{Accepted, Claim, NotProved, ProofError, Unfinished, prove, write};
use duiyi_search::{LimitControl, Limits, StopHandle};
use std::path::Path;
use thiserror::Error;

/// Checks the proof in a file by the rules of a game, and describes it in a line. A proof that is
/// refused ends the process with status 1 and the reason.
///
/// # Errors
/// If the file cannot be read, or is not a proof for the game.
pub fn verify_file<G: Notation>(path: &Path) -> Result<String, Reason> {
    let text = files::read_text(path, files::MAX_TEXT).map_err(|error| format!("{}: {error}", path.display()))?;
    match duiyi_proof::verify::<G>(&text) {
        Ok(proved) => Ok(format!("accepted: {}", size(proved))),
        Err(ProofError::Refused(refused)) => fail(format_args!("{}: refused: {refused}", path.display())),
        Err(ProofError::Unreadable(error)) => Err(format!("{}: {error}", path.display()).into()),
    }
}

/// Checks a proof and writes it to a file, which it replaces only if that is a proof too. Returns a
/// line that describes it.
///
/// # Errors
/// If the checker does not accept the proof, or the file cannot be written.
pub fn write_proof<G: Notation>(path: &Path, text: &str) -> Result<String, Reason> {
    let proved = duiyi_proof::verify::<G>(text)?;
    let own = |head: &[u8]| head.starts_with(b"duiyi-proof ");
    files::replace(path, text.as_bytes(), own).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(format!("proof: {}", size(proved)))
}

fn size(proved: Accepted) -> String {
    format!("{} lines of at most {} plies", proved.leaves, proved.plies)
}

/// Why no certificate was made.
#[derive(Debug, Error)]
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

/// The claim that a score makes for the side to move in a game whose sides alternate: a mate, or a win by a rule; `None`
/// for other scores.
pub fn claim_of(score: Score) -> Option<Claim> {
    match score.mate_distance() {
        Some(plies) => u32::try_from(plies).ok().filter(|&plies| plies > 0).map(|plies| Claim::Mate(plies.div_ceil(2))),
        None => (score.is_decisive() && score > Score::ZERO).then_some(Claim::Win),
    }
}

/// The claim that a score makes for the side to move of a position, as [`claim_of`].
fn claim_in<G: Game + Clone>(now: &G, score: Score) -> Option<Claim> {
    match (claim_of(score)?, score.mate_distance()) {
        (Claim::Mate(_), Some(plies)) => Some(Claim::Mate(own_turns(now, plies.unsigned_abs()))),
        (claim, _) => Some(claim),
    }
}

/// The number of own turns with which the side to move makes the last of some plies, in a game in which the lengths of
/// turns do not depend on the moves; at most that number if every line ends before.
fn own_turns<G: Game + Clone>(now: &G, plies: u32) -> u32 {
    if G::ALTERNATES {
        return plies.div_ceil(2);
    }
    let (side, mut after) = (now.side_to_move(), now.clone());
    let (mut turns, mut continues) = (0, false);
    for made in 0..plies {
        let is_own = after.side_to_move() == side;
        turns += u32::from(is_own && !continues);
        continues = is_own;
        if made + 1 < plies {
            let goes_on = |&mv: &G::Move| {
                let mut then = after.clone();
                then.make(mv);
                then.outcome().is_none()
            };
            let Some(mv) = legal_moves(&after).into_iter().find(goes_on) else { return turns + plies - made - 1 };
            after.make(mv);
        }
    }
    turns
}

/// Searches positions within a number of nodes for all of them.
struct Finder<'p, G: Game> {
    player: &'p mut dyn Player<G>,
    nodes: u64,
}

impl<G: Notation> Finder<'_, G> {
    /// The nodes of the first search of a position; each further one has four times as many.
    const FIRST: u64 = 10_000;

    /// A move that fulfils a claim, by searches of growing size.
    fn find(&mut self, game: &History<G>, claim: Claim) -> Option<G::Move> {
        let mate = match claim {
            Claim::Mate(moves) => Some(moves),
            Claim::Win => None,
        };
        let mut size = Self::FIRST;
        while self.nodes > 0 {
            let mut limits = Limits::nodes(size.min(self.nodes));
            limits.mate = mate;
            let control = &mut LimitControl::new(limits, StopHandle::new());
            let found = self.player.decide(&mut Request { game, allowed: &|_| true, control, observer: &mut () })?;
            self.nodes = self.nodes.saturating_sub(found.nodes.max(1));
            let fulfils = match (found.score.and_then(|score| claim_in(game.now(), score)), claim) {
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
pub fn certificate<G: Notation>(
    game: &History<G>,
    score: Score,
    player: &mut dyn Player<G>,
    nodes: u64,
) -> Result<String, NoProof> {
    let claim = claim_in(game.now(), score).ok_or(NoProof::NotWon(score))?;
    let mut finder = Finder { player, nodes };
    let tree = prove(game, claim, &mut |game, claim| finder.find(game, claim));
    Ok(write(game, claim, &tree.map_err(|reason| NoProof::NotProved { nodes, reason })?)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_engine::Decision;
    use duiyi_game::{Outcome, Side, Verdict, nim::Nim};

    /// Plays the winning move, and reports a mate in a number of plies before the first one.
    struct Wins(usize);

    impl Player<Nim> for Wins {
        fn decide(&mut self, request: &mut Request<'_, Nim>) -> Option<Decision<u8>> {
            let left = request.game.now().left();
            let score = Score::mate_in(if left == 4 { self.0 } else { 1 });
            Some(Decision { score: Some(score), ..Decision::new(vec![left % 3]) })
        }
    }

    /// The score of the root claims a mate in three moves.
    #[test]
    fn a_mate_in_fewer_moves_fulfils_a_claim() {
        let game = History::new(Nim::new(4));
        let made = |plies| certificate(&game, Score::mate_in(5), &mut Wins(plies), 9).map(|_| ());
        assert!(made(3).is_ok() && made(5).is_ok(), "{:?} {:?}", made(3), made(5));
        assert!(matches!(made(7), Err(NoProof::NotProved { nodes: 9, .. })), "{:?}", made(7));
    }

    /// A game in which the first side begins with one move, and each later turn has `self.0` moves.
    #[derive(Clone, Debug)]
    struct Turns(usize, Vec<()>);

    impl Game for Turns {
        type Move = u8;
        type Undo = ();
        const ALTERNATES: bool = false;

        fn side_to_move(&self) -> Side {
            if self.1.len().div_ceil(self.0).is_multiple_of(2) { Side::First } else { Side::Second }
        }

        fn legal_moves(&self, moves: &mut impl Extend<u8>) {
            moves.extend((self.1.len() < 30).then_some(0));
        }

        fn is_legal(&self, mv: u8) -> bool {
            self.1.len() < 30 && mv == 0
        }

        fn make(&mut self, _: u8) {
            self.1.push(());
        }

        fn unmake(&mut self, _: u8, (): ()) {
            self.1.pop();
        }

        fn key(&self) -> u64 {
            self.1.len() as u64
        }

        fn verdict(&self, _: usize) -> Verdict {
            Verdict::Open
        }

        fn outcome(&self) -> Option<Outcome> {
            None
        }
    }

    #[test]
    fn a_claim_counts_the_turns_of_the_winner() {
        let claims = |length: usize, made: usize| {
            let game = Turns(length, vec![(); made]);
            [1, 2, 5, 6].map(|plies| match claim_in(&game, Score::mate_in(plies)) {
                Some(Claim::Mate(turns)) => turns,
                _ => 0,
            })
        };
        assert_eq!(claims(1, 0), [1, 1, 3, 3], "the sides alternate");
        assert_eq!(claims(2, 1), [1, 1, 2, 2], "two moves a turn");
        assert_eq!(claims(2, 2), [1, 1, 2, 2], "the second move of a turn");
        assert_eq!(claims(3, 1), [1, 1, 1, 1], "three moves a turn");
        assert_eq!(claims(2, 28), [1, 1, 3, 4], "the board is full before");
        assert_eq!(claim_in(&Turns(2, Vec::new()), -Score::mate_in(3)), None);
    }
}
