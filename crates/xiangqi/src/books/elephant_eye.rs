//! ElephantEye's `BOOK.DAT`: records of eight bytes, sorted by the lock of the position.
//!
//! A record contains the lock (32 bits), the move (16) and its weight (16), lowest byte first. The
//! lock is the exclusive or of one word for each piece on its square. ElephantEye draws three words
//! for each piece on each of 256 squares, from the RC4 stream of a key of zeros, and uses the third:
//! first for Black to move, then for Red's king, advisor, elephant, horse, rook, cannon and pawn,
//! then for Black's. A position is looked up as it is, then mirrored.

use crate::{BLACK, Move, PieceKind, Position, RED, Square, Xiangqi};
use duiyi_book::{BookError, BookMove, Results, Source, walk};

/// A record of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ElephantEyeRecord {
    /// The hash of the position.
    pub lock: u32,
    /// The move: the square from, plus 256 times the square to.
    pub mv: u16,
    /// The weight of the move relative to the other moves of the position.
    pub weight: u16,
}

/// A book in ElephantEye's format.
#[derive(Clone, Debug)]
pub struct ElephantEyeBook {
    records: Vec<ElephantEyeRecord>,
    locks: Locks,
}

/// Bytes of a record.
const RECORD: usize = 8;

impl ElephantEyeBook {
    /// Reads a file.
    ///
    /// # Errors
    /// If the length is not a multiple of the record size, or the records are not sorted.
    pub fn read(bytes: &[u8]) -> Result<ElephantEyeBook, BookError> {
        let damaged = |what: String| BookError::Damaged { what };
        if !bytes.len().is_multiple_of(RECORD) {
            return Err(damaged(format!("{} bytes; expected records of {RECORD}", bytes.len())));
        }
        let records: Vec<ElephantEyeRecord> = bytes
            .chunks_exact(RECORD)
            .map(|bytes| ElephantEyeRecord {
                lock: u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]),
                mv: u16::from_le_bytes([bytes[4], bytes[5]]),
                weight: u16::from_le_bytes([bytes[6], bytes[7]]),
            })
            .collect();
        if let Some(at) = records.windows(2).position(|pair| pair[0].lock > pair[1].lock) {
            return Err(damaged(format!("record {} is out of order", at + 1)));
        }
        Ok(ElephantEyeBook { records, locks: Locks::new() })
    }

    /// The contents of the file.
    pub fn write(&self) -> Vec<u8> {
        let bytes = |record: &ElephantEyeRecord| {
            let mut bytes = [0; RECORD];
            bytes[..4].copy_from_slice(&record.lock.to_le_bytes());
            bytes[4..6].copy_from_slice(&record.mv.to_le_bytes());
            bytes[6..].copy_from_slice(&record.weight.to_le_bytes());
            bytes
        };
        self.records.iter().flat_map(bytes).collect()
    }

    /// Copies all moves of another book that can be reached from a position.
    ///
    /// # Errors
    /// If the other book cannot be read.
    pub fn of(source: &(impl Source<Xiangqi> + ?Sized), start: &Xiangqi) -> Result<ElephantEyeBook, BookError> {
        let locks = Locks::new();
        let mut records = Vec::new();
        walk(source, start, usize::MAX, |position: &Xiangqi, moves| {
            let lock = locks.of(position.position(), false);
            records.extend(moves.iter().map(|found| {
                let games = found.all().games().clamp(1, u64::from(u16::MAX)) as u16;
                let weight = if found.weight > 0 { found.weight } else { games };
                ElephantEyeRecord { lock, mv: packed(found.mv), weight }
            }));
            Ok::<(), BookError>(())
        })?;
        records.sort_by_key(|record| (record.lock, record.mv));
        Ok(ElephantEyeBook { records, locks })
    }

    /// The records, sorted by lock.
    pub fn records(&self) -> &[ElephantEyeRecord] {
        &self.records
    }

    fn of_lock(&self, lock: u32) -> &[ElephantEyeRecord] {
        let from = self.records.partition_point(|record| record.lock < lock);
        let count = self.records[from..].partition_point(|record| record.lock == lock);
        &self.records[from..from + count]
    }
}

impl Source<Xiangqi> for ElephantEyeBook {
    fn moves(&self, position: &Xiangqi) -> Result<Vec<BookMove<Move>>, BookError> {
        let board = position.position();
        for mirrored in [false, true] {
            let found = self.of_lock(self.locks.of(board, mirrored));
            let turned = |mv: Move| if mirrored { mv.mirrored() } else { mv };
            let known = |record: &ElephantEyeRecord| {
                let mv = turned(unpacked(record.mv)?);
                let (results, weight) = (Results::default(), record.weight);
                let known = BookMove { mv, results, learned: results, weight, proof: None };
                board.is_legal(mv).then_some(known)
            };
            if !found.is_empty() {
                return Ok(found.iter().filter_map(known).collect());
            }
        }
        Ok(Vec::new())
    }
}

/// A square of ElephantEye's board of 16 by 16, which surrounds the real board with a margin of
/// three squares; Black's back rank is at the top.
fn wide(square: Square) -> u8 {
    square.file() + 3 + ((12 - square.rank()) << 4)
}

fn narrow(wide: u8) -> Option<Square> {
    let (file, rank) = ((wide & 15).checked_sub(3)?, 12u8.checked_sub(wide >> 4)?);
    Square::new(file, rank)
}

fn packed(mv: Move) -> u16 {
    u16::from(wide(mv.from())) | u16::from(wide(mv.to())) << 8
}

fn unpacked(mv: u16) -> Option<Move> {
    let [from, to] = mv.to_le_bytes();
    Move::new(narrow(from)?, narrow(to)?)
}

/// The words from which locks are computed.
#[derive(Clone, Debug)]
struct Locks {
    black_to_move: u32,
    pieces: Box<[[u32; 256]; 14]>,
}

impl Locks {
    fn new() -> Locks {
        let mut stream = Rc4::of_zeros();
        let black_to_move = stream.third_word();
        let mut pieces = Box::new([[0; 256]; 14]);
        pieces.iter_mut().flatten().for_each(|word| *word = stream.third_word());
        Locks { black_to_move, pieces }
    }

    fn of(&self, board: &Position, mirrored: bool) -> u32 {
        let mut lock = if board.side_to_move() == BLACK { self.black_to_move } else { 0 };
        for square in Square::all() {
            let Some(piece) = board.piece_at(square) else { continue };
            let kind = match piece.kind {
                PieceKind::King => 0,
                PieceKind::Advisor => 1,
                PieceKind::Elephant => 2,
                PieceKind::Horse => 3,
                PieceKind::Rook => 4,
                PieceKind::Cannon => 5,
                PieceKind::Pawn => 6,
            };
            let row = if piece.color == RED { kind } else { kind + 7 };
            let square = if mirrored { square.mirror() } else { square };
            lock ^= self.pieces[row][usize::from(wide(square))];
        }
        lock
    }
}

/// The key stream of RC4, as its inventor described it.
struct Rc4 {
    state: [u8; 256],
    x: u8,
    y: u8,
}

impl Rc4 {
    /// The stream of the all-zero key.
    fn of_zeros() -> Rc4 {
        let mut state: [u8; 256] = std::array::from_fn(|at| at as u8);
        let mut y = 0u8;
        for x in 0..256 {
            y = y.wrapping_add(state[x]);
            state.swap(x, usize::from(y));
        }
        Rc4 { state, x: 0, y: 0 }
    }

    fn byte(&mut self) -> u8 {
        self.x = self.x.wrapping_add(1);
        self.y = self.y.wrapping_add(self.state[usize::from(self.x)]);
        let (x, y) = (usize::from(self.x), usize::from(self.y));
        self.state.swap(x, y);
        self.state[usize::from(self.state[x].wrapping_add(self.state[y]))]
    }

    /// Draws three words and returns the third, which the locks of books use.
    fn third_word(&mut self) -> u32 {
        let mut word = || u32::from_le_bytes([self.byte(), self.byte(), self.byte(), self.byte()]);
        word();
        word();
        word()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_book::Draft;
    use duiyi_game::{Game, History, Side};

    #[test]
    fn the_stream_of_a_key_of_zeros_is_the_published_one() {
        // RFC 6229 has no all-zero key; this is the vector of Wagner's message to sci.crypt (1994)
        // for the key 00 00 00 00 00 00 00 00.
        let mut stream = Rc4::of_zeros();
        let bytes: Vec<u8> = (0..8).map(|_| stream.byte()).collect();
        assert_eq!(bytes, [0xde, 0x18, 0x89, 0x41, 0xa3, 0x37, 0x5d, 0x3a]);
    }

    /// With these locks the book distributed with ElephantEye finds the initial position and
    /// the one after the central cannon.
    #[test]
    fn the_lock_of_the_start_is_that_of_the_real_books() {
        let locks = Locks::new();
        assert_eq!(locks.of(&Position::start(), false), 0x0526_56d5);
        assert_eq!(locks.of(&Position::start(), true), 0x0526_56d5);
        let mut after = Position::start();
        after.make("h2e2".parse().unwrap());
        assert_ne!(locks.of(&after, false), locks.of(&after, true));
    }

    #[test]
    fn squares_and_moves_are_packed_and_unpacked() {
        for square in Square::all() {
            assert_eq!(narrow(wide(square)), Some(square));
        }
        assert_eq!((0..=255).filter(|&wide| narrow(wide).is_some()).count(), 90);
        let mv: Move = "h2e2".parse().unwrap();
        assert_eq!(packed(mv), 0xa7aa);
        assert_eq!(unpacked(0xa7aa), Some(mv));
    }

    #[test]
    fn a_book_is_written_and_read_back() {
        let start = Xiangqi::default();
        let mut draft = Draft::new(&start);
        for moves in ["h2e2 h9g7 h0g2 i9h9", "c3c4 g6g5", "b2e2 b7e7", "h2e2 b9c7 g3g4"] {
            let game = History::<Xiangqi>::read("", &format!("moves {moves}")).unwrap();
            draft.learn(&game, Some(Side::First), &Side::BOTH, 9);
        }
        let book = ElephantEyeBook::of(&draft, &start).unwrap();
        let bytes = book.write();
        assert_eq!(bytes.len(), draft.len() * RECORD);
        let read = ElephantEyeBook::read(&bytes).unwrap();
        assert_eq!(read.records(), book.records());
        let texts = |book: &dyn Source<Xiangqi>, position: &Xiangqi| {
            let mut texts: Vec<String> =
                book.moves(position).unwrap().iter().map(|found| found.mv.to_string()).collect();
            texts.sort();
            texts
        };
        let mut positions = 0;
        for moves in ["", "h2e2", "b2e2", "b2e2 b9c7", "h2e2 b9c7", "b2e2 h9g7"] {
            let game = History::<Xiangqi>::read("", &format!("moves {moves}")).unwrap();
            let (ours, theirs) = (texts(&draft, game.now()), texts(&read, game.now()));
            assert_eq!(ours.len(), theirs.len(), "{moves}");
            positions += usize::from(!ours.is_empty() && ours == theirs);
        }
        assert!(positions >= 5, "{positions}");
        assert!(ElephantEyeBook::read(&bytes[..9]).is_err());
        let mut exchanged = bytes.clone();
        exchanged.rotate_left(RECORD);
        assert!(ElephantEyeBook::read(&exchanged).unwrap_err().to_string().ends_with("is out of order"));
    }

    /// A move without a weight has its games as weight, which the format limits to 16 bits.
    #[test]
    fn the_number_of_games_is_a_weight_within_the_range() {
        let start = Xiangqi::default();
        for (wins, losses, weight) in [(0, 0, 1), (2, 1, 3), (65_000, 535, 65_535), (65_000, 536, 65_535)] {
            let mut draft = Draft::new(&start);
            let mv = "h2e2".parse().unwrap();
            draft.turn(&start, &[mv], |entry| {
                entry.results = duiyi_book::Results { wins, draws: 0, losses };
                entry.weight = 0;
            });
            let book = ElephantEyeBook::of(&draft, &start).unwrap();
            assert_eq!(book.records().iter().map(|record| record.weight).collect::<Vec<_>>(), [weight]);
        }
    }

    /// Facts of the book distributed with ElephantEye, whose file we may not include; set `BOOK_DAT`
    /// to the path of one. Positions are counted together with their mirror images.
    #[test]
    #[ignore = "needs a BOOK.DAT, named by the variable BOOK_DAT"]
    #[allow(clippy::print_stdout)]
    fn a_real_book_is_read_and_written_to_the_byte() {
        let Ok(path) = std::env::var("BOOK_DAT") else { return println!("skipped: BOOK_DAT names no file") };
        let bytes = std::fs::read(path).unwrap();
        let book = ElephantEyeBook::read(&bytes).unwrap();
        assert!(book.write() == bytes);
        // The book has only the moves of the winning side, so every legal reply is tried.
        let mut ahead = vec![Xiangqi::default()];
        let mut seen = std::collections::HashSet::from([ahead[0].key()]);
        let (mut positions, mut moves) = (0, 0);
        while let Some(position) = ahead.pop() {
            let found = book.moves(&position).unwrap();
            positions += usize::from(!found.is_empty());
            moves += found.len();
            assert!(found.iter().all(|found| position.is_legal(found.mv)));
            for mv in duiyi_game::legal_moves(&position) {
                let mut then = position.clone();
                then.make(mv);
                let known = found.iter().any(|found| found.mv == mv) || !book.moves(&then).unwrap().is_empty();
                if known && seen.insert(then.key()) {
                    ahead.push(then);
                }
            }
        }
        let first: Vec<String> = book
            .moves(&Xiangqi::default())
            .unwrap()
            .iter()
            .map(|found| format!("{} {}", found.mv, found.weight))
            .collect();
        println!(
            "{} records; {positions} positions with {moves} moves are reached; first moves {first:?}",
            book.records().len()
        );
        assert!(first.contains(&"h2e2 1473".to_owned()) && moves * 10 > book.records().len() * 9, "{moves}");
    }
}
