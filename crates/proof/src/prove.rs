//! Making the tree of a proof, with moves that a search finds.

use crate::{Claim, MAX_DEPTH, Tree};
use duiyi_game::{History, Notation, OutcomeKind, Side, legal_moves};
use thiserror::Error;

/// A position in which no winning move was found.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no {claim} was found after '{}'", .moves.join(" "))]
pub struct NotProved {
    /// The claim for the position.
    pub claim: Claim,
    /// The moves from the start of the proof to the position.
    pub moves: Vec<String>,
}

/// Makes the tree that proves a claim for the current position of a game.
///
/// `find` searches a position, with its side to move, for a move that fulfils a claim; `None` if
/// it gives up. It is called for each position of the tree in which the winner moves, with the
/// turns that are left, but not if one move mates. Its moves need not be right: wherever
/// a line of play does not end with the win, this is an error. The tree has every reply.
///
/// # Errors
/// The first position for which `find` returns nothing, or in which the claim fails.
///
/// ```
/// use duiyi_game::{History, nim::Nim};
/// use duiyi_proof::{Accepted, Claim, prove, verify, write};
///
/// let game = History::new(Nim::new(8));
/// let tree = prove(&game, Claim::Mate(4), &mut |game, _| Some(game.now().left() % 3))?;
/// let text = write(&game, Claim::Mate(4), &tree)?;
/// assert_eq!(verify::<Nim>(&text)?, Accepted { plies: 6 - 1, leaves: 4 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn prove<G: Notation>(
    game: &History<G>,
    claim: Claim,
    find: &mut impl FnMut(&History<G>, Claim) -> Option<G::Move>,
) -> Result<Tree<G::Move>, NotProved> {
    let mut prover = Prover { game: game.clone(), before: game.moves().len(), winner: game.now().side_to_move(), find };
    if game.now().outcome().is_some() {
        return Err(prover.failed(claim));
    }
    prover.tree(claim)
}

struct Prover<'f, G: Notation, F> {
    game: History<G>,
    /// The number of moves before the proof.
    before: usize,
    winner: Side,
    find: &'f mut F,
}

impl<G: Notation, F: FnMut(&History<G>, Claim) -> Option<G::Move>> Prover<'_, G, F> {
    /// The tree after the current position, in which the game is not over. The claim counts the
    /// turns that the winner has left.
    fn tree(&mut self, claim: Claim) -> Result<Tree<G::Move>, NotProved> {
        if claim == Claim::Mate(0) || self.game.moves().len() - self.before >= MAX_DEPTH {
            return Err(self.failed(claim));
        }
        if self.game.now().side_to_move() == self.winner {
            let found = match self.mate_in_one() {
                Some(mv) => Some(mv),
                None => (self.find)(&self.game, claim).filter(|&mv| self.game.now().is_legal(mv)),
            };
            let Some(mv) = found else { return Err(self.failed(claim)) };
            return Ok(Tree::after(mv, self.after(mv, claim)?));
        }
        let mut moves = Vec::new();
        for mv in legal_moves(self.game.now()) {
            moves.push((mv, self.after(mv, claim)?));
        }
        Ok(Tree { moves })
    }

    /// The tree after a legal move.
    fn after(&mut self, mv: G::Move, claim: Claim) -> Result<Tree<G::Move>, NotProved> {
        let side = self.game.now().side_to_move();
        if self.game.play(mv).is_err() {
            return Err(self.failed(claim));
        }
        let left = match claim {
            Claim::Mate(turns) if side == self.winner && self.game.now().side_to_move() != side => {
                Claim::Mate(turns - 1)
            }
            other => other,
        };
        let tree = match self.game.outcome() {
            Some(_) if self.won(claim) => Tree::default(),
            // After the winner's last turn, the other side's replies cannot end in a mate in time.
            None => self.tree(left)?,
            Some(_) => return Err(self.failed(left)),
        };
        self.game.undo();
        Ok(tree)
    }

    /// A move that mates at once.
    fn mate_in_one(&mut self) -> Option<G::Move> {
        legal_moves(self.game.now()).into_iter().find(|&mv| {
            let mates = self.game.play(mv).is_ok() && self.won(Claim::Mate(1));
            self.game.undo();
            mates
        })
    }

    /// Whether the game is over as claimed.
    fn won(&self, claim: Claim) -> bool {
        let kind_fits = |kind| claim == Claim::Win || kind == OutcomeKind::Position;
        self.game.outcome().is_some_and(|outcome| outcome.winner == Some(self.winner) && kind_fits(outcome.kind))
    }

    fn failed(&self, claim: Claim) -> NotProved {
        let start = self.game.positions().nth(self.before);
        let moves = &self.game.moves()[self.before..];
        let line = start.map(|start| start.write_line(moves)).unwrap_or_default();
        NotProved { claim, moves: line.split_whitespace().map(str::to_owned).collect() }
    }
}
