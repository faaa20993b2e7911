//! Small games for the tests.

use duiyi_game::{Diagram, Grid, Notation, Reason, Side, SmallGame, Square, only_rules};
use duiyi_search::Heuristics;

/// A race on a board of three by five squares: a walker moves straight ahead or diagonally, takes what stands there,
/// and wins on the last row. Each side also has a guard, which moves one square to any side. The board is turned for
/// the second side, some squares are walls, and each side may once make two moves in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Race {
    board: [u8; 15],
    mover: Side,
    /// Whether each side still has its double move.
    doubles: [bool; 2],
    /// Whether the mover is in its second move.
    second: bool,
    moves: u8,
}

const EMPTY: u8 = b'.';

impl Default for Race {
    fn default() -> Race {
        let board = *b"GW.....#.....wg";
        Race { board, mover: Side::First, doubles: [true; 2], second: false, moves: 0 }
    }
}

impl Race {
    fn owner_of(piece: u8) -> Option<Side> {
        match piece {
            b'W' | b'G' => Some(Side::First),
            b'w' | b'g' => Some(Side::Second),
            _ => None,
        }
    }

    fn forward(&self) -> i8 {
        if self.mover == Side::First { 1 } else { -1 }
    }
}

impl SmallGame for Race {
    /// From, to, and whether the double move begins.
    type Move = u16;
    const ALTERNATES: bool = false;

    fn mover(&self) -> Side {
        self.mover
    }

    fn moves(&self, moves: &mut impl Extend<u16>) {
        let ahead = [(-1, self.forward()), (0, self.forward()), (1, self.forward())];
        let around = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        for from in 0..15u8 {
            let piece = self.board[usize::from(from)];
            if Race::owner_of(piece) != Some(self.mover) {
                continue;
            }
            let steps: &[(i8, i8)] = if piece.eq_ignore_ascii_case(&b'w') { &ahead } else { &around };
            for &(dx, dy) in steps {
                let (x, y) = ((from % 3) as i8 + dx, (from / 3) as i8 + dy);
                if !(0..3).contains(&x) || !(0..5).contains(&y) {
                    continue;
                }
                let to = (3 * y + x) as u8;
                let target = self.board[usize::from(to)];
                if target == b'#' || Race::owner_of(target) == Some(self.mover) {
                    continue;
                }
                let mv = 1 + u16::from(from) * 16 + u16::from(to);
                moves.extend([mv]);
                if self.doubles[self.mover.index()] && !self.second {
                    moves.extend([mv + 256]);
                }
            }
        }
    }

    fn after(&self, mv: u16) -> Race {
        let (double, mv) = (mv > 256, (mv - 1) % 256);
        let (from, to) = (usize::from(mv / 16), usize::from(mv % 16));
        let mut next = *self;
        next.board[to] = std::mem::replace(&mut next.board[from], EMPTY);
        next.moves += 1;
        if double {
            next.doubles[self.mover.index()] = false;
            next.second = true;
        } else {
            next.second = false;
            next.mover = !self.mover;
        }
        next
    }

    fn identity(&self) -> u64 {
        let extra = [self.mover as u8, self.doubles[0].into(), self.doubles[1].into(), self.second.into(), self.moves];
        self.board.iter().chain(&extra).fold(0, |key, &byte| duiyi_game::hash::mix64(key ^ u64::from(byte)))
    }

    fn ending(&self) -> Option<(Option<Side>, &'static str)> {
        if self.board[12..].contains(&b'W') {
            return Some((Some(Side::First), "the last row is reached"));
        }
        if self.board[..3].contains(&b'w') {
            return Some((Some(Side::Second), "the last row is reached"));
        }
        let has = |piece: u8| self.board.contains(&piece);
        (self.moves >= 40 || !has(b'W') && !has(b'w')).then_some((None, "nobody arrives"))
    }
}

impl Heuristics for Race {
    type Insight = ();
}

impl Notation for Race {
    const NAME: &'static str = "race";
    const SIDES: [&'static str; 2] = ["First", "Second"];

    fn begin(rules: &str) -> Result<Race, Reason> {
        only_rules(rules)
    }

    fn read_position(&self, _text: &str) -> Result<Race, Reason> {
        Err("the tests read no positions".into())
    }

    fn write_position(&self) -> String {
        String::from_utf8_lossy(&self.board).into_owned()
    }

    fn write_move(&self, mv: u16) -> String {
        mv.to_string()
    }

    fn draw(&self) -> String {
        self.write_position()
    }
}

impl Grid for Race {
    fn size(&self) -> (u8, u8) {
        (3, 5)
    }

    fn squares(&self, mv: u16) -> impl Iterator<Item = Square> {
        let (double, mv) = (mv > 256, (mv - 1) % 256);
        let of = |number: u16| Square { column: (number % 3) as u8, row: (number / 3) as u8 };
        // The double move is chosen by a click on the target twice.
        [of(mv / 16), of(mv % 16)].into_iter().chain(double.then(|| of(mv % 16)))
    }
}

impl Diagram for Race {
    const EXTRA_INPUTS: usize = 3;

    fn symbol(&self, at: Square) -> Option<char> {
        let piece = self.board[usize::from(3 * at.row + at.column)];
        (piece != EMPTY).then(|| piece.into())
    }

    fn owner(&self, at: Square) -> Option<Side> {
        Race::owner_of(self.board[usize::from(3 * at.row + at.column)])
    }

    fn extra_inputs(&self, view: Side, on: &mut impl FnMut(usize)) {
        let facts = [self.doubles[view.index()], self.doubles[(!view).index()], self.second && view == self.mover];
        facts.into_iter().enumerate().filter(|fact| fact.1).for_each(|(number, _)| on(number));
    }
}
