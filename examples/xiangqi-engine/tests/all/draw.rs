//! The command `xiangqi-engine draw`.

use std::{
    fs,
    path::PathBuf,
    process::{Command, Output},
};

fn draw(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_xiangqi-engine")).arg("draw").args(arguments).output().unwrap()
}

fn drawn(arguments: &[&str]) -> String {
    let output = draw(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn complaint(arguments: &[&str]) -> String {
    let output = draw(arguments);
    assert!(!output.status.success() && output.stdout.is_empty(), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn count(picture: &str, part: &str) -> usize {
    picture.matches(part).count()
}

#[test]
fn a_position_has_its_pieces_and_both_kinds_of_coordinates() {
    let start = drawn(&[]);
    assert!(start.starts_with("<svg ") && start.ends_with("</svg>\n"));
    assert_eq!((count(&start, "class=\"piece first\""), count(&start, "class=\"piece second\"")), (16, 16));
    assert!(start.contains(">帥<") && start.contains(">a 九<") && start.contains(">9</text>"));
    let letters = drawn(&["--letters"]);
    assert!(letters.contains(">K<") && !letters.contains(">帥<"));
    let check = drawn(&["--fen", "4k4/9/9/9/9/9/9/9/9/3KR4 b", "--arrows", "e9f9", "--title", "In check"]);
    assert_eq!((count(&check, "class=\"threat\""), count(&check, "class=\"arrow ")), (1, 1), "{check}");
    assert!(check.contains("<title>In check</title>"));
    assert_ne!(
        drawn(&["--fen", "3k5/9/9/9/9/9/9/9/9/4K4 w"]),
        drawn(&["--fen", "3k5/9/9/9/9/9/9/9/9/4K4 w", "--flipped"])
    );
}

#[test]
fn a_game_is_drawn_from_moves_or_a_record() {
    let moves = drawn(&["--moves", "h2e2 h9g7", "h0g2"]);
    assert_eq!(count(&moves, "class=\"last\""), 2);
    assert_eq!(drawn(&["--moves", "h2e2 h9g7 h0g2", "--after", "2"]), drawn(&["--moves", "h2e2 h9g7"]));
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let (record, out) = (folder.join("draw.pgn"), folder.join("draw.svg"));
    fs::write(&record, "[Red \"A\"]\n\n1. C2.5 *\n\n[Red \"B\"]\n\n1. C2.5 H8+7 2. H2+3 *\n").unwrap();
    let (record, svg) = (record.to_str().unwrap(), out.to_str().unwrap());
    assert_eq!(drawn(&["--record", record, "--game", "2", "--out", svg]), "");
    assert_eq!(fs::read_to_string(&out).unwrap(), moves);
    assert_eq!(drawn(&["--record", record]), drawn(&["--moves", "h2e2"]));
    assert!(complaint(&["--record", record, "--game", "3"]).contains("draw.pgn': there is no game 3"));
}

#[test]
fn invalid_arguments_are_reported() {
    assert!(complaint(&["--fen", "nothing"]).contains("error: "));
    assert!(complaint(&["--moves", "h2e2 h2e2"]).contains("move 2 of the list"));
    assert!(complaint(&["--after", "1"]).contains("the game has 0 moves, not 1"));
    let letter = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("letter.svg");
    fs::write(&letter, "<svg>a letter</svg>").unwrap();
    assert!(complaint(&["--out", letter.to_str().unwrap()]).contains("letter.svg': exists and was not written by"));
    assert_eq!(fs::read(&letter).unwrap(), b"<svg>a letter</svg>");
    assert!(complaint(&["--out", "/no/such/folder/picture.svg"]).contains("'/no/such/folder/picture.svg'"));
}
