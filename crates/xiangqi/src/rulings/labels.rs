//! The nature of a move by the Chinese rules: the threats that it adds.
//!
//! The opponent is assumed to pass after the move. A *threat of mate* is then a
//! mate by checks; `threats` finds chases and exchanges. The same is
//! computed for the position before the move, and only new threats count: the
//! rules look for the cause (article 26.1).

use super::{
    lookahead::mate_by_checks,
    threats::{Cause, Gravity, Ply, Threats},
    view::{View, undone},
};
use crate::{Move, Position};

/// The nature of a move by the Chinese rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Label {
    /// It attacks the king (將).
    Check,
    /// It threatens mate by checks (殺).
    Kill,
    /// It threatens to win material (捉).
    Chase(Gravity),
    /// It offers to trade equal pieces (兌).
    Exchange,
    /// None of these (閒).
    Idle,
}

impl Label {
    /// Whether a side must change if it makes only such moves.
    pub(crate) fn is_forbidden(self) -> bool {
        matches!(self, Label::Check | Label::Kill | Label::Chase(_))
    }
}

/// The maximal number of checks of a threat of mate; it is new if there was no mate as short before.
const MATING_CHECKS: u8 = 8;

/// The nature of a move of a cycle after the opponent's `last` move; `visit` receives the causes of this nature.
pub(crate) fn label(last: Move, before: &Position, mv: Move, mut visit: impl FnMut(Cause)) -> Label {
    let mut after = *before;
    after.make(mv);
    if after.in_check() {
        return Label::Check;
    }
    if before.in_check() && after.king(before.side_to_move()) == mv.to() {
        return Label::Idle;
    }
    let view = View::of(before, &[last, mv]);
    let (last, image, mv) = (view.mv(last), view.position(before), view.mv(mv));
    let mut next = image;
    next.make(mv);
    let earlier = undone(&image, last);
    let threats = Threats::after(Ply { earlier: &earlier, before: &image, after: &next, mv });
    let pair = |pair| view.pair(&after, threats.position(), pair);
    threatened(&threats, |cause| {
        visit(match cause {
            Cause::Capture(of, gravity) => Cause::Capture(pair(of), gravity),
            Cause::Exchange(of) => Cause::Exchange(pair(of)),
            Cause::Checks(first) => Cause::Checks(view.mv(first)),
            Cause::Excused(of, excuse) => Cause::Excused(pair(of), excuse),
        });
    })
}

/// The nature of a move that does not check.
fn threatened(threats: &Threats<'_>, mut visit: impl FnMut(Cause)) -> Label {
    // A mate that must first capture what is offered for exchange is not a threat of mate.
    let mate = mate_by_checks(threats.position(), MATING_CHECKS, |board, mv| !threats.is_trade(board, mv));
    if mate.is_some_and(|moves| mate_by_checks(threats.prior(), moves, |_, _| true).is_none()) {
        return Label::Kill;
    }
    if let Some(gravity) = threats.chases(&mut visit) {
        return Label::Chase(gravity);
    }
    match threats.exchange() {
        Some(pair) => {
            visit(Cause::Exchange(pair));
            Label::Exchange
        }
        None => Label::Idle,
    }
}
