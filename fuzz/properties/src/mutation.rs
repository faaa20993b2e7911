//! Seeded mutations of inputs, the same on every machine.

use duiyi_game::hash::mix64;

/// Numbers drawn from a seed.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The numbers of a seed.
    pub fn new(seed: u64) -> Random {
        Random(mix64(seed))
    }

    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(1);
        mix64(self.0)
    }

    /// A number from 0 to `bound` - 1, or 0 if `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.number().checked_rem(bound as u64).unwrap_or_default() as usize
    }

    /// An element of a list that is not empty.
    pub fn choice<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }

    /// Arbitrary bytes.
    pub fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.number() as u8).collect()
    }
}

/// Numbers at the ends of the ranges of common types, and lengths that a reader must not allocate.
const EXTREMES: [u64; 12] = [
    0,
    1,
    0x7f,
    0xff,
    0x7fff,
    0xffff,
    0x7fff_ffff,
    0xffff_ffff,
    0x0100_0000_0000,
    i64::MAX as u64,
    u64::MAX - 7,
    u64::MAX,
];

/// Changes an input in one to four places: bits, bytes, numbers, ranges that are removed, repeated or taken from
/// one of the `others`, or its end.
///
/// ```
/// use duiyi_fuzz::mutation::{Random, mutate};
///
/// let one = |seed| mutate(b"1. C2.5 N8+7", &[], &mut Random::new(seed));
/// assert_eq!(one(3), one(3));
/// assert_ne!(one(3), one(4));
/// ```
pub fn mutate(input: &[u8], others: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for _ in 0..=random.below(4) {
        change(&mut bytes, others, random);
    }
    bytes
}

/// A range of at most `most` bytes.
fn range(bytes: &[u8], most: usize, random: &mut Random) -> std::ops::Range<usize> {
    let from = random.below(bytes.len() + 1);
    from..from + random.below(most.min(bytes.len() - from) + 1)
}

fn change(bytes: &mut Vec<u8>, others: &[Vec<u8>], random: &mut Random) {
    let at = random.below(bytes.len());
    match random.below(10) {
        0 | 1 if !bytes.is_empty() => bytes[at] ^= 1 << random.below(8),
        2 if !bytes.is_empty() => bytes[at] = random.number() as u8,
        3 => drop(bytes.drain(range(bytes, 16, random))),
        4 => {
            let repeated = bytes[range(bytes, 32, random)].to_vec();
            let times = 1 + random.below(4);
            bytes.splice(at..at, repeated.repeat(times));
        }
        5 => {
            let count = random.below(9);
            let inserted = random.bytes(count);
            bytes.splice(at..at, inserted);
        }
        6 if !others.is_empty() => {
            let other: &Vec<u8> = random.choice(others);
            let taken = other[range(other, 64, random)].to_vec();
            let end = bytes.len().min(at + random.below(2) * taken.len());
            bytes.splice(at..end, taken);
        }
        7 => bytes.truncate(at),
        8 => {
            let width = [1, 2, 4, 8][random.below(4)];
            let number = random.choice(&EXTREMES).wrapping_add(random.number() % 3).to_le_bytes();
            for (place, byte) in bytes.iter_mut().skip(at).zip(&number[..width]) {
                *place = *byte;
            }
        }
        _ => replace_decimal(bytes, at, random),
    }
}

/// Replaces the first decimal number after a place by an extreme one; without one, changes a bit.
fn replace_decimal(bytes: &mut Vec<u8>, at: usize, random: &mut Random) {
    match bytes[at..].iter().position(u8::is_ascii_digit) {
        Some(before) => {
            let from = at + before;
            let length = bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            bytes.splice(from..from + length, random.choice(&EXTREMES).to_string().into_bytes());
        }
        None if bytes.is_empty() => bytes.push(random.number() as u8),
        None => bytes[at] ^= 1 << random.below(8),
    }
}
