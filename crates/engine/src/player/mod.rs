//! Players of games, their options, and their control by a clock.

mod batch_player;
mod constants;
mod control;
mod decision;
mod engine_player;
mod hash;
mod learning;
mod memory;
mod monte_carlo_player;
mod option_types;
mod options;
mod own_book;
mod own_endgames;
mod parts;
mod random_player;
mod rating;
mod search_player;
mod seat;
mod table;
mod turn;
mod variations;

pub use batch_player::BatchPlayer;
pub use constants::{constant_specs, set_constant};
pub use control::{ClockControl, NodeLimit, Signals, TurnLimits};
pub use decision::{Decision, Inspect, Known, Player, Probe, Request, usual_context};
pub use duiyi_search::MAX_THREADS;
pub use engine_player::{EnginePlayer, MostSearched};
pub use hash::{DEFAULT_HASH, HashTable, MAX_HASH, usable_memory};
pub use memory::peak_kib;
pub use monte_carlo_player::MonteCarloPlayer;
pub use option_types::{Button, Check, Choice, OptionType, Spin, Text};
pub use options::{OptionError, OptionKind, OptionSpec, read_check, read_choice, read_spin};
pub use own_book::Opener;
pub use own_endgames::EndgameOpener;
pub use parts::{
    Evaluating, EvaluationSource, NamedEvaluation, PlayerParts, SEARCHES, pruning_searches_by, rated_searches_by,
    searches_by,
};
pub use random_player::{RandomPlayer, turn_seed};
pub use rating::RatingScale;
pub use search_player::{MAX_LINES, SearchPlayer};
pub use seat::{Seat, Turn};
pub use table::{TableError, table_identity};
pub use turn::completed;
pub use variations::{Variation, nodes_of};
