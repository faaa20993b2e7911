//! Ataxx: a piece grows to a neighbouring square or jumps two squares away, and turns the pieces of
//! the other side next to its target. The side with more pieces wins.
#![forbid(unsafe_code)]

use duiyi::game::{BySide, Diagram, Grid, Look, Notation, Pieces, Reason, Repeating, Score, Side, SmallGame, Square};
use duiyi::game::{drawing, hash::mix64, only_rules, read_rows, write_rows};
use duiyi::{engine::PlayerParts, kit::GameKit};

/// Jumps may repeat a position: the third time it is a draw.
pub type Ataxx = Repeating<Board>;

/// A board of 7 by 7 squares. Square `8 * row + column` is a bit; the eighth column stays empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    pieces: [u64; 2],
    mover: Side,
}

impl Default for Board {
    fn default() -> Board {
        Board { pieces: [1 << 48 | 1 << 6, 1 << 54 | 1], mover: Side::First }
    }
}

const ALL: u64 = 0x007f_7f7f_7f7f_7f7f;
const PASS: u16 = 64 * 64;
const LETTERS: [&str; 2] = ["x", "o"];

/// The squares of a set and their neighbours.
fn around(set: u64) -> u64 {
    let rows = set | set << 1 | set >> 1;
    (rows | rows << 8 | rows >> 8) & ALL
}

fn numbers(set: u64) -> impl Iterator<Item = u16> {
    (0..64).filter(move |number| set >> number & 1 == 1)
}

impl Board {
    fn free(&self) -> u64 {
        ALL & !(self.pieces[0] | self.pieces[1])
    }
}

impl SmallGame for Board {
    /// 64 times the origin of a jump, plus the target; both are the target where a piece grows.
    type Move = u16;
    const PASS: Option<u16> = Some(PASS);

    fn mover(&self) -> Side {
        self.mover
    }

    fn moves(&self, moves: &mut impl Extend<u16>) {
        let (own, free) = (self.pieces[self.mover.index()], self.free());
        moves.extend(numbers(around(own) & free).map(|to| to * 64 + to));
        for from in numbers(own) {
            let near = around(1 << from);
            moves.extend(numbers(around(near) & !near & free).map(|to| from * 64 + to));
        }
    }

    fn after(&self, mv: u16) -> Board {
        let [mut own, mut theirs] = [self.mover, !self.mover].map(|side| self.pieces[side.index()]);
        if mv != PASS {
            let target = 1 << (mv % 64);
            let turned = around(target) & theirs;
            own = own & !(1 << (mv / 64)) | target | turned;
            theirs ^= turned;
        }
        let pieces = if self.mover == Side::First { [own, theirs] } else { [theirs, own] };
        Board { pieces, mover: !self.mover }
    }

    fn identity(&self) -> u64 {
        [self.pieces[0], self.pieces[1], self.mover as u64].into_iter().fold(0, |key, word| mix64(key ^ word))
    }

    fn ending(&self) -> Option<(Option<Side>, &'static str)> {
        if self.free() != 0 && !self.pieces.contains(&0) {
            return None;
        }
        let [first, second] = self.pieces.map(u64::count_ones);
        let winner = if first > second { Some(Side::First) } else { (first < second).then_some(Side::Second) };
        Some((winner, "the board is full or a side has no pieces"))
    }
}

impl Notation for Board {
    const NAME: &'static str = "ataxx";
    const SIDES: [&'static str; 2] = ["Black", "White"];

    fn begin(rules: &str) -> Result<Board, Reason> {
        only_rules(rules)
    }

    /// The rows from the top, separated by `/`, a blank, and the letter of the side to move.
    fn read_position(&self, text: &str) -> Result<Board, Reason> {
        let (rows, letter) = text.split_once(' ').unwrap_or((text, ""));
        let mover = Side::BOTH.into_iter().find(|side| LETTERS[side.index()] == letter);
        let mover = mover.ok_or("expected x or o, the side to move, after the rows and a blank")?;
        let mut board = Board { pieces: [0; 2], mover };
        for (at, piece) in read_rows(rows, self.size(), "xo")? {
            board.pieces[usize::from(piece == 'o')] |= 1 << (8 * at.row + at.column);
        }
        Ok(board)
    }

    fn write_position(&self) -> String {
        format!("{} {}", write_rows(self), LETTERS[self.mover.index()])
    }

    fn write_move(&self, mv: u16) -> String {
        let name = |at: Square| format!("{}{}", char::from(b'a' + at.column), at.row + 1);
        if mv == PASS { "pass".to_owned() } else { self.squares(mv).map(name).collect() }
    }

    fn draw(&self) -> String {
        drawing(self)
    }
}

impl Grid for Board {
    fn size(&self) -> (u8, u8) {
        (7, 7)
    }

    /// The target, after the origin of a jump; none for a pass.
    fn squares(&self, mv: u16) -> impl Iterator<Item = Square> {
        let (from, to) = (mv / 64, mv % 64);
        let of = |number: u16| Square { column: (number % 8) as u8, row: (number / 8) as u8 };
        let origin = (from != to).then(|| of(from));
        origin.into_iter().chain([of(to)]).filter(move |_| mv != PASS)
    }
}

impl Diagram for Board {
    fn symbol(&self, at: Square) -> Option<char> {
        LETTERS[self.owner(at)?.index()].chars().next()
    }

    fn owner(&self, at: Square) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.pieces[side.index()] >> (8 * at.row + at.column) & 1 == 1)
    }

    fn look(&self) -> Look {
        Look { pieces: Pieces::Stones, stone_colors: Some(BySide::new("#202020", "#f8f8f8")), ..Look::new(self.size()) }
    }
}

/// Counts the pieces.
pub fn evaluate(game: &Ataxx) -> Score {
    let board = game.position();
    let count = |side: Side| board.pieces[side.index()].count_ones() as i32;
    Score::new(100 * (count(board.mover) - count(!board.mover)))
}

/// The kit of the game, for all programs.
pub fn kit() -> GameKit<Ataxx> {
    let parts = PlayerParts::by(|| evaluate);
    GameKit { titles: ["Ataxx", "同化棋"], ..GameKit::new("ataxx", Ataxx::new(Board::default()), parts) }
}

#[cfg(test)]
mod tests;
