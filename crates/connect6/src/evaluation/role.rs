//! The role of a side.

/// Determines the weights of a position that apply: to move or waiting, and the stones left in the
/// turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Role {
    /// To move, with the last stone of the turn.
    LastStone = 0,
    /// To move, with more than one stone left.
    FullTurn,
    /// Waiting while the opponent has one stone left.
    WaitingOne,
    /// Waiting while the opponent has more than one stone left.
    WaitingFull,
}

impl Role {
    /// The number of roles.
    pub const COUNT: usize = 4;

    /// The role of the side to move with `left` stones left.
    #[inline]
    pub const fn mover(left: u8) -> Role {
        if left > 1 { Role::FullTurn } else { Role::LastStone }
    }

    /// The role of the other side.
    #[inline]
    pub const fn waiting(left: u8) -> Role {
        if left > 1 { Role::WaitingFull } else { Role::WaitingOne }
    }
}
