//! How far a solver may go.

/// How far a solver may go.
#[derive(Clone, Copy)]
pub struct SolverLimits<'a> {
    /// The attacker's turns at most, the winning one counted: 1 to 250.
    pub turns: u32,
    /// Positions with the attacker to move that are looked at, at most.
    pub nodes: u64,
    /// Asked every few hundred positions; `true` stops the search.
    pub stop: Option<&'a dyn Fn() -> bool>,
}

impl Default for SolverLimits<'_> {
    /// Up to forty turns, however many positions that takes.
    fn default() -> Self {
        SolverLimits { turns: 40, nodes: u64::MAX, stop: None }
    }
}

/// The hook of a search under way.
pub(crate) type Stop<'a> = Option<&'a dyn Fn() -> bool>;
