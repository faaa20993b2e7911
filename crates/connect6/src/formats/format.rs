//! The formats, chosen by name, by file name or by the beginning of a file.

use super::format_error::FormatError;
use super::sgf::{self, SgfStyle};
use super::{GameRecord, ccgc, htttx, line};
use crate::notation::position;
use crate::{Board, Rules};
use duiyi_game::shortened;
use encoding_rs::GB18030;
use std::path::Path;
use std::{fmt, str::FromStr};
use thiserror::Error;

/// A text format for games.
///
/// ```
/// use duiyi_connect6::{Rules, formats::Format};
///
/// let text = b"(;FF[4];B[j10];W[i11k11])";
/// let record = Format::of_text(text).read(Rules::CONNECT6, text)?;
/// assert_eq!(Format::Line.write(&record)?, b"J10 I11-K11\n");
/// assert!(Format::Ccgc.write(&record)?.ends_with(b";B(J,10);W(I,11);W(K,11)}\n"));
/// assert_eq!(Format::of_file_name("games/final.sgf"), Some(Format::Sgf));
/// # Ok::<(), duiyi_connect6::formats::FormatError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// SGF with a turn per node.
    Sgf,
    /// SGF with a stone per node. The same reader reads both.
    SgfStones,
    /// The record of the Chinese contests in UTF-8.
    Ccgc,
    /// The same in GB 18030, as the contests require. The same reader reads both.
    CcgcGb,
    /// The game line: turns, preceded by a position if the game does not begin with the empty
    /// board.
    Line,
    /// The notation of the players of HeXO.
    Htttx,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 6] =
        [Format::Sgf, Format::SgfStones, Format::Ccgc, Format::CcgcGb, Format::Line, Format::Htttx];

    /// The name: `sgf`, `sgf-stones`, `ccgc`, `ccgc-gb`, `line` or `htttx`.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Sgf => "sgf",
            Format::SgfStones => "sgf-stones",
            Format::Ccgc => "ccgc",
            Format::CcgcGb => "ccgc-gb",
            Format::Line => "line",
            Format::Htttx => "htttx",
        }
    }

    /// The format of a file by its extension: `.sgf`, `.ccgc`, `.line` or `.htttx`; `None` for others. A
    /// `.txt` file may contain the contests' records or game lines.
    pub fn of_file_name(path: impl AsRef<Path>) -> Option<Format> {
        let extension = path.as_ref().extension()?.to_str()?;
        [Format::Sgf, Format::Ccgc, Format::Line, Format::Htttx]
            .into_iter()
            .find(|format| extension.eq_ignore_ascii_case(format.name()))
    }

    /// The format of a text, by its beginning: `(` begins SGF, `{` CCGC, a word with a bracket or `1. [` HTTTX;
    /// everything else is a line.
    pub fn of_text(bytes: &[u8]) -> Format {
        let text = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
        match text.iter().find(|byte| !byte.is_ascii_whitespace()) {
            Some(b'(') => Format::Sgf,
            Some(b'{') => Format::Ccgc,
            _ if std::str::from_utf8(text).is_ok_and(htttx::begins) => Format::Htttx,
            _ => Format::Line,
        }
    }

    /// Reads the first game. `rules` are the rules of a line; SGF contains its own rules, CCGC is Connect6
    /// only, HTTTX is HeXO only.
    ///
    /// # Errors
    ///
    /// If the bytes are not a text of the format, or its stones are not a game.
    pub fn read(self, rules: Rules, bytes: &[u8]) -> Result<GameRecord, FormatError> {
        match self {
            Format::Sgf | Format::SgfStones => Ok(sgf::read(utf8(bytes)?)?),
            Format::Ccgc | Format::CcgcGb => Ok(ccgc::read_bytes(bytes)?),
            Format::Line => line::read(rules, utf8(bytes)?),
            Format::Htttx => Ok(htttx::read(utf8(bytes)?)?),
        }
    }

    /// Reads the first game by these rules, also if the text names others.
    ///
    /// # Errors
    ///
    /// As [`Format::read`].
    pub fn read_by(self, rules: Rules, bytes: &[u8]) -> Result<GameRecord, FormatError> {
        match self {
            Format::Sgf | Format::SgfStones => Ok(sgf::read_by(rules, utf8(bytes)?)?),
            other => other.read(rules, bytes),
        }
    }

    /// Reads all games: of CCGC and HTTTX one. SGF ends after an error.
    pub fn read_all(self, rules: Rules, bytes: &[u8]) -> impl Iterator<Item = Result<GameRecord, FormatError>> {
        let (games, lines, other) = match (self, utf8(bytes)) {
            (Format::Sgf | Format::SgfStones, Ok(text)) => (Some(sgf::games(text)), None, None),
            (Format::Line, Ok(text)) => (None, Some(line::read_all(rules, text)), None),
            _ => (None, None, Some(self.read(rules, bytes))),
        };
        let games = games.into_iter().flatten().map(|game| game.map_err(FormatError::from));
        games.chain(lines.into_iter().flatten()).chain(other)
    }

    /// Writes a game. Only SGF has variations, comments and marks; HTTTX has variations and evaluations. A line contains the turns only, CCGC omits the
    /// source.
    ///
    /// # Errors
    ///
    /// If the format can't contain the game: CCGC is for games of Connect6 from the empty board, HTTTX for HeXO,
    /// SGF and HTTTX for games that begin with a whole turn.
    pub fn write(self, record: &GameRecord) -> Result<Vec<u8>, FormatError> {
        let start = record.start();
        let rules = start.rules();
        let (held, is_held) = match self {
            Format::Line => ("every game", true),
            Format::Ccgc | Format::CcgcGb => {
                ("games of Connect6 from the empty board", *start == Board::new(Rules::CONNECT6))
            }
            Format::Htttx if rules != Rules::HEXO => ("games of HeXO", false),
            // They have no words for the stones left in a turn.
            Format::Htttx | Format::Sgf | Format::SgfStones => {
                let whole = if start.stone_count() == 0 { rules.q() } else { rules.p() };
                ("games that begin with a whole turn", start.stones_left() == whole)
            }
        };
        if !is_held {
            let position = shortened(&position::write(start));
            return Err(FormatError::NotHeld { format: self.name(), held, rules, position });
        }
        let text = match self {
            Format::Sgf => sgf::write(record, SgfStyle::LittleGolem),
            Format::SgfStones => sgf::write(record, SgfStyle::StonePerNode),
            Format::Line => line::write(record),
            Format::Ccgc | Format::CcgcGb => ccgc::write(record),
            Format::Htttx => htttx::write(record),
        };
        Ok(if self == Format::CcgcGb { GB18030.encode(&text).0.into_owned() } else { text.into_bytes() })
    }
}

/// The text of bytes.
fn utf8(bytes: &[u8]) -> Result<&str, FormatError> {
    let text = std::str::from_utf8(bytes).map_err(|error| FormatError::Encoding { at: error.valid_up_to() })?;
    Ok(text.trim_start_matches('\u{feff}'))
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An unknown name of a format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown format '{0}'; expected one of {names}", names = Format::ALL.map(Format::name).join(", "))]
pub struct UnknownFormat(pub String);

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Format, UnknownFormat> {
        let named = Format::ALL.into_iter().find(|format| format.name().eq_ignore_ascii_case(name));
        named.ok_or_else(|| UnknownFormat(shortened(name)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::GameResult;
    use crate::notation::game_line;
    use crate::{BLACK, WHITE};

    fn record() -> GameRecord {
        let board = game_line::read(Rules::CONNECT6, "J10 I11-K11 L11-K12 M9-M12").unwrap();
        GameRecord {
            black: "甲队".into(),
            white: "B".into(),
            result: GameResult::Win(WHITE),
            ..GameRecord::new(&board)
        }
    }

    #[test]
    fn every_format_round_trips() {
        for format in Format::ALL.into_iter().filter(|&format| format != Format::Htttx) {
            assert_eq!(format.name().parse(), Ok(format));
            let bytes = format.write(&record()).unwrap();
            // The bytes distinguish GB from UTF-8, and SGF has one reader for both styles.
            let found = Format::of_text(&bytes).read(Rules::CONNECT6, &bytes).unwrap();
            let expected = if format == Format::Line { GameRecord::new(&record().board()) } else { record() };
            assert_eq!(found, expected, "{format}");
            assert_eq!(format.read(Rules::CONNECT6, &bytes), Ok(expected), "{format}");
        }
        let [utf8, gb] = [Format::Ccgc, Format::CcgcGb].map(|format| format.write(&record()).unwrap());
        assert!(std::str::from_utf8(&utf8).is_ok() && std::str::from_utf8(&gb).is_err());
        assert_ne!(Format::Sgf.write(&record()), Format::SgfStones.write(&record()));
    }

    #[test]
    fn file_extensions_determine_the_format() {
        let of = |name| Format::of_file_name(name);
        assert_eq!(
            (of("a.sgf"), of("b/c.SGF"), of("d.ccgc")),
            (Some(Format::Sgf), Some(Format::Sgf), Some(Format::Ccgc))
        );
        assert_eq!((of("e.line"), of("f.txt"), of("sgf"), of("-")), (Some(Format::Line), None, None, None));
        assert_eq!(
            "pgn".parse::<Format>().unwrap_err().to_string(),
            "unknown format 'pgn'; expected one of sgf, sgf-stones, ccgc, ccgc-gb, line, htttx"
        );
    }

    #[test]
    fn errors_are_reported() {
        let error = |format: Format, text: &[u8]| format.read(Rules::CONNECT6, text).unwrap_err().to_string();
        assert_eq!(error(Format::Sgf, b"(;B[j10]\xff)"), "byte 9 is not UTF-8, which is expected of this format");
        assert_eq!(error(Format::Line, b"# a\n\nJ10 I11-K11\nJ10\n"), "line 4: a second game, 'J10'; expected one");
        assert_eq!(
            error(Format::Line, b"\n# nothing\n"),
            "no game: expected a line of turns, like 'J10 I11-K11 L11-K12'"
        );
        assert_eq!(
            error(Format::Line, b"\nJ10 J10-K11"),
            "line 2: turn 2: there is a Black stone on the point already"
        );
        assert!(error(Format::Line, b"19/19 b 2").starts_with("line 1: "));
        assert!(error(Format::Ccgc, b"(;").contains("where '{[C6]' was expected"));
    }

    #[test]
    fn collections_of_lines_are_read() {
        let text = b"# games\na.1 | A b | C | B | resign/time | 2 | http://example.org/1 | J10 I11-K11\n\n\
            a.2 | A | C | D | six | 1 | u | J10\na.3 | A | J10 J10-K11\nx | J10\n";
        let games: Vec<_> = Format::of_text(text).read_all(Rules::CONNECT6, text).collect();
        let [Ok(first), Ok(second), Err(third), Ok(last)] = games.as_slice() else { panic!("{games:?}") };
        assert_eq!((&*first.event, &*first.black, &*first.white), ("a.1", "A b", "C"));
        assert_eq!((&*first.source, first.result), ("http://example.org/1", GameResult::Win(BLACK)));
        assert_eq!((first.turns().len(), second.result), (2, GameResult::Draw));
        assert!(third.to_string().starts_with("line 5: turn 2: "), "{third}");
        assert_eq!((last.turns().len(), last.result, &*last.event), (1, GameResult::Unknown, ""));
        let error = Format::Line.read(Rules::CONNECT6, text).unwrap_err().to_string();
        assert!(error.starts_with("line 4: a second game, 'a.2"), "{error}");
    }

    #[test]
    fn lines_may_begin_with_a_position() {
        let rules = Rules::TIC_TAC_TOE;
        let text = b"2o/1x1/3 b 1 moves A1 C1\n";
        let record = Format::Line.read(rules, text).unwrap();
        assert_eq!((record.start().stone_count(), record.turns().len()), (2, 2));
        assert_eq!(Format::Line.write(&record).unwrap(), text);
        let sgf = Format::Sgf.write(&record).unwrap();
        assert_eq!(Format::Sgf.read(Rules::CONNECT6, &sgf), Ok(record.clone()));
        assert_eq!(
            Format::Ccgc.write(&record).unwrap_err().to_string(),
            "ccgc is for games of Connect6 from the empty board only; this one is tictactoe from '2o/1x1/3 b 1'"
        );
        // Within a turn: SGF would read it as a whole turn.
        let within = Format::Line.read(Rules::new(5, 5, 4, 2, 1).unwrap(), b"5/5/2x2/5/5 w 1 moves A1").unwrap();
        assert_eq!(
            Format::Sgf.write(&within).unwrap_err().to_string(),
            "sgf is for games that begin with a whole turn only; this one is Connect(5,5,4,2,1) from '5/5/2x2/5/5 w 1'"
        );
        // A game without turns.
        for text in [&b"3/3/3 b 1 moves\n"[..], b"2o/1x1/3 b 1 moves\n"] {
            let record = Format::Line.read(rules, text).unwrap();
            assert_eq!(Format::Line.write(&record).unwrap(), text);
        }
        let moves = Format::Line.read(rules, b"2o/1x1/3 b 1 then A1").unwrap_err();
        assert_eq!(moves.to_string(), "line 1: 'then' where 'moves' was expected after the position");
    }
}
