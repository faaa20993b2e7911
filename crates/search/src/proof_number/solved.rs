//! A table of solved positions.

/// Entries of a key and a result, 8 bytes each; a newer entry replaces an older one.
#[derive(Debug)]
pub(super) struct SolvedTable(Vec<u64>);

const PROVED: u64 = 1;
const DISPROVED: u64 = 2;
const RESULT: u64 = 3;

impl SolvedTable {
    /// A table of at least `entries`; of none if 0.
    pub(super) fn new(entries: usize) -> SolvedTable {
        SolvedTable(vec![0; if entries == 0 { 0 } else { entries.next_power_of_two() }])
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The index of a key: its upper bits, since games may have few differences in the lower ones.
    fn index(&self, key: u64) -> usize {
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & (self.0.len() - 1)
    }

    /// Whether a position is proved or disproved, if it is stored.
    pub(super) fn get(&self, key: u64) -> Option<bool> {
        let entry = *self.0.get(self.index(key))?;
        (entry & RESULT != 0 && (entry ^ key) & !RESULT == 0).then_some(entry & RESULT == PROVED)
    }

    /// Stores a result.
    pub(super) fn set(&mut self, key: u64, is_proved: bool) {
        let index = self.index(key);
        self.0[index] = key & !RESULT | if is_proved { PROVED } else { DISPROVED };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_found_by_their_key_and_replaced() {
        let mut table = SolvedTable::new(3);
        assert_eq!(table.0.len(), 4);
        let key = |i: u64| i << 32 | i << 2;
        for i in 0..16 {
            assert_eq!(table.get(key(i)), None);
            table.set(key(i), i % 2 == 0);
            assert_eq!(table.get(key(i)), Some(i % 2 == 0));
        }
        let left = (0..16).filter(|&i| table.get(key(i)).is_some()).count();
        assert!((1..=4).contains(&left), "{left}");
    }
}
