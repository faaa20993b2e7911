//! The limits of a solver.

/// The limits of a solver.
#[derive(Clone, Copy)]
pub struct SolverLimits<'a> {
    /// The maximum number of the attacker's turns, including the winning one: 1 to 250.
    pub turns: u32,
    /// The maximum number of nodes, which are positions with the attacker to move.
    pub nodes: u64,
    /// Called every few hundred nodes; `true` stops the search.
    pub stop: Option<&'a dyn Fn() -> bool>,
}

impl Default for SolverLimits<'_> {
    /// Up to forty turns, without a limit of nodes.
    fn default() -> Self {
        SolverLimits { turns: 40, nodes: u64::MAX, stop: None }
    }
}

/// The stop hook of a running search.
pub(crate) type Stop<'a> = Option<&'a dyn Fn() -> bool>;
