//! Access to the groups of a game's heuristics: the game's function, or a neutral result if the
//! game does not have the group.

use crate::{Heuristics, Score};

/// The groups of a game's [`Heuristics`] as methods.
pub(crate) trait Knowledge: Heuristics {
    /// See [`Noisy::is_noisy`](crate::Noisy::is_noisy).
    #[inline(always)]
    fn is_noisy(&self, mv: Self::Move) -> bool {
        Self::NOISY.is_some_and(|noisy| (noisy.is_noisy)(self, mv))
    }

    /// See [`Noisy::gain`](crate::Noisy::gain).
    #[inline(always)]
    fn gain(&self, mv: Self::Move) -> i32 {
        Self::NOISY.map_or(0, |noisy| (noisy.gain)(self, mv))
    }

    /// See [`Noisy::value`](crate::Noisy::value).
    #[inline(always)]
    fn noisy_value(&self, mv: Self::Move) -> i32 {
        Self::NOISY.map_or(0, |noisy| (noisy.value)(self, mv))
    }

    /// See [`Noisy::balance`](crate::Noisy::balance).
    #[inline(always)]
    fn noisy_balance(&self, mv: Self::Move) -> i32 {
        Self::NOISY.map_or(0, |noisy| (noisy.balance)(self, mv))
    }

    /// See [`Noisy::exchange_at_least`](crate::Noisy::exchange_at_least).
    #[inline(always)]
    fn exchange_at_least(&self, mv: Self::Move, threshold: Score) -> bool {
        Self::NOISY.is_none_or(|noisy| (noisy.exchange_at_least)(self, mv, threshold))
    }

    /// See [`Heuristics::HISTORY`].
    #[inline(always)]
    fn history_slot(&self, mv: Self::Move) -> usize {
        (Self::HISTORY.slot)(self, mv)
    }

    /// See [`Heuristics::CONTINUATION`].
    #[inline(always)]
    fn continuation_slot(&self, mv: Self::Move) -> usize {
        (Self::CONTINUATION.slot)(self, mv)
    }

    /// See [`NullMove::strength`](crate::NullMove::strength).
    #[inline(always)]
    fn pass_strength(&self) -> Option<u32> {
        Self::NULL_MOVE.and_then(|pass| (pass.strength)(self))
    }

    /// Passes the turn in a game with passes.
    #[inline(always)]
    fn make_pass(&mut self) {
        if let Some(pass) = Self::NULL_MOVE {
            (pass.make)(self);
        }
    }

    /// Takes a pass back.
    #[inline(always)]
    fn unmake_pass(&mut self) {
        if let Some(pass) = Self::NULL_MOVE {
            (pass.unmake)(self);
        }
    }
}

impl<G: Heuristics> Knowledge for G {}
