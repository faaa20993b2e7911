//! WXF, the text files of XieXie and PlayOK after a proposal of the World Xiangqi Federation: lines of a name and a
//! value, then the moves between `START{` and `}END`.
//!
//! The line `FORMAT WXF` comes first. `RED` and `BLACK` have a name and perhaps a rating, with semicolons after
//! them. The moves are in WXF notation; the reader accepts any notation, comments in braces, and what PGN adds to
//! the moves, which the writer uses for variations (parentheses) and glyphs (`$1`). Errors are those of [`pgn`].
//!
//! ```
//! use duiyi_xiangqi::formats::wxf;
//!
//! let text = "FORMAT\tWXF\nRED\tLi ; 1200 ;;\nBLACK\tChen ;;;\nRESULT\t1-0\nSTART{\n 1. C2.5 h8+7 {screen horses}\n}END\n";
//! let record = wxf::read(text)?;
//! assert_eq!((record.tag("Red"), record.tag("RedElo"), record.len()), (Some("Li"), Some("1200"), 2));
//! assert_eq!(wxf::read(&wxf::write(&record))?, record);
//! # Ok::<(), duiyi_xiangqi::formats::pgn::PgnError>(())
//! ```

use super::{
    faults::whole,
    marks::tidy,
    pgn::{self, PgnError, PgnErrorKind},
    record::{GameRecord, GameResult},
};
use crate::{
    Position,
    notation::{Notation, WxfSpelling},
};

/// The names of lines, here and in a [`GameRecord`].
const NAMES: [(&str, &str); 8] = [
    ("GAME", "Title"),
    ("EVENT", "Event"),
    ("ROUND", "Round"),
    ("DATE", "Date"),
    ("VENUE", "Site"),
    ("SITE", "Site"),
    ("PLACE", "Site"),
    ("OPENING", "Opening"),
];

/// The players, and the tags of their ratings.
const PLAYERS: [(&str, &str, &str); 2] = [("RED", "Red", "RedElo"), ("BLACK", "Black", "BlackElo")];

/// The names that are not tags.
const RESERVED: [&str; 6] = ["FORMAT", "FEN", "RESULT", "START", "COMMENT", "END"];

/// The formats of moves in the first line.
const MOVES: [&str; 5] = ["WXF", "AXF", "ICCS", "LALG", "SALG"];

/// Reads the first game in a text.
///
/// # Errors
/// The first error, with its place, and its move if there is one.
pub fn read(text: &str) -> Result<GameRecord, PgnError> {
    whole(read_leniently(text)?)
}

/// Reads the first game in a text as far as it goes, like [`pgn::read_leniently`].
///
/// # Errors
/// If there is no game, or its start position is not one.
pub fn read_leniently(text: &str) -> Result<(GameRecord, Vec<PgnError>), PgnError> {
    let header = Header::of(text);
    let line = |at: usize| 1 + text[..at].matches('\n').count();
    let Some(from) = header.moves.or_else(|| header.is_marked.then_some(text.len())) else {
        return Err(PgnError { line: line(text.len()), column: 0, kind: PgnErrorKind::Empty });
    };
    let end = end_of_moves(&text[from..]).map(|length| from + length);
    let text = &text[..end.unwrap_or(text.len())];
    let start = match header.fen {
        Some((at, fen)) => {
            let placed = |kind| PgnError { line: line(at), column: 0, kind };
            pgn::read_start(fen, text, from).map_err(placed)?
        }
        None => Position::start(),
    };
    let mut empty = GameRecord::new(start);
    empty.result = header.result;
    empty.set_tags(header.tags);
    header.comments.iter().for_each(|text| empty.edit().node_mut().add_comment(&tidy(text)));
    let (record, mut faults) = pgn::read_moves(&empty, text, from);
    if end.is_none() {
        faults.push(PgnError { line: line(text.len()), column: 0, kind: PgnErrorKind::UnclosedMoves });
    }
    Ok((record, faults))
}

/// The lines before the moves.
#[derive(Default)]
struct Header<'a> {
    is_marked: bool,
    tags: Vec<(&'a str, &'a str)>,
    /// The offset of the line and its value.
    fen: Option<(usize, &'a str)>,
    result: GameResult,
    comments: Vec<&'a str>,
    /// The offset after `START{`.
    moves: Option<usize>,
}

impl<'a> Header<'a> {
    fn of(text: &'a str) -> Header<'a> {
        let mut header = Header::default();
        let mut at = 0;
        while at < text.len() {
            let end = text[at..].find('\n').map_or(text.len(), |length| at + length);
            let line = text[at..end].trim_start_matches('\u{feff}').trim();
            let (name, value) = line.split_at(line.bytes().take_while(|&byte| is_name(byte)).count());
            if value.trim_start().starts_with('{') && !name.is_empty() {
                let open = at + text[at..end].find('{').unwrap_or_default() + 1;
                if name.eq_ignore_ascii_case("START") {
                    header.moves = Some(open);
                    break;
                }
                let close = text[open..].find('}').map_or(text.len(), |length| open + length);
                header.comments.push(&text[open..close]);
                at = text[close..].find('\n').map_or(text.len(), |length| close + length + 1);
                continue;
            }
            header.add(at, name, value.trim());
            at = end + 1;
        }
        header
    }

    fn add(&mut self, at: usize, name: &'a str, value: &'a str) {
        let is = |other: &str| name.eq_ignore_ascii_case(other);
        if is("FORMAT") {
            self.is_marked = true;
        } else if value.is_empty() || name.is_empty() {
        } else if is("FEN") {
            self.fen = Some((at, value));
        } else if is("RESULT") {
            self.result = GameResult::from_text(value).unwrap_or_default();
        } else if let Some(&(_, player, rating)) = PLAYERS.iter().find(|(own, _, _)| is(own)) {
            let fields = [player, rating].into_iter().zip(value.split(';').map(str::trim));
            self.tags.extend(fields.filter(|&(tag, field)| {
                !field.is_empty() && (tag == player || field.bytes().all(|digit| digit.is_ascii_digit()))
            }));
        } else if !RESERVED.iter().any(|reserved| is(reserved)) {
            let known = NAMES.iter().find(|(own, _)| is(own));
            self.tags.push((known.map_or(name, |&(_, tag)| tag), value));
        }
    }
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The length of moves up to the closing brace that is not the end of a comment.
fn end_of_moves(text: &str) -> Option<usize> {
    let mut in_comment = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => in_comment = true,
            b'}' if in_comment => in_comment = false,
            b'}' => return Some(at),
            _ => {}
        }
    }
    None
}

/// Whether a line is the first one of a game.
pub(super) fn is_first_line(line: &[u8]) -> bool {
    let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line).trim_ascii();
    let Some((name, value)) = line.split_at_checked(6) else { return false };
    let moves = value.trim_ascii_start();
    let is_known = MOVES.iter().any(|known| {
        let begins = moves.get(..known.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(known.as_bytes()));
        begins && !moves.get(known.len()).is_some_and(|&after| is_name(after))
    });
    name.eq_ignore_ascii_case(b"FORMAT") && moves.len() < value.len() && is_known
}

/// Whether a line begins the moves.
pub(super) fn is_start_line(line: &[u8]) -> bool {
    let Some((name, rest)) = line.trim_ascii_start().split_at_checked(5) else { return false };
    name == b"START" && rest.trim_ascii_start().starts_with(b"{")
}

/// Writes a game, with its variations and glyphs as in PGN. A closing brace in a comment becomes full-width, and so do
/// a semicolon in a player's name and an opening brace at the beginning of a value.
pub fn write(record: &GameRecord) -> String {
    let mut text = String::from("FORMAT\tWXF\n");
    let mut line = |name: &str, value: &str| {
        let value = value.strip_prefix('{').map_or_else(|| value.to_owned(), |rest| format!("｛{rest}"));
        text += &format!("{name}\t{value}\n");
    };
    for (name, player, rating) in PLAYERS {
        let [player, rating] = [player, rating].map(|tag| record.tag(tag).unwrap_or_default().replace(';', "；"));
        line(name, &format!("{player};{rating};;"));
    }
    line("RESULT", &record.result.to_string());
    if *record.start() != Position::start() {
        line("FEN", &record.start().to_fen());
    }
    for tag in record.tags() {
        let is = |other: &str| tag.name.eq_ignore_ascii_case(other);
        let is_own = PLAYERS.iter().any(|(_, player, rating)| is(player) || is(rating));
        if !is_own && !RESERVED.iter().any(|reserved| is(reserved)) {
            let known = NAMES.iter().find(|(_, name)| is(name));
            line(known.map_or(tag.name.as_str(), |(name, _)| name), &tag.value);
        }
    }
    text += "START{\n";
    text += &pgn::write_moves(record, Notation::Wxf(WxfSpelling::Axf));
    text += "\n}END\n";
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BLACK;

    #[test]
    fn files_of_programs_are_read() {
        let text = "\u{feff}FORMAT  WXF\r\nGAME\r\nRED     first ; 1200 ;;\r\nBLACK   second ;;;\r\nRESULT  0-1\r\n\
            DATE    2020-02-02 02:02:02\r\nEVENT   Online ; 10m+0s\r\nCOMMENT{\r\nbefore\r\n}\r\nSTART{\r\n\
             1. P3+1 c8.7   2. E7+5 {good} c2.5   3. H2+3 h2+3\r\n 4. +C-1 }END\r\n";
        let record = read(text).unwrap_err();
        assert_eq!((record.line, record.column), (13, 5), "{record}");
        let record = read(&text.replace(" 4. +C-1", "")).unwrap();
        assert_eq!((record.len(), record.result), (6, GameResult::BlackWins));
        let tags = ["Red", "RedElo", "Black", "BlackElo", "Date", "Event", "Title"].map(|name| record.tag(name));
        let online = Some("Online ; 10m+0s");
        assert_eq!(
            tags,
            [Some("first"), Some("1200"), Some("second"), None, Some("2020-02-02 02:02:02"), online, None]
        );
        assert_eq!(record.root().comment, "before");
    }

    #[test]
    fn positions_without_moves_are_read() {
        let fen = "4kaer1/4a2c1/2h1e1h2/3Rp1C1p/2C6/5rP2/1pP1P3P/8E/9/1cEAKA1R1 b";
        let record = read(&format!("FORMAT  \tWXF\nRED     \t;;;\nFEN  \t\t{fen}\n\nSTART{{\n}}END\n")).unwrap();
        assert_eq!((record.start().side_to_move(), record.len(), record.tags().len()), (BLACK, 0, 0));
        let error = read("FORMAT WXF\nFEN 9/9\nSTART{\n}END").unwrap_err();
        assert!(matches!(error, PgnError { line: 2, kind: PgnErrorKind::Fen(_), .. }));
    }

    #[test]
    fn damaged_files_are_read_as_far_as_they_go() {
        let (record, faults) = read_leniently("FORMAT WXF\nSTART{\n1. C2.5 h8+7 2. H2+3").unwrap();
        assert_eq!((record.len(), &faults[0].kind), (3, &PgnErrorKind::UnclosedMoves));
        let (record, faults) = read_leniently("FORMAT WXF\nRED a;;;").unwrap();
        assert_eq!((record.tag("Red"), faults.len()), (Some("a"), 1));
        assert_eq!(read_leniently("RED a;;;").unwrap_err().kind, PgnErrorKind::Empty);
        let (record, faults) = read_leniently("START{ 1. C2.5 {a} C2.5 2. H2+3 }END").unwrap();
        assert_eq!((record.len(), faults.len()), (3, 0));
    }

    #[test]
    fn tags_and_comments_survive_a_round_trip() {
        let mut record = GameRecord::default();
        for (name, value) in [("Red", "a"), ("RedElo", "2000"), ("Site", "{x}"), ("Odd_1", "1 ; 2"), ("Title", "t")] {
            record.set_tag(name, value);
        }
        record.edit().node_mut().comment = "START{\n}END\nFORMAT WXF".to_owned();
        record.edit().play("h2e2".parse().unwrap()).unwrap();
        let written = write(&record);
        let back = read(&written).unwrap();
        assert_eq!(back.tag("Site"), Some("｛x}"));
        assert_eq!(back.root().comment, "START{\n｝END\nFORMAT WXF");
        assert_eq!(write(&back), written);
    }

    #[test]
    fn first_lines_are_recognised() {
        for line in [&b"FORMAT WXF"[..], b"  format\tICCS\r\n", b"FORMAT AXF, K(K)", b"\xEF\xBB\xBFFORMAT WXF"] {
            assert!(is_first_line(line), "{}", line.escape_ascii());
        }
        for line in [&b"FORMAT"[..], b"FORMATWXF", b"FORMAT WXFS", b"FORMAT of WXF", b"", b"[Format \"WXF\"]"] {
            assert!(!is_first_line(line), "{}", line.escape_ascii());
        }
        assert!(is_start_line(b"START {") && is_start_line(b" START{ 1.") && !is_start_line(b"START"));
    }
}
