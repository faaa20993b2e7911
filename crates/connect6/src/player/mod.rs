//! A player: from a position to a turn.

mod choose;

pub use choose::{Decision, Form, Player, Progress, UnknownConstant, Why};
