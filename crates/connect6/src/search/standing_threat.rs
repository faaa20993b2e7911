//! The effect of a standing threat on the search: a side would win by threats if the other side
//! passed.

/// Settings for standing threats: the side to move would lose to threats if it passed, so it must
/// spend its turn on them, which the evaluation does not include. Without them the search sees
/// quiet preparations of the other side two turns too late.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StandingThreat {
    /// The penalty in the evaluation, in its units.
    pub cost: u16,
    /// The extension of the position in plies.
    pub plies: u8,
    /// Whether to try only stones that touch the proof of the threat (its zone, see
    /// [`Threat`](crate::solver::Threat)); all others lose to it.
    pub zone: bool,
}

impl StandingThreat {
    /// Standing threats are not searched for.
    pub const NONE: StandingThreat = StandingThreat { cost: 0, plies: 0, zone: false };
}

impl Default for StandingThreat {
    fn default() -> StandingThreat {
        StandingThreat { cost: 300, plies: 1, zone: true }
    }
}
