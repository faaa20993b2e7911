//! The game record of the Chinese computer games contests (CCGC, 全国大学生计算机博弈大赛).
//!
//! ```text
//! {[C6][Black team B][White team W][先手胜][2017.07.29 14:00 重庆][2017 CCGC];B(J,10);W(I,11);W(I,12);B(K,11)}
//! ```
//!
//! Six headings, then one stone after the other: column A to S, row from 1 at the bottom. The
//! result is 先手胜 (Black won), 后手胜 (White won) or 平局 (a draw). Files are in GB 2312; [`read_bytes`]
//! decodes them. [`write()`] returns text, to be encoded as the contest requires. The format is for
//! Connect6 only.

use super::{GameRecord, GameResult};
use crate::notation::{CoordinateError, Coordinates};
use crate::{BLACK, Board, IllegalStone, Point, Rules, Side, WHITE, side_name};
use duiyi_game::shortened;
use encoding_rs::GB18030;
use thiserror::Error;

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CcgcError {
    /// The text does not begin with `{[C6]`.
    #[error("'{found}' where '{{[C6]' was expected")]
    Start {
        /// What was read, shortened.
        found: String,
    },
    /// A heading is missing or has no end.
    #[error("no closing bracket of heading {number} of 6 ({name})")]
    Heading {
        /// Its number, from 1.
        number: usize,
        /// Its name.
        name: &'static str,
    },
    /// The result is not one of the three.
    #[error("'{found}' is not a result: expected 先手胜, 后手胜 or 平局")]
    Result {
        /// What was read, shortened.
        found: String,
    },
    /// Something other than a stone.
    #[error("stone {number}: '{found}' where one like B(J,10) was expected")]
    Stone {
        /// The number of the stone in the game, from 1.
        number: usize,
        /// What was read, shortened.
        found: String,
    },
    /// A point that is not on the board.
    #[error("stone {number}: {error}")]
    Coordinates {
        /// The number of the stone in the game, from 1.
        number: usize,
        /// What is wrong with it.
        error: CoordinateError,
    },
    /// A stone of the side that is not to move.
    #[error("stone {number}: {} where {} is to move", side_name(*found), side_name(*expected))]
    Side {
        /// The number of the stone in the game, from 1.
        number: usize,
        /// The colour of the stone.
        found: Side,
        /// The side to move.
        expected: Side,
    },
    /// A stone that can't be put.
    #[error("stone {number}: {error}")]
    Illegal {
        /// The number of the stone in the game, from 1.
        number: usize,
        /// Why it can't be put.
        error: IllegalStone,
    },
    /// The record has no end.
    #[error("no closing brace")]
    Unclosed,
}

/// The headings, in their order.
const HEADINGS: [&str; 6] = ["C6", "Black", "White", "result", "time and place", "event"];

/// Reads a record from the bytes of a file, in UTF-8 or otherwise in GB 18030, which includes GB
/// 2312.
///
/// # Errors
///
/// As [`read`].
pub fn read_bytes(bytes: &[u8]) -> Result<GameRecord, CcgcError> {
    match std::str::from_utf8(bytes) {
        Ok(text) => read(text),
        Err(_) => read(&GB18030.decode(bytes).0),
    }
}

/// Reads a record. Full-width punctuation, blanks and line breaks between the stones are ignored,
/// as are marks in brackets after a stone.
///
/// ```
/// use duiyi_connect6::{BLACK, formats::{GameResult, ccgc}};
///
/// let record = ccgc::read("{[C6][甲 B][乙 W][先手胜][2017.07.29 14:00 重庆][2017 CCGC];B(J,10);W(I,11);W(I,12)}")?;
/// assert_eq!((record.black.as_str(), record.result), ("甲", GameResult::Win(BLACK)));
/// assert_eq!(record.turns().len(), 2);
/// # Ok::<(), ccgc::CcgcError>(())
/// ```
///
/// # Errors
///
/// If the text is not such a record, or its stones are not a game.
pub fn read(text: &str) -> Result<GameRecord, CcgcError> {
    let rules = Rules::CONNECT6;
    let text = text.trim_start_matches('\u{feff}').trim();
    let mut rest = text.strip_prefix('{').ok_or_else(|| CcgcError::Start { found: shortened(text) })?;
    let mut headings = [""; 6];
    for (i, heading) in headings.iter_mut().enumerate() {
        let missing = || CcgcError::Heading { number: i + 1, name: HEADINGS[i] };
        let open = rest.trim_start().strip_prefix('[').ok_or_else(missing)?;
        let (value, after) = open.split_once(']').ok_or_else(missing)?;
        *heading = value.trim();
        rest = after;
        if i == 0 && !heading.eq_ignore_ascii_case("C6") {
            return Err(CcgcError::Start { found: shortened(text) });
        }
    }
    let [_, black, white, result, when, event] = headings;
    let (stones, _) = rest.rsplit_once('}').ok_or(CcgcError::Unclosed)?;
    let mut board = Board::new(rules);
    let mut number = 0;
    for stone in stones.split([';', '；']).map(str::trim).filter(|stone| !stone.is_empty()) {
        number += 1;
        let (found, point) = read_stone(rules, stone, number)?;
        let expected = board.to_move();
        if let Err(error) = board.check(point) {
            // The second stone of a turn may be recorded even if the first has won.
            let in_turn = board.history().last().is_some_and(|put| put.left == 2 && put.color == found);
            if !(in_turn && found == expected && board.is_empty(point)) {
                return Err(CcgcError::Illegal { number, error });
            }
        }
        if found != expected {
            return Err(CcgcError::Side { number, found, expected });
        }
        board.put(point);
    }
    let (date, place) = split_when(when);
    Ok(GameRecord {
        black: team(black, "B"),
        white: team(white, "W"),
        event: event.to_owned(),
        date,
        place,
        result: match result {
            "先手胜" => GameResult::Win(BLACK),
            "后手胜" => GameResult::Win(WHITE),
            "平局" | "和棋" => GameResult::Draw,
            "" | "未完" => GameResult::Unknown,
            other => return Err(CcgcError::Result { found: shortened(other) }),
        },
        ..GameRecord::new(&board)
    })
}

/// The name of a team without the mark of its colour, from `Black team B`.
fn team(heading: &str, mark: &str) -> String {
    let name = match heading.strip_suffix(mark) {
        Some(name) if name.is_empty() || name.ends_with(' ') => name.trim_end(),
        _ => heading,
    };
    name.to_owned()
}

/// `B(J,10)`, with an optional mark after it.
fn read_stone(rules: Rules, text: &str, number: usize) -> Result<(Side, Point), CcgcError> {
    let bad = || CcgcError::Stone { number, found: shortened(text) };
    let color = match text.bytes().next() {
        Some(b'B' | b'b') => BLACK,
        Some(b'W' | b'w') => WHITE,
        _ => return Err(bad()),
    };
    let (open, _) = text[1..].split_once([')', '）']).ok_or_else(bad)?;
    let (column, row) = open.trim().trim_start_matches(['(', '（']).split_once([',', '，']).ok_or_else(bad)?;
    let name = format!("{}{}", column.trim(), row.trim());
    let point = Coordinates::Letters.read(rules, &name).map_err(|error| CcgcError::Coordinates { number, error })?;
    Ok((color, point))
}

/// Splits `2017.07.29 14:00 重庆`: the words with digits are the time.
fn split_when(text: &str) -> (String, String) {
    let words: Vec<&str> = text.split_whitespace().collect();
    let timed = words.iter().take_while(|word| word.bytes().any(|byte| byte.is_ascii_digit())).count();
    (words[..timed].join(" "), words[timed..].join(" "))
}

fn result_text(result: GameResult) -> &'static str {
    match result {
        GameResult::Win(BLACK) => "先手胜",
        GameResult::Win(WHITE) => "后手胜",
        GameResult::Draw => "平局",
        GameResult::Unknown => "未完",
    }
}

/// Writes the main line of a record on one line; the format has no variations, comments and marks. Brackets within names become parentheses, since the format can't
/// escape them. A record of a game other than Connect6, or from a position set up, is written in
/// the same way but can't be read back.
pub fn write(record: &GameRecord) -> String {
    let rules = record.start().rules();
    let plain = |text: &str| text.replace(['[', '{'], "(").replace([']', '}'], ")").replace(['\n', '\r'], " ");
    let result = result_text(record.result);
    let when = [record.date.as_str(), record.place.as_str()]
        .iter()
        .filter(|part| !part.is_empty())
        .copied()
        .collect::<Vec<_>>();
    let mut text = format!(
        "{{[C6][{} B][{} W][{result}][{}][{}]",
        plain(&record.black),
        plain(&record.white),
        plain(&when.join(" ")),
        plain(&record.event),
    );
    for put in record.board().history() {
        let Some(point) = put.point else { continue };
        let letter = if put.color == BLACK { 'B' } else { 'W' };
        let column = char::from(b'A' + rules.column(point));
        text += &format!(";{letter}({column},{})", rules.row(point) + 1);
    }
    text + "}\n"
}

/// The file name that the contests require: `C6-先手参赛队 B vs 后手参赛队 W-先手胜-<time place>-<event>.txt`.
/// Characters that file systems do not allow become `_`.
pub fn file_name(record: &GameRecord) -> String {
    let result = result_text(record.result);
    let when = format!("{} {}", record.date, record.place);
    let name = format!("C6-{} B vs {} W-{result}-{}-{}.txt", record.black, record.white, when.trim(), record.event);
    name.replace(['/', '\\', ':', '*', '?', '"', '<', '>', '|', '\n', '\r'], "_")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::game_line;

    const RECORD: &str = "{[C6][Black team B][White team W][先手胜][2017.07.29 14:00 重庆][2017 CCGC];B(J,10);W(I,11);W(I,12);B(K,11);B(K,12)}\n";

    #[test]
    fn a_record_round_trips() {
        let record = read(RECORD).unwrap();
        assert_eq!(record.board(), game_line::read(Rules::CONNECT6, "J10 I11-I12 K11-K12").unwrap());
        assert_eq!((record.date.as_str(), record.place.as_str()), ("2017.07.29 14:00", "重庆"));
        assert_eq!((record.black.as_str(), record.white.as_str()), ("Black team", "White team"));
        assert_eq!(write(&record), RECORD);
        assert_eq!(file_name(&record), "C6-Black team B vs White team W-先手胜-2017.07.29 14_00 重庆-2017 CCGC.txt");
    }

    /// The mark of a colour is not part of a name, also if there is no name.
    #[test]
    fn names_of_teams_end_before_the_mark() {
        let named = |black: &str, white: &str| {
            let text = RECORD.replace("[Black team B]", black).replace("[White team W]", white);
            let record = read(&text).unwrap();
            (record.black, record.white)
        };
        for (headings, names) in [
            (["[ B]", "[ W]"], ["", ""]),
            (["[B]", "[W]"], ["", ""]),
            (["[TeamB]", "[W team]"], ["TeamB", "W team"]),
            (["[甲  B]", "[B W]"], ["甲", "B"]),
        ] {
            assert_eq!(named(headings[0], headings[1]), (names[0].to_owned(), names[1].to_owned()), "{headings:?}");
        }
    }

    #[test]
    fn files_in_gb_are_read() {
        let (bytes, _, lossy) = GB18030.encode(RECORD);
        assert!(!lossy && std::str::from_utf8(&bytes).is_err());
        assert_eq!(read_bytes(&bytes), read(RECORD));
        assert_eq!(read_bytes(RECORD.as_bytes()), read(RECORD));
    }

    #[test]
    fn variants_of_punctuation_are_read() {
        let typed = RECORD.replace(';', "；\n").replace("(J,10)", "（j， 10）MARK[2]");
        assert_eq!(read(&typed), read(RECORD));
    }

    #[test]
    fn errors_are_reported() {
        let edit = |from: &str, to: &str| read(&RECORD.replace(from, to)).unwrap_err();
        assert!(matches!(edit("[C6]", "[AM]"), CcgcError::Start { .. }));
        assert!(matches!(edit("{", ""), CcgcError::Start { .. }));
        assert_eq!(edit("[2017 CCGC]", ""), CcgcError::Heading { number: 6, name: "event" });
        assert!(matches!(edit("先手胜", "胜"), CcgcError::Result { .. }));
        assert_eq!(edit("}", ""), CcgcError::Unclosed);
        assert!(matches!(edit("B(K,11)", "X"), CcgcError::Stone { number: 4, .. }));
        assert!(matches!(edit("(K,11)", "(T,11)"), CcgcError::Coordinates { number: 4, .. }));
        assert!(matches!(edit("(K,11)", "(J,10)"), CcgcError::Illegal { number: 4, .. }));
        assert!(matches!(edit("W(I,12)", "B(I,12)"), CcgcError::Side { number: 3, found: BLACK, .. }));
        assert!(matches!(edit("B(J,10)", "B(é"), CcgcError::Stone { number: 1, .. }));
    }
}
