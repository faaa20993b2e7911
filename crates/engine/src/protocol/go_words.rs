//! The `go` command as an engine reads it.

use super::{ChessProtocol, CommandError};
use crate::player::TurnLimits;
use duiyi_clock::{Bonus, PlayerClock};
use duiyi_game::{Side, shortened};
use std::{iter::Peekable, num::IntErrorKind, num::NonZeroU32, time::Duration};

/// The time of a search whose limits cannot be read: short enough for any clock.
pub const UNREADABLE_TIME: Duration = Duration::from_millis(100);

/// The keywords of `go`.
fn keywords(protocol: ChessProtocol) -> &'static [&'static str] {
    match protocol {
        ChessProtocol::Uci => &[
            "ponder",
            "infinite",
            "wtime",
            "btime",
            "winc",
            "binc",
            "movestogo",
            "depth",
            "nodes",
            "movetime",
            "mate",
            "searchmoves",
        ],
        ChessProtocol::Ucci => &[
            "ponder",
            "draw",
            "infinite",
            "time",
            "opptime",
            "increment",
            "oppincrement",
            "depth",
            "nodes",
            "movestogo",
            "oppmovestogo",
        ],
    }
}

/// The words after `go`. Words without a meaning are ignored, with an error for each group of them.
#[derive(Debug, Default)]
pub struct GoLine<'a> {
    /// The limits; without a limit, the search is infinite.
    pub limits: TurnLimits,
    /// The moves after `searchmoves`.
    pub moves: Vec<&'a str>,
    /// UCCI's `draw`: the opponent has offered one.
    pub draw: bool,
    /// UCCI's `depth 0`, which asks for the static evaluation.
    pub is_static: bool,
    /// The errors for the parts that are ignored.
    pub ignored: Vec<CommandError>,
}

impl<'a> GoLine<'a> {
    /// Reads the words of UCI, for the side to move.
    pub fn read_uci(words: &[&'a str], mover: Side) -> GoLine<'a> {
        let mut line = GoLine::default();
        let (mut left, mut increment) = ([None; 2], [Duration::ZERO; 2]);
        let mut words = GoWords::new(words, keywords(ChessProtocol::Uci));
        while let Some(word) = words.keyword() {
            let go = &mut line.limits.go;
            match word {
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "searchmoves" => line.moves = words.list(),
                _ => {
                    let expected = match word {
                        "movestogo" | "mate" => "a number of moves",
                        "depth" => "a number of plies",
                        "nodes" => "a number of nodes",
                        _ => "milliseconds",
                    };
                    let Some(number) = words.number(word, expected) else { continue };
                    let time = Duration::from_millis(number);
                    match word {
                        // White is the first side, Black the second.
                        "wtime" => left[0] = Some(time),
                        "btime" => left[1] = Some(time),
                        "winc" => increment[0] = time,
                        "binc" => increment[1] = time,
                        "movestogo" => go.moves_to_go = NonZeroU32::new(number.min(10_000) as u32),
                        "depth" => go.depth = Some(number.clamp(1, 1000) as u32),
                        "nodes" => go.nodes = Some(number.max(1)),
                        "mate" => line.limits.mate = Some(number.min(1000) as u32),
                        _ => go.move_time = Some(time),
                    }
                }
            }
        }
        let clock = |side: Side| {
            let bonus = Bonus::Increment(increment[side.index()]);
            left[side.index()].map(|left| PlayerClock { left, bonus, byo_yomi: None })
        };
        (line.limits.go.own, line.limits.go.opponent) = (clock(mover), clock(!mover));
        line.ignored = words.finish(&mut line.limits);
        line
    }

    /// Reads the words of UCCI, with times in milliseconds or in seconds.
    pub fn read_ucci(words: &[&'a str], milliseconds: bool) -> GoLine<'a> {
        let mut line = GoLine::default();
        let unit = if milliseconds { 1 } else { 1000 };
        let (mut own, mut opponent) = (PlayerClock::default(), PlayerClock::default());
        let (mut own_given, mut opponent_given, mut bare) = (false, false, true);
        let mut words = GoWords::new(words, keywords(ChessProtocol::Ucci));
        while let Some(word) = words.keyword() {
            let go = &mut line.limits.go;
            match word {
                "ponder" => go.ponder = true,
                "draw" => line.draw = true,
                "infinite" => go.infinite = true,
                // The standard also allows `depth infinite`.
                "depth" if words.is_next("infinite") => go.infinite = true,
                _ => {
                    let expected = match word {
                        "depth" => "a number of plies or infinite",
                        "nodes" => "a number of nodes",
                        "movestogo" | "oppmovestogo" => "a number of moves",
                        _ => "a time",
                    };
                    let Some(number) = words.number(word, expected) else { continue };
                    let time = Duration::from_millis(number.saturating_mul(unit));
                    match word {
                        "time" => (own.left, own_given) = (time, true),
                        "opptime" => (opponent.left, opponent_given) = (time, true),
                        "increment" => (own.bonus, bare) = (Bonus::Increment(time), false),
                        "oppincrement" => opponent.bonus = Bonus::Increment(time),
                        "depth" if number == 0 => {
                            let ignored = words.finish(&mut TurnLimits::depth(1));
                            return GoLine { is_static: true, ignored, ..line };
                        }
                        "depth" => go.depth = Some(number.min(1000) as u32),
                        "nodes" => go.nodes = Some(number.max(1)),
                        "movestogo" => {
                            (go.moves_to_go, bare) = (NonZeroU32::new(number.clamp(1, 10_000) as u32), false);
                        }
                        _ => {}
                    }
                }
            }
        }
        let go = &mut line.limits.go;
        // A time without increment and moves to go, or with one move to go, is
        // for this move only: unused time is lost.
        if own_given && (bare || go.moves_to_go == NonZeroU32::new(1)) {
            go.move_time = Some(own.left);
        } else {
            go.own = own_given.then_some(own);
        }
        go.opponent = opponent_given.then_some(opponent);
        line.ignored = words.finish(&mut line.limits);
        line.limits.until_mate = line.limits.go.infinite;
        line
    }
}

/// The words that are not read yet.
struct GoWords<'a, 'b> {
    words: Peekable<std::slice::Iter<'b, &'a str>>,
    keywords: &'static [&'static str],
    ignored: Vec<CommandError>,
}

impl<'a, 'b> GoWords<'a, 'b> {
    fn new(words: &'b [&'a str], keywords: &'static [&'static str]) -> GoWords<'a, 'b> {
        GoWords { words: words.iter().peekable(), keywords, ignored: Vec::new() }
    }

    /// The words up to the next keyword.
    fn list(&mut self) -> Vec<&'a str> {
        std::iter::from_fn(|| self.words.next_if(|word| !self.keywords.contains(*word)).copied()).collect()
    }

    /// The next keyword.
    fn keyword(&mut self) -> Option<&'a str> {
        let unknown = self.list();
        if !unknown.is_empty() {
            let found = shortened(&unknown.join(" "));
            let expected = "a limit or the end of the line";
            self.ignored.push(CommandError::Unexpected { command: "go", found, expected });
        }
        self.words.next().copied()
    }

    /// Whether the next word is this one, which is then read.
    fn is_next(&mut self, word: &str) -> bool {
        self.words.next_if(|next| **next == word).is_some()
    }

    /// The number after a keyword. Negative numbers, sent for an overdrawn clock, become 0, and larger numbers than
    /// the maximum the maximum.
    fn number(&mut self, keyword: &str, expected: &'static str) -> Option<u64> {
        let Some(text) = self.words.next_if(|word| !self.keywords.contains(*word)) else {
            self.ignored.push(CommandError::Missing { command: keyword.to_owned(), expected });
            return None;
        };
        match text.parse::<i64>() {
            Ok(value) => Some(value.max(0) as u64),
            Err(error) if *error.kind() == IntErrorKind::PosOverflow => Some(i64::MAX as u64),
            Err(error) if *error.kind() == IntErrorKind::NegOverflow => Some(0),
            Err(_) => {
                self.ignored.push(CommandError::Unexpected { command: "go", found: shortened(text), expected });
                None
            }
        }
    }

    /// Completes the limits at the end of the line and returns the errors: without limits, the search is infinite. But
    /// if limits may have been ignored, it takes a short time, since the front end may send no `stop`.
    fn finish(mut self, limits: &mut TurnLimits) -> Vec<CommandError> {
        if !self.ignored.is_empty() && limits.is_unlimited() && !limits.go.infinite {
            limits.go.move_time = Some(UNREADABLE_TIME);
            let millis = UNREADABLE_TIME.as_millis();
            self.ignored.push(CommandError::refused(format!("'go' has no valid limit: the search takes {millis} ms")));
        }
        limits.go.infinite |= limits.is_unlimited() && !limits.go.ponder;
        self.ignored
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_integers_and_an_overdrawn_clock_is_zero() {
        let read = |text: &'static str| {
            let words: Vec<&str> = text.split_whitespace().collect();
            let mut words = GoWords::new(&words, &["wtime", "btime"]);
            let number = words.number("wtime", "milliseconds");
            number.ok_or_else(|| words.ignored.remove(0).to_string())
        };
        assert_eq!([read("5 x"), read("-5"), read("0")], [Ok(5), Ok(0), Ok(0)]);
        let digits = "99999999999999999999999";
        assert_eq!([read(digits), read(&*format!("-{digits}").leak())], [Ok(i64::MAX as u64), Ok(0)]);
        for text in ["", "btime 5"] {
            assert_eq!(read(text), Err("'wtime' lacks milliseconds".to_owned()));
        }
        assert_eq!(read("1.5"), Err("'1.5' in 'go': expected milliseconds".to_owned()));
    }

    /// The list of moves ends at each keyword.
    #[test]
    fn the_list_of_moves_ends_at_the_next_keyword() {
        for keyword in keywords(ChessProtocol::Uci) {
            let number = if ["ponder", "infinite", "searchmoves"].contains(keyword) { "" } else { "3" };
            let text = format!("searchmoves A1 B2 {keyword} {number}");
            let words: Vec<&str> = text.split_whitespace().collect();
            let moves = GoLine::read_uci(&words, Side::First).moves;
            assert_eq!(moves.len(), if *keyword == "searchmoves" { 0 } else { 2 }, "{text}");
        }
    }
}
