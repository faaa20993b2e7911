//! Steps through a proof tree: the winner's answer to each reply of the other side.

use crate::message::{ProofStep, ProofView};
use duiyi_game::{Game, NodeId, Notation, Reason};
use duiyi_kit::page::{ProofTree, Prover};

/// A node of a tree, and the turns that lead to it.
type Reached<'a, M> = (&'a ProofTree<M>, Vec<&'a [M]>);

/// A proof under search, or shown line by line.
pub(super) struct Proof<G: Game> {
    start: G,
    /// Its position in the game's tree.
    pub(super) node: NodeId,
    /// None during the search; then the tree, or none if there is no proof.
    tree: Option<Option<ProofTree<G::Move>>>,
    /// The index of the reply at each node of the line.
    path: Vec<usize>,
}

impl<G: Notation> Proof<G> {
    /// A proof to be searched.
    pub(super) fn new(start: G, node: NodeId) -> Proof<G> {
        Proof { start, node, tree: None, path: Vec::new() }
    }

    pub(super) fn is_searched(&self) -> bool {
        self.tree.is_none()
    }

    pub(super) fn start(&self) -> &G {
        &self.start
    }

    pub(super) fn set(&mut self, tree: Option<ProofTree<G::Move>>) {
        self.tree = Some(tree);
    }

    /// The current node, and the turns that lead to it, its own last.
    fn node(&self) -> Option<Reached<'_, G::Move>> {
        let mut node = self.tree.as_ref()?.as_ref()?;
        let mut line = vec![&node.turn[..]];
        for &index in &self.path {
            let (reply, next) = node.replies.get(index)?;
            line.extend([&reply[..], &next.turn]);
            node = next;
        }
        Some((node, line))
    }

    /// Steps to a reply, or back.
    ///
    /// # Errors
    /// If there is no such reply, or no step to take back.
    pub(super) fn step(&mut self, step: &ProofStep) -> Result<(), Reason> {
        match *step {
            ProofStep::Reply { index } => {
                let (node, _) = self.node().ok_or("there is no proof")?;
                node.replies.get(index).ok_or("there is no such reply")?;
                self.path.push(index);
            }
            ProofStep::Back => {
                self.path.pop().ok_or("this is the beginning of the proof")?;
            }
            ProofStep::Begin | ProofStep::Leave => {}
        }
        Ok(())
    }

    /// The current position, and the last two turns that led to it.
    pub(super) fn position(&self, prover: &Prover<G>) -> Option<(G, Vec<G::Move>)> {
        let (_, line) = self.node()?;
        let last = line.iter().rev().take(2).flat_map(|turn| turn.iter().copied()).collect();
        Some(((prover.show)(&self.start, &line), last))
    }

    pub(super) fn view(&self) -> ProofView {
        let state = match &self.tree {
            None => "sought",
            Some(None) => "none",
            Some(Some(_)) => "found",
        };
        let mut view = ProofView { state, turns: 0, size: 0, line: Vec::new(), replies: Vec::new() };
        let Some((node, line)) = self.node() else { return view };
        let write = |turn: &[G::Move]| turn.iter().map(|&mv| self.start.write_move(mv)).collect::<Vec<_>>().join("-");
        (view.turns, view.size) = (node.turns(), node.size());
        view.line = line.into_iter().map(write).collect();
        view.replies = node.replies.iter().map(|(reply, _)| write(reply)).collect();
        view
    }
}
