//! Connect Four on bitboards: an evaluation, a time limit, statistics, and a
//! solver that finds what a position is worth with best play.
//!
//! ```text
//! connect_four                    play against it, one second a move
//! connect_four --self-play        watch it play itself
//! connect_four --solve 44444      solve the position after these columns
//! ```
//!
//! What it shows beyond tic-tac-toe: generation that leaves out what loses at
//! once, noisy moves, slots for the history table, one table key for a position
//! and its mirror image, an evaluation, and the two sets of switches for playing
//! and for solving.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use clap::Parser;
use duiyi_search::*;
use std::{
    fmt,
    io::{self, BufRead},
    time::Duration,
};

/// Seven columns of six cells, each with one bit more above it that stays empty.
const HEIGHT: usize = 6;
const COLUMN: u64 = (1 << HEIGHT) - 1;
const BOTTOM: u64 = 0x0000_0408_1020_4081 | 1 << 42;
const BOARD: u64 = BOTTOM * COLUMN;
/// The odd rows (first, third, fifth), where the first player's threats last.
const ODD_ROWS: u64 = BOTTOM * 0b010101;
const CELLS: u32 = 42;

/// A position of Connect Four.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct ConnectFour {
    /// The stones of each side.
    stones: [u64; 2],
    /// The same, left and right exchanged.
    mirrored: [u64; 2],
    /// How many stones there are.
    count: u32,
}

impl ConnectFour {
    fn side(&self) -> usize {
        self.count as usize % 2
    }

    fn own(&self) -> u64 {
        self.stones[self.side()]
    }

    fn theirs(&self) -> u64 {
        self.stones[self.side() ^ 1]
    }

    fn occupied(&self) -> u64 {
        self.stones[0] | self.stones[1]
    }

    /// The cell that a stone reaches in each column that is not full.
    fn reachable(&self) -> u64 {
        (self.occupied() + BOTTOM) & BOARD
    }

    /// The cell that a stone in this column reaches; none if it is full.
    fn cell(&self, column: u8) -> u64 {
        self.reachable() & COLUMN << (column as usize * (HEIGHT + 1))
    }

    /// The moves worth a thought: the winning one, or the one that keeps the
    /// other side from winning, or all that do not make its winning cell
    /// reachable; and if every move loses, one of them.
    fn candidates(&self) -> u64 {
        let reachable = self.reachable();
        let first = |cells: u64| cells & cells.wrapping_neg();
        let wins = winning_cells(self.own(), self.theirs()) & reachable;
        if wins != 0 {
            return first(wins);
        }
        let threats = winning_cells(self.theirs(), self.own());
        if threats & reachable != 0 {
            return first(threats & reachable);
        }
        let safe = reachable & !(threats >> 1);
        if safe != 0 { safe } else { first(reachable) }
    }

    fn key_of(stones: [u64; 2], side: usize) -> u64 {
        // The side's stones and, above each column, a mark of its height: no two positions share it.
        stones[side] + (stones[0] | stones[1]) + BOTTOM
    }
}

/// Whether four stones stand in a line.
fn has_four(stones: u64) -> bool {
    [1, HEIGHT, HEIGHT + 1, HEIGHT + 2].iter().any(|step| {
        let pairs = stones & stones >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

/// The empty cells that would complete a line of four, reachable or not.
fn winning_cells(own: u64, theirs: u64) -> u64 {
    // Vertical: three below.
    let mut cells = own << 1 & own << 2 & own << 3;
    for step in [HEIGHT, HEIGHT + 1, HEIGHT + 2] {
        let pair = own << step & own << (2 * step);
        cells |= pair & own << (3 * step) | pair & own >> step;
        let pair = own >> step & own >> (2 * step);
        cells |= pair & own >> (3 * step) | pair & own << step;
    }
    cells & BOARD & !(own | theirs)
}

impl Game for ConnectFour {
    /// A column, 0-6.
    type Move = u8;
    type Undo = ();

    fn side_to_move(&self) -> Side {
        Side::BOTH[self.side()]
    }

    fn make(&mut self, column: u8) {
        let side = self.side();
        let cell = self.cell(column);
        self.stones[side] |= cell;
        // The cell as high, in the column as far from the other edge.
        let shift = (6 - 2 * column as i32) * (HEIGHT as i32 + 1);
        self.mirrored[side] |= if shift >= 0 { cell << shift } else { cell >> -shift };
        self.count += 1;
    }

    fn unmake(&mut self, column: u8, (): ()) {
        self.count -= 1;
        let side = self.side();
        // The highest stone of the column: below the lowest free cell, which may be the bit above the board.
        let top = |stones: u64, column: u8| {
            let shift = column as usize * (HEIGHT + 1);
            ((stones + (1 << shift)) & (COLUMN << 1 | 1) << shift) >> 1
        };
        let (cell, image) = (top(self.occupied(), column), top(self.mirrored[0] | self.mirrored[1], 6 - column));
        self.stones[side] &= !cell;
        self.mirrored[side] &= !image;
    }

    fn legal_moves(&self, moves: &mut impl Extend<u8>) {
        moves.extend([3, 2, 4, 1, 5, 0, 6].into_iter().filter(|&column| self.is_legal(column)));
    }

    fn is_legal(&self, column: u8) -> bool {
        column < 7 && self.cell(column) != 0 && !has_four(self.theirs())
    }

    fn key(&self) -> u64 {
        ConnectFour::key_of(self.stones, self.side())
    }

    fn verdict(&self, ply: usize) -> Verdict {
        if has_four(self.theirs()) {
            Verdict::Exact(Score::mated_in(ply), Reach::Position)
        } else if self.count == CELLS {
            Verdict::Exact(Score::ZERO, Reach::Position)
        } else {
            Verdict::Open
        }
    }
}

impl Heuristics for ConnectFour {
    type Insight = ();
    const HAS_NOISY: bool = true;
    const SELECTIVE: bool = true;

    /// The cells.
    const HISTORY_SLOTS: usize = 64;

    /// How many cells the mover threatens to win on after the move, if that is more than before.
    fn gain(&self, column: u8) -> i32 {
        let (own, theirs) = (self.own(), self.theirs());
        let after = winning_cells(own | self.cell(column), theirs).count_ones();
        after as i32 - (winning_cells(own, theirs) & !self.cell(column)).count_ones() as i32
    }

    fn is_noisy(&self, column: u8) -> bool {
        self.gain(column) > 0
    }

    fn history_slot(&self, column: u8) -> usize {
        self.cell(column).trailing_zeros() as usize % 64
    }

    /// Moves that threaten to win are noisy; the middle comes first.
    fn generate(&self, kind: Generation, (): &(), moves: &mut MoveSink<'_, u8>) {
        let candidates = self.candidates();
        for column in [3, 2, 4, 1, 5, 0, 6] {
            if candidates & self.cell(column) != 0
                && (kind == Generation::Evasions || self.is_noisy(column) == (kind == Generation::Noisy))
            {
                moves.push(column);
            }
        }
    }

    /// The same for a position and its mirror image.
    fn table_key(&self) -> u64 {
        let side = self.side();
        let key = ConnectFour::key_of(self.stones, side).min(ConnectFour::key_of(self.mirrored, side));
        key.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn canonical_move(&self, column: u8) -> u8 {
        let side = self.side();
        let is_image = ConnectFour::key_of(self.mirrored, side) < ConnectFour::key_of(self.stones, side);
        if is_image { 6 - column } else { column }
    }

    fn actual_move(&self, column: u8) -> u8 {
        if column < 7 { self.canonical_move(column) } else { column }
    }
}

/// Cells to win on, more for those on the rows that fall to the side at the end, and the middle.
fn evaluate(game: &ConnectFour) -> Score {
    let value = |side: usize| {
        let (own, theirs) = (game.stones[side], game.stones[side ^ 1]);
        let threats = winning_cells(own, theirs);
        let lasting = threats & if side == 0 { ODD_ROWS } else { !ODD_ROWS };
        let middle = own & COLUMN << (3 * (HEIGHT + 1));
        10 * threats.count_ones() as i32 + 10 * lasting.count_ones() as i32 + 2 * middle.count_ones() as i32
    };
    let side = game.side();
    Score::new(value(side) - value(side ^ 1))
}

impl fmt::Display for ConnectFour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..HEIGHT).rev() {
            for column in 0..7 {
                let at = |stones: u64| stones >> (column * (HEIGHT + 1) + row) & 1 == 1;
                let sign = if at(self.stones[0]) { "X" } else { if at(self.stones[1]) { "O" } else { "." } };
                write!(f, "{sign} ")?;
            }
            writeln!(f)?;
        }
        write!(f, "1 2 3 4 5 6 7")
    }
}

#[derive(Parser)]
#[command(about = "Connect Four")]
struct Arguments {
    /// The search plays both sides.
    #[arg(long)]
    self_play: bool,
    /// Columns from 1 to 7 played already, such as 4453.
    #[arg(default_value = "")]
    moves: String,
    /// Find the value of the position with best play; may take long early in the game.
    #[arg(long)]
    solve: bool,
    /// Milliseconds for a move.
    #[arg(long, default_value_t = 1000)]
    time: u64,
    /// The table in MiB.
    #[arg(long, default_value_t = 64)]
    hash: usize,
}

/// The column that a text names, if a stone can be put there.
fn read_column(game: &ConnectFour, text: &str) -> Result<u8, String> {
    let column = text.trim().parse::<u8>().ok().filter(|column| (1..=7).contains(column));
    let column = column.ok_or_else(|| format!("'{}' is no column from 1 to 7", text.trim()))? - 1;
    if game.cell(column) == 0 { Err(format!("column {} is full", column + 1)) } else { Ok(column) }
}

/// Tells each iteration.
struct Teller;

impl Observer<u8> for Teller {
    fn progress(&mut self, report: &Report<'_, u8>) {
        let line: String = report.pv.iter().map(|column| (column + b'1') as char).collect();
        let (depth, score, nodes) = (report.depth, report.score, report.nodes);
        println!("depth {depth:>2}  {score:>8}  {nodes:>11} nodes  {:>7} ms  {line}", report.elapsed.as_millis());
    }
}

fn main() -> std::process::ExitCode {
    match run() {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            std::process::ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let arguments = Arguments::parse();
    let mut game = ConnectFour::default();
    for column in arguments.moves.split("").filter(|text| !text.is_empty()) {
        if game.verdict(0) != Verdict::Open {
            return Err("the game is over before the last of the moves".to_owned());
        }
        game.make(read_column(&game, column)?);
    }
    let table = Table::new(arguments.hash);
    let mut searcher = Searcher::new(Stateless(evaluate));
    if arguments.solve {
        // Only what leaves the value as it is; a deeper entry of the table knows no less.
        searcher.enhancements = Enhancements::exact();
        searcher.enhancements.exact_table = false;
        println!("{game}");
        let mut control = LimitControl::new(Limits::depth(CELLS - game.count), StopHandle::new());
        let found = searcher.search(&mut game, &table, &mut control, &mut Teller, |_| true);
        println!("{}, found in {:.1?}\n\n{}", found.score, found.elapsed, found.statistics);
        return Ok(());
    }
    let mut lines = io::stdin().lock().lines();
    while game.verdict(0) == Verdict::Open {
        println!("{game}");
        let column = if arguments.self_play || game.side() == 1 {
            let limits = Limits::time(Duration::from_millis(arguments.time));
            let mut control = LimitControl::new(limits, StopHandle::new());
            let found = searcher.search(&mut game, &table, &mut control, &mut (), |_| true);
            println!("depth {}, {}, {} nodes", found.depth, found.score, found.statistics.nodes);
            found.best.ok_or("there is no move")?
        } else {
            println!("Your column:");
            let Some(Ok(line)) = lines.next() else { return Ok(()) };
            match read_column(&game, &line) {
                Ok(column) => column,
                Err(reason) => {
                    println!("{reason}");
                    continue;
                }
            }
        };
        game.make(column);
    }
    let drawn = game.verdict(0) == Verdict::Exact(Score::ZERO, Reach::Position);
    println!("{game}\n{}", if drawn { "A draw." } else { ["O has won.", "X has won."][game.side()] });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(moves: &str) -> ConnectFour {
        let mut game = ConnectFour::default();
        for column in moves.bytes() {
            game.make(column - b'1');
        }
        game
    }

    fn solve(mut game: ConnectFour) -> SearchResult<u8> {
        let mut searcher = Searcher::new(Stateless(evaluate));
        searcher.enhancements = Enhancements::exact();
        searcher.enhancements.exact_table = false;
        let mut control = LimitControl::new(Limits::depth(CELLS - game.count), StopHandle::new());
        searcher.search(&mut game, &Table::new(16), &mut control, &mut (), |_| true)
    }

    /// Plays by a simple sequence of numbers and takes everything back again.
    #[test]
    fn what_is_made_is_unmade_and_mirror_images_share_a_key() {
        let mut random = 1_u64;
        for _ in 0..200 {
            let (mut game, mut image) = (ConnectFour::default(), ConnectFour::default());
            let mut path = vec![];
            while game.verdict(0) == Verdict::Open {
                let moves = legal_moves(&game);
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let column = moves[(random >> 33) as usize % moves.len()];
                path.push((game, column));
                game.make(column);
                image.make(6 - column);
                assert_eq!(game.table_key(), image.table_key());
                assert_eq!(game.mirrored, image.stones);
                // A move put in by one comes out for the other as the other's.
                assert_eq!(image.actual_move(game.canonical_move(2)), if game == image { 2 } else { 4 });
            }
            for (before, column) in path.into_iter().rev() {
                game.unmake(column, ());
                assert_eq!(game, before);
            }
        }
    }

    #[test]
    fn the_search_is_told_no_contradiction() {
        let plan = kit::Plan { games: 40, ..kit::Plan::default() };
        let tally = kit::check(&ConnectFour::default(), &plan).unwrap_or_else(|broken| panic!("{broken}"));
        assert!(tally.noisy > 300 && tally.met_again > 30, "{tally:?}");
        kit::check_search(&ConnectFour::default(), &plan, evaluate).unwrap_or_else(|broken| panic!("{broken}"));
    }

    #[test]
    fn an_exact_search_is_minimax() {
        for moves in ["", "44", "4444", "3536", "121212", "44453335"] {
            for depth in 1..=6 {
                let mut game = after(moves);
                let expected = minimax(&mut game, &mut |game| evaluate(game), depth);
                let mut searcher = Searcher::new(Stateless(evaluate));
                searcher.enhancements = Enhancements::exact();
                let mut control = LimitControl::new(Limits::depth(depth), StopHandle::new());
                let found = searcher.search(&mut game, &Table::new(1), &mut control, &mut (), |_| true);
                assert_eq!(found.score, expected, "{moves} to depth {depth}");
            }
        }
    }

    /// Solved from the table and by ordering, and by trying everything.
    #[test]
    fn late_positions_are_solved() {
        let mut random = 7_u64;
        let mut decided = 0;
        for _ in 0..40 {
            let mut game = ConnectFour::default();
            while game.count < 30 && game.verdict(0) == Verdict::Open {
                let moves = legal_moves(&game);
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                game.make(moves[(random >> 33) as usize % moves.len()]);
            }
            if game.verdict(0) == Verdict::Open {
                let expected = minimax(&mut game.clone(), &mut |game| evaluate(game), CELLS - game.count);
                assert_eq!(solve(game).score, expected);
                decided += expected.is_decisive() as u32;
            }
        }
        assert!(decided > 5);
    }
}
