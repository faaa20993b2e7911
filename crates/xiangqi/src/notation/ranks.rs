//! Coordinates with ranks from 1 to 10, `h3e3` for `h2e2`: the form of Fairy-Stockfish and
//! related programs. UCCI and most programs for xiangqi count from 0 to 9.
//!
//! A text without the ranks 0 and 10 is valid in both forms, with different meanings.

use alloc::{borrow::ToOwned, format, string::String};
use duiyi_game::SecondSpelling;

/// Ranks from 1 to 10 as an alternative to those of [`Move`](crate::Move), from 0 to 9.
pub(crate) const FROM_ONE: SecondSpelling = SecondSpelling {
    option: "Ranks",
    lower: "ranks",
    names: ["0-9", "1-10"],
    fits,
    to_own: from_zero,
    to_second: from_one,
};

/// A square as written, its rank from 0 to 10.
type Written = (char, u8);

fn fits(text: &str) -> [bool; 2] {
    let ranks = squares(text).map_or([1; 2], |squares| squares.map(|(_, rank)| rank));
    [!ranks.contains(&10), !ranks.contains(&0)]
}

fn from_zero(text: &str) -> String {
    shifted(text, |rank| rank.checked_sub(1))
}

fn from_one(text: &str) -> String {
    shifted(text, |rank| rank.checked_add(1).filter(|&rank| rank <= 10))
}

/// The same squares with other ranks; the text itself if a rank is out of range.
fn shifted(text: &str, rank: impl Fn(u8) -> Option<u8>) -> String {
    let write = || {
        let [from, to] = squares(text)?;
        Some(format!("{}{}{}{}", from.0, rank(from.1)?, to.0, rank(to.1)?))
    };
    write().unwrap_or_else(|| text.to_owned())
}

/// The two squares that make up a text.
fn squares(text: &str) -> Option<[Written; 2]> {
    let (from, rest) = square(text)?;
    let (to, rest) = square(rest)?;
    rest.is_empty().then_some([from, to])
}

/// The square at the beginning of a text, and the rest.
fn square(text: &str) -> Option<(Written, &str)> {
    let file = text.chars().next().filter(|file| matches!(file, 'a'..='i'))?;
    let rest = &text[1..];
    if let Some(rest) = rest.strip_prefix("10") {
        return Some(((file, 10), rest));
    }
    let digit = rest.chars().next()?.to_digit(10)?;
    Some(((file, u8::try_from(digit).ok()?), &rest[1..]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Move, Square};
    use alloc::string::ToString;

    #[test]
    fn every_pair_of_squares_is_written_one_rank_higher() {
        for (from, to) in Square::all().flat_map(|from| Square::all().map(move |to| (from, to))) {
            let Some(mv) = Move::new(from, to) else { continue };
            let file = |square: Square| char::from(b'a' + square.file());
            let second = format!("{}{}{}{}", file(from), from.rank() + 1, file(to), to.rank() + 1);
            assert_eq!(from_one(&mv.to_string()), second);
            assert_eq!(from_zero(&second), mv.to_string());
            let ranks = [from.rank(), to.rank()];
            assert_eq!(fits(&mv.to_string()), [true, !ranks.contains(&0)], "{mv}");
            assert_eq!(fits(&second), [!ranks.contains(&9), true], "{second}");
        }
    }

    #[test]
    fn other_texts_are_unchanged_and_fit_both_forms() {
        for text in
            ["", "a", "h2", "h2e", "h2e22", "a11a2", "j2e2", "h2-e2", "H2E2", "a1\u{5c07}1", "\u{5c07}", "a100a1"]
        {
            assert_eq!((from_one(text).as_str(), from_zero(text).as_str()), (text, text));
            assert_eq!(fits(text), [true; 2], "{text}");
        }
        assert_eq!(fits("a0a10"), [false; 2], "ranks of both");
        assert_eq!((from_zero("a0a10").as_str(), from_one("a0a10").as_str()), ("a0a10", "a0a10"));
    }
}
