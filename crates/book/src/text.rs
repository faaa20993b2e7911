//! Books as text: a line per position, as in EPD, with the counts of its moves.
//!
//! `POSITION ; MOVE W/D/L [wN] [lW/D/L] [win|loss] ; MOVE … [; "NAME"]`: results of games, the
//! weight, learned results, and a proof. In a name `\"` and `\\` stand for a quote and a backslash. Lines that begin
//! with `#` are comments.

use crate::{BookError, BookMove, Draft, Proof, Results, Source, walk};
use duiyi_game::{Notation, files, shortened};
use std::{
    fmt::Write as _,
    io::{self, BufRead, Write},
};

/// Writes every position that is reachable with the moves of a book from a start.
///
/// # Errors
/// If the book cannot be read, or the text cannot be written.
pub fn write_text<G: Notation>(
    source: &(impl Source<G> + ?Sized),
    start: &G,
    into: &mut dyn Write,
) -> Result<u64, BookError> {
    let mut lines = 0;
    walk(source, start, usize::MAX, |position: &G, moves| {
        lines += 1;
        let name = source.name(position)?;
        writeln!(into, "{}", text_line(position, moves, name.as_deref()))?;
        Ok::<(), BookError>(())
    })?;
    Ok(lines)
}

/// A position with its moves as a line of text.
pub fn text_line<G: Notation>(position: &G, moves: &[BookMove<G::Move>], name: Option<&str>) -> String {
    let mut line = position.write_position();
    for book_move in moves {
        let _ = write!(line, " ; {} {}", position.write_move(book_move.mv), slashed(book_move.results));
        if book_move.weight > 0 {
            let _ = write!(line, " w{}", book_move.weight);
        }
        if book_move.learned != Results::default() {
            let _ = write!(line, " l{}", slashed(book_move.learned));
        }
        if let Some(proof) = book_move.proof {
            let _ = write!(line, " {}", proof.word());
        }
    }
    if let Some(name) = name {
        let _ = write!(line, " ; \"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""));
    }
    line
}

fn slashed(results: Results) -> String {
    let Results { wins, draws, losses } = results;
    format!("{wins}/{draws}/{losses}")
}

/// Reads a text written by [`write_text`] or by hand.
///
/// # Errors
/// The first invalid line, with the expected format.
pub fn read_text<G: Notation>(rules: &G, text: &mut dyn BufRead) -> Result<Draft<G>, BookError> {
    let mut draft = Draft::new(rules);
    files::skip_mark(text).map_err(not_read)?;
    for (line, number) in text.lines().zip(1..) {
        let line = line.map_err(not_read)?;
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        read_line(rules, &line, &mut draft).map_err(|reason| BookError::Text { line: number, reason })?;
    }
    Ok(draft)
}

fn not_read(error: io::Error) -> BookError {
    BookError::Read(error)
}

fn read_line<G: Notation>(rules: &G, line: &str, draft: &mut Draft<G>) -> Result<(), String> {
    let (position, mut rest) = line.split_once(';').unwrap_or((line, ""));
    let position = rules.read_position(position.trim()).map_err(|reason| reason.to_string())?;
    while !rest.is_empty() {
        if let Some(quoted) = rest.trim_start().strip_prefix('"') {
            let (name, after) = read_name(quoted);
            draft.set_name(&position, &name, 0);
            rest = after;
            continue;
        }
        let part;
        (part, rest) = rest.split_once(';').unwrap_or((rest, ""));
        let mut words = part.split_whitespace();
        let mv = words.next().ok_or("expected a move after ';'")?;
        let mv = position.read_move(mv).map_err(|reason| reason.to_string())?;
        let entry = draft.entry(&position, mv);
        for word in words {
            match (word, word.as_bytes().first()) {
                ("win", _) => entry.proof = Some(Proof::Win),
                ("loss", _) => entry.proof = Some(Proof::Loss),
                (_, Some(b'w')) => {
                    entry.weight = word[1..].parse().map_err(|_| unexpected(word))?;
                }
                (_, Some(b'l')) => entry.learned = read_results(&word[1..]).ok_or_else(|| unexpected(word))?,
                _ => entry.results = read_results(word).ok_or_else(|| unexpected(word))?,
            }
        }
    }
    Ok(())
}

/// A name after its first quote, and the text after it. The name ends at a quote before a semicolon or at the end of the
/// line; another quote is part of it.
fn read_name(text: &str) -> (String, &str) {
    let mut name = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let after = &rest[first.len_utf8()..];
        match (first, after.trim_start()) {
            ('"', "") => return (name, ""),
            ('"', next) if next.starts_with(';') => return (name, &next[1..]),
            ('\\', _) if after.starts_with(['"', '\\']) => {
                name.push_str(&after[..1]);
                rest = &after[1..];
                continue;
            }
            _ => name.push(first),
        }
        rest = after;
    }
    (name, "")
}

fn unexpected(word: &str) -> String {
    format!("unexpected '{}'; expected WINS/DRAWS/LOSSES, wWEIGHT, lWINS/DRAWS/LOSSES, win or loss", shortened(word))
}

fn read_results(text: &str) -> Option<Results> {
    let mut counts = text.split('/').map(str::parse);
    let mut next = || counts.next()?.ok();
    let results = Results { wins: next()?, draws: next()?, losses: next()? };
    counts.next().is_none().then_some(results)
}
