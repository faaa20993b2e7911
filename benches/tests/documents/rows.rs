//! `docs/data/rows.tsv`: one line for each row of the sources. `docs/data/sources` generates
//! `docs/sources.md` from it.
//!
//! Columns are separated by tabs. `where` and `tests` hold items, separated by semicolons:
//!
//! - `path`, a file, a folder, or a page with a heading (`docs/books.md#learning`);
//! - `path: name, name`, items or tests in that file or below that folder;
//! - `name, name`, items or tests anywhere in the code;
//! - `switch`, `bench`, `target` or `program`, followed by names of that kind;
//! - `command` and a command line; in `where`, `missing`.
//!
//! `removed` is empty, `not recorded`, or a list `what (test, test); what (test)`, whose tests are
//! also in `tests`. Paths and spans in backticks of every column are checked.

use crate::{
    Faults, commands,
    markdown::Page,
    names,
    repository::{Repository, has_identifier},
};
use std::collections::BTreeSet;

/// The data.
pub(crate) const DATA: &str = "docs/data/rows.tsv";
/// The page that is generated from it.
const PAGE: &str = "docs/sources.md";
const HEADER: &str = "row\tsource\twhere\ttests\tremoved\tnote";

/// The number of rows of each chapter, and the rows that a later reading added.
const CHAPTERS: [(&str, usize, &[&str]); 21] = [
    ("Z-A", 5, &["Z-A3b"]),
    ("Z-B", 8, &["Z-B1b"]),
    ("Z-C", 30, &["Z-C8b", "Z-C20b"]),
    ("Z-D", 6, &[]),
    ("Z-H", 1, &[]),
    ("Z-J", 4, &[]),
    ("T-", 24, &["T-21b"]),
    ("H-", 12, &[]),
    ("C-A", 8, &[]),
    ("C-B", 10, &[]),
    ("C-C", 9, &[]),
    ("C-D", 9, &[]),
    ("C-E", 5, &[]),
    ("C-F", 7, &[]),
    ("C-G", 9, &[]),
    ("C-H", 5, &[]),
    ("B-", 18, &["B-5b", "B-8b"]),
    ("U-", 1, &[]),
    ("X-", 6, &[]),
    ("E-", 9, &[]),
    ("the documents", 0, &["Z", "T", "H", "C", "B"]),
];

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Column {
    Where,
    Tests,
}

/// The rows of the data, such as `Z-C15` and `T-21b`, in their order.
pub(crate) fn ids(data: &str) -> Vec<String> {
    data.lines().skip(1).filter_map(|line| line.split('\t').next().map(str::to_owned)).collect()
}

/// The rows that a line names.
pub(crate) fn named(line: &str) -> impl Iterator<Item = String> {
    let word = |character: char| character.is_ascii_alphanumeric() || character == '-';
    line.split(move |character| !word(character)).filter(|word| is_id(word)).map(str::to_owned)
}

/// `T-12`, `Z-C15`, `T-21b`: a letter for the source, perhaps one for the chapter, a number.
fn is_id(word: &str) -> bool {
    let Some((source, rest)) = word.split_once('-') else { return false };
    let number = rest.strip_prefix(|chapter: char| ('A'..='H').contains(&chapter)).unwrap_or(rest);
    let digits = number.trim_end_matches('b');
    let is_number = !digits.is_empty() && digits.len() <= 2 && digits.chars().all(|digit| digit.is_ascii_digit());
    let has_chapter = number.len() < rest.len();
    match source {
        "Z" | "C" => has_chapter && is_number,
        "T" | "H" | "B" | "U" | "X" | "E" => !has_chapter && is_number,
        _ => false,
    }
}

/// Checks every line of the data.
fn check(data: &str, repository: &Repository, faults: &mut Faults<'_>) {
    let mut lines = data.lines();
    if lines.next() != Some(HEADER) {
        faults.add(1, format!("the first line is not '{HEADER}'"));
    }
    for (number, line) in lines.enumerate() {
        let number = number + 2;
        let cells: Vec<&str> = line.split('\t').collect();
        let [_, source, places, tests, removed, note] = cells[..] else {
            faults.add(number, format!("{} columns, expected 6", cells.len()));
            continue;
        };
        let mut found = check_items(places, Column::Where, repository);
        found.extend(check_items(tests, Column::Tests, repository));
        found.extend(check_removed(removed, tests));
        for text in [source, removed, note] {
            found.extend(check_text(text, repository));
        }
        for what in found {
            faults.add(number, what);
        }
    }
}

fn check_items(cell: &str, column: Column, repository: &Repository) -> Vec<String> {
    let items = cell.split("; ").filter(|item| !item.is_empty());
    items.flat_map(|item| check_item(item, column, repository)).collect()
}

fn check_item(item: &str, column: Column, repository: &Repository) -> Vec<String> {
    if column == Column::Where && item == "missing" {
        return Vec::new();
    }
    if let Some(command) = item.strip_prefix("command ") {
        return commands::check(command, repository).err().into_iter().collect();
    }
    for kind in ["switch", "bench", "target", "program"] {
        if let Some(list) = item.strip_prefix(kind).and_then(|rest| rest.strip_prefix(' ')) {
            let missing = list.split(", ").filter(|name| !has_kind(kind, name, repository));
            return missing.map(|name| format!("no {kind} '{name}'")).collect();
        }
    }
    let (place, list) = match item.split_once(": ") {
        Some((place, list)) => (place, list),
        None if item.contains(['/', '.']) => (item, ""),
        None => ("", item),
    };
    if let Err(what) = check_path(place, repository) {
        return vec![what];
    }
    let names = list.split(", ").filter(|name| !name.is_empty());
    names.filter_map(|name| check_name(name, column, place, repository).err()).collect()
}

fn has_kind(kind: &str, name: &str, repository: &Repository) -> bool {
    match kind {
        "switch" => repository.code_at("crates/search/src/enhancements.rs").any(|code| has_identifier(code, name)),
        "target" => repository.exists(&format!("fuzz/fuzz_targets/{name}.rs")),
        "program" => repository.has_target("bin", name),
        kind => repository.has_target(kind, name),
    }
}

/// A path from the root, and a heading of a page after `#`.
fn check_path(path: &str, repository: &Repository) -> Result<(), String> {
    let (file, heading) = path.split_once('#').unwrap_or((path, ""));
    if !repository.exists(file) {
        return Err(format!("no file '{file}'"));
    }
    let headings = Page::new(&repository.read(file)).headings;
    if heading.is_empty() || headings.iter().any(|slug| slug == heading) {
        return Ok(());
    }
    Err(format!("'{file}' has no heading '{heading}'; it has {}", headings.join(", ")))
}

/// An item of the code, or a test, in a file or below a folder.
fn check_name(name: &str, column: Column, place: &str, repository: &Repository) -> Result<(), String> {
    let parts: Vec<&str> = name.split("::").collect();
    let is_there = |code: &str| match column {
        Column::Tests => code.contains(&format!("fn {name}(")),
        Column::Where => parts.iter().all(|part| has_identifier(code, part)),
    };
    if repository.code_at(place).any(is_there) {
        return Ok(());
    }
    let what = if column == Column::Tests { "function" } else { "item" };
    let place = if place.is_empty() { "the code" } else { place };
    Err(format!("no {what} '{name}' in {place}"))
}

/// The tests in the parentheses at the end of each entry of `removed` are in `tests`.
fn check_removed(removed: &str, tests: &str) -> Vec<String> {
    let mut faults = Vec::new();
    for entry in removed.split("; ").filter(|entry| !["", "not recorded"].contains(entry)) {
        let Some((_, list)) = entry.strip_suffix(')').and_then(|entry| entry.rsplit_once(" (")) else {
            faults.push(format!("'{entry}' does not end with its tests in parentheses"));
            continue;
        };
        let names = list.split(", ").map(|name| name.split(' ').next().unwrap_or_default());
        let missing = names.filter(|name| !has_identifier(tests, name));
        faults.extend(missing.map(|name| format!("'{name}' is in 'removed' but not in 'tests'")));
    }
    faults
}

/// Paths that begin with `docs/`, and spans in backticks, name what exists.
fn check_text(text: &str, repository: &Repository) -> Vec<String> {
    let spans = text.split('`').skip(1).step_by(2);
    let mut faults: Vec<_> = spans.filter_map(|span| names::check(DATA, span, repository).err()).collect();
    let words = text.split([' ', '(', ')', ',', ';', ':']).map(|word| word.trim_end_matches('.'));
    let paths = words.filter(|word| word.starts_with("docs/"));
    faults.extend(paths.filter_map(|path| check_path(path, repository).err()));
    faults
}

#[test]
fn the_data_names_only_what_exists() {
    let repository = Repository::open();
    let mut faults = Faults::of(DATA);
    check(&repository.read(DATA), &repository, &mut faults);
    let lines: Vec<_> = faults.found.iter().map(ToString::to_string).collect();
    assert!(lines.is_empty(), "{} faults:\n{}", lines.len(), lines.join("\n"));
}

#[test]
fn every_row_of_the_sources_has_one_line() {
    let found = ids(&Repository::open().read(DATA));
    let numbered = CHAPTERS.iter().flat_map(|(chapter, last, _)| (1..=*last).map(move |n| format!("{chapter}{n}")));
    let added = CHAPTERS.iter().flat_map(|(_, _, added)| added.iter().map(|&row| row.to_owned()));
    let expected: BTreeSet<String> = numbered.chain(added).collect();
    let unique: BTreeSet<String> = found.iter().cloned().collect();
    assert_eq!(unique.len(), found.len(), "a row has two lines");
    assert_eq!(unique, expected);
}

/// `.ci/run` compares the whole page where Python is installed; its rows are compared everywhere.
#[test]
fn the_page_has_the_rows_of_the_data() {
    let repository = Repository::open();
    let data = ids(&repository.read(DATA));
    let page = repository.read(PAGE);
    let rows: BTreeSet<&str> =
        page.lines().filter_map(|line| line.strip_prefix("| ")?.split(" |").next()).filter(|id| is_id(id)).collect();
    let expected: BTreeSet<&str> = data.iter().map(String::as_str).filter(|id| is_id(id)).collect();
    assert_eq!(rows, expected, "run docs/data/sources");
    let words = page.split_whitespace().count();
    assert!(words <= 3200, "{words} words");
}

#[test]
fn rows_are_recognized() {
    let found: Vec<_> = named("row Z-C15 and T-21b, not UTF-8, A-1 or Z-3 (H-11)").collect();
    assert_eq!(found, ["Z-C15", "T-21b", "H-11"]);
}

#[test]
fn wrong_items_are_reported() {
    let repository = Repository::open();
    let faults = |cell, column| check_items(cell, column, &repository).len();
    assert_eq!(faults("crates/search/src/table/entry.rs: Entry, Bound; Searcher; missing", Column::Where), 0);
    assert_eq!(
        faults(
            "crates/search/src/table/tests.rs: entries_round_trip; bench perft, table; docs/style.md",
            Column::Tests
        ),
        0
    );
    assert_eq!(faults("crates/search/src/table/entry.rs: Xiangqi", Column::Where), 1);
    assert_eq!(faults("crates/search/src/table/nothing.rs; docs/style.md#nothing", Column::Where), 2);
    assert_eq!(faults("no_such_test; bench nothing; switch table, nothing", Column::Tests), 3);
    assert_eq!(check_removed("the cut (a_test); the window (another, a_test)", "a_test; another").len(), 0);
    assert_eq!(check_removed("the cut (a_test); the window", "another").len(), 2);
    assert_eq!(check_text("see docs/style.md, `no_such_name`, docs/nothing.csv.", &repository).len(), 2);
}
