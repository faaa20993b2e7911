//! The value of a position, and its packed form.

use duiyi_game::{Game, Score, Verdict};
use std::{cmp::Ordering, fmt};

/// The value of a position for the side to move, with best play of both sides: the winner wins as
/// early, the loser loses as late as possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The side to move wins after this number of plies; 0 if the game is already won.
    Win(u16),
    /// Neither side can win.
    Draw,
    /// The side to move loses after this number of plies; 0 if the game is already lost.
    Loss(u16),
}

impl Value {
    /// The largest distance that a table can store, in plies.
    pub const MAX_PLIES: u16 = 32_765;

    /// The number of plies to the end of the game; `None` in a draw.
    pub const fn plies(self) -> Option<u16> {
        match self {
            Value::Win(plies) | Value::Loss(plies) => Some(plies),
            Value::Draw => None,
        }
    }

    /// The value of a move, for the side that makes it, to a position of this value. `same_mover`
    /// is `true` if that side is also to move there (a turn of several moves). `None` if the distance
    /// would exceed [`Value::MAX_PLIES`].
    ///
    /// ```
    /// use duiyi_endgame::Value;
    ///
    /// assert_eq!(Value::Loss(0).of_move(false), Some(Value::Win(1)));
    /// assert_eq!(Value::Win(4).of_move(true), Some(Value::Win(5)));
    /// ```
    pub const fn of_move(self, same_mover: bool) -> Option<Value> {
        let Some(plies) = self.plies() else { return Some(Value::Draw) };
        if plies >= Value::MAX_PLIES {
            return None;
        }
        Some(if matches!(self, Value::Win(_)) == same_mover { Value::Win(plies + 1) } else { Value::Loss(plies + 1) })
    }

    /// The value of a position in which the rules have ended the game; `None` if it goes on, as in
    /// [`Game::outcome`]. `stuck` is `true` if the side to move has no legal move.
    pub(crate) fn of_end<G: Game>(game: &G, stuck: bool) -> Option<Value> {
        let score = match game.verdict(0) {
            Verdict::Exact(score, _) => score,
            _ if stuck => game.stuck(0),
            _ => return None,
        };
        Some(match score.cmp(&Score::ZERO) {
            Ordering::Greater => Value::Win(0),
            Ordering::Equal => Value::Draw,
            Ordering::Less => Value::Loss(0),
        })
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A better value for the side to move is greater: an early win, a late win, a draw, a late loss, an
/// early loss.
impl Ord for Value {
    fn cmp(&self, other: &Value) -> Ordering {
        let rank = |value: &Value| match *value {
            Value::Win(plies) => i32::from(u16::MAX) - i32::from(plies) + 1,
            Value::Draw => 0,
            Value::Loss(plies) => i32::from(plies) - i32::from(u16::MAX) - 1,
        };
        rank(self).cmp(&rank(other))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Win(plies) => write!(f, "win in {plies}"),
            Value::Draw => f.write_str("draw"),
            Value::Loss(plies) => write!(f, "loss in {plies}"),
        }
    }
}

/// A value in 16 bits. Tables whose wins are shorter than 127 plies need only the lower 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Packed(pub(crate) u16);

impl Packed {
    /// An index without a position.
    pub(crate) const INVALID: Packed = Packed(0);
    /// A draw.
    pub(crate) const DRAW: Packed = Packed(1);
    /// A position that the analysis has not decided yet; never in a finished table.
    pub(crate) const UNDECIDED: Packed = Packed(u16::MAX);

    /// The distance of a value must not exceed [`Value::MAX_PLIES`].
    pub(crate) const fn new(value: Value) -> Packed {
        match value {
            Value::Draw => Packed::DRAW,
            Value::Loss(plies) => Packed(2 + 2 * plies),
            Value::Win(plies) => Packed(3 + 2 * plies),
        }
    }

    /// The value; `None` for an index without a position, and for an undecided one.
    pub(crate) const fn value(self) -> Option<Value> {
        match self {
            Packed::INVALID | Packed::UNDECIDED => None,
            Packed::DRAW => Some(Value::Draw),
            Packed(bits) if bits.is_multiple_of(2) => Some(Value::Loss((bits - 2) / 2)),
            Packed(bits) => Some(Value::Win((bits - 3) / 2)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_values_are_read_back() {
        for bits in 0..=u16::MAX {
            match Packed(bits).value() {
                Some(value) => assert_eq!(Packed::new(value), Packed(bits)),
                None => assert!(bits == 0 || bits == u16::MAX),
            }
        }
        assert_eq!(Packed::new(Value::Win(Value::MAX_PLIES)), Packed(u16::MAX - 2));
    }

    #[test]
    fn better_values_are_greater() {
        let values = [Value::Loss(0), Value::Loss(u16::MAX), Value::Draw, Value::Win(u16::MAX), Value::Win(3)];
        assert!(values.is_sorted() && values[0] < values[1]);
    }
}
