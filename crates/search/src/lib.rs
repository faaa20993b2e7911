#![doc = include_str!("../README.md")]
#![deny(unsafe_code)] // except in table/memory.rs
#![warn(missing_debug_implementations)]

mod alpha_beta;
mod aspiration;
mod best_lines;
mod claim;
mod constants;
mod context;
mod control;
mod correction;
mod depth;
mod descent;
mod driver;
mod endgames;
mod enhancements;
mod evaluator;
mod groups;
mod heuristics;
mod history;
mod instant;
mod iterative_deepening;
mod killers;
#[cfg(feature = "testing")]
pub mod kit;
mod knowledge;
mod mate_line;
mod mcts;
mod minimax;
mod mixed_cycles;
mod move_picker;
mod move_sink;
mod mtdf;
mod node;
mod null_move;
mod parallel;
mod parameters;
mod path_ply;
mod plain;
mod plain_alpha_beta;
mod principal_variation;
mod probcut;
mod proof_number;
mod pruning;
mod pv;
mod quiescence;
mod reductions;
mod report;
mod request;
mod root;
mod root_move;
mod ruling;
mod ruling_proof;
mod search;
mod search_result;
mod searcher;
mod shortest_mate;
mod shown;
mod singular;
mod skill;
mod static_evaluation;
mod statistics;
mod switches;
mod sync;
mod table;
mod table_access;
mod tally;
#[cfg(test)]
mod tests;
mod tolerance;
mod unknown_name;

pub use claim::ScoreClaim;
pub use control::{Control, IterationReport, LimitControl, Limits, Purpose, StopHandle, TurningPoint};
pub use depth::Depth;
pub use driver::Driver;
pub use duiyi_game::{
    Band, BySide, CoordinateError, Coordinates, Diagram, Game, GameMove, Grid, Ground, History, Illegal, Look, MAX_PLY,
    Notation, Outcome, OutcomeKind, Pieces, Placement, Reach, Reason, Repeating, Score, Side, SmallGame, Square,
    Verdict, drawing, hash, legal_moves, only_rules, perft, perft_divide, playout, read_rows, score, write_rows,
};
pub use endgames::Endgames;
pub use enhancements::Enhancements;
pub use evaluator::Evaluator;
pub use groups::{Noisy, NullMove, Slots, Structures};
pub use heuristics::{Generation, Heuristics, candidates};
pub use instant::Instant;
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub use instant::set_clock;
pub use mcts::{
    BatchEvaluator, BatchLeaf, BatchSearcher, Candidates, Estimator, Evaluated, Leaf, LegalMoves, MonteCarloParameters,
    MonteCarloSearcher, Playouts, Rollout, Selection, TreeSizeError,
};
pub use minimax::minimax_of_candidates;
pub use move_sink::MoveSink;
pub use parallel::{MAX_THREADS, ParallelSearcher, Scheme};
pub use parameters::Parameters;
pub use plain::Plain;
pub use proof_number::{
    PositionValue, ProofNumberSearch, ProofReport, ProofResult, ProofStop, ProofTree, SecondLevel, ValueReport,
};
pub use report::{Observer, Report};
pub use request::{Request, best};
pub use root_move::RootMove;
pub use search_result::SearchResult;
pub use searcher::{Searcher, contempt_salt};
pub use skill::{Skill, choose_line};
pub use statistics::{Stage, Statistics};
pub use table::{Bound, Entry, EntryEvaluation, Table, TableFileError, TablePolicy, TableSizeError};
pub use unknown_name::UnknownName;
