//! What a game says of its positions: which inputs are on, and what a move changes.

use duiyi_search::{Game, Notation, Side};

/// The most inputs that a [`Change`] switches on, and off; a larger change is a refresh.
pub const MAX_CHANGES: usize = 4;

/// What a move changes of the inputs of a view.
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
    /// So much changes that the units are summed up anew.
    #[inline]
    pub fn refresh() -> Change {
        Change { refresh: true, ..Change::default() }
    }

    /// An input that is on after the move and was off before. More than [`MAX_CHANGES`] make
    /// the change a refresh.
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

    /// An input that is off after the move and was on before; bounded likewise.
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

    /// The inputs switched on.
    #[inline]
    pub fn on(&self) -> &[u16] {
        &self.on[..usize::from(self.ons).min(MAX_CHANGES)]
    }

    /// The inputs switched off.
    #[inline]
    pub fn off(&self) -> &[u16] {
        &self.off[..usize::from(self.offs).min(MAX_CHANGES)]
    }

    /// Whether everything is summed up anew.
    #[inline]
    pub fn is_refresh(&self) -> bool {
        self.refresh
    }
}

/// The inputs of a network that judges positions of a game.
///
/// Every position is seen from both sides' views; a view is a set of inputs that are on. With
/// the sides exchanged the views should be exchanged too: the weights are common to both. The
/// test that every game can run: play at random and compare [`Features::change`] with
/// [`Features::inputs`] before and after.
pub trait Features {
    /// The game.
    type Game: Game;

    /// A name for files: another one for every other meaning of an input or bucket.
    const NAME: &'static str;

    /// How many inputs a view has, from 1 to 65,536.
    const INPUTS: usize;

    /// How many outputs there are to choose from by [`Features::bucket`], from 1 to 256.
    const BUCKETS: usize = 1;

    /// Tells every input of a view that is on, once, each below [`Features::INPUTS`].
    fn inputs(game: &Self::Game, view: Side, on: impl FnMut(u16));

    /// What a move changes that is about to be made.
    fn change(game: &Self::Game, mv: <Self::Game as Game>::Move, view: Side) -> Change;

    /// Which output judges a position, below [`Features::BUCKETS`].
    fn bucket(_game: &Self::Game) -> usize {
        0
    }
}

/// What training needs to know of a game beyond its [`Features`]: its texts, and which positions
/// are worth learning from.
pub trait Trainable: Features<Game: Notation> {
    /// Whether the evaluation alone should judge a position, without a search: nothing is
    /// attacked that must be answered first. `mv` is the move that was played in it.
    fn is_quiet(game: &Self::Game, mv: <Self::Game as Game>::Move) -> bool;

    /// The mirror image of a position, which is learnt from too; `None` where the game has none.
    fn mirrored(_game: &Self::Game) -> Option<Self::Game> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One more than there is room for, on either side alone, makes it a refresh.
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
