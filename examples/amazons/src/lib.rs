//! The Game of the Amazons on 6 by 6 squares: an amazon moves as a queen in chess, then shoots an
//! arrow in the same way, which blocks its square. A side that cannot move has lost.
#![forbid(unsafe_code)]

use duiyi::game::{Diagram, Grid, Notation, Reason, Score, Side, SmallGame, Square};
use duiyi::game::{drawing, hash::mix64, only_rules, read_rows, write_rows};
use duiyi::{engine::PlayerParts, kit::GameKit, search::Heuristics};

/// A position. Square `6 * row + column` is a bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amazons {
    /// White's amazons, Black's amazons and the arrows.
    sets: [u64; 3],
    mover: Side,
    /// The square of the amazon that has moved and must shoot.
    shooter: Option<u16>,
}

impl Default for Amazons {
    fn default() -> Amazons {
        let [low, high] = [[1, 4, 6, 11], [24, 29, 31, 34]].map(|squares| squares.iter().map(|at| 1 << at).sum());
        Amazons { sets: [low, high, 0], mover: Side::First, shooter: None }
    }
}

const SIZE: u16 = 6;
const ARROW: u16 = SIZE * SIZE * SIZE * SIZE;
const LETTERS: [&str; 3] = ["w", "b", "#"];

impl Amazons {
    /// The squares that a queen can reach.
    fn reached(&self, from: u16) -> impl Iterator<Item = u16> {
        let occupied = self.sets[0] | self.sets[1] | self.sets[2];
        let steps =
            (-1..=1_i16).flat_map(|up| (-1..=1_i16).map(move |right| (up, right))).filter(|&step| step != (0, 0));
        steps.flat_map(move |(up, right)| {
            let at = move |far| Some((step(from / SIZE, up * far)?, step(from % SIZE, right * far)?));
            let line = (1..).map_while(at).map(|(row, column)| row * SIZE + column);
            line.take_while(move |square| occupied >> square & 1 == 0)
        })
    }

    fn amazons(&self, side: Side) -> impl Iterator<Item = u16> {
        let set = self.sets[side.index()];
        (0..SIZE * SIZE).filter(move |square| set >> square & 1 == 1)
    }
}

/// A row or column `far` from another; `None` outside the board.
fn step(from: u16, far: i16) -> Option<u16> {
    from.checked_add_signed(far).filter(|&to| to < SIZE)
}

impl SmallGame for Amazons {
    /// 36 times the origin of an amazon plus its target, or 1,296 plus the target of an arrow.
    type Move = u16;
    /// The side that has moved an amazon shoots.
    const ALTERNATES: bool = false;

    fn mover(&self) -> Side {
        self.mover
    }

    fn moves(&self, moves: &mut impl Extend<u16>) {
        match self.shooter {
            Some(from) => moves.extend(self.reached(from).map(|to| ARROW + to)),
            None => self.amazons(self.mover).for_each(|from| {
                moves.extend(self.reached(from).map(|to| from * SIZE * SIZE + to));
            }),
        }
    }

    fn after(&self, mv: u16) -> Amazons {
        let (mut sets, target) = (self.sets, mv % (SIZE * SIZE));
        if mv >= ARROW {
            sets[2] |= 1 << target;
            return Amazons { sets, mover: !self.mover, shooter: None };
        }
        sets[self.mover.index()] ^= 1 << target | 1 << (mv / (SIZE * SIZE));
        Amazons { sets, shooter: Some(target), ..*self }
    }

    fn identity(&self) -> u64 {
        let shooter = self.shooter.map_or(0, |square| u64::from(square) + 1);
        let words = self.sets.into_iter().chain([self.mover as u64, shooter]);
        words.fold(0, |key, word| mix64(key ^ word))
    }

    fn ending(&self) -> Option<(Option<Side>, &'static str)> {
        None
    }
}

/// Heuristics for the search; this game has none.
impl Heuristics for Amazons {
    type Insight = ();
}

fn name(square: u16) -> String {
    format!("{}{}", char::from(b'a' + (square % SIZE) as u8), square / SIZE + 1)
}

impl Notation for Amazons {
    const NAME: &'static str = "amazons";
    const SIDES: [&'static str; 2] = ["White", "Black"];

    fn begin(rules: &str) -> Result<Amazons, Reason> {
        only_rules(rules)
    }

    /// The rows from the top, separated by `/`, the letter of the side to move, and the square of an
    /// amazon that must shoot.
    fn read_position(&self, text: &str) -> Result<Amazons, Reason> {
        let words: Vec<&str> = text.split(' ').collect();
        let (rows, mover, shooter) = match words[..] {
            [rows, mover @ ("w" | "b")] => (rows, mover, None),
            [rows, mover @ ("w" | "b"), shooter] => (rows, mover, Some(shooter)),
            _ => return Err("expected rows, w or b for the side to move, and perhaps a square".into()),
        };
        let mut game = Amazons { sets: [0; 3], mover: Side::BOTH[usize::from(mover == "b")], shooter: None };
        for (at, piece) in read_rows(rows, self.size(), "wb#")? {
            let set = LETTERS.iter().position(|letter| letter.starts_with(piece)).unwrap_or(2);
            game.sets[set] |= 1 << (u16::from(at.row) * SIZE + u16::from(at.column));
        }
        if let Some(shooter) = shooter {
            let found = game.amazons(game.mover).find(|&square| name(square) == shooter);
            game.shooter = Some(found.ok_or("expected the square of an amazon of the side to move")?);
        }
        Ok(game)
    }

    fn write_position(&self) -> String {
        let shooter = self.shooter.map(|square| format!(" {}", name(square))).unwrap_or_default();
        format!("{} {}{shooter}", write_rows(self), LETTERS[self.mover.index()])
    }

    fn write_move(&self, mv: u16) -> String {
        let origin = if mv < ARROW { name(mv / (SIZE * SIZE)) } else { String::new() };
        origin + &name(mv % (SIZE * SIZE))
    }

    fn draw(&self) -> String {
        drawing(self)
    }
}

impl Grid for Amazons {
    fn size(&self) -> (u8, u8) {
        (SIZE as u8, SIZE as u8)
    }

    fn squares(&self, mv: u16) -> impl Iterator<Item = Square> {
        let of = |square: u16| Square { column: (square % SIZE) as u8, row: (square / SIZE) as u8 };
        (mv < ARROW).then(|| of(mv / (SIZE * SIZE))).into_iter().chain([of(mv % (SIZE * SIZE))])
    }
}

impl Diagram for Amazons {
    fn symbol(&self, at: Square) -> Option<char> {
        let square = u16::from(at.row) * SIZE + u16::from(at.column);
        self.sets.iter().position(|set| set >> square & 1 == 1).and_then(|set| LETTERS[set].chars().next())
    }

    fn owner(&self, at: Square) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.symbol(at) == LETTERS[side.index()].chars().next())
    }
}

/// Counts the squares that the amazons of each side can reach.
pub fn evaluate(game: &Amazons) -> Score {
    let count = |side| game.amazons(side).map(|from| game.reached(from).count() as i32).sum::<i32>();
    Score::new(10 * (count(game.mover) - count(!game.mover)))
}

/// The kit of the game, for all programs.
pub fn kit() -> GameKit<Amazons> {
    let parts = PlayerParts::by(|| evaluate);
    GameKit { titles: ["Amazons", "亚马逊棋"], ..GameKit::new("amazons", Amazons::default(), parts) }
}

#[cfg(test)]
mod tests;
