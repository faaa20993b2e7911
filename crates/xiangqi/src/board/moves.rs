//! A move: from one point to another.

use super::square::Square;
use alloc::string::String;
use core::{fmt, num::NonZeroU16, str::FromStr};

/// A move, packed into 14 bits. The captured piece depends on the position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(NonZeroU16);

/// More moves than any position has: the most a side can have is below 120
/// with the full set of pieces on an empty board (34 for two rooks, 34 for two
/// cannons, 16 for two horses, 15 for five pawns, 8 + 8 + 4 for the rest).
pub const MAX_MOVES: usize = 128;

/// The moves of one position.
pub type MoveList = arrayvec::ArrayVec<Move, MAX_MOVES>;

/// Text that is not a move in coordinates.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a move: expected two different squares, such as h2e2")]
pub struct ParseMoveError(pub String);

impl Move {
    /// The move between two points, or `None` if they are the same.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Option<Move> {
        if from.index() == to.index() {
            return None;
        }
        match NonZeroU16::new((from.index() << 7 | to.index()) as u16) {
            Some(bits) => Some(Move(bits)),
            None => None,
        }
    }

    /// For generators: `from` and `to` are known to differ.
    #[inline]
    pub(crate) fn between(from: Square, to: Square) -> Move {
        debug_assert!(from != to);
        // The shifted `from` is joined with a `to` that differs, so one of the
        // two is not zero and the fallback is never taken.
        Move(NonZeroU16::new((from.index() << 7 | to.index()) as u16).unwrap_or(NonZeroU16::MAX))
    }

    /// The square that the piece leaves.
    #[inline]
    pub const fn from(self) -> Square {
        Square::at((self.0.get() >> 7) as usize)
    }

    /// The square that the piece enters.
    #[inline]
    pub const fn to(self) -> Square {
        Square::at((self.0.get() & 127) as usize)
    }

    /// The packed form, never 0.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// The inverse of [`Move::bits`]; `None` if the bits do not encode two different points.
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Move> {
        match (Square::from_index((bits >> 7) as usize), Square::from_index((bits & 127) as usize)) {
            (Some(from), Some(to)) => Move::new(from, to),
            _ => None,
        }
    }

    /// The same move with the files exchanged (a ↔ i).
    #[inline]
    #[must_use]
    pub fn mirrored(self) -> Move {
        Move::between(self.from().mirror(), self.to().mirror())
    }

    /// The move in the opposite direction.
    #[inline]
    pub fn reversed(self) -> Move {
        Move::between(self.to(), self.from())
    }
}

impl fmt::Display for Move {
    /// Coordinates as in UCCI and UCI: `h2e2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        let read = || {
            let from = text.get(..2)?.parse().ok()?;
            let to = text.get(2..)?.parse().ok()?;
            Move::new(from, to)
        };
        read().ok_or_else(|| ParseMoveError(text.chars().take(16).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_round_trips_through_bits_and_text() {
        for from in Square::all() {
            for to in Square::all() {
                let Some(m) = Move::new(from, to) else {
                    assert_eq!(from, to);
                    continue;
                };
                assert_eq!((m.from(), m.to()), (from, to));
                assert_eq!(Move::from_bits(m.bits()), Some(m));
                assert_eq!(m.to_string().parse(), Ok(m));
                assert_eq!(m, Move::between(from, to));
            }
        }
        assert_eq!(Move::from_bits(0), None);
        assert_eq!(Move::from_bits(u16::MAX), None);
        for bad in ["", "h2", "h2e", "h2h2", "h2e22", "h2-e2", "中a0"] {
            assert!(bad.parse::<Move>().is_err(), "{bad}");
        }
    }
}
