#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod alternatives;
mod control;
mod hash;
mod memory;
mod monte_carlo_player;
mod options;
mod player;
mod random_player;
mod search_player;
mod table;
mod timing;
mod turn;

pub use alternatives::{Alternatives, Choice};
pub use control::{ClockControl, NodeLimit, Signals, TurnLimits};
pub use hash::{DEFAULT_HASH, HashTable, MAX_HASH};
pub use memory::peak_kib;
pub use monte_carlo_player::MonteCarloPlayer;
pub use options::{OptionError, OptionKind, OptionSpec, read_check, read_choice, read_spin};
pub use player::{Decision, Known, Player, Probe, Request};
pub use random_player::RandomPlayer;
pub use search_player::{MAX_LINES, MAX_THREADS, SearchPlayer};
pub use table::{TableError, table_identity};
pub use timing::Timing;
