//! `connect6-engine convert`, run as a program.

use crate::program::{folder, run};
use duiyi_connect6::{Rules, formats::Format};
use std::{fs, process::Output};

const LINE: &str = "J10 I11-K11 L11-K12 M9-M12\n";
const CCGC: &str = "{[C6][甲队 B][乙队 W][后手胜][2026.08.01 14:00 重庆][2026 CCGC];B(J,10);W(I,11);W(K,11);B(L,11);B(K,12);W(M,9);W(M,12)}\n";

fn convert(arguments: &[&str], input: &[u8]) -> Output {
    run(&[&["convert"], arguments].concat(), input)
}

fn converted(arguments: &[&str], input: &[u8]) -> Vec<u8> {
    let output = convert(arguments, input);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

fn complaint(arguments: &[&str], input: &[u8]) -> String {
    let output = convert(arguments, input);
    assert!(!output.status.success() && output.stdout.is_empty(), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn records_survive_conversion_through_every_format() {
    // HTTTX is for HeXO.
    for format in Format::ALL.into_iter().filter(|&format| format != Format::Htttx) {
        let there = converted(&["--to", format.name()], CCGC.as_bytes());
        // The format is recognized from the text, or given.
        for from in [&[][..], &["--from", format.name()]] {
            let back = converted(&[from, &["--to", "line"]].concat(), &there);
            assert_eq!(String::from_utf8(back).unwrap(), LINE, "{format}");
        }
        if format != Format::Line {
            assert_eq!(converted(&["--to", "ccgc"], &there), CCGC.as_bytes(), "{format}");
        }
    }
}

#[test]
fn games_of_hexo_are_converted() {
    let htttx = "playercross[A]playercircle[B];\n1. [1,0] [0,1];\n2. [2,0] [3,0];\n";
    let sgf = converted(&["--to", "sgf"], htttx.as_bytes());
    assert_eq!(
        converted(&["--to", "htttx"], &sgf),
        b"playercross[A]playercircle[B];\n1. [1,0] [0,1];\n2. [2,0] [3,0];\n"
    );
    let line = converted(&["--to", "line"], htttx.as_bytes());
    assert_eq!(String::from_utf8(line.clone()).unwrap(), "AD30 AE30-AE31 AF30-AG30\n");
    let back = converted(&["--rules", "hexo", "--to", "htttx"], &line);
    assert_eq!(String::from_utf8(back).unwrap(), "1. [1,0] [0,1];\n2. [2,0] [3,0];\n");
    assert!(complaint(&["--to", "htttx"], CCGC.as_bytes()).contains("htttx is for games of HeXO only"));
}

#[test]
fn files_are_converted_by_their_names() {
    let folder = folder("convert");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    fs::write(path("game.txt"), CCGC).unwrap();
    assert_eq!(converted(&[&path("game.txt"), &path("game.sgf")], b""), b"");
    let sgf = fs::read(path("game.sgf")).unwrap();
    assert!(sgf.starts_with(b"(;FF[4]") && Format::Sgf.read(Rules::CONNECT6, &sgf).unwrap().black == "甲队");
    converted(&[&path("game.sgf"), &path("game.line")], b"");
    assert_eq!(fs::read_to_string(path("game.line")).unwrap(), LINE);
    // The contests require their own file name, and GB.
    converted(&[&path("game.sgf"), folder.to_str().unwrap(), "--to", "ccgc-gb"], b"");
    let contest = fs::read(path("C6-甲队 B vs 乙队 W-后手胜-2026.08.01 14_00 重庆-2026 CCGC.txt")).unwrap();
    assert!(std::str::from_utf8(&contest).is_err());
    assert_eq!(converted(&["-", "-", "--to", "ccgc"], &contest), CCGC.as_bytes());
    let gomoku = converted(&["--rules", "gomoku", "--to", "sgf"], b"H8 G7 H9");
    assert!(String::from_utf8(gomoku).unwrap().contains("RU[Connect(15,15,5,1,1)]"));
}

#[test]
fn a_file_is_written_whole_and_replaces_no_other() {
    let folder = folder("convert-whole");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    fs::write(path("game.sgf"), "old").unwrap();
    let refused = complaint(&["-", &path("game.sgf")], LINE.as_bytes());
    assert!(refused.contains("game.sgf': exists and was not written by this program"), "{refused}");
    assert_eq!(fs::read(path("game.sgf")).unwrap(), b"old");
    for _ in 0..2 {
        converted(&["-", &path("new.sgf")], LINE.as_bytes());
        assert!(fs::read(path("new.sgf")).unwrap().starts_with(b"(;FF[4]"));
    }
    fs::create_dir_all(path("taken.sgf/here")).unwrap();
    assert!(complaint(&["-", &path("taken.sgf")], LINE.as_bytes()).contains("taken.sgf': "));
    let mut left = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(!left.any(|name| name.to_string_lossy().ends_with(".part")));
}

#[test]
fn errors_are_reported() {
    let folder = folder("convert-errors");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    assert!(
        complaint(&[], b"J10").contains("the name '-' does not determine the format; expected --to with one of sgf, ")
    );
    assert!(complaint(&["--to", "pgn"], b"J10").contains("unknown format 'pgn'; expected one of sgf, sgf-stones, "));
    assert!(complaint(&[&path("none.sgf"), "--to", "line"], b"").contains("none.sgf': "));
    fs::write(path("bad.sgf"), "(;FF[4]\n;B[j10]\n;W[j10k11])").unwrap();
    let bad = complaint(&[&path("bad.sgf"), "--to", "line"], b"");
    assert!(
        bad.contains("bad.sgf': read as sgf: line 3: stone 2: there is a Black stone on the point already"),
        "{bad}"
    );
    let turn = complaint(&["--to", "sgf"], b"J10 I11");
    assert!(turn.contains("standard input or output: read as line: line 1: turn 2: "), "{turn}");
    assert!(turn.contains("expected 2"), "{turn}");
    let gomoku = complaint(&["--rules", "gomoku", "--to", "ccgc"], b"H8 G7");
    assert!(gomoku.contains("ccgc is for games of Connect6 from the empty board only; this one is gomoku"), "{gomoku}");
    let nowhere = complaint(&["-", &path("no/such/folder.sgf")], LINE.as_bytes());
    assert!(nowhere.contains("folder.sgf': "), "{nowhere}");
}
