//! Writing a certificate.

use crate::{
    Claim, End,
    text::{FORMAT, INDENT},
};
use duiyi_game::{History, Notation, Outcome, OutcomeKind};
use std::fmt::{self, Write as _};
use thiserror::Error;

/// The moves from a position: one move of the winner, or every reply of the other side. Without
/// moves, the game is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree<M> {
    /// The moves, each with the tree after it.
    pub moves: Vec<(M, Tree<M>)>,
}

impl<M> Default for Tree<M> {
    fn default() -> Tree<M> {
        Tree { moves: Vec::new() }
    }
}

impl<M> Tree<M> {
    /// A single move, with the tree after it.
    pub fn after(mv: M, tree: Tree<M>) -> Tree<M> {
        Tree { moves: vec![(mv, tree)] }
    }
}

/// A tree with a line at whose end the game is not over, or with a move that is not legal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the tree is not complete after '{}'", .moves.join(" "))]
pub struct Unfinished {
    /// The moves of the line.
    pub moves: Vec<String>,
}

/// Writes a certificate for the current position of a game. The moves that led to it are written,
/// too, since rulings depend on them. Whether the tree has every reply, and proves the claim, is
/// the task of the checker.
///
/// # Errors
/// If a line of the tree ends before the game, or has a move that is not legal.
pub fn write<G: Notation>(game: &History<G>, claim: Claim, tree: &Tree<G::Move>) -> Result<String, Unfinished> {
    let mut text = format!("{FORMAT}\ngame: {}\nrules: {}\nposition: {}\n", G::NAME, game.now().rules(), game.write());
    // Writing to a text cannot fail.
    let _ = writeln!(text, "claim: {claim}\n");
    let mut writer = Writer { game: game.now().clone(), line: Vec::new(), text };
    writer.moves(tree, 0)?;
    Ok(writer.text)
}

struct Writer<G> {
    game: G,
    line: Vec<String>,
    text: String,
}

impl<G: Notation> Writer<G> {
    /// Writes the moves from the current position, each on a line of its own.
    fn moves(&mut self, tree: &Tree<G::Move>, level: usize) -> Result<(), Unfinished> {
        for &(mv, ref below) in &tree.moves {
            let _ = write!(self.text, "{:1$}", "", level * INDENT);
            self.after(mv, below, level)?;
        }
        Ok(())
    }

    /// Writes a move and the tree after it: a single move continues the line of the text.
    fn after(&mut self, mv: G::Move, tree: &Tree<G::Move>, level: usize) -> Result<(), Unfinished> {
        if !self.game.is_legal(mv) {
            return Err(Unfinished { moves: self.line.clone() });
        }
        let word = self.game.write_move(mv);
        self.text += &word;
        self.line.push(word);
        let undo = self.game.make(mv);
        match &tree.moves[..] {
            [] => {
                let end = self.end().ok_or_else(|| Unfinished { moves: self.line.clone() })?;
                let _ = writeln!(self.text, " {end}");
            }
            [(only, below)] => {
                self.text.push(' ');
                self.after(*only, below, level)?;
            }
            _ => {
                self.text.push('\n');
                self.moves(tree, level + 1)?;
            }
        }
        self.game.unmake(mv, undo);
        self.line.pop();
        Ok(())
    }

    /// How the game has ended; `None` if it goes on.
    fn end(&self) -> Option<End> {
        let outcome = self.game.outcome()?;
        Some(match outcome.kind {
            OutcomeKind::Position => End::Mated,
            _ => End::Ruled(text_of_ruling(&self.game, &outcome)),
        })
    }
}

/// The text of an end by a rule: the reason, and for a ruling its article and the cycle.
pub(crate) fn text_of_ruling<G: Notation>(game: &G, outcome: &Outcome) -> String {
    match game.cited_ruling() {
        Some(cited) => format!("{} by {}: {}", outcome.reason, cited.article, game.write_line(&cited.cycle)),
        None => outcome.reason.to_string(),
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Mate(moves) => write!(f, "mate {moves}"),
            Claim::Win => f.write_str("win"),
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Mated => f.write_str("mated"),
            End::Ruled(reason) => write!(f, "ruled {reason}"),
        }
    }
}
