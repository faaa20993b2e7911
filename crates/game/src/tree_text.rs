//! The moves of a tree as text: the movetext of PGN, with turns in the game's own notation.

use crate::{Game, GameTree, History, NodeId, Notation, Reason, shortened};
use alloc::{format, string::String, vec, vec::Vec};
use core::fmt::{self, Write};

/// Where a text of moves is invalid, and why.
#[derive(Debug)]
pub struct TreeTextError {
    /// The number of the word, from 1. A comment is one word.
    pub word: usize,
    /// The reason.
    pub reason: Reason,
}

impl fmt::Display for TreeTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "word {} of the moves: {}", self.word, self.reason)
    }
}

impl core::error::Error for TreeTextError {}

/// What is left to write. The game is at the position before the step.
enum Step<M> {
    /// The turn that begins with a node, and whether its alternatives follow.
    Turn(NodeId, bool),
    /// A variation that begins with a node.
    Open(NodeId),
    /// The end of a variation; the game returns to the position after this number of moves.
    Close(usize),
    /// The moves of the turn are played.
    Play(Vec<M>),
    /// The main continuation of a node.
    After(NodeId),
}

impl<G: Notation> GameTree<G> {
    /// Writes the moves: each turn in the game's own notation, then its marks (`$1`), its comment in braces and
    /// its alternatives in parentheses. In comments, a closing brace becomes a parenthesis and a control
    /// character a blank.
    ///
    /// ```
    /// use duiyi_game::{GameTree, nim::Nim};
    ///
    /// let mut tree = GameTree::new(Nim::new(7));
    /// tree.read_moves("1 $2 {better: 2} (2 1) 2")?;
    /// assert_eq!(tree.write_moves(), "1 $2 {better: 2} (2 1) 2");
    /// # Ok::<(), duiyi_game::TreeTextError>(())
    /// ```
    pub fn write_moves(&self) -> String {
        let mut text = String::new();
        self.write_notes(&mut text, NodeId::ROOT);
        let mut game = History::new(self.start().clone());
        let mut steps = vec![Step::After(NodeId::ROOT)];
        while let Some(step) = steps.pop() {
            match step {
                Step::Turn(first, lists) => {
                    let (last, turn) = self.turn_from(&game, first);
                    put(&mut text, &game.now().write_turn(&turn));
                    self.write_notes(&mut text, last);
                    steps.extend([Step::After(last), Step::Play(turn)]);
                    let parent = self.node(first).and_then(|node| self.node(node.parent()?)).filter(|_| lists);
                    let others = parent.map_or(&[][..], |parent| &parent.children()[1..]);
                    steps.extend(others.iter().rev().map(|&other| Step::Open(other)));
                }
                Step::Open(first) => {
                    put(&mut text, "(");
                    steps.extend([Step::Close(game.moves().len()), Step::Turn(first, false)]);
                }
                Step::Close(ply) => {
                    text.push(')');
                    while game.moves().len() > ply {
                        game.undo();
                    }
                }
                // The moves were legal when they were added.
                Step::Play(turn) => drop(game.play_turn(&turn)),
                Step::After(id) => {
                    let first = self.node(id).and_then(|node| node.children().first());
                    steps.extend(first.map(|&first| Step::Turn(first, true)));
                }
            }
        }
        text
    }

    /// The turn that begins with a node, and its last node. A turn ends before an alternative and after a
    /// comment or a mark.
    fn turn_from(&self, game: &History<G>, first: NodeId) -> (NodeId, Vec<G::Move>) {
        let mut now = game.now().clone();
        let (side, mut last, mut turn) = (now.side_to_move(), first, Vec::new());
        while let Some(node) = self.node(last) {
            if let Some(mv) = node.mv() {
                now.make(mv);
                turn.push(mv);
            }
            match *node.children() {
                [next] if now.side_to_move() == side && node.comment.is_empty() && node.marks.is_empty() => last = next,
                _ => break,
            }
        }
        (last, turn)
    }

    fn write_notes(&self, text: &mut String, id: NodeId) {
        let Some(node) = self.node(id) else { return };
        for mark in &node.marks {
            put(text, &format!("${mark}"));
        }
        if !node.comment.is_empty() {
            let printable = |character: char| match character {
                '}' => ')',
                _ if character.is_control() => ' ',
                _ => character,
            };
            put(text, "{");
            text.extend(node.comment.chars().map(printable));
            text.push('}');
        }
    }

    /// Adds the moves of a text as [`GameTree::write_moves`] writes it, from the root.
    ///
    /// # Errors
    /// The first invalid word; the moves before it are added.
    pub fn read_moves(&mut self, text: &str) -> Result<(), TreeTextError> {
        let mut reader =
            Reader { game: History::new(self.start().clone()), at: NodeId::ROOT, last: None, open: vec![] };
        for (index, word) in words(text).enumerate() {
            reader.read(self, word).map_err(|reason| TreeTextError { word: index + 1, reason })?;
        }
        match reader.open.is_empty() {
            true => Ok(()),
            false => Err(TreeTextError { word: words(text).count(), reason: "a variation has no end ')'".into() }),
        }
    }
}

/// Writes a word after a blank, except at the beginning of a text or a variation.
fn put(text: &mut String, word: &str) {
    if !text.is_empty() && !text.ends_with('(') {
        text.push(' ');
    }
    // Writing to a string does not fail.
    let _ = text.write_str(word);
}

/// The words of a text: parentheses, comments with their braces, turns and marks.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    core::iter::from_fn(move || {
        rest = rest.trim_start();
        let length = match rest.chars().next()? {
            '(' | ')' => 1,
            '{' => rest.find('}').map_or(rest.len(), |end| end + 1),
            _ => rest.find(|c: char| c.is_whitespace() || "(){".contains(c)).unwrap_or(rest.len()),
        };
        let (word, after) = rest.split_at(length);
        rest = after;
        Some(word)
    })
}

/// The last turn of a line: the node before it, and its moves.
type LastTurn<M> = Option<(NodeId, Vec<M>)>;

struct Reader<G: Game> {
    game: History<G>,
    at: NodeId,
    last: LastTurn<G::Move>,
    /// The lines that wait for the end of a variation: their last node and their last turn.
    open: Vec<(NodeId, LastTurn<G::Move>)>,
}

impl<G: Notation> Reader<G> {
    fn read(&mut self, tree: &mut GameTree<G>, word: &str) -> Result<(), Reason> {
        match word.as_bytes().first() {
            Some(b'(') => self.begin_variation(),
            Some(b')') => self.end_variation(tree),
            Some(b'{') => {
                let comment = word[1..].strip_suffix('}').ok_or("a comment has no end '}'")?;
                let node = tree.node_mut(self.at).ok_or("there is no position to comment on")?;
                if !node.comment.is_empty() {
                    node.comment.push(' ');
                }
                node.comment += comment;
                Ok(())
            }
            Some(b'$') => {
                let mark = word[1..]
                    .parse()
                    .map_err(|_| format!("'{}' is not a mark; expected $0 to $255", shortened(word)))?;
                tree.node_mut(self.at).ok_or("there is no position to mark")?.marks.push(mark);
                Ok(())
            }
            _ => {
                let turn = self.game.now().read_turn(word)?;
                self.game.play_turn(&turn).map_err(|illegal| format!("'{}': {illegal}", shortened(word)))?;
                let before = self.at;
                for &mv in &turn {
                    self.at = tree.child(self.at, mv).unwrap_or_else(|| tree.attach(self.at, mv));
                }
                self.last = Some((before, turn));
                Ok(())
            }
        }
    }

    fn begin_variation(&mut self) -> Result<(), Reason> {
        let (before, turn) = self.last.take().ok_or("a variation begins before a move")?;
        for _ in &turn {
            self.game.undo();
        }
        self.open.push((self.at, Some((before, turn))));
        self.at = before;
        Ok(())
    }

    fn end_variation(&mut self, tree: &GameTree<G>) -> Result<(), Reason> {
        let (at, last) = self.open.pop().ok_or("')' without '('")?;
        let (before, turn) = last.as_ref().ok_or("')' without '('")?;
        let ply = tree.node(*before).map_or(0, crate::TreeNode::ply);
        while self.game.moves().len() > ply {
            self.game.undo();
        }
        // The moves were played before.
        let _ = self.game.play_turn(turn);
        (self.at, self.last) = (at, last);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nim::Nim;
    use alloc::string::ToString;

    fn read(text: &str) -> Result<GameTree<Nim>, TreeTextError> {
        let mut tree = GameTree::new(Nim::new(30));
        tree.read_moves(text).map(|()| tree)
    }

    #[test]
    fn a_text_with_nested_variations_comments_and_marks_round_trips() {
        for text in
            ["", "1", "{before the game} 1 2 2", "1 (2 1 (2 {good} 2) 2) 2 $1 $14 {two} (1 2) 2", "1 2 (1) 1 (2 1)"]
        {
            assert_eq!(read(text).unwrap().write_moves(), text);
        }
        let spread = read(" 1{a}{b}(2\n1) 2 ").unwrap();
        assert_eq!(spread.write_moves(), "1 {a b} (2 1) 2");
    }

    #[test]
    fn the_error_names_the_word_and_the_reason() {
        for (text, expected) in [
            ("1 9", "word 2 of the moves"),
            ("(1)", "word 1 of the moves: a variation begins before a move"),
            ("1 (2", "word 3 of the moves: a variation has no end ')'"),
            ("1 )", "word 2 of the moves: ')' without '('"),
            ("1 {two", "word 2 of the moves: a comment has no end '}'"),
            ("1 $256", "word 2 of the moves: '$256' is not a mark; expected $0 to $255"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }

    #[test]
    fn a_brace_in_a_comment_does_not_end_it() {
        let mut tree = read("1").unwrap();
        let id = tree.main_line()[0];
        tree.node_mut(id).unwrap().comment = "a } b\nc".into();
        assert_eq!(tree.write_moves(), "1 {a ) b c}");
        assert!(read(&tree.write_moves()).is_ok());
    }
}
