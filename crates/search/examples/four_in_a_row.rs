//! Four in a row on a board of 6 × 6: the program of the chapter "Add a game in
//! an evening" (`docs/add-a-game.md` of the repository), block by block.
#![allow(clippy::print_stdout)]
// The chapter tests the rules before it goes on.
#![allow(clippy::items_after_test_module)]

use duiyi_search::*;
use std::io::{self, BufRead};

/// The cells of the board: six rows of six, eight bits a row.
const BOARD: u64 = 0x3f3f_3f3f_3f3f;
/// The distances from a cell to the next in its row, column and diagonals.
const STEPS: [u32; 4] = [1, 8, 9, 7];

/// A position: the stones of each side, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct FourInARow {
    stones: [u64; 2],
    side: usize,
}

impl FourInARow {
    fn own(&self) -> u64 {
        self.stones[self.side]
    }

    fn theirs(&self) -> u64 {
        self.stones[self.side ^ 1]
    }

    fn free(&self) -> u64 {
        BOARD & !(self.stones[0] | self.stones[1])
    }
}

fn has_four(stones: u64) -> bool {
    STEPS.iter().any(|&step| {
        let pairs = stones & stones >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

/// The bits that are set, as moves.
fn cells(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        cell
    })
}

impl Game for FourInARow {
    type Move = u8;
    type Undo = ();

    fn side_to_move(&self) -> Side {
        Side::BOTH[self.side]
    }

    fn make(&mut self, cell: u8) {
        self.stones[self.side] |= 1 << cell;
        self.side ^= 1;
    }

    fn unmake(&mut self, cell: u8, (): ()) {
        self.side ^= 1;
        self.stones[self.side] &= !(1 << cell);
    }

    fn legal_moves(&self, moves: &mut impl Extend<u8>) {
        moves.extend(cells(self.free()));
    }

    fn is_legal(&self, cell: u8) -> bool {
        cell < 64 && self.free() >> cell & 1 == 1
    }

    fn key(&self) -> u64 {
        let mixed = self.stones[0].wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ self.stones[1].rotate_left(32);
        (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ self.side as u64
    }

    fn verdict(&self, ply: usize) -> Verdict {
        if has_four(self.theirs()) {
            Verdict::Exact(Score::mated_in(ply), Reach::Position)
        } else if self.free() == 0 {
            Verdict::Exact(Score::ZERO, Reach::Position)
        } else {
            Verdict::Open
        }
    }
}

/// For each number of stones in a window of four cells without the other side's.
const WORTH: [i32; 4] = [0, 1, 6, 30];

fn evaluate(game: &FourInARow) -> Score {
    let mut value = 0;
    for step in STEPS {
        let windows = BOARD & BOARD >> step & BOARD >> (2 * step) & BOARD >> (3 * step);
        for first in cells(windows) {
            let window: u64 = (0..4).map(|i| 1 << (first as u32 + i * step)).sum();
            let (own, theirs) = ((game.own() & window).count_ones(), (game.theirs() & window).count_ones());
            match (own, theirs) {
                (own, 0) if own < 4 => value += WORTH[own as usize],
                (0, theirs) if theirs < 4 => value -= WORTH[theirs as usize],
                _ => {}
            }
        }
    }
    Score::new(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A position after some moves that a number chooses.
    fn after(mut random: u64, moves: u32) -> FourInARow {
        let mut game = FourInARow::default();
        for _ in 0..moves {
            let list = legal_moves(&game);
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let (before, cell) = (game, list[(random >> 33) as usize % list.len()]);
            game.make(cell);
            let mut undone = game;
            undone.unmake(cell, ());
            assert_eq!(undone, before);
            if game.verdict(0) != Verdict::Open {
                return before;
            }
        }
        game
    }

    #[test]
    fn the_search_is_minimax() {
        for seed in 0..20 {
            let mut game = after(seed, 20);
            for depth in 1..=3 {
                let expected = minimax(&mut game, &mut |game| evaluate(game), depth);
                let mut searcher = Searcher::new(Stateless(evaluate));
                searcher.enhancements = Enhancements::exact();
                let mut control = LimitControl::new(Limits::depth(depth), StopHandle::new());
                let found = searcher.search(&mut game, &Table::new(1), &mut control, &mut (), |_| true);
                assert_eq!(found.score, expected, "{game:?} to depth {depth}");
            }
        }
    }

    #[test]
    fn the_search_is_told_no_contradiction() {
        let plan = kit::Plan { games: 20, ..kit::Plan::default() };
        let tally = kit::check(&FourInARow::default(), &plan).unwrap_or_else(|broken| panic!("{broken}"));
        assert!(tally.threatened > 10 && tally.passes > 100, "{tally:?}");
    }

    #[test]
    fn a_four_is_completed_and_prevented() {
        let mut game = FourInARow::default();
        for cell in [0, 40, 1, 41, 2, 42] {
            game.make(cell);
        }
        assert_eq!(candidates(&game, &()), [3]);
        game.make(20);
        assert_eq!(candidates(&game, &()), [43]);
    }
}

/// The free cells that complete a line of four.
fn winning_cells(own: u64, free: u64) -> u64 {
    let mut found = 0;
    for step in STEPS {
        let (up, down) = (own << step, own >> step);
        let (up2, down2) = (own << (2 * step), own >> (2 * step));
        found |= up & up2 & own << (3 * step) | up & up2 & down | up & down & down2 | down & down2 & own >> (3 * step);
    }
    found & free
}

impl FourInARow {
    /// What a side that is threatened can do: win itself, or take the cell.
    fn answers(&self) -> u64 {
        let wins = winning_cells(self.own(), self.free());
        if wins != 0 { wins } else { winning_cells(self.theirs(), self.free()) }
    }
}

impl Heuristics for FourInARow {
    type Insight = ();
    /// A side that is threatened looks at its answers only.
    const SELECTIVE: bool = true;

    const HISTORY_SLOTS: usize = 64;

    fn history_slot(&self, cell: u8) -> usize {
        cell as usize
    }

    fn threatened(&self) -> bool {
        winning_cells(self.theirs(), self.free()) != 0
    }

    fn extension(&self, (): &()) -> Depth {
        if self.threatened() { Depth::PLY } else { Depth::ZERO }
    }

    fn null_move(&self) -> Option<u32> {
        Some(1)
    }

    fn make_null(&mut self) {
        self.side ^= 1;
    }

    fn unmake_null(&mut self) {
        self.side ^= 1;
    }

    fn generate(&self, kind: Generation, (): &(), moves: &mut MoveSink<'_, u8>) {
        match kind {
            Generation::Noisy => {}
            Generation::Quiet => moves.extend(cells(self.free())),
            Generation::Evasions => moves.extend(cells(self.answers())),
        }
    }
}

fn show(game: &FourInARow) {
    for row in 0..6 {
        let sign = |column: usize| {
            let stone = |side: usize| game.stones[side] >> (row * 8 + column) & 1;
            ['.', 'X', 'O'][(stone(0) + 2 * stone(1)) as usize]
        };
        println!("{} {}", 6 - row, (0..6).map(sign).map(|sign| format!("{sign} ")).collect::<String>());
    }
    println!("  a b c d e f");
}

/// Reads a cell such as `c4`.
fn read_cell(text: &str) -> Option<u8> {
    let [column @ b'a'..=b'f', row @ b'1'..=b'6'] = text.trim().as_bytes() else { return None };
    Some((b'6' - row) * 8 + column - b'a')
}

fn main() {
    let self_play = std::env::args().any(|argument| argument == "--self-play");
    let (mut game, mut lines) = (FourInARow::default(), io::stdin().lock().lines());
    let (mut searcher, table) = (Searcher::new(Stateless(evaluate)), Table::new(16));
    while game.verdict(0) == Verdict::Open {
        let cell = if self_play || game.side == 1 {
            let limits = Limits::time(std::time::Duration::from_millis(500));
            let mut control = LimitControl::new(limits, StopHandle::new());
            let found = searcher.search(&mut game, &table, &mut control, &mut (), |_| true);
            println!("depth {}, {}, {} nodes", found.depth, found.score, found.statistics.nodes);
            found.best.expect("a cell is free")
        } else {
            show(&game);
            println!("Your move, such as c4:");
            let Some(Ok(line)) = lines.next() else { return };
            match read_cell(&line) {
                Some(cell) if game.is_legal(cell) => cell,
                _ => continue,
            }
        };
        game.make(cell);
    }
    show(&game);
    let drawn = !has_four(game.theirs());
    println!("{}", if drawn { "A draw." } else { ["O has won.", "X has won."][game.side] });
}
