//! Patterns on a line: what stones of one colour can become there.
//!
//! [`Shape`] is what a stone is worth on one of its four lines, classified by
//! recursion from the rules for any Connect(m,n,k,p,q), and [`ShapeTable`] all
//! of them in a table. [`Pattern`] are the fifteen types of the thesis, which
//! refine the shape of a Connect6 stone; [`LineCode`] is the thesis's number of
//! thirteen cells, and [`transitions`] what a stone makes of a pattern.
//!
//! From a board to a pattern: [`LineCode::around`] reads a line of thirteen cells,
//! [`PatternTable::of`] names its pattern; [`PatternTable::stones`] does both for all stones,
//! [`PatternTable::changes`] tells what one more stone changes.
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
