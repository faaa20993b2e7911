//! The text of a certificate: reading it into a list of moves.

use crate::{TextFault, Unreadable};
use duiyi_game::shortened;

/// The first line of a certificate: the format and its version.
pub(crate) const FORMAT: &str = "duiyi-proof 1";
/// The spaces of a level of indentation.
pub(crate) const INDENT: usize = 2;
/// The maximum number of moves in a line of the tree, in plies.
pub const MAX_DEPTH: usize = 256;

/// What a certificate claims for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// `mate N`: the side to move wins on the board, whatever the other side plays, with at most
    /// this number of its own turns. In a game whose sides alternate, these are 2N − 1 plies.
    Mate(u32),
    /// `win`: the side to move wins by the rules, on the board or by a ruling.
    Win,
}

impl Claim {
    /// The maximum number of turns of both sides; `None` without a limit.
    pub fn max_turns(self) -> Option<u64> {
        match self {
            Claim::Mate(moves) => Some((2 * u64::from(moves)).saturating_sub(1)),
            Claim::Win => None,
        }
    }

    fn read(text: &str) -> Option<Claim> {
        match text.strip_prefix("mate ") {
            Some(moves) => moves.parse().ok().filter(|&moves| moves > 0).map(Claim::Mate),
            None => (text == "win").then_some(Claim::Win),
        }
    }
}

/// How a line of the tree ends, always with a win of the side to move in the start position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// `mated`: the position itself ends the game; in xiangqi the side to move has no legal move.
    Mated,
    /// `ruled REASON by ARTICLE: MOVE …`: a ruling on a repetition ends the game, with the reason of
    /// the game's outcome, the article of the rule set and the moves of the cycle. `ruled REASON` for
    /// other rules.
    Ruled(String),
}

/// A move of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The number of its line in the text, from 1.
    pub line: usize,
    /// The number of moves from the start position, at least 1 and at most [`MAX_DEPTH`].
    pub depth: usize,
    /// The move.
    pub mv: String,
    /// The end of the game after the move; `None` if the tree goes on.
    pub end: Option<End>,
}

/// A certificate as it was read; nothing has been checked against the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The name of the game.
    pub game: String,
    /// The name of the rule set.
    pub rules: String,
    /// The start position, with the word `moves` and the moves played before it, if any.
    pub position: String,
    /// The claim.
    pub claim: Claim,
    /// The moves of the tree. The moves after a move follow it, one ply deeper.
    pub nodes: Vec<Node>,
}

impl Certificate {
    /// Reads a certificate in time linear in its length.
    ///
    /// # Errors
    /// The first line that is not in the format.
    pub fn read(text: &str) -> Result<Certificate, Unreadable> {
        let mut lines = (1..).zip(text.lines());
        let (_, format) = lines.next().unwrap_or_default();
        if format.trim_end() != FORMAT {
            return Err(TextFault::Format(shortened(format)).at(1));
        }
        let mut heading = |key: &'static str| {
            let (line, text) = lines.next().unwrap_or_default();
            let value = text.strip_prefix(key).and_then(|rest| rest.strip_prefix(':'));
            value.map(|value| (line, value.trim())).ok_or_else(|| TextFault::Heading(key).at(line))
        };
        let [game, rules, position] = [heading("game")?, heading("rules")?, heading("position")?];
        let (line, claim) = heading("claim")?;
        let claim = Claim::read(claim).ok_or_else(|| TextFault::Claim(shortened(claim)).at(line))?;
        let nodes = read_tree(lines)?;
        let [game, rules, position] = [game, rules, position].map(|(_, value)| value.to_owned());
        Ok(Certificate { game, rules, position, claim, nodes })
    }
}

/// Reads the lines of the tree; empty lines are ignored.
fn read_tree<'a>(lines: impl Iterator<Item = (usize, &'a str)>) -> Result<Vec<Node>, Unreadable> {
    let mut nodes: Vec<Node> = Vec::new();
    // For each level of indentation of the line before, the number of plies before its first move.
    let mut plies = vec![0];
    for (line, text) in lines.filter(|(_, text)| !text.trim().is_empty()) {
        let spaces = text.len() - text.trim_start_matches(' ').len();
        let level = spaces / INDENT;
        if !spaces.is_multiple_of(INDENT) || level >= plies.len() {
            return Err(TextFault::Indentation(spaces).at(line));
        }
        if level + 1 == plies.len() && nodes.last().is_some_and(|last| last.depth == plies[level] && last.end.is_some())
        {
            return Err(TextFault::AfterEnd.at(line));
        }
        plies.truncate(level + 1);
        let (moves, end) = split_end(text.trim());
        for (mv, depth) in moves.split_whitespace().zip(plies[level] + 1..) {
            if depth > MAX_DEPTH {
                return Err(TextFault::Deep.at(line));
            }
            nodes.push(Node { line, depth, mv: mv.to_owned(), end: None });
        }
        // The line is not empty, so it has a move.
        if let Some(last) = nodes.last_mut() {
            last.end = end;
            plies.push(last.depth);
        }
    }
    Ok(nodes)
}

/// The moves of a line, and its end.
fn split_end(text: &str) -> (&str, Option<End>) {
    if let Some((moves, reason)) = text.split_once(" ruled ") {
        return (moves, Some(End::Ruled(reason.trim().to_owned())));
    }
    match text.strip_suffix(" mated") {
        Some(moves) => (moves, Some(End::Mated)),
        None => (text, None),
    }
}
