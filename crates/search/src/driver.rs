//! The driver of the root: the windows with which an iteration finds the value of the root.

use crate::UnknownName;
use std::str::FromStr;

/// How each iteration finds the value of the root (rows C-F1 and B-17 of docs/sources.md).
///
/// With [`Enhancements::exact`](crate::Enhancements::exact) the first three return the same value;
/// the value of [`Driver::Tolerance`] differs by at most its tolerance.
///
/// ```
/// use duiyi_search::Driver;
/// assert_eq!("mtdf".parse(), Ok(Driver::Mtdf));
/// let error = "mtdg".parse::<Driver>().unwrap_err().to_string();
/// assert_eq!(error, "unknown driver 'mtdg'; expected one of aspiration, mtdf, alpha_beta, tolerance");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Driver {
    /// A window around the last score, widened on the side where the score falls outside. With
    /// `aspiration` of [`Enhancements`](crate::Enhancements) off the window is open from the
    /// beginning.
    #[default]
    Aspiration,
    /// MTD(f): null windows only, until the bounds meet. It relies on the table; the principal
    /// variation is read from there, and no node is exempt from pruning as a principal variation
    /// node. Source: A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin, "Best-first fixed-depth minimax
    /// algorithms", 1996.
    Mtdf,
    /// Plain alpha-beta: every move of every node is searched with the full window, so that nodes
    /// are cut off by the bounds of any ancestor (deep cut-offs), not only of the parent. The
    /// switches `aspiration` and `principal_variation` count as off, and so do late move
    /// reductions; where a game [fixes](crate::Heuristics::FIXED) the switches, only the root has
    /// the full window. Source: D. Knuth, R. Moore, "An analysis of alpha-beta pruning", 1975.
    AlphaBeta,
    /// Null windows until the value is known within `tolerance` of
    /// [`Parameters`](crate::Parameters): the best move found may be worse than the true best by
    /// that much. Wins and losses are found exactly.
    Tolerance,
}

impl Driver {
    /// All drivers, the default first.
    pub const ALL: [Driver; 4] = [Driver::Aspiration, Driver::Mtdf, Driver::AlphaBeta, Driver::Tolerance];

    /// The names of all drivers, in the order of [`Driver::ALL`].
    pub const NAMES: &'static [&'static str] = &["aspiration", "mtdf", "alpha_beta", "tolerance"];

    /// The name in options and descriptions.
    pub const fn name(self) -> &'static str {
        Driver::NAMES[self as usize]
    }
}

impl FromStr for Driver {
    type Err = UnknownName;

    /// Reads a name; case is ignored.
    fn from_str(name: &str) -> Result<Driver, UnknownName> {
        let named = |driver: &Driver| driver.name().eq_ignore_ascii_case(name);
        Driver::ALL.into_iter().find(named).ok_or_else(|| UnknownName::new("driver", name, Driver::NAMES))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drivers_are_parsed_by_name() {
        for (driver, name) in Driver::ALL.into_iter().zip(Driver::NAMES) {
            assert_eq!((driver.name(), name.to_uppercase().parse()), (*name, Ok(driver)));
        }
        assert_eq!(Driver::default(), Driver::ALL[0]);
    }
}
