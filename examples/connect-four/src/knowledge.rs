//! Heuristics for the search: threats, evasions and the history table.

use crate::game::{ConnectFour, winning_cells};
use duiyi_search::{Game, Generation, Heuristics, MoveSink, Slots};

impl ConnectFour {
    /// The cells to play for a threatened side: its winning cells, otherwise those of the other side.
    fn answers(&self) -> u64 {
        let free = self.free_cells();
        let wins = winning_cells(self.own) & free;
        if wins != 0 { wins } else { winning_cells(self.theirs) & free }
    }
}

impl Heuristics for ConnectFour {
    type Insight = ();
    /// A threatened side searches its answers only.
    const SELECTIVE: bool = true;
    const HISTORY: Slots<ConnectFour> =
        Slots { count: 64, slot: |game, column| game.cell(column).trailing_zeros() as usize % 64 };

    fn threatened(&self) -> bool {
        winning_cells(self.theirs) & self.free_cells() != 0
    }

    fn generate(&self, kind: Generation, (): &(), moves: &mut MoveSink<'_, u8>) {
        match kind {
            Generation::Noisy => {}
            Generation::Quiet => self.legal_moves(moves),
            Generation::Evasions => {
                let answers = self.answers();
                moves.extend((0..7).filter(|&column| self.cell(column) & answers != 0));
            }
        }
    }
}
