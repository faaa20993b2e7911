//! `docs/sources.md`: one line for each row of the sources.
//!
//! In a table whose header has the columns "where" and "shown by", every span in them is checked:
//!
//! - a path may leave out `crates/` and `src/` (`search/table/entry.rs`);
//! - a name after a path, up to the next semicolon, is in that file, or in a file below that
//!   folder; without a path it is anywhere in the code;
//! - under "shown by" a name is a function. After the word "bench", "target", "program",
//!   "example" or "switch" it is one of those instead, up to the next semicolon.

use crate::{
    Faults,
    repository::{Repository, has_identifier},
};
use std::collections::BTreeSet;

/// The table.
pub(crate) const TABLE: &str = "docs/sources.md";

/// What a cell holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Column {
    Where,
    ShownBy,
}

/// The rows of the table, such as `Z-C15` and `T-21b`.
pub(crate) fn ids(text: &str) -> BTreeSet<String> {
    text.lines().filter_map(id).collect()
}

/// The row that a line of the table is.
fn id(line: &str) -> Option<String> {
    let first = line.strip_prefix("| ")?.split(" |").next()?;
    named(first).next().filter(|id| id == first)
}

/// The rows that a line names.
pub(crate) fn named(line: &str) -> impl Iterator<Item = String> {
    let word = |character: char| character.is_ascii_alphanumeric() || character == '-';
    line.split(move |character| !word(character)).filter(|word| is_id(word)).map(str::to_owned)
}

/// `T-12`, `Z-C15`, `T-21b`: a letter for the source, perhaps one for the chapter, a number.
fn is_id(word: &str) -> bool {
    let Some((source, rest)) = word.split_once('-') else { return false };
    let number = rest.strip_prefix(|chapter: char| ('A'..='F').contains(&chapter)).unwrap_or(rest);
    let digits = number.trim_end_matches('b');
    let is_number = !digits.is_empty() && digits.len() <= 2 && digits.chars().all(|digit| digit.is_ascii_digit());
    let has_chapter = number.len() < rest.len();
    match source {
        "Z" | "C" => has_chapter && is_number,
        "T" | "H" | "B" | "U" => !has_chapter && is_number,
        _ => false,
    }
}

/// Where a path of the table is, from the root; `None` if there is nothing.
pub(crate) fn full_path(path: &str, repository: &Repository) -> Option<String> {
    let (package, rest) = path.split_once('/').unwrap_or((path, ""));
    let places = [
        path.to_owned(),
        format!("crates/{package}/src/{rest}"),
        format!("crates/{package}/{rest}"),
        format!("crates/{package}/tests/{rest}"),
        format!("examples/{path}"),
    ];
    places.into_iter().find(|place| repository.exists(place))
}

pub(crate) fn check(text: &str, repository: &Repository, faults: &mut Faults<'_>) {
    let mut columns: Vec<Option<Column>> = Vec::new();
    let mut seen = BTreeSet::new();
    for (number, line) in text.lines().enumerate() {
        let Some(cells) = cells(line) else {
            columns.clear();
            continue;
        };
        if columns.is_empty() {
            columns = cells.iter().map(|cell| column(cell)).collect();
            continue;
        }
        if line.starts_with("|-") {
            continue;
        }
        if cells.len() != columns.len() {
            faults.add(number + 1, format!("{} cells in a table of {} columns", cells.len(), columns.len()));
        }
        if id(line).is_some_and(|id| !seen.insert(id)) {
            faults.add(number + 1, format!("a second row {}", cells[0]));
        }
        for (cell, column) in cells.iter().zip(&columns) {
            let Some(column) = *column else { continue };
            for what in check_cell(cell, column, repository) {
                faults.add(number + 1, what);
            }
        }
    }
}

fn column(header: &str) -> Option<Column> {
    match header {
        "where" => Some(Column::Where),
        "shown by" => Some(Column::ShownBy),
        _ => None,
    }
}

/// The cells of a line of a table.
fn cells(line: &str) -> Option<Vec<&str>> {
    let inner = line.strip_prefix('|')?.strip_suffix('|')?;
    Some(inner.split('|').map(str::trim).collect())
}

/// What the names of a cell are, as the words before them say.
fn kind(words: &str, before: &'static str) -> &'static str {
    let kinds = [
        ("benches", "bench"),
        ("bench", "bench"),
        ("targets", "target"),
        ("target", "target"),
        ("programs", "bin"),
        ("program", "bin"),
        ("examples", "example"),
        ("example", "example"),
        ("switches", "switch"),
        ("switch", "switch"),
    ];
    let mut found = words
        .split(|c: char| !c.is_ascii_alphabetic())
        .filter_map(|word| kinds.iter().find(|(name, _)| *name == word).map(|(_, kind)| *kind));
    found.next_back().unwrap_or(before)
}

fn check_cell(cell: &str, column: Column, repository: &Repository) -> Vec<String> {
    let mut faults = Vec::new();
    for part in cell.split(';') {
        let mut place: Option<String> = None;
        let mut meant = "name";
        for (at, piece) in part.split('`').enumerate() {
            if at % 2 == 0 {
                meant = kind(piece, meant);
                continue;
            }
            if let Some(path) = full_path(piece, repository).filter(|_| piece.contains(['/', '.'])) {
                (place, meant) = (Some(path), "name");
            } else if !piece.contains(char::is_whitespace)
                && let Err(what) = check_name(piece, meant, column, place.as_deref(), repository)
            {
                faults.push(what);
            }
        }
    }
    faults
}

fn check_name(
    name: &str,
    meant: &str,
    column: Column,
    place: Option<&str>,
    repository: &Repository,
) -> Result<(), String> {
    let known = match meant {
        "bin" | "bench" | "example" => repository.has_target(meant, name),
        "target" => repository.exists(&format!("fuzz/fuzz_targets/{name}.rs")),
        "switch" => repository.code_at("crates/search/src/enhancements.rs").any(|code| has_identifier(code, name)),
        _ => return check_item(name, column, place, repository),
    };
    if known { Ok(()) } else { Err(format!("no {meant} '{name}'")) }
}

/// An item of the code, or a test, in the place that was named before it.
fn check_item(name: &str, column: Column, place: Option<&str>, repository: &Repository) -> Result<(), String> {
    let name = name.split(['(', '<', '!']).next().unwrap_or(name);
    let is_item = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == ':') && !name.is_empty();
    if !is_item {
        return Err(format!("'{name}' is neither a file nor a name of the code"));
    }
    let parts: Vec<&str> = name.split("::").collect();
    let is_there = |code: &str| match column {
        Column::ShownBy if parts.len() == 1 => code.contains(&format!("fn {name}(")),
        _ => parts.iter().all(|part| has_identifier(code, part)),
    };
    if repository.code_at(place.unwrap_or("")).any(is_there) {
        return Ok(());
    }
    let what = if column == Column::ShownBy { "function" } else { "item" };
    Err(format!("no {what} '{name}' in {}", place.unwrap_or("the code")))
}

#[test]
fn rows_are_recognized() {
    let found: Vec<_> = named("row Z-C15 and T-21b, not UTF-8, A-1 or Z-3 (H-11)").collect();
    assert_eq!(found, ["Z-C15", "T-21b", "H-11"]);
}

#[test]
fn a_cell_is_checked() {
    let repository = Repository::open();
    let check = |cell, column| check_cell(cell, column, &repository);
    let nothing = Vec::<String>::new();
    assert_eq!(check("`search/table/entry.rs`: `Entry`, `Bound`; `Searcher`", Column::Where), nothing);
    assert_eq!(
        check("`search/table/tests.rs`: `entries_round_trip`; benches `perft`, `table`", Column::ShownBy),
        nothing
    );
    assert_eq!(check("`search/table/entry.rs`: `Xiangqi`", Column::Where).len(), 1);
    assert_eq!(check("`search/table/nothing.rs`", Column::Where).len(), 1);
    assert_eq!(check("`no_such_test`; bench `nothing`; switches `table`, `nothing`", Column::ShownBy).len(), 3);
}
