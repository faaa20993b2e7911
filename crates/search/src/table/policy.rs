//! Replacement policies.

/// Which entry is replaced by a new one; `docs/search.md` of the repository compares the policies.
///
/// With every policy a position occupies at most one slot, and a new result for a position replaces
/// the old one, unless it comes from a search at least three plies shallower in the same
/// generation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
#[non_exhaustive]
pub enum TablePolicy {
    /// One slot per position; the new entry always replaces the old one.
    Always,
    /// One slot; an entry of the current search stays if it is deeper than the new one.
    Depth,
    /// Two slots: the first for the deeper entry, the second for entries that the first rejects or
    /// replaces (ZMBL thesis 3.4.2; Breuker's TwoDeep).
    #[default]
    TwoTier,
    /// Two slots: the first for the entry with more nodes below it (Breuker's TwoBig).
    TwoTierBySize,
    /// Four slots, a cache line; the shallowest is replaced, where each search since the entry was
    /// written counts as four plies.
    Bucket,
}

impl TablePolicy {
    /// All policies.
    pub const ALL: [TablePolicy; 5] = [
        TablePolicy::Always,
        TablePolicy::Depth,
        TablePolicy::TwoTier,
        TablePolicy::TwoTierBySize,
        TablePolicy::Bucket,
    ];

    /// The binary logarithm of the number of slots that a position may use.
    #[inline]
    pub(super) const fn ways_log2(self) -> u32 {
        match self {
            TablePolicy::Always | TablePolicy::Depth => 0,
            TablePolicy::TwoTier | TablePolicy::TwoTierBySize => 1,
            TablePolicy::Bucket => 2,
        }
    }
}
