//! The driver of the root: by which windows an iteration finds what the root is worth.

use crate::UnknownName;
use std::str::FromStr;

/// By which windows each iteration finds what the root is worth (rows C-F1 and B-17 of
/// docs/sources.md).
///
/// With [`Enhancements::exact`](crate::Enhancements::exact) the first three give the same value,
/// and [`Driver::Tolerance`] one that is at most its tolerance away.
///
/// ```
/// use duiyi_search::Driver;
/// assert_eq!("mtdf".parse(), Ok(Driver::Mtdf));
/// let error = "mtdg".parse::<Driver>().unwrap_err().to_string();
/// assert_eq!(error, "unknown driver 'mtdg'; expected one of aspiration, mtdf, alpha_beta, tolerance");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Driver {
    /// A window around the last score, opened on the side where the score leaves it. With
    /// `aspiration` of [`Enhancements`](crate::Enhancements) off it is open from the beginning.
    #[default]
    Aspiration,
    /// MTD(f): windows of width one alone, until they meet. Rests on the table; the line is
    /// read from there, and no node is exempt from pruning as the principal variation is.
    /// Source: A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin, "Best-first fixed-depth minimax
    /// algorithms", 1996.
    Mtdf,
    /// Plain alpha-beta: every move of every node is searched with the open window, so that
    /// nodes are cut off by what any ancestor has (deep cut-offs), not its parent alone. The
    /// switches `aspiration` and `principal_variation` count as off, and with them the
    /// reductions of late moves; where a game [fixes](crate::Heuristics::FIXED) the switches,
    /// only the window of the root is open. Source: D. Knuth, R. Moore, "An analysis of
    /// alpha-beta pruning", 1975.
    AlphaBeta,
    /// Windows of width one until the value is known within `tolerance` of
    /// [`Parameters`](crate::Parameters): the move found may be worse than the best by so much.
    /// Wins and losses are found exactly.
    Tolerance,
}

impl Driver {
    /// All of them, the default first.
    pub const ALL: [Driver; 4] = [Driver::Aspiration, Driver::Mtdf, Driver::AlphaBeta, Driver::Tolerance];

    /// Their names, as [`Driver::ALL`].
    pub const NAMES: &'static [&'static str] = &["aspiration", "mtdf", "alpha_beta", "tolerance"];

    /// Its name in options and descriptions.
    pub const fn name(self) -> &'static str {
        Driver::NAMES[self as usize]
    }
}

impl FromStr for Driver {
    type Err = UnknownName;

    /// Reads a name, in upper or lower case.
    fn from_str(name: &str) -> Result<Driver, UnknownName> {
        let named = |driver: &Driver| driver.name().eq_ignore_ascii_case(name);
        Driver::ALL.into_iter().find(named).ok_or_else(|| UnknownName::new("driver", name, Driver::NAMES))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drivers_are_read_by_their_names() {
        for (driver, name) in Driver::ALL.into_iter().zip(Driver::NAMES) {
            assert_eq!((driver.name(), name.to_uppercase().parse()), (*name, Ok(driver)));
        }
        assert_eq!(Driver::default(), Driver::ALL[0]);
    }
}
