//! A game-tree search for any two-player game of perfect information.
//!
//! A game says what its moves are, an evaluator what a position is worth; this
//! crate finds the best move: alpha-beta with iterative deepening, a shared
//! transposition table, principal variation search, quiescence, null move,
//! extensions and staged move ordering. Each of these is a switch, so that its
//! worth can be measured, and with everything off that may change a value the
//! search equals plain minimax on every game. It knows no game, reads no text,
//! prints nothing, has no `unsafe` code but two hints to the memory, and does not allocate
//! while it searches (several threads do for the nodes that they share).
//!
//! # Overview
//!
//! - [`Game`] is the rules: legal moves, make and unmake, a key, and a
//!   [`Verdict`] when the rules decide. The sides need not alternate.
//! - [`Evaluator`] gives a position's static [`Score`] and may keep state along
//!   the path; [`Stateless`] makes one from a function.
//! - [`Heuristics`] is what a strong player knows besides: kinds of moves, threats,
//!   exchanges, when a pass is safe. Everything in it is optional.
//! - [`Searcher`] searches. It keeps its histories from one move to the next; the
//!   [`Table`] is separate, because several searchers may share one.
//! - [`Control`] decides when to stop ([`LimitControl`]: depth, nodes, time, a
//!   [`StopHandle`] for another thread), an [`Observer`] gets its reports.
//! - [`Enhancements`] are the switches, [`Parameters`] the constants;
//!   [`constants!`] declares those of a game in the same way.
//! - [`minimax`] is the definition that the search is tested against; authors of
//!   games can test theirs with it. The feature `testing` has a `kit` that checks what a
//!   game tells the search.
//!
//! # A whole game
//!
//! Nim: three heaps, a move takes any number from one heap, and who cannot move
//! has lost, which is what the search assumes of a side without moves.
//!
//! ```
//! use duiyi_search::*;
//!
//! /// Takes `count` from `heap`.
//! #[derive(Clone, Copy, PartialEq, Eq, Debug)]
//! struct Take { heap: u8, count: u8 }
//!
//! impl GameMove for Take {
//!     fn to_bits(self) -> u32 { (self.heap as u32) << 8 | self.count as u32 }
//!     fn from_bits(bits: u32) -> Option<Take> {
//!         Some(Take { heap: (bits >> 8) as u8, count: bits as u8 })
//!     }
//! }
//!
//! struct Nim { heaps: [u8; 3], side: Side }
//!
//! impl Game for Nim {
//!     type Move = Take;
//!     type Undo = ();
//!     fn side_to_move(&self) -> Side { self.side }
//!     fn make(&mut self, mv: Take) {
//!         self.heaps[mv.heap as usize] -= mv.count;
//!         self.side = !self.side;
//!     }
//!     fn unmake(&mut self, mv: Take, (): ()) {
//!         self.heaps[mv.heap as usize] += mv.count;
//!         self.side = !self.side;
//!     }
//!     fn legal_moves(&self, moves: &mut impl Extend<Take>) {
//!         for (heap, &size) in (0..).zip(&self.heaps) {
//!             moves.extend((1..=size).map(|count| Take { heap, count }));
//!         }
//!     }
//!     fn is_legal(&self, mv: Take) -> bool {
//!         self.heaps.get(mv.heap as usize).is_some_and(|&size| (1..=size).contains(&mv.count))
//!     }
//!     fn key(&self) -> u64 {
//!         let [a, b, c] = self.heaps;
//!         (u32::from_le_bytes([a, b, c, self.side as u8]) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
//!     }
//!     fn verdict(&self, _ply: usize) -> Verdict { Verdict::Open }
//! }
//!
//! impl Heuristics for Nim { type Insight = (); }
//!
//! let mut game = Nim { heaps: [3, 4, 5], side: Side::First };
//! let mut searcher = Searcher::new(Stateless(|_: &Nim| Score::ZERO));
//! // Twelve plies empty the heaps, so a search of thirteen knows everything.
//! let mut control = LimitControl::new(Limits::depth(13), StopHandle::new());
//! let found = searcher.search(&mut game, &Table::new(1), &mut control, &mut (), |_| true);
//! // The one winning move leaves heaps whose exclusive or is zero: 1 ^ 4 ^ 5.
//! assert_eq!(found.best, Some(Take { heap: 0, count: 2 }));
//! assert!(found.score > Score::ZERO && found.score.is_mate());
//!
//! // The side that faces such heaps has lost, and minimax says the same.
//! game.make(found.best.unwrap());
//! let lost = minimax(&mut game, &mut |_| Score::ZERO, 11);
//! let mut control = LimitControl::new(Limits::depth(11), StopHandle::new());
//! let found = searcher.search(&mut game, &Table::new(1), &mut control, &mut (), |_| true);
//! assert_eq!(found.score, lost);
//! assert!(lost < Score::ZERO && lost.is_mate());
//! ```
//!
//! From here a game grows by what it knows. An evaluation makes it play before
//! it sees the end; [`Heuristics::generate`] by kind with [`Heuristics::is_noisy`] turns
//! the quiescence search on; [`Heuristics::threatened`], [`Heuristics::null_move`]
//! and [`Heuristics::exchange_at_least`] each set an enhancement to work.
//!
//! # Values that depend on the path
//!
//! A repetition is worth what the moves between say, not what the position
//! says, so its score must not reach the table as a fact. A [`Verdict`] says by
//! its [`Reach`] how far back it looks; the search carries that with each score,
//! and stores what depends on moves above the node as a bound that still holds, or
//! keeps the best move only.
//!
//! # Scores
//!
//! Scores are seen from the side to move, in the evaluator's units, clamped to
//! ±30,000; mates and wins by a rule lie beyond in bands of their own (see
//! [`score`]). A search to a fixed depth with an empty table is deterministic.

#![deny(unsafe_code)] // but for table/memory.rs

mod alpha_beta;
mod aspiration;
mod best_lines;
mod constants;
mod context;
mod control;
mod correction;
mod depth;
mod enhancements;
mod evaluator;
mod heuristics;
mod history;
mod iterative_deepening;
mod killers;
#[cfg(feature = "testing")]
pub mod kit;
mod minimax;
mod move_picker;
mod move_sink;
mod node;
mod null_move;
mod parallel;
mod parameters;
mod path_ply;
mod principal_variation;
mod probcut;
mod pruning;
mod pv;
mod quiescence;
mod reductions;
mod report;
mod root;
mod root_move;
mod ruling;
mod search;
mod search_result;
mod searcher;
mod singular;
mod skill;
mod static_evaluation;
mod statistics;
mod switches;
mod table;
mod table_access;
mod tally;
mod unknown_name;

pub use control::{Control, IterationReport, LimitControl, Limits, StopHandle, TurningPoint};
pub use depth::Depth;
pub use duiyi_game::{
    CoordinateError, Coordinates, Diagram, Game, GameMove, Grid, History, Illegal, MAX_PLY, Notation, Outcome,
    Placement, Reach, Reason, Score, Side, Square, Verdict, drawing, legal_moves, perft, perft_divide, playout, score,
};
pub use enhancements::Enhancements;
pub use evaluator::{Evaluator, Stateless};
pub use heuristics::{Generation, Heuristics, candidates};
pub use minimax::minimax;
pub use move_sink::MoveSink;
pub use parallel::{ParallelSearcher, Scheme};
pub use parameters::Parameters;
pub use report::{Observer, Report};
pub use root_move::RootMove;
pub use search_result::SearchResult;
pub use searcher::Searcher;
pub use skill::Skill;
pub use statistics::{Stage, Statistics};
pub use table::{Bound, Entry, Table, TableFileError, TablePolicy};
pub use unknown_name::UnknownName;
