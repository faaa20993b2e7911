//! Why a certificate is not accepted.

use crate::{End, MAX_DEPTH, text::FORMAT};
use thiserror::Error;

/// A certificate that is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProofError {
    /// The text is not a certificate of the game.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// The certificate does not prove its claim.
    #[error(transparent)]
    Refused(#[from] Refused),
}

/// A text that is not a certificate of the game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {fault}")]
pub struct Unreadable {
    /// The number of the line, from 1; 0 if the text ends too early.
    pub line: usize,
    /// What is wrong with it.
    pub fault: TextFault,
}

/// What is wrong with a line of a text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TextFault {
    /// The first line does not name the format.
    #[error("'{0}' is not the format: expected '{FORMAT}'")]
    Format(String),
    /// A line of the heading is missing.
    #[error("expected '{0}: …'")]
    Heading(&'static str),
    /// The certificate belongs to another game.
    #[error("a proof for the game '{0}': expected '{1}'")]
    Game(String, &'static str),
    /// The rule set is unknown, or the position or a move before it is invalid.
    #[error("{0}")]
    Start(String),
    /// The claim is unknown.
    #[error("'{0}' is not a claim: expected 'mate N' or 'win'")]
    Claim(String),
    /// A line is not indented by a level of the lines before it.
    #[error("indented by {0} spaces: expected two for each level, and at most one level more than the line before")]
    Indentation(usize),
    /// A move follows the end of the game.
    #[error("a move after the end of the line before")]
    AfterEnd,
    /// A line of moves is too long.
    #[error("more than {MAX_DEPTH} moves from the start position")]
    Deep,
}

impl TextFault {
    pub(crate) fn at(self, line: usize) -> Unreadable {
        Unreadable { line, fault: self }
    }
}

/// A certificate that does not prove its claim.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}{}: {fault}", after(.moves))]
pub struct Refused {
    /// The number of the line in the text, from 1; 0 if the tree is empty or the start position is
    /// at fault.
    pub line: usize,
    /// The moves from the start position to the place.
    pub moves: Vec<String>,
    /// What is wrong there.
    pub fault: Fault,
}

/// The moves to a place, as part of a sentence.
fn after(moves: &[String]) -> String {
    if moves.is_empty() { String::new() } else { format!(", after {}", moves.join(" ")) }
}

/// What is wrong with a certificate.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// A move cannot be read, or is not legal.
    #[error("{0}")]
    Illegal(String),
    /// The winner has no move in an open position.
    #[error("the winner's move is missing")]
    NoMove,
    /// The winner has more than one move.
    #[error("{0} is a second move of the winner")]
    SecondMove(String),
    /// A reply is listed twice.
    #[error("the reply {0} is listed twice")]
    Twice(String),
    /// A legal reply is missing.
    #[error("the reply {0} is missing")]
    MissingReply(String),
    /// The other side can complete a row in its turn.
    #[error("the other side completes a row with {0}")]
    CounterRow(String),
    /// The moves after the word `else` are not the missing stones of a row of the winner.
    #[error("'{0}' does not complete a row in the winner's next turn")]
    NoRow(String),
    /// A reply has fewer stones than the turn.
    #[error("the reply has fewer stones than the turn")]
    PartOfTurn,
    /// No reply is left for the word `any`.
    #[error("every reply of this kind is listed already, or leaves a row open")]
    Unused,
    /// The game is not over where the certificate claims it.
    #[error("the game is not over, although the proof claims '{0}'")]
    NotOver(End),
    /// The game is over before the claimed end.
    #[error("the game is over: {0}")]
    Over(String),
    /// The game ends in another way than claimed.
    #[error("the game ends with {found}, although the proof claims '{claimed}'")]
    OtherEnd {
        /// The claimed end.
        claimed: End,
        /// The outcome by the rules.
        found: String,
    },
    /// The claim is a mate, and a line ends by another rule.
    #[error("the win is by a rule ({0}), but a mate is claimed")]
    NotMate(String),
    /// A line ends in this turn, counted from 1; the last turn that the claim allows is the second number.
    #[error("the game ends in turn {0}, later than turn {1} of the claim")]
    TooLong(u64, u64),
}
