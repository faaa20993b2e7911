//! The tree of a game as a page shows it: each position is drawn and each turn is written once.

use super::pictures::{Pictures, points};
use crate::{
    description::Description,
    message::{GameEnd, NodeView},
};
use duiyi_game::{Diagram, GameTree, NodeId, Notation};
use std::sync::Arc;

/// A position on the way through a tree, with the turn that led to it.
#[derive(Clone)]
struct Cursor<G: Notation> {
    now: G,
    /// The position before the turn.
    begin: G,
    turn: Vec<G::Move>,
}

impl<G: Notation> Cursor<G> {
    fn new(start: &G) -> Cursor<G> {
        Cursor { now: start.clone(), begin: start.clone(), turn: Vec::new() }
    }

    fn make(&mut self, mv: G::Move) {
        let continues = !G::ALTERNATES && self.now.side_to_move() == self.begin.side_to_move();
        if !continues {
            self.begin.clone_from(&self.now);
            self.turn.clear();
        }
        self.now.make(mv);
        self.turn.push(mv);
    }
}

/// The nodes of a tree by their indices; `None` where a node was removed.
pub(super) struct NodeList {
    views: Vec<Option<Arc<NodeView>>>,
    pub(super) pictures: Pictures,
}

impl NodeList {
    /// All nodes of a tree.
    pub(super) fn of<G: Notation + Diagram>(description: &Description<G>, tree: &GameTree<G>) -> NodeList {
        let pictures = Pictures::new(tree.start(), description.page.palette.as_ref());
        let mut list = NodeList { views: vec![None; tree.bound() as usize], pictures };
        let mut open = vec![(NodeId::ROOT, Cursor::new(tree.start()))];
        while let Some((id, at)) = open.pop() {
            list.set(description, tree, id, &at);
            for &child in tree.node(id).map_or(&[][..], |node| node.children()) {
                let mut next = at.clone();
                if let Some(mv) = tree.node(child).and_then(|node| node.mv()) {
                    next.make(mv);
                }
                open.push((child, next));
            }
        }
        list
    }

    /// Adds a new node.
    pub(super) fn add<G: Notation + Diagram>(&mut self, description: &Description<G>, tree: &GameTree<G>, id: NodeId) {
        let mut at = Cursor::new(tree.start());
        for mv in tree.path(id).into_iter().filter_map(|id| tree.node(id)?.mv()) {
            at.make(mv);
        }
        self.views.resize(tree.bound() as usize, None);
        self.set(description, tree, id, &at);
    }

    fn set<G: Notation + Diagram>(
        &mut self,
        description: &Description<G>,
        tree: &GameTree<G>,
        id: NodeId,
        at: &Cursor<G>,
    ) {
        let Some(node) = tree.node(id) else { return };
        let board = self.pictures.board(&at.now);
        let view = NodeView {
            id: id.index(),
            parent: node.parent().map(NodeId::index),
            place: place(tree, id),
            side: at.begin.side_to_move().index(),
            to_move: at.now.side_to_move().index(),
            ply: node.ply(),
            texts: if at.turn.is_empty() { Vec::new() } else { description.page.write_turn(&at.begin, &at.turn) },
            comment: node.comment.clone(),
            marks: node.marks.clone(),
            board,
            last: {
                let mut now = at.begin.clone();
                let mut last = Vec::new();
                for &mv in &at.turn {
                    last.extend(points(now.squares(mv)));
                    now.make(mv);
                }
                last
            },
            threats: points(at.now.warnings()),
            ended: at.now.outcome().map(GameEnd::from),
        };
        self.views[id.index() as usize] = Some(Arc::new(view));
    }

    /// Takes over the order, the comments and the marks of a tree, and which nodes were removed.
    pub(super) fn refresh<G: Notation>(&mut self, tree: &GameTree<G>) {
        for slot in &mut self.views {
            let Some(view) = slot else { continue };
            let id = NodeId::new(view.id);
            let Some(node) = tree.node(id) else {
                *slot = None;
                continue;
            };
            let place = place(tree, id);
            if view.place != place || view.comment != node.comment || view.marks != node.marks {
                let (comment, marks) = (node.comment.clone(), node.marks.clone());
                *view = Arc::new(NodeView { place, comment, marks, ..(**view).clone() });
            }
        }
    }

    /// Restores earlier nodes.
    pub(super) fn restore(&mut self, views: Vec<Option<Arc<NodeView>>>) {
        self.views = views;
    }

    /// The nodes of a line.
    pub(super) fn line<'a>(&'a self, ids: &'a [NodeId]) -> impl Iterator<Item = &'a NodeView> {
        ids.iter().filter_map(|id| self.views.get(id.index() as usize)?.as_deref())
    }

    /// The nodes by their indices.
    pub(super) fn views(&self) -> &[Option<Arc<NodeView>>] {
        &self.views
    }
}

/// The place of a node among the children of its parent.
fn place<G: Notation>(tree: &GameTree<G>, id: NodeId) -> usize {
    let parent = tree.node(id).and_then(|node| tree.node(node.parent()?));
    parent.and_then(|parent| parent.children().iter().position(|&child| child == id)).unwrap_or(0)
}
