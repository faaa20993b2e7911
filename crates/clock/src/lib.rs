#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

mod control;
mod keeper;
mod ledger;
mod moves_left;
mod node_clock;
mod overhead;
mod poll;
mod ponder;
mod progress;
mod recapture;
#[cfg(feature = "simulator")]
pub mod sim;
mod state;
mod strategies;
mod strategy;

pub use control::{Bonus, ByoYomi, ControlError, Session, Sessions, TimeControl, parse_time};
pub use keeper::TimeKeeper;
pub use ledger::{FlagFall, Ledger, PhaseUse};
pub use moves_left::MovesLeft;
pub use node_clock::{NodeClock, NodeClockError};
pub use overhead::OverheadMargin;
pub use poll::PollInterval;
pub use ponder::PonderAccount;
pub use recapture::is_forced_recapture;
pub use state::{Budget, ClockState, GoParameters, MoveContext, Phase, PlayerClock};
pub use strategies::{
    Adaptive, AdaptiveParameters, Average, CraftyLike, ElephantEyeLike, FixedDepth, FixedNodes, FixedShare, FixedTime,
    Foresight, ForesightParameters, FruitLike, LeelaLike, STRATEGY_NAMES, StockfishLike, UnknownStrategy,
    strategy_by_name,
};
pub use strategy::{MoveSummary, SearchProgress, Stage, Strategy, StrategyDecision};
