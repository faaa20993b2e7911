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

impl<'a, M, I> Part<'a, M, I> {
    /// How the thread's search differs, its team, and whether it only serves the team.
    pub(crate) fn role(self) -> (Variation<'a>, Option<&'a Team<'a, M, I>>, bool) {
        match self {
            Part::Alone => (Variation::Main, None, false),
            Part::Lazy(variation) => (variation, None, false),
            Part::Owner(team) => (Variation::Main, Some(team), false),
            Part::Server(team) => (Variation::Main, Some(team), true),
        }
    }
}
