//! What it means to the search that a side would win by threats if the other
//! one passed.

/// How a standing threat counts: the side to move would lose to threats if it
/// passed, so it must spend its turn on that, which the evaluation does not
/// know. Where this is not looked at, quiet preparations of the other side are
/// seen two turns too late.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StandingThreat {
    /// What the evaluation loses by it, in its units.
    pub cost: u16,
    /// By how many plies the position is searched deeper.
    pub plies: u8,
    /// Whether only stones are tried that touch the proof of what is threatened
    /// (its zone, see [`Threat`](crate::solver::Threat)); all others lose to it.
    pub zone: bool,
}

impl StandingThreat {
    /// It is not looked for.
    pub const NONE: StandingThreat = StandingThreat { cost: 0, plies: 0, zone: false };
}

impl Default for StandingThreat {
    fn default() -> StandingThreat {
        StandingThreat { cost: 300, plies: 1, zone: true }
    }
}
