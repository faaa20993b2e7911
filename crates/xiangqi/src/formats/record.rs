//! A recorded game: tags, the start position, and the tree of moves with comments
//! and variations.
//!
//! The tree is stored in one vector; a [`NodeId`] is an index into it. The root is
//! the position before the first move, every other node is a move, and the first
//! child of a node continues the main line. Every move of a record is legal, because it
//! is added by an [`Editor`], which holds the position. Two children of a node never
//! have the same move.

use super::{
    marks::{self, add_glyphs},
    number::MoveNumber,
};
use crate::{IllegalMove, Move, Position, Undo};
use std::{
    collections::{HashMap, hash_map::Entry},
    fmt,
};

/// The maximal length of a line: several times the longest game that
/// the natural-move limits of any rule set admit.
pub const MAX_PLIES: usize = 4096;

/// The result of a game in its record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum GameResult {
    /// `1-0` (紅勝).
    RedWins,
    /// `0-1` (黑勝).
    BlackWins,
    /// `1/2-1/2` (和棋).
    Draw,
    /// `*`: unfinished or not known.
    #[default]
    Unknown,
}

impl GameResult {
    /// Reads a PGN result, or what Chinese records put there (红胜, 黑先负, 和局 …).
    ///
    /// ```
    /// use duiyi_xiangqi::formats::GameResult;
    ///
    /// assert_eq!(GameResult::from_text("1/2-1/2"), Some(GameResult::Draw));
    /// assert_eq!(GameResult::from_text("红先胜"), Some(GameResult::RedWins));
    /// assert_eq!(GameResult::from_text("?"), None);
    /// ```
    pub fn from_text(text: &str) -> Option<GameResult> {
        Some(match text.trim() {
            "1-0" | "红胜" | "紅勝" | "红方胜" | "紅方勝" | "红先胜" | "紅先勝" | "先胜" | "先勝" | "黑负" | "黑負" => {
                GameResult::RedWins
            }
            "0-1" | "黑胜" | "黑勝" | "黑方胜" | "黑方勝" | "红先负" | "紅先負" | "先负" | "先負" | "红负" | "紅負" => {
                GameResult::BlackWins
            }
            "1/2-1/2" | "1/2" | "½-½" | "0.5-0.5" | "和" | "和棋" | "和局" | "红先和" | "紅先和" | "先和"
            | "双方和" | "雙方和" => GameResult::Draw,
            "*" | "未知" | "不明" => GameResult::Unknown,
            _ => return None,
        })
    }
}

impl fmt::Display for GameResult {
    /// The PGN form: `1-0`, `0-1`, `1/2-1/2`, `*`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::RedWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        })
    }
}

/// A fact about a game: its name by the PGN standard (`Event`, `Red`, …) and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// The name: letters, digits and underscores.
    pub name: String,
    /// The value: one line.
    pub value: String,
}

impl Tag {
    fn new(name: &str, value: &str) -> Tag {
        let lines = value.split(['\r', '\n']).map(str::trim).filter(|line| !line.is_empty());
        let letter = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' };
        let name: String = name.chars().map(letter).collect();
        Tag { name: if name.is_empty() { "_".to_owned() } else { name }, value: lines.collect::<Vec<_>>().join(" ") }
    }
}

/// A node of the tree of moves of one [`GameRecord`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The position before the first move.
    pub const ROOT: NodeId = NodeId(0);

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// A move of a record with its comments and glyphs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    mv: Option<Move>,
    ply: u32,
    parent: NodeId,
    first_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
    /// The comment before the move, if it begins a variation.
    pub comment_before: String,
    /// The comment after the move; at the root, before the first move.
    pub comment: String,
    /// Numeric annotation glyphs: 1 is `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`.
    pub glyphs: Vec<u8>,
    /// Whether it was removed; its place in the vector stays, so that other ids stay valid.
    removed: bool,
}

impl Node {
    fn new(mv: Option<Move>, ply: u32, parent: NodeId) -> Node {
        Node {
            mv,
            ply,
            parent,
            first_child: None,
            next_sibling: None,
            comment_before: String::new(),
            comment: String::new(),
            glyphs: Vec::new(),
            removed: false,
        }
    }

    /// The move that leads here; `None` at the root.
    pub fn mv(&self) -> Option<Move> {
        self.mv
    }

    /// The number of moves from the start up to and including this one.
    pub fn ply(&self) -> usize {
        self.ply as usize
    }

    /// The node before; `None` at the root.
    pub fn parent(&self) -> Option<NodeId> {
        self.mv.map(|_| self.parent)
    }

    /// The main continuation.
    pub fn first_child(&self) -> Option<NodeId> {
        self.first_child
    }

    /// The comments before and after the move, joined by a line break.
    pub fn whole_comment(&self) -> String {
        let mut comment = self.comment_before.clone();
        append(&mut comment, &self.comment);
        comment
    }

    /// Glyphs and comments in one text, for formats without glyphs.
    pub(super) fn text(&self) -> String {
        marks::comment_with_glyphs(&self.glyphs, &self.whole_comment())
    }

    /// Adds what [`Node::text`] returned.
    pub(super) fn add_text(&mut self, text: &str) {
        match marks::split(text) {
            Some((glyphs, comment)) => {
                add_glyphs(&mut self.glyphs, glyphs);
                self.add_comment(&comment);
            }
            None => self.add_comment(text),
        }
    }

    /// Appends to the comment after the move, on a new line if there is one.
    pub fn add_comment(&mut self, text: &str) {
        append(&mut self.comment, text);
    }
}

/// Joins comments by line breaks.
fn append(comment: &mut String, text: &str) {
    if !text.is_empty() {
        if !comment.is_empty() {
            comment.push('\n');
        }
        comment.push_str(text);
    }
}

/// A recorded game.
///
/// ```
/// use duiyi_xiangqi::formats::{GameRecord, GameResult};
///
/// let mut record = GameRecord::default();
/// record.set_tag("Red", "胡榮華");
/// record.result = GameResult::Draw;
/// let mut editor = record.edit();
/// editor.read("炮二平五")?;
/// editor.read("马8进7")?;
/// editor.node_mut().add_comment("屏風馬");
/// editor.back();
/// editor.read("炮8平5")?; // a variation
/// assert_eq!(record.main_line().map(|mv| mv.to_string()).collect::<Vec<_>>(), ["h2e2", "h9g7"]);
/// assert_eq!(record.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// The result.
    pub result: GameResult,
    tags: Vec<Tag>,
    start: Position,
    nodes: Vec<Node>,
    /// The number of nodes that were removed.
    removed: usize,
}

impl Default for GameRecord {
    fn default() -> GameRecord {
        GameRecord::new(Position::start())
    }
}

impl GameRecord {
    /// A record without tags and moves.
    pub fn new(start: Position) -> GameRecord {
        GameRecord {
            result: GameResult::Unknown,
            tags: Vec::new(),
            start,
            nodes: vec![Node::new(None, 0, NodeId::ROOT)],
            removed: 0,
        }
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The tags in their order, without result and start, which are stored separately.
    pub fn tags(&self) -> &[Tag] {
        &self.tags
    }

    /// The value of a tag; the name is compared ignoring case.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name)).map(|tag| tag.value.as_str())
    }

    /// Sets a tag: in its place if it exists, otherwise at the end. Line
    /// breaks in the value become blanks; characters that a tag name may not contain
    /// become underscores, as does an empty name.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        let new = Tag::new(name, value);
        match self.tags.iter_mut().find(|tag| tag.name.eq_ignore_ascii_case(&new.name)) {
            Some(tag) => tag.value = new.value,
            None => self.tags.push(new),
        }
    }

    /// Removes a tag, whose name is compared ignoring case; returns false if there is none.
    pub fn remove_tag(&mut self, name: &str) -> bool {
        let before = self.tags.len();
        self.tags.retain(|tag| !tag.name.eq_ignore_ascii_case(name));
        self.tags.len() < before
    }

    /// Sets tags like [`GameRecord::set_tag`], without comparing each with all others.
    pub(super) fn set_tags<N: AsRef<str>, V: AsRef<str>>(&mut self, tags: impl IntoIterator<Item = (N, V)>) {
        let places = self.tags.iter().enumerate().map(|(place, tag)| (tag.name.to_ascii_lowercase(), place));
        let mut places: HashMap<String, usize> = places.collect();
        for (name, value) in tags {
            let new = Tag::new(name.as_ref(), value.as_ref());
            match places.entry(new.name.to_ascii_lowercase()) {
                Entry::Occupied(place) => self.tags[*place.get()].value = new.value,
                Entry::Vacant(place) => {
                    place.insert(self.tags.len());
                    self.tags.push(new);
                }
            }
        }
    }

    /// The number of moves in the record, including variations.
    pub fn len(&self) -> usize {
        self.nodes.len() - 1 - self.removed
    }

    /// Whether the record has no moves.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The root, whose comment stands before the first move.
    pub fn root(&self) -> &Node {
        &self.nodes[0]
    }

    /// A node; `None` if it was removed or the id comes from a longer record.
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id.index()).filter(|node| !node.removed)
    }

    /// A node, to change its comments.
    pub fn node_mut(&mut self, id: NodeId) -> Option<&mut Node> {
        self.nodes.get_mut(id.index()).filter(|node| !node.removed)
    }

    /// Makes nodes the children of another, in their order.
    pub(super) fn link(&mut self, parent: NodeId, children: &[NodeId]) {
        self.nodes[parent.index()].first_child = children.first().copied();
        for (at, child) in children.iter().enumerate() {
            self.nodes[child.index()].next_sibling = children.get(at + 1).copied();
        }
    }

    /// Marks a node as removed.
    pub(super) fn discard(&mut self, id: NodeId) {
        self.removed += usize::from(!std::mem::replace(&mut self.nodes[id.index()].removed, true));
    }

    /// The moves after a node, the main line first.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let first = self.node(id).and_then(|node| node.first_child);
        std::iter::successors(first, |&child| self.node(child).and_then(|node| node.next_sibling))
    }

    /// The nodes of the main line, without the root.
    pub fn main_nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.root().first_child, |&id| self.node(id).and_then(|node| node.first_child))
    }

    /// The moves of the main line.
    pub fn main_line(&self) -> impl Iterator<Item = Move> + '_ {
        self.main_nodes().filter_map(|id| self.node(id).and_then(Node::mv))
    }

    /// The position after a node's move; `None` if the id comes from a longer record.
    pub fn position(&self, id: NodeId) -> Option<Position> {
        let mut cursor = Cursor::new(self.start);
        cursor.go_to(self, id).then_some(cursor.position)
    }

    /// The tags, result and start alone.
    pub(super) fn without_moves(self) -> GameRecord {
        GameRecord { result: self.result, tags: self.tags, ..GameRecord::new(self.start) }
    }

    /// An editor at the start of the game.
    pub fn edit(&mut self) -> Editor<'_> {
        Editor { cursor: Cursor::new(self.start), record: self }
    }
}

/// A move that cannot be added to a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// The move is not legal.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The text is not a legal move.
    #[error(transparent)]
    Unreadable(#[from] crate::notation::ReadMoveError),
    /// The line has [`MAX_PLIES`] moves already.
    #[error("the line has more than {MAX_PLIES} moves")]
    TooLong,
}

impl EditError {
    /// The same error about the text as it is written in the file.
    pub(super) fn about(mut self, written: &str) -> EditError {
        use crate::notation::{ReadMoveError as Read, shown};
        if let EditError::Unreadable(
            Read::Unreadable { text, .. } | Read::Illegal { text, .. } | Read::Ambiguous { text, .. },
        ) = &mut self
        {
            *text = shown(written);
        }
        self
    }
}

/// A place in the tree with its position, and the way back.
#[derive(Clone, Debug)]
pub(super) struct Cursor {
    pub(super) node: NodeId,
    pub(super) position: Position,
    undo: Vec<Undo>,
}

impl Cursor {
    pub(super) fn new(start: Position) -> Cursor {
        Cursor { node: NodeId::ROOT, position: start, undo: Vec::new() }
    }

    fn enter(&mut self, id: NodeId, mv: Move) {
        self.undo.push(self.position.make(mv));
        self.node = id;
    }

    fn back(&mut self, record: &GameRecord) -> bool {
        let node = &record.nodes[self.node.index()];
        match (node.mv, self.undo.pop()) {
            (Some(mv), Some(undo)) => {
                self.position.unmake(mv, undo);
                self.node = node.parent;
                true
            }
            _ => false,
        }
    }

    /// Walks to a node through the last node common to both lines; returns false if
    /// the record does not have the node.
    pub(super) fn go_to(&mut self, record: &GameRecord, target: NodeId) -> bool {
        let Some(mut node) = record.node(target) else { return false };
        let mut id = target;
        let mut way = Vec::new();
        while id != self.node {
            let here = record.nodes[self.node.index()].ply;
            if here >= node.ply && self.back(record) {
                continue;
            }
            let Some(mv) = node.mv else { return false };
            way.push((id, mv));
            id = node.parent;
            node = &record.nodes[id.index()];
        }
        for (id, mv) in way.into_iter().rev() {
            self.enter(id, mv);
        }
        true
    }
}

/// Walks through a record and adds moves.
#[derive(Debug)]
pub struct Editor<'a> {
    record: &'a mut GameRecord,
    cursor: Cursor,
}

impl Editor<'_> {
    /// The current node.
    pub fn id(&self) -> NodeId {
        self.cursor.node
    }

    /// The position after the current node's move.
    pub fn position(&self) -> &Position {
        &self.cursor.position
    }

    /// The current node, to change its comments.
    pub fn node_mut(&mut self) -> &mut Node {
        &mut self.record.nodes[self.cursor.node.index()]
    }

    /// The number of the next move and the legal ones, to report a move that cannot be played.
    pub(super) fn next_moves(&self) -> (MoveNumber, Vec<Move>) {
        let ply = self.record.nodes[self.cursor.node.index()].ply as usize;
        (MoveNumber::next(self.position(), ply), self.position().legal_moves().to_vec())
    }

    /// The record.
    pub fn record(&self) -> &GameRecord {
        self.record
    }

    /// Plays a move: enters the child with this move, or adds one after the others.
    ///
    /// # Errors
    /// If the move is not legal here, or the line is too long.
    pub fn play(&mut self, mv: Move) -> Result<NodeId, EditError> {
        let parent = self.cursor.node;
        let mut last = None;
        for child in self.record.children(parent) {
            if self.record.nodes[child.index()].mv == Some(mv) {
                self.cursor.enter(child, mv);
                return Ok(child);
            }
            last = Some(child);
        }
        self.cursor.position.check_move(mv)?;
        let ply = self.record.nodes[parent.index()].ply + 1;
        if ply as usize > MAX_PLIES {
            return Err(EditError::TooLong);
        }
        let id = NodeId(u32::try_from(self.record.nodes.len()).map_err(|_| EditError::TooLong)?);
        self.record.nodes.push(Node::new(Some(mv), ply, parent));
        match last {
            Some(sibling) => self.record.nodes[sibling.index()].next_sibling = Some(id),
            None => self.record.nodes[parent.index()].first_child = Some(id),
        }
        self.cursor.enter(id, mv);
        Ok(id)
    }

    /// Plays a move written in any notation.
    ///
    /// # Errors
    /// If the text is not a legal move, or the line is too long.
    pub fn read(&mut self, text: &str) -> Result<NodeId, EditError> {
        let mv = crate::notation::read(&self.cursor.position, text)?;
        self.play(mv)
    }

    /// Goes back one move; returns false at the start.
    pub fn back(&mut self) -> bool {
        self.cursor.back(self.record)
    }

    /// Goes to a node; returns false if the record does not have it.
    pub fn go_to(&mut self, id: NodeId) -> bool {
        self.cursor.go_to(self.record, id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_editor_walks_the_tree() {
        let mut record = GameRecord::default();
        let mut editor = record.edit();
        let mut main = Vec::new();
        for text in ["h2e2", "h9g7", "h0g2", "i9h9"] {
            main.push(editor.read(text).unwrap());
        }
        assert!(editor.go_to(main[0]));
        let side = editor.read("h7e7").unwrap();
        let deep = editor.read("h0g2").unwrap();
        assert!(matches!(editor.read("h0g2"), Err(EditError::Unreadable(_))));
        assert!(matches!(editor.play("h0g2".parse().unwrap()), Err(EditError::Illegal(_))));
        let end = *editor.position();
        assert!(editor.go_to(main[3]) && editor.go_to(deep));
        assert_eq!(*editor.position(), end);
        // The same move again is the same node.
        assert!(editor.back() && editor.back());
        assert_eq!(editor.read("炮8平5"), Ok(side));
        assert!(editor.go_to(NodeId::ROOT) && !editor.back());
        assert_eq!(*editor.position(), Position::start());
        assert!(!editor.go_to(NodeId(99)));
        assert_eq!(record.len(), 6);
        assert_eq!(record.children(main[0]).collect::<Vec<_>>(), [main[1], side]);
        assert_eq!(record.main_nodes().collect::<Vec<_>>(), main);
        assert_eq!(record.position(deep), Some(end));
        assert_eq!(record.node(deep).unwrap().parent(), Some(side));
        assert_eq!(record.position(NodeId(99)), None);
        let at_the_end = record.main_line().fold(*record.start(), |mut position, mv| {
            position.make(mv);
            position
        });
        assert_eq!(record.position(main[3]), Some(at_the_end));
    }

    #[test]
    fn the_length_of_a_line_is_limited() {
        let mut record = GameRecord::default();
        let mut editor = record.edit();
        for ply in 0..MAX_PLIES {
            editor.read(["a0a1", "a9a8", "a1a0", "a8a9"][ply % 4]).unwrap();
        }
        assert_eq!(editor.read("a0a1"), Err(EditError::TooLong));
    }

    #[test]
    fn tags_keep_their_order_and_one_line() {
        let mut record = GameRecord::default();
        record.set_tag("Red", "a");
        record.set_tag("Black", "b\r\n c ");
        record.set_tag("red", "d");
        record.set_tag("odd name", "f");
        record.set_tag("odd name", "e");
        record.set_tag("", "g");
        let tags: Vec<_> = record.tags().iter().map(|tag| (tag.name.as_str(), tag.value.as_str())).collect();
        assert_eq!(tags, [("Red", "d"), ("Black", "b c"), ("odd_name", "e"), ("_", "g")]);
        assert_eq!(record.tag("BLACK"), Some("b c"));
        assert!(record.remove_tag("RED") && !record.remove_tag("Red") && record.tags().len() == 3);
    }
}
