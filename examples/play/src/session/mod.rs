//! One game with its seats and clocks.

mod any_session;
mod board;
mod clocks;
mod description;
mod editor;
mod engine;
mod explorer;
mod problem;
mod proof;
mod record;
mod review;
mod session;
mod task;
mod tasks;
mod turns;

pub use description::{Claim, Description, ExplainRuling, ExplainScore, Levels, NameOpening, Overlay, TurnNotation};
pub use editor::{BuildPosition, Palette, Piece};
pub use problem::{CheckAnswer, CheckedAnswer, Problem, Problems};
pub use proof::{ProofTree, Prover};
pub use record::{ReadRecord, Record, RecordWriter};
pub use session::Session;
pub use task::{Found, Priority, Task};

use crate::message::{Action, ExploredMove, IndexEntry, MoveCount, SavedGame, Seat, View};
use duiyi_search::Reason;
use std::time::Duration;

/// How a board is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ViewOptions {
    /// How many moves the position has behind it; the newest without one.
    pub ply: Option<usize>,
    /// Whether it is seen from the other side.
    pub flipped: bool,
    /// Whether pieces have letters on them.
    pub letters: bool,
    /// Whether what is known of the position is shown.
    pub explores: bool,
}

/// A game of any kind. Times are counted from any moment, the same for all calls.
pub trait AnySession: Send {
    /// Does what is asked.
    ///
    /// # Errors
    /// Why it cannot be done; then nothing changes.
    fn ask(&mut self, ask: &Action, now: Duration) -> Result<(), Reason>;

    /// The position after so many moves is looked at, the newest without a number: what is analysed,
    /// and what a proof is sought for.
    fn look(&mut self, ply: Option<usize>);

    /// What there is to be seen.
    fn view(&mut self, options: ViewOptions, now: Duration) -> View;

    /// What an engine has to think about, once for each turn of an engine.
    fn task(&mut self, now: Duration) -> Option<Task>;

    /// An engine has found its turn. One that was not asked for any more is dropped; says whether
    /// it was played.
    fn found(&mut self, found: Found, now: Duration) -> bool;

    /// When the flag of the side to move falls, unless it moves.
    fn flag_falls(&self) -> Option<Duration>;

    /// Who plays.
    fn seats(&self) -> [Seat; 2];

    /// The game as a text, which begins it again.
    fn text(&self) -> String;

    /// The game as it can be kept.
    fn saved(&self, now: Duration) -> SavedGame;

    /// The game as a record, and a name for its file.
    ///
    /// # Errors
    /// If there is no such format, or it does not hold such a game.
    fn export(&self, format: &str) -> Result<(String, Vec<u8>), Reason>;

    /// What the game is found by among others.
    fn card(&self) -> IndexEntry;

    /// Which game it is, on a board of which size: games of another kind say nothing of its positions.
    fn kind(&self) -> String;

    /// The canonical key of the position that is seen.
    fn key(&self, options: ViewOptions) -> u64;

    /// What was counted of the position that is seen, as moves.
    fn played(&self, options: ViewOptions, counted: &[MoveCount]) -> Vec<ExploredMove>;

    /// The clock of the turn under way stands: nobody is there, or the engine has to wait for a
    /// processor.
    fn pause(&mut self, now: Duration);

    /// It runs again, unless no turn was played yet.
    fn resume(&mut self, now: Duration);

    /// Nobody is in the session any more: what an engine is at is stopped, and the clocks stand.
    fn leave(&mut self, now: Duration);
}
