//! Writes two tables: the Zobrist keys and the weights of the evaluation.
//!
//! The Zobrist keys are drawn at build time from a seeded xoshiro256++, so
//! that every build of a release hashes every position to the same key.

use std::{env, fmt::Write, fs, path::Path};

/// Two colours times seven kinds of piece.
const PIECES: usize = 14;
/// The 90 points of the board.
const SQUARES: usize = 90;
/// "ZMBL" as ASCII: the engine whose thesis describes this hashing.
const SEED: u64 = 0x5a4d_424c;

/// The tuned weights, one line for each feature: term, number, full board, bare board.
const TUNED: &str = "src/evaluation/tuned.txt";

/// xoshiro256++ with a state from SplitMix64 (Blackman and Vigna, 2019). Implemented here
/// so that the rules need no crate for their keys; a test compares it with `rand_xoshiro`.
struct Xoshiro256PlusPlus([u64; 4]);

impl Xoshiro256PlusPlus {
    fn seed_from_u64(mut seed: u64) -> Self {
        Self([(); 4].map(|()| {
            seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut word = (seed ^ (seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            word ^ (word >> 31)
        }))
    }

    fn next_u64(&mut self) -> u64 {
        let [a, b, c, d] = self.0;
        let drawn = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
        let (c2, d2) = (c ^ a, d ^ b);
        self.0 = [a ^ d2, b ^ c2, c2 ^ (b << 17), d2.rotate_left(45)];
        drawn
    }
}

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

/// The file of tuned weights as a table. A test compares its names with
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
