//! Training of networks; PyTorch, with `python/train_network.py`, gives the same results.

use crate::common::{printed, scratch};
use duiyi_nnue::{Features, FloatNetwork, Origin, Parameters};
use duiyi_train::network::random_network;
use duiyi_xiangqi::PieceSquares;
use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

/// Length and checksum of the file that `train_network.py` writes for the initial network: with
/// `--epochs 0` and `--provenance "a test"` in addition to the options of `tests/data/README.md`.
const WRITTEN: (usize, u64) = (81487, 0x753502951ffe02c2);

/// The provenance in the file.
const PROVENANCE: &str = "a test; train_network.py: epochs 0, batch 16384, rate 0.01, decay 0.1, result share 0.3, \
                          scale 500, seed 1; error held out 0.000000";

fn train(more: &[&str]) -> Output {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut lab = Command::new(env!("CARGO_BIN_EXE_lab"));
    lab.arg("train").args(["bin", "txt"].map(|end| data.join("network-games").with_extension(end)));
    lab.args(["--hold-out", "3"]).args(more).output().expect("starts")
}

/// The rows of a curve: epoch, training error, held-out error.
fn rows(csv: &str) -> Vec<[f64; 3]> {
    let row = |line: &str| {
        let mut fields = line.split(',').map(|field| field.parse().expect("a number"));
        std::array::from_fn(|_| fields.next().expect("three fields"))
    };
    csv.lines().skip(1).map(row).collect()
}

/// The first row is the loss of one batch for the same weights; the others depend on the same
/// gradients, steps and targets. The written file has the same error up to rounding.
#[test]
fn pytorch_computes_the_same_losses() {
    let folder = scratch("losses");
    let compare = |name: &str, more: &[&str], theirs: &str| {
        let name = folder.join(name);
        let text = name.to_str().expect("UTF-8").to_owned();
        let settings = ["--hidden", "32", "--epochs", "4", "--rate", "0.01", "--decay", "0.1", "--scale", "500"];
        printed(&train(&[&["--out", &text][..], &settings, more].concat()));
        let ours = rows(&fs::read_to_string(name.with_extension("csv")).expect("a curve"));
        let theirs = rows(theirs);
        assert_eq!(ours.len(), theirs.len());
        for (ours, theirs) in ours.iter().zip(&theirs) {
            for (one, other) in ours.iter().zip(theirs) {
                assert!((one / other - 1.0).abs() < 1e-4, "{ours:?}, PyTorch {theirs:?}");
            }
        }
        (text, theirs[3][2])
    };
    let (symmetric, _) = compare("symmetric", &["--symmetric"], include_str!("../data/network-torch-symmetric.csv"));
    let (text, trained) = compare("net", &[], include_str!("../data/network-torch.csv"));
    // A second stage begins with a network of its own kind.
    let stage = |start: &str, more: &[&str]| {
        let out = folder.join("stage");
        let start = ["--out", out.to_str().expect("UTF-8"), "--start", start, "--epochs", "1"];
        train(&[&start[..], more].concat())
    };
    printed(&stage(&format!("{symmetric}.nnue"), &["--symmetric"]));
    let refused = String::from_utf8(stage(&format!("{text}.nnue"), &["--symmetric"]).stderr).expect("UTF-8");
    assert!(refused.contains("a network that is not symmetric; expected one by lab train --symmetric"), "{refused}");
    let output = printed(&train(&["--error-of", &format!("{text}.nnue")]));
    let error: f64 = output
        .split(" on training, ")
        .nth(1)
        .and_then(|rest| rest.split(' ').next())
        .map_or(0.0, |number| number.parse().expect("a number"));
    assert!((error / trained - 1.0).abs() < 2e-3, "{output}, trained {trained}");
}

#[test]
fn pytorch_writes_the_same_file() {
    let first = random_network(PieceSquares::INPUTS, 32, PieceSquares::BUCKETS, 1);
    let origin = Origin { features: PieceSquares::NAME.to_owned(), provenance: PROVENANCE.to_owned() };
    let bytes = FloatNetwork { scale: 500.0, ..first }.quantise(origin).expect("a network").to_bytes();
    let (_, checksum) = bytes.split_last_chunk().expect("a checksum");
    assert_eq!((bytes.len(), u64::from_le_bytes(*checksum)), WRITTEN);
    assert_eq!(Parameters::from_bytes(&bytes).expect("a network").origin().provenance, PROVENANCE);
}

#[test]
fn a_training_starts_with_another_network() {
    let folder = scratch("start");
    let [first, second] = ["first", "second"].map(|name| folder.join(name).to_str().expect("UTF-8").to_owned());
    printed(&train(&["--out", &first, "--hidden", "32", "--epochs", "3", "--rate", "0.01", "--scale", "500"]));
    let start = format!("{first}.nnue");
    // Steps too small to change anything: the error and the scale are those of the first network.
    printed(&train(&["--out", &second, "--start", &start, "--epochs", "1", "--rate", "1e-9"]));
    let held_out = |name: &str| {
        let curve = rows(&fs::read_to_string(format!("{name}.csv")).expect("a curve"));
        curve.last().expect("an epoch")[2]
    };
    let (one, other) = (held_out(&first), held_out(&second));
    assert!((one / other - 1.0).abs() < 2e-3, "{one} and {other}");
    let scale = |name: &str| {
        let bytes = fs::read(format!("{name}.nnue")).expect("a network");
        Parameters::from_bytes(&bytes).expect("a network").to_float().scale
    };
    assert_eq!([scale(&first), scale(&second)], [500.0; 2]);
}

#[test]
fn a_network_for_another_game_is_refused() {
    let folder = scratch("error-of");
    let other = FloatNetwork { scale: 500.0, ..random_network(10, 32, 1, 1) };
    let origin = Origin { features: "another game".to_owned(), provenance: String::new() };
    let file = folder.join("other.nnue");
    fs::write(&file, other.quantise(origin).expect("a network").to_bytes()).expect("written");
    for (path, reason) in [(file.as_path(), "a network for another game"), (Path::new("none.nnue"), "none.nnue: ")] {
        let (path, out) = (path.to_str().expect("UTF-8"), folder.join("net"));
        for given in [&["--error-of", path][..], &["--start", path, "--out", out.to_str().expect("UTF-8")]] {
            let refused = train(given);
            let error = String::from_utf8_lossy(&refused.stderr);
            assert!(!refused.status.success() && error.contains(reason), "{error}");
        }
    }
    assert!(!train(&[]).status.success());
}
