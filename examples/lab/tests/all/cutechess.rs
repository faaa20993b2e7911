//! Command lines of cutechess-cli and fastchess.

use crate::common::{Folder, refusal, succeeds};

#[test]
fn a_match_is_played_by_the_options_of_fastchess() {
    let folder = Folder::new("cutechess");
    let openings = folder.write("openings.epd", "moves h2e2 h9g7; id \"one\";\n");
    let (pgn, file) = (format!("file={}", folder.file("games.pgn")), format!("file={openings}"));
    let options = [
        &["-engine", "builtin=random", "name=A", "seed=1", "-engine", "builtin=random", "name=B", "seed=2"][..],
        &["-each", "depth=1", "-rounds", "1", "-repeat", "-maxmoves", "5", "-recover", "-variant", "xiangqi"],
        &["-openings", &file, "format=epd", "order=random", "-pgnout", &pgn],
    ]
    .concat();
    let printed = succeeds(&[&["cutechess", "--print"], &options[..]].concat()).0;
    let expected = format!(
        "lab match --engine 'builtin=random name=A seed=1' --engine 'builtin=random name=B seed=2' --tc depth=1 \
         --games 2 --max-plies 10 --game xiangqi --openings {openings} --out {}\n",
        folder.file("games")
    );
    assert_eq!(printed, expected);
    let (results, news) = succeeds(&[&["cutechess"], &options[..]].concat());
    assert!(results.contains("2 games"), "{results}");
    assert!(news.contains("-recover has no effect"), "{news}");
    // The record has the command line of this program.
    let record = std::fs::read_to_string(folder.file("games.jsonl")).expect("written");
    assert_eq!(record.lines().count(), 3, "{record}");
    assert!(record.lines().next().expect("a heading").contains("lab match --engine 'builtin=random name=A"));
    assert!(std::fs::read_to_string(folder.file("games.pgn")).expect("written").contains("\"A\""));
}

#[test]
fn unknown_options_are_refused_by_name() {
    let two = ["cutechess", "-engine", "cmd=a", "-engine", "cmd=b", "-each", "tc=1"];
    let refused = |more: &[&str]| refusal(&[&two[..], more].concat());
    assert!(refused(&["-xyzzy", "3"]).starts_with("lab: unknown option '-xyzzy'"));
    assert!(refused(&["-tb", "/syzygy"]).starts_with("lab: -tb: not supported; use: lab match --endgames FOLDER"));
}
