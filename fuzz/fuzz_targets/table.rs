//! Stores and probes against the plain text of the replacement rules: a table
//! of one bucket, so that every key meets every other.
#![no_main]

use arbitrary::Arbitrary;
use duiyi_search::{Bound, Depth, Entry, Score, Table};
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
enum Step {
    Store { key: u8, mv: u8, score: i16, depth: u16, bound: u8, keep_move: bool },
    Probe { key: u8 },
    NewGeneration,
    Clear,
}

/// The two tiers, as the documentation tells them.
#[derive(Default)]
struct Model {
    deep: Option<(u64, Entry, u64)>,
    recent: Option<(u64, Entry, u64)>,
    generation: u64,
}

/// What has neither move nor bound says nothing.
fn is_empty(entry: &Entry) -> bool {
    entry.mv == 0 && entry.bound == Bound::None
}

impl Model {
    fn store(&mut self, key: u64, mut new: Entry, keep_move: bool) {
        let generation = self.generation;
        if let Some(old) = [&mut self.deep, &mut self.recent].into_iter().flatten().find(|old| old.0 == key) {
            let known = old.1;
            if new.mv == 0 && keep_move {
                new.mv = known.mv;
            }
            let much_shallower = new.depth + Depth::plies(3) < known.depth;
            let outweighed = old.2 == generation && new.bound != Bound::Exact && much_shallower;
            let replaces = known.bound == Bound::None || new.bound != Bound::None && !outweighed;
            let mv = if new.mv == 0 { known.mv } else { new.mv };
            *old = (key, if replaces { new } else { Entry { mv, ..known } }, generation);
            return;
        }
        match self.deep {
            Some((_, old, of)) if of == generation && new.depth < old.depth => {
                self.recent = Some((key, new, generation));
            }
            _ => {
                self.recent = self.deep.or(self.recent);
                self.deep = Some((key, new, generation));
            }
        }
    }

    fn probe(&self, key: u64) -> Option<Entry> {
        [self.deep, self.recent].into_iter().flatten().find(|kept| kept.0 == key).map(|kept| kept.1)
    }
}

/// Few keys, far apart.
fn spread(key: u8) -> u64 {
    (key as u64 % 5 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

fuzz_target!(|steps: Vec<Step>| {
    let table = Table::new(0);
    let mut model = Model::default();
    for step in steps.into_iter().take(1000) {
        match step {
            Step::Store { key, mv, score, depth, bound, keep_move } => {
                let bound = [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact][bound as usize % 4];
                let entry = Entry {
                    mv: mv as u32 % 4,
                    score: Score::new(score as i32),
                    depth: Depth::fraction(depth as i32),
                    bound,
                };
                // The search stores only what says something.
                if !is_empty(&entry) {
                    model.store(spread(key), entry, keep_move);
                    table.store(spread(key), entry, keep_move);
                }
            }
            Step::Probe { key } => assert_eq!(table.probe(spread(key)), model.probe(spread(key))),
            Step::NewGeneration => {
                table.new_generation();
                model.generation = (model.generation + 1) % 64;
            }
            Step::Clear => {
                table.clear();
                model = Model::default();
            }
        }
    }
    for key in 0..5 {
        assert_eq!(table.probe(spread(key)), model.probe(spread(key)));
    }
    assert!(table.permille_full() <= 1000);
});
