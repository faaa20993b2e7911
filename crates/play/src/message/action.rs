//! The actions of a page in its game.

use super::game::Seat;
use serde::{Deserialize, Serialize};

/// An action of a page in its session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// Plays a move given by its squares.
    Move {
        /// Its squares, each with its column from the left and its row from the bottom.
        squares: Vec<[u8; 2]>,
        /// The position before the move; without one, the last position of the game.
        #[serde(default)]
        at: Option<u32>,
    },
    /// Plays a turn from its text.
    Turn {
        /// The turn, in a notation of the game.
        text: String,
        /// The position before the turn; without one, the last position of the game.
        #[serde(default)]
        at: Option<u32>,
    },
    /// Changes the comment and the marks of a position.
    Annotate {
        /// The position.
        node: u32,
        /// The comment; empty for none.
        comment: String,
        /// The marks by their numbers in PGN.
        marks: Vec<u8>,
    },
    /// Writes the marks and the sentences of the review into the game.
    KeepReview {
        /// The language of the sentences: 0 for English, 1 for Chinese.
        language: usize,
    },
    /// Makes the line through a position the main line.
    Promote {
        /// The position.
        node: u32,
    },
    /// Removes a position and everything after it.
    Remove {
        /// The position.
        node: u32,
    },
    /// Undoes the last change of the tree: moves, removals, promotions, comments and marks of a free game.
    Undo,
    /// Makes the last undone change again.
    Redo,
    /// Takes back the last turn of a person, and the turns after it.
    TakeBack,
    /// A player of a friendly game asks to take back the last turn, or lets the other side take back its own.
    AskTakeBack,
    /// A player of a finished friendly game offers another one with the colours exchanged, or accepts the offer.
    Rematch,
    /// A person resigns: the person to move, the only person, or the player at the page.
    Resign,
    /// A person offers a draw, or accepts the offer of the other side.
    Draw,
    /// A person declines what the other side offers or asks for.
    Decline,
    /// Claims a result that the rules allow to be claimed: a draw by repetition or by the move limit.
    Claim,
    /// Sets up a position by hand.
    SetUp {
        /// The step.
        step: EditorStep,
    },
    /// Analyses the position shown.
    Analyse {
        /// The number of lines; 0 ends the analysis.
        lines: usize,
    },
    /// Explains the static score of the position shown.
    Explain {
        /// Whether the explanation is shown.
        on: bool,
    },
    /// Reviews the whole game, turn by turn.
    Review {
        /// How long each position is searched; without it, the review ends.
        #[serde(default)]
        milliseconds: Option<u64>,
    },
    /// Shows overlays on the board.
    Aids {
        /// Their numbers.
        on: Vec<usize>,
    },
    /// Proves that the side to move wins in the position shown.
    Proof {
        /// The step.
        step: ProofStep,
    },
    /// Shows a position; the game does not change.
    Show {
        /// The position; the last one of the game without one.
        #[serde(default)]
        node: Option<u32>,
        /// Whether the opening explorer is shown.
        #[serde(default)]
        explores: bool,
    },
    /// Changes who plays from now on.
    Sit {
        /// The players, the first side first.
        seats: [Seat; 2],
    },
}

impl Action {
    /// Whether the action asks for help by an engine.
    pub fn helps(&self) -> bool {
        match self {
            Action::Analyse { lines } => *lines > 0,
            Action::Explain { on } => *on,
            Action::Review { milliseconds } => milliseconds.is_some(),
            Action::Proof { step } => *step == ProofStep::Begin,
            _ => false,
        }
    }

    /// Whether the action belongs to the game, not to the display.
    pub fn plays(&self) -> bool {
        !matches!(
            self,
            Action::Analyse { .. }
                | Action::Explain { .. }
                | Action::Review { .. }
                | Action::Aids { .. }
                | Action::Proof { .. }
                | Action::Show { .. }
                | Action::Annotate { .. }
                | Action::KeepReview { .. }
                | Action::Promote { .. }
                | Action::Remove { .. }
                | Action::Undo
                | Action::Redo
        )
    }
}

/// A step of setting up a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum EditorStep {
    /// Begins with the pieces on the board.
    Begin,
    /// Removes all pieces.
    Empty,
    /// Puts a piece on a square, or removes the piece there.
    Put {
        /// Its column and row.
        at: [u8; 2],
        /// The index of the piece; none removes.
        #[serde(default)]
        piece: Option<usize>,
    },
    /// Sets the side to move.
    ToMove {
        /// 0 or 1.
        side: usize,
    },
    /// Begins a game from the position.
    Take,
    /// Discards the position and resumes the game.
    Leave,
}

/// A step through a proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ProofStep {
    /// Searches for a proof.
    Begin,
    /// Plays a reply of the other side and the answer of the winner.
    Reply {
        /// The index of the reply.
        index: usize,
    },
    /// Takes back the last reply.
    Back,
    /// Closes the proof.
    Leave,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is shown or written about a game does not belong to the game: it does not begin a game that is stored, and
    /// does not lead the page back to the last position.
    #[test]
    fn actions_of_the_display_do_not_play() {
        let step = ProofStep::Begin;
        for action in [
            Action::Analyse { lines: 1 },
            Action::Explain { on: true },
            Action::Review { milliseconds: None },
            Action::Aids { on: vec![0] },
            Action::Proof { step },
            Action::Show { node: None, explores: false },
            Action::Annotate { node: 0, comment: String::new(), marks: Vec::new() },
            Action::KeepReview { language: 0 },
            Action::Promote { node: 1 },
            Action::Remove { node: 1 },
            Action::Undo,
            Action::Redo,
        ] {
            assert!(!action.plays(), "{action:?}");
        }
        for action in [
            Action::Move { squares: Vec::new(), at: None },
            Action::Turn { text: String::new(), at: None },
            Action::TakeBack,
            Action::AskTakeBack,
            Action::Rematch,
            Action::Resign,
            Action::Draw,
            Action::Decline,
            Action::Claim,
            Action::SetUp { step: EditorStep::Begin },
            Action::Sit { seats: [Seat::Person, Seat::Person] },
        ] {
            assert!(action.plays(), "{action:?}");
        }
    }
}
