//! Undo and redo of the changes of a game's tree.

use super::{live_game::LiveGame, turns::TurnList};
use crate::message::NodeView;
use duiyi_game::{Diagram, GameTree, History, NodeId, Notation};
use std::sync::Arc;

/// The number of edits that can be undone.
const MOST: usize = 100;

/// The number of positions that the trees of the edits may have together. The last edit of a larger tree is kept.
const MOST_POSITIONS: usize = 20_000;

/// A state of the game before or after an edit.
struct Version<G: Notation> {
    tree: GameTree<G>,
    history: History<G>,
    tip: NodeId,
    views: Vec<Option<Arc<NodeView>>>,
}

impl<G: Notation + Diagram> Version<G> {
    fn of(game: &LiveGame<G>) -> Version<G> {
        Version {
            tree: game.tree.clone(),
            history: game.history.clone(),
            tip: game.tip,
            views: game.nodes.views().to_vec(),
        }
    }

    fn is(&self, game: &LiveGame<G>) -> bool {
        let same = |(one, other): (&Option<Arc<NodeView>>, &Option<Arc<NodeView>>)| match (one, other) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        };
        let views = game.nodes.views();
        self.tip == game.tip && self.views.len() == views.len() && self.views.iter().zip(views).all(same)
    }
}

/// An edit, with the state of the game on its other side.
struct Edit<G: Notation> {
    version: Version<G>,
    /// The position to show before the edit, and after it.
    shown: [NodeId; 2],
}

/// The edits of a game that can be undone, and those that were undone.
pub(super) struct Edits<G: Notation> {
    done: Vec<Edit<G>>,
    undone: Vec<Edit<G>>,
}

/// The state before an edit that is being made.
pub(super) struct Before<G: Notation>(Edit<G>);

impl<G: Notation + Diagram> Edits<G> {
    pub(super) fn new() -> Edits<G> {
        Edits { done: Vec::new(), undone: Vec::new() }
    }

    /// Whether an edit can be undone, and whether one can be redone.
    pub(super) fn available(&self) -> [bool; 2] {
        [&self.done, &self.undone].map(|edits| !edits.is_empty())
    }

    /// The state of the game before an edit at a position.
    pub(super) fn before(&self, game: &LiveGame<G>, at: NodeId) -> Before<G> {
        Before(Edit { version: Version::of(game), shown: [at; 2] })
    }

    /// Records an edit that has been made, unless it changed nothing: a move that the tree had already.
    pub(super) fn made(&mut self, Before(mut edit): Before<G>, game: &LiveGame<G>, shown: Option<NodeId>) {
        if edit.version.is(game) {
            return;
        }
        edit.shown[1] = shown.unwrap_or(edit.shown[0]);
        self.undone.clear();
        self.done.push(edit);
        let mut positions = 0;
        let fits = |edit: &&Edit<G>| {
            positions += edit.version.views.len();
            positions <= MOST_POSITIONS
        };
        let kept = self.done.iter().rev().take(MOST).take_while(fits).count().max(1);
        self.done.drain(..self.done.len() - kept);
    }

    /// Forgets all edits: the game has changed in a way that is not undone.
    pub(super) fn clear(&mut self) {
        self.done.clear();
        self.undone.clear();
    }

    /// Undoes the last edit and returns the position to show; `None` if there is none.
    pub(super) fn undo(&mut self, game: &mut LiveGame<G>) -> Option<NodeId> {
        let edit = self.done.pop()?;
        let shown = edit.shown[0];
        self.undone.push(exchanged(edit, game));
        Some(shown)
    }

    /// Makes the last undone edit again and returns the position to show; `None` if there is none.
    pub(super) fn redo(&mut self, game: &mut LiveGame<G>) -> Option<NodeId> {
        let edit = self.undone.pop()?;
        let shown = edit.shown[1];
        self.done.push(exchanged(edit, game));
        Some(shown)
    }
}

/// Restores the state of an edit, and returns the edit with the state of the game before.
fn exchanged<G: Notation + Diagram>(edit: Edit<G>, game: &mut LiveGame<G>) -> Edit<G> {
    let now = Version::of(game);
    let Edit { version: Version { tree, history, tip, views }, shown } = edit;
    (game.tree, game.history, game.tip) = (tree, history, tip);
    game.nodes.restore(views);
    game.turns = TurnList::of(game.nodes.line(&game.tree.path(tip)));
    game.draw_offer = None;
    Edit { version: now, shown }
}
