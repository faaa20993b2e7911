//! Time management for game engines: controls, clocks and strategies.
#![forbid(unsafe_code)]

mod control;
mod keeper;
mod moves_left;
mod overhead;
mod ponder;
mod state;
mod strategies;
mod strategy;

pub use control::{Bonus, ByoYomi, ControlError, Session, Sessions, TimeControl, parse_time};
pub use keeper::TimeKeeper;
pub use moves_left::MovesLeft;
pub use overhead::OverheadMargin;
pub use ponder::PonderAccount;
pub use state::{Budget, ClockState, GoParameters, MoveContext, Phase, PlayerClock};
pub use strategies::{Average, Foresight, ForesightParameters};
pub use strategy::{Decision, IterationReport, MoveSummary, Stage, Strategy};
