//! Breakthrough: the first side with a piece on the last row wins. A piece steps one square ahead:
//! straight to a free square, or diagonally, where it may capture.
#![forbid(unsafe_code)]

use duiyi::game::{BySide, Diagram, Grid, Look, Notation, Pieces, Reason, Score, Side, SmallGame, Square};
use duiyi::game::{drawing, hash::mix64, only_rules, read_rows, write_rows};
use duiyi::{engine::PlayerParts, kit::GameKit, search::Heuristics};

/// A position from the view of the side to move: its own pieces move up the board. A piece is a bit; squares
/// are numbered row by row, from 0 at the lower left to 63.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breakthrough {
    own: u64,
    theirs: u64,
    turn: Side,
}

impl Default for Breakthrough {
    fn default() -> Breakthrough {
        Breakthrough { own: 0xffff, theirs: 0xffff << 48, turn: Side::First }
    }
}

const LEFT_COLUMN: u64 = 0x0101_0101_0101_0101;
const LETTERS: [&str; 2] = ["w", "b"];

fn squares(set: u64) -> impl Iterator<Item = u16> {
    (0..64).filter(move |square| set >> square & 1 == 1)
}

impl Breakthrough {
    /// Converts a square number between the board and the view of the side to move, which is rotated for Black.
    fn turned(&self, square: u8) -> u8 {
        if self.turn == Side::First { square } else { 63 - square }
    }
}

impl SmallGame for Breakthrough {
    /// 64 times the origin square, plus the target square.
    type Move = u16;

    fn mover(&self) -> Side {
        self.turn
    }

    fn moves(&self, moves: &mut impl Extend<u16>) {
        let (occupied, right_column) = (self.own | self.theirs, LEFT_COLUMN << 7);
        for (step, refused) in [(8, occupied), (7, self.own | right_column), (9, self.own | LEFT_COLUMN)] {
            moves.extend(squares(self.own << step & !refused).map(|to| (to - step) * 64 + to));
        }
    }

    fn after(&self, mv: u16) -> Breakthrough {
        let (from, to) = (1 << (mv / 64), 1 << (mv % 64));
        let (own, theirs) = (self.own ^ (from | to), self.theirs & !to);
        Breakthrough { own: theirs.reverse_bits(), theirs: own.reverse_bits(), turn: !self.turn }
    }

    fn identity(&self) -> u64 {
        [self.own, self.theirs, self.turn as u64].into_iter().fold(0, |key, word| mix64(key ^ word))
    }

    fn ending(&self) -> Option<(Option<Side>, &'static str)> {
        let on_last_row = [(self.theirs & 0xff, !self.turn), (self.own >> 56, self.turn)];
        let (_, winner) = on_last_row.into_iter().find(|&(pieces, _)| pieces != 0)?;
        Some((Some(winner), "the last row is reached"))
    }
}

/// Heuristics for the search; this game has none.
impl Heuristics for Breakthrough {
    type Insight = ();
}

impl Notation for Breakthrough {
    const NAME: &'static str = "breakthrough";
    const SIDES: [&'static str; 2] = ["White", "Black"];

    fn begin(rules: &str) -> Result<Breakthrough, Reason> {
        only_rules(rules)
    }

    /// The rows from the top, separated by `/`, a blank, and the letter of the side to move.
    fn read_position(&self, text: &str) -> Result<Breakthrough, Reason> {
        let (rows, letter) = text.split_once(' ').unwrap_or((text, ""));
        let turn = Side::BOTH.into_iter().find(|side| LETTERS[side.index()] == letter);
        let turn = turn.ok_or("expected w or b, the side to move, after the rows and a blank")?;
        let mut game = Breakthrough { own: 0, theirs: 0, turn };
        for (at, piece) in read_rows(rows, self.size(), "wb")? {
            let bit = 1 << game.turned(8 * at.row + at.column);
            *(if letter.starts_with(piece) { &mut game.own } else { &mut game.theirs }) |= bit;
        }
        Ok(game)
    }

    fn write_position(&self) -> String {
        format!("{} {}", write_rows(self), LETTERS[self.turn.index()])
    }

    fn write_move(&self, mv: u16) -> String {
        self.squares(mv).map(|at| format!("{}{}", char::from(b'a' + at.column), at.row + 1)).collect()
    }

    fn draw(&self) -> String {
        drawing(self)
    }
}

impl Grid for Breakthrough {
    fn size(&self) -> (u8, u8) {
        (8, 8)
    }

    fn squares(&self, mv: u16) -> impl Iterator<Item = Square> {
        let of = |square| Square { column: square % 8, row: square / 8 };
        [mv / 64, mv % 64].into_iter().map(move |square| of(self.turned(square as u8)))
    }
}

impl Diagram for Breakthrough {
    fn symbol(&self, at: Square) -> Option<char> {
        LETTERS[self.owner(at)?.index()].chars().next()
    }

    fn owner(&self, at: Square) -> Option<Side> {
        let bit = 1 << self.turned(8 * at.row + at.column);
        let theirs = (self.theirs & bit != 0).then_some(!self.turn);
        if self.own & bit != 0 { Some(self.turn) } else { theirs }
    }

    fn look(&self) -> Look {
        Look { pieces: Pieces::Stones, stone_colors: Some(BySide::new("#f8f8f8", "#303030")), ..Look::new(self.size()) }
    }
}

/// Counts the pieces, with a bonus that grows with their advance.
pub fn evaluate(game: &Breakthrough) -> Score {
    let value = |pieces| squares(pieces).map(|square| 20 + i32::from(square / 8).pow(2)).sum::<i32>();
    Score::new(value(game.own) - value(game.theirs.reverse_bits()))
}

/// The kit of the game, for all programs.
pub fn kit() -> GameKit<Breakthrough> {
    let parts = PlayerParts::by(|| evaluate);
    GameKit { titles: ["Breakthrough", "突破棋"], ..GameKit::new("breakthrough", Breakthrough::default(), parts) }
}
