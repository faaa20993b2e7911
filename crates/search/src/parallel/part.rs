//! The role of a thread in a search.

use super::{lazy_smp::Variation, split_point::Team};

/// The role of a thread in a search.
pub(crate) enum Part<'a, M, I> {
    /// It searches alone.
    Alone,
    /// It searches the whole position, together with other threads.
    Lazy(Variation<'a>),
    /// It searches and shares its tree with the team.
    Owner(&'a Team<'a, M, I>),
    /// It helps at the team's split points.
    Server(&'a Team<'a, M, I>),
}
