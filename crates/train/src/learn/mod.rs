//! Learns an evaluation for any two-player board game from games of the engine with itself. The rules and
//! a picture of the board ([`Diagram`]) are enough; nobody writes an evaluation.
//!
//! [`Survey`] plays random games and finds the pieces and their owners, the second side's view of the
//! board, its symmetries and the range of material. [`Learner`] then repeats three steps: games with the
//! network so far, training on the games of the last iterations, and a match against the network before,
//! which a new network must not lose. The first games are played with noise instead of an evaluation.
//! Between the iterations it tries patterns of squares and forward pruning, and keeps what wins. The
//! result, [`Learnt`], is a network file that carries the survey, so that another game or board refuses
//! it by name; [`PictureEvaluator`] evaluates positions with it in any search.
//!
//! ```
//! # mod nine { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/all/nine.rs")); }
//! # use nine::Nine;
//! use duiyi_train::learn::{Learner, Plan};
//!
//! // `Nine` has rules and a picture: the side that first has three stones in a row of nine squares wins.
//! let plan = Plan { iterations: 2, games: 40, nodes: (20, 20), guard_pairs: 4, ..Plan::default() };
//! let mut learner = Learner::new(Nine::default(), plan)?;
//! while let Some(step) = learner.step(&|_| true)? {
//!     assert!(step.samples > 0);
//! }
//! let bytes = learner.learnt().expect("the first iteration makes a network").to_bytes();
//! # assert!(bytes.starts_with(b"DUIYINN1"));
//! # Ok::<(), duiyi_train::learn::LearnError>(())
//! ```
//!
//! A kit with `GameKit::learning` (feature `learn` of `duiyi-kit`) gives its program the command `learn`,
//! and players the evaluation `learned`, whose file is the result.

mod effort;
mod error;
mod evaluator;
mod inputs;
mod learner;
mod learnt;
mod picture;
mod plan;
mod samples;
mod selfplay;
mod state;
mod survey;
mod transform;

pub use effort::Effort;
pub use error::LearnError;
pub use evaluator::PictureEvaluator;
pub use inputs::Patterns;
pub use learner::{Learner, Step};
pub use learnt::Learnt;
pub use plan::Plan;
pub use survey::{Kind, Survey};
pub use transform::Transform;

use duiyi_game::{Diagram, Notation};
use duiyi_search::Heuristics;

/// A game whose evaluation can be learned: rules, texts and a picture. Every such game implements it.
pub trait Learnable: Heuristics + Notation + Diagram {}

impl<G: Heuristics + Notation + Diagram> Learnable for G {}
