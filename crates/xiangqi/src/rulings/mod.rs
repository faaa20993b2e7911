//! Rulings (棋例): which side must change when the game repeats itself.
//!
//! A repeated position is not simply a draw in xiangqi: a side that gives perpetual
//! check loses, and so does a side that chases one piece perpetually. The definition of a chase,
//! and other forbidden moves, depend on the rule book; [`RuleSet`] selects one.
//! [`judge`] decides which side loses and explains the ruling move by move.
//! [`Xiangqi`](crate::Xiangqi) applies the same rulings in a search.
//!
//! ```text
//! 9  c . . a . k . . .     1. h8h9 check   f9f8
//! 8  . . c . a . . R .     2. h9h8 check   f8f9   and so on:
//! 7  b . . . . . . P .     Red checks with every move, Black only evades.
//!    a b c d e f g h i
//! ```
//!
//! ```
//! use duiyi_xiangqi::{RED, Move, Position, rulings::{RuleSet, Ruling, judge}};
//! let start: Position = "c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w".parse()?;
//! let moves: Vec<Move> = ["h8h9", "f9f8", "h9h8", "f8f9"].iter().map(|m| m.parse()).collect::<Result<_, _>>()?;
//! let report = judge(RuleSet::Asian, &start, &moves)?;
//! assert_eq!(report.ruling, Ruling::Loses(RED));
//! assert!(report.to_string().contains("perpetual check"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Modules: `attacks` computes attacks and which of them are chases,
//! `asian` and `cxa` implement the two families of rules. For the second one `labels`
//! finds the natures of moves, `threats` the threats that a move
//! causes, `lookahead` the tactics behind them, and `view` the form in which they see a position.
//! `path` finds the cycle, for referee and search, `explanation` gives the reasons, and `article`
//! cites the rule books.

mod article;
mod asian;
mod attacks;
mod cxa;
mod explanation;
mod judge;
mod labels;
mod lookahead;
pub(crate) mod path;
mod rule_set;
mod threats;
mod view;

pub use article::{Article, Document, Rule};
pub use attacks::{ChaseReason, Effect, Excuse};
pub use explanation::{MoveNature, Nature, Repetition, RulingReport, Threat, ThreatKind};
pub use judge::{RulingError, judge};
pub use rule_set::{ParseRuleSetError, RuleSet, Ruling};
pub use threats::Gravity;
