//! What a page asks of the session of its game.

use super::game::Seat;
use serde::{Deserialize, Serialize};

/// What a page asks of a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// A square was chosen: column from the left, row from the bottom.
    Square {
        /// Where.
        at: [u8; 2],
    },
    /// Nothing is chosen any more.
    Unchoose,
    /// A turn is written.
    Turn {
        /// As the game reads it.
        text: String,
    },
    /// The last turn of a person, and what followed, is taken back.
    TakeBack,
    /// A person gives up: the one to move, or the only one.
    Resign,
    /// The side to move offers a draw, or takes the offer of the other.
    Draw,
    /// The draw that the other side offers is not taken.
    Decline,
    /// The rules let the side to move claim the result: a draw by repetition or by the limit of moves.
    Claim,
    /// A position is set up by hand.
    SetUp {
        /// What is done with it.
        step: EditorStep,
    },
    /// The best lines of the position that is shown are wanted.
    Analyse {
        /// How many; 0 ends it.
        lines: usize,
    },
    /// The static score of the position that is shown is explained.
    Explain {
        /// Whether.
        on: bool,
    },
    /// The whole game is judged, turn by turn.
    Review {
        /// How long each position is looked at; without it, the review ends.
        #[serde(default)]
        milliseconds: Option<u64>,
    },
    /// What the game can show on its board besides.
    Aids {
        /// Which, by their numbers.
        on: Vec<usize>,
    },
    /// A proof that the side to move wins in the position shown.
    Proof {
        /// What is done with it.
        step: ProofStep,
    },
    /// The position after so many moves is shown, nothing changes.
    Show {
        /// How many; the newest without a number.
        #[serde(default)]
        ply: Option<usize>,
        /// Whether it is seen from the other side.
        #[serde(default)]
        flipped: bool,
        /// Whether pieces have letters.
        #[serde(default)]
        letters: bool,
        /// Whether what is known of the position is shown.
        #[serde(default)]
        explores: bool,
    },
    /// Who plays from now on.
    Sit {
        /// The first side first.
        seats: [Seat; 2],
    },
}

impl Action {
    /// Whether it is about the game as it goes on, not about what is shown of it.
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

/// What is done with a position that is set up by hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum EditorStep {
    /// It is begun with what stands on the board.
    Begin,
    /// All pieces are taken off.
    Empty,
    /// A piece is put on a square, or what is there taken off.
    Put {
        /// Where.
        at: [u8; 2],
        /// Which of the pieces; none takes off.
        #[serde(default)]
        piece: Option<usize>,
    },
    /// A side is to move.
    ToMove {
        /// 0 or 1.
        side: usize,
    },
    /// A game begins from it.
    Take,
    /// It is dropped, and the game goes on.
    Leave,
}

/// What is done with a proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ProofStep {
    /// It is sought.
    Begin,
    /// The other side replies, and the winner's answer is shown.
    Reply {
        /// Which of the replies.
        index: usize,
    },
    /// The last reply is taken back.
    Back,
    /// It is put away.
    Leave,
}
