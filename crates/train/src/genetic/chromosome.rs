//! Chromosomes with sixteen genes each, crossover and mutation.
//!
//! Source: the Connect6 thesis, 5.5, 5.7.2 and 5.7.3; rows C-D1, C-D5 and C-D6 of docs/sources.md.

use crate::chance::{shuffle, unit};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

/// The genes that a mutation may flip in the thesis: the five lowest, so that a value changes by 31
/// at most and stays similar. Flipping a high gene turns 5000 into 904.
pub const LOW_GENES: u16 = 0b1_1111;

/// The genes of a value, highest first.
///
/// ```
/// assert_eq!(duiyi_train::genetic::genes(1000), "0000001111101000");
/// ```
pub fn genes(value: u16) -> String {
    format!("{value:016b}")
}

/// The kinds of crossover.
///
/// Order and cyclic crossover, which the thesis also lists (5.7; row C-F4 of docs/sources.md), are
/// for permutations: they keep each element once. Values are not a permutation, so neither
/// applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Crossover {
    /// Each value independently, with the crossover rate (thesis 5.7.2).
    #[default]
    Uniform,
    /// With the crossover rate, all values after a random point.
    OnePoint,
    /// With the crossover rate, every other segment between this number of random points.
    MultiPoint(u16),
}

impl Crossover {
    /// A mask for [`crossover`] of `count` values at a rate.
    pub(super) fn mask(self, count: usize, rate: f64, random: &mut Xoshiro256PlusPlus) -> Vec<bool> {
        let points = match self {
            Crossover::Uniform => return (0..count).map(|_| unit(random) < rate).collect(),
            Crossover::OnePoint => 1,
            Crossover::MultiPoint(points) => usize::from(points),
        };
        if unit(random) >= rate {
            return vec![false; count];
        }
        // A cut before the first value would swap the whole individuals.
        let mut places: Vec<usize> = (1..count).collect();
        shuffle(&mut places, random);
        places.truncate(points);
        (0..count).map(|at| places.iter().filter(|&&place| place <= at).count() % 2 == 1).collect()
    }
}

/// Crossover: two individuals swap the values where the mask is set.
pub fn crossover(one: &mut [u16], other: &mut [u16], mask: &[bool]) {
    for ((one, other), _) in one.iter_mut().zip(other).zip(mask).filter(|(_, swap)| **swap) {
        std::mem::swap(one, other);
    }
}

/// Mutation: where the mask is set, flips the genes of the value that are set in both `turned`
/// and `may`, such as [`LOW_GENES`].
pub fn mutate(values: &mut [u16], mask: &[bool], may: u16, mut turned: impl FnMut() -> u16) {
    for (value, _) in values.iter_mut().zip(mask).filter(|(_, here)| **here) {
        *value ^= turned() & may;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rand_xoshiro::rand_core::SeedableRng;

    fn mask(text: &str) -> Vec<bool> {
        text.bytes().map(|bit| bit == b'1').collect()
    }

    /// The parameters of table 5.8 in its order.
    const BODY_2: [u16; 8] = [3000, 2000, 1000, 5000, 5000, 1000, 2000, 2000];
    const BODY_5: [u16; 8] = [3100, 1950, 1050, 5075, 4950, 950, 2050, 2000];

    #[test]
    fn the_codings_of_5_5() {
        for (value, text) in [
            (1000, "0000001111101000"),
            (1024, "0000010000000000"),
            (511, "0000000111111111"),
            (825, "0000001100111001"),
            (2000, "0000011111010000"),
        ] {
            assert_eq!(genes(value), text);
        }
    }

    #[test]
    fn tables_5_8_and_5_9_crossover() {
        let (mut two, mut five) = (BODY_2, BODY_5);
        crossover(&mut two, &mut five, &mask("01001010"));
        assert_eq!(two, [3000, 1950, 1000, 5000, 4950, 1000, 2050, 2000]);
        assert_eq!(five, [3100, 2000, 1050, 5075, 5000, 950, 2000, 2000]);
    }

    #[test]
    fn tables_5_10_to_5_12_mutation() {
        let before = [3000, 1950, 1000, 5000, 4950, 1000, 2050, 2000];
        let printed_genes = [
            "0000101110111000",
            "0000011110011110",
            "0000001111101000",
            "0001001110001000",
            "0001001101010110",
            "0000001111101000",
            "0000100000000010",
            "0000011111010000",
        ];
        assert_eq!(before.map(genes), printed_genes);
        for (turned, third, eighth, third_genes, eighth_genes) in [
            (0b10110, 1022, 1990, "0000001111111110", "0000011111000110"), // table 5.11
            (0b01101, 997, 2013, "0000001111100101", "0000011111011101"),  // table 5.12
        ] {
            let mut body = before;
            mutate(&mut body, &mask("00100001"), LOW_GENES, || turned);
            assert_eq!(body, [3000, 1950, third, 5000, 4950, 1000, 2050, eighth]);
            assert_eq!((genes(third).as_str(), genes(eighth).as_str()), (third_genes, eighth_genes));
        }
    }

    #[test]
    fn high_genes_do_not_mutate() {
        // 5.7.3: flipping the fourth gene turns 5000 into 904. This cannot happen here.
        assert_eq!(5000 ^ 1 << 12, 904);
        let mut body = [5000];
        mutate(&mut body, &[true], LOW_GENES, || 1 << 12 | 1);
        assert_eq!(body, [5001]);
    }

    #[test]
    fn points_cut_the_values_into_parts() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(4);
        let changes = |mask: &[bool]| mask.windows(2).filter(|pair| pair[0] != pair[1]).count();
        let mut first = [0u32; 8];
        for _ in 0..700 {
            let mask = Crossover::OnePoint.mask(8, 1.0, &mut random);
            assert_eq!((changes(&mask), mask[0], mask[7]), (1, false, true), "{mask:?}");
            first[mask.iter().position(|&swap| swap).unwrap()] += 1;
            let mask = Crossover::MultiPoint(3).mask(8, 1.0, &mut random);
            assert_eq!((changes(&mask), mask[0]), (3, false), "three distinct points: {mask:?}");
            // There are no more points than that.
            assert_eq!(changes(&Crossover::MultiPoint(50).mask(8, 1.0, &mut random)), 7);
        }
        assert!(first[0] == 0 && first[1..].iter().all(|&times| (60..150).contains(&times)), "{first:?}");
        let some = |crossover: Crossover, random: &mut _| {
            (0..1_000).filter(|_| crossover.mask(8, 0.3, random).contains(&true)).count()
        };
        assert!((240..360).contains(&some(Crossover::OnePoint, &mut random)), "the rate applies to the pair");
        assert!(some(Crossover::Uniform, &mut random) > 900, "the rate applies to each value");
        assert_eq!(Crossover::OnePoint.mask(1, 1.0, &mut random), [false]);
    }

    #[test]
    fn more_genes_can_be_allowed_to_mutate() {
        let mut body = [5000, 5000];
        mutate(&mut body, &[true, false], u16::MAX, || 1 << 12);
        assert_eq!(body, [904, 5000]);
    }

    proptest! {
        #[test]
        fn crossover_keeps_all_values_and_undoes_itself(pairs in prop::collection::vec((any::<u16>(), any::<u16>(), any::<bool>()), 0..40)) {
            let one: Vec<u16> = pairs.iter().map(|pair| pair.0).collect();
            let other: Vec<u16> = pairs.iter().map(|pair| pair.1).collect();
            let mask: Vec<bool> = pairs.iter().map(|pair| pair.2).collect();
            let (mut a, mut b) = (one.clone(), other.clone());
            crossover(&mut a, &mut b, &mask);
            for i in 0..pairs.len() {
                prop_assert_eq!((a[i], b[i]), if mask[i] { (other[i], one[i]) } else { (one[i], other[i]) });
            }
            crossover(&mut a, &mut b, &mask);
            prop_assert_eq!((a, b), (one, other));
        }

        #[test]
        fn a_mutation_moves_by_31_at_most(value in any::<u16>(), turned in any::<u16>()) {
            let mut body = [value, value];
            mutate(&mut body, &[true, false], LOW_GENES, || turned);
            prop_assert!(body[0].abs_diff(value) <= 31);
            prop_assert_eq!(body[1], value);
        }
    }
}
