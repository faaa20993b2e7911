//! OBK, the books of Binghe (兵河五四): SQLite databases with a table `bhobk`.
//!
//! A row contains the key of a position (`vkey`), a move (`vmove`: the square from times 256 plus the
//! square to), its score (`vscore`), its results (`vwin`, `vdraw`, `vlost`) and whether it is in
//! use (`vvalid`). Squares are those of a board of 16 by 16 with a margin of three squares, Black's
//! back rank at the top. A key is the exclusive or of a word for each piece on its square, and of one
//! for Red to move. The words are 3,584 arbitrary numbers that are part of the program, so the
//! owner of such books must provide them in a file ([`ObkKeys`]).

use crate::{BLACK, Move, PieceKind, Position, RED, Square, Xiangqi};
use duiyi_book::{BookError, BookMove, Results, Source};
use rusqlite::{Connection, OpenFlags, params};
use std::{
    path::Path,
    sync::{Mutex, PoisonError},
};

/// The words from which keys are computed.
#[derive(Clone, Debug)]
pub struct ObkKeys {
    /// By piece (Black's king, rook, cannon, horse, elephant, advisor and pawn, then Red's) and square.
    pieces: Vec<u64>,
    red_to_move: u64,
}

/// The number of words for pieces: 14 times 256.
const WORDS: usize = 14 * 256;

impl ObkKeys {
    /// Reads 3,584 hexadecimal numbers by piece and square, followed by the one for Red to move.
    /// They may have the prefix `0x` and be separated by blanks, commas and braces.
    ///
    /// # Errors
    /// If there are more or fewer, or a word is not a number.
    pub fn read(text: &str) -> Result<ObkKeys, BookError> {
        let words = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        let numbers = words.map(|word| {
            let digits = word.strip_prefix("0x").or(word.strip_prefix("0X")).unwrap_or(word);
            u64::from_str_radix(digits, 16).map_err(|_| BookError::Damaged {
                what: format!("'{}' is not a hexadecimal number", duiyi_game::shortened(word)),
            })
        });
        let mut pieces: Vec<u64> = numbers.collect::<Result<_, _>>()?;
        if pieces.len() != WORDS + 1 {
            let what = format!("{} numbers; expected {WORDS}, and one more for Red to move", pieces.len());
            return Err(BookError::Damaged { what });
        }
        let red_to_move = pieces.pop().unwrap_or_default();
        Ok(ObkKeys { pieces, red_to_move })
    }

    /// Reads the file `NAME.keys` beside a book, or `obk.keys` in its folder.
    ///
    /// # Errors
    /// If neither exists, or the file is not valid.
    pub fn beside(book: &Path) -> Result<ObkKeys, BookError> {
        let own = book.with_extension("keys");
        let path = if own.exists() { own } else { book.with_file_name("obk.keys") };
        let text = duiyi_game::files::read_text(&path, 1 << 20).map_err(|source| BookError::File { path, source })?;
        ObkKeys::read(&text)
    }

    fn of(&self, board: &Position) -> u64 {
        let mut key = if board.side_to_move() == RED { self.red_to_move } else { 0 };
        for square in Square::all() {
            let Some(piece) = board.piece_at(square) else { continue };
            let kind = match piece.kind {
                PieceKind::King => 0,
                PieceKind::Rook => 1,
                PieceKind::Cannon => 2,
                PieceKind::Horse => 3,
                PieceKind::Elephant => 4,
                PieceKind::Advisor => 5,
                PieceKind::Pawn => 6,
            };
            let row = if piece.color == BLACK { kind } else { kind + 7 };
            key ^= self.pieces[row * 256 + usize::from(wide(square))];
        }
        key
    }
}

fn wide(square: Square) -> u8 {
    square.file() + 3 + ((12 - square.rank()) << 4)
}

fn narrow(wide: u8) -> Option<Square> {
    let (file, rank) = ((wide & 15).checked_sub(3)?, 12u8.checked_sub(wide >> 4)?);
    Square::new(file, rank)
}

/// A book in OBK format.
#[derive(Debug)]
pub struct ObkBook {
    database: Mutex<Connection>,
    keys: ObkKeys,
}

fn damaged(error: rusqlite::Error) -> BookError {
    BookError::Damaged { what: error.to_string() }
}

impl ObkBook {
    /// Opens a book for reading.
    ///
    /// # Errors
    /// If the file is not a database with a table `bhobk`.
    pub fn open(path: impl AsRef<Path>, keys: ObkKeys) -> Result<ObkBook, BookError> {
        let path = path.as_ref();
        // SQLite would wait for a pipe.
        let opened = duiyi_game::files::open(path, u64::MAX);
        opened.map_err(|source| BookError::File { path: path.to_owned(), source })?;
        let database = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(damaged)?;
        database.prepare(QUERY).map_err(damaged)?;
        Ok(ObkBook { database: Mutex::new(database), keys })
    }
}

/// The moves in use in a position.
const QUERY: &str = "SELECT vmove, vscore, vwin, vdraw, vlost FROM bhobk WHERE vkey = ?1 AND vvalid <> 0";

impl Source<Xiangqi> for ObkBook {
    /// A key of 64 bits is stored as the signed number with the same bits.
    fn moves(&self, position: &Xiangqi) -> Result<Vec<BookMove<Move>>, BookError> {
        let key = self.keys.of(position.position()).cast_signed();
        let database = self.database.lock().unwrap_or_else(PoisonError::into_inner);
        let mut query = database.prepare(QUERY).map_err(damaged)?;
        let rows = query.query_map(params![key], |row| {
            Ok([row.get::<_, i64>(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?])
        });
        let mut moves = Vec::new();
        for row in rows.map_err(damaged)? {
            let [mv, score, wins, draws, losses] = row.map_err(damaged)?;
            let mv = narrow((mv >> 8 & 255) as u8).zip(narrow((mv & 255) as u8));
            let Some(mv) = mv.and_then(|(from, to)| Move::new(from, to)) else { continue };
            let count = |number: i64| number.clamp(0, i64::from(u32::MAX)) as u32;
            let results = Results { wins: count(wins), draws: count(draws), losses: count(losses) };
            let weight = score.clamp(1, i64::from(u16::MAX)) as u16;
            if position.position().is_legal(mv) {
                moves.push(BookMove { mv, results, learned: Results::default(), weight, proof: None });
            }
        }
        Ok(moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// Words of our own; the format does not depend on their values.
    fn keys() -> ObkKeys {
        let mut state = 1u64;
        let mut text = String::new();
        for _ in 0..=WORDS {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            text += &format!("0x{state:016X}, ");
        }
        ObkKeys::read(&text).unwrap()
    }

    #[test]
    fn a_book_is_looked_up() {
        let path = std::env::temp_dir().join(format!("duiyi-{}.obk", std::process::id()));
        let _ = fs::remove_file(&path);
        let start = Xiangqi::default();
        {
            let database = Connection::open(&path).unwrap();
            let table = "CREATE TABLE bhobk (id INTEGER PRIMARY KEY, vkey INTEGER, vmove INTEGER, vscore INTEGER, \
                         vwin INTEGER, vdraw INTEGER, vlost INTEGER, vvalid INTEGER, vmemo BLOB, vindex INTEGER)";
            database.execute(table, []).unwrap();
            let add =
                "INSERT INTO bhobk (vkey, vmove, vscore, vwin, vdraw, vlost, vvalid) VALUES (?1, ?2, ?3, 5, 6, 7, ?4)";
            let key = keys().of(start.position()).cast_signed();
            // h2e2; an unused move; an illegal move; a number that does not encode a move.
            for (mv, score, valid) in [(0xaaa7, 30, 1), (0xa4a7, 9, 0), (0x3334, 9, 1), (0x0001, 9, 1)] {
                database.execute(add, params![key, mv, score, valid]).unwrap();
            }
        }
        let book = ObkBook::open(&path, keys()).unwrap();
        let moves = book.moves(&start).unwrap();
        assert_eq!(moves.len(), 1);
        assert_eq!((moves[0].mv.to_string().as_str(), moves[0].weight), ("h2e2", 30));
        assert_eq!(moves[0].results, Results { wins: 5, draws: 6, losses: 7 });
        fs::write(&path, "this file is not a database, but long enough to contain a header").unwrap();
        assert!(matches!(ObkBook::open(&path, keys()), Err(BookError::Damaged { .. })));
        fs::remove_file(&path).unwrap();
        assert!(ObkKeys::read("0x1, 0x2").unwrap_err().to_string().contains("2 numbers; expected 3584"));
        assert!(ObkKeys::read("zebra").is_err());
    }

    /// Other programs store any number of 64 bits.
    #[test]
    fn scores_and_counts_beyond_the_range_are_limited() {
        let path = std::env::temp_dir().join(format!("duiyi-wide-{}.obk", std::process::id()));
        let _ = fs::remove_file(&path);
        let start = Xiangqi::default();
        {
            let database = Connection::open(&path).unwrap();
            let table = "CREATE TABLE bhobk (vkey INTEGER, vmove INTEGER, vscore INTEGER, \
                         vwin INTEGER, vdraw INTEGER, vlost INTEGER, vvalid INTEGER)";
            database.execute(table, []).unwrap();
            let key = keys().of(start.position()).cast_signed();
            // The cannon on h2 goes to the files c to g and i.
            let scores = [(5, 65_535), (6, 65_536), (7, 70_000), (8, i64::MAX), (9, 0), (11, i64::MIN)];
            for (file, score) in scores {
                let mv = 0xaa00 | 0xa0 | file;
                let add = "INSERT INTO bhobk VALUES (?1, ?2, ?3, ?4, ?5, 7, 1)";
                database.execute(add, params![key, mv, score, 5_000_000_000_i64, -1]).unwrap();
            }
        }
        let mut moves = ObkBook::open(&path, keys()).unwrap().moves(&start).unwrap();
        fs::remove_file(&path).unwrap();
        moves.sort_by_key(|found| found.mv.to().file());
        let weights: Vec<u16> = moves.iter().map(|found| found.weight).collect();
        assert_eq!(weights, [65_535, 65_535, 65_535, 65_535, 1, 1]);
        assert!(moves.iter().all(|found| found.results == Results { wins: u32::MAX, draws: 0, losses: 7 }));
    }
}
