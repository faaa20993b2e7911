//! One game under way: its players, clocks and moves, and its analysis.

mod act;
mod analysis;
mod any_session;
mod clocks;
mod editor;
mod edits;
mod engine;
mod explorer;
mod job;
mod jobs;
mod live_game;
mod moves;
mod nodes;
mod options;
mod orders;
mod pictures;
mod players;
mod problem;
mod proof;
mod queue;
mod review;
mod state;
mod task;
mod turns;
mod view;

pub use any_session::AnySession;
pub use job::{Job, Priority};
pub use options::ViewOptions;
pub use state::Session;
