//! The interface of a session that does not depend on its game.

use super::{job::Job, options::ViewOptions};
use crate::message::{Action, ExploredMove, IndexEntry, MoveCount, SavedGame, View};
use duiyi_search::Reason;
use std::time::Duration;

/// A session of any game. Times are counted from any moment, the same for all calls.
pub trait AnySession: Send {
    /// Carries out an action.
    ///
    /// # Errors
    /// Why it cannot be carried out; then nothing changes.
    fn act(&mut self, action: &Action, now: Duration) -> Result<(), Reason>;

    /// Selects the position that is analysed and proved: the one after `ply` moves, or the newest.
    fn look(&mut self, ply: Option<usize>);

    /// Everything that a page shows.
    fn view(&mut self, options: ViewOptions, now: Duration) -> View;

    /// The next job of an engine, once for each.
    fn next_job(&mut self, now: Duration) -> Option<Job>;

    /// Takes the answer of the job that was handed out last, if it has run. Returns whether there
    /// was one and it was used; the answers of jobs that were cancelled are dropped.
    fn collect(&mut self, now: Duration) -> bool;

    /// When the flag of the side to move falls, unless it moves.
    fn flag_falls(&self) -> Option<Duration>;

    /// The game as it is stored.
    fn saved(&self, now: Duration) -> SavedGame;

    /// The game as a record, and a name for its file.
    ///
    /// # Errors
    /// If there is no such format, or it cannot hold such a game.
    fn export(&self, format: &str) -> Result<(String, Vec<u8>), Reason>;

    /// What the game is found by among stored games.
    fn index_entry(&self) -> IndexEntry;

    /// The name of the game and the size of its board: positions are compared within one kind.
    fn kind(&self) -> String;

    /// The canonical key of the shown position.
    fn key(&self, options: ViewOptions) -> u64;

    /// The moves that stored games made in the shown position, from their counts.
    fn played(&self, options: ViewOptions, counts: &[MoveCount]) -> Vec<ExploredMove>;

    /// Stops the clock of the turn under way: no page is connected, or the engine waits for a
    /// worker.
    fn pause(&mut self, now: Duration);

    /// Starts it again, unless no turn was played yet.
    fn resume(&mut self, now: Duration);

    /// The last page has left: the running job is stopped, and so are the clocks.
    fn leave(&mut self, now: Duration);
}
