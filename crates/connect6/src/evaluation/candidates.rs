//! The best points, selected without sorting all of them.
//!
//! Every node of a search needs them, so speed matters: plain insertion into a short list costs
//! more than the rest of the evaluation, nearly all of it in mispredicted branches. Here a
//! threshold is first computed from the best of each eight points, such that the wanted points and
//! few others exceed it; those are ranked by counting how many are better. Neither step has a
//! branch that is hard to predict.

use crate::{Point, Rules};
use arrayvec::ArrayVec;

/// An empty point with the value of a stone there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoredPoint {
    /// The point.
    pub point: Point,
    /// The value of a stone there, see [`Evaluation::score`](super::Evaluation::score).
    pub score: u32,
}

impl Default for ScoredPoint {
    fn default() -> Self {
        ScoredPoint { point: Point::from_index(0), score: 0 }
    }
}

/// The number of keys processed together: one or two vector instructions.
pub(crate) const CHUNK: usize = 8;

/// The chunks of the largest board.
const CHUNKS: usize = (Point::MOST).div_ceil(CHUNK);

/// The largest number of points found by threshold and rank; for more, keys are inserted one by
/// one.
const MOST: usize = 32;

const POINT_BITS: u32 = 12;
const POINT_MASK: i32 = (1 << POINT_BITS) - 1;

/// A score (0 to 2¹⁸ − 1) and its point in one number that orders by the score and then by the
/// point, so all keys differ. 0 means no point.
#[inline]
pub(crate) fn key(point: usize, score: i32) -> i32 {
    score << POINT_BITS | POINT_MASK - point as i32
}

/// The difference of keys for a difference of scores.
#[inline]
pub(crate) fn key_difference(score: i32) -> i32 {
    score << POINT_BITS
}

#[inline]
pub(crate) fn score_of(key: i32) -> u32 {
    (key >> POINT_BITS) as u32
}

#[inline]
fn scored(key: i32) -> ScoredPoint {
    ScoredPoint { point: Point::from_index((POINT_MASK - (key & POINT_MASK)) as usize), score: score_of(key) }
}

/// 1 on the edge, plus one for each step away from it. 1 everywhere on a board that stands for one without an edge.
pub(crate) fn edge_distance(rules: Rules, point: Point) -> i32 {
    if rules.radius().is_some() {
        return 1;
    }
    let (column, row) = (rules.column(point), rules.row(point));
    let across = column.min(rules.width() - 1 - column);
    let along = row.min(rules.height() - 1 - row);
    i32::from(across.min(along)) + 1
}

/// Fills the buffer with the largest nonzero keys in descending order.
#[inline]
pub(crate) fn best(all: impl Iterator<Item = [i32; CHUNK]>, buffer: &mut [ScoredPoint]) -> &[ScoredPoint] {
    let wanted = buffer.len();
    if wanted == 0 {
        return buffer;
    }
    if wanted > MOST {
        return insert_all(all.flatten(), buffer);
    }
    let mut chunks: ArrayVec<[i32; CHUNK], CHUNKS> = ArrayVec::new();
    let mut maxima: ArrayVec<i32, CHUNKS> = ArrayVec::new();
    for chunk in all {
        maxima.push(chunk.iter().copied().fold(0, i32::max));
        chunks.push(chunk);
    }
    let threshold = threshold(&maxima, wanted);
    // At most `wanted` + `wanted` / 4 chunks exceed the threshold.
    let mut passed = [0; (MOST + MOST / 4 + 1) * CHUNK];
    let mut count = 0;
    for (chunk, &maximum) in chunks.iter().zip(&maxima) {
        if maximum > threshold {
            for &key in chunk {
                passed[count] = key;
                count += usize::from(key > threshold);
            }
        }
    }
    let passed = &passed[..count];
    for &key in passed {
        let rank: usize = passed.iter().map(|&other| i32::from(other > key)).sum::<i32>() as usize;
        if let Some(place) = buffer.get_mut(rank) {
            *place = scored(key);
        }
    }
    &buffer[..count.min(wanted)]
}

/// A number that at least `wanted` of the maxima exceed, and at most a quarter more; 0 if fewer are
/// greater than 0.
#[inline]
fn threshold(maxima: &[i32], wanted: usize) -> i32 {
    let above = |threshold: i32| maxima.iter().map(|&maximum| i32::from(maximum > threshold)).sum::<i32>() as usize;
    let enough = wanted..=wanted + wanted / 4;
    // While `low` lets too many pass and `high` too few, the middle improves one of them; keys
    // differ, so some number lets exactly `wanted` pass.
    let (mut low, mut high) = (0, maxima.iter().copied().fold(0, i32::max));
    if above(low) <= *enough.end() {
        return 0;
    }
    loop {
        let middle = low + (high - low) / 2;
        let passing = above(middle);
        if enough.contains(&passing) {
            return middle;
        }
        if passing < wanted {
            high = middle;
        } else {
            low = middle;
        }
    }
}

/// The same for any number of points except 0, by insertion.
fn insert_all(keys: impl Iterator<Item = i32>, buffer: &mut [ScoredPoint]) -> &[ScoredPoint] {
    let mut found = 0;
    for key in keys.filter(|&key| key > 0) {
        let candidate = scored(key);
        if found < buffer.len() {
            found += 1;
        } else if buffer[found - 1].score >= candidate.score {
            continue;
        }
        let mut at = found - 1;
        while at > 0 && buffer[at - 1].score < candidate.score {
            buffer[at] = buffer[at - 1];
            at -= 1;
        }
        buffer[at] = candidate;
    }
    &buffer[..found]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_best_agree_with_sorting(
            scores in prop::collection::vec(0i32..1 << 18, 1..500),
            divisor in prop::sample::select(vec![1, 1000, 1 << 18]),
            wanted in 0usize..70,
        ) {
            // Small scores are often equal; every third point is occupied.
            let mut keys: Vec<i32> = scores
                .iter()
                .enumerate()
                .map(|(point, &score)| if point % 3 == 0 { 0 } else { key(point, score / divisor) })
                .collect();
            keys.resize(keys.len().next_multiple_of(CHUNK), 0);
            let mut sorted: Vec<i32> = keys.iter().copied().filter(|&key| key > 0).collect();
            sorted.sort_unstable_by(|a, b| b.cmp(a));
            sorted.truncate(wanted);
            let mut buffer = vec![ScoredPoint::default(); wanted];
            let expected: Vec<ScoredPoint> = sorted.into_iter().map(scored).collect();
            prop_assert_eq!(best(keys.as_chunks().0.iter().copied(), &mut buffer), &expected[..]);
            if wanted > 0 {
                prop_assert_eq!(insert_all(keys.iter().copied(), &mut buffer), &expected[..]);
            }
        }
    }
}
