//! Measures look-ups of positions in random order in a book that is cached in memory.
//!
//! `cargo run --release -p duiyi-book --example lookup -- FILE`: processor time of a look-up in a
//! book of xiangqi, and of the canonical key alone, which is a part of it.
#![allow(clippy::print_stdout)]

use cpu_time::ThreadTime;
use duiyi_book::{Book, BookError, Source, walk};
use duiyi_game::Game;
use duiyi_xiangqi::Xiangqi;
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use std::{error::Error, fs, hint::black_box};

fn main() -> Result<(), Box<dyn Error>> {
    const MOST: usize = 100_000;
    let path = std::env::args().nth(1).ok_or("expected the file of a book")?;
    let start = Xiangqi::default();
    let book = Book::<Xiangqi>::from_bytes(fs::read(path)?, &start)?;
    let mut positions = Vec::new();
    let enough = walk(&book, &start, 60, |position: &Xiangqi, _| {
        positions.push(position.clone());
        if positions.len() < MOST { Ok(()) } else { Err(BookError::NoBook) }
    });
    if positions.len() < MOST {
        enough?;
    }
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    for last in (1..positions.len()).rev() {
        positions.swap(last, (random.next_u64() % (last as u64 + 1)) as usize);
    }
    let count = positions.len() as u32;
    let began = ThreadTime::now();
    for position in &positions {
        black_box(position.canonical());
    }
    let keys = began.elapsed() / count;
    let began = ThreadTime::now();
    for position in &positions {
        black_box(book.moves(position)?);
    }
    let look_ups = began.elapsed() / count;
    println!(
        "{} moves in the book; {count} positions: {look_ups:?} per look-up, including {keys:?} for the key",
        book.len()
    );
    Ok(())
}
