//! Forced recaptures.
//!
//! Row T-14 of docs/sources.md lets a recapture be played after a quarter of the
//! expected time, "when the opponent has taken a protected piece with a piece
//! that is now unprotected", without a precise definition. The definition here
//! requires only a static exchange evaluation, which every engine has.

/// Whether a recapture should be played after a short search.
///
/// * `captured`: the value of the piece captured by the opponent's last move, `None` without a capture;
/// * `recapture`: the best static exchange result among the captures on the
///   square where that piece was taken, `None` if there is no such capture;
/// * `other`: the best static exchange result among all other captures, `None` if there is none;
/// * `pawn`: value of a pawn, in the unit of the others.
///
/// Forced means: the captured piece is worth more than half a pawn, the recapture
/// wins at least its value less half a pawn, and no other capture comes within a
/// pawn of the recapture.
///
/// ```
/// use duiyi_clock::is_forced_recapture;
/// // A horse (400) was captured by a cannon (440), which is now unprotected.
/// assert!(is_forced_recapture(Some(400), Some(440), None, 60));
/// // The cannon is protected, and the recapture with the chariot would lose material.
/// assert!(!is_forced_recapture(Some(400), Some(-560), None, 60));
/// // Another capture wins as much, so the choice needs a search.
/// assert!(!is_forced_recapture(Some(400), Some(440), Some(400), 60));
/// // Nothing was captured.
/// assert!(!is_forced_recapture(None, Some(440), None, 60));
/// ```
pub fn is_forced_recapture(captured: Option<i32>, recapture: Option<i32>, other: Option<i32>, pawn: i32) -> bool {
    let (Some(captured), Some(gain)) = (captured, recapture) else {
        return false;
    };
    captured > pawn / 2 && gain >= captured - pawn / 2 && other.is_none_or(|o| o < gain - pawn)
}
