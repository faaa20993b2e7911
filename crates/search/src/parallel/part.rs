//! What one thread does in a search.

use super::{lazy_smp::Variation, split_point::Team};

/// The part of one thread in a search.
pub(crate) enum Part<'a, M, I> {
    /// It searches alone.
    Alone,
    /// It searches the whole position as one of several.
    Lazy(Variation<'a>),
    /// It searches, and offers its tree to the team.
    Owner(&'a Team<'a, M, I>),
    /// It does what the team offers.
    Server(&'a Team<'a, M, I>),
}
