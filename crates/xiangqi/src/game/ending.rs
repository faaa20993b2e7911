//! Why a game ends.

use crate::rulings::{Nature, Rule, Ruling, RulingReport};
use core::fmt;
use duiyi_game::{Outcome, OutcomeKind, Side};

/// The reason why a game ended.
///
/// The first eight follow from the rules; the last three are declared by the players:
///
/// ```
/// use duiyi_game::{History, Side};
/// use duiyi_xiangqi::{EndReason, Xiangqi};
///
/// let mut game = History::new(Xiangqi::default());
/// game.declare(EndReason::Resignation.outcome(Some(Side::Second)));
/// assert_eq!(game.outcome().unwrap().to_string(), "0-1 resignation");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndReason {
    /// A side in check without a legal move (將死).
    Checkmate,
    /// A side not in check without a legal move (困斃), which also loses.
    Stalemate,
    /// The loser gave perpetual check (長將).
    PerpetualCheck,
    /// The loser chased one piece perpetually (長捉).
    PerpetualChase,
    /// The loser made only threats: mate, checks and chases in turn (長打).
    PerpetualThreat,
    /// A repetition in which neither side has to change (不變作和).
    Repetition,
    /// The limit of moves without a capture was reached (自然限着).
    MoveLimit,
    /// Neither side has a piece left that can win.
    InsufficientMaterial,
    /// The loser resigned (認負).
    Resignation,
    /// The players agreed on a draw (議和).
    Agreement,
    /// The loser's time ran out (超時).
    Time,
}

impl EndReason {
    /// The reason as records print it: `checkmate`.
    pub const fn text(self) -> &'static str {
        match self {
            EndReason::Checkmate => "checkmate",
            EndReason::Stalemate => "stalemate",
            EndReason::PerpetualCheck => "perpetual check",
            EndReason::PerpetualChase => "perpetual chase",
            EndReason::PerpetualThreat => "perpetual threats",
            EndReason::Repetition => "repetition",
            EndReason::MoveLimit => "move limit",
            EndReason::InsufficientMaterial => "insufficient material",
            EndReason::Resignation => "resignation",
            EndReason::Agreement => "agreement",
            EndReason::Time => "time",
        }
    }

    /// The kind of rule that ends such a game.
    pub const fn kind(self) -> OutcomeKind {
        match self {
            EndReason::Checkmate | EndReason::Stalemate | EndReason::InsufficientMaterial => OutcomeKind::Position,
            EndReason::PerpetualCheck | EndReason::PerpetualChase | EndReason::PerpetualThreat => OutcomeKind::Ruling,
            EndReason::Repetition => OutcomeKind::Repetition,
            EndReason::MoveLimit => OutcomeKind::MoveLimit,
            EndReason::Resignation | EndReason::Agreement => OutcomeKind::Players,
            EndReason::Time => OutcomeKind::Forfeit,
        }
    }

    /// The outcome of a game that ended for this reason.
    pub fn outcome(self, winner: Option<Side>) -> Outcome {
        Outcome { winner, kind: self.kind(), reason: self.text().into() }
    }

    /// The reason for a ruling on a repetition.
    pub(super) fn of_repetition(report: &RulingReport) -> EndReason {
        let Ruling::Loses(loser) = report.ruling else { return EndReason::Repetition };
        match report.rule {
            Rule::PerpetualCheck(_) => EndReason::PerpetualCheck,
            Rule::OnlyForbiddenMoves(_) | Rule::GraverMoves(_)
                if report.moves.iter().any(|mv| mv.piece.color == loser && mv.nature != Nature::Chase) =>
            {
                EndReason::PerpetualThreat
            }
            _ => EndReason::PerpetualChase,
        }
    }
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}
