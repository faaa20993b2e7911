//! A test game: 24 lamps in a row; some moves switch several.

use duiyi_nnue::{Change, Features};
use duiyi_search::{Game, Side, Verdict};

/// Which lamps are on, who is to move, and the lamp from which both sides count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lamps {
    pub(crate) on: u32,
    pub(crate) second: bool,
    pub(crate) turned: bool,
}

/// The number of lamps.
pub(crate) const LAMPS: u8 = 24;

impl Game for Lamps {
    /// Below 24: switches a lamp; below 48: switches that lamp and the next four; 48 reverses the row,
    /// as seen by the first side.
    type Move = u8;
    type Undo = Lamps;
    const PATH_MATTERS: bool = false;

    fn side_to_move(&self) -> Side {
        if self.second { Side::Second } else { Side::First }
    }

    fn legal_moves(&self, moves: &mut impl Extend<u8>) {
        moves.extend(0..=2 * LAMPS);
    }

    fn is_legal(&self, mv: u8) -> bool {
        mv <= 2 * LAMPS
    }

    fn make(&mut self, mv: u8) -> Lamps {
        let before = *self;
        self.second = !self.second;
        self.on ^= switched(mv);
        self.turned ^= mv == 2 * LAMPS;
        before
    }

    fn unmake(&mut self, _mv: u8, undo: Lamps) {
        *self = undo;
    }

    fn key(&self) -> u64 {
        u64::from(self.on) << 2 | u64::from(self.second) << 1 | u64::from(self.turned)
    }

    fn verdict(&self, _ply: usize) -> Verdict {
        Verdict::Open
    }
}

fn switched(mv: u8) -> u32 {
    match mv {
        0..LAMPS => 1 << mv,
        LAMPS..48 => (0..5).fold(0, |lamps, next| lamps | 1 << ((mv + next) % LAMPS)),
        _ => 0,
    }
}

/// An input for each lamp and state; the second side counts from the other end.
pub(crate) struct Row;

fn input(game: &Lamps, view: Side, lamp: u8, on: bool) -> u16 {
    let turned = view == Side::Second || game.turned;
    let place = if turned { LAMPS - 1 - lamp } else { lamp };
    u16::from(place) + if on { u16::from(LAMPS) } else { 0 }
}

impl Features for Row {
    type Game = Lamps;
    const NAME: &'static str = "lamps";
    const INPUTS: usize = 2 * LAMPS as usize;
    const BUCKETS: usize = 3;

    fn inputs(game: &Lamps, view: Side, on: impl FnMut(u16)) {
        (0..LAMPS).map(|lamp| input(game, view, lamp, game.on >> lamp & 1 == 1)).for_each(on);
    }

    fn change(game: &Lamps, mv: u8, view: Side) -> Change {
        if mv == 2 * LAMPS && view == Side::First {
            return Change::refresh();
        }
        let mut change = Change::default();
        for lamp in (0..LAMPS).filter(|lamp| switched(mv) >> lamp & 1 == 1) {
            let on = game.on >> lamp & 1 == 1;
            change.switch_on(input(game, view, lamp, !on));
            change.switch_off(input(game, view, lamp, on));
        }
        change
    }

    fn bucket(game: &Lamps) -> usize {
        game.on.count_ones() as usize / 9
    }
}
