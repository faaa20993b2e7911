//! How one more stone changes a pattern.
//!
//! [`Transitions`] is computed by enumeration: every line of thirteen cells with a stone in the
//! middle, every empty cell of the line, a stone of either colour. [`PRINTED`] contains the
//! thirteen rules of the thesis (5.2.2), which do not specify the colour of the stone and omit that
//! a pattern may remain unchanged.
//!
//! The thesis does not track which stones a pattern consists of. Here it is the pattern of one
//! stone, before and after. So the enumeration finds no transition from a dead pattern to a live
//! one, which the thesis lists (a dead pattern remains dead, because the blocking stones are never
//! removed). It also finds transitions that the thesis omits: a stone can lose more than one step
//! at once, and a new stone can connect two groups.
//!
//! | rule | also found | printed, not found |
//! |---|---|---|
//! | A5 → | Cl | A4 |
//! | S5 → | Cl | A4 A3 I3 |
//! | D5 → | | S4 S3 D3 D2 |
//! | A4 → | | |
//! | S4 → | A4 D4 S3 D3 S2 D2 | A3 A2 |
//! | D4 → | D2 | I3 S3 S2 |
//! | A3 → | I3 D2 | |
//! | I3 → | A3 A2 | |
//! | S3 → | A3 I3 S2 | D4 |
//! | D3 → | D2 | |
//! | A2 → | I3 S3 D2 | |
//! | S2 → | A2 I3 | |
//! | D2 → | | A2 S2 |
//!
//! (So no stone splits an active five into an active four: the stone stands next to the remaining
//! four, which are then closed on that side.)

use super::{Pattern, PatternTable, WIDTH, Window};

/// A set of patterns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct PatternSet(u16);

impl PatternSet {
    /// The set of some patterns.
    pub const fn of(patterns: &[Pattern]) -> PatternSet {
        let mut set = PatternSet(0);
        let mut i = 0;
        while i < patterns.len() {
            set.0 |= 1 << patterns[i].index();
            i += 1;
        }
        set
    }

    /// Whether a pattern is in the set.
    pub const fn contains(self, pattern: Pattern) -> bool {
        self.0 >> pattern.index() & 1 != 0
    }

    /// The patterns of this set that are not in the other.
    pub const fn without(self, other: PatternSet) -> PatternSet {
        PatternSet(self.0 & !other.0)
    }

    /// The patterns of both sets.
    pub const fn union(self, other: PatternSet) -> PatternSet {
        PatternSet(self.0 | other.0)
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The patterns, by the number of their stones.
    pub fn iter(self) -> impl Iterator<Item = Pattern> {
        Pattern::ALL.into_iter().filter(move |&pattern| self.contains(pattern))
    }
}

impl FromIterator<Pattern> for PatternSet {
    fn from_iter<I: IntoIterator<Item = Pattern>>(patterns: I) -> Self {
        patterns.into_iter().fold(PatternSet(0), |set, pattern| set.union(PatternSet::of(&[pattern])))
    }
}

/// The thirteen rules as printed in 5.2.2 of the thesis.
pub const PRINTED: [(Pattern, PatternSet); 13] = {
    use Pattern::*;
    [
        (A5, PatternSet::of(&[S5, C6, A4, S4])),
        (S5, PatternSet::of(&[C6, A5, A4, A3, S5, D5, D4, S3, I3, D3, S2, D2])),
        (D5, PatternSet::of(&[S3, S4, D3, D2])),
        (A4, PatternSet::of(&[A5, S4])),
        (S4, PatternSet::of(&[S5, A5, A3, I3, A2])),
        (D4, PatternSet::of(&[D5, D3, S3, S2, I3])),
        (A3, PatternSet::of(&[A4, S4, S3, D3, S2])),
        (I3, PatternSet::of(&[S4, S3, D3, S2, D2])),
        (S3, PatternSet::of(&[S4, D4, D3, D2])),
        (D3, PatternSet::of(&[D4])),
        (A2, PatternSet::of(&[A3, S2])),
        (S2, PatternSet::of(&[S3, D2])),
        (D2, PatternSet::of(&[D3, A2, S2])),
    ]
};

/// The possible transitions from each pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Transitions {
    own: [PatternSet; Pattern::COUNT],
    opponent: [PatternSet; Pattern::COUNT],
    alone: [bool; Pattern::COUNT],
}

impl Transitions {
    /// Enumerates all 531,441 lines and their empty cells.
    pub fn enumerate(table: &PatternTable) -> Transitions {
        let mut found = Transitions {
            own: [PatternSet::default(); Pattern::COUNT],
            opponent: [PatternSet::default(); Pattern::COUNT],
            alone: [false; Pattern::COUNT],
        };
        let centre = 1u64 << (WIDTH / 2);
        let others = ((1u64 << WIDTH) - 1) & !centre;
        // All subsets of the other cells are blocked, all subsets of the rest own.
        for blocked in subsets(others) {
            for own in subsets(others & !blocked) {
                let Some(before) = table.of_view(Window { own, blocked }) else {
                    continue;
                };
                let mut free = others & !(own | blocked);
                while free != 0 {
                    let cell = free & free.wrapping_neg();
                    free ^= cell;
                    if let Some(after) = table.of_view(Window { own: own | cell, blocked }) {
                        found.own[before.index()] = found.own[before.index()].union(PatternSet::of(&[after]));
                    }
                    match table.of_view(Window { own, blocked: blocked | cell }) {
                        Some(after) => {
                            let set = &mut found.opponent[before.index()];
                            *set = set.union(PatternSet::of(&[after]));
                        }
                        None => found.alone[before.index()] = true,
                    }
                }
            }
        }
        found
    }

    /// The possible patterns after a stone of the owner.
    pub fn by_own(&self, pattern: Pattern) -> PatternSet {
        self.own[pattern.index()]
    }

    /// The possible patterns after a stone of the opponent.
    pub fn by_opponent(&self, pattern: Pattern) -> PatternSet {
        self.opponent[pattern.index()]
    }

    /// Whether a stone of the opponent can remove the pattern of a stone entirely.
    pub fn can_vanish(&self, pattern: Pattern) -> bool {
        self.alone[pattern.index()]
    }

    /// For a printed rule: the transitions that the enumeration found and the rule omits, and those
    /// that the rule lists and the enumeration did not find. The unchanged pattern counts as
    /// printed, since the thesis states it for all patterns.
    pub fn compare(&self, pattern: Pattern, printed: PatternSet) -> (PatternSet, PatternSet) {
        let found = self.by_own(pattern).union(self.by_opponent(pattern));
        let itself = PatternSet::of(&[pattern]);
        (found.without(printed).without(itself), printed.without(found).without(itself))
    }
}

/// The subsets of a mask, the mask itself first.
fn subsets(mask: u64) -> impl Iterator<Item = u64> {
    let mut next = Some(mask);
    core::iter::from_fn(move || {
        let subset = next?;
        next = if subset == 0 { None } else { Some((subset - 1) & mask) };
        Some(subset)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_printed_rules_differ_as_listed() {
        use Pattern::*;
        let found = Transitions::enumerate(&PatternTable::new());
        let expected: [(Pattern, &[Pattern], &[Pattern]); 13] = [
            (A5, &[Cl], &[A4]),
            (S5, &[Cl], &[A4, A3, I3]),
            (D5, &[], &[S4, S3, D3, D2]),
            (A4, &[], &[]),
            (S4, &[A4, D4, S3, D3, S2, D2], &[A3, A2]),
            (D4, &[D2], &[I3, S3, S2]),
            (A3, &[I3, D2], &[]),
            (I3, &[A3, A2], &[]),
            (S3, &[A3, I3, S2], &[D4]),
            (D3, &[D2], &[]),
            (A2, &[I3, S3, D2], &[]),
            (S2, &[A2, I3], &[]),
            (D2, &[], &[A2, S2]),
        ];
        for ((pattern, printed), (listed, more, less)) in PRINTED.into_iter().zip(expected) {
            assert_eq!(pattern, listed);
            let difference = found.compare(pattern, printed);
            assert_eq!(difference, (PatternSet::of(more), PatternSet::of(less)), "{pattern}");
        }
    }

    /// Row C-G9 of docs/sources.md. A single Black five with no other stone stays an A5 after a stone of either
    /// colour beyond its next two cells; every pattern can stay itself, and none is listed as a difference from the
    /// printed rules.
    #[test]
    fn c_g9_a_pattern_may_stay_itself() {
        let table = PatternTable::new();
        let five = 0b0_0011_1110_0000u64;
        let [nothing, far] = [0, 1u64 << 11];
        for (own, blocked) in [(five, nothing), (five | far, nothing), (five, far)] {
            assert_eq!(table.of_view(Window { own, blocked }), Some(Pattern::A5), "{own:b} {blocked:b}");
        }
        let found = Transitions::enumerate(&table);
        for (pattern, printed) in PRINTED {
            assert!(found.by_own(pattern).contains(pattern) && found.by_opponent(pattern).contains(pattern));
            let (more, less) = found.compare(pattern, printed);
            assert!(!more.contains(pattern) && !less.contains(pattern), "{pattern}");
        }
    }

    #[test]
    fn transitions_preserve_the_order_of_patterns() {
        let found = Transitions::enumerate(&PatternTable::new());
        let dead = PatternSet::of(&[Pattern::D2, Pattern::D3, Pattern::D4, Pattern::D5]);
        for pattern in Pattern::ALL {
            // A stone of the owner never weakens a pattern, one of the opponent never strengthens
            // it.
            if !dead.contains(pattern) {
                assert!(found.by_own(pattern).iter().all(|after| after >= pattern && !dead.contains(after)));
                assert!(found.by_opponent(pattern).iter().all(|after| after <= pattern || dead.contains(after)));
            }
            // A stone elsewhere on the line can leave any pattern unchanged.
            assert!(found.by_own(pattern).contains(pattern), "{pattern}");
        }
        // Dead patterns remain dead.
        for pattern in dead.iter() {
            assert!(found.by_own(pattern).union(found.by_opponent(pattern)).without(dead).is_empty());
        }
        assert!(!found.can_vanish(Pattern::A5) && found.can_vanish(Pattern::S2));
    }
}
