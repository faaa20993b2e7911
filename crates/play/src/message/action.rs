//! The actions of a page in its game.

use super::game::Seat;
use serde::{Deserialize, Serialize};

/// An action of a page in its session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// Selects the next square of a move: column from the left, row from the bottom.
    Square {
        /// Where.
        at: [u8; 2],
    },
    /// Clears the selection.
    Unchoose,
    /// Plays a turn from its text.
    Turn {
        /// The turn, in the notation of the game.
        text: String,
    },
    /// Takes back the last turn of a person, and those that followed.
    TakeBack,
    /// A person resigns: the one to move, or the only one.
    Resign,
    /// A person offers a draw, or accepts the offer of the other side.
    Draw,
    /// A person declines the draw that the other side offers.
    Decline,
    /// Claims the result that the rules allow: a draw by repetition or by the limit of moves.
    Claim,
    /// Sets up a position by hand.
    SetUp {
        /// The step.
        step: EditorStep,
    },
    /// Analyses the position that is shown.
    Analyse {
        /// The number of lines; 0 ends it.
        lines: usize,
    },
    /// Explains the static score of the position that is shown.
    Explain {
        /// Whether it is explained.
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
    /// Shows the position after a number of moves; the game does not change.
    Show {
        /// The number of moves; the newest position without one.
        #[serde(default)]
        ply: Option<usize>,
        /// Whether it is seen from the other side.
        #[serde(default)]
        flipped: bool,
        /// Whether pieces have letters.
        #[serde(default)]
        letters: bool,
        /// Whether the opening explorer is shown.
        #[serde(default)]
        explores: bool,
    },
    /// Changes who plays from now on.
    Sit {
        /// The first side first.
        seats: [Seat; 2],
    },
}

impl Action {
    /// Whether it is a part of the game, not of what is shown of it.
    pub fn plays(&self) -> bool {
        !matches!(
            self,
            Action::Analyse { .. }
                | Action::Explain { .. }
                | Action::Review { .. }
                | Action::Aids { .. }
                | Action::Proof { .. }
                | Action::Show { .. }
        )
    }
}

/// A step of setting up a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum EditorStep {
    /// Begins with the pieces on the board.
    Begin,
    /// Takes all pieces off.
    Empty,
    /// Puts a piece on a square, or takes off the one that is there.
    Put {
        /// Where.
        at: [u8; 2],
        /// The index of the piece; none takes off.
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
    /// Drops the position, and goes on with the game.
    Leave,
}

/// A step through a proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ProofStep {
    /// Searches a proof.
    Begin,
    /// Plays a reply of the other side and the answer of the winner.
    Reply {
        /// The index of the reply.
        index: usize,
    },
    /// Takes the last reply back.
    Back,
    /// Closes the proof.
    Leave,
}
