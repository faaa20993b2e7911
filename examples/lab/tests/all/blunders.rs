//! Blunders of recorded games are collected by a deeper search, and engines are counted on them.

use crate::common::{Folder, refusal, succeeds};
use std::fs;

const REFERENCE: &str = "builtin=duiyi hash=1 tc=depth=5";

/// A record of games in which a shallow search is a piece behind after some of its turns.
fn record(folder: &Folder) -> String {
    let engines =
        ["--engine", "builtin=duiyi name=a hash=1 tc=depth=1", "--engine", "builtin=duiyi name=b hash=1 tc=depth=4"];
    let conditions = ["--games", "4", "--openings", "drawn:2", "--max-plies", "40", "--out", &folder.file("games")];
    succeeds(&[&["match", "--fresh"][..], &engines, &conditions].concat());
    folder.file("games.jsonl")
}

fn collect(record: &str, out: &str, more: &[&str]) -> String {
    succeeds(&[&["blunders", record, "--reference", REFERENCE, "--out", out][..], more].concat()).0
}

#[test]
fn blunders_are_collected_and_avoided_by_the_reference() {
    let folder = Folder::new("blunders");
    let (record, out) = (record(&folder), folder.file("suite.epd"));
    collect(&record, &out, &["--player", "a"]);
    let suite = fs::read_to_string(&out).expect("written");
    assert!(suite.starts_with("# 4 games of "), "{suite}");
    let lines: Vec<_> = suite.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(lines.len() > 1, "{suite}");
    for line in &lines {
        let field = |name: &str| line.split("; ").find_map(|part| part.strip_prefix(name)).expect(line).to_owned();
        assert!(field("loss ").parse::<i32>().expect("a number") >= 100, "{line}");
        assert_ne!(field("am "), field("bm "), "{line}");
    }

    let table =
        succeeds(&["suite", &out, "--engine", &format!("{REFERENCE} name=r"), "--engine", "builtin=random name=x"]).0;
    let all = format!("| r | depth=5 | {0} of {0} (100.0 %) | {0} of {0} (100.0 %) |", lines.len());
    assert!(table.contains(&all), "{table}");
    let random = table.lines().find(|line| line.starts_with("| x ")).expect("a row");
    assert!(!random.contains("(100.0 %) | "), "{random}");

    // A stopped run continues after its last game, with the same result.
    let (_, id) = lines.last().expect("a line").split_once("id \"").expect("an id");
    let (game, _) = id.split_once(" ply ").expect("a ply");
    let before: Vec<_> = suite.lines().filter(|line| !line.contains(game)).collect();
    fs::write(&out, before.join("\n").replace("# 4 games", "# 3 games") + "\n").expect("written");
    collect(&record, &out, &["--player", "a"]);
    let again = fs::read_to_string(&out).expect("written");
    assert!(again.starts_with("# 4 games of ") && again.lines().count() <= suite.lines().count(), "{again}");

    // A higher threshold leaves fewer.
    let strict = folder.file("strict.epd");
    collect(&record, &strict, &["--player", "a", "--loss", "500"]);
    let strict = fs::read_to_string(&strict).expect("written");
    assert!(strict.lines().count() < suite.lines().count(), "{strict}");
}

#[test]
fn files_that_are_not_suites_are_reported() {
    let folder = Folder::new("no-suite");
    let file = folder.file("suite.epd");
    fs::write(&file, "some text\n").expect("written");
    let error = refusal(&["suite", &file, "--engine", "builtin=random"]);
    assert!(error.contains("suite.epd:1: "), "{error}");
    fs::write(&file, "moves h2e2; am h9g7;\n").expect("written");
    let error = refusal(&["suite", &file, "--engine", "builtin=random"]);
    assert!(error.contains("expected am TURN and bm TURN"), "{error}");
    let error = refusal(&["blunders", &record(&folder), "--reference", REFERENCE, "--out", &file]);
    assert!(error.contains("expected '# N games of RECORD'"), "{error}");
    assert_eq!(fs::read_to_string(&file).expect("still there"), "moves h2e2; am h9g7;\n");
}
