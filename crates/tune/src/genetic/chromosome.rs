//! Chromosomes: sixteen genes each, and what is done to them.
//!
//! Source: the Connect6 thesis, 5.5, 5.7.2 and 5.7.3; rows C-D1, C-D5 and C-D6 of docs/sources.md.

/// How many of the sixteen genes a mutation may turn: the five lowest, so that
/// a value moves by 31 at most and stays what it is. Turning a high one makes
/// 904 of 5000.
pub const LOW_GENES: u16 = 0b1_1111;

/// The genes of a value, the highest first.
///
/// ```
/// assert_eq!(duiyi_tune::genetic::genes(1000), "0000001111101000");
/// ```
pub fn genes(value: u16) -> String {
    format!("{value:016b}")
}

/// Uniform crossover: where the mask is set the two individuals exchange their values.
pub fn crossover(one: &mut [u16], other: &mut [u16], mask: &[bool]) {
    for ((one, other), _) in one.iter_mut().zip(other).zip(mask).filter(|(_, swap)| **swap) {
        std::mem::swap(one, other);
    }
}

/// Mutation: where the mask is set, the value's genes that are set in `turned`
/// are turned over. Only the [`LOW_GENES`] of `turned` count.
pub fn mutate(values: &mut [u16], mask: &[bool], mut turned: impl FnMut() -> u16) {
    for (value, _) in values.iter_mut().zip(mask).filter(|(_, here)| **here) {
        *value ^= turned() & LOW_GENES;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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
            mutate(&mut body, &mask("00100001"), || turned);
            assert_eq!(body, [3000, 1950, third, 5000, 4950, 1000, 2050, eighth]);
            assert_eq!((genes(third).as_str(), genes(eighth).as_str()), (third_genes, eighth_genes));
        }
    }

    #[test]
    fn a_high_gene_would_change_everything() {
        // 5.7.3: 5000 with its fourth gene turned is 904. It can't happen here.
        assert_eq!(5000 ^ 1 << 12, 904);
        let mut body = [5000];
        mutate(&mut body, &[true], || 1 << 12 | 1);
        assert_eq!(body, [5001]);
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
            mutate(&mut body, &[true, false], || turned);
            prop_assert!(body[0].abs_diff(value) <= 31);
            prop_assert_eq!(body[1], value);
        }
    }
}
