//! Games that only have a kit: Connect Four, Breakthrough, gomoku.

use crate::common::{Folder, refusal, succeeds};
use std::fs;

const GAME: [&str; 2] = ["--game", "connect-four"];

/// Runs a command for the game.
fn run(command: &[&str], args: &[&str]) -> (String, String) {
    succeeds(&[command, &GAME, args].concat())
}

#[test]
fn a_match_is_played_recorded_and_evaluated() {
    let folder = Folder::new("connect-four-match");
    let out = folder.file("m");
    let (result, _) = run(
        &["match"],
        &[
            "--engine",
            "name=A builtin=duiyi depth=4",
            "--engine",
            "name=B builtin=random seed=3",
            "--openings",
            "drawn:4",
            "--games",
            "8",
            "--tc",
            "depth=4",
            "--out",
            &out,
        ],
    );
    assert!(result.starts_with("### A – B: 8 games"), "{result}");
    let record = fs::read_to_string(format!("{out}.jsonl")).expect("a record");
    assert!(record.contains("\"game\":\"connect-four\",\"rules\":\"connect-four\""), "{record}");
    assert_eq!(record.lines().count(), 1 + 8);
    // The record is a collection of games for building a book.
    let book = folder.file("c4.book");
    run(&["book", "build"], &[&format!("{out}.jsonl"), "--out", &book]);
    let (moves, _) = run(&["book", "show"], &[&book]);
    assert!(moves.lines().count() > 1, "{moves}");
}

#[test]
fn a_sequential_test_ends() {
    let test = ["--elo0", "0", "--elo1", "200", "--alpha", "0.2", "--beta", "0.2", "--model", "logistic"];
    let engines = ["--engine", "name=A builtin=duiyi depth=3", "--engine", "name=B builtin=random seed=3"];
    let (result, _) = run(
        &["sprt"],
        &[&engines[..], &test, &["--games", "60", "--openings", "drawn:30", "--tc", "depth=3"]].concat(),
    );
    // It stops when the test is decided, after eight games, long before the end of the plan. The next
    // game may end before it is stopped.
    let games = result.strip_prefix("### A – B: ").and_then(|rest| rest.split(' ').next()?.parse::<u32>().ok());
    assert!(games.is_some_and(|games| (8..12).contains(&games)), "{result}");
    assert!(!result.contains("not decided"), "{result}");
}

#[test]
fn search_parameters_are_tuned() {
    let folder = Folder::new("connect-four-spsa");
    let out = folder.file("climb");
    let (result, _) = run(
        &["spsa"],
        &["lmr_factor=30,10,90,5", "--iterations", "2", "--nodes", "60", "--openings", "drawn", "--out", &out],
    );
    assert!(result.starts_with("param.lmr_factor="), "{result}");
    let state = fs::read_to_string(format!("{out}.json")).expect("a state");
    assert!(state.contains("lmr_factor"));
}

#[test]
fn a_network_is_trained_on_generated_games_and_plays() {
    let folder = Folder::new("connect-four-network");
    let (games, out) = (folder.file("games.bin"), folder.file("net"));
    let few = ["--games", "60", "--nodes", "60", "--min-turns", "2", "--max-turns", "8"];
    run(&["generate"], &[&few[..], &["--out", &games]].concat());
    let settings = ["--hidden", "32", "--epochs", "2", "--batch", "64", "--hold-out", "10", "--scale", "100"];
    let (_, news) = run(&["train"], &[&[games.as_str(), "--out", &out][..], &settings].concat());
    assert!(news.contains("epoch 2"), "{news}");
    let network = format!("name=N builtin=duiyi depth=3 eval={out}.nnue");
    let (result, _) = run(
        &["match"],
        &["--engine", &network, "--engine", "name=H builtin=duiyi depth=3", "--games", "2", "--tc", "depth=3"],
    );
    assert!(result.starts_with("### N – H: 2 games") && !result.contains("forfeits: "), "{result}");
}

#[test]
fn missing_features_of_a_kit_are_reported() {
    let folder = Folder::new("connect-four-lacks");
    let games = folder.write("games.txt", "nothing\n");
    let of = |command: &[&str], args: &[&str]| refusal(&[command, &GAME, args].concat());
    let error = of(&["texel"], &[&games, "--out", &folder.file("t")]);
    assert!(error.contains("connect-four has no weights to tune"), "{error}");
    let error = of(&["positions"], &[&games, "--out", &folder.file("p")]);
    assert!(error.contains("expected records of lab generate or of a match"), "{error}");
    let records = folder.write("games.jsonl", "");
    let error = of(&["positions"], &[&records, "--solver", "5", "--out", &folder.file("p")]);
    assert!(error.contains("connect-four has no solver"), "{error}");
    let error = refusal(&["match", "--game", "chess", "--engine", "cmd=a", "--engine", "cmd=b"]);
    assert!(
        error.contains("--game chess: expected one of xiangqi, connect6, gomoku, connect-four, breakthrough"),
        "{error}"
    );
}

/// A game in a single file needs one line in the main function of the laboratory.
#[test]
fn breakthrough_is_played() {
    let engines = ["--engine", "name=A builtin=duiyi depth=2", "--engine", "name=B builtin=random seed=3"];
    let (result, _) =
        succeeds(&[&["match", "--game", "breakthrough"], &engines[..], &["--games", "2", "--tc", "depth=2"]].concat());
    assert!(result.starts_with("### A – B: 2 games") && result.contains("the last row is reached 2"), "{result}");
}

/// A kit's own rules apply if the command line has none, although the game has another default.
#[test]
fn gomoku_is_played_with_its_own_rules() {
    let folder = Folder::new("gomoku-match");
    let out = folder.file("g");
    let engines = ["--engine", "builtin=windows", "--engine", "builtin=random"];
    let (result, _) = succeeds(
        &[&["match", "--game", "gomoku"], &engines[..], &["--games", "2", "--tc", "depth=1", "--out", &out]].concat(),
    );
    assert!(result.contains("5 in a row") && !result.contains("6 in a row"), "{result}");
    let record = fs::read_to_string(format!("{out}.jsonl")).expect("a record");
    assert!(record.contains("\"rules\":\"gomoku\""), "{record}");
}
