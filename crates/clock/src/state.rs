//! The input of a strategy at the start of a move: the clock, and the context of the move in the game.

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
    /// The moves until the next session begins, including this one; `None` in sudden death.
    pub moves_to_go: Option<NonZeroU32>,
    /// The remaining overtime periods, including the current one.
    pub byo_yomi: Option<ByoYomi>,
    /// The opponent's time left, if it is sent.
    pub opponent_left: Option<Duration>,
    /// The time to reserve: an answer after `left − overhead` may arrive late. See [`OverheadMargin`](crate::OverheadMargin).
    pub overhead: Duration,
    /// Whether the engine will also think on the opponent's time in this game.
    pub pondering: bool,
}

impl ClockState {
    /// The shortest hard limit: one millisecond, since there must be a move even on an empty clock.
    pub const LEAST: Duration = Duration::from_millis(1);

    /// The time this move could take until the flag falls, before subtracting the
    /// overhead: time left, delay of a US clock, and all periods of byo-yomi.
    pub fn available(&self) -> Duration {
        let overtime = self.byo_yomi.map_or(Duration::ZERO, ByoYomi::total);
        self.left.saturating_add(self.bonus.grace()).saturating_add(overtime)
    }

    /// The longest budget that does not lose on time if the lag is at most
    /// [`overhead`](ClockState::overhead): the [available](ClockState::available) time
    /// minus the overhead, at least [`ClockState::LEAST`].
    ///
    /// If the clock is down to the overhead, no budget is safe, and this is the
    /// shortest one.
    pub fn limit(&self) -> Duration {
        self.available().saturating_sub(self.overhead).max(ClockState::LEAST)
    }

    /// Limits both bounds of a budget to [`ClockState::limit`], and the soft bound to the hard one.
    ///
    /// Callers of a strategy apply this to each of its budgets, so that no
    /// strategy can lose on time by a budget above the time left.
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

/// All limits of a `go` command, for all protocols.
///
/// Limits combine: a search stops at the first that it reaches. Without any
/// limit it runs until it is stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GoParameters {
    /// The mover's clock.
    pub own: Option<PlayerClock>,
    /// The opponent's clock.
    pub opponent: Option<PlayerClock>,
    /// The moves to the next time control, including this one.
    pub moves_to_go: Option<NonZeroU32>,
    /// A fixed time for the move.
    pub move_time: Option<Duration>,
    /// The maximum depth, in plies.
    pub depth: Option<u32>,
    /// The maximum number of nodes.
    pub nodes: Option<u64>,
    /// No iteration begins after this number of nodes.
    pub soft_nodes: Option<u64>,
    /// Search until a stop, regardless of the clock.
    pub infinite: bool,
    /// Search on the opponent's time: the clock does not run until the ponder hit.
    pub ponder: bool,
}

impl GoParameters {
    /// The clock for a strategy; `None` if no clock was given, or if `infinite`
    /// or a fixed move time overrides it.
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

/// The phase of a game, on which speed, branching and remaining length depend.
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

/// The caller's information about the position before the search.
///
/// Every field has a neutral default.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MoveContext {
    /// Half-moves played since the start of the game.
    pub ply: u32,
    /// The number of legal moves, if it was counted.
    pub legal_moves: Option<u32>,
    /// The material on the board as a share of the starting material, without kings:
    /// 1 at the start, 0 for bare kings. `None` if the game has no material.
    pub material: Option<f32>,
    /// Stage of the game.
    pub phase: Phase,
    /// The opponent's last move captured a protected piece and can be answered by a
    /// recapture, with no other capture nearly as good: see [`is_forced_recapture`](crate::is_forced_recapture).
    pub forced_recapture: bool,
    /// The position is repeated, the opponent loses by perpetual check or chase
    /// (长将、长捉) unless it deviates, and the previous answer is known: no search is
    /// needed.
    pub known_repetition: bool,
    /// A mate for or against the mover was proved by the last search, and the game has followed its line.
    pub known_mate: bool,
    /// The reply that the last search expected was played.
    pub expected_reply: bool,
}

impl MoveContext {
    /// The number of moves that the mover has already made.
    pub fn own_moves(&self) -> u32 {
        self.ply / 2
    }

    /// Whether there is exactly one legal move.
    pub fn single_reply(&self) -> bool {
        self.legal_moves == Some(1)
    }
}

/// The time budget of a move, counted from the start of its clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// The aim: expected time E_t. No new iteration should begin after it.
    pub soft: Duration,
    /// The limit: M_t. The search is stopped when it is reached.
    pub hard: Duration,
}

impl Budget {
    /// A budget whose soft bound is at most its hard bound.
    pub fn new(soft: Duration, hard: Duration) -> Budget {
        Budget { soft: soft.min(hard), hard }
    }

    /// A budget with equal bounds.
    pub fn exactly(time: Duration) -> Budget {
        Budget { soft: time, hard: time }
    }
}
