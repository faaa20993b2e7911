//! Hashes that are the same on every machine and in every version.

/// The [`digest`] of no bytes, to which [`extend_digest`] adds.
pub const EMPTY_DIGEST: u64 = 0xcbf2_9ce4_8422_2325;

/// A digest of bytes: FNV-1a, 64 bits. It detects damage and mistakes, not forgery.
///
/// ```
/// use duiyi_game::hash::digest;
///
/// assert_eq!(digest(*b""), 0xcbf2_9ce4_8422_2325);
/// assert_eq!(digest(*b"a"), 0xaf63_dc4c_8601_ec8c);
/// ```
pub fn digest(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(EMPTY_DIGEST, |digest, byte| extend_digest(digest, byte.into()))
}

/// One step of [`digest`]: adds a byte, or a word of up to 64 bits in a digest of words.
#[inline]
pub const fn extend_digest(digest: u64, word: u64) -> u64 {
    (digest ^ word).wrapping_mul(0x0100_0000_01b3)
}

/// Spreads a number over all 64 bits by a bijection: the output of SplitMix64 (Steele, Lea and
/// Flood, 2014) from this state. It makes keys of positions from bitboards and replaces a table of
/// random numbers.
///
/// ```
/// use duiyi_game::hash::mix64;
///
/// // The first number of SplitMix64 with the seed 0, as published.
/// assert_eq!(mix64(0), 0xe220_a839_7b1d_cdaf);
/// ```
#[inline]
pub const fn mix64(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}
