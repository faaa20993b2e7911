//! Stores and probes compared with a plain implementation of the replacement rules, with keys that
//! share one group of slots, so that every key competes with every other.

use arbitrary::Arbitrary;
use duiyi_search::{Bound, Depth, Entry, EntryEvaluation, Score, Table, TablePolicy};

#[derive(Arbitrary, Debug)]
enum Step {
    Store {
        key: u8,
        mv: u8,
        score: i16,
        depth: u16,
        bound: u8,
        keep_move: bool,
        nodes: u16,
        evaluation: Option<i16>,
        principal: bool,
    },
    Probe {
        key: u8,
    },
    NewGeneration,
    Clear,
}

/// Generations are counted modulo this number.
const GENERATIONS: u64 = 16;

/// Key, entry, generation, and the binary logarithm of the nodes.
type Kept = (u64, Entry, u64, u32);

/// One group of slots, as documented.
struct Model {
    policy: TablePolicy,
    places: Vec<Option<Kept>>,
    generation: u64,
}

/// Whether an entry is useless because it has neither move nor bound.
fn is_empty(entry: &Entry) -> bool {
    entry.mv == 0 && entry.bound == Bound::None
}

impl Model {
    fn new(policy: TablePolicy) -> Model {
        let ways = match policy {
            TablePolicy::Always | TablePolicy::Depth => 1,
            TablePolicy::TwoTier | TablePolicy::TwoTierBySize => 2,
            _ => 4,
        };
        Model { policy, places: vec![None; ways], generation: 0 }
    }

    fn store(&mut self, key: u64, mut new: Entry, keep_move: bool, size: u32) {
        let generation = self.generation;
        if let Some(old) = self.places.iter_mut().flatten().find(|old| old.0 == key) {
            let known = old.1;
            if new.mv == 0 && keep_move {
                new.mv = known.mv;
            }
            let much_shallower = new.depth + Depth::plies(3) < known.depth;
            let outweighed = old.2 == generation && new.bound != Bound::Exact && much_shallower;
            let replaces = known.bound == Bound::None || new.bound != Bound::None && !outweighed;
            let mv = if new.mv == 0 { known.mv } else { new.mv };
            // The static evaluation of the position is kept, whichever entry stays.
            if new.evaluation.get().is_none() {
                new.evaluation = known.evaluation;
            }
            new.principal |= known.principal;
            let known = Entry { evaluation: new.evaluation, principal: new.principal, ..known };
            *old =
                if replaces { (key, new, generation, size) } else { (key, Entry { mv, ..known }, generation, old.3) };
            return;
        }
        let first = self.places[0];
        let kept = |outweighs: fn(&Kept, Depth, u32) -> bool| {
            first.is_some_and(|old| old.2 == generation && outweighs(&old, new.depth, size))
        };
        let deeper: fn(&Kept, Depth, u32) -> bool = |old, depth, _| old.1.depth > depth;
        let bigger: fn(&Kept, Depth, u32) -> bool = |old, _, size| old.3 > size;
        let stays = match self.policy {
            TablePolicy::Always => false,
            TablePolicy::Depth | TablePolicy::TwoTier => kept(deeper),
            TablePolicy::TwoTierBySize => kept(bigger),
            _ => {
                let worth = |old: &Kept| {
                    let age = (generation + GENERATIONS - old.2) % GENERATIONS;
                    old.1.depth.sixty_fourths() as i64 - 4 * 64 * age as i64
                };
                let least = self.places.iter_mut().min_by_key(|place| place.as_ref().map_or(i64::MIN, worth));
                if let Some(place) = least {
                    *place = Some((key, new, generation, size));
                }
                return;
            }
        };
        let new = Some((key, new, generation, size));
        match (self.places.len(), stays) {
            (1, true) => {}
            (1, false) => self.places[0] = new,
            (_, true) => self.places[1] = new,
            (_, false) => {
                self.places[1] = first.or(self.places[1]);
                self.places[0] = new;
            }
        }
    }

    fn probe(&self, key: u64) -> Option<Entry> {
        self.places.iter().flatten().find(|kept| kept.0 == key).map(|kept| kept.1)
    }
}

/// A few keys, all in the first of at most four groups.
fn spread(key: u8) -> u64 {
    (key as u64 % 6 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 2
}

/// The property, for any input.
pub fn run(bytes: &[u8]) {
    let Some(input) = crate::input::<(u8, Vec<Step>)>(bytes) else { return };
    let (policy, steps) = input;
    let policy = TablePolicy::ALL[policy as usize % TablePolicy::ALL.len()];
    let table = Table::with_policy(0, policy);
    let mut model = Model::new(policy);
    for step in steps.into_iter().take(1000) {
        match step {
            Step::Store { key, mv, score, depth, bound, keep_move, nodes, evaluation, principal } => {
                let bound = [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact][bound as usize % 4];
                let entry = Entry {
                    mv: mv as u32 % 4,
                    score: Score::new(score as i32),
                    depth: Depth::fraction(depth as i32 % (128 * 64)),
                    bound,
                    evaluation: EntryEvaluation::of(evaluation.map(|evaluation| Score::new(evaluation as i32))),
                    principal,
                };
                // The search stores only useful entries.
                if !is_empty(&entry) {
                    model.store(spread(key), entry, keep_move, (nodes | 1).ilog2());
                    table.store_sized(spread(key), entry, keep_move, nodes as u64);
                }
            }
            Step::Probe { key } => assert_eq!(table.probe(spread(key)), model.probe(spread(key))),
            Step::NewGeneration => {
                table.new_generation();
                model.generation = (model.generation + 1) % GENERATIONS;
            }
            Step::Clear => {
                table.clear();
                model = Model::new(policy);
            }
        }
    }
    for key in 0..6 {
        assert_eq!(table.probe(spread(key)), model.probe(spread(key)));
    }
    assert!(table.permille_full() <= 1000);
}
