//! The inputs of a network for Connect Four.

use crate::ConnectFour;
use duiyi_nnue::{Change, Features, Trainable};
use duiyi_search::{Diagram, Game, Grid, Side, Square};

/// An input for each stone, and for each free cell on which a side would complete four in a row; those of
/// the perspective's own side come first. There is a bucket for every seven stones.
pub struct Stones;

/// The stones of both sides as bit boards with seven bits per column.
fn stones(game: &ConnectFour) -> [u64; 2] {
    let mut stones = [0; 2];
    for (column, row) in (0..7).flat_map(|column| (0..6).map(move |row| (column, row))) {
        if let Some(owner) = game.owner(Square { column, row }) {
            stones[owner.index()] |= 1 << (7 * column + row);
        }
    }
    stones
}

/// The cells that would complete a line of four.
fn winning(stones: u64) -> u64 {
    let mut cells = stones << 1 & stones << 2 & stones << 3;
    for step in [6, 7, 8] {
        let (above, below) = (stones << step & stones << (2 * step), stones >> step & stones >> (2 * step));
        cells |= above & (stones << (3 * step) | stones >> step) | below & (stones >> (3 * step) | stones << step);
    }
    cells & 0x0000_fdfb_f7ef_dfbf
}

/// The active inputs of a perspective: own stones, the other's, own winning cells, the other's.
fn view(stones: [u64; 2], view: Side) -> [u64; 4] {
    let [own, other] = [stones[view.index()], stones[(!view).index()]];
    let free = !(own | other);
    [own, other, winning(own) & free, winning(other) & free]
}

/// The indices of the active inputs.
fn inputs(sets: [u64; 4]) -> impl Iterator<Item = u16> {
    sets.into_iter()
        .zip([0, 49, 98, 147])
        .flat_map(|(set, first)| (0..49).filter(move |cell| set >> cell & 1 == 1).map(move |cell| first + cell))
}

impl Features for Stones {
    type Game = ConnectFour;
    const NAME: &'static str = "connect-four stones and winning cells";
    const INPUTS: usize = 4 * 49;
    const BUCKETS: usize = 6;

    fn inputs(game: &ConnectFour, side: Side, on: impl FnMut(u16)) {
        inputs(view(stones(game), side)).for_each(on);
    }

    fn change(game: &ConnectFour, column: u8, side: Side) -> Change {
        let before = stones(game);
        let mut after = before;
        for Square { column, row } in game.squares(column) {
            after[game.side_to_move().index()] |= 1 << (7 * column + row);
        }
        let (before, after) = (view(before, side), view(after, side));
        let mut change = Change::default();
        inputs(std::array::from_fn(|set| after[set] & !before[set])).for_each(|input| change.switch_on(input));
        inputs(std::array::from_fn(|set| before[set] & !after[set])).for_each(|input| change.switch_off(input));
        change
    }

    fn bucket(game: &ConnectFour) -> usize {
        (stones(game).map(u64::count_ones).iter().sum::<u32>() as usize / 7).min(5)
    }
}

impl Trainable for Stones {
    /// Every position is used: the records have no scores for forced wins.
    fn is_quiet(_game: &ConnectFour, _column: u8) -> bool {
        true
    }
}
