//! The entries of the table are true. The result of a search with an excluded move (singular
//! extensions) or after a pass (null move) is not the value of the position and must not be stored
//! under its key.
//!
//! The game is a finite random tree whose evaluation is the value of the whole tree below. So a
//! search of any depth, with or without extensions, finds that value at every node, and every entry
//! of the table can be compared with it.
//!
//! A value that depends on the path is not a fact about the position either: this is tested on
//! random walks whose table key contains the path.

use crate::common::{Cell, Walk, check_kit};
use duiyi_game::hash::mix64;
use duiyi_search::{
    Bound, Enhancements, Entry, Game, Generation, Heuristics, Limits, MoveSink, Noisy, NullMove, Reach, Score,
    Searcher, Side, Slots, Statistics, Table, TablePolicy, Verdict, minimax_of_candidates,
};

const HEIGHT: usize = 7;
/// The only ply at which a side may pass.
const PASSING: usize = 2;

/// A tree of [`HEIGHT`] plies, each node with two to four children. A pass leads to another tree,
/// so it may be better than every move (zugzwang).
#[derive(Clone)]
struct Tree {
    path: Vec<u64>,
}

impl Tree {
    fn new(seed: u64) -> Tree {
        Tree { path: vec![mix64(seed)] }
    }

    fn here(&self) -> u64 {
        self.path[self.path.len() - 1]
    }

    fn ply(&self) -> usize {
        self.path.len() - 1
    }

    fn truth(&self) -> Score {
        value(self.here(), self.ply())
    }

    /// Compares the table's entries of each position from a ply on, including those after passes,
    /// with the truth. Returns the number of entries found.
    fn audit(&mut self, table: &Table, from: usize) -> usize {
        let mut found = 0;
        if let Some(Entry { score, bound, depth, .. }) = table.probe(self.key())
            && self.ply() >= from
        {
            let truth = self.truth();
            let holds = match bound {
                Bound::None => true,
                Bound::Upper => truth <= score,
                Bound::Lower => truth >= score,
                Bound::Exact => truth == score,
            };
            let ply = self.ply();
            assert!(holds, "{bound:?} {score:?} to {depth:?}, {ply} plies from the root: the truth is {truth:?}");
            found += 1;
        }
        if self.ply() == HEIGHT {
            return found;
        }
        for child in 0..children(self.here()) {
            self.make(child);
            found += self.audit(table, from);
            self.unmake(child, ());
        }
        if self.pass_strength().is_some() {
            self.pass();
            found += self.audit(table, from);
            self.unpass();
        }
        found
    }
}

fn children(id: u64) -> u8 {
    2 + (id >> 8) as u8 % 3
}

fn child(id: u64, number: u8) -> u64 {
    mix64(id ^ number as u64)
}

/// The value of a node for the side to move.
fn value(id: u64, ply: usize) -> Score {
    if ply == HEIGHT {
        return Score::new((id >> 32) as i32 % 400);
    }
    (0..children(id)).map(|number| -value(child(id, number), ply + 1)).max().unwrap()
}

impl Game for Tree {
    type Move = u8;
    type Undo = ();

    fn side_to_move(&self) -> Side {
        Side::BOTH[self.ply() % 2]
    }

    fn make(&mut self, number: u8) {
        self.path.push(child(self.here(), number));
    }

    fn unmake(&mut self, _: u8, (): ()) {
        self.path.pop();
    }

    fn legal_moves(&self, moves: &mut impl Extend<u8>) {
        moves.extend(0..children(self.here()));
    }

    fn is_legal(&self, number: u8) -> bool {
        number < children(self.here())
    }

    fn key(&self) -> u64 {
        self.here()
    }

    fn verdict(&self, _: usize) -> Verdict {
        if self.ply() == HEIGHT { Verdict::Exact(self.truth(), Reach::Position) } else { Verdict::Open }
    }
}

impl Tree {
    fn pass_strength(&self) -> Option<u32> {
        (self.ply() == PASSING).then_some(0)
    }

    fn pass(&mut self) {
        self.path.push(child(self.here(), u8::MAX));
    }

    fn unpass(&mut self) {
        self.path.pop();
    }
}

impl Heuristics for Tree {
    type Insight = ();

    const PRUNABLE: bool = true;
    const NULL_MOVE: Option<NullMove<Tree>> =
        Some(NullMove { strength: Tree::pass_strength, make: Tree::pass, unmake: Tree::unpass });
}

/// Searches with the exact set and one more enhancement, interrupted at increasing node counts (to
/// detect entries that are wrong only while a subtree is searched), and audits the table from a ply
/// on.
fn audited(seeds: u64, name: &str, parameters: &[(&str, i32)], from: usize) -> (Statistics, usize) {
    let mut searcher = Searcher::new(&Tree::truth as &dyn Fn(&Tree) -> Score);
    searcher.enhancements = Enhancements::exact();
    searcher.enhancements.exact_table = false;
    searcher.enhancements.set(name, true).unwrap();
    for &(name, value) in parameters {
        searcher.parameters.set(name, value).unwrap();
    }
    let mut statistics = Statistics::default();
    let mut entries = 0;
    for seed in 0..seeds {
        let mut game = Tree::new(seed);
        let table = Table::with_entries(1 << 14, TablePolicy::default());
        for nodes in 1..40 {
            let limits = Limits::depth(HEIGHT as u32 - 1).with_nodes(nodes * 29);
            let found = searcher.search(&game).table(&table).limits(limits).run();
            statistics.add(&found.statistics);
            entries += game.audit(&table, from);
        }
    }
    (statistics, entries)
}

#[test]
fn the_games_pass_the_kit() {
    for seed in 0..20 {
        let tally = check_kit(&Tree::new(seed), Tree::truth, HEIGHT);
        assert_eq!(tally.passes, 20, "one at the ply with passes");
        check_kit(&Paths { walk: Walk::new(seed, 8, 3), path: vec![mix64(seed)] }, |game| game.walk.value(), 20);
    }
}

#[test]
fn a_search_without_the_table_move_is_not_stored_for_the_position() {
    let (statistics, entries) = audited(40, "singular", &[("singular_depth", 2), ("singular_margin", 1)], 0);
    // Otherwise the test has no effect.
    assert!(statistics.singular_extensions > 500, "{} extensions", statistics.singular_extensions);
    assert!(statistics.multi_cuts > 500, "{} multi-cuts", statistics.multi_cuts);
    assert!(entries > 10_000, "{entries} entries");
}

/// A wrong null move cut-off makes the values of the nodes above it wrong, which is known and
/// accepted; the node itself stores nothing, and the entries below are unaffected.
#[test]
fn the_score_of_a_pass_is_not_stored_for_the_position() {
    let (statistics, entries) = audited(40, "null_move", &[], PASSING);
    assert!(statistics.null_move_cuts > 500, "{} cuts", statistics.null_move_cuts);
    assert!(entries > 10_000, "{entries} entries");
}

/// A walk whose table key identifies the path, so that only the search itself decides what is
/// stored.
#[derive(Clone)]
struct Paths {
    walk: Walk,
    path: Vec<u64>,
}

impl Game for Paths {
    type Move = Cell;
    type Undo = ();

    fn side_to_move(&self) -> Side {
        self.walk.side_to_move()
    }

    fn make(&mut self, mv: Cell) {
        self.path.push(mix64(self.key() ^ mv.0 as u64));
        self.walk.make(mv);
    }

    fn unmake(&mut self, mv: Cell, (): ()) {
        self.path.pop();
        self.walk.unmake(mv, ());
    }

    fn legal_moves(&self, moves: &mut impl Extend<Cell>) {
        self.walk.legal_moves(moves);
    }

    fn is_legal(&self, mv: Cell) -> bool {
        self.walk.is_legal(mv)
    }

    fn key(&self) -> u64 {
        self.path[self.path.len() - 1]
    }

    fn verdict(&self, ply: usize) -> Verdict {
        self.walk.verdict(ply)
    }
}

impl Heuristics for Paths {
    type Insight = ();
    const NOISY: Option<Noisy<Paths>> = Some(Noisy::new(|_, mv| Walk::is_noisy(mv), |_, _| 0));
    const HISTORY: Slots<Paths> = Slots { count: 16, slot: |_, mv| Walk::history_slot(mv) };

    fn generate(&self, kind: Generation, (): &(), moves: &mut MoveSink<'_, Cell>) {
        self.walk.generate(kind, &(), moves);
    }
}

impl Paths {
    /// Compares every entry with a bound with the value of its position without history. Returns
    /// the number of such entries, and the number of entries with only a move.
    fn audit(&mut self, table: &Table, depth: u32, degree: u8) -> (usize, usize) {
        let mut found = (0, 0);
        match table.probe(self.key()) {
            Some(Entry { bound: Bound::None, .. }) => found.1 += 1,
            Some(Entry { score, bound, depth, .. }) => {
                let plies = depth.whole() as u32;
                let truth = minimax_of_candidates(&mut self.walk.forgotten(), &mut |walk| walk.value(), plies);
                let holds = match bound {
                    Bound::Upper => truth <= score,
                    Bound::Lower => truth >= score,
                    _ => truth == score,
                };
                assert!(holds, "{bound:?} {score:?} to {plies} plies: without a history it is {truth:?}");
                found.0 += 1;
            }
            None => {}
        }
        if depth > 0 {
            for mv in (0..degree).map(Cell) {
                self.make(mv);
                let below = self.audit(table, depth - 1, degree);
                self.unmake(mv, ());
                found = (found.0 + below.0, found.1 + below.1);
            }
        }
        found
    }
}

#[test]
fn path_dependent_values_are_not_stored_as_facts() {
    let (mut facts, mut moves_alone) = (0, 0);
    for seed in 0..150 {
        let degree = 2 + seed as u8 % 2;
        let mut game = Paths { walk: Walk::new(seed, 3 + seed % 9, degree as u64), path: vec![mix64(seed)] };
        let mut searcher = Searcher::new(&(|game: &Paths| game.walk.value()) as &dyn Fn(&Paths) -> Score);
        searcher.enhancements = Enhancements::exact();
        let table = Table::with_entries(1 << 14, TablePolicy::default());
        for depth in 1..8 {
            searcher.search(&game).table(&table).limits(Limits::depth(depth)).run();
            let found = game.audit(&table, depth, degree);
            (facts, moves_alone) = (facts + found.0, moves_alone + found.1);
        }
    }
    // Otherwise the test has no effect.
    assert!(facts > 10_000 && moves_alone > 1_000, "{facts} facts, {moves_alone} moves alone");
}
