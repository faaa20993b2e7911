//! The commands of front ends in UCI and UCCI, apart from `go`.

use super::{ChessProtocol, CommandError};
use duiyi_game::shortened;
use std::fmt::{Display, Write};

/// How an engine numbers ranks, relative to the game's notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ranks {
    /// Like the game.
    Native,
    /// One higher: from 1 where the game counts from 0.
    OneUp,
}

impl Ranks {
    /// Converts a move of the game to the engine's numbers.
    pub fn to_engine(self, mv: &str) -> String {
        match self {
            Ranks::Native => mv.to_owned(),
            Ranks::OneUp => shifted(mv, 1).unwrap_or_else(|| mv.to_owned()),
        }
    }

    /// Converts a move of the engine to the game's numbers; `None` if its rank is out of range
    /// in the engine's numbering.
    pub fn to_game(self, mv: &str) -> Option<String> {
        match self {
            Ranks::Native => Some(mv.to_owned()),
            Ranks::OneUp => shifted(mv, -1),
        }
    }
}

/// Adds `by` to every number in the text; `None` if a result would be
/// negative or above 9999.
fn shifted(mv: &str, by: i32) -> Option<String> {
    let mut out = String::with_capacity(mv.len() + 2);
    let mut rest = mv;
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let (text, tail) = rest.split_at(at);
        let end = tail.find(|c: char| !c.is_ascii_digit()).unwrap_or(tail.len());
        let number: i32 = tail[..end].parse().ok().filter(|&n| n <= 9999)?;
        let moved = u32::try_from(number + by).ok()?;
        let _ = write!(out, "{text}{moved}");
        rest = &tail[end..];
    }
    out.push_str(rest);
    Some(out)
}

impl ChessProtocol {
    /// The first command.
    pub fn handshake(self) -> &'static str {
        match self {
            ChessProtocol::Ucci => "ucci",
            ChessProtocol::Uci => "uci",
        }
    }

    /// The command that sets an option; without a value, for a button.
    pub fn set_option(self, name: &str, value: &str) -> String {
        match (self, value) {
            (ChessProtocol::Ucci, "") => format!("setoption {name}"),
            (ChessProtocol::Ucci, _) => format!("setoption {name} {value}"),
            (ChessProtocol::Uci, "") => format!("setoption name {name}"),
            (ChessProtocol::Uci, _) => format!("setoption name {name} value {value}"),
        }
    }

    /// The command before a new game.
    pub fn new_game(self) -> &'static str {
        match self {
            ChessProtocol::Ucci => "setoption newgame",
            ChessProtocol::Uci => "ucinewgame",
        }
    }

    /// The command that sets up a position, or without one the usual start, and the moves after it, in the ranks of
    /// the engine.
    pub fn position<'a>(self, start: Option<&str>, moves: impl IntoIterator<Item = &'a str>, ranks: Ranks) -> String {
        let mut text = start.map_or_else(|| "position startpos".to_owned(), |fen| format!("position fen {fen}"));
        for (i, mv) in moves.into_iter().enumerate() {
            text.push_str(if i == 0 { " moves " } else { " " });
            text.push_str(&ranks.to_engine(mv));
        }
        text
    }

    /// A message for the user.
    pub fn message(self, text: impl Display) -> String {
        match self {
            ChessProtocol::Uci => format!("info string {text}"),
            ChessProtocol::Ucci => format!("info message {text}"),
        }
    }
}

/// Splits `{fen <position> | startpos} [moves …]`: the text of the position, `None` for `startpos`, and the moves.
///
/// # Errors
/// If neither word begins it, or `fen` has no position.
pub fn position_words<'a, 'b>(words: &'b [&'a str]) -> Result<(Option<String>, &'b [&'a str]), CommandError> {
    let moves_at = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let (place, moves) = words.split_at(moves_at);
    let start = match place {
        ["startpos"] => None,
        ["fen", fen @ ..] if !fen.is_empty() => Some(fen.join(" ")),
        ["startpos" | "fen", ..] | [] => {
            return Err(CommandError::Missing { command: "position".into(), expected: "'startpos' or 'fen <FEN>'" });
        }
        [other, ..] => {
            return Err(CommandError::Unexpected {
                command: "position",
                found: shortened(other),
                expected: "startpos or fen",
            });
        }
    };
    Ok((start, moves.get(1..).unwrap_or_default()))
}

/// Splits UCI's `name <words> [value <words>]`: the name and the value, empty if there is none.
///
/// # Errors
/// If there is no name.
pub fn set_option_words(words: &[&str]) -> Result<(String, String), CommandError> {
    let missing = |expected| CommandError::Missing { command: "setoption".into(), expected };
    let ["name", rest @ ..] = words else { return Err(missing("'name <option>'")) };
    let value_at = rest.iter().position(|&word| word == "value").unwrap_or(rest.len());
    let name = rest[..value_at].join(" ");
    let value = rest.get(value_at + 1..).unwrap_or_default().join(" ");
    if name.is_empty() { Err(missing("the name of an option")) } else { Ok((name, value)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ranks_can_be_numbered_from_one() {
        let ranks = Ranks::OneUp;
        assert_eq!(ranks.to_engine("h2e2"), "h3e3");
        assert_eq!(ranks.to_engine("i9h9"), "i10h10");
        assert_eq!(ranks.to_game("i10h10").as_deref(), Some("i9h9"));
        assert_eq!(ranks.to_game("a0a1"), None, "there is no rank 0");
        assert_eq!(ranks.to_game("a99999999999"), None);
    }

    /// What a front end sends is split into the same parts.
    #[test]
    fn commands_are_split_as_they_are_written() {
        let text = ChessProtocol::Uci.position(Some("S w"), ["a0a1", "a9a8"], Ranks::OneUp);
        assert_eq!(text, "position fen S w moves a1a2 a10a9");
        let words: Vec<&str> = text.split(' ').skip(1).collect();
        assert_eq!(position_words(&words).unwrap(), (Some("S w".to_owned()), &["a1a2", "a10a9"][..]));
        assert_eq!(ChessProtocol::Uci.position(None, ["a0a1"], Ranks::Native), "position startpos moves a0a1");
        assert_eq!(position_words(&["startpos"]).unwrap(), (None, &[][..]));
        for bad in [&[][..], &["fen"], &["startpos", "now"], &["here"], &["moves", "a0a1"]] {
            assert!(position_words(bad).is_err(), "{bad:?}");
        }
        let set = |name, value| {
            let text = ChessProtocol::Uci.set_option(name, value);
            let words: Vec<&str> = text.split(' ').skip(1).collect();
            set_option_words(&words).unwrap()
        };
        assert_eq!(set("Skill Level", "3"), ("Skill Level".to_owned(), "3".to_owned()));
        assert_eq!(set("Clear Hash", ""), ("Clear Hash".to_owned(), String::new()));
        assert!(set_option_words(&["name", "value", "3"]).is_err() && set_option_words(&["Hash"]).is_err());
        assert_eq!(ChessProtocol::Ucci.set_option("hashsize", "8"), "setoption hashsize 8");
    }

    proptest! {
        #[test]
        fn shifting_ranks_round_trips(mv in "[a-s][0-9]{1,2}[a-s][0-9]{1,2}") {
            let canonical = shifted(&mv, 0).expect("in range");
            prop_assert_eq!(Ranks::OneUp.to_game(&Ranks::OneUp.to_engine(&mv)), Some(canonical));
        }
    }
}
