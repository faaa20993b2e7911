//! Artificial trees: perfectly ordered ones, whose minimal size is given by a formula, and random
//! ones with noisy moves and threats, on which the quiescence search is compared with its
//! definition.

use crate::common::check_kit;
use duiyi_game::hash::mix64;
use duiyi_search::{
    Enhancements, Evaluator, Game, GameMove, Generation, Heuristics, Limits, MoveSink, Noisy, Score, Searcher, Side,
    Table, Verdict,
};
use proptest::prelude::*;

/// The index of a child.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Child(u8);

impl GameMove for Child {
    fn to_bits(self) -> u32 {
        self.0 as u32 + 1
    }
    fn from_bits(bits: u32) -> Option<Child> {
        u8::try_from(bits.checked_sub(1)?).ok().map(Child)
    }
}

/// Every node has the same number of children, and the first is always the best.
#[derive(Clone)]
struct Ordered {
    children: u8,
    path: Vec<u8>,
}

impl Game for Ordered {
    type Move = Child;
    type Undo = ();

    fn side_to_move(&self) -> Side {
        Side::BOTH[self.path.len() % 2]
    }

    fn make(&mut self, mv: Child) {
        self.path.push(mv.0);
    }

    fn unmake(&mut self, _: Child, (): ()) {
        self.path.pop();
    }

    fn legal_moves(&self, moves: &mut impl Extend<Child>) {
        moves.extend((0..self.children).map(Child));
    }

    fn is_legal(&self, mv: Child) -> bool {
        mv.0 < self.children
    }

    fn key(&self) -> u64 {
        self.path.iter().fold(1, |key, &child| key * 9 + child as u64)
    }

    fn verdict(&self, _: usize) -> Verdict {
        Verdict::Open
    }
}

impl Heuristics for Ordered {
    type Insight = ();
}

/// Each side loses the index of each child that it chose; counts the leaves.
struct Toll {
    leaves: u64,
}

impl Evaluator<Ordered> for Toll {
    fn evaluate(&mut self, game: &Ordered) -> Score {
        self.leaves += 1;
        let paid = |side: usize| game.path.iter().skip(side).step_by(2).map(|&child| child as i32).sum::<i32>();
        let side = game.side_to_move().index();
        Score::new(paid(side ^ 1) - paid(side))
    }
}

fn leaves(children: u8, depth: u32, enhancements: Enhancements) -> u64 {
    let mut searcher = Searcher::new(Toll { leaves: 0 });
    searcher.enhancements = enhancements;
    let game = Ordered { children, path: vec![] };
    let found = searcher.search(&game).table(&Table::new(0)).limits(Limits::depth(depth)).run();
    assert_eq!((found.best, found.score), (Some(Child(0)), Score::ZERO));
    // The root itself is evaluated once before the first iteration.
    searcher.evaluator().leaves - 1
}

/// The minimum of alpha-beta: B^⌈D/2⌉ + B^⌊D/2⌋ − 1 leaves (Knuth and Moore; ZMBL thesis 3.1, its
/// "− 1" restored).
#[test]
fn a_perfectly_ordered_tree_is_searched_minimally() {
    let mut null_windows = Enhancements::none();
    null_windows.principal_variation = true;
    for children in 2..=8 {
        for depth in 1..=8_u32 {
            let branching = children as u64;
            let least = branching.pow(depth.div_ceil(2)) + branching.pow(depth / 2) - 1;
            assert_eq!(leaves(children, depth, Enhancements::none()), least, "{children} children, depth {depth}");
            assert_eq!(leaves(children, depth, null_windows), least, "{children} children, depth {depth}");
        }
    }
}

/// A random tree of at most [`HEIGHT`] plies with noisy moves and threats.
#[derive(Clone)]
struct Wild {
    path: Vec<u64>,
}

const HEIGHT: usize = 12;

impl Wild {
    fn here(&self) -> u64 {
        self.path[self.path.len() - 1]
    }

    fn is_noisy(&self, mv: Child) -> bool {
        mix64(self.here() ^ mv.0 as u64) >> 16 & 1 == 0
    }

    fn children(&self) -> u8 {
        if self.path.len() > HEIGHT { 0 } else { (self.here() >> 8 & 3) as u8 }
    }

    fn value(&self) -> Score {
        Score::new((self.here() >> 32 & 127) as i32 - 64)
    }

    /// Quiescence by its definition, without cut-offs.
    fn quiet_value(&mut self) -> Score {
        let ply = self.path.len() - 1;
        let threatened = self.threatened();
        let mut best = if threatened { Score::mated_in(ply) } else { self.value() };
        for child in (0..self.children()).map(Child) {
            if !threatened && !self.is_noisy(child) {
                continue;
            }
            self.make(child);
            let score = -self.quiet_value();
            self.unmake(child, ());
            best = best.max(score);
        }
        best
    }

    /// Minimax with quiescence at the leaves.
    fn full_value(&mut self, depth: u32) -> Score {
        if depth == 0 {
            return self.quiet_value();
        }
        let mut best = Score::mated_in(self.path.len() - 1);
        for child in (0..self.children()).map(Child) {
            self.make(child);
            let score = -self.full_value(depth - 1);
            self.unmake(child, ());
            best = best.max(score);
        }
        best
    }
}

impl Game for Wild {
    type Move = Child;
    type Undo = ();

    fn side_to_move(&self) -> Side {
        Side::BOTH[(self.path.len() + 1) % 2]
    }

    fn make(&mut self, mv: Child) {
        self.path.push(mix64(self.here() ^ mv.0 as u64));
    }

    fn unmake(&mut self, _: Child, (): ()) {
        self.path.pop();
    }

    fn legal_moves(&self, moves: &mut impl Extend<Child>) {
        moves.extend((0..self.children()).map(Child));
    }

    fn is_legal(&self, mv: Child) -> bool {
        mv.0 < self.children()
    }

    fn key(&self) -> u64 {
        self.here()
    }

    fn verdict(&self, _: usize) -> Verdict {
        Verdict::Open
    }
}

impl Heuristics for Wild {
    type Insight = ();
    const NOISY: Option<Noisy<Wild>> = Some(Noisy::new(Wild::is_noisy, |_, _| 0));

    fn threatened(&self) -> bool {
        self.here().is_multiple_of(5)
    }

    fn generate(&self, kind: Generation, (): &(), moves: &mut MoveSink<'_, Child>) {
        let wanted = |child: Child| match kind {
            Generation::Noisy => self.is_noisy(child),
            Generation::Quiet => !self.is_noisy(child),
            Generation::Evasions => true,
        };
        moves.extend((0..self.children()).map(Child).filter(|&child| wanted(child)));
    }
}

#[test]
fn the_trees_pass_the_kit() {
    check_kit(&Ordered { children: 4, path: vec![] }, |_| Score::ZERO, 12);
    let wild = (0..200).map(|seed| Wild { path: vec![mix64(seed)] });
    let noisy: u64 = wild.map(|game| check_kit(&game, Wild::value, HEIGHT).noisy).sum();
    assert!(noisy > 100);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// Standing pat raises alpha and is a lower bound for the side; the best of the children
    /// counts, not the last; a threatened side searches every reply and is mated if it has none
    /// (ZMBL thesis 3.3, corrected).
    #[test]
    fn quiescence_matches_its_definition(seed in any::<u64>(), depth in 1u32..6) {
        let game = Wild { path: vec![mix64(seed)] };
        prop_assume!(game.children() > 0);
        let expected = game.clone().full_value(depth);
        for base in [Enhancements::none(), Enhancements::exact()] {
            let mut searcher = Searcher::new(&Wild::value as &dyn Fn(&Wild) -> Score);
            searcher.enhancements = base;
            searcher.enhancements.quiescence = true;
            let found = searcher.search(&game).table(&Table::new(1)).limits(Limits::depth(depth)).run();
            prop_assert_eq!(found.value, expected);
        }
    }
}
