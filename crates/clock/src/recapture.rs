//! When taking back is forced.
//!
//! Row T-14 of docs/sources.md lets a recapture be played after a quarter of the
//! expected time, "when the opponent has taken a protected piece with a piece
//! that is now unprotected", without saying how that is seen. The definition adopted here needs only what every engine has,
//! a static exchange evaluation.

/// Whether the position calls for taking back without much thought.
///
/// * `captured`: value of what the opponent's last move took, `None` if it was no capture;
/// * `recapture`: the best static exchange result among the captures on the
///   square where that piece was taken, `None` if there is no such capture;
/// * `other`: the best static exchange result among all other captures, `None` if there is none;
/// * `pawn`: value of a pawn, in the unit of the others.
///
/// Forced means: something of more than a pawn's half was taken, taking back
/// wins at least as much less half a pawn, and no other capture comes within a
/// pawn of it.
///
/// ```
/// use duiyi_clock::is_forced_recapture;
/// // A horse (400) was taken; the taker, a cannon (440), now stands unprotected.
/// assert!(is_forced_recapture(Some(400), Some(440), None, 60));
/// // It is protected, and taking back with the chariot would lose.
/// assert!(!is_forced_recapture(Some(400), Some(-560), None, 60));
/// // Another capture wins as much: there is a choice to think about.
/// assert!(!is_forced_recapture(Some(400), Some(440), Some(400), 60));
/// // Nothing was taken.
/// assert!(!is_forced_recapture(None, Some(440), None, 60));
/// ```
pub fn is_forced_recapture(captured: Option<i32>, recapture: Option<i32>, other: Option<i32>, pawn: i32) -> bool {
    let (Some(captured), Some(gain)) = (captured, recapture) else {
        return false;
    };
    captured > pawn / 2 && gain >= captured - pawn / 2 && other.is_none_or(|o| o < gain - pawn)
}
