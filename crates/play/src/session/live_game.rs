//! A game under way: its moves, its clocks and draw offers.

use super::{clocks::Clocks, nodes::NodeList, turns::TurnList};
use crate::{
    description::Description,
    message::{ClockState, GameEnd},
};
use duiyi_game::{Diagram, GameTree, History, NodeId, Notation, Outcome, OutcomeKind, Side};
use duiyi_search::Reason;
use std::time::Duration;

/// A game under way, and the tree of its variations.
pub(super) struct LiveGame<G: Notation> {
    /// The game: the line of the tree that ends in `tip`, and its declared end.
    pub(super) history: History<G>,
    pub(super) tree: GameTree<G>,
    /// The position after the last move of the game.
    pub(super) tip: NodeId,
    pub(super) turns: TurnList<G>,
    pub(super) nodes: NodeList,
    pub(super) clocks: Option<Clocks>,
    /// The side that offers a draw.
    pub(super) draw_offer: Option<Side>,
    /// The side that asks to take back its last turn.
    pub(super) take_back_offer: Option<Side>,
}

impl<G: Notation + Diagram> LiveGame<G> {
    /// A game without variations.
    pub(super) fn new(description: &Description<G>, history: History<G>, clocks: Option<Clocks>) -> LiveGame<G> {
        LiveGame::with(description, GameTree::of(&history), history.moves().len(), clocks)
    }

    /// A game that consists of the first `plies` moves of the main line of a tree.
    pub(super) fn with(
        description: &Description<G>,
        tree: GameTree<G>,
        plies: usize,
        clocks: Option<Clocks>,
    ) -> LiveGame<G> {
        let tip = tree.main_line().into_iter().take(plies).next_back().unwrap_or(NodeId::ROOT);
        let history = tree.history(tip);
        let nodes = NodeList::of(description, &tree);
        let turns = TurnList::of(nodes.line(&tree.path(tip)));
        LiveGame { history, tree, tip, turns, nodes, clocks, draw_offer: None, take_back_offer: None }
    }

    pub(super) fn start(&self) -> &G {
        self.history.start()
    }

    pub(super) fn now(&self) -> &G {
        self.history.now()
    }

    pub(super) fn to_move(&self) -> Side {
        self.now().side_to_move()
    }

    /// The number of moves.
    pub(super) fn ply(&self) -> usize {
        self.history.moves().len()
    }

    pub(super) fn is_over(&self) -> bool {
        self.history.outcome().is_some()
    }

    /// The end of the game, if it is over.
    pub(super) fn ended(&self) -> Option<GameEnd> {
        self.history.outcome().map(GameEnd::from)
    }

    /// The game that leads to a position.
    pub(super) fn at(&self, node: NodeId) -> History<G> {
        if node == self.tip { self.history.clone() } else { self.tree.history(node) }
    }

    /// The game after its first `ply` moves.
    pub(super) fn until(&self, ply: usize) -> History<G> {
        let mut game = History::new(self.start().clone());
        for &mv in self.history.moves().iter().take(ply) {
            // The move was legal when it was played.
            let _ = game.play(mv);
        }
        game
    }

    /// Plays moves of the side to move. Returns an error, and changes nothing, if they are not legal.
    pub(super) fn play(
        &mut self,
        description: &Description<G>,
        moves: &[G::Move],
        now: Duration,
    ) -> Result<(), Reason> {
        let side = self.to_move();
        let phase = (description.kit.parts.context())(&self.history).phase;
        self.history.play_turn(moves).map_err(|illegal| -> Reason { illegal.to_string().into() })?;
        let before = self.tip;
        self.tip = self.grow(description, before, moves);
        for node in self.nodes.line(&self.tree.path(self.tip)[self.history.moves().len() - moves.len()..]) {
            self.turns.add(node);
        }
        // The game is the main line.
        self.tree.promote(self.tip);
        self.nodes.refresh(&self.tree);
        // A side that moves declines the offer of the other.
        self.draw_offer = self.draw_offer.filter(|&offer| offer == side);
        self.take_back_offer = None;
        let turn_ends = self.to_move() != side || self.is_over();
        if let Some(clocks) = self.clocks.as_mut().filter(|_| turn_ends)
            && !clocks.moved(side, phase, now)
        {
            self.end(Outcome::win(!side, "time").by(OutcomeKind::Forfeit), now);
        }
        if self.is_over() {
            self.pause(now);
        }
        Ok(())
    }

    /// Adds the position after legal moves to the tree.
    fn grow(&mut self, description: &Description<G>, from: NodeId, moves: &[G::Move]) -> NodeId {
        let mut at = from;
        for &mv in moves {
            let bound = self.tree.bound();
            // A move that is not legal ends the line; the callers check the moves.
            let Ok(next) = self.tree.add(at, mv) else { break };
            if next.index() >= bound {
                self.nodes.add(description, &self.tree, next);
            }
            at = next;
        }
        at
    }

    /// Adds a variation, and returns its position.
    ///
    /// # Errors
    /// If a move is not legal, or there is no such position.
    pub(super) fn vary(
        &mut self,
        description: &Description<G>,
        from: NodeId,
        moves: &[G::Move],
    ) -> Result<NodeId, Reason> {
        self.at(from).play_turn(moves).map_err(|illegal| -> Reason { illegal.to_string().into() })?;
        Ok(self.grow(description, from, moves))
    }

    /// Takes back the last turn, with the variations after it.
    pub(super) fn undo_turn(&mut self) {
        let turn = self.history.undo_turn();
        let line = self.tree.path(self.tip);
        if let Some(&first) = line.get(line.len() - turn.len()..).and_then(<[NodeId]>::first) {
            self.tip = self.tree.node(first).and_then(|node| node.parent()).unwrap_or(NodeId::ROOT);
            self.tree.remove(first);
            self.nodes.refresh(&self.tree);
        }
        self.turns.undone();
    }

    /// Follows a change of the tree: the game is its main line, and has the declared end only if its moves are the
    /// same.
    pub(super) fn follow_tree(&mut self) {
        self.nodes.refresh(&self.tree);
        let line = self.tree.main_line();
        if self.is_over() && (self.tip == NodeId::ROOT || line.contains(&self.tip)) {
            return;
        }
        self.tip = line.last().copied().unwrap_or(NodeId::ROOT);
        self.history = self.tree.history(self.tip);
        self.turns = TurnList::of(self.nodes.line(&line));
        self.draw_offer = None;
    }

    /// Ends the game. The clocks show the time of its end.
    pub(super) fn end(&mut self, outcome: Outcome, now: Duration) {
        self.history.declare(outcome);
        (self.draw_offer, self.take_back_offer) = (None, None);
        self.pause(now);
    }

    /// Restores stored clocks, without starting them.
    pub(super) fn restore_clocks(&mut self, state: &ClockState) {
        let to_move = self.to_move();
        if let Some(clocks) = &mut self.clocks {
            clocks.restore(to_move, state);
        }
    }

    /// When the flag of the side to move falls.
    pub(super) fn flag_falls(&self) -> Option<Duration> {
        if self.is_over() { None } else { self.clocks.as_ref()?.falls(self.to_move()) }
    }

    /// Pauses the clock of the turn under way.
    pub(super) fn pause(&mut self, now: Duration) {
        let to_move = self.to_move();
        if let Some(clocks) = &mut self.clocks {
            clocks.pause(to_move, now);
        }
    }

    /// Resumes the clock, unless the game is over or has no move: also if all were taken back.
    pub(super) fn resume(&mut self, now: Duration) {
        let rests = self.is_over() || self.ply() == 0;
        if let Some(clocks) = self.clocks.as_mut().filter(|_| !rests) {
            clocks.resume(now);
        }
    }
}
