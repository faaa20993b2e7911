//! `analyse --proof` and `verify`, run as a program.

use duiyi_search::{History, Notation};
use duiyi_xiangqi::{Xiangqi, kit::MateSearch};
use std::{
    fs,
    path::PathBuf,
    process::{Command, Output},
};

const PROGRAM: &str = env!("CARGO_BIN_EXE_xiangqi-engine");

fn run(arguments: &[&str]) -> Output {
    Command::new(PROGRAM).args(arguments).output().unwrap()
}

/// The exit status and the output, of both streams, of `verify` for a text.
fn verified(name: &str, text: &str) -> (Option<i32>, String) {
    let path = path(name);
    fs::write(&path, text).unwrap();
    let output = run(&["verify", &path]);
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(said).unwrap())
}

fn path(name: &str) -> String {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("proof-{name}.txt")).to_str().unwrap().to_owned()
}

#[test]
fn the_proof_of_a_mate_is_written_and_verified() {
    for moves in 1..=4 {
        let (position, file) = (format!("mate-in-{moves}"), path(&format!("mate-{moves}")));
        let output = run(&["analyse", "--position", &position, "--nodes", "20000", "--hash", "16", "--proof", &file]);
        assert!(output.status.success(), "{position}: {}", String::from_utf8_lossy(&output.stderr));
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains(&format!("\nclaim: mate {moves}\n")), "{text}");
        let said = String::from_utf8(output.stdout).unwrap();
        let last = said.lines().last().unwrap();
        let (status, accepted) = verified("accepted", &text);
        assert_eq!((status, accepted.trim_end()), (Some(0), last.replace("proof", "accepted").as_str()));
        assert!(last.ends_with(&format!("of at most {} plies", 2 * moves - 1)), "{last}");
    }
}

#[test]
fn a_proof_is_refused_or_unreadable_with_its_own_status() {
    let text = "duiyi-proof 1\ngame: xiangqi\nrules: asian-120\nposition: 3k5/R8/1R7/9/9/9/9/9/9/4K4 w - - 0 1\nclaim: mate 1\n\nb7b9 mated\n";
    assert_eq!(verified("mate", text), (Some(0), "accepted: 1 lines of at most 1 plies\n".to_owned()));
    let (status, error) = verified("refused", &text.replace("b7b9", "a8a7"));
    assert!(status == Some(1) && error.contains(": refused: line 7, after a8a7: the game is not over"), "{error}");
    let (status, error) = verified("unreadable", &text.replace("mate 1", "mate"));
    assert!(status == Some(2) && error.contains(": line 5: 'mate' is not a claim"), "{error}");
    let missing = run(&["verify", "no such file"]);
    assert_eq!(missing.status.code(), Some(2));
}

#[test]
fn a_position_without_a_win_has_no_proof() {
    let file = path("none");
    let output = run(&["analyse", "--depth", "2", "--hash", "1", "--proof", &file]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && error.contains("expected a mate or a win by a rule"), "{error}");
    assert!(!PathBuf::from(&file).exists());
    let few = ["analyse", "--position", "mate-in-4", "--nodes", "20000", "--proof", &file, "--proof-nodes", "1"];
    let error = String::from_utf8(run(&few).stderr).unwrap();
    assert!(error.contains("no proof with 1 nodes: no mate"), "{error}");
}

/// Red has given perpetual check; Black's next move repeats the position for the third time.
const BEFORE_THE_RULING: &str =
    "c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w - - 0 1 moves h8h9 f9f8 h9h8 f8f9 h8h9 f9f8 h9h8";

#[test]
fn a_win_by_a_ruling_is_not_a_mate_and_its_proof_has_the_article() {
    let file = path("ruling");
    let output = run(&["analyse", "--fen", BEFORE_THE_RULING, "--nodes", "20000", "--hash", "4", "--proof", &file]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("\nbestmove f8f9\n") && !said.contains("mate"), "{said}");
    let text = fs::read_to_string(&file).unwrap();
    assert!(
        text.contains(&format!("\nposition: {BEFORE_THE_RULING}\nclaim: win\n\nf8f9 ruled perpetual check by")),
        "{text}"
    );
    assert_eq!(verified("ruled", &text), (Some(0), "accepted: 1 lines of at most 1 plies\n".to_owned()));
    // Without the moves before it, nothing repeats.
    let (start, moves) = BEFORE_THE_RULING.split_once(" moves").unwrap();
    let alone = text.replace(&format!(" moves{moves}"), "").replace("f8f9 ", "h8h9 ");
    assert!(alone.contains(&format!("position: {start}\n")), "{alone}");
    let (status, error) = verified("alone", &alone);
    assert!(status == Some(1) && error.contains("the game is not over"), "{error}");
}

/// Positions in which another engine showed a mate in 1 that does not exist (Pikafish, reports 146 and 113), and one
/// with mates that its table mixed up with repetitions (Pikafish, commit b8fd955c).
const FALSE_MATES: [&str; 3] = [
    "3aka1r1/9/1c1C4c/p2r4p/1R4p2/5n3/P3P1P1P/2N3N2/4A4/R1B1KAB2 w - - 0 1",
    "1rbaka3/3r5/n1c1b4/p1p1R3p/9/2c3P2/P3P3P/2NC2N2/4A4/R1BAK1B2 b - - 0 12 moves d8d5 d2f2 d5f5 c0e2 c4c3 a3a4 \
     b9b8 e6e4 f5f3 g2h4 b8h8 g4g5 f3g3 g5f5 g3h3 h4g6 h8h6 f5f6 h3f3 g6h4 f3h3",
    "3annR1N/3PaP1P1/1P1Pbk2b/pCp1p1c1N/9/6B2/1r1R1c3/3AB1C2/3pAp2r/4K4 w - - 0 1",
];

#[test]
fn every_mate_that_is_shown_where_others_erred_has_a_proof() {
    for (number, position) in FALSE_MATES.into_iter().enumerate() {
        let start = History::read_by(&Xiangqi::begin("").unwrap(), position).unwrap();
        // The first two have no mate in up to three moves, by trying all moves.
        let shortest = MateSearch::new(50_000_000, &|| false).distance(start.now().position(), 3).unwrap();
        assert!(number == 2 || shortest.is_none(), "{shortest:?} {position}");
        for nodes in ["2000", "50000"] {
            let file = path(&format!("false-mate-{number}"));
            let _ = fs::remove_file(&file);
            let output = run(&["analyse", "--fen", position, "--nodes", nodes, "--hash", "4", "--proof", &file]);
            let said = String::from_utf8(output.stdout).unwrap();
            let last = said.lines().find(|line| line.starts_with("score ")).unwrap();
            // A mate is shown with its proof, and nothing else is called one.
            let proved = last.starts_with("score mate ") && !last.starts_with("score mate -");
            assert_eq!(fs::exists(&file).unwrap(), proved, "{last}\n{}", String::from_utf8_lossy(&output.stderr));
            assert!(number == 2 || !last.contains("mate"), "{last} in {position}");
        }
    }
}
