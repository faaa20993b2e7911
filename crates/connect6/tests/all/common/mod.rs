//! Shared test functions: points, the suites and the handbook.

use duiyi_connect6::{BLACK, Board, Point, Rules, WHITE, solver::Proof};
use duiyi_proof::{Accepted, ProofError, verify};
use std::{fs, path::Path};

/// A data file of the handbook. `None` in a packaged crate, recognized by the file that cargo adds,
/// which does not include it.
pub(crate) fn handbook_data(name: &str) -> Option<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let is_packed = folder.join("Cargo.toml.orig").exists();
    (!is_packed).then(|| fs::read_to_string(folder.join("../../docs/data").join(name)).expect("the file is there"))
}

/// A point in the suites' notation: column A to S, row from 1 at the bottom.
pub(crate) fn point(text: &str) -> Point {
    let column = text.as_bytes()[0] - b'A';
    let row: u8 = text[1..].parse().expect("a row number");
    Rules::CONNECT6.point(column, row - 1).expect("on the board")
}

/// The name of a point in the same notation.
pub(crate) fn name(point: Point) -> String {
    let rules = Rules::CONNECT6;
    format!("{}{}", char::from(b'A' + rules.column(point)), rules.row(point) + 1)
}

/// Turns separated by spaces, stones within one by hyphens, Black first.
pub(crate) fn game(turns: &str) -> Board {
    let mut board = Board::new(Rules::CONNECT6);
    for turn in turns.split_whitespace() {
        for stone in turn.split('-') {
            board.check(point(stone)).expect("legal");
            board.put(point(stone));
        }
    }
    board
}

/// A position of the suite of problems, with its number of turns.
pub(crate) struct Problem {
    pub(crate) name: String,
    pub(crate) board: Board,
    pub(crate) turns: u32,
}

/// The suite of problems won by double threats.
pub(crate) fn problems() -> Vec<Problem> {
    include_str!("../../../src/problems/suite.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let fields: Vec<&str> = line.split('|').map(str::trim).collect();
            let stones = |field: &str| field.split_whitespace().map(point).collect::<Vec<_>>();
            let to_move = if fields[1] == "B" { BLACK } else { WHITE };
            let board = Board::from_stones(Rules::CONNECT6, &stones(fields[2]), &stones(fields[3]), to_move)
                .expect("a position");
            Problem { name: fields[0].into(), board, turns: fields[4].parse().expect("a number") }
        })
        .collect()
}

/// The result of a position in the file of game positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    Win(u32),
    NoneWithin(u32),
    Nothing,
}

/// The positions of real games with their known results.
pub(crate) fn game_positions() -> Vec<(String, Board, Known)> {
    include_str!("../../data/threat-positions.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let fields: Vec<&str> = line.split('|').map(str::trim).collect();
            let known = match fields[3] {
                "?" => Known::Nothing,
                none if none.starts_with("none") => Known::NoneWithin(none[4..].parse().expect("a number")),
                win => Known::Win(win.parse().expect("a number")),
            };
            (format!("{} after {} turns", fields[0], fields[1]), game(fields[5]), known)
        })
        .collect()
}

/// Puts stones chosen by the numbers until they are used up or the game ends.
pub(crate) fn walked(rules: Rules, choices: &[u16]) -> Board {
    let mut board = Board::new(rules);
    for &choice in choices {
        let empties: Vec<Point> = board.empties().collect();
        board.put(empties[usize::from(choice) % empties.len()]);
        if board.is_over() {
            break;
        }
    }
    board
}

/// Checks a proof by the rules alone; the winner's turns in its longest line are those of the claim.
pub(crate) fn check(board: &Board, proof: &Proof) -> Result<Accepted, ProofError> {
    verify::<Board>(&proof.certificate(board))
}

/// Requires that a proof holds.
#[track_caller]
pub(crate) fn holds(board: &Board, proof: &Proof) {
    if let Err(error) = check(board, proof) {
        panic!("{error}\n{board}\n{}", proof.certificate(board));
    }
}
