//! Proofs of wins.

use duiyi_game::Game;

/// Returns whether a task must end early.
pub type Stopped<'a> = &'a dyn Fn() -> bool;

/// A winning turn, and what follows each reply.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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

    /// The same tree with other moves; `None` if `convert` has none for a turn or a reply.
    pub fn try_map<N>(self, convert: &mut dyn FnMut(Vec<M>) -> Option<Vec<N>>) -> Option<ProofTree<N>> {
        let turn = convert(self.turn)?;
        let replies = self.replies.into_iter().map(|(reply, next)| Some((convert(reply)?, next.try_map(convert)?)));
        Some(ProofTree { turn, replies: replies.collect::<Option<_>>()? })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_is_as_long_as_its_longest_line() {
        let leaf = || ProofTree { turn: vec![1], replies: Vec::new() };
        let two = ProofTree { turn: vec![2], replies: vec![(vec![3], leaf())] };
        let tree = ProofTree { turn: vec![4], replies: vec![(vec![5], leaf()), (vec![6], two), (vec![7], leaf())] };
        assert_eq!((tree.turns(), tree.size()), (3, 5));
        assert_eq!((leaf().turns(), leaf().size()), (1, 1));
    }
}
