//! CBF, the XML of CCBridge (象棋桥): fields in `Head`, then a `Move` for each move in `MoveList`.
//!
//! ```xml
//! <ChineseChessRecord Version="1.0">
//!  <Head><Red>甲</Red><RecordResult>1</RecordResult><FEN>…</FEN></Head>
//!  <MoveList><Move value="00-00" /><Move value="77-47" end="1" /></MoveList>
//! </ChineseChessRecord>
//! ```
//!
//! A square is two digits, the file from the left and the row from Black's side. The first move, `00-00`, is none. The
//! main line ends with `end="1"`; how variations are stored is not known, so moves after it are a fault.

use super::{
    faults::{Faults, whole},
    marks::tidy,
    number::MoveNumber,
    record::{EditError, GameRecord, GameResult},
};
use crate::{FenError, Move, Position, Square};

/// An error in a CBF text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CbfError {
    /// There is no record in the text.
    #[error("there is no ChineseChessRecord in the text")]
    Empty,
    /// The initial position is not valid.
    #[error("FEN: {0}")]
    Fen(#[from] FenError),
    /// A move that cannot be read.
    #[error("line {line}: '{found}' is not a move: expected two squares such as 77-47, file 0-8 and row 0-9")]
    MoveText {
        /// The line, from 1.
        line: usize,
        /// The text of the move.
        found: String,
    },
    /// A move that cannot be played.
    #[error("line {line}: {number}: {error}")]
    Move {
        /// The line, from 1.
        line: usize,
        /// The number of the move.
        number: MoveNumber,
        /// The reason.
        error: EditError,
        /// The legal moves in this position.
        legal: Vec<Move>,
    },
    /// Moves after the end of the main line.
    #[error("line {line}: moves after the end of the main line are not supported in CBF")]
    Variations {
        /// The line, from 1.
        line: usize,
    },
}

impl CbfError {
    /// The error of a text that stands after a number of lines.
    pub(super) fn after(mut self, lines: usize) -> CbfError {
        if let CbfError::MoveText { line, .. } | CbfError::Move { line, .. } | CbfError::Variations { line } = &mut self
        {
            *line += lines;
        }
        self
    }
}

/// The names of fields, here and in a [`GameRecord`].
const FIELDS: [(&str, &str); 18] = [
    ("Name", "Title"),
    ("From", "Source"),
    ("Contest", "Event"),
    ("Round", "Round"),
    ("Group", "Group"),
    ("Table", "Table"),
    ("Date", "Date"),
    ("Site", "Site"),
    ("TimeRule", "TimeControl"),
    ("Red", "Red"),
    ("RedTeam", "RedTeam"),
    ("RedTime", "RedTime"),
    ("Black", "Black"),
    ("BlackTeam", "BlackTeam"),
    ("BlackTime", "BlackTime"),
    ("Commentator", "Annotator"),
    ("Creator", "Author"),
    ("ECCO", "ECCO"),
];

/// Reads the record in a text.
///
/// ```
/// use duiyi_xiangqi::formats::cbf;
///
/// let text = "<ChineseChessRecord><Head><Red>甲</Red></Head>\
///     <MoveList><Move value=\"00-00\" /><Move value=\"77-47\" end=\"1\" /></MoveList></ChineseChessRecord>";
/// let record = cbf::read(text)?;
/// assert_eq!((record.tag("Red"), record.main_line().next()), (Some("甲"), Some("h2e2".parse()?)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The first error, with its line and move.
pub fn read(text: &str) -> Result<GameRecord, CbfError> {
    whole(read_leniently(text)?)
}

/// Reads the record in a text as far as it goes: up to the first move that cannot be read or played. Returns the faults
/// too.
///
/// # Errors
/// If there is no record, or its start is not a position.
pub fn read_leniently(text: &str) -> Result<(GameRecord, Vec<CbfError>), CbfError> {
    let Parts { fields, moves } = parts(text)?;
    let value = |name: &str| fields.iter().find(|(field, _)| *field == name).map(|(_, value)| value.as_str());
    let start = match value("FEN").filter(|fen| !fen.is_empty()) {
        Some(fen) => Position::from_fen(fen)?,
        None => Position::start(),
    };
    let mut record = GameRecord::new(start);
    record.result = match value("RecordResult") {
        Some("1") => GameResult::RedWins,
        Some("2") => GameResult::BlackWins,
        Some("3") => GameResult::Draw,
        _ => GameResult::Unknown,
    };
    for (name, tag) in FIELDS {
        if let Some(value) = value(name).filter(|value| !value.is_empty()) {
            record.set_tag(tag, value);
        }
    }
    let mut faults = Faults::new();
    let mut editor = record.edit();
    let mut ended = false;
    for MoveElement { line, text, comment, ends } in moves {
        if ended {
            faults.push(CbfError::Variations { line });
            break;
        }
        if text != "00-00" {
            let read = mv(text).ok_or_else(|| CbfError::MoveText { line, found: text.chars().take(24).collect() });
            let Some(mv) = faults.take(read) else { break };
            if let Err(error) = editor.play(mv) {
                let (number, legal) = editor.next_moves();
                faults.push(CbfError::Move { line, number, error, legal });
                break;
            }
        }
        editor.node_mut().add_text(&tidy(&comment));
        ended = ends;
    }
    Ok((record, faults.into_vec()))
}

fn mv(text: &str) -> Option<Move> {
    let square = |file: u8, row: u8| Square::new(file.checked_sub(b'0')?, 9_u8.checked_sub(row.checked_sub(b'0')?)?);
    match *text.as_bytes() {
        [a, b, b'-', c, d] => Move::new(square(a, b)?, square(c, d)?),
        _ => None,
    }
}

/// A `Move` with the text in it.
struct MoveElement<'a> {
    line: usize,
    text: &'a str,
    comment: String,
    ends: bool,
}

struct Parts<'a> {
    /// Names and values.
    fields: Vec<(&'a str, String)>,
    moves: Vec<MoveElement<'a>>,
}

/// The most fields of a record; others are left out.
const MAX_FIELDS: usize = 100;

/// Splits the text after the root element into fields and moves.
fn parts(text: &str) -> Result<Parts<'_>, CbfError> {
    let root = text.find("<ChineseChessRecord").ok_or(CbfError::Empty)?;
    let mut parts = Parts { fields: Vec::new(), moves: Vec::new() };
    let mut line = 1 + text[..root].matches('\n').count();
    for markup in text[root + 1..].split('<') {
        let (tag, content) = markup.split_once('>').unwrap_or((markup, ""));
        let name = tag.split(|c: char| c.is_whitespace() || c == '/').next().unwrap_or_default();
        if tag.starts_with("/ChineseChessRecord") {
            break;
        }
        if name == "Move" {
            let text = attribute(tag, "value").unwrap_or_default();
            let ends = attribute(tag, "end") == Some("1");
            parts.moves.push(MoveElement { line, text, comment: unescaped(content.trim()), ends });
        } else if !name.is_empty() && !tag.ends_with('/') && parts.fields.len() < MAX_FIELDS {
            parts.fields.push((name, unescaped(content.trim())));
        }
        line += markup.matches('\n').count();
    }
    Ok(parts)
}

/// The value of an attribute.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let mut rest = tag;
    while let Some((before, after)) = rest.split_once('=') {
        let after = after.trim_start();
        let quote = after.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
        let (value, next) = after[1..].split_once(quote)?;
        if before.split_whitespace().next_back() == Some(name) {
            return Some(value.trim());
        }
        rest = next;
    }
    None
}

/// A text with its character references replaced.
fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        out += before;
        let end = after.bytes().take(10).position(|byte| byte == b';');
        let replaced = end.and_then(|end| Some((reference(after.get(..end)?)?, after.get(end + 1..)?)));
        match replaced {
            Some((c, after)) => {
                out.push(c);
                rest = after;
            }
            None => {
                out.push('&');
                rest = after;
            }
        }
    }
    out + rest
}

fn reference(name: &str) -> Option<char> {
    Some(match name {
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "quot" => '"',
        "apos" => '\'',
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix('x') {
                Some(hex) => u32::from_str_radix(hex, 16),
                None => number.parse(),
            };
            char::from_u32(code.ok()?)?
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(head: &str, moves: &str) -> String {
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ChineseChessRecord Version=\"1.0\">\n <Head>\n{head}\n </Head>\n \
             <MoveList>\n{moves}\n </MoveList>\n</ChineseChessRecord>\n"
        )
    }

    #[test]
    fn records_are_read() {
        let head = "  <Name>A &amp; &lt;B&gt; &#x7532;&#20;&unknown;</Name>\n  <URL />\n  <Red>甲</Red><Black></Black>\n\
            <RecordResult>2</RecordResult>";
        let moves = "  <Move value=\"00-00\" />\n  <Move value=\"77-47\">中炮</Move>\n<Move end='1' value='70-62' />";
        let record = read(&record(head, moves)).unwrap();
        assert_eq!(record.tag("Title"), Some("A & <B> 甲\u{14}&unknown;"));
        assert_eq!((record.tag("Red"), record.tag("Black")), (Some("甲"), None));
        assert_eq!((record.result, record.len()), (GameResult::BlackWins, 2));
        let first = record.main_nodes().next().and_then(|id| record.node(id)).unwrap();
        assert_eq!((first.mv(), first.comment.as_str()), ("h2e2".parse().ok(), "中炮"));
        let fen = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1";
        let study = read(&self::record(&format!("<FEN>{fen}</FEN>"), "<Move value=\"09-00\" end=\"1\"/>")).unwrap();
        assert_eq!((study.start().to_fen().as_str(), study.len()), (fen, 1));
    }

    #[test]
    fn errors_contain_the_input_and_its_place() {
        let faults = |moves: &str| read_leniently(&record("", moves)).unwrap().1;
        assert_eq!(
            faults("<Move value=\"00-00\"/>\n<Move value=\"7747\"/>"),
            [CbfError::MoveText { line: 8, found: "7747".into() }]
        );
        let illegal = faults("<Move value=\"77-47\"/>\n<Move value=\"77-47\"/>");
        assert!(matches!(&illegal[..], [CbfError::Move { line: 8, number, .. }] if number.ply == 2));
        let more = "<Move value=\"77-47\" end=\"1\"/>\n<Move value=\"17-47\" end=\"1\"/>";
        assert_eq!(faults(more), [CbfError::Variations { line: 8 }]);
        assert_eq!(read("<xml/>"), Err(CbfError::Empty));
        assert!(matches!(read(&record("<FEN>9/9</FEN>", "")), Err(CbfError::Fen(_))));
        assert_eq!(read("<ChineseChessRecord").unwrap().len(), 0);
    }
}
