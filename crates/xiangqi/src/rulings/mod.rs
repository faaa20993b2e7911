//! Rulings (棋例): who must change when the game repeats itself.
//!
//! Xiangqi does not simply draw a repeated position: whoever gives perpetual
//! check loses, and so does whoever chases one piece for ever. What a chase is,
//! and what else is forbidden, differs by rule book; [`RuleSet`] chooses one.
//! [`judge`] is the arbiter: it says who loses and explains itself move by move.
//! [`repetition_verdict`] is the same decision for a search.
//!
//! ```text
//! 9  c . . a . k . . .     1. h8h9 check   f9f8
//! 8  . . c . a . . R .     2. h9h8 check   f8f9   and so on:
//! 7  b . . . . . . P .     Red checks with every move, Black only runs away.
//!    a b c d e f g h i
//! ```
//!
//! ```
//! use duiyi_xiangqi::{Color, Move, Position, rulings::{RuleSet, Ruling, judge}};
//! let start: Position = "c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w".parse()?;
//! let moves: Vec<Move> = ["h8h9", "f9f8", "h9h8", "f8f9"].iter().map(|m| m.parse()).collect::<Result<_, _>>()?;
//! let judgement = judge(RuleSet::Asian, &start, &moves)?;
//! assert_eq!(judgement.ruling, Ruling::Loses(Color::Red));
//! assert!(judgement.to_string().contains("perpetual check"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Modules: `attacks` knows who attacks whom and which attacks are chases,
//! `asian` and `cxa` hold the two families of rules, `labels` and `lookahead` the
//! natures of moves and the tactics that the second one asks for, `explanation`
//! the words, `repetition` the form for search.

mod asian;
mod attacks;
mod cxa;
mod explanation;
mod labels;
mod lookahead;
mod repetition;

pub use attacks::{ChaseReason, Excuse};
pub use cxa::{Gravity, Label, rule_labels};
pub use explanation::{Judgement, MoveNature, Nature, Rule, Threat, ThreatKind};
pub use repetition::{closed_cycle, repetition_verdict, ruling_on_path};

use crate::{Color, IllegalMove, Move, Position};
use std::{fmt, ops::Range, str::FromStr};

/// By which book a repetition is ruled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum RuleSet {
    /// Every repetition is a draw.
    None,
    /// One-sided perpetual check loses, everything else is a draw.
    CheckOnly,
    /// The Asian rules: perpetual check and perpetual chase of one piece lose.
    #[default]
    Asian,
    /// The World Xiangqi Federation's rules of 2018: the same rulings as
    /// [`RuleSet::Asian`], with the natures of the harmless moves explained too.
    Wxf2018,
    /// The Chinese rules (中國象棋競賽規則) of 2020: each move has a nature, and
    /// checks, threats of mate and chases together are forbidden.
    Cxa2020,
}

impl RuleSet {
    /// All rule sets.
    pub const ALL: [RuleSet; 5] =
        [RuleSet::None, RuleSet::CheckOnly, RuleSet::Asian, RuleSet::Wxf2018, RuleSet::Cxa2020];

    /// The name by which options choose it: `none`, `check-only`, `asian`, `wxf2018`, `cxa2020`.
    pub const fn name(self) -> &'static str {
        match self {
            RuleSet::None => "none",
            RuleSet::CheckOnly => "check-only",
            RuleSet::Asian => "asian",
            RuleSet::Wxf2018 => "wxf2018",
            RuleSet::Cxa2020 => "cxa2020",
        }
    }
}

impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no rule set has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no rule set: expected none, check-only, asian, wxf2018 or cxa2020")]
pub struct ParseRuleSetError(pub String);

impl FromStr for RuleSet {
    type Err = ParseRuleSetError;

    /// Reads a name in any case, hyphens or underscores left out or not.
    fn from_str(text: &str) -> Result<RuleSet, ParseRuleSetError> {
        let plain = |name: &str| -> String {
            name.chars().filter(|c| !matches!(c, '-' | '_')).take(24).flat_map(char::to_lowercase).collect()
        };
        RuleSet::ALL
            .into_iter()
            .find(|rules| plain(rules.name()) == plain(text))
            .ok_or_else(|| ParseRuleSetError(text.chars().take(24).collect()))
    }
}

/// What a rule set says about a repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ruling {
    /// Nothing has been repeated.
    Open,
    /// Neither side has to change: a draw.
    Draw,
    /// This side has to change, and loses if it does not.
    Loses(Color),
}

impl Ruling {
    /// The same ruling with the colours exchanged.
    #[must_use]
    pub fn color_swapped(self) -> Ruling {
        match self {
            Ruling::Loses(color) => Ruling::Loses(!color),
            other => other,
        }
    }
}

impl fmt::Display for Ruling {
    /// `open`, `draw`, `red-loses` or `black-loses`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Ruling::Open => "open",
            Ruling::Draw => "draw",
            Ruling::Loses(Color::Red) => "red-loses",
            Ruling::Loses(Color::Black) => "black-loses",
        })
    }
}

/// A line of moves that cannot be judged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {} cannot be played: {source}", .index + 1)]
pub struct RulingError {
    /// Which move, from 0.
    pub index: usize,
    /// What is wrong with it.
    pub source: IllegalMove,
}

/// Judges the position at the end of a line of moves.
///
/// If it has occurred before, the moves since then are the *span* that is
/// ruled: from the first of its last three occurrences, or of two if there are
/// no more. Otherwise the ruling is [`Ruling::Open`].
///
/// # Errors
/// If a move is not legal.
pub fn judge(rules: RuleSet, start: &Position, moves: &[Move]) -> Result<Judgement, RulingError> {
    let mut positions = Vec::with_capacity(moves.len() + 1);
    positions.push(*start);
    let mut board = *start;
    for (index, &mv) in moves.iter().enumerate() {
        board = board.play(mv).map_err(|source| RulingError { index, source })?;
        positions.push(board);
    }
    Ok(judge_path(rules, &positions, moves))
}

/// [`judge`] for moves that have been played: `positions` has one entry more than `moves`.
pub(crate) fn judge_path(rules: RuleSet, positions: &[Position], moves: &[Move]) -> Judgement {
    let last = moves.len();
    let occurrences = occurrences(last, |ply| positions[ply].key());
    let span = occurrences.iter().rev().take(3).next_back().map_or(last..last, |&first| first..last);
    explanation::explain(
        rules,
        &positions[span.clone()],
        &positions[last],
        &moves[span.clone()],
        Cycle { span, occurrences: occurrences.len() },
    )
}

/// Which plies of a game have the key of ply `last`, that one included.
pub(crate) fn occurrences(last: usize, key: impl Fn(usize) -> u64) -> Vec<usize> {
    let now = key(last);
    (0..=last).filter(|&ply| key(ply) == now).collect()
}

/// Where in a game the repetition lies.
pub(crate) struct Cycle {
    pub(crate) span: Range<usize>,
    pub(crate) occurrences: usize,
}
