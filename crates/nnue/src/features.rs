//! The input features of a game: which inputs are active, and how a move changes them.

use duiyi_search::{Game, Notation, Side};

/// The maximum number of inputs that a [`Change`] activates, and deactivates; a larger change is a refresh.
pub const MAX_CHANGES: usize = 4;

/// The changes of the inputs of a view by a move.
///
/// ```
/// use duiyi_nnue::Change;
/// let mut change = Change::default();
/// change.switch_off(3);
/// change.switch_on(7);
/// assert_eq!((change.off(), change.on()), (&[3][..], &[7][..]));
/// assert!(!change.is_refresh() && Change::refresh().is_refresh());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Change {
    on: [u16; MAX_CHANGES],
    off: [u16; MAX_CHANGES],
    ons: u8,
    offs: u8,
    refresh: bool,
}

impl Change {
    /// A change that requires recomputing the accumulator.
    #[inline]
    pub fn refresh() -> Change {
        Change { refresh: true, ..Change::default() }
    }

    /// Adds an input that becomes active. More than [`MAX_CHANGES`] inputs turn the change into a
    /// refresh.
    #[inline]
    pub fn switch_on(&mut self, input: u16) {
        match self.on.get_mut(usize::from(self.ons)) {
            Some(slot) => {
                *slot = input;
                self.ons += 1;
            }
            None => self.refresh = true,
        }
    }

    /// Adds an input that becomes inactive, with the same limit.
    #[inline]
    pub fn switch_off(&mut self, input: u16) {
        match self.off.get_mut(usize::from(self.offs)) {
            Some(slot) => {
                *slot = input;
                self.offs += 1;
            }
            None => self.refresh = true,
        }
    }

    /// The activated inputs.
    #[inline]
    pub fn on(&self) -> &[u16] {
        &self.on[..usize::from(self.ons).min(MAX_CHANGES)]
    }

    /// The deactivated inputs.
    #[inline]
    pub fn off(&self) -> &[u16] {
        &self.off[..usize::from(self.offs).min(MAX_CHANGES)]
    }

    /// Whether the accumulator must be recomputed.
    #[inline]
    pub fn is_refresh(&self) -> bool {
        self.refresh
    }
}

/// The input features of a network for a game.
///
/// Every position is encoded from both sides' views; a view is a set of active inputs. If the sides
/// are swapped, the views should be swapped as well, because they share the weights. A test for
/// any game: play random moves and compare [`Features::change`] with [`Features::inputs`] before
/// and after.
pub trait Features {
    /// The game.
    type Game: Game;

    /// A name for files, which must be different for every meaning of the inputs and buckets.
    const NAME: &'static str;

    /// The number of inputs of a view, from 1 to 65,536.
    const INPUTS: usize;

    /// The maximum number of inputs of a view that are active at a time. Weights with which the sums of this number of
    /// inputs could overflow are refused, so a lower number allows larger weights.
    const MAX_ACTIVE: usize = Self::INPUTS;

    /// The number of outputs that [`Features::bucket`] selects from, from 1 to 256.
    const BUCKETS: usize = 1;

    /// Passes every active input of a view to `on` once, each below [`Features::INPUTS`].
    fn inputs(game: &Self::Game, view: Side, on: impl FnMut(u16));

    /// The changes by a move before it is made.
    fn change(game: &Self::Game, mv: <Self::Game as Game>::Move, view: Side) -> Change;

    /// The output for a position, below [`Features::BUCKETS`].
    fn bucket(_game: &Self::Game) -> usize {
        0
    }
}

/// What training needs in addition to the [`Features`] of a game: its notation, and the selection of
/// training positions.
pub trait Trainable: Features<Game: Notation> {
    /// Whether a static evaluation of the position is meaningful without a search: no threat needs
    /// an answer. `mv` is the move played in it.
    fn is_quiet(game: &Self::Game, mv: <Self::Game as Game>::Move) -> bool;

    /// The mirror image of a position as an additional sample; `None` if the game has no such symmetry.
    fn mirrored(_game: &Self::Game) -> Option<Self::Game> {
        None
    }

    /// The mirror image of an input, for networks that give a position and its [mirror image](Trainable::mirrored) the
    /// same score: each view of the mirrored position has either the images of the inputs of the same view, or the
    /// inputs themselves. `None` if the game has no such symmetry.
    fn mirrored_input(_input: u16) -> Option<u16> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One change above the limit, on either side, turns it into a refresh.
    #[test]
    fn a_change_that_is_too_large_is_a_refresh() {
        let (mut on, mut off) = (Change::default(), Change::default());
        for input in 0..MAX_CHANGES as u16 {
            on.switch_on(input);
            off.switch_off(input);
        }
        assert_eq!((on.on(), off.off()), (&[0, 1, 2, 3][..], &[0, 1, 2, 3][..]));
        assert!(!on.is_refresh() && !off.is_refresh());
        on.switch_on(9);
        off.switch_off(9);
        assert!(on.is_refresh() && off.is_refresh());
    }
}
