//! Othello on 8 by 8 squares: rules, notation, diagram, a simple evaluation and the kit.
#![forbid(unsafe_code)]

use duiyi::game::{BySide, Diagram, Grid, Look, Notation, Pieces, Reason, Score, Side, SmallGame, Square};
use duiyi::game::{drawing, hash::mix64, only_rules, read_rows, write_rows};
use duiyi::{engine::PlayerParts, kit::GameKit, search::Heuristics};

/// A position. Squares are numbered row by row, from 0 at the lower left to 63.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Othello {
    own: u64,
    theirs: u64,
    mover: Side,
}

/// The move of a side that must pass.
const PASS: u8 = 64;
const LEFT: u64 = 0x0101_0101_0101_0101;
const RIGHT: u64 = LEFT << 7;

impl Default for Othello {
    /// Black's discs are on d5 and e4, White's on d4 and e5; Black moves.
    fn default() -> Othello {
        Othello { own: 1 << 28 | 1 << 35, theirs: 1 << 27 | 1 << 36, mover: Side::First }
    }
}

/// Every square's neighbour in one of eight directions.
fn shifted(set: u64, direction: usize) -> u64 {
    match direction {
        0 => set << 8,
        1 => set >> 8,
        2 => (set & !RIGHT) << 1,
        3 => (set & !LEFT) >> 1,
        4 => (set & !RIGHT) << 9,
        5 => (set & !LEFT) << 7,
        6 => (set & !RIGHT) >> 7,
        _ => (set & !LEFT) >> 9,
    }
}

/// The squares on which `own` encloses discs of `theirs`.
fn targets(own: u64, theirs: u64) -> u64 {
    let free = !(own | theirs);
    (0..8).fold(0, |found, direction| {
        let mut line = shifted(own, direction) & theirs;
        for _ in 0..5 {
            line |= shifted(line, direction) & theirs;
        }
        found | shifted(line, direction) & free
    })
}

/// The discs that a disc of `own` on a square turns.
fn turned(own: u64, theirs: u64, disc: u64) -> u64 {
    (0..8).fold(0, |turned, direction| {
        let mut line = shifted(disc, direction) & theirs;
        for _ in 0..5 {
            line |= shifted(line, direction) & theirs;
        }
        if shifted(line, direction) & own != 0 { turned | line } else { turned }
    })
}

impl SmallGame for Othello {
    /// The square of the disc, or 64 for a pass.
    type Move = u8;

    fn mover(&self) -> Side {
        self.mover
    }

    fn moves(&self, moves: &mut impl Extend<u8>) {
        let targets = targets(self.own, self.theirs);
        if targets == 0 {
            moves.extend((self.ending().is_none()).then_some(PASS));
        }
        moves.extend((0..64).filter(|square| targets >> square & 1 == 1));
    }

    fn after(&self, mv: u8) -> Othello {
        let disc = if mv == PASS { 0 } else { 1 << mv };
        let turned = turned(self.own, self.theirs, disc);
        Othello { own: self.theirs & !turned, theirs: self.own | disc | turned, mover: !self.mover }
    }

    fn identity(&self) -> u64 {
        [self.own, self.theirs, self.mover as u64].into_iter().fold(0, |key, word| mix64(key ^ word))
    }

    fn ending(&self) -> Option<(Option<Side>, &'static str)> {
        if targets(self.own, self.theirs) != 0 || targets(self.theirs, self.own) != 0 {
            return None;
        }
        let winner = match self.own.count_ones().cmp(&self.theirs.count_ones()) {
            std::cmp::Ordering::Greater => Some(self.mover),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Less => Some(!self.mover),
        };
        Some((winner, "no side can move"))
    }
}

/// Heuristics for the search; this game has none.
impl Heuristics for Othello {
    type Insight = ();
}

impl Notation for Othello {
    const NAME: &'static str = "othello";
    const SIDES: [&'static str; 2] = ["Black", "White"];

    fn begin(rules: &str) -> Result<Othello, Reason> {
        only_rules(rules)
    }

    /// The rows from the top, separated by `/`, a blank, and the letter of the side to move.
    fn read_position(&self, text: &str) -> Result<Othello, Reason> {
        let (rows, letter) = text.split_once(' ').unwrap_or((text, ""));
        let mover = match letter {
            "b" => Side::First,
            "w" => Side::Second,
            _ => return Err("expected b or w, the side to move, after the rows and a blank".into()),
        };
        let mut game = Othello { own: 0, theirs: 0, mover };
        for (at, disc) in read_rows(rows, self.size(), "bw")? {
            *(if letter.starts_with(disc) { &mut game.own } else { &mut game.theirs }) |= bit(at);
        }
        Ok(game)
    }

    fn write_position(&self) -> String {
        format!("{} {}", write_rows(self), ["b", "w"][self.mover.index()])
    }

    fn write_move(&self, mv: u8) -> String {
        match mv {
            PASS => "pass".to_owned(),
            _ => format!("{}{}", char::from(b'a' + mv % 8), mv / 8 + 1),
        }
    }

    fn draw(&self) -> String {
        drawing(self)
    }
}

fn bit(at: Square) -> u64 {
    1 << (8 * at.row + at.column)
}

impl Grid for Othello {
    fn size(&self) -> (u8, u8) {
        (8, 8)
    }

    fn squares(&self, mv: u8) -> impl Iterator<Item = Square> {
        (mv != PASS).then_some(Square { column: mv % 8, row: mv / 8 }).into_iter()
    }
}

impl Diagram for Othello {
    fn symbol(&self, at: Square) -> Option<char> {
        self.owner(at).map(|side| ['b', 'w'][side.index()])
    }

    fn owner(&self, at: Square) -> Option<Side> {
        let theirs = (self.theirs & bit(at) != 0).then_some(!self.mover);
        if self.own & bit(at) != 0 { Some(self.mover) } else { theirs }
    }

    fn pieces(&self, see: &mut impl FnMut(Square, char, Option<Side>)) {
        for (mut set, side) in [(self.own, self.mover), (self.theirs, !self.mover)] {
            while set != 0 {
                let number = set.trailing_zeros() as u8;
                see(Square { column: number % 8, row: number / 8 }, ['b', 'w'][side.index()], Some(side));
                set &= set - 1;
            }
        }
    }

    fn look(&self) -> Look {
        Look { pieces: Pieces::Stones, stone_colors: Some(BySide::new("#202020", "#f8f8f8")), ..Look::new(self.size()) }
    }
}

/// Counts the moves of both sides, and values corners, the squares next to them and the edges.
pub fn evaluate(game: &Othello) -> Score {
    const CORNERS: u64 = 0x8100_0000_0000_0081;
    const BESIDE_CORNERS: u64 = 0x42c3_0000_0000_c342;
    const EDGES: u64 = 0x3c00_8181_8181_003c;
    let value = |own: u64, theirs: u64| {
        let count = |set: u64| (own & set).count_ones() as i32;
        40 * count(CORNERS) - 12 * count(BESIDE_CORNERS)
            + 4 * count(EDGES)
            + 6 * targets(own, theirs).count_ones() as i32
    };
    Score::new(value(game.own, game.theirs) - value(game.theirs, game.own))
}

/// The kit of the game, for all programs.
pub fn kit() -> GameKit<Othello> {
    let parts = PlayerParts::by(|| evaluate);
    let kit = GameKit { titles: ["Othello", "黑白棋"], ..GameKit::new("othello", Othello::default(), parts) };
    kit.learning()
}
