//! What the table holds is true. What a search finds with a move left out (singular
//! extensions) or after a pass (null move) is an opinion about the position, and
//! must not stand under the position's key as a fact.
//!
//! The game is a finite random tree whose evaluation is already the value of the
//! whole tree below. So a search of any depth, extended or not, finds that value at
//! every node, and every entry of the table can be held against it.

mod common;

use common::mix;
use duiyi_search::{
    Bound, Enhancements, Entry, Game, Generation, Heuristics, LimitControl, Limits, MoveSink, Reach, Score, Searcher,
    Stateless, Statistics, StopHandle, Table, TablePolicy, Verdict,
};

const HEIGHT: usize = 7;
/// How many plies from the root a side may pass, and nowhere else.
const PASSING: usize = 2;

/// A tree of [`HEIGHT`] plies, each node with two to four children. A pass leads to
/// another such tree, so that it may well be better than every move (zugzwang).
#[derive(Clone)]
struct Tree {
    path: Vec<u64>,
}

impl Tree {
    fn new(seed: u64) -> Tree {
        Tree { path: vec![mix(seed)] }
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

    /// Holds what the table knows of each position from a ply on, the passes with
    /// them, against the truth. Returns how many entries it found.
    fn audit(&mut self, table: &Table, from: usize) -> usize {
        let mut found = 0;
        if let Some(Entry { score, bound, depth, .. }) = table.probe(self.table_key())
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
        if self.null_move().is_some() {
            self.make_null();
            found += self.audit(table, from);
            self.unmake_null();
        }
        found
    }
}

fn children(id: u64) -> u8 {
    2 + (id >> 8) as u8 % 3
}

fn child(id: u64, number: u8) -> u64 {
    mix(id ^ number as u64)
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

    fn side_to_move(&self) -> usize {
        self.ply() % 2
    }

    fn make(&mut self, number: u8) {
        self.path.push(child(self.here(), number));
    }

    fn unmake(&mut self, _: u8, (): ()) {
        self.path.pop();
    }

    fn generate(&self, kind: Generation, moves: &mut MoveSink<'_, u8>) {
        if kind == Generation::Quiet {
            moves.extend(0..children(self.here()));
        }
    }

    fn is_playable(&self, number: u8) -> bool {
        number < children(self.here())
    }

    fn table_key(&self) -> u64 {
        self.here()
    }

    fn verdict(&mut self, _: usize) -> Verdict {
        if self.ply() == HEIGHT { Verdict::Exact(self.truth(), Reach::Position) } else { Verdict::Open }
    }
}

impl Heuristics for Tree {
    const PRUNABLE: bool = true;

    fn null_move(&self) -> Option<u32> {
        (self.ply() == PASSING).then_some(0)
    }

    fn make_null(&mut self) {
        self.path.push(child(self.here(), u8::MAX));
    }

    fn unmake_null(&mut self) {
        self.path.pop();
    }
}

/// Searches the exact set and one enhancement more, broken off at ever later nodes (what
/// is wrong only while a subtree is searched shows then), and audits the table from a
/// ply on.
fn audited(seeds: u64, name: &str, parameters: &[(&str, i32)], from: usize) -> (Statistics, usize) {
    let mut searcher = Searcher::new(Stateless(Tree::truth));
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
            let mut limits = Limits::depth(HEIGHT as u32 - 1);
            limits.nodes = Some(nodes * 29);
            let found =
                searcher
                    .search(&mut game, &table, &mut LimitControl::new(limits, StopHandle::new()), &mut (), |_| true);
            statistics.add(&found.statistics);
            entries += game.audit(&table, from);
        }
    }
    (statistics, entries)
}

#[test]
fn a_search_without_the_table_move_is_not_stored_as_one_with_it() {
    let (statistics, entries) = audited(40, "singular", &[("singular_depth", 2), ("singular_margin", 1)], 0);
    // Otherwise the test shows nothing.
    assert!(statistics.singular_extensions > 500, "{} extensions", statistics.singular_extensions);
    assert!(statistics.multi_cuts > 500, "{} multi-cuts", statistics.multi_cuts);
    assert!(entries > 10_000, "{entries} entries");
}

/// A cut by a null move that is wrong makes the nodes above it wrong, which is known
/// and accepted; the node itself keeps no trace of it, and nothing below is touched.
#[test]
fn what_a_pass_is_worth_is_not_stored_for_the_side_that_passed() {
    let (statistics, entries) = audited(40, "null_move", &[], PASSING);
    assert!(statistics.null_move_cuts > 500, "{} cuts", statistics.null_move_cuts);
    assert!(entries > 10_000, "{entries} entries");
}
