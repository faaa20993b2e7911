//! `Repeating` adds draws by repetition and by length to a `SmallGame`.

use duiyi_game::{
    Diagram, Game, Grid, History, Notation, OutcomeKind, Reach, Reason, Repeating, Score, Side, SmallGame, Square,
    Verdict, drawing,
    hash::mix64,
    kit::{self, Plan},
    only_rules, read_rows, write_rows,
};

/// One stone a side on a row of five cells. A stone steps to a free neighbour; a side that cannot
/// step has lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Steps {
    stones: [u8; 2],
    mover: Side,
}

impl Default for Steps {
    fn default() -> Steps {
        Steps { stones: [0, 4], mover: Side::First }
    }
}

impl SmallGame for Steps {
    /// The target cell.
    type Move = u8;

    fn mover(&self) -> Side {
        self.mover
    }

    fn moves(&self, moves: &mut impl Extend<u8>) {
        let [own, theirs] = [self.mover, !self.mover].map(|side| self.stones[side.index()]);
        moves.extend((0..5_u8).filter(|&cell| cell.abs_diff(own) == 1 && cell != theirs));
    }

    fn after(&self, cell: u8) -> Steps {
        let mut after = Steps { mover: !self.mover, ..*self };
        after.stones[self.mover.index()] = cell;
        after
    }

    fn identity(&self) -> u64 {
        mix64(u64::from(self.stones[0]) << 8 | u64::from(self.stones[1]) << 1 | self.mover as u64)
    }

    fn ending(&self) -> Option<(Option<Side>, &'static str)> {
        None
    }
}

impl Notation for Steps {
    const NAME: &'static str = "steps";
    const SIDES: [&'static str; 2] = ["Anna", "Bela"];

    fn begin(rules: &str) -> Result<Steps, Reason> {
        only_rules(rules)
    }

    fn read_position(&self, text: &str) -> Result<Steps, Reason> {
        let (row, mover) = text.split_once(' ').ok_or("expected a row and a side")?;
        let mover = if mover == "a" { Side::First } else { Side::Second };
        let mut stones = [0; 2];
        for (at, letter) in read_rows(row, self.size(), "ab")? {
            stones[usize::from(letter == 'b')] = at.column;
        }
        Ok(Steps { stones, mover })
    }

    fn write_position(&self) -> String {
        format!("{} {}", write_rows(self), ["a", "b"][self.mover.index()])
    }

    fn write_move(&self, cell: u8) -> String {
        (cell + 1).to_string()
    }

    fn draw(&self) -> String {
        drawing(self)
    }
}

impl Grid for Steps {
    fn size(&self) -> (u8, u8) {
        (5, 1)
    }

    fn squares(&self, cell: u8) -> impl Iterator<Item = Square> {
        std::iter::once(Square { column: cell, row: 0 })
    }
}

impl Diagram for Steps {
    fn symbol(&self, at: Square) -> Option<char> {
        self.owner(at).map(|side| ['a', 'b'][side.index()])
    }

    fn owner(&self, at: Square) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.stones[side.index()] == at.column)
    }
}

/// The game after moves from the start.
fn after<const TIMES: usize, const PLIES: usize>(moves: &str) -> Repeating<Steps, TIMES, PLIES> {
    let text = format!("a...b a moves {moves}");
    History::<Repeating<Steps, TIMES, PLIES>>::read("", &text).unwrap().now().clone()
}

const DRAWN: Score = Score::ZERO;
const CYCLE: &str = "2 4 1 5 ";

#[test]
fn the_third_occurrence_is_a_draw() {
    let twice = after::<3, 0>(CYCLE);
    assert_eq!((twice.verdict(0), twice.outcome()), (Verdict::Open, None));
    let thrice = after::<3, 0>(&CYCLE.repeat(2));
    assert_eq!(thrice.verdict(0), Verdict::Exact(DRAWN, Reach::Plies(8)));
    let outcome = thrice.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.kind), (None, OutcomeKind::Repetition));
    assert_eq!(outcome.reason, "threefold repetition");
    // The first position of the game is not special, and moves may follow.
    let later = after::<3, 0>(&format!("{}2", CYCLE.repeat(2)));
    assert_eq!(later.verdict(0), Verdict::Exact(DRAWN, Reach::Plies(8)));
    assert!(later.is_legal(3));
}

#[test]
fn a_number_of_occurrences_is_counted_and_reported() {
    assert_eq!(after::<2, 0>(CYCLE).outcome().unwrap().to_string(), "1/2-1/2 position occurred 2 times");
    assert_eq!(after::<4, 0>(&CYCLE.repeat(2)).outcome(), None);
    let four = after::<4, 0>(&CYCLE.repeat(3));
    assert_eq!(four.verdict(0), Verdict::Exact(DRAWN, Reach::Plies(12)));
    assert_eq!(four.outcome().unwrap().to_string(), "1/2-1/2 position occurred 4 times");
}

#[test]
fn a_position_of_the_searched_line_is_repeated_at_once() {
    let twice = after::<3, 0>(CYCLE);
    assert_eq!(twice.verdict(3), Verdict::Open, "the first occurrence was played");
    assert_eq!(twice.verdict(4), Verdict::Exact(DRAWN, Reach::Plies(4)));
    // The latest occurrence decides, not the first.
    assert_eq!(after::<3, 0>(&CYCLE.repeat(2)).verdict(8), Verdict::Exact(DRAWN, Reach::Plies(4)));
    assert_eq!(after::<9, 0>(&CYCLE.repeat(2)).verdict(8), Verdict::Exact(DRAWN, Reach::Plies(4)));
}

#[test]
fn a_long_game_is_a_draw() {
    assert_eq!(after::<3, 3>("2 4").verdict(0), Verdict::Open);
    let long = after::<3, 3>("2 4 1");
    assert_eq!(long.verdict(0), Verdict::Exact(DRAWN, Reach::Game));
    let outcome = long.outcome().unwrap();
    assert_eq!((outcome.kind, outcome.to_string().as_str()), (OutcomeKind::MoveLimit, "1/2-1/2 limit of 3 moves"));
    // A side without a move on the last ply has lost.
    let stuck = after::<3, 5>("2 4 3 5 4");
    assert_eq!((stuck.verdict(0), stuck.outcome().unwrap().winner), (Verdict::Open, Some(Side::First)));
}

#[test]
fn taking_back_moves_forgets_their_positions() {
    let mut game = after::<3, 0>(&CYCLE.repeat(2));
    let twice = after::<3, 0>(&format!("{CYCLE}2 4 1"));
    let before = *twice.position();
    game.unmake(4, before);
    assert_eq!(game, twice);
    assert_eq!(game.outcome(), None);
}

#[test]
fn the_test_kit_accepts_it() {
    let plan = Plan { games: 200, ..Plan::default() };
    let start = Repeating::<Steps>::new(Steps::default());
    let tally = kit::check(&start, &plan).unwrap_or_else(|broken| panic!("{broken}"));
    assert!(tally.ended == 200 && tally.positions > 1_000, "{tally:?}");
    assert!(kit::check_diagram(&start, &plan).unwrap() > 1_000);
    let start = Repeating::<Steps, 9, 12>::new(Steps::default());
    let tally = kit::check(&start, &plan).unwrap_or_else(|broken| panic!("{broken}"));
    assert!(tally.ended == 200, "{tally:?}");
}
