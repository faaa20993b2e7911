//! The interface of a session that does not depend on its game.

use super::{job::Job, options::ViewOptions};
use crate::message::{
    Action, Answer, DrawnBoard, ExploredMove, IndexEntry, MoveCount, NodeView, Order, SavedGame, SearchInfo, View,
};
use duiyi_game::NodeId;
use duiyi_search::Reason;
use std::{sync::Arc, time::Duration};

/// A session of any game. Times are counted from any moment, which is the same for all calls.
pub trait AnySession: Send {
    /// Carries out an action of a page that acts for both sides. Returns the position that the page shows then, if the
    /// action leads to one.
    ///
    /// # Errors
    /// Why it cannot be carried out; then nothing changes.
    fn act(&mut self, action: &Action, now: Duration) -> Result<Option<NodeId>, Reason> {
        self.act_for(action, [true; 2], now)
    }

    /// Carries out an action of a page that acts for these sides. Returns the position that the page shows then, if
    /// the action leads to one.
    ///
    /// # Errors
    /// Why it cannot be carried out; then nothing changes.
    fn act_for(&mut self, action: &Action, acts: [bool; 2], now: Duration) -> Result<Option<NodeId>, Reason>;

    /// Names the person who plays a side, 0 or 1.
    ///
    /// # Errors
    /// If the name is too long; then nothing changes.
    fn name_person(&mut self, side: usize, name: &str) -> Result<(), Reason>;

    /// Selects the position that is analysed and proved; without one, the last of the game.
    fn look(&mut self, node: Option<NodeId>);

    /// The number of games begun after the first, from positions set up by hand or as rematches. The nodes of each are
    /// numbered from 0 again.
    fn set_ups(&self) -> u32;

    /// The position after the last move of the game.
    fn tip(&self) -> NodeId;

    /// The positions of the game's tree by their numbers; `None` where one was removed.
    fn nodes(&self) -> &[Option<Arc<NodeView>>];

    /// Everything that a page shows.
    fn view(&mut self, options: ViewOptions, now: Duration) -> View;

    /// The next job of an engine; each job is returned once.
    fn next_job(&mut self, now: Duration) -> Option<Job>;

    /// Takes the answer of the last job, if it has finished. Returns whether the answer was used; answers
    /// of cancelled jobs are dropped.
    fn collect(&mut self, now: Duration) -> bool;

    /// The next work for an engine in another thread of the page; each order is returned once. A session uses either
    /// jobs or orders.
    fn next_order(&mut self, now: Duration) -> Option<Order>;

    /// Whether a job or an order is carried out whose answer is still wanted.
    fn is_working(&self) -> bool;

    /// Takes the answer to the last order. Returns whether it was used.
    fn take_order(&mut self, answer: Answer<u32>, now: Duration) -> bool;

    /// Takes over the game of an order, and keeps the engines. Returns whether the order belongs to this game.
    ///
    /// # Errors
    /// If a turn of the game is illegal.
    fn follow(&mut self, saved: &SavedGame) -> Result<bool, Reason>;

    /// Carries out an order whose game this session has; calls `report` with each line found.
    fn carry_out(&mut self, order: &Order, report: &mut dyn FnMut(SearchInfo)) -> Answer<u32>;

    /// When the flag of the side to move falls if it does not move.
    fn flag_falls(&self) -> Option<Duration>;

    /// The game as it is stored.
    fn saved(&self, now: Duration) -> SavedGame;

    /// The game as a record, and a name for its file.
    ///
    /// # Errors
    /// If the format does not exist, or cannot represent the game.
    fn export(&self, format: &str) -> Result<(String, Vec<u8>), Reason>;

    /// The board after the turns of a line from a position of the tree.
    ///
    /// # Errors
    /// If there is no such position, or a turn is illegal.
    fn preview(&mut self, at: NodeId, line: &[String]) -> Result<DrawnBoard, Reason>;

    /// Whether somebody has played or edited the game here, or engines play it alone: a record that was opened only to
    /// look at it is not stored.
    fn is_played(&self) -> bool;

    /// The data by which the stored game is found.
    fn index_entry(&self) -> IndexEntry;

    /// The name of the game and the size of its board: positions are compared within one kind.
    fn kind(&self) -> String;

    /// The canonical key of the shown position.
    fn key(&self, options: ViewOptions) -> u64;

    /// The moves that stored games made in the shown position, from their counts.
    fn played(&self, options: ViewOptions, counts: &[MoveCount]) -> Vec<ExploredMove>;

    /// Whether two persons play for the result now, with clocks or at two pages: then nobody gets help, neither players nor spectators.
    fn is_contested(&self) -> bool;

    /// The side for which a person at a page that acts for these sides speaks now, 0 or 1; none if no person plays.
    fn speaker(&self, acts: [bool; 2]) -> Option<usize>;

    /// Pauses the clock of the turn under way: no page is connected, or the engine waits for a worker.
    fn pause(&mut self, now: Duration);

    /// Resumes the clock, unless no turn was played yet.
    fn resume(&mut self, now: Duration);

    /// Stops the running job and the clocks after the last page has left.
    fn leave(&mut self, now: Duration);
}
