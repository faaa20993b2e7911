//! Valid inputs of each target, from the data of the repository and from games drawn at random.

mod connect6;
mod files;
mod xiangqi;

pub use files::{book, elephant_eye, learned, network, records, table, tuning_state};
pub use xiangqi::{cbf, ccbridge, games, wxf, xqf};

use crate::mutation::{Random, mutate};
use crate::packed::MAX_BYTES;
use std::{collections::BTreeSet, fs, path::PathBuf};

/// The number of inputs that [`corpus`] returns.
pub const INPUTS: usize = 240;

/// A file of the repository.
fn data(path: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The inputs with names in `fuzz/corpus`, sorted by their names.
fn named(target: &str) -> Vec<Vec<u8>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../corpus").join(target);
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths.iter().filter_map(|path| fs::read(path).ok()).collect()
}

/// The valid inputs of a target, not only small ones.
pub fn seeds(target: &str) -> Vec<Vec<u8>> {
    let mut random = Random::new(target.bytes().map(u64::from).sum());
    let random = &mut random;
    let mut seeds = named(target);
    seeds.extend(match target {
        "fen" => xiangqi::fens(random),
        "moves" => xiangqi::moves(random),
        "notation" => xiangqi::notations(random),
        "pgn" => xiangqi::pgn(random),
        "dhtmlxq" => xiangqi::dhtmlxq(random),
        "xqf" => xqf(),
        "wxf" => wxf(),
        "ccbridge" => [ccbridge(), cbf()].concat(),
        "reader" => xiangqi::collections(random),
        "position_walk" => arbitrary(random, 120),
        "session" => arbitrary(random, 8),
        "connect6_solver" => arbitrary(random, 24),
        "table" => arbitrary(random, 400),
        "book" => [vec![book()], vec![elephant_eye()], files::book_texts(random)].concat(),
        "endgame_file" => [arbitrary(random, 60), files::endgame_names()].concat(),
        "game_records" => records(),
        "genetic_files" => files::individuals(random),
        "network_file" => [arbitrary(random, 200), vec![network()]].concat(),
        "table_file" => (0..24).map(table).collect(),
        "connect6_ccgc" => connect6::ccgc(),
        "connect6_notation" => connect6::lines(),
        "connect6_problems" => connect6::problems(),
        "connect6_protocol" => connect6::sessions(random),
        "connect6_sgf" => connect6::sgf(),
        "connect6_weights" => connect6::weights(random),
        _ => Vec::new(),
    });
    seeds
}

/// Sixty inputs of at most `most` bytes, for targets whose bytes are choices.
fn arbitrary(random: &mut Random, most: usize) -> Vec<Vec<u8>> {
    let one = |random: &mut Random| {
        let count = 1 + random.below(most);
        random.bytes(count)
    };
    (0..60).map(|_| one(random)).collect()
}

/// [`INPUTS`] small inputs of a target, the same for the same data: the valid ones, half of them at most, and
/// mutations of them.
pub fn corpus(target: &str) -> Vec<Vec<u8>> {
    let mut random = Random::new(7);
    // Sessions take long.
    let most = match target {
        "session" => 8,
        "position_walk" => 120,
        "xqf" => 1600,
        "ccbridge" => 2600,
        _ => 700,
    };
    let seeds = seeds(target);
    let small: Vec<Vec<u8>> = seeds.into_iter().filter(|seed| seed.len() <= most.max(1100)).collect();
    let mut inputs: BTreeSet<Vec<u8>> = BTreeSet::new();
    while inputs.len() < (INPUTS / 2).min(small.len()) && random.below(1000) > 0 {
        inputs.insert(random.choice(&small).clone());
    }
    while inputs.len() < INPUTS {
        let mut input = mutate(random.choice::<Vec<u8>>(&small), &small, &mut random);
        input.truncate(most.min(MAX_BYTES));
        inputs.insert(input);
    }
    inputs.into_iter().collect()
}
