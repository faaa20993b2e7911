//! The Asian rules (亞洲規則), as the WXF book of 2018 draws them.
//!
//! Each side has a *conduct* over the cycle: does it check with every move, and
//! is there one piece that it chases with every move? In the order of gravity:
//!
//! 1. Perpetual check (長將) by one side alone loses; by both it is a draw.
//! 2. A perpetual chase (長捉) of one and the same piece by one side alone,
//!    each time by a new attack, loses; by both it is a draw.
//! 3. The same where some attack is an old one whose target has just lost its
//!    root loses too, unless the other side attacks something with every move.
//! 4. Everything else is a draw: checks mixed with chases, chases of several
//!    pieces in turn, threats of mate, offers, blocks.
//!
//! ```text
//! 9 . . . . . k . . .     Red's rook attacks the cannon along the rank, the
//! 8 . . . . . . . . .     cannon steps aside, the rook follows: one piece is
//! 7 . . R . . c . . .     attacked with every move and Black attacks nothing.
//! 6 . . . . . . . . .     Red has to change; if not, Red loses.
//! ```

use super::{
    attacks::{Effect, PieceSet, effect},
    rule_set::Ruling,
};
use crate::{BLACK, Move, Position, RED, Side};

/// What one side does throughout a cycle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Conduct {
    moves: u32,
    /// Every move gives check.
    pub(crate) checks: bool,
    /// The pieces newly chased by every move.
    pub(crate) attacked: PieceSet,
    /// The pieces chased by every move, by a new attack or because a root went.
    pub(crate) chased: PieceSet,
    /// Every move newly chases something, be it one piece or another.
    pub(crate) busy: bool,
}

impl Conduct {
    pub(crate) const START: Conduct =
        Conduct { moves: 0, checks: true, attacked: PieceSet::MAX, chased: PieceSet::MAX, busy: true };

    pub(crate) fn add(&mut self, effect: Effect) {
        self.moves += 1;
        self.checks &= effect.check;
        self.attacked &= effect.attacked;
        self.chased &= effect.chased;
        self.busy &= effect.attacked != 0;
    }

    /// Whether the side may still lose by the moves to come.
    fn may_be_guilty(&self) -> bool {
        // What is newly chased is chased.
        self.checks || self.chased != 0
    }
}

/// Which article of the Asian rules decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Article {
    Check,
    MutualCheck,
    Chase(PieceSet),
    MutualChase,
    RootChase(PieceSet),
    MutualRootChase,
    Nothing,
}

/// Decides by perpetual check alone, if that decides.
pub(crate) fn decide_checks(conduct: &[Conduct; 2]) -> Option<(Ruling, Article)> {
    one_or_both(conduct, |side| side.checks && side.moves > 0)
        .map(|loser| loser.map_or((Ruling::Draw, Article::MutualCheck), |c| (Ruling::Loses(c), Article::Check)))
}

/// `None`: neither side; `Some(None)`: both; `Some(Some(side))`: that side alone.
fn one_or_both(conduct: &[Conduct; 2], guilty: impl Fn(&Conduct) -> bool) -> Option<Option<Side>> {
    match (guilty(&conduct[0]), guilty(&conduct[1])) {
        (false, false) => None,
        (true, true) => Some(None),
        (true, false) => Some(Some(RED)),
        (false, true) => Some(Some(BLACK)),
    }
}

/// Decides by the whole procedure.
pub(crate) fn decide(conduct: &[Conduct; 2]) -> (Ruling, Article) {
    if let Some(decided) = decide_checks(conduct) {
        return decided;
    }
    if let Some(loser) = one_or_both(conduct, |side| side.moves > 0 && side.attacked != 0) {
        return loser.map_or((Ruling::Draw, Article::MutualChase), |side| {
            (Ruling::Loses(side), Article::Chase(conduct[side.index()].attacked))
        });
    }
    let guilty =
        [0, 1].map(|side: usize| conduct[side].moves > 0 && conduct[side].chased != 0 && !conduct[side ^ 1].busy);
    match guilty {
        [true, true] => (Ruling::Draw, Article::MutualRootChase),
        [true, false] => (Ruling::Loses(RED), Article::RootChase(conduct[0].chased)),
        [false, true] => (Ruling::Loses(BLACK), Article::RootChase(conduct[1].chased)),
        [false, false] => (Ruling::Draw, Article::Nothing),
    }
}

/// The ruling on a cycle that starts from `start`.
pub(crate) fn rule(start: &Position, span: impl Iterator<Item = Move>) -> Ruling {
    let mut conduct = [Conduct::START; 2];
    let mut board = *start;
    for mv in span {
        let before = board;
        board.make(mv);
        let side = &mut conduct[before.side_to_move().index()];
        // What a side does that is neither guilty nor busy any more changes nothing.
        if side.may_be_guilty() || side.busy {
            side.add(effect(&before, &board, |_| {}));
        }
        if !conduct.iter().any(Conduct::may_be_guilty) {
            return Ruling::Draw;
        }
    }
    decide(&conduct).0
}
