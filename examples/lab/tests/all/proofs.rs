//! The values of positions by `lab solve`.

use crate::common::{lab, refusal};
use serde_json::Value;

/// The exit status and the JSON object of a command.
fn solve(args: &[&str]) -> (Option<i32>, Value) {
    let output = lab(&[&["solve", "--json"], args].concat()).output().expect("runs");
    let json = serde_json::from_slice(&output.stdout);
    (output.status.code(), json.unwrap_or_else(|_| panic!("{output:?}")))
}

#[test]
fn positions_of_every_kit_are_solved() {
    let tic_tac_toe = ["--game", "gomoku", "--rules", "tictactoe"];
    let (status, drawn) = solve(&tic_tac_toe);
    assert_eq!((status, &drawn["value"], &drawn["side"]), (Some(0), &"drawn".into(), &"Black".into()));
    let (status, lost) = solve(&[&tic_tac_toe[..], &["--moves", "A1 B1 A3"]].concat());
    assert_eq!((status, &lost["value"]), (Some(0), &"lost".into()), "{lost}");
    assert!(lost["turns"].as_array().is_some_and(|turns| turns.len() >= 4), "{lost}");
    // Two rooks mate; the proof need not be the shortest.
    let mate = ["--game", "xiangqi", "--position", "3k5/R8/9/9/9/9/9/9/9/1R3K3 w", "--two-level"];
    let (status, won) = solve(&mate);
    assert_eq!((status, &won["value"], &won["side"]), (Some(0), &"won".into(), &"Red".into()), "{won}");
    assert!(won["turns"].as_array().is_some_and(|turns| turns.len() % 2 == 1), "{won}");
}

#[test]
fn an_unknown_value_has_its_own_exit_status() {
    let (status, limited) = solve(&["--game", "breakthrough", "--nodes", "1000"]);
    assert_eq!((status, &limited["value"], &limited["stopped"]), (Some(3), &"unknown".into(), &"limit".into()));
    let (status, full) = solve(&["--game", "connect-four", "--memory", "1"]);
    assert_eq!((status, &full["stopped"]), (Some(3), &"memory".into()));
    let output = lab(&["solve", "--game", "breakthrough", "--nodes", "1000"]).output().expect("runs");
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("unknown for White, to move: the limit"), "{output:?}");
    assert!(refusal(&["solve", "--position", "nothing"]).contains("--position"));
    assert!(refusal(&["solve", "--time=-1"]).contains("time"));
}
