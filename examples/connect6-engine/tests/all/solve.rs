//! `connect6-engine solve`, run as a program on positions with known results: the suite of
//! problems, and positions of real games.

// Figures, printed with --nocapture.
#![allow(clippy::print_stdout)]

use std::process::Command;
use std::time::{Duration, Instant};

const PROBLEMS: &str = include_str!("../../../../crates/connect6/src/problems/suite.txt");
const GAMES: &str = include_str!("../../../../crates/connect6/tests/data/threat-positions.txt");

/// Only a hanging program takes this long; the tests of the solver limit the nodes of an answer.
const PATIENCE: Duration = Duration::from_secs(120);

/// The fields of the lines that are not comments.
fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('|').map(str::trim).collect())
}

/// The last line that the program prints, and the time it took. The exit code is 3 for `unknown`.
fn solve(arguments: &[&str]) -> (String, Duration) {
    let started = Instant::now();
    let output = Command::new(env!("CARGO_BIN_EXE_connect6-engine")).arg("solve").args(arguments).output().unwrap();
    let time = started.elapsed();
    let text = String::from_utf8(output.stdout).unwrap();
    let answer = text.lines().last().expect("an answer").to_owned();
    let code = if answer == "unknown" { 3 } else { 0 };
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    (answer, time)
}

/// The number of turns of `win in N: TURN`; `None` for `no win` and `unknown`.
fn turns(answer: &str) -> Option<u32> {
    if ["no win", "unknown"].contains(&answer) {
        return None;
    }
    let (number, turn) = answer.strip_prefix("win in ").and_then(|rest| rest.split_once(": ")).expect(answer);
    let stones: Vec<&str> = turn.split('-').collect();
    let is_point = |name: &&str| {
        let (column, row) = name.split_at(1);
        ("A"..="S").contains(&column) && row.parse().is_ok_and(|row: u32| (1..=19).contains(&row))
    };
    assert!(stones.len() == 2 && stones.iter().all(is_point), "{answer}");
    Some(number.parse().expect(answer))
}

#[test]
fn every_problem_is_solved_in_its_number_of_turns() {
    let mut slowest = Duration::ZERO;
    for row in rows(PROBLEMS) {
        let [name, to_move, black, white, known, ..] = row[..] else { panic!("{row:?}") };
        let (answer, time) = solve(&["--black", black, "--white", white, "--to-move", to_move]);
        assert_eq!(turns(&answer), Some(known.parse().unwrap()), "{name}: {answer}");
        assert!(time < PATIENCE, "{name} took {time:?}");
        slowest = slowest.max(time);
    }
    println!("slowest {slowest:?}");
}

/// Checks every `step`-th position of the games: a win is found in its number of turns, and none
/// where there is none. A row `none6` covers six turns only; if the result is unknown, an answer
/// must still come in time.
fn positions_of_games(step: usize) {
    let (mut wins, mut none, mut longer, mut slowest) = (0, 0, 0, Duration::ZERO);
    for row in rows(GAMES).step_by(step) {
        let [game, after, _, known, _, moves] = row[..] else { panic!("{row:?}") };
        let (answer, time) = solve(&["--turns", moves]);
        assert!(time < PATIENCE, "{game} after {after} took {time:?}");
        slowest = slowest.max(time);
        match (known.parse::<u32>(), known, turns(&answer)) {
            (Ok(known), _, found) => {
                assert_eq!(found, Some(known), "{game} after {after}");
                wins += 1;
            }
            (_, "none6", None) => none += 1,
            (_, "none6", Some(turns)) => {
                assert!(turns > 6, "{game} after {after}: {answer}");
                longer += 1;
            }
            (_, unknown, _) => assert_eq!(unknown, "?"),
        }
    }
    println!("{wins} wins, {none} without, {longer} longer than six turns, slowest {slowest:?}");
    assert!(wins > 0 && none > 0);
}

#[test]
fn positions_of_games_have_their_verdict() {
    positions_of_games(23);
}

#[test]
#[ignore = "all 925 positions: some minutes"]
fn all_positions_of_games_have_their_verdict() {
    positions_of_games(1);
}

#[test]
fn a_position_can_be_given_by_its_turns_or_by_its_stones() {
    let turns = "J10 I9-K9 J8-L9 I11-K11";
    let (by_turns, _) = solve(&["--turns", turns]);
    let (by_stones, _) = solve(&["--black", "J10 J8 L9", "--white", "I9 K9 I11 K11", "--to-move", "B"]);
    assert_eq!(by_turns, "win in 4: J9-J11");
    assert_eq!(by_turns, by_stones);
    assert_eq!(solve(&["--turns", "J10"]).0, "no win");
}

#[test]
fn a_position_is_unknown_if_a_limit_ends_the_search() {
    let position = ["--turns", "J10 I9-K9 J8-L9 I11-K11"];
    let within = |nodes| solve(&[&position[..], &["--nodes", nodes]].concat()).0;
    assert_eq!(within("1"), "unknown");
    assert_eq!(within("100000"), "win in 4: J9-J11");
}
