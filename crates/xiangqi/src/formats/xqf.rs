//! XQF, the binary format of XQStudio (象棋演播室).
//!
//! A header of 1024 bytes, then the tree of moves in depth-first order. Version
//! 10 (XQF 1.0) is plain and documented by its author. Versions from 11 on shift
//! squares and move records by keys in the header:
//!
//! - bytes 12–15 are the sum key and the keys of the board, of origins and of
//!   destinations; together they are 0 modulo 256. With f(k) = 54k² + 221, all
//!   modulo 256, the board's shift is f(board key) · board key, that of origins
//!   f(origin key) times it, that of destinations f(destination key) times that.
//!   From version 12 on the 32 pieces are rotated by the board's shift + 1.
//! - byte i of the rest of the file is shifted by byte i mod 32 of the author's
//!   copyright line, masked by byte i mod 4 of: bytes 12–15, masked by byte 3,
//!   joined with bytes 8–11. The length of a comment is shifted by 767 plus the
//!   first two of these keys, as a 16-bit number, modulo 32000.
//!
//! A record is origin, destination, flags, a reserved byte, and for a comment
//! its length and text. The flags from version 11 on: 0x80 a next move follows,
//! 0x40 a variation follows the continuation of this move, 0x20 there is a comment.
//! The first record is not a move; its comment precedes the game. Texts are in
//! GB. The side to move in the header is not reliable; it follows from the first move.
//!
//! ```
//! use duiyi_xiangqi::formats::xqf::{self, XqfError};
//!
//! assert_eq!(xqf::read(b"not a game"), Err(XqfError::Signature));
//! ```
//!
//! Source: the author's description of XQF 1.0; the keys of the later versions as
//! in existing readers of the format, confirmed on files of versions 12, 16 and 18.

use super::{
    branches::Branches,
    encoding::TextEncoding,
    faults::{Faults, whole},
    marks::tidy,
    number::MoveNumber,
    record::{EditError, Editor, GameRecord, GameResult, NodeId},
    setup32,
};
use crate::{Move, Position, PositionError, Square};

/// The length of the header.
const HEADER: usize = 0x400;

/// The text that scrambles the records.
const COPYRIGHT: &[u8; 32] = b"[(C) Copyright Mr. Dong Shiwei.]";

/// An error in an XQF file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum XqfError {
    /// The file does not begin with `XQ` and a version from 1.0 on.
    #[error("this is not an XQF file: it does not begin with 'XQ' and a version of 10 or more")]
    Signature,
    /// The file is truncated.
    #[error("the file ends at byte {length}, inside {what}")]
    Truncated {
        /// The length of the file.
        length: usize,
        /// The part that is truncated.
        what: &'static str,
    },
    /// The keys of the header do not sum up to 0.
    #[error("the keys in bytes 12-15 sum up to {0} instead of 0: the header is damaged")]
    Keys(u8),
    /// Two pieces on one square of the initial board.
    #[error("two pieces of the initial board stand on {0}")]
    Doubled(Square),
    /// The initial board is not a position.
    #[error("initial board: {0}")]
    Position(#[from] PositionError),
    /// A record with a square off the board.
    #[error(
        "the record at byte {offset} goes from {from} to {to}, which is not a move (a square is 10 times the file plus the rank)"
    )]
    Squares {
        /// The offset of the record.
        offset: usize,
        /// The origin as stored.
        from: u8,
        /// The destination as stored.
        to: u8,
    },
    /// A comment longer than the rest of the file.
    #[error("the comment at byte {offset} is {found} bytes long, more than the file has left")]
    CommentLength {
        /// The offset of the length.
        offset: usize,
        /// The length.
        found: u32,
    },
    /// A move that cannot be played.
    #[error("the record at byte {offset}, {number}: {error}")]
    Move {
        /// The offset of the record.
        offset: usize,
        /// The number of the move.
        number: MoveNumber,
        /// The reason.
        error: EditError,
        /// The legal moves in this position.
        legal: Vec<Move>,
    },
}

/// The shifts of a file; all are 0 in version 10.
#[derive(Clone, Copy, Default)]
struct Keys {
    board: u8,
    from: u8,
    to: u8,
    comment: u32,
    stream: [u8; 32],
}

impl Keys {
    fn of(header: &[u8]) -> Result<Keys, XqfError> {
        if header[2] <= 10 {
            return Ok(Keys::default());
        }
        let [sum, board, from, to] = [header[12], header[13], header[14], header[15]];
        let total = sum.wrapping_add(board).wrapping_add(from).wrapping_add(to);
        if total != 0 {
            return Err(XqfError::Keys(total));
        }
        let f = |k: u8| k.wrapping_mul(k).wrapping_mul(54).wrapping_add(221);
        let board_shift = f(board).wrapping_mul(board);
        let from_shift = f(from).wrapping_mul(board_shift);
        let to_shift = f(to).wrapping_mul(from_shift);
        let mask = |i: usize| header[12 + i % 4] & header[3] | header[8 + i % 4];
        Ok(Keys {
            board: board_shift,
            from: from_shift,
            to: to_shift,
            comment: u32::from(u16::from_be_bytes([sum, board])) % 32000 + 767,
            stream: std::array::from_fn(|i| COPYRIGHT[i] & mask(i)),
        })
    }
}

/// A move record.
struct Entry {
    offset: usize,
    from: u8,
    to: u8,
    next: bool,
    variation: bool,
    comment: String,
}

/// The records of a file.
struct Entries<'a> {
    bytes: &'a [u8],
    at: usize,
    plain: bool,
    keys: Keys,
    encoding: TextEncoding,
}

impl Entries<'_> {
    fn take(&mut self, length: usize, what: &'static str) -> Result<Vec<u8>, XqfError> {
        let end = self.at.checked_add(length).filter(|&end| end <= self.bytes.len());
        let end = end.ok_or(XqfError::Truncated { length: self.bytes.len(), what })?;
        let taken = (self.at..end).map(|i| self.bytes[i].wrapping_sub(self.keys.stream[i % 32])).collect();
        self.at = end;
        Ok(taken)
    }

    fn next(&mut self) -> Result<Entry, XqfError> {
        let offset = self.at;
        let head = self.take(4, "a move record")?;
        let flags = head[2];
        // Version 10 has no flag for comments: their length is always present.
        let (next, variation, commented) = if self.plain {
            (flags & 0xF0 != 0, flags & 0x0F != 0, true)
        } else {
            (flags & 0x80 != 0, flags & 0x40 != 0, flags & 0x20 != 0)
        };
        let mut comment = String::new();
        if commented {
            let offset = self.at;
            let length = self.take(4, "the length of a comment")?;
            let length = length.iter().rev().fold(0, |sum, &byte| sum << 8 | u32::from(byte));
            let found = length.wrapping_sub(self.keys.comment);
            if found as usize > self.bytes.len() - self.at {
                return Err(XqfError::CommentLength { offset, found });
            }
            comment = tidy(&self.encoding.decode(&self.take(found as usize, "a comment")?));
        }
        let from = head[0].wrapping_sub(24).wrapping_sub(self.keys.from);
        let to = head[1].wrapping_sub(32).wrapping_sub(self.keys.to);
        Ok(Entry { offset, from, to, next, variation, comment })
    }
}

/// The square of a byte, 10 times the file plus the rank.
fn square(byte: u8) -> Option<Square> {
    Square::new(byte / 10, byte % 10)
}

fn mv(entry: &Entry) -> Option<Move> {
    Move::new(square(entry.from)?, square(entry.to)?)
}

/// Reads a file with texts in GB, the usual encoding.
///
/// # Errors
/// The first error, with its offset.
pub fn read(bytes: &[u8]) -> Result<GameRecord, XqfError> {
    read_encoded(bytes, TextEncoding::Gb18030)
}

/// Reads a file with texts in another encoding.
///
/// # Errors
/// The first error, with its offset.
pub fn read_encoded(bytes: &[u8], encoding: TextEncoding) -> Result<GameRecord, XqfError> {
    whole(read_leniently(bytes, encoding)?)
}

/// Reads a file as far as it goes: a move that cannot be played is left out with all that follows it, and a file that
/// is cut off ends there. Returns the faults too.
///
/// # Errors
/// If the file is not in this format, or its board is not a position.
pub fn read_leniently(bytes: &[u8], encoding: TextEncoding) -> Result<(GameRecord, Vec<XqfError>), XqfError> {
    if !is_xqf(bytes) {
        return Err(XqfError::Signature);
    }
    let header = bytes.get(..HEADER).ok_or(XqfError::Truncated { length: bytes.len(), what: "the header" })?;
    let keys = Keys::of(header)?;
    let mut entries = Entries { bytes, at: HEADER, plain: header[2] <= 10, keys, encoding };
    let mut faults = Faults::new();
    let first = faults.take(entries.next());
    // The start position depends on the origin of the first move.
    let has_moves = first.as_ref().is_some_and(|first| first.next);
    let mut ahead = if has_moves { faults.take(entries.next()) } else { None };
    let start = start(header, keys, ahead.as_ref().and_then(|entry| square(entry.from)))?;
    let mut record = GameRecord::new(start);
    tags(&mut record, header, encoding);
    let mut editor = record.edit();
    if let Some(first) = first {
        editor.node_mut().add_text(&first.comment);
    }
    let mut branches = Branches::default();
    while let Some(entry) = ahead.take() {
        if branches.begin(&editor, entry.variation) {
            match play(&mut editor, &entry) {
                Ok(()) => editor.node_mut().add_text(&entry.comment),
                Err(fault) => {
                    faults.push(fault);
                    branches.break_off();
                }
            }
        }
        if !entry.next && !branches.end_line(&mut editor) {
            break;
        }
        ahead = faults.take(entries.next());
    }
    Ok((record, faults.into_vec()))
}

/// Plays the move of a record.
fn play(editor: &mut Editor<'_>, entry: &Entry) -> Result<(), XqfError> {
    let &Entry { offset, from, to, .. } = entry;
    let mv = mv(entry).ok_or(XqfError::Squares { offset, from, to })?;
    if let Err(error) = editor.play(mv) {
        let (number, legal) = editor.next_moves();
        return Err(XqfError::Move { offset, number, error, legal });
    }
    Ok(())
}

/// Whether bytes begin as an XQF file does.
pub(super) fn is_xqf(bytes: &[u8]) -> bool {
    matches!(bytes, [b'X', b'Q', 10..=31, ..])
}

fn start(header: &[u8], keys: Keys, first_from: Option<Square>) -> Result<Position, XqfError> {
    let mut squares = [None; 32];
    for (index, &byte) in header[0x10..0x30].iter().enumerate() {
        let piece = if header[2] < 12 { index } else { (index + 1 + keys.board as usize) % 32 };
        squares[piece] = square(byte.wrapping_sub(keys.board));
    }
    let setup = setup32::place(squares).map_err(|doubled| XqfError::Doubled(doubled.0))?;
    Ok(setup32::position(setup, first_from)?)
}

/// The texts of the header: the tag, the offset of the length, and the maximal length.
const TEXTS: [(&str, usize, usize); 11] = [
    ("Title", 0x50, 63),
    ("Event", 0xD0, 63),
    ("Date", 0x110, 15),
    ("Site", 0x120, 15),
    ("Red", 0x130, 15),
    ("Black", 0x140, 15),
    ("TimeControl", 0x150, 63),
    ("RedTime", 0x190, 15),
    ("BlackTime", 0x1A0, 15),
    ("Annotator", 0x1D0, 15),
    ("Author", 0x1E0, 15),
];

/// The stages of a game in the header, from 1 on.
const STAGES: [&str; 3] = ["opening", "middlegame", "endgame"];

/// Result and texts of the header, which no version scrambles.
fn tags(record: &mut GameRecord, header: &[u8], encoding: TextEncoding) {
    record.result = match header[0x33] {
        1 => GameResult::RedWins,
        2 => GameResult::BlackWins,
        3 => GameResult::Draw,
        _ => GameResult::Unknown,
    };
    for (name, at, most) in TEXTS {
        let length = usize::from(header[at]).min(most);
        let text = encoding.decode(&header[at + 1..at + 1 + length]);
        let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\0');
        if !text.is_empty() {
            record.set_tag(name, text);
        }
    }
    if let Some(stage) = usize::from(header[0x40]).checked_sub(1).and_then(|index| STAGES.get(index)) {
        record.set_tag("Type", stage);
    }
}

/// Writes a plain file of version 10 with texts in GB. Texts too long for the header are
/// cut; other tags and move counters cannot be stored. Glyphs are written as the first line
/// of the comment, `!` or `?! $14`, and such a line is read as glyphs; comments before and after
/// a move become one. The side to move first follows only from the first move.
///
/// ```
/// use duiyi_xiangqi::formats::{GameRecord, xqf};
///
/// let mut record = GameRecord::default();
/// record.set_tag("Red", "柳大华");
/// record.edit().read("炮二平五")?;
/// assert_eq!(xqf::read(&xqf::write(&record))?, record);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(record: &GameRecord) -> Vec<u8> {
    let mut file = vec![0; HEADER];
    file[..3].copy_from_slice(b"XQ\x0A");
    for (place, square) in file[0x10..0x30].iter_mut().zip(setup32::squares(record.start())) {
        *place = square.map_or(OFF_THE_BOARD, byte);
    }
    file[0x33] = match record.result {
        GameResult::Unknown => 0,
        GameResult::RedWins => 1,
        GameResult::BlackWins => 2,
        GameResult::Draw => 3,
    };
    let stage = record.tag("Type").and_then(|stage| STAGES.iter().position(|name| *name == stage));
    file[0x40] = stage.map_or(0, |index| index as u8 + 1);
    for (name, at, most) in TEXTS {
        let text = cut(record.tag(name).unwrap_or_default(), most);
        file[at] = text.len() as u8;
        file[at + 1..][..text.len()].copy_from_slice(&text);
    }
    // Depth first; the variations of a move follow its continuation.
    let mut ahead = vec![(NodeId::ROOT, false)];
    while let Some((id, is_varied)) = ahead.pop() {
        let children: Vec<NodeId> = record.children(id).collect();
        let varied = |index: usize| index + 1 < children.len();
        ahead.extend(children.iter().enumerate().rev().map(|(index, &child)| (child, varied(index))));
        write_entry(&mut file, record, id, (!children.is_empty(), is_varied));
    }
    file
}

/// The square of a piece that is not on the board.
const OFF_THE_BOARD: u8 = 0xFF;

/// The byte of a square.
fn byte(square: Square) -> u8 {
    10 * square.file() + square.rank()
}

/// The longest beginning of a text that fits into `most` bytes.
fn cut(text: &str, most: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    for character in text.chars() {
        let more = TextEncoding::to_gb(character.encode_utf8(&mut [0; 4]));
        if bytes.len() + more.len() > most {
            break;
        }
        bytes.extend(more);
    }
    bytes
}

/// Writes a record of version 10. The flags contain whether a move follows, and whether an
/// alternative to this move follows.
fn write_entry(file: &mut Vec<u8>, record: &GameRecord, id: NodeId, flags: (bool, bool)) {
    let Some(node) = record.node(id) else { return };
    let (from, to) = node.mv().map_or((0, 0), |mv| (byte(mv.from()), byte(mv.to())));
    let flags = if flags.0 { 0xF0 } else { 0 } | if flags.1 { 0x0F } else { 0 };
    // The last byte is reserved; the author's description has 0xFF in the first record.
    let reserved = if id == NodeId::ROOT { 0xFF } else { 0 };
    file.extend([from + 24, to + 32, flags, reserved]);
    let comment = TextEncoding::to_gb(&node.text().replace('\n', "\r\n"));
    // The length has 32 bits; no comment has 4 GiB.
    file.extend((comment.len() as u32).to_le_bytes());
    file.extend(comment);
}
