//! A user's file of problems: the engine plays from it, and rejects a damaged one.

use crate::program;
use std::{fs, path::PathBuf, process::Output};

/// No engine would play this without the file.
const CORNERS: &str = "# mine\ncorners | B | J10 | I9 L10 | 3 | A19-R1\n";
/// The position of the problem with the colours exchanged and the board rotated by a quarter turn.
const TURNED: &str = "19/19/19/19/19/19/19/19/8x10/9o9/19/9x9/19/19/19/19/19/19/19 w 2";

fn file(name: &str, text: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

fn run(arguments: &[&str], lines: &str) -> Output {
    program::run(arguments, lines.as_bytes())
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

const ASKED: &str = "position startpos moves J10 I9-L10\ngo nodes 50\n";

#[test]
fn the_answer_of_a_problem_file_is_played() {
    let path = file("corners.txt", CORNERS);
    let by_argument = said(&run(&["--problems", &path], &format!("uci\n{ASKED}")));
    assert!(by_argument.contains("\nbestmove R1-A19"), "{by_argument}");
    let turned = said(&run(&["--problems", &path], &format!("uci\nposition fen {TURNED}\ngo nodes 50\n")));
    assert!(turned.ends_with("\nbestmove A2-S19\n"), "{turned}");
    let analysed = said(&run(&["analyse", "--problems", &path, "--turns", "J10 I9-L10"], ""));
    assert!(analysed.contains("problem 'corners', a known win in 3 turns\nbestmove R1-A19"), "{analysed}");
    let by_option = said(&run(&[], &format!("uci\nsetoption name Problems value {path}\n{ASKED}")));
    assert!(by_option.contains("option name Problems type string default <empty>\n"), "{by_option}");
    assert!(by_option.contains("\nbestmove R1-A19"), "{by_option}");
    let emptied = said(&run(&["--problems", &path], &format!("uci\nsetoption name Problems value <empty>\n{ASKED}")));
    assert!(!emptied.contains("bestmove R1-A19") && emptied.contains("\nbestmove "), "{emptied}");
    let ucci = said(&run(&[], &format!("ucci\nsetoption problems {path}\n{ASKED}")));
    assert!(ucci.contains("option problems type string default \n") && ucci.contains("\nbestmove R1-A19"), "{ucci}");
    let solved = said(&run(&["solve", "--problems", &path, "--turns", "J10 I9-L10"], ""));
    assert!(solved.ends_with("\nwin in 3: R1-A19\n"), "{solved}");
}

#[test]
fn a_damaged_problem_file_is_reported_and_the_engine_plays_on() {
    let damaged = file("damaged.txt", &format!("{CORNERS}second | X | J10 | I9 L10 | 3 | A19-R1\n"));
    let reason = "damaged.txt', line 3: the side to move is 'X', expected B or W";
    let at_start = run(&["--problems", &damaged], &format!("uci\n{ASKED}"));
    let complaint = String::from_utf8(at_start.stderr.clone()).unwrap();
    assert!(complaint.contains(reason) && complaint.ends_with("; playing without\n"), "{complaint}");
    assert!(said(&at_start).contains("\nbestmove ") && !said(&at_start).contains("R1-A19"));
    // The file read before remains in use.
    let good = file("good.txt", CORNERS);
    let lines = format!("uci\nsetoption name Problems value {good}\nsetoption name Problems value {damaged}\n{ASKED}");
    let by_option = said(&run(&[], &lines));
    assert!(by_option.contains("error: option Problems: ") && by_option.contains(reason), "{by_option}");
    assert!(by_option.contains("\nbestmove R1-A19"), "{by_option}");
    let none = run(&["solve", "--problems", "no-such-file", "--turns", "J10 I9-L10"], "");
    assert!(String::from_utf8(none.stderr).unwrap().contains("--problems: 'no-such-file' cannot be read: "));
    assert!(!none.status.success());
}
