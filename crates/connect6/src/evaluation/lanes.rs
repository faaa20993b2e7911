//! What the sums over the points are kept in.

/// What a point is worth to one colour, ready to be added up: by [`Role`](super::Role), then two
/// counts in each of the others (the tables say which). Where a network judges, all but the lane of
/// the wins are its counts, two in each.
pub(crate) type Lanes = [i32; 8];
