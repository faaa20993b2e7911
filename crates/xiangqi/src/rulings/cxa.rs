//! The Chinese rules (中國象棋競賽規則) of 2020: every move has a nature, and a
//! side must change if all its moves are checks, threats of mate and chases.
//!
//! `labels` finds the natures; this module implements the table that turns them into a ruling
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
//! are grave; chases by several pieces together, or of a piece with too few roots,
//! are not.

use super::{
    labels::{Label, label},
    rule_set::Ruling,
    threats::Gravity,
};
use crate::{BLACK, Move, Position, RED};

/// The article that decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Article {
    Check,
    MutualCheck,
    Forbidden,
    Graver,
    BothForbidden,
    Allowed,
}

/// The conduct of one side over a cycle.
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
        (true, false) => Some(RED),
        (false, true) => Some(BLACK),
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
    let mut conduct = [Conduct::START; 2];
    let mut board = *start;
    // The move before the first move of a cycle is its last one.
    let Some(mut last) = span.clone().last() else { return Ruling::Open };
    for mv in span {
        conduct[board.side_to_move().index()].add(label(last, &board, mv, |_| {}));
        board.make(mv);
        last = mv;
    }
    decide(&conduct).0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Side;

    /// The ruling table: the side that must change, given the nature of every move of a cycle
    /// that `first` began.
    fn rule_labels(first: Side, labels: impl IntoIterator<Item = Label>) -> Ruling {
        let mut conduct = [Conduct::START; 2];
        let mut side = first;
        for label in labels {
            conduct[side.index()].add(label);
            side = !side;
        }
        decide(&conduct).0
    }

    /// The label of a nature in the file, which does not contain the gravity of chases.
    fn label(nature: &str) -> Label {
        match nature {
            "check" => Label::Check,
            "kill" => Label::Kill,
            "chase" => Label::Chase(Gravity::Rootless),
            "exchange" => Label::Exchange,
            "idle" => Label::Idle,
            other => panic!("{other}"),
        }
    }

    /// Figures in which both sides make only forbidden moves: the labels
    /// alone do not decide whose are graver (26.9).
    const CXA_NEEDS_GRAVITY: [&str; 8] = [
        "cxa2020-fig-11",
        "cxa2020-fig-26",
        "cxa2020-fig-27",
        "cxa2020-ref-34",
        "cxa2020-ref-36",
        "cxa2020-ref-39",
        "cxa2020-ref-40",
        "cxa2020-ref-49",
    ];

    /// Id, first side of the cycle, printed natures and ruling of each figure.
    fn figures() -> impl Iterator<Item = (&'static str, Side, Vec<Label>, &'static str)> {
        let lines = include_str!("../../tests/data/rules-cxa2020.tsv").lines().filter(|line| !line.starts_with('#'));
        lines.map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let start = if fields[2].contains(" w") { RED } else { BLACK };
            let first = if fields[3].split_whitespace().count().is_multiple_of(2) { start } else { !start };
            let natures = fields[6].split(" | ").next().unwrap_or("").split(',').map(label).collect();
            (fields[0], first, natures, fields[5])
        })
    }

    #[test]
    fn the_ruling_table_agrees_with_the_printed_natures() {
        let wrong: Vec<&str> = figures()
            .filter(|(_, first, natures, ruling)| rule_labels(*first, natures.iter().copied()).to_string() != *ruling)
            .map(|(id, ..)| id)
            .collect();
        assert_eq!(wrong, CXA_NEEDS_GRAVITY);
    }

    #[test]
    fn the_table_weighs_joint_chases_less() {
        let (grave, joint) = (Label::Chase(Gravity::Rootless), Label::Chase(Gravity::Joint));
        let rule = |labels: [Label; 4]| rule_labels(RED, labels);
        assert_eq!(rule([grave, joint, grave, grave]), Ruling::Loses(RED));
        assert_eq!(rule([joint, grave, grave, grave]), Ruling::Loses(BLACK));
        assert_eq!(rule([joint, grave, grave, joint]), Ruling::Draw);
        assert_eq!(rule([grave, joint, grave, Label::Idle]), Ruling::Loses(RED));
        assert_eq!(rule([Label::Check, Label::Check, Label::Check, Label::Check]), Ruling::Draw);
        assert_eq!(rule([Label::Check, grave, Label::Check, grave]), Ruling::Loses(RED));
        assert_eq!(rule_labels(BLACK, [Label::Kill, Label::Idle]), Ruling::Loses(BLACK));
    }
}
