//! The Chinese rules (中國象棋競賽規則) of 2020: every move has a nature, and a
//! side that does nothing but check, threaten mate and chase must change.
//!
//! `labels` finds the natures; here is the table that turns them into a ruling
//! (article 26.9):
//!
//! ```text
//!                          other side: some move allowed    only forbidden moves
//! only checks              loses                            loses (draw if it only checks too)
//! only forbidden moves     loses                            draw, unless its moves are all grave
//!                                                           and the other's are not: then it loses
//! some move allowed        draw                             the other side loses
//! ```
//!
//! Checks, threats of mate, and chases of a rook or of a piece without a root
//! are grave; chases by several pieces together, or of a piece that has a root
//! but too few of them, are not.

use super::{
    labels::{Gravity, Label, Ply, label},
    rule_set::Ruling,
};
use crate::{Color, Move, Position};

/// Which article decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Article {
    Check,
    MutualCheck,
    Forbidden,
    Graver,
    BothForbidden,
    Allowed,
}

/// The ruling table: who must change, given the nature of every move of a cycle
/// that `first` began.
pub fn rule_labels(first: Color, labels: impl IntoIterator<Item = Label>) -> Ruling {
    let mut conduct = [Conduct::START; 2];
    let mut side = first;
    for label in labels {
        conduct[side.index()].add(label);
        side = !side;
    }
    decide(&conduct).0
}

/// What one side does throughout a cycle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Conduct {
    checks: bool,
    forbidden: bool,
    grave: bool,
}

impl Conduct {
    pub(crate) const START: Conduct = Conduct { checks: true, forbidden: true, grave: true };

    pub(crate) fn add(&mut self, label: Label) {
        self.checks &= label == Label::Check;
        self.forbidden &= label.is_forbidden();
        self.grave &= label.is_forbidden() && label != Label::Chase(Gravity::Joint);
    }
}

pub(crate) fn decide(conduct: &[Conduct; 2]) -> (Ruling, Article) {
    let alone = |guilty: fn(&Conduct) -> bool| match (guilty(&conduct[0]), guilty(&conduct[1])) {
        (true, false) => Some(Color::Red),
        (false, true) => Some(Color::Black),
        _ => None,
    };
    if let Some(side) = alone(|c| c.checks) {
        (Ruling::Loses(side), Article::Check)
    } else if conduct[0].checks {
        (Ruling::Draw, Article::MutualCheck)
    } else if let Some(side) = alone(|c| c.forbidden) {
        (Ruling::Loses(side), Article::Forbidden)
    } else if !conduct[0].forbidden {
        (Ruling::Draw, Article::Allowed)
    } else if let Some(side) = alone(|c| c.grave) {
        (Ruling::Loses(side), Article::Graver)
    } else {
        (Ruling::Draw, Article::BothForbidden)
    }
}

/// The ruling on a cycle that starts from `start`.
pub(crate) fn rule(start: &Position, span: impl Iterator<Item = Move> + Clone) -> Ruling {
    // The cycle is closed: what came before its first move is its last position but one.
    let mut earlier = *start;
    let mut board = *start;
    for mv in span.clone() {
        earlier = board;
        board.make(mv);
    }
    let mut conduct = [Conduct::START; 2];
    let mut board = *start;
    for mv in span {
        let before = board;
        board.make(mv);
        let ply = Ply { earlier: &earlier, before: &before, after: &board, mv };
        conduct[before.side_to_move().index()].add(label(ply, |_| {}));
        earlier = before;
    }
    decide(&conduct).0
}
