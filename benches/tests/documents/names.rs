//! Names in backticks: paths, and identifiers of Rust.

use crate::repository::{self, Repository};

/// Names of other programs and of the standard library that look like ours.
const FOREIGN: [&str; 1] = ["NonZero"];

/// Checks a span that is a path or a name; others are skipped.
pub(crate) fn check(document: &str, span: &str, repository: &Repository) -> Result<(), String> {
    if span.contains(char::is_whitespace) || FOREIGN.contains(&span) {
        return Ok(());
    }
    if is_path(span) {
        let found = expand(span).iter().all(|path| has_path(document, path, repository));
        return if found { Ok(()) } else { Err(format!("no file '{span}'")) };
    }
    let name = span.split(['(', '<', '!', '=']).next().unwrap_or(span);
    let parts: Vec<&str> = name.split("::").collect();
    if !parts.iter().all(|part| is_identifier(part)) || (parts.len() == 1 && !is_compound(name)) {
        return Ok(());
    }
    let is_target =
        |name: &str| ["bin", "bench", "test", "example"].iter().any(|kind| repository.has_target(kind, name));
    match parts.iter().find(|part| !repository.has_word(part) && !is_target(part)) {
        None => Ok(()),
        Some(part) if parts.len() == 1 => Err(format!("'{part}' is nowhere in the code")),
        Some(part) => Err(format!("'{part}' of '{name}' is nowhere in the code")),
    }
}

/// Whether a span is meant as a path of this repository.
fn is_path(span: &str) -> bool {
    let plain = |character: char| character.is_ascii_alphanumeric() || "_-./*{},".contains(character);
    let known = ["bindings/", "crates/", "docs/", "benches/", "examples/", "fuzz/", ".ci/", ".cargo/"];
    let source = [".rs", ".md", ".toml"];
    span.chars().all(plain)
        && (known.iter().any(|start| span.starts_with(start))
            || source.iter().any(|end| span.len() > end.len() && span.ends_with(end)))
}

/// The paths that `{a,b}` stands for.
fn expand(path: &str) -> Vec<String> {
    let Some((before, rest)) = path.split_once('{') else { return vec![path.to_owned()] };
    let Some((choices, after)) = rest.split_once('}') else { return vec![path.to_owned()] };
    choices.split(',').flat_map(|choice| expand(&format!("{before}{choice}{after}"))).collect()
}

fn has_path(document: &str, path: &str, repository: &Repository) -> bool {
    let folder = document.rsplit_once('/').map_or("", |(folder, _)| folder);
    repository.matches(path) || repository.matches(&repository::join(folder, path)) || repository.has_end(path)
}

fn is_identifier(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.chars().all(|character| character.is_ascii_alphanumeric() || character == '_')
}

/// Whether a name is of two words: `snake_case` or `CamelCase`. Single words may be anything.
fn is_compound(name: &str) -> bool {
    let is_lower = name.chars().all(|character| !character.is_ascii_uppercase());
    let humps = name.chars().filter(char::is_ascii_uppercase).count();
    let is_camel = name.starts_with(|first: char| first.is_ascii_uppercase())
        && humps >= 2
        && !name.contains('_')
        && name.chars().zip(name.chars().skip(1)).all(|(a, b)| !(a.is_ascii_uppercase() && b.is_ascii_uppercase()));
    (is_lower && name.contains('_')) || is_camel
}
