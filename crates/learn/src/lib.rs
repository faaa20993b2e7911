#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

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
