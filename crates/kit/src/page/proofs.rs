//! Proofs of wins.

use duiyi_game::Game;

/// Returns whether a task must end early.
pub type Stopped<'a> = &'a dyn Fn() -> bool;

/// A winning turn, and what follows each reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofTree<M> {
    /// The winning turn.
    pub turn: Vec<M>,
    /// Replies, each with the tree after it; empty if no reply prevents the win. A reply may have fewer
    /// moves than a turn if the others do not matter.
    pub replies: Vec<(Vec<M>, ProofTree<M>)>,
}

impl<M> ProofTree<M> {
    /// The winner's turns in the longest line.
    pub fn turns(&self) -> usize {
        1 + self.replies.iter().map(|(_, tree)| tree.turns()).max().unwrap_or(0)
    }

    /// The winner's turns in the whole tree.
    pub fn size(&self) -> usize {
        1 + self.replies.iter().map(|(_, tree)| tree.size()).sum::<usize>()
    }
}

/// Proves wins of a game.
#[derive(Clone)]
pub struct Prover<G: Game> {
    /// Proves that the side to move wins; `None` if it finds no proof or is stopped.
    pub prove: fn(&G, Stopped<'_>) -> Option<ProofTree<G::Move>>,
    /// The position after turns of both sides in order, some of which may be incomplete.
    pub show: fn(&G, &[&[G::Move]]) -> G,
}
