//! Reading openings, and their order in a match.

use crate::stats::bradley_terry::below;
use duiyi_game::hash::digest;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use serde::{Deserialize, Serialize};

/// An invalid opening.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadOpening(
    /// The error, with the text.
    pub String,
);

/// The start of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// The name: the `id` of its line, or the number of the line.
    pub id: String,
    /// The position in the notation of the game's protocols, and the moves played
    /// from there: `[position] [moves turn turn …]`. Without a position, the
    /// game's initial position.
    pub position: String,
}

impl Opening {
    /// The text of the position, which may be empty, and the moves.
    ///
    /// ```
    /// let opening = duiyi_arena::Opening { id: "a".into(), position: "3/4/5 w moves a1 b2".into() };
    /// assert_eq!(opening.parts(), ("3/4/5 w", vec!["a1", "b2"]));
    /// ```
    pub fn parts(&self) -> (&str, Vec<&str>) {
        match moves_at(&self.position) {
            Some(at) => (self.position[..at].trim(), self.position[at..].split_whitespace().skip(1).collect()),
            None => (self.position.trim(), Vec::new()),
        }
    }
}

/// The index of the word `moves`.
fn moves_at(text: &str) -> Option<usize> {
    let is_word = |at: usize| {
        text[..at].chars().next_back().is_none_or(char::is_whitespace)
            && text[at + "moves".len()..].chars().next().is_none_or(char::is_whitespace)
    };
    text.match_indices("moves").map(|(at, _)| at).find(|&at| is_word(at))
}

/// Reads openings of any game, one per line: `[position] [moves turn turn …]`,
/// optionally followed by `;` and operations, of which `id "name"` is used. Blank
/// lines and lines that begin with `#` are skipped.
///
/// A position like a FEN (at least four fields, of which the first contains a `/` and the second is a
/// letter for the side) marks a line as EPD: its operations may then begin without a preceding `;`, at
/// the first word of lower-case letters after the fourth field.
///
/// The positions are not validated here but by [`Setup::new`](crate::Setup::new).
///
/// ```
/// let text = "# two\n4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1; id \"bare\";\n4k4/9 b - - bm a1;\nmoves h2e2 h9g7\n";
/// let openings = duiyi_arena::parse_openings(text);
/// assert_eq!((openings[0].id.as_str(), openings[0].position.as_str()), ("bare", "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1"));
/// assert_eq!((openings[1].id.as_str(), openings[1].position.as_str()), ("line 3", "4k4/9 b - -"));
/// assert_eq!(openings[2].parts(), ("", vec!["h2e2", "h9g7"]));
/// ```
pub fn parse_openings(text: &str) -> Vec<Opening> {
    text.lines().enumerate().filter_map(|(index, line)| parse_opening(line, index + 1)).collect()
}

/// Reads the opening of one line with this number, like [`parse_openings`];
/// `None` if there is none.
pub fn parse_opening(line: &str, number: usize) -> Option<Opening> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return None;
    }
    // A semicolon inside quotes is part of a name.
    let mut quoted = false;
    let mut parts = line.split(|c: char| {
        quoted ^= c == '"';
        c == ';' && !quoted
    });
    let start = parts.next().unwrap_or_default();
    let words: Vec<&str> = start.split_whitespace().collect();
    let (start, operation) = words.split_at(operations_at(&words));
    let operation = operation.join(" ");
    let id = std::iter::once(operation.as_str()).chain(parts).find_map(|operation| {
        let name = operation.trim().strip_prefix("id")?.trim_start().strip_prefix('"')?;
        name.split('"').next()
    });
    let id = id.map_or_else(|| format!("line {number}"), str::to_owned);
    Some(Opening { id, position: start.join(" ") })
}

/// The index of the first operation of an EPD line without a preceding `;`.
fn operations_at(words: &[&str]) -> usize {
    let is_operation = |word: &&str| word.bytes().all(|byte| byte.is_ascii_lowercase());
    match words {
        [board, "w" | "b" | "r", _, _, more @ ..] if board.contains('/') => match more.iter().position(is_operation) {
            Some(at) if more[at] != "moves" => at + 4,
            _ => words.len(),
        },
        _ => words.len(),
    }
}

/// A digest of openings, in hexadecimal.
pub(crate) fn digest_of(openings: &[Opening]) -> String {
    let bytes = |opening: &Opening| format!("{}\t{}\n", opening.id, opening.position).into_bytes();
    format!("{:016x}", digest(openings.iter().flat_map(bytes)))
}

/// The indices of `count` openings in the order of one cycle through them.
pub(crate) fn shuffled(count: usize, seed: u64, cycle: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    // A golden-ratio step decorrelates the generators of successive cycles.
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ cycle.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    for i in (1..count).rev() {
        order.swap(i, below(&mut rng, i + 1));
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(String, String)> {
        parse_openings(text).into_iter().map(|opening| (opening.id, opening.position)).collect()
    }

    fn named(id: &str, position: &str) -> (String, String) {
        (id.to_owned(), position.to_owned())
    }

    #[test]
    fn every_kind_of_line_is_read() {
        let text = "\
# a comment
  # another

rnb/9/R1B w - - 0 1; id \"one\"; c0 \"id of no use\";
rnb/9/R1B w - - bm a1; id \"two\";
rnb/9/R1B w - - id \"three\";
rnb/9/R1B w - - 0 1 moves a1a2 b1b2; id \"four\"
J10 I11-K11; id \"a turn game's\";
moves h2e2 h9g7
a b c d e f; id \"six fields of another game\"
3/4/5 w
; id \"the usual position\"
rnb/9/R1B w - - 0 1; c0 \"x; id \"; id \"a; b\"
rnb/9/R1B w - - id \"c; d\"
";
        let fen = "rnb/9/R1B w - -";
        assert_eq!(
            read(text),
            [
                named("one", &format!("{fen} 0 1")),
                named("two", fen),
                named("three", fen),
                named("four", &format!("{fen} 0 1 moves a1a2 b1b2")),
                named("a turn game's", "J10 I11-K11"),
                named("line 9", "moves h2e2 h9g7"),
                named("six fields of another game", "a b c d e f"),
                named("line 11", "3/4/5 w"),
                named("the usual position", ""),
                named("a; b", &format!("{fen} 0 1")),
                named("c; d", fen),
            ]
        );
    }

    #[test]
    fn openings_have_a_position_and_moves() {
        for (text, position, moves) in [
            ("P w", "P w", vec![]),
            ("P w moves", "P w", vec![]),
            (" P w  moves a1  b2 ", "P w", vec!["a1", "b2"]),
            ("moves a1", "", vec!["a1"]),
            ("moveset w moves a1", "moveset w", vec!["a1"]),
            ("", "", vec![]),
        ] {
            let opening = Opening { id: String::new(), position: text.to_owned() };
            assert_eq!(opening.parts(), (position, moves), "{text}");
        }
    }
}
