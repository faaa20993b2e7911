//! Loops over many small integers. Compilers vectorise all but the sum of products, which uses the vectors of `wide`.
//!
//! They are not `#[inline]`, so they are compiled in this crate, which the test profile optimises, and
//! not in each crate that uses a network.

use wide::{i16x16, i32x8};

/// The size of a group of units: the number of hidden units of a network is a multiple of it.
pub const LANES: usize = 32;

/// The maximum of a clipped unit: 1 in floating point.
pub(crate) const UNIT: i16 = 255;

/// A group of units or weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Lane(pub(crate) [i16; LANES]);

impl Lane {
    pub(crate) const ZERO: Lane = Lane([0; LANES]);
}

/// `to = from + on − off`.
pub(crate) fn exchange(to: &mut [Lane], from: &[Lane], on: &[Lane], off: &[Lane]) {
    for (((to, from), on), off) in to.iter_mut().zip(from).zip(on).zip(off) {
        for lane in 0..LANES {
            to.0[lane] = from.0[lane].wrapping_add(on.0[lane]).wrapping_sub(off.0[lane]);
        }
    }
}

/// `to = from + on − off − taken`.
pub(crate) fn capture(to: &mut [Lane], from: &[Lane], on: &[Lane], [off, taken]: [&[Lane]; 2]) {
    for ((((to, from), on), off), taken) in to.iter_mut().zip(from).zip(on).zip(off).zip(taken) {
        for lane in 0..LANES {
            let sum = from.0[lane].wrapping_add(on.0[lane]);
            to.0[lane] = sum.wrapping_sub(off.0[lane]).wrapping_sub(taken.0[lane]);
        }
    }
}

/// `units += on − off`.
pub(crate) fn exchange_in_place(units: &mut [Lane], on: &[Lane], off: &[Lane]) {
    for ((unit, on), off) in units.iter_mut().zip(on).zip(off) {
        for lane in 0..LANES {
            unit.0[lane] = unit.0[lane].wrapping_add(on.0[lane]).wrapping_sub(off.0[lane]);
        }
    }
}

/// `to += on`.
pub(crate) fn add(to: &mut [Lane], on: &[Lane]) {
    for (to, on) in to.iter_mut().zip(on) {
        for lane in 0..LANES {
            to.0[lane] = to.0[lane].wrapping_add(on.0[lane]);
        }
    }
}

/// `to −= off`.
pub(crate) fn subtract(to: &mut [Lane], off: &[Lane]) {
    for (to, off) in to.iter_mut().zip(off) {
        for lane in 0..LANES {
            to.0[lane] = to.0[lane].wrapping_sub(off.0[lane]);
        }
    }
}

/// The sum of the weights times the squares of the clipped units.
///
/// With |weight| ≤ 128 and a unit up to 255 their product fits 16 bits.
pub(crate) fn squares(units: &[Lane], weights: &[Lane]) -> i32 {
    let unit = i16x16::splat(UNIT);
    let mut sums = [i32x8::ZERO; 2];
    for (units, weights) in units.iter().zip(weights) {
        let halves = units.0.as_chunks::<16>().0.iter().zip(weights.0.as_chunks::<16>().0);
        for (sum, (&units, &weights)) in sums.iter_mut().zip(halves) {
            let clipped = i16x16::new(units).max(i16x16::ZERO).min(unit);
            *sum += clipped.dot(clipped * i16x16::new(weights));
        }
    }
    (sums[0] + sums[1]).reduce_add()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_agree_with_plain_loops() {
        let lane = |seed: i32| Lane(std::array::from_fn(|i| ((i as i32 * 7919 + seed * 104_729) % 601 - 300) as i16));
        let (from, on, off, taken) = ([lane(1), lane(2)], [lane(3), lane(4)], [lane(5), lane(6)], [lane(7), lane(8)]);
        let mut to = [Lane::ZERO; 2];
        capture(&mut to, &from, &on, [&off, &taken]);
        let mut other = from;
        add(&mut other, &on);
        subtract(&mut other, &off);
        let mut exchanged = [Lane::ZERO; 2];
        exchange(&mut exchanged, &from, &on, &off);
        assert_eq!(exchanged, other);
        subtract(&mut other, &taken);
        assert_eq!(to, other);
        assert_eq!(to[1].0[9], from[1].0[9] + on[1].0[9] - off[1].0[9] - taken[1].0[9]);
        let weights = on.map(|lane| Lane(lane.0.map(|weight| weight % 128)));
        let plain: i32 = to
            .iter()
            .zip(&weights)
            .flat_map(|(units, weights)| units.0.into_iter().zip(weights.0))
            .map(|(unit, weight)| i32::from(unit.clamp(0, 255)).pow(2) * i32::from(weight))
            .sum();
        assert_ne!(plain, 0);
        assert_eq!(squares(&to, &weights), plain);
    }

    #[test]
    fn the_largest_products_fit() {
        let units = [Lane([i16::MAX; LANES]); 4];
        for weight in [-128, 127] {
            let expected = 255 * 255 * i32::from(weight) * 4 * LANES as i32;
            assert_eq!(squares(&units, &[Lane([weight; LANES]); 4]), expected);
        }
    }
}
