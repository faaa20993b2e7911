//! Tic-tac-toe against a perfect opponent: a complete program with the minimal interface of the
//! search. Run it with `--self-play` to let the search play both sides.
#![allow(clippy::print_stdout)]

use duiyi_search::*;
use std::io::{self, BufRead};

/// The cells of X and of O, one bit each, and the index of the side to move.
#[derive(Clone, Default)]
struct TicTacToe([u16; 2], usize);

impl Game for TicTacToe {
    /// A cell, 0–8.
    type Move = u8;
    type Undo = ();
    fn side_to_move(&self) -> Side {
        Side::BOTH[self.1]
    }
    fn make(&mut self, cell: u8) {
        self.0[self.1] ^= 1 << cell;
        self.1 ^= 1;
    }
    fn unmake(&mut self, cell: u8, (): ()) {
        self.1 ^= 1;
        self.0[self.1] ^= 1 << cell;
    }
    fn legal_moves(&self, moves: &mut impl Extend<u8>) {
        moves.extend((0..9).filter(|&cell| self.is_legal(cell)));
    }
    fn is_legal(&self, cell: u8) -> bool {
        cell < 9 && (self.0[0] | self.0[1]) >> cell & 1 == 0
    }
    fn key(&self) -> u64 {
        (self.0[0] as u64 | (self.0[1] as u64) << 9).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
    fn verdict(&self, ply: usize) -> Verdict {
        const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
        let [before, own] = [self.0[self.1 ^ 1], self.0[self.1]];
        if LINES.iter().any(|line| before & line == *line) {
            return Verdict::Exact(Score::mated_in(ply), Reach::Position);
        }
        if before | own == 0o777 { Verdict::Exact(Score::ZERO, Reach::Position) } else { Verdict::Open }
    }
}

fn main() {
    let self_play = std::env::args().any(|argument| argument == "--self-play");
    let (mut game, mut lines) = (Plain(TicTacToe::default()), io::stdin().lock().lines());
    let (mut searcher, table) = (Searcher::new(Plain(|_: &TicTacToe| Score::ZERO)), Table::new(1));
    while game.verdict(0) == Verdict::Open {
        let cell = if self_play || game.0.1 == 1 {
            searcher.search(&game).table(&table).limits(Limits::depth(9)).run().best.expect("a cell is free")
        } else {
            println!("Your move, 1-9 from the top left:");
            let Some(Ok(line)) = lines.next() else { return };
            match line.trim().parse::<u8>().ok().and_then(|cell| cell.checked_sub(1)) {
                Some(cell) if game.is_legal(cell) => cell,
                _ => continue,
            }
        };
        game.make(cell);
        let cells = game.0.0;
        let sign = |cell: u8| [".", "X", "O"][(cells[0] >> cell & 1 | (cells[1] >> cell & 1) << 1) as usize];
        (0..3).for_each(|row| println!("{}", [0, 1, 2].map(|column| sign(row * 3 + column)).join(" ")));
        println!();
    }
    let drawn = game.verdict(0) == Verdict::Exact(Score::ZERO, Reach::Position);
    println!("{}", if drawn { "A draw." } else { ["O has won.", "X has won."][game.0.1] });
}

#[test]
fn the_game_passes_the_test_kits() {
    let plan = kit::Plan::default();
    kit::check(&Plain(TicTacToe::default()), &plan).unwrap_or_else(|broken| panic!("{broken}"));
    kit::check_search(&Plain(TicTacToe::default()), &plan, |_| Score::ZERO).unwrap_or_else(|broken| panic!("{broken}"));
}
