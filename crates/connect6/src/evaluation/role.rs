//! Whose weights apply.

/// Which weights of a position apply: those of the side to move or of the
/// other, and with how many stones left in the turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Role {
    /// To move, with the last stone of the turn.
    LastStone = 0,
    /// To move, with more than one stone left.
    FullTurn,
    /// Waiting while the opponent has one stone left.
    WaitingOne,
    /// Waiting while the opponent has more.
    WaitingFull,
}

impl Role {
    /// How many roles there are.
    pub const COUNT: usize = 4;

    /// The role of the side to move with so many stones left.
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
