//! What a player decides.

use crate::{Point, Turn};
use duiyi_search::Score;
use std::time::Duration;

/// What decided a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecidedBy {
    /// It completes a row.
    Row,
    /// It begins a win by threats, proved by the solver: in so many turns.
    Threats(u32),
    /// It stands in the table of problems, said to win in so many turns.
    Problem(u32),
    /// The search found it best.
    Search,
    /// It is the first stone of all, which goes to the centre.
    FirstStone,
}

/// A turn and what is known of it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Decision {
    /// The turn, legal on the board asked about: whole, or as many stones as end the game.
    pub turn: Turn,
    /// The expected stones from here on, those of the turn first; none where it is not known.
    pub line: Vec<Point>,
    /// What decided it.
    pub by: DecidedBy,
    /// The score for the side to move; mates count stones.
    pub score: Score,
    /// The depth of the last whole iteration, in plies of the search; 0 without one.
    pub depth: u32,
    /// Nodes of the search.
    pub nodes: u64,
    /// Positions of the attacker that the solver looked at, at the root and in the main thread's tree.
    pub solver_nodes: u64,
    /// Time used.
    pub elapsed: Duration,
}
