//! The search plays games with a path by `Repeating`.

use duiyi_search::{
    Limits, Repeating, Score, Searcher, Side, SmallGame,
    hash::mix64,
    kit::{self, Plan},
};

/// One stone a side on a row of five cells. A stone steps to a free neighbour; a side that cannot
/// step has lost.
#[derive(Clone, Copy, Debug)]
struct Steps {
    stones: [u8; 2],
    mover: Side,
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

const START: Steps = Steps { stones: [0, 4], mover: Side::First };

/// An uneven value of every position.
fn value<const TIMES: usize, const PLIES: usize>(game: &Repeating<Steps, TIMES, PLIES>) -> Score {
    Score::new((game.position().identity() % 64) as i32 - 32)
}

#[test]
fn the_search_kit_accepts_it() {
    let plan = Plan { games: 200, ..Plan::default() };
    let start = Repeating::<Steps>::new(START);
    kit::check(&start, &plan).unwrap_or_else(|broken| panic!("{broken}"));
    let tally = kit::check_search(&start, &plan, value).unwrap_or_else(|broken| panic!("{broken}"));
    assert_eq!(tally.searches, 600);
    let limited = Repeating::<Steps, 2, 7>::new(START);
    kit::check_search(&limited, &plan, value).unwrap_or_else(|broken| panic!("{broken}"));
}

#[test]
fn a_win_is_found_among_repetitions() {
    // Anna follows Bela to the end of the row.
    let near = Repeating::<Steps>::new(Steps { stones: [1, 3], mover: Side::First });
    let mut searcher = Searcher::new(|_: &Repeating<Steps>| Score::new(-100));
    let found = searcher.search(&near).limits(Limits::depth(12)).run();
    assert_eq!((found.value, found.best), (Score::mate_in(3), Some(2)));
}
