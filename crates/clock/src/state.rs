//! What an engine knows when it is told to move: the clock, and the place of the move in the game.

use std::num::NonZeroU32;
use std::time::Duration;

use crate::control::{Bonus, ByoYomi};

/// A player's clock at the start of a move, as the engine sees it.
///
/// For byo-yomi, [`left`](ClockState::left) is the main time without the
/// periods; [`ClockState::available`] adds them up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClockState {
    /// Time left before this move: T_left(k−1) of the time model.
    pub left: Duration,
    /// Bonus for this move and the following ones.
    pub bonus: Bonus,
    /// Moves to make, this one included, until the next session begins; `None` in sudden death.
    pub moves_to_go: Option<NonZeroU32>,
    /// Overtime periods still to come, the current one included.
    pub byo_yomi: Option<ByoYomi>,
    /// The opponent's time left, where it is told.
    pub opponent_left: Option<Duration>,
    /// Time to keep back: a move answered after `left − overhead` may arrive late. See [`OverheadMargin`](crate::OverheadMargin).
    pub overhead: Duration,
    /// Whether the engine will also think on the opponent's time in this game.
    pub pondering: bool,
}

impl ClockState {
    /// The shortest hard limit: one millisecond, for there must be a move even on an empty clock.
    pub const LEAST: Duration = Duration::from_millis(1);

    /// All the time this move could take until the flag falls, overhead not yet
    /// taken off: time left, delay of a US clock, and all periods of byo-yomi.
    pub fn available(&self) -> Duration {
        let overtime = self.byo_yomi.map_or(Duration::ZERO, ByoYomi::total);
        self.left.saturating_add(self.bonus.grace()).saturating_add(overtime)
    }

    /// The longest budget that keeps the flag up if nothing is later than
    /// [`overhead`](ClockState::overhead): what is [available](ClockState::available)
    /// less the overhead, at least [`ClockState::LEAST`].
    ///
    /// Where the clock is down to the overhead itself no budget is safe; then
    /// this is the shortest one.
    pub fn limit(&self) -> Duration {
        self.available().saturating_sub(self.overhead).max(ClockState::LEAST)
    }

    /// The budget with both bounds brought under [`ClockState::limit`], and soft under hard.
    ///
    /// Whoever runs a strategy passes each of its budgets through this, so
    /// that no strategy can lose on time by asking for more than there is.
    pub fn cap(&self, budget: Budget) -> Budget {
        let hard = budget.hard.min(self.limit()).max(ClockState::LEAST);
        Budget { soft: budget.soft.min(hard), hard }
    }
}

/// One player's part of a `go` command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayerClock {
    /// Time left.
    pub left: Duration,
    /// Bonus per move.
    pub bonus: Bonus,
    /// Overtime periods left (USI's `byoyomi`).
    pub byo_yomi: Option<ByoYomi>,
}

/// Everything that a `go` command can say about when to stop, in whichever protocol.
///
/// Limits combine: a search stops at the first that it meets. No limit at all
/// means "until told to stop".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GoParameters {
    /// The mover's clock.
    pub own: Option<PlayerClock>,
    /// The opponent's clock.
    pub opponent: Option<PlayerClock>,
    /// Moves to the next time control, this one included.
    pub moves_to_go: Option<NonZeroU32>,
    /// Exactly this long for the move.
    pub move_time: Option<Duration>,
    /// At most this depth, in plies.
    pub depth: Option<u32>,
    /// At most this many nodes.
    pub nodes: Option<u64>,
    /// Until told to stop, whatever the clock says.
    pub infinite: bool,
    /// On the opponent's time: no clock runs until the ponder hit.
    pub ponder: bool,
}

impl GoParameters {
    /// The clock for a strategy; `None` where no clock was given, or where
    /// `infinite` or a fixed move time puts it out of force.
    pub fn clock(&self, overhead: Duration, pondering: bool) -> Option<ClockState> {
        if self.infinite || self.move_time.is_some() {
            return None;
        }
        self.own.map(|own| ClockState {
            left: own.left,
            bonus: own.bonus,
            moves_to_go: self.moves_to_go,
            byo_yomi: own.byo_yomi,
            opponent_left: self.opponent.map(|o| o.left),
            overhead,
            pondering,
        })
    }
}

/// The stage of a game, for what depends on it: speed, branching, length of what remains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Phase {
    /// Opening (开局).
    Opening,
    /// Middle game (中局).
    #[default]
    Middlegame,
    /// Endgame (残局).
    Endgame,
}

impl Phase {
    /// All phases in the order of a game.
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Middlegame, Phase::Endgame];
}

/// What the caller knows about the position before it searches.
///
/// Every field has a neutral default; a caller fills in what it knows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MoveContext {
    /// Half-moves played since the start of the game.
    pub ply: u32,
    /// Number of legal moves, where it was counted.
    pub legal_moves: Option<u32>,
    /// Material on the board as a share of the starting material, kings left
    /// out: 1 at the start, 0 for bare kings. `None` where the game has no such thing.
    pub material: Option<f32>,
    /// Stage of the game.
    pub phase: Phase,
    /// The opponent's last move took a protected piece and can be answered by
    /// taking back, with no other capture nearly as good: see [`is_forced_recapture`](crate::is_forced_recapture).
    pub forced_recapture: bool,
    /// The position has come back, the opponent loses by his perpetual check or
    /// chase (长将、长捉) unless he changes, and the answer of the last time is
    /// still there: there is nothing to think about.
    pub known_repetition: bool,
    /// A mate for or against the mover was proved by the last search, and the game has followed its line.
    pub known_mate: bool,
    /// The reply that the last search expected was played.
    pub expected_reply: bool,
}

impl MoveContext {
    /// Moves that the mover has already made.
    pub fn own_moves(&self) -> u32 {
        self.ply / 2
    }

    /// Whether there is exactly one legal move.
    pub fn single_reply(&self) -> bool {
        self.legal_moves == Some(1)
    }
}

/// How long a move may take, counted from the start of its clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// The aim: expected time E_t. No new iteration should begin after it.
    pub soft: Duration,
    /// The limit: M_t. The search is broken off when it is reached.
    pub hard: Duration,
}

impl Budget {
    /// A budget whose soft bound is at most its hard bound.
    pub fn new(soft: Duration, hard: Duration) -> Budget {
        Budget { soft: soft.min(hard), hard }
    }

    /// Both bounds the same.
    pub fn exactly(time: Duration) -> Budget {
        Budget { soft: time, hard: time }
    }
}
