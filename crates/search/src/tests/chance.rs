//! A random game that uses every item of the interface, and the signature of every technique on it:
//! the node counts of searches are recorded in `signatures.csv`.
//!
//! Each technique has a different effect on the counts, both alone and when it is removed from the
//! default. After an intended change of the counts, write the file again and show the difference:
//! `UPDATE_EXPECT=1 cargo test -p duiyi-search --lib signatures`.

use crate::{
    Depth, Enhancements, Game, Generation, Heuristics, Limits, MoveSink, Noisy, NullMove, Parameters, Reach, Score,
    Searcher, Side, Slots, Statistics, Structures, Table, TablePolicy, Verdict,
};
use duiyi_game::hash::mix64;
use expect_test::expect_file;

/// The number of points.
const POINTS: u64 = 4_000;

/// The state of the game: a point of a random graph and the side to move there.
#[derive(Clone, Copy, PartialEq)]
struct Place {
    point: u64,
    side: Side,
    /// The value for the first side; each move changes it a little.
    worth: i32,
}

impl Place {
    fn hash(self) -> u64 {
        mix64(self.point * 2 + self.side.index() as u64)
    }

    fn moves(self) -> u8 {
        let hash = self.hash();
        if hash.is_multiple_of(199) { 0 } else { 1 + (hash >> 8) as u8 % 8 }
    }

    fn draw(self, mv: u8) -> u64 {
        mix64(self.hash() ^ (u64::from(mv) + 1) << 32)
    }

    fn after(self, mv: u8) -> Place {
        let draw = self.draw(mv);
        let side = if (draw >> 40).is_multiple_of(9) { self.side } else { !self.side };
        let swing = (draw >> 48) as i32 % 121 - 60;
        // Drawn towards 0, so that the value of a point depends little on the path.
        Place { point: draw % POINTS, side, worth: self.worth / 2 + if self.is_noisy(mv) { 3 * swing } else { swing } }
    }

    fn is_noisy(self, mv: u8) -> bool {
        (self.draw(mv) >> 16).is_multiple_of(4)
    }

    fn threatened(self) -> bool {
        (self.hash() >> 20).is_multiple_of(7)
    }
}

#[derive(Clone)]
struct Chance {
    path: Vec<Place>,
}

impl Chance {
    fn new(seed: u64) -> Chance {
        Chance { path: vec![Place { point: mix64(seed) % POINTS, side: Side::First, worth: 0 }] }
    }

    fn here(&self) -> Place {
        self.path[self.path.len() - 1]
    }

    fn value(&self) -> Score {
        let place = self.here();
        Score::new(if place.side == Side::First { place.worth } else { -place.worth })
    }
}

impl Game for Chance {
    type Move = u8;
    type Undo = ();
    const ALTERNATES: bool = false;

    fn side_to_move(&self) -> Side {
        self.here().side
    }

    fn make(&mut self, mv: u8) {
        self.path.push(self.here().after(mv));
    }

    fn unmake(&mut self, _: u8, (): ()) {
        self.path.pop();
    }

    fn legal_moves(&self, moves: &mut impl Extend<u8>) {
        moves.extend(0..self.here().moves());
    }

    fn is_legal(&self, mv: u8) -> bool {
        mv < self.here().moves()
    }

    fn key(&self) -> u64 {
        mix64(self.here().hash() ^ 5)
    }

    fn verdict(&self, _: usize) -> Verdict {
        let place = self.here();
        let same = |other: &Place| other.point == place.point && other.side == place.side;
        match self.path.iter().rev().skip(1).position(same) {
            Some(back) => Verdict::Exact(Score::ZERO, Reach::Plies(back + 1)),
            None => Verdict::Open,
        }
    }
}

/// The functions of the groups of heuristics.
impl Chance {
    fn pass_strength(&self) -> Option<u32> {
        let hash = self.here().hash();
        (!(hash >> 30).is_multiple_of(5)).then_some((hash >> 36) as u32 % 6)
    }

    fn pass(&mut self) {
        let place = self.here();
        self.path.push(Place { side: !place.side, ..place });
    }

    fn unpass(&mut self) {
        self.path.pop();
    }

    fn is_noisy(&self, mv: u8) -> bool {
        self.here().is_noisy(mv)
    }

    fn exchange_at_least(&self, mv: u8, threshold: Score) -> bool {
        (self.here().draw(mv) >> 24) as i32 % 300 >= threshold.get()
    }

    fn gain(&self, mv: u8) -> i32 {
        (self.here().draw(mv) >> 20) as i32 & 127
    }

    fn history_slot(&self, mv: u8) -> usize {
        (self.here().point & 3) as usize * 8 + usize::from(mv & 7)
    }

    fn continuation_slot(&self, mv: u8) -> usize {
        (self.here().point & 1) as usize * 8 + usize::from(mv & 7)
    }

    fn structure(&self, index: usize) -> u64 {
        self.here().point >> (3 * index) & 63
    }
}

impl Heuristics for Chance {
    /// A bias of the evaluation.
    type Insight = i8;
    const PRUNABLE: bool = true;
    const NOISY: Option<Noisy<Chance>> =
        Some(Noisy { exchange_at_least: Chance::exchange_at_least, ..Noisy::new(Chance::is_noisy, Chance::gain) });
    const NULL_MOVE: Option<NullMove<Chance>> =
        Some(NullMove { strength: Chance::pass_strength, make: Chance::pass, unmake: Chance::unpass });
    const HISTORY: Slots<Chance> = Slots { count: 32, slot: Chance::history_slot };
    const CONTINUATION: Slots<Chance> = Slots { count: 16, slot: Chance::continuation_slot };
    const STRUCTURES: Option<Structures<Chance>> =
        Some(Structures { count: 2, key: Chance::structure, side_key: None });

    fn generate(&self, kind: Generation, _: &i8, moves: &mut MoveSink<'_, u8>) {
        let place = self.here();
        let wanted = |mv: &u8| kind == Generation::Evasions || place.is_noisy(*mv) == (kind == Generation::Noisy);
        moves.extend((0..place.moves()).filter(wanted));
    }

    fn verdict_within(&mut self, ply: usize, _: (Score, Score), _: Depth, _: &i8) -> (Verdict, i8) {
        (self.verdict(ply), (self.here().hash() >> 50) as i8 % 5)
    }

    fn evaluation_bias(&self, insight: &i8) -> i32 {
        i32::from(*insight)
    }

    fn threatened(&self) -> bool {
        self.here().threatened()
    }

    fn prior(&self, mv: u8) -> i32 {
        (self.here().draw(mv) >> 28) as i32 & 31
    }

    fn extension(&self, _: &i8) -> Depth {
        if self.threatened() { Depth::fraction(40) } else { Depth::ZERO }
    }

    fn key_after(&self, mv: u8) -> Option<u64> {
        Some(mix64(self.here().after(mv).hash() ^ 5))
    }

    fn makes_threat(&self, mv: u8) -> bool {
        self.here().after(mv).threatened()
    }

    fn repeating_move(&self) -> Option<u8> {
        let place = self.here();
        (0..place.moves()).find(|&mv| {
            let after = place.after(mv);
            self.path.iter().any(|other| other.point == after.point && other.side == after.side)
        })
    }
}

/// The counts of searches of several positions, and the sum of their scores.
fn signature(enhancements: Enhancements, parameters: Parameters) -> String {
    let mut searcher = Searcher::new(Chance::value as fn(&Chance) -> Score);
    (searcher.enhancements, searcher.parameters) = (enhancements, parameters);
    let mut statistics = Statistics::default();
    let mut scores = 0_i64;
    for seed in 0..12 {
        // Small, so that entries are replaced.
        let table = Table::with_entries(512, TablePolicy::default());
        let found = searcher
            .search(&Chance::new(seed))
            .table(&table)
            .limits(Limits { nodes: Some(12_000), ..Limits::depth(8) })
            .run();
        statistics.add(&found.statistics);
        scores = scores * 3 + i64::from(found.value.get());
    }
    format!("{scores},{}", statistics.to_csv())
}

#[test]
fn the_random_game_passes_the_kit() {
    use crate::kit::{self, Plan};
    for seed in 0..30 {
        let plan = Plan { games: 5, most: 30, ..Plan::default() };
        let tally = kit::check(&Chance::new(seed), &plan).unwrap_or_else(|broken| panic!("{broken}"));
        assert!(tally.moves > 50);
    }
}

#[test]
fn signatures_are_unchanged() {
    // Constants that have an effect at the depths of this test.
    let mut parameters = super::parameters();
    for (name, value) in [
        ("singular_depth", 4),
        ("probcut_depth", 3),
        ("probcut_margin", 40),
        ("internal_depth", 3),
        ("history_margin", 20),
        ("late_move_base", 1),
        ("aspiration_width", 12),
    ] {
        parameters.set(name, value).unwrap();
    }
    let mut lines = vec![format!("set,scores,{}", Statistics::csv_header())];
    let mut add = |name: &str, enhancements: Enhancements| {
        lines.push(format!("{name},{}", signature(enhancements, parameters)));
    };
    add("default", Enhancements::default());
    add("exact", Enhancements::exact());
    add("none", Enhancements::none());
    for name in Enhancements::NAMES {
        let mut flipped = Enhancements::default();
        let on = flipped.get(name) != Some(true);
        flipped.set(name, on).unwrap();
        add(&format!("default {} {name}", if on { "and" } else { "without" }), flipped);
    }
    let found = lines.join("\n") + "\n";
    expect_file![concat!(env!("CARGO_MANIFEST_DIR"), "/src/tests/signatures.csv")].assert_eq(&found);
}
