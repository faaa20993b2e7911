//! The history of a game.

use crate::{Game, Notation, Outcome, Reason, Side};
use alloc::{format, string::String, vec::Vec};
use core::fmt;

/// A game from any start position: the moves, the current position, and a declared result.
///
/// A game may continue after a result: players repeat a position and then play on, and their
/// records must be readable. [`History::play`] therefore checks only that a move is legal, and
/// [`History::outcome`] returns what ended the game, if anything did.
///
/// Openings, records and the `position` command of a protocol share one text format: `[position]
/// [moves turn turn …]`.
///
/// ```
/// use duiyi_game::{History, Side, nim::Nim};
///
/// let mut game = History::<Nim>::read("", "4 b moves 1")?;
/// assert_eq!(game.now().write_position(), "3 a");
/// game.play(2)?;
/// assert_eq!(game.write(), "4 b moves 1 2");
/// game.play(1)?;
/// assert_eq!(game.outcome().unwrap().winner, Some(Side::Second));
/// assert_eq!(game.undo(), Some(1));
/// assert!(game.play(2).is_err() && game.outcome().is_none());
/// # use duiyi_game::Notation;
/// # Ok::<(), duiyi_game::Reason>(())
/// ```
#[derive(Clone, Debug)]
pub struct History<G: Game> {
    start: G,
    now: G,
    moves: Vec<G::Move>,
    played: Vec<(Side, G::Undo)>,
    declared: Option<Outcome>,
}

/// A move that cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Illegal<M>(
    /// The move.
    pub M,
);

impl<M: fmt::Debug> fmt::Display for Illegal<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the move {:?} is not legal here", self.0)
    }
}

impl<M: fmt::Debug> core::error::Error for Illegal<M> {}

impl<G: Game> History<G> {
    /// The current position.
    pub fn now(&self) -> &G {
        &self.now
    }

    /// The moves played, from the first.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }
}

impl<G: Game + Clone> History<G> {
    /// A game that starts from a position.
    pub fn new(start: G) -> History<G> {
        History { now: start.clone(), start, moves: Vec::new(), played: Vec::new(), declared: None }
    }

    /// The start position.
    pub fn start(&self) -> &G {
        &self.start
    }

    /// The side that made each move.
    pub fn movers(&self) -> impl DoubleEndedIterator<Item = Side> + ExactSizeIterator + '_ {
        self.played.iter().map(|&(side, _)| side)
    }

    /// The moves by turn: each turn is a run of moves of one side. The last turn may be incomplete.
    pub fn turns(&self) -> impl Iterator<Item = &[G::Move]> {
        let mut rest = &self.moves[..];
        self.played.chunk_by(|a, b| !G::ALTERNATES && a.0 == b.0).map(move |turn| {
            let (moves, after) = rest.split_at(turn.len());
            rest = after;
            moves
        })
    }

    /// The positions: the start, then the position after each move.
    pub fn positions(&self) -> impl Iterator<Item = G> + '_ {
        let mut now = self.start.clone();
        core::iter::once(now.clone()).chain(self.moves.iter().map(move |&mv| {
            now.make(mv);
            now.clone()
        }))
    }

    /// Plays a move and withdraws a declared result.
    ///
    /// # Errors
    /// If the move is not legal; the game is unchanged.
    pub fn play(&mut self, mv: G::Move) -> Result<(), Illegal<G::Move>> {
        if !self.now.is_legal(mv) {
            return Err(Illegal(mv));
        }
        let side = self.now.side_to_move();
        self.played.push((side, self.now.make(mv)));
        self.moves.push(mv);
        self.declared = None;
        Ok(())
    }

    /// Plays the moves of a turn.
    ///
    /// # Errors
    /// The first move that is not legal; the game is unchanged.
    pub fn play_turn(&mut self, turn: &[G::Move]) -> Result<(), Illegal<G::Move>> {
        let (before, declared) = (self.moves.len(), self.declared.clone());
        for &mv in turn {
            if let Err(illegal) = self.play(mv) {
                while self.moves.len() > before {
                    self.undo();
                }
                self.declared = declared;
                return Err(illegal);
            }
        }
        Ok(())
    }

    /// Takes back and returns the last move; `None` at the start. A declared result is withdrawn.
    pub fn undo(&mut self) -> Option<G::Move> {
        let (mv, (_, undo)) = (self.moves.pop()?, self.played.pop()?);
        self.now.unmake(mv, undo);
        self.declared = None;
        Some(mv)
    }

    /// Takes back the last turn, complete or not, and returns its moves in order; empty at the
    /// start.
    pub fn undo_turn(&mut self) -> Vec<G::Move> {
        let length = self.turns().last().map_or(0, <[G::Move]>::len);
        let mut turn: Vec<G::Move> = (0..length).filter_map(|_| self.undo()).collect();
        turn.reverse();
        turn
    }

    /// Declares a result that the rules do not determine: resignation, agreement, time.
    pub fn declare(&mut self, outcome: Outcome) {
        self.declared = Some(outcome);
    }

    /// The declared outcome, or else the outcome by the rules; `None` if the game goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.declared.clone().or_else(|| self.now.outcome())
    }

    /// The position after the last irreversible move, and the moves since then. Some protocols
    /// transmit only these.
    pub fn since_irreversible(&self) -> (G, &[G::Move]) {
        let first = self.moves.len().saturating_sub(self.now.reversible());
        let mut then = self.start.clone();
        for &mv in &self.moves[..first] {
            then.make(mv);
        }
        (then, &self.moves[first..])
    }
}

impl<G: Notation> History<G> {
    /// Reads `[position] [moves turn turn …]`; without a position the game begins from the start of
    /// the rule set.
    ///
    /// # Errors
    /// If the rule set, the position or a turn is invalid; the message gives the number of the
    /// turn.
    pub fn read(rules: &str, text: &str) -> Result<History<G>, Reason> {
        History::read_by(&G::begin(rules)?, text)
    }

    /// Like [`History::read`], with a position of the rule set. The game begins from it if the text
    /// has no position.
    ///
    /// # Errors
    /// As [`History::read`].
    pub fn read_by(rules: &G, text: &str) -> Result<History<G>, Reason> {
        let text = text.trim();
        let (position, moves) = match text.split_once("moves") {
            Some((position, moves)) if is_word(position, moves) => (position.trim(), moves),
            _ => (text, ""),
        };
        let start = if position.is_empty() { rules.clone() } else { rules.read_position(position)? };
        let mut game = History::new(start);
        game.read_turns(moves.split_whitespace())?;
        Ok(game)
    }

    /// Plays turns given as texts.
    ///
    /// # Errors
    /// The first invalid turn, with its number; the turns before it are played.
    pub fn read_turns<'a>(&mut self, turns: impl IntoIterator<Item = &'a str>) -> Result<(), Reason> {
        for (index, text) in turns.into_iter().enumerate() {
            let turn =
                self.now.read_turn(text).map_err(|reason| format!("move {} of the list: {reason}", index + 1))?;
            self.play_turn(&turn)?;
        }
        Ok(())
    }

    /// Writes the game so that [`History::read`] with the same rule set restores it.
    pub fn write(&self) -> String {
        let mut text = self.start.write_position();
        if !self.moves.is_empty() {
            text += " moves ";
            text += &self.start.write_line(&self.moves);
        }
        text
    }
}

/// Whether the text between `before` and `after` is a separate word.
fn is_word(before: &str, after: &str) -> bool {
    (before.is_empty() || before.ends_with(char::is_whitespace))
        && (after.is_empty() || after.starts_with(char::is_whitespace))
}
