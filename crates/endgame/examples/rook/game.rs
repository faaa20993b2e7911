// King and rook against king, on a square board of 3 to 8 squares a side: the rules of chess.

use duiyi_game::{Side, SmallGame, hash::mix64};

/// A square: a column and a row from 0.
pub(crate) type At = (u8, u8);

/// A position: the first side has a king and a rook, the second only a king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rook {
    /// The number of squares of a side of the board.
    pub(crate) board: u8,
    pub(crate) king: At,
    /// `None` after its capture, which ends the game in a draw.
    pub(crate) rook: Option<At>,
    pub(crate) bare_king: At,
    pub(crate) turn: Side,
}

pub(crate) fn near(a: At, b: At) -> bool {
    a.0.abs_diff(b.0) <= 1 && a.1.abs_diff(b.1) <= 1
}

fn strictly_between(middle: u8, a: u8, b: u8) -> bool {
    a.min(b) < middle && middle < a.max(b)
}

impl Rook {
    pub(crate) fn squares(&self) -> impl Iterator<Item = At> + use<> {
        let board = self.board;
        (0..board).flat_map(move |row| (0..board).map(move |column| (column, row)))
    }

    /// Whether the rook attacks or can reach a square; the first side's king is in its way.
    pub(crate) fn rook_attacks(&self, to: At) -> bool {
        let Some(from) = self.rook.filter(|&from| from != to) else { return false };
        let in_between = if from.0 == to.0 {
            self.king.0 == to.0 && strictly_between(self.king.1, from.1, to.1)
        } else {
            self.king.1 == to.1 && strictly_between(self.king.0, from.0, to.0)
        };
        (from.0 == to.0 || from.1 == to.1) && !in_between
    }

    /// Whether the bare king may stand on a square.
    fn safe(&self, at: At) -> bool {
        !near(at, self.king) && !self.rook_attacks(at)
    }

    /// Whether the position is possible: the pieces stand on different squares, and the side to move
    /// cannot capture a king.
    pub(crate) fn possible(&self) -> bool {
        let check = self.turn == Side::First && self.rook_attacks(self.bare_king);
        !near(self.king, self.bare_king) && self.rook != Some(self.king) && self.rook != Some(self.bare_king) && !check
    }

    fn bare_king_moves(&self) -> impl Iterator<Item = At> {
        let king = self.bare_king;
        self.squares().filter(move |&to| near(king, to) && to != king && self.safe(to))
    }

    fn number(&self, at: At) -> u16 {
        u16::from(at.1) * u16::from(self.board) + u16::from(at.0)
    }
}

impl SmallGame for Rook {
    /// Twice the target square, plus 1 for a move of the rook.
    type Move = u16;

    fn mover(&self) -> Side {
        self.turn
    }

    fn moves(&self, moves: &mut impl Extend<u16>) {
        if self.turn == Side::Second {
            return moves.extend(self.bare_king_moves().map(|to| 2 * self.number(to)));
        }
        let free = |&to: &At| to != self.king && Some(to) != self.rook;
        let king = self.squares().filter(free).filter(|&to| near(self.king, to) && !near(to, self.bare_king));
        moves.extend(king.map(|to| 2 * self.number(to)));
        // The bare king is not in the way: it would be in check.
        let rook = self.squares().filter(free).filter(|&to| self.rook_attacks(to));
        moves.extend(rook.map(|to| 2 * self.number(to) + 1));
    }

    fn after(&self, mv: u16) -> Rook {
        let board = u16::from(self.board);
        let to = ((mv / 2 % board) as u8, (mv / 2 / board) as u8);
        let after = Rook { turn: !self.turn, ..*self };
        match (self.turn, mv % 2) {
            (Side::First, 0) => Rook { king: to, ..after },
            (Side::First, _) => Rook { rook: Some(to), ..after },
            _ => Rook { bare_king: to, rook: self.rook.filter(|&rook| rook != to), ..after },
        }
    }

    fn identity(&self) -> u64 {
        let pieces = [Some(self.king), self.rook, Some(self.bare_king)];
        let number = |piece: Option<At>| piece.map_or(255, |at| u64::from(self.number(at)));
        pieces.into_iter().fold(mix64(self.turn as u64), |key, piece| mix64(key ^ number(piece)))
    }

    fn ending(&self) -> Option<(Option<Side>, &'static str)> {
        if self.rook.is_none() {
            return Some((None, "bare kings"));
        }
        if self.turn == Side::First || self.bare_king_moves().next().is_some() {
            return None;
        }
        let mated = self.rook_attacks(self.bare_king);
        Some(if mated { (Some(Side::First), "checkmate") } else { (None, "stalemate") })
    }
}
