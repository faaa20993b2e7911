//! Which entry gives way when a new one comes.

/// Which entry gives way when a new one comes: see `docs/search.md` of the
/// repository for what each is worth.
///
/// Whatever the policy, a position has one slot at most, and new knowledge of a
/// position replaces the old, unless it comes from a search at least three plies
/// shallower of the same generation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
#[non_exhaustive]
pub enum TablePolicy {
    /// One slot for a position; the new entry always takes it.
    Always,
    /// One slot; an entry of this search stays if it is deeper than the new one.
    Depth,
    /// Two slots, the first for the deeper entry, the second for whatever the
    /// first refuses or gives up (ZMBL thesis 3.4.2; Breuker's TwoDeep).
    #[default]
    TwoTier,
    /// Two slots, the first for the entry with more nodes below it (Breuker's TwoBig).
    TwoTierBySize,
    /// Four slots, a line of the cache; the shallowest gives way, each search
    /// that has begun since it was written counting like four plies.
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
