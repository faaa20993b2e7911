//! Patterns on a line: what the stones of one colour can become.
//!
//! [`Shape`] classifies a stone on one of its four lines, by recursion from the rules of any
//! Connect(m,n,k,p,q); [`ShapeTable`] contains the shapes of all lines. [`Pattern`] lists the
//! fifteen types of the thesis, which refine the shape of a Connect6 stone. [`LineCode`] is the
//! thesis's number of thirteen cells, and [`transitions`] lists the pattern changes that one stone
//! can cause.
//!
//! From a board to a pattern: [`LineCode::around`] reads a line of thirteen cells,
//! [`PatternTable::of`] returns its pattern, [`PatternTable::stones`] does both for all stones, and
//! [`PatternTable::changes`] lists the changes that one more stone causes.
//!
//! Source: the Connect6 thesis, 5.2 and 5.3.

mod code;
mod on_board;
mod pattern;
mod shape;
pub mod transitions;

pub use code::{CodeError, LineCell, LineCode, WIDTH};
pub use on_board::{PatternChange, StonePatterns};
pub use pattern::{Pattern, PatternTable};
pub use shape::{LineRule, Shape, ShapeTable, Window};
