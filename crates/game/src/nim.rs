//! The smallest game, which the examples and tests of all crates use.

use crate::{Diagram, Game, Grid, Notation, Outcome, Planes, Reach, Reason, Score, Side, Square, Verdict, hash::mix64};
use alloc::{
    format,
    string::{String, ToString},
};

/// A heap of stones; a move takes one or two, and the player who takes the last stone wins. The
/// side to move loses exactly if the number of stones is a multiple of three.
///
/// The text of a position is the number of stones, at most 255, and the side to move, `a` or `b`:
/// `9 a`. The picture is a row of nine squares; further stones of a larger heap are not drawn.
///
/// ```
/// use duiyi_game::{Game, Notation, nim::Nim};
///
/// let mut nim = Nim::new(9);
/// nim.make(2);
/// assert_eq!((nim.left(), nim.write_position()), (7, "7 b".to_owned()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nim {
    left: u8,
    mover: Side,
}

impl Nim {
    /// A heap of `left` stones with the first side to move.
    pub fn new(left: u8) -> Nim {
        Nim { left, mover: Side::First }
    }

    /// The number of stones left.
    pub fn left(&self) -> u8 {
        self.left
    }
}

impl Game for Nim {
    /// The number of stones taken.
    type Move = u8;
    type Undo = ();
    const PATH_MATTERS: bool = false;

    fn side_to_move(&self) -> Side {
        self.mover
    }

    fn legal_moves(&self, moves: &mut impl Extend<u8>) {
        moves.extend(1..=self.left.min(2));
    }

    fn is_legal(&self, taken: u8) -> bool {
        (1..=self.left.min(2)).contains(&taken)
    }

    fn make(&mut self, taken: u8) {
        self.left -= taken;
        self.mover = !self.mover;
    }

    fn unmake(&mut self, taken: u8, (): ()) {
        self.left += taken;
        self.mover = !self.mover;
    }

    fn key(&self) -> u64 {
        mix64(u64::from(self.left) << 1 | self.mover.index() as u64)
    }

    fn verdict(&self, ply: usize) -> Verdict {
        if self.left == 0 { Verdict::Exact(Score::mated_in(ply), Reach::Position) } else { Verdict::Open }
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then(|| Outcome::win(!self.mover, "took the last stone"))
    }
}

impl Notation for Nim {
    const NAME: &'static str = "nim";
    const SIDES: [&'static str; 2] = ["Anna", "Bela"];

    fn begin(_rules: &str) -> Result<Nim, Reason> {
        Ok(Nim::new(9))
    }

    fn read_position(&self, text: &str) -> Result<Nim, Reason> {
        let wrong = || format!("'{text}' is not a heap: expected a number of stones and a or b, such as 9 a");
        let (left, mover) = text.split_once(' ').ok_or_else(wrong)?;
        let mover = match mover {
            "a" => Side::First,
            "b" => Side::Second,
            _ => return Err(wrong().into()),
        };
        Ok(Nim { left: left.parse().map_err(|_| wrong())?, mover })
    }

    fn write_position(&self) -> String {
        format!("{} {}", self.left, ["a", "b"][self.mover.index()])
    }

    fn read_move(&self, text: &str) -> Result<u8, Reason> {
        let taken = text.parse().map_err(|_| format!("'{text}' is not a number of stones: expected 1 or 2"))?;
        if self.is_legal(taken) { Ok(taken) } else { Err(format!("{taken} cannot be taken of {}", self.left).into()) }
    }

    fn write_move(&self, taken: u8) -> String {
        taken.to_string()
    }

    fn draw(&self) -> String {
        crate::drawing(self)
    }
}

impl Grid for Nim {
    fn size(&self) -> (u8, u8) {
        (9, 1)
    }

    /// The stones taken, from the right.
    fn squares(&self, taken: u8) -> impl Iterator<Item = Square> {
        (self.left.saturating_sub(taken)..self.left).map(|column| Square { column, row: 0 })
    }
}

impl Diagram for Nim {
    fn symbol(&self, at: Square) -> Option<char> {
        (at.column < self.left).then_some('o')
    }
}

impl Planes for Nim {
    fn shape(&self) -> [usize; 3] {
        [1, 1, 9]
    }

    fn ones(&self, _view: Side, one: &mut impl FnMut(usize)) {
        (0..usize::from(self.left.min(9))).for_each(one);
    }

    fn outputs(&self) -> usize {
        2
    }

    fn output(&self, _view: Side, taken: u8) -> usize {
        usize::from(taken) - 1
    }
}
