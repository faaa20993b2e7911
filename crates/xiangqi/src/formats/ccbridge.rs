//! CBR and CBL, the binary files of CCBridge (象棋桥): a game, and a library of games.
//!
//! A library is a header and an index, then records at multiples of 4096 bytes. A record, which may extend over
//! several of these blocks, is a header of 2214 bytes, then the tree of moves in depth-first order:
//!
//! | offset | |
//! |---|---|
//! | 0 | `CCBridge Record` and a zero |
//! | 19 | the version, 2 |
//! | 180, 692, 756, 884, 948, 1076, 1300, … | texts in UTF-16, little-endian, of fixed size: title, event, round, date, place, players |
//! | 2076 | the result: 1 Red wins, 2 Black wins, 3 draw |
//! | 2112, 2116 | the side to move first, 1 or 2, and the number of its move |
//! | 2120 | the board, from Black's left rook on: colour (1 or 2) and piece (1–7: rook, horse, elephant, advisor, king, cannon, pawn) |
//!
//! A move is flags, an unused byte, origin and destination on this board. The flags: 1 the line ends, 2 an alternative
//! follows the continuation of this move, 4 there is a comment: its length in bytes and its text. The first entry is
//! not a move; its comment precedes the game. The format has no glyphs; a first line of the comment like `?! $14` is
//! read as glyphs, as in XQF.
//!
//! Source: the structure that several independent readers of the format agree on. Records of versions 1 and 3 differ
//! and are refused by name.

use super::{
    branches::Branches,
    faults::{Faults, whole},
    marks::tidy,
    number::MoveNumber,
    record::{EditError, Editor, GameRecord, GameResult},
};
use crate::{BLACK, Move, Piece, PieceKind, Position, PositionError, RED, Setup, Square};

/// The beginning of a record.
pub(super) const RECORD: &[u8; 16] = b"CCBridge Record\0";
/// The beginning of a library.
const LIBRARY: &[u8; 16] = b"CCBridgeLibrary\0";

/// The only version of records that is read.
const VERSION: u8 = 2;

/// The length of the header of a record.
const HEADER: usize = 2214;

/// An error in a CBR or CBL file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CcbridgeError {
    /// The file does not begin like one.
    #[error("this is not a CBR file of CCBridge (象棋桥): it does not begin with 'CCBridge Record'")]
    Signature,
    /// A record of another version.
    #[error("a CBR record of CCBridge (象棋桥) of version {0} is not supported: expected version {VERSION}")]
    Version(u8),
    /// A library without records.
    #[error("a CBL library of CCBridge (象棋桥), version {version}, without a record that can be read")]
    NoRecords {
        /// The version of the library.
        version: u8,
    },
    /// The file is truncated.
    #[error("the record ends at byte {length}, inside {what}")]
    Truncated {
        /// The length of the record.
        length: usize,
        /// The part that is truncated.
        what: &'static str,
    },
    /// A byte of the initial board is not a piece.
    #[error("byte {offset} of the initial board is {found:#04x}: expected a piece, 0x11-0x17 or 0x21-0x27, or 0")]
    Piece {
        /// The offset in the record.
        offset: usize,
        /// The byte.
        found: u8,
    },
    /// The initial board is not a position.
    #[error("initial board: {0}")]
    Position(#[from] PositionError),
    /// A move that cannot be read.
    #[error("the move at byte {offset} goes from {from} to {to}: expected two squares from 0 to 89")]
    Squares {
        /// The offset in the record.
        offset: usize,
        /// The origin as stored.
        from: u8,
        /// The destination as stored.
        to: u8,
    },
    /// A move that cannot be played.
    #[error("the move at byte {offset}, {number}: {error}")]
    Move {
        /// The offset in the record.
        offset: usize,
        /// The number of the move.
        number: MoveNumber,
        /// The reason.
        error: EditError,
        /// The legal moves in this position.
        legal: Vec<Move>,
    },
}

/// Reads the record of a CBR file.
///
/// ```
/// use duiyi_xiangqi::formats::ccbridge::{self, CcbridgeError};
///
/// assert_eq!(ccbridge::read(b"not a game"), Err(CcbridgeError::Signature));
/// ```
///
/// # Errors
/// The first error, with its offset.
pub fn read(bytes: &[u8]) -> Result<GameRecord, CcbridgeError> {
    whole(read_leniently(bytes)?)
}

/// Reads the record of a CBR file as far as it goes: a move that cannot be played is left out with all that follows it,
/// and a file that is cut off ends there. Returns the faults too. [`GameReader`](super::GameReader) reads the records
/// of a library.
///
/// # Errors
/// If the file is not in this format, or its board is not a position.
pub fn read_leniently(bytes: &[u8]) -> Result<(GameRecord, Vec<CcbridgeError>), CcbridgeError> {
    if is_library(bytes) {
        return Err(CcbridgeError::NoRecords { version: bytes.get(16).copied().unwrap_or_default() });
    }
    if !bytes.starts_with(RECORD) {
        return Err(CcbridgeError::Signature);
    }
    if let Some(&version) = bytes.get(19).filter(|&&version| version != VERSION) {
        return Err(CcbridgeError::Version(version));
    }
    let header = bytes.get(..HEADER).ok_or(CcbridgeError::Truncated { length: bytes.len(), what: "the header" })?;
    let mut record = GameRecord::new(start(header)?);
    tags(&mut record, header);
    let mut faults = Faults::new();
    let mut editor = record.edit();
    let mut entries = Entries { bytes, at: HEADER };
    let mut ahead = None;
    if let Some(first) = faults.take(entries.next()) {
        editor.node_mut().add_text(&first.comment);
        ahead = if first.ends { None } else { faults.take(entries.next()) };
    }
    let mut branches = Branches::default();
    while let Some(entry) = ahead.take() {
        if branches.begin(&editor, entry.has_alternative) {
            match play(&mut editor, &entry) {
                Ok(()) => editor.node_mut().add_text(&entry.comment),
                Err(fault) => {
                    faults.push(fault);
                    branches.break_off();
                }
            }
        }
        if entry.ends && !branches.end_line(&mut editor) {
            break;
        }
        ahead = faults.take(entries.next());
    }
    Ok((record, faults.into_vec()))
}

/// Whether bytes begin as a record or a library does.
pub(super) fn is_ccbridge(bytes: &[u8]) -> bool {
    bytes.starts_with(RECORD) || is_library(bytes)
}

/// Whether bytes begin as a library does.
pub(super) fn is_library(bytes: &[u8]) -> bool {
    bytes.starts_with(LIBRARY)
}

/// An entry of the tree.
struct Entry {
    offset: usize,
    from: u8,
    to: u8,
    ends: bool,
    has_alternative: bool,
    comment: String,
}

/// The entries of a record.
struct Entries<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Entries<'a> {
    fn take(&mut self, length: usize, what: &'static str) -> Result<&'a [u8], CcbridgeError> {
        let taken = self.bytes[self.at..].get(..length);
        let taken = taken.ok_or(CcbridgeError::Truncated { length: self.bytes.len(), what })?;
        self.at += length;
        Ok(taken)
    }

    fn next(&mut self) -> Result<Entry, CcbridgeError> {
        let offset = self.at;
        let head = self.take(4, "a move")?;
        let flags = head[0];
        let mut comment = String::new();
        if flags & 4 != 0 {
            let length = self.take(4, "the length of a comment")?;
            let length = length.iter().rev().fold(0, |sum, &byte| sum << 8 | usize::from(byte));
            comment = tidy(&utf16(self.take(length, "a comment")?));
        }
        Ok(Entry { offset, from: head[2], to: head[3], ends: flags & 1 != 0, has_alternative: flags & 2 != 0, comment })
    }
}

/// The text before the first zero.
fn utf16(bytes: &[u8]) -> String {
    let units = bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
    let units: Vec<u16> = units.take_while(|&unit| unit != 0).collect();
    String::from_utf16_lossy(&units)
}

/// The square of an index, counted from Black's left rook line by line.
fn square(index: u8) -> Option<Square> {
    Square::new(index % 9, 9_u8.checked_sub(index / 9)?)
}

/// Plays the move of an entry.
fn play(editor: &mut Editor<'_>, entry: &Entry) -> Result<(), CcbridgeError> {
    let &Entry { offset, from, to, .. } = entry;
    let mv = square(from).zip(square(to)).and_then(|(from, to)| Move::new(from, to));
    let mv = mv.ok_or(CcbridgeError::Squares { offset, from, to })?;
    if let Err(error) = editor.play(mv) {
        let (number, legal) = editor.next_moves();
        return Err(CcbridgeError::Move { offset, number, error, legal });
    }
    Ok(())
}

const PIECES: [PieceKind; 7] = [
    PieceKind::Rook,
    PieceKind::Horse,
    PieceKind::Elephant,
    PieceKind::Advisor,
    PieceKind::King,
    PieceKind::Cannon,
    PieceKind::Pawn,
];

/// The offset of the board.
const BOARD: usize = 2120;

fn start(header: &[u8]) -> Result<Position, CcbridgeError> {
    let mut setup = Setup { lenient: true, ..Setup::default() };
    for (index, &found) in (0..90).zip(&header[BOARD..]) {
        let Some(square) = square(index).filter(|_| found != 0) else { continue };
        let color = match found >> 4 {
            1 => Some(RED),
            2 => Some(BLACK),
            _ => None,
        };
        let kind = usize::from(found & 15).checked_sub(1).and_then(|kind| PIECES.get(kind));
        let piece = color.zip(kind).map(|(color, &kind)| Piece::new(color, kind));
        let offset = BOARD + usize::from(index);
        setup.board[square.index()] = Some(piece.ok_or(CcbridgeError::Piece { offset, found })?);
    }
    setup.side = if header[2112] == 2 { BLACK } else { RED };
    setup.fullmove = u16::from_le_bytes([header[2116], header[2117]]).max(1);
    Ok(Position::from_setup(&setup)?)
}

/// The texts of the header: the tag, the offset and the size in bytes.
const TEXTS: [(&str, usize, usize); 17] = [
    ("Title", 180, 128),
    ("Source", 564, 64),
    ("Event", 692, 64),
    ("Round", 756, 64),
    ("Group", 820, 32),
    ("Table", 852, 32),
    ("Date", 884, 64),
    ("Site", 948, 64),
    ("TimeControl", 1012, 64),
    ("Red", 1076, 64),
    ("RedTeam", 1140, 64),
    ("RedTime", 1204, 64),
    ("Black", 1300, 64),
    ("BlackTeam", 1364, 64),
    ("BlackTime", 1428, 64),
    ("Annotator", 1652, 64),
    ("Author", 1780, 64),
];

fn tags(record: &mut GameRecord, header: &[u8]) {
    record.result = match header[2076] {
        1 => GameResult::RedWins,
        2 => GameResult::BlackWins,
        3 => GameResult::Draw,
        _ => GameResult::Unknown,
    };
    for (name, at, size) in TEXTS {
        let text = utf16(&header[at..at + size]);
        if !text.trim().is_empty() {
            record.set_tag(name, text.trim());
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A record with entries of flags, squares and comments.
    pub(in crate::formats) fn record(entries: &[(u8, &str, &str)]) -> Vec<u8> {
        let mut file = vec![0xCC; HEADER];
        file[..16].copy_from_slice(RECORD);
        file[19] = VERSION;
        for (name, at, size) in TEXTS {
            let text = match name {
                "Red" => "胡荣华",
                "Event" => "五羊杯",
                _ => "",
            };
            let units: Vec<u8> = text.encode_utf16().chain([0]).flat_map(u16::to_le_bytes).collect();
            file[at..at + units.len().min(size)].copy_from_slice(&units);
        }
        file[2076] = 3;
        (file[2112], file[2116], file[2117]) = (1, 1, 0);
        for index in 0..90 {
            let piece = Position::start().piece_at(square(index).unwrap());
            file[BOARD + usize::from(index)] = piece.map_or(0, |piece| {
                let kind = PIECES.iter().position(|&kind| kind == piece.kind).unwrap() as u8 + 1;
                kind + if piece.color == RED { 0x10 } else { 0x20 }
            });
        }
        for &(flags, mv, comment) in entries {
            let mv: Option<Move> = mv.parse().ok();
            let index = |square: Square| 9 * (9 - square.rank()) + square.file();
            let (from, to) = mv.map_or((0, 0), |mv| (index(mv.from()), index(mv.to())));
            let flags = if comment.is_empty() { flags } else { flags | 4 };
            file.extend([flags, 0xCC, from, to]);
            if !comment.is_empty() {
                let text: Vec<u8> = comment.encode_utf16().flat_map(u16::to_le_bytes).collect();
                file.extend((text.len() as u32).to_le_bytes());
                file.extend(text);
            }
        }
        file
    }

    /// h2e2 h9g7 (b9c7 (h7e7) h0g2) h0g2
    pub(in crate::formats) fn tree() -> Vec<u8> {
        record(&[
            (0, "", "before"),
            (0, "h2e2", "中炮"),
            (2, "h9g7", ""),
            (1, "h0g2", "!\nok"),
            (2, "b9c7", ""),
            (1, "h0g2", ""),
            (1, "h7e7", ""),
        ])
    }

    #[test]
    fn records_are_read() {
        let record = read(&tree()).unwrap();
        let tags: Vec<_> = record.tags().iter().map(|tag| (tag.name.as_str(), tag.value.as_str())).collect();
        assert_eq!(tags, [("Event", "五羊杯"), ("Red", "胡荣华")]);
        assert_eq!((record.result, record.len(), record.start()), (GameResult::Draw, 6, &Position::start()));
        let written = super::super::pgn::write(&record, crate::notation::Notation::Coordinates);
        let moves = "{before} 1. h2e2 {中炮} 1... h9g7 (1... b9c7 2. h0g2) (1... h7e7) 2. h0g2 $1\n{ok} 1/2-1/2\n";
        assert!(written.ends_with(moves), "{written}");
        let empty = self::record(&[(1, "", "")]);
        assert_eq!(read(&empty).unwrap().len(), 0);
        let mut black = self::record(&[(0, "", ""), (1, "h9g7", "")]);
        (black[2112], black[2116]) = (2, 7);
        let record = read(&black).unwrap();
        assert_eq!((record.start().side_to_move(), record.start().fullmove(), record.len()), (BLACK, 7, 1));
    }

    #[test]
    fn errors_name_the_format_and_the_place() {
        let error = |file: &[u8]| read(file).unwrap_err().to_string();
        let mut file = tree();
        file[19] = 3;
        assert_eq!(error(&file), "a CBR record of CCBridge (象棋桥) of version 3 is not supported: expected version 2");
        assert!(error(b"CCBridgeLibrary\0\x03").starts_with("a CBL library of CCBridge (象棋桥), version 3, without"));
        let mut file = tree();
        file[BOARD] = 0x31;
        assert_eq!(read(&file), Err(CcbridgeError::Piece { offset: BOARD, found: 0x31 }));
        assert_eq!(read(&tree()[..100]), Err(CcbridgeError::Truncated { length: 100, what: "the header" }));
        let mut file = record(&[(0, "", ""), (1, "h2e2", "")]);
        file[HEADER + 7] = 90;
        assert_eq!(read(&file), Err(CcbridgeError::Squares { offset: HEADER + 4, from: 70, to: 90 }));
    }

    #[test]
    fn damaged_records_are_read_as_far_as_they_go() {
        let file =
            record(&[(0, "", ""), (2, "h2e2", ""), (2, "h9h8", ""), (1, "h0g2", ""), (1, "h9g7", ""), (1, "b2e2", "")]);
        let (record, faults) = read_leniently(&file).unwrap();
        assert_eq!((record.len(), record.main_line().count(), faults.len()), (3, 2, 1));
        assert!(
            matches!(&faults[0], CcbridgeError::Move { offset, number, .. } if *offset == HEADER + 8 && number.ply == 2)
        );
        let (record, faults) = read_leniently(&file[..HEADER + 10]).unwrap();
        assert_eq!((record.len(), faults.len()), (1, 1));
        let mut file = tree();
        file[HEADER + 7] = 0xFF;
        assert!(matches!(read_leniently(&file).unwrap().1[0], CcbridgeError::Truncated { what: "a comment", .. }));
    }
}
