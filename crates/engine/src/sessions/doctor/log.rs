//! The lines of a log: time, session and the text that one program has sent to the other.
//!
//! Logs mark the direction in different ways, so it is derived from the first word: no word of UCI and
//! UCCI is sent in both directions.

/// The program that has sent a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sender {
    FrontEnd,
    Engine,
}

/// A time in a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stamp {
    /// Milliseconds since an unknown start.
    pub(super) milliseconds: u64,
    /// The smallest difference that the form of the time can show, in milliseconds.
    pub(super) resolution: u64,
    /// Whether it is a time of day, which starts again after midnight.
    of_day: bool,
}

impl Stamp {
    /// The milliseconds since an earlier time of the same log; `None` if that is not earlier.
    pub(super) fn since(self, before: Stamp) -> Option<u64> {
        let now = self.milliseconds + if self.of_day && self.milliseconds < before.milliseconds { DAY } else { 0 };
        now.checked_sub(before.milliseconds)
    }
}

const DAY: u64 = 24 * 60 * 60 * 1000;

/// A line of the conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LogLine<'a> {
    /// The number of the line, from 1.
    pub(super) number: usize,
    /// The name of the engine, in logs of several engines; otherwise empty.
    pub(super) session: &'a str,
    pub(super) time: Option<Stamp>,
    pub(super) sender: Sender,
    /// What was sent.
    pub(super) text: &'a str,
}

const FRONT_END: [&str; 19] = [
    "uci",
    "ucci",
    "isready",
    "setoption",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
    "ucinewgame",
    "banmoves",
    "probe",
    "debug",
    "register",
    "startpos",
    "fen",
    "d",
    "eval",
    "bench",
];
const ENGINE: [&str; 11] = [
    "id",
    "option",
    "uciok",
    "ucciok",
    "readyok",
    "bestmove",
    "nobestmove",
    "info",
    "bye",
    "copyprotection",
    "registration",
];
/// Words of other protocols, which neither engine speaks.
const FOREIGN: [&str; 2] = ["xboard", "protover"];

/// Words that loggers print before a message.
const LEVELS: [&str; 5] = ["TRACE", "DEBUG", "INFO", "WARN", "ERROR"];

/// The sender of a text, by its first word; `None` if neither protocol has this word.
fn sender(text: &str) -> Option<Sender> {
    let word = text.split_whitespace().next()?;
    if FRONT_END.contains(&word) || FOREIGN.contains(&word) {
        Some(Sender::FrontEnd)
    } else {
        ENGINE.contains(&word).then_some(Sender::Engine)
    }
}

/// Whether a text belongs to a protocol that neither engine speaks.
pub(super) fn is_foreign(text: &str) -> bool {
    text.split_whitespace().next().is_some_and(|word| FOREIGN.contains(&word))
}

/// The arrows of a prefix.
fn is_arrow(letter: char) -> bool {
    matches!(letter, '<' | '>' | '-' | '=' | '|' | '*' | '→' | '←' | '»' | '«' | ':' | '：')
}

impl<'a> LogLine<'a> {
    /// Reads a line; `None` if it is not part of the conversation.
    pub(super) fn read(number: usize, line: &'a str) -> Option<LogLine<'a>> {
        let (mut time, mut session) = (None, "");
        let mut rest = line.trim_start_matches('\u{feff}').trim();
        let mut jumped = false;
        while !rest.is_empty() {
            if let Some(sender) = sender(rest) {
                return Some(LogLine { number, session, time, sender, text: rest });
            }
            let arrows = rest.trim_start_matches(is_arrow);
            if let Some((name, after)) = cutechess_name(arrows).filter(|_| arrows.len() < rest.len()) {
                (session, rest) = (name, after.trim_start());
            } else if arrows.len() < rest.len() {
                rest = arrows.trim_start();
            } else if let Some((token, after)) = prefix(rest) {
                // Thread numbers may follow the time.
                time = time.or(stamp(token));
                rest = after;
            } else if let Some(after) = after_arrow(rest).filter(|_| !jumped) {
                // The names of programs and other words, then an arrow.
                (jumped, rest) = (true, after);
            } else {
                return None;
            }
        }
        None
    }
}

/// Splits `Name(0): text`, as cutechess writes the engine's name.
fn cutechess_name(text: &str) -> Option<(&str, &str)> {
    let (name, after) = text.split_once("): ")?;
    let (_, number) = name.rsplit_once('(')?;
    number.parse::<u32>().ok()?;
    Some((text.get(..name.len() + 1)?, after))
}

/// Splits off a token that may stand before the text: a time, words in brackets, a label with a colon, a level.
fn prefix(text: &str) -> Option<(&str, &str)> {
    for (open, close) in [('[', ']'), ('(', ')'), ('<', '>')] {
        if let Some(inner) = text.strip_prefix(open) {
            let (token, after) = inner.split_once(close)?;
            return Some((token.trim(), after.trim_start()));
        }
    }
    let end = text.find(|letter: char| letter.is_whitespace() || matches!(letter, '<' | '>')).unwrap_or(text.len());
    // No blank follows a full-width colon.
    let end = text.find('：').map_or(end, |colon| end.min(colon + '：'.len_utf8()));
    let (token, after) = text.split_at(end);
    let is_label = token.ends_with([':', '：']);
    let is_prefix = stamp(token).is_some() || is_label || is_date(token) || LEVELS.contains(&token);
    is_prefix.then_some((token, after.trim_start()))
}

/// The text after the first arrow of at least two characters between words.
fn after_arrow(text: &str) -> Option<&str> {
    let arrow = |word: &str| word.len() >= 2 && word.chars().all(is_arrow) && word.contains(['<', '>', '→', '←']);
    let word = text.split_whitespace().find(|word| arrow(word))?;
    text.find(word).and_then(|at| text.get(at + word.len()..)).map(str::trim_start)
}

fn is_date(token: &str) -> bool {
    let parts: Vec<&str> = token.split(['-', '/', '.']).collect();
    parts.len() == 3 && parts.iter().all(|part| part.parse::<u16>().is_ok())
}

/// Reads a time: milliseconds, seconds with a fraction, `minutes:seconds` or `hours:minutes:seconds`, with a date
/// before `T` or a blank.
fn stamp(token: &str) -> Option<Stamp> {
    let token = token.trim_end_matches([':', 'Z', ',']);
    let token = match token.split_once([' ', 'T']) {
        Some((date, time)) if is_date(date) => time,
        _ => token,
    };
    if token.contains('+') {
        return None;
    }
    if let Ok(milliseconds) = token.strip_suffix("ms").unwrap_or(token).parse() {
        return Some(Stamp { milliseconds, resolution: 1, of_day: false });
    }
    let (whole, fraction) = token.split_once(['.', ',']).unwrap_or((token, ""));
    let digits = fraction.get(..fraction.len().min(3))?;
    if !fraction.bytes().all(|byte| byte.is_ascii_digit()) || is_date(token) {
        return None;
    }
    let parts: Vec<u64> = whole.split(':').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    if parts.len() > 3 || parts.iter().any(|&part| part > 1_000_000_000) {
        return None;
    }
    let resolution = 10u64.pow(3 - digits.len() as u32);
    let seconds = parts.iter().fold(0u64, |sum, part| sum * 60 + part);
    let milliseconds = seconds * 1000 + digits.parse::<u64>().unwrap_or(0) * resolution;
    Some(Stamp { milliseconds, resolution, of_day: parts.len() == 3 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_logs_are_read() {
        for (line, session, milliseconds, text) in [
            ("uci", "", None, "uci"),
            ("\u{feff}  bestmove h2e2", "", None, "bestmove h2e2"),
            ("> position startpos", "", None, "position startpos"),
            ("<readyok", "", None, "readyok"),
            ("--> go depth 1", "", None, "go depth 1"),
            ("<-- info depth 1", "", None, "info depth 1"),
            ("→ isready", "", None, "isready"),
            ("GUI -> Engine: stop", "", None, "stop"),
            ("[Trace] [12:00:01.250] <77> fastchess --- Duiyi ---> go", "", Some(43_201_250), "go"),
            ("123 >Duiyi 0.1(0): go", "Duiyi 0.1(0)", Some(123), "go"),
            ("4567 <b(1): bestmove a0a1", "b(1)", Some(4567), "bestmove a0a1"),
            ("[01:02:03] uciok", "", Some(3_723_000), "uciok"),
            ("2026-11-26 01:02:03,5 DEBUG uciok", "", Some(3_723_500), "uciok"),
            ("2026-11-26T01:02:03.45Z << uciok", "", Some(3_723_450), "uciok"),
            ("[2026-11-26 01:02:03.456] ucciok", "", Some(3_723_456), "ucciok"),
            ("12.5 > ucci", "", Some(12_500), "ucci"),
            ("01:30.25 quit", "", Some(90_250), "quit"),
            ("(17ms) stop", "", Some(17), "stop"),
            ("发送：isready", "", None, "isready"),
            ("引擎: readyok", "", None, "readyok"),
            ("info string a --> b", "", None, "info string a --> b"),
        ] {
            let read = LogLine::read(1, line).unwrap_or_else(|| panic!("{line} is not read"));
            let time = read.time.map(|time| time.milliseconds);
            assert_eq!((read.session, time, read.text), (session, milliseconds, text), "{line}");
        }
        for line in ["", "   ", "Started game 1 of 2", "[01:02:03]", "> ", "please go home", "1.2.3.4 go", "x+1 go"] {
            assert_eq!(LogLine::read(1, line), None, "{line}");
        }
    }

    #[test]
    fn the_first_word_names_the_sender() {
        for (word, expected) in [("uci", Sender::FrontEnd), ("xboard", Sender::FrontEnd), ("bye", Sender::Engine)] {
            // The arrows of different programs mean the opposite.
            for arrow in ["<", ">", "-->", "<--"] {
                let line = format!("{arrow} {word}");
                assert_eq!(LogLine::read(1, &line).map(|line| line.sender), Some(expected), "{line}");
            }
        }
        assert!(is_foreign("xboard") && !is_foreign("uci") && !is_foreign(""));
    }

    #[test]
    fn times_have_a_resolution_and_pass_midnight() {
        for (token, resolution) in [("12", 1), ("0:1:2", 1000), ("0:1:2.3", 100), ("1.25", 10), ("0:1:2.3456", 1)] {
            assert_eq!(stamp(token).unwrap().resolution, resolution, "{token}");
        }
        let [before, after] = ["23:59:59", "00:00:01"].map(|token| stamp(token).unwrap());
        assert_eq!((after.since(before), before.since(before)), (Some(2000), Some(0)));
        let [first, second] = ["5", "3"].map(|token| stamp(token).unwrap());
        assert_eq!(second.since(first), None);
        for token in ["", "a", "1:2:3:4", "1-2", "12:x", "99999999999999999999", "1.2.3", "+5"] {
            assert_eq!(stamp(token), None, "{token}");
        }
    }
}
