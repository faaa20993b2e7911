//! The Asian rules (亞洲規則), as interpreted in the WXF book of 2018.
//!
//! Each side has a *conduct* over the cycle: whether it checks with every move, and
//! whether it chases one and the same piece with every move. In the order of gravity:
//!
//! 1. Perpetual check (長將) by one side alone loses; by both it is a draw.
//! 2. A perpetual chase (長捉) of one and the same piece by one side alone,
//!    each time by a new attack, loses; by both it is a draw.
//! 3. The same where some attack is an old one whose target has just lost its
//!    root also loses, unless the other side attacks something with every move.
//! 4. Everything else is a draw: checks mixed with chases, chases of several
//!    pieces in turn, threats of mate, offers, blocks.
//!
//! ```text
//! 9 . . . . . k . . .     Red's rook attacks the cannon along the rank, the
//! 8 . . . . . . . . .     cannon steps aside, the rook follows: one piece is
//! 7 . . R . . c . . .     attacked with every move and Black attacks nothing.
//! 6 . . . . . . . . .     Red must change or lose.
//! ```

use super::{
    attacks::{Effect, PieceSet, effect},
    rule_set::Ruling,
};
use crate::{BLACK, Move, Position, RED, Side};

/// The conduct of one side over a cycle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Conduct {
    moves: u32,
    /// Every move gives check.
    pub(crate) checks: bool,
    /// The pieces newly chased by every move.
    pub(crate) attacked: PieceSet,
    /// The pieces chased by every move, by a new attack or by the loss of a root.
    pub(crate) chased: PieceSet,
    /// Every move newly chases some piece, not always the same.
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

    /// Whether the side can still lose, given the moves seen so far.
    fn may_be_guilty(&self) -> bool {
        // Newly chased pieces are chased pieces.
        self.checks || self.chased != 0
    }
}

/// The article of the Asian rules that decides.
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

/// The article and ruling if perpetual check decides.
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

/// The conduct of both sides over a cycle that starts from `start`.
#[cfg(feature = "engine")]
pub(crate) fn conduct(start: &Position, span: impl Iterator<Item = Move>) -> [Conduct; 2] {
    let mut conduct = [Conduct::START; 2];
    let mut board = *start;
    for mv in span {
        let before = board;
        board.make(mv);
        conduct[before.side_to_move().index()].add(effect(&before, &board, |_| {}));
    }
    conduct
}

/// The ruling on a cycle that starts from `start`.
pub(crate) fn rule(start: &Position, span: impl Iterator<Item = Move>) -> Ruling {
    let mut conduct = [Conduct::START; 2];
    let mut board = *start;
    for mv in span {
        let before = board;
        board.make(mv);
        let side = &mut conduct[before.side_to_move().index()];
        // Further moves of a side that is neither guilty nor busy do not matter.
        if side.may_be_guilty() || side.busy {
            side.add(effect(&before, &board, |_| {}));
        }
        if !conduct.iter().any(Conduct::may_be_guilty) {
            return Ruling::Draw;
        }
    }
    decide(&conduct).0
}
