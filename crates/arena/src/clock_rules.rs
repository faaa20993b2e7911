//! How the clocks of games are kept.

use duiyi_clock::{MoveContext, NodeClock, Phase};
use duiyi_engine::usual_context;
use duiyi_game::{Game, History};
use std::{fmt, time::Duration};

/// A model of lag.
#[derive(Clone, Copy, Debug)]
pub struct Lag {
    /// Its name in records.
    pub name: &'static str,
    /// Draws a lag from a seed.
    pub sample: fn(u64) -> Duration,
}

/// How the clocks of games are kept, apart from the time controls.
pub struct ClockRules<G: Game> {
    /// Tolerated time beyond the limit of each move, for delays caused by the operating system
    /// rather than the player.
    pub margin: Duration,
    /// Measures time by the nodes that the players report; `None` measures real time.
    pub node_clock: Option<NodeClock>,
    /// Time on the clocks that the players do not measure, as between a program and its front end. With a node clock
    /// only: real time has a lag of its own.
    pub lag: Option<Lag>,
    context: fn(&History<G>) -> MoveContext,
}

impl<G: Game> ClockRules<G> {
    /// Real time with this margin; the phase of a game depends on the number of its moves only.
    pub fn new(margin: Duration) -> ClockRules<G> {
        ClockRules { margin, node_clock: None, lag: None, context: usual_context }
    }

    /// Measures time in nodes.
    pub fn by_nodes(self, node_clock: Option<NodeClock>) -> ClockRules<G> {
        ClockRules { node_clock, ..self }
    }

    /// Adds lag.
    pub fn late(self, lag: Option<Lag>) -> ClockRules<G> {
        ClockRules { lag, ..self }
    }

    /// The lag of a turn. It depends on the game and the turn only, so that a match can be repeated and resumed.
    pub(crate) fn lag(&self, game: u64, turn: usize) -> Duration {
        self.lag.map_or(Duration::ZERO, |lag| (lag.sample)(game << 16 | turn as u64))
    }

    /// Sets the function of the game that returns the phase.
    pub fn context(self, context: fn(&History<G>) -> MoveContext) -> ClockRules<G> {
        ClockRules { context, ..self }
    }

    /// The phase of a game, under which a clock books the next move.
    pub fn phase(&self, game: &History<G>) -> Phase {
        (self.context)(game).phase
    }
}

impl<G: Game> Clone for ClockRules<G> {
    fn clone(&self) -> ClockRules<G> {
        ClockRules { ..*self }
    }
}

impl<G: Game> fmt::Debug for ClockRules<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClockRules").field("margin", &self.margin).field("node_clock", &self.node_clock).finish()
    }
}
