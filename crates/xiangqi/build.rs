//! Writes two tables: the Zobrist keys and the weights of the evaluation.
//!
//! Draws the Zobrist keys once, at build time, from a seeded xoshiro256++, so
//! that every build of a release hashes every position to the same key.

use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use std::{env, fmt::Write, fs, path::Path};

/// Two colours times seven kinds of piece.
const PIECES: usize = 14;
/// The 90 points of the board.
const SQUARES: usize = 90;
/// "ZMBL" read as ASCII: the engine whose thesis describes this hashing.
const SEED: u64 = 0x5a4d_424c;

/// The tuned weights, a line a feature: term, number, full board, bare board.
const TUNED: &str = "src/evaluation/tuned.txt";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(SEED);
    let mut text = String::new();
    writeln!(text, "/// Key of a piece (by its index) on a square.").unwrap();
    writeln!(text, "static PIECE_KEYS: [[u64; {SQUARES}]; {PIECES}] = [").unwrap();
    for _ in 0..PIECES {
        writeln!(text, "[").unwrap();
        for _ in 0..SQUARES {
            write!(text, "{:#x},", rng.next_u64()).unwrap();
        }
        writeln!(text, "],").unwrap();
    }
    writeln!(text, "];").unwrap();
    writeln!(text, "/// Key that is present when Black is to move.").unwrap();
    writeln!(text, "pub const BLACK_TO_MOVE_KEY: u64 = {:#x};", rng.next_u64()).unwrap();
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR for build scripts");
    fs::write(Path::new(&out).join("zobrist_keys.rs"), text).expect("OUT_DIR is writable");
    fs::write(Path::new(&out).join("tuned_weights.rs"), weights()).expect("OUT_DIR is writable");
}

/// The file of tuned weights as a table. A test compares the names in it with
/// the terms of the evaluation.
fn weights() -> String {
    println!("cargo::rerun-if-changed={TUNED}");
    let file = fs::read_to_string(TUNED).expect("the weights are beside the sources");
    let lines = file.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let pairs: Vec<String> = lines
        .map(|line| {
            let mut words = line.rsplitn(3, ' ').map(|word| word.parse::<i16>());
            let (bare, full) = (words.next().expect("bare"), words.next().expect("full"));
            format!("({}, {}),", full.expect("a number"), bare.expect("a number"))
        })
        .collect();
    let mut text = String::from("/// For the full board and the bare one, in the order of the terms.\n");
    writeln!(text, "static TUNED_VALUES: &[(i32, i32)] = &[{}];", pairs.concat()).unwrap();
    text
}
