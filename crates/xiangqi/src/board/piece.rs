//! The sides, the kinds of piece, and their letters.

use core::fmt;
use duiyi_game::Side;

/// Red (紅方), who moves first, starts on ranks 0–4 and has the upper-case letters of FEN.
pub const RED: Side = Side::First;

/// Black (黑方), who has the lower-case letters of FEN.
pub const BLACK: Side = Side::Second;

/// The name of a side: `Red` or `Black`.
pub const fn side_name(side: Side) -> &'static str {
    match side {
        RED => "Red",
        BLACK => "Black",
    }
}

/// A kind of piece, in the order of the piece list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum PieceKind {
    /// King (帥/將): one point orthogonally, inside the palace.
    King = 0,
    /// Advisor (仕/士): one point diagonally, inside the palace.
    Advisor = 1,
    /// Elephant (相/象): two points diagonally, not over a piece, not over the river.
    Elephant = 2,
    /// Horse (馬): one point orthogonally (its leg must be empty), then one diagonally outward.
    Horse = 3,
    /// Rook (車): any distance along a line.
    Rook = 4,
    /// Cannon (炮): moves as a rook, captures by jumping exactly one screen.
    Cannon = 5,
    /// Pawn (兵/卒): one point forward; after the river also sideways.
    Pawn = 6,
}

impl PieceKind {
    /// All kinds, in the order of the piece list.
    pub const ALL: [PieceKind; 7] = [
        PieceKind::King,
        PieceKind::Advisor,
        PieceKind::Elephant,
        PieceKind::Horse,
        PieceKind::Rook,
        PieceKind::Cannon,
        PieceKind::Pawn,
    ];

    /// Position in [`PieceKind::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The number of pieces of this kind at the start of a game, which is also the maximum.
    #[inline]
    pub const fn count_at_start(self) -> usize {
        match self {
            PieceKind::King => 1,
            PieceKind::Pawn => 5,
            _ => 2,
        }
    }

    /// The English name, in lower case: `horse`.
    pub const fn name(self) -> &'static str {
        match self {
            PieceKind::King => "king",
            PieceKind::Advisor => "advisor",
            PieceKind::Elephant => "elephant",
            PieceKind::Horse => "horse",
            PieceKind::Rook => "rook",
            PieceKind::Cannon => "cannon",
            PieceKind::Pawn => "pawn",
        }
    }

    /// The upper-case FEN letter (`KABNRCP`).
    pub const fn letter(self) -> char {
        match self {
            PieceKind::King => 'K',
            PieceKind::Advisor => 'A',
            PieceKind::Elephant => 'B',
            PieceKind::Horse => 'N',
            PieceKind::Rook => 'R',
            PieceKind::Cannon => 'C',
            PieceKind::Pawn => 'P',
        }
    }

    /// Reads a letter of either set (`B` or `E` for the elephant, `N` or `H`
    /// for the horse), in either case.
    pub const fn from_letter(letter: char) -> Option<PieceKind> {
        Some(match letter.to_ascii_uppercase() {
            'K' => PieceKind::King,
            'A' => PieceKind::Advisor,
            'B' | 'E' => PieceKind::Elephant,
            'N' | 'H' => PieceKind::Horse,
            'R' => PieceKind::Rook,
            'C' => PieceKind::Cannon,
            'P' => PieceKind::Pawn,
            _ => return None,
        })
    }
}

/// A coloured piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Piece {
    /// Its side.
    pub color: Side,
    /// Its kind.
    pub kind: PieceKind,
}

impl Piece {
    /// A piece of a colour and a kind.
    #[inline]
    pub const fn new(color: Side, kind: PieceKind) -> Piece {
        Piece { color, kind }
    }

    /// 0–13: Red's kinds, then Black's.
    #[inline]
    pub const fn index(self) -> usize {
        self.color.index() * 7 + self.kind.index()
    }

    /// The FEN letter: upper case for Red, lower case for Black.
    pub const fn letter(self) -> char {
        match self.color {
            RED => self.kind.letter(),
            BLACK => self.kind.letter().to_ascii_lowercase(),
        }
    }

    /// Reads a FEN letter of either set.
    pub const fn from_letter(letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() { RED } else { BLACK };
        match PieceKind::from_letter(letter) {
            Some(kind) => Some(Piece { color, kind }),
            None => None,
        }
    }

    /// The character on the piece, traditional form: 帥仕相傌俥炮兵, 將士象馬車砲卒.
    pub const fn character(self) -> char {
        const OF_RED: [char; 7] = ['帥', '仕', '相', '傌', '俥', '炮', '兵'];
        const OF_BLACK: [char; 7] = ['將', '士', '象', '馬', '車', '砲', '卒'];
        match self.color {
            RED => OF_RED[self.kind.index()],
            BLACK => OF_BLACK[self.kind.index()],
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_round_trip_and_both_sets_are_read() {
        for color in Side::BOTH {
            for kind in PieceKind::ALL {
                let piece = Piece::new(color, kind);
                assert_eq!(Piece::from_letter(piece.letter()), Some(piece));
            }
        }
        assert_eq!(Piece::from_letter('H'), Piece::from_letter('N'));
        assert_eq!(Piece::from_letter('e'), Piece::from_letter('b'));
        assert_eq!(Piece::from_letter('x'), None);
    }

    #[test]
    fn pieces_are_numbered_by_side_and_kind() {
        let of = |color| PieceKind::ALL.map(|kind| Piece::new(color, kind).index());
        assert_eq!(Side::BOTH.map(of).concat(), (0..14).collect::<Vec<_>>());
        // The codes of row B-3 of docs/sources.md are in the same order: Red 1 to 7, Black −1 to −7.
        let letters = |color| PieceKind::ALL.map(|kind| Piece::new(color, kind).letter());
        assert_eq!(String::from_iter(Side::BOTH.map(letters).concat()), "KABNRCPkabnrcp");
    }
}
