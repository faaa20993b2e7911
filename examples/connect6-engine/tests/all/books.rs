//! A user's opening book: the engine plays from it, and rejects a damaged one.

use crate::program::{folder, run};
use duiyi_book::{Draft, Proof};
use duiyi_connect6::{Board, Rules};
use duiyi_game::{History, Notation, Side};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// No engine would play this without the book, which shows the first stone in the opposite corner, Q17: of the corners'
/// points that the symmetry of the empty board makes equal it has the greatest number.
const CORNER: &str = "moves C3 A19-S1 D4-E5";

/// A book with one game.
fn book(folder: &Path) -> PathBuf {
    let mut draft = Draft::new(&Board::new(Rules::CONNECT6));
    draft.learn(&History::read("", CORNER).unwrap(), Some(Side::First), &Side::BOTH, 9);
    let path = folder.join("corner.book");
    draft.save(&path).unwrap();
    path
}

/// The standard output and the standard error.
fn outputs(arguments: &[&str], lines: &str) -> [String; 2] {
    let output = run(arguments, lines.as_bytes());
    assert!(output.status.success());
    [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap())
}

const ASKED: &str = "position startpos\ngo nodes 50\n";

#[test]
fn book_moves_are_played_in_every_protocol() {
    let path = book(&folder("book-protocols"));
    let path = path.to_str().unwrap();
    for (protocol, lines, answer) in [
        ("uci", ASKED, "bestmove Q17"),
        ("ucci", ASKED, "bestmove Q17"),
        ("cloudict", "new black\nquit\n", "move QQ"),
        ("sau", "new black\nquit\n", "move QQ@@"),
        ("gtp", "genmove b\nquit\n", "= R17"),
    ] {
        let arguments = ["--book", path, "--protocol", protocol, "--time", "100"];
        let [said, complaint] = outputs(&arguments, lines);
        assert!(said.lines().any(|line| line == answer) && complaint.is_empty(), "{protocol}: {said}{complaint}");
    }
    // A whole turn, and a position that is not in the book.
    let [said, _] = outputs(&["--book", path], "uci\nposition startpos moves C3 A19-S1\ngo nodes 50\n");
    assert!(said.contains("\nbestmove D4-E5"), "{said}");
    let [said, _] = outputs(&["--book", path], "uci\nposition startpos moves J10\ngo nodes 50\n");
    assert!(said.contains("\ninfo depth "), "{said}");
}

#[test]
fn options_control_the_use_of_the_book() {
    let path = book(&folder("book-options"));
    let file = format!("setoption name BookFile value {}\n", path.display());
    let plays = |options: &str, moves: &str| {
        let lines = format!("uci\n{file}{options}position startpos {moves}\ngo nodes 50\n");
        let [said, _] = outputs(&[], &lines);
        assert!(!said.contains("error"), "{said}");
        ["bestmove Q17", "bestmove D4-E5"].iter().any(|best| said.contains(best))
    };
    let on = "setoption name OwnBook value true\n";
    let later = "moves C3 A19-S1";
    assert!(!plays("", "") && plays(on, "") && plays(on, later), "off until it is on");
    let with = |option: &str| format!("{on}setoption name {option}\n");
    assert!(!plays(&with("BookDepth value 0"), ""));
    assert!(plays(&with("BookDepth value 2"), "") && !plays(&with("BookDepth value 2"), later));
    assert!(!plays(&with("BookSide value second"), "") && plays(&with("BookSide value first"), later));
    assert!(plays(&with("BookPolicy value argmax"), "") && !plays(&with("OwnBook value false"), ""));
}

#[test]
fn a_proved_win_is_played_and_a_proved_loss_is_not() {
    let folder = folder("book-proofs");
    let start = Board::new(Rules::CONNECT6);
    let stones = [("C3", 900, Some(Proof::Loss)), ("D4", 1, None), ("E5", 0, Some(Proof::Win))];
    let plays = |stones: &[(&str, u16, Option<Proof>)]| {
        let mut draft = Draft::new(&start);
        for &(stone, weight, proof) in stones {
            let point = start.read_move(stone).unwrap();
            draft.entry(&start, point).weight = weight;
            if let Some(proof) = proof {
                draft.prove(&start, point, proof);
            }
        }
        let path = folder.join("proved.book");
        draft.save(&path).unwrap();
        let lines = format!("uci\nsetoption name BookPolicy value best\n{ASKED}");
        let [said, _] = outputs(&["--book", path.to_str().unwrap()], &lines);
        said.lines().rfind(|line| line.starts_with("bestmove ")).unwrap().to_owned()
    };
    assert_eq!(plays(&stones), "bestmove O15");
    assert_eq!(plays(&stones[..2]), "bestmove P16");
    assert_eq!(plays(&[("C3", 900, None), stones[1]]), "bestmove Q17");
    // If all known moves lose, the engine searches: the first stone goes to the centre.
    assert_eq!(plays(&stones[..1]), "bestmove J10");
}

#[test]
fn a_damaged_book_is_reported_and_the_engine_plays_on() {
    let folder = folder("book-damaged");
    let path = book(&folder);
    let good = fs::read(&path).unwrap();
    let mut damaged = good.clone();
    damaged[128 + 12] ^= 1;
    let gomoku = Draft::new(&Board::new(Rules::GOMOKU)).to_bytes();
    for (name, bytes, reason) in [
        ("damaged.book", &damaged[..], "the book is damaged: wrong checksum of the contents"),
        ("cut.book", &good[..good.len() - 1], "bytes; expected"),
        ("gomoku.book", &gomoku, "build it again"),
        ("no.book", b"no book at all\n", "line 1: "),
    ] {
        let bad = folder.join(name);
        fs::write(&bad, bytes).unwrap();
        let [said, complaint] = outputs(&["--book", bad.to_str().unwrap()], &format!("uci\n{ASKED}"));
        assert!(complaint.starts_with("--book: ") && complaint.ends_with("; playing without\n"), "{complaint}");
        assert!(complaint.contains(name) && complaint.contains(reason), "{complaint}");
        assert!(said.ends_with("\nbestmove J10\n"), "{said}");
        // The book opened before remains open.
        let lines = format!("uci\nsetoption name BookFile value {}\n{ASKED}", bad.display());
        let [said, _] = outputs(&["--book", path.to_str().unwrap()], &lines);
        assert!(said.contains("error: option BookFile: ") && said.contains(reason), "{said}");
        assert!(said.ends_with("\nbestmove Q17\n"), "{said}");
    }
    let [said, complaint] = outputs(&["--book", "no-such-file"], &format!("uci\n{ASKED}"));
    assert!(complaint.contains("'no-such-file'") && said.ends_with("\nbestmove J10\n"), "{complaint}");
}
