use duiyi_game::{Diagram, Grid, Notation, Reason, Side, SmallGame, Square, only_rules};
use duiyi_search::Heuristics;

/// Nine squares in a row; the side that first has three of its stones in a row wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Nine {
    stones: [u16; 2],
    moves: u8,
}

impl SmallGame for Nine {
    type Move = u8;

    fn mover(&self) -> Side {
        Side::BOTH[usize::from(self.moves % 2)]
    }

    fn moves(&self, moves: &mut impl Extend<u8>) {
        moves.extend((1..10).filter(|square| (self.stones[0] | self.stones[1]) >> square & 1 == 0));
    }

    fn after(&self, square: u8) -> Nine {
        let mut next = Nine { moves: self.moves + 1, ..*self };
        next.stones[self.mover().index()] |= 1 << square;
        next
    }

    fn identity(&self) -> u64 {
        duiyi_game::hash::mix64(u64::from(self.stones[0]) << 16 | u64::from(self.stones[1]))
    }

    fn ending(&self) -> Option<(Option<Side>, &'static str)> {
        let has_row = |side: &Side| {
            let stones = self.stones[side.index()];
            stones & stones >> 1 & stones >> 2 != 0
        };
        match Side::BOTH.into_iter().find(has_row) {
            Some(winner) => Some((Some(winner), "three in a row")),
            None => (self.moves == 9).then_some((None, "the row is full")),
        }
    }
}

impl Heuristics for Nine {
    type Insight = ();
}

impl Notation for Nine {
    const NAME: &'static str = "nine";
    const SIDES: [&'static str; 2] = ["First", "Second"];

    fn begin(rules: &str) -> Result<Nine, Reason> {
        only_rules(rules)
    }

    fn read_position(&self, text: &str) -> Result<Nine, Reason> {
        let of = |letter| (1u8..).zip(text.chars()).filter(|it| it.1 == letter).fold(0, |set, (at, _)| set | 1 << at);
        Ok(Nine { stones: ['x', 'o'].map(of), moves: text.chars().filter(|&letter| letter != '.').count() as u8 })
    }

    fn write_position(&self) -> String {
        (0..9).map(|column| self.symbol(Square { column, row: 0 }).unwrap_or('.')).collect()
    }

    fn write_move(&self, square: u8) -> String {
        square.to_string()
    }

    fn draw(&self) -> String {
        self.write_position()
    }
}

impl Grid for Nine {
    fn size(&self) -> (u8, u8) {
        (9, 1)
    }

    fn squares(&self, square: u8) -> impl Iterator<Item = Square> {
        std::iter::once(Square { column: square - 1, row: 0 })
    }
}

impl Diagram for Nine {
    fn symbol(&self, at: Square) -> Option<char> {
        self.owner(at).map(|side| ['x', 'o'][side.index()])
    }

    fn owner(&self, at: Square) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.stones[side.index()] >> (at.column + 1) & 1 == 1)
    }
}
