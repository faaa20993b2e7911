//! Reversi on a board of four by four, a `SmallGame` in which sides pass.

use duiyi_game::{
    Diagram, Game, Grid, Notation, Outcome, Reason, Side, SmallGame, Square, drawing,
    hash::mix64,
    kit::{self, Plan},
    only_rules, perft, read_rows, write_rows,
};

const SIZE: u8 = 4;

/// Stones by bit, row by row, and the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Reversi {
    stones: [u16; 2],
    mover: Side,
}

impl Default for Reversi {
    fn default() -> Reversi {
        Reversi { stones: [1 << 6 | 1 << 9, 1 << 5 | 1 << 10], mover: Side::First }
    }
}

impl Reversi {
    fn taken(&self, cell: u8) -> u16 {
        let [own, other] = [self.mover, !self.mover].map(|side| self.stones[side.index()]);
        let mut taken = 0;
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let (mut x, mut y, mut line) = ((cell % SIZE) as i8, (cell / SIZE) as i8, 0);
            loop {
                (x, y) = (x + dx, y + dy);
                if !(0..SIZE as i8).contains(&x) || !(0..SIZE as i8).contains(&y) {
                    break;
                }
                let at = 1 << (y * SIZE as i8 + x);
                if own & at != 0 {
                    taken |= line;
                    break;
                }
                if other & at == 0 {
                    break;
                }
                line |= at;
            }
        }
        taken
    }

    fn can_put(&self) -> bool {
        (0..16).any(|cell| self.has_move(cell))
    }
}

impl SmallGame for Reversi {
    type Move = u8;
    const PASS: Option<u8> = Some(16);

    fn mover(&self) -> Side {
        self.mover
    }

    fn moves(&self, moves: &mut impl Extend<u8>) {
        moves.extend((0..16).filter(|&cell| self.has_move(cell)));
    }

    fn has_move(&self, cell: u8) -> bool {
        cell < 16 && (self.stones[0] | self.stones[1]) >> cell & 1 == 0 && self.taken(cell) != 0
    }

    fn after(&self, cell: u8) -> Reversi {
        let mut after = Reversi { mover: !self.mover, ..*self };
        if cell < 16 {
            let taken = self.taken(cell);
            after.stones[self.mover.index()] |= taken | 1 << cell;
            after.stones[(!self.mover).index()] &= !taken;
        }
        after
    }

    fn identity(&self) -> u64 {
        mix64(u64::from(self.stones[0]) << 32 | u64::from(self.stones[1]) << 8 | self.mover as u64)
    }

    fn ending(&self) -> Option<(Option<Side>, &'static str)> {
        if self.can_put() || (Reversi { mover: !self.mover, ..*self }).can_put() {
            return None;
        }
        let [first, second] = self.stones.map(u16::count_ones);
        let winner = if first > second { Some(Side::First) } else { (second > first).then_some(Side::Second) };
        Some((winner, "no side can put a stone"))
    }
}

impl Notation for Reversi {
    const NAME: &'static str = "reversi";
    const SIDES: [&'static str; 2] = ["Black", "White"];

    fn begin(rules: &str) -> Result<Reversi, Reason> {
        only_rules(rules)
    }

    fn read_position(&self, text: &str) -> Result<Reversi, Reason> {
        let (board, mover) = text.split_once(' ').ok_or("expected rows and a side")?;
        let mut stones = [0; 2];
        for (at, letter) in read_rows(board, (SIZE, SIZE), "xo")? {
            stones[usize::from(letter == 'o')] |= 1 << (at.row * SIZE + at.column);
        }
        let mover = match mover {
            "x" => Side::First,
            "o" => Side::Second,
            other => return Err(format!("the side is '{other}': expected x or o").into()),
        };
        Ok(Reversi { stones, mover })
    }

    fn write_position(&self) -> String {
        format!("{} {}", write_rows(self), ['x', 'o'][self.mover.index()])
    }

    fn write_move(&self, cell: u8) -> String {
        if cell == 16 { "pass".into() } else { format!("{}{}", (b'a' + cell % SIZE) as char, cell / SIZE + 1) }
    }

    fn draw(&self) -> String {
        drawing(self)
    }
}

impl Grid for Reversi {
    fn size(&self) -> (u8, u8) {
        (SIZE, SIZE)
    }

    fn squares(&self, cell: u8) -> impl Iterator<Item = Square> {
        (cell < 16).then_some(Square { column: cell % SIZE, row: cell / SIZE }).into_iter()
    }
}

impl Diagram for Reversi {
    fn symbol(&self, at: Square) -> Option<char> {
        let cell = at.row * SIZE + at.column;
        (0..2).find(|&side| self.stones[side] >> cell & 1 == 1).map(|side| ['x', 'o'][side])
    }
}

#[test]
fn a_small_game_passes_the_test_kit() {
    let plan = Plan { games: 200, ..Plan::default() };
    let tally = kit::check(&Reversi::default(), &plan).unwrap_or_else(|broken| panic!("{broken}"));
    assert_eq!((tally.ended, tally.unended), (200, 0));
    assert!(kit::check_diagram(&Reversi::default(), &plan).unwrap() > 1_000, "a pass has no squares");
}

#[test]
fn a_side_without_a_move_passes() {
    // White cannot enclose a stone, Black can.
    let game = Reversi::default().read_position("..../..../..../.oox o").unwrap();
    assert_eq!((game.verdict(0), game.is_legal(16)), (duiyi_game::Verdict::Open, true));
    assert_eq!(game.read_move("pass").unwrap(), 16);
    let error = game.read_move("a1").unwrap_err().to_string();
    assert_eq!(error, "'a1' is not a legal move: expected one of pass");
    let mut after = game;
    let before = after.make(16);
    assert_eq!((after.side_to_move(), after.is_legal(16), perft(&mut after, 1)), (Side::First, false, 1));
    after.make(0);
    assert_eq!(after.outcome(), Some(Outcome::win(Side::First, "no side can put a stone")));
    after.unmake(16, before);
    assert_eq!(after, game);
}

#[test]
fn the_first_moves_follow_the_rules() {
    let counts = (1..=2).map(|depth| perft(&mut Reversi::default(), depth));
    assert_eq!(counts.collect::<Vec<_>>(), [4, 12]);
}
