//! The windows of one line, all at once.
//!
//! A window (路, "road") is `k` adjacent points of a line. It is open for a side as long as the
//! other side has no stone in it; only open windows can still become a row. Bit `s` of a word
//! stands for the window that begins at offset `s`, so a shift and a mask process all windows of
//! the line at once. The number of stones in each window is a bit-sliced sum.

/// The two numbers of the rules that windows depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WindowRule {
    /// The points of a window.
    pub(crate) k: u32,
    /// The stones of a turn.
    pub(crate) p: u32,
}

/// The open windows of one side on one line, by the stones they still lack. Each set is a subset of
/// the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Levels {
    /// At most `p` stones are missing: the next turn can fill it.
    pub(crate) now: u64,
    /// At most `p + 1` are missing: one stone makes it a threat.
    pub(crate) stone: u64,
    /// At most `2p` are missing: one turn makes it a threat.
    pub(crate) turn: u64,
}

impl Levels {
    /// No windows.
    pub(crate) const NONE: Levels = Levels { now: 0, stone: 0, turn: 0 };

    /// Closes windows.
    #[inline]
    pub(crate) fn close(&mut self, windows: u64) {
        self.now &= !windows;
        self.stone &= !windows;
        self.turn &= !windows;
    }
}

/// For each offset, whether a bit is set at it or at one of the next `k - 1` offsets.
#[inline]
pub(crate) const fn fold(mut bits: u64, k: u32) -> u64 {
    let mut done = 1;
    while done < k {
        let step = if done < k - done { done } else { k - done };
        bits |= bits >> step;
        done += step;
    }
    bits
}

/// The points of a set of windows.
#[inline]
pub(crate) const fn spread(mut windows: u64, k: u32) -> u64 {
    let mut done = 1;
    while done < k {
        let step = if done < k - done { done } else { k - done };
        windows |= windows << step;
        done += step;
    }
    windows
}

/// The windows that contain the point at `offset`.
#[inline]
pub(crate) const fn around(offset: u32, k: u32) -> u64 {
    let below = (1 << offset) | ((1 << offset) - 1);
    if offset >= k { below & !((1 << (offset + 1 - k)) - 1) } else { below }
}

/// A mask of the lowest `count` bits (`count` below 64).
#[inline]
pub(crate) const fn low(count: u32) -> u64 {
    (1 << count) - 1
}

impl WindowRule {
    /// The windows of a line of `len` points.
    #[inline]
    pub(crate) const fn starts(self, len: u32) -> u64 {
        if len < self.k { 0 } else { low(len - self.k + 1) }
    }

    /// The windows without a stone of the other side.
    #[inline]
    pub(crate) const fn open(self, other: u64, len: u32) -> u64 {
        self.starts(len) & !fold(other, self.k)
    }

    /// The open windows by the stones they lack.
    #[inline]
    pub(crate) fn levels(self, own: u64, other: u64, len: u32) -> Levels {
        let open = self.open(other, len);
        if self.is_six_by_two() { six_by_two(own, open) } else { self.general(own, open) }
    }

    /// Whether these are the numbers of Connect6, which have a faster count.
    #[inline]
    pub(crate) const fn is_six_by_two(self) -> bool {
        self.k == 6 && self.p == 2
    }

    /// The open windows that lack at most `p` stones.
    #[inline]
    pub(crate) fn now(self, own: u64, other: u64, len: u32) -> u64 {
        self.levels(own, other, len).now
    }

    /// The levels for any rules: the sum in six bit slices, compared with the three bounds.
    pub(crate) fn general(self, own: u64, open: u64) -> Levels {
        let mut slices = [0u64; 6];
        for i in 0..self.k {
            let mut carry = own >> i;
            for slice in &mut slices {
                (*slice, carry) = (*slice ^ carry, *slice & carry);
            }
        }
        let at_least = |bound: u32| {
            let (mut more, mut equal) = (0, !0);
            for (bit, &slice) in slices.iter().enumerate().rev() {
                if bound >> bit & 1 == 1 {
                    equal &= slice;
                } else {
                    more |= equal & slice;
                }
            }
            (more | equal) & open
        };
        Levels {
            now: at_least(self.k.saturating_sub(self.p)),
            stone: at_least(self.k.saturating_sub(self.p + 1)),
            turn: at_least(self.k.saturating_sub(2 * self.p)),
        }
    }

    /// The size of the smallest set of points that meets all the given windows of one line, whose
    /// empty points are given. Exact: some point must meet the window that ends first, and the last
    /// empty point of this window meets every other window that any of its points meets. (Wu and
    /// Huang count in this way; their method marks all empty points of the window, with the same
    /// result.)
    #[inline]
    pub(crate) fn meet(self, mut windows: u64, empty: u64) -> u32 {
        let mut count = 0;
        while windows != 0 {
            let start = windows.trailing_zeros();
            let cells = empty >> start & low(self.k);
            if cells == 0 {
                // A full row can't be met: the game is over.
                return u32::MAX / 8;
            }
            let last = start + 63 - cells.leading_zeros();
            windows &= !(low(last) | 1 << last);
            count += 1;
        }
        count
    }
}

/// The levels of Connect6: at least four, three and two stones of six.
#[inline]
pub(crate) fn six_by_two(own: u64, open: u64) -> Levels {
    // Three sums of two adjacent bits, each of two bits; their ones are added, and the carry is
    // added to the twos.
    let (ones, twos) = (own ^ own >> 1, own & own >> 1);
    let (a, b, c) = (ones, ones >> 2, ones >> 4);
    let carry = a & b | c & (a | b);
    let odd = a ^ b ^ c;
    let (d, e, f) = (twos, twos >> 2, twos >> 4);
    let any = d | e | f | carry;
    let two = d & e | f & carry | (d | e) & (f | carry);
    Levels { now: two & open, stone: (two | any & odd) & open, turn: any & open }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The windows of a line, computed one by one.
    fn walk(own: u64, other: u64, len: u32, k: u32, missing: u32) -> u64 {
        (0..64)
            .filter(|start| start + k <= len)
            .filter(|start| (0..k).all(|i| other >> (start + i) & 1 == 0))
            .filter(|start| (0..k).filter(|i| own >> (start + i) & 1 == 0).count() as u32 <= missing)
            .fold(0, |set, start| set | 1 << start)
    }

    /// The fewest points that meet all windows, by trying every set.
    fn fewest(windows: u64, empty: u64, k: u32, len: u32) -> u32 {
        fn meets(windows: u64, empty: u64, k: u32, len: u32, left: u32, from: u32) -> bool {
            windows == 0
                || left > 0
                    && (from..len)
                        .filter(|c| empty >> c & 1 == 1)
                        .any(|c| meets(windows & !around(c, k), empty, k, len, left - 1, c + 1))
        }
        (0..).find(|&n| meets(windows, empty, k, len, n, 0)).expect("all the points meet all windows")
    }

    proptest! {
        #[test]
        fn levels_agree_with_a_walk(
            mask in any::<u64>(), fill in any::<u64>(), rare in any::<u64>(), len in 3u32..60, k in 1u32..14, p in 1u32..5,
        ) {
            let own = mask & low(len);
            let other = !mask & fill & rare & low(len);
            for rule in [WindowRule { k, p }, WindowRule { k: 6, p: 2 }] {
                let levels = rule.levels(own, other, len);
                prop_assert_eq!(levels.now, walk(own, other, len, rule.k, rule.p));
                prop_assert_eq!(levels.stone, walk(own, other, len, rule.k, rule.p + 1));
                prop_assert_eq!(levels.turn, walk(own, other, len, rule.k, 2 * rule.p));
                prop_assert_eq!(levels.now, rule.now(own, other, len));
            }
        }

        #[test]
        fn folding_and_spreading_agree_with_walks(bits in any::<u64>(), k in 1u32..20, offset in 0u32..59) {
            let bits = bits & low(40);
            for i in 0..64 {
                prop_assert_eq!(fold(bits, k) >> i & 1 == 1, (i..(i + k).min(64)).any(|j| bits >> j & 1 == 1));
                prop_assert_eq!(spread(bits, k) >> i & 1 == 1, (0..k.min(i + 1)).any(|j| bits >> (i - j) & 1 == 1));
                prop_assert_eq!(around(offset, k) >> i & 1 == 1, i <= offset && offset < i + k);
            }
        }

        #[test]
        fn the_greedy_count_is_the_smallest(mask in any::<u64>(), more in any::<u64>(), other in any::<u64>(), thin in any::<u64>()) {
            let len = 19;
            let own = (mask | more) & low(len);
            let other = other & thin & !own & low(len);
            let rule = WindowRule { k: 6, p: 2 };
            let empty = !own & !other & low(len);
            // Full rows can't be met.
            let windows = rule.now(own, other, len) & fold(empty, 6);
            prop_assert_eq!(rule.meet(windows, empty), fewest(windows, empty, 6, len));
        }
    }
}
