//! The errors of learning.

use crate::network::{SampleError, TrainerError, games::GameError};
use duiyi_nnue::NetworkError;

/// Why an evaluation cannot be learned or read.
#[derive(Debug, thiserror::Error)]
pub enum LearnError {
    /// The picture of the game shows no piece with an owner in any of the surveyed games.
    #[error("{game}: the picture shows {pieces} pieces and none has an owner; expected Diagram::owner to name one")]
    NoOwners {
        /// The game.
        game: String,
        /// The number of different pieces.
        pieces: usize,
    },
    /// More inputs than a network can have.
    #[error("{game}: {inputs} inputs; expected at most 65536")]
    TooManyInputs {
        /// The game.
        game: String,
        /// The number of inputs.
        inputs: usize,
    },
    /// No game ended by the rules within the maximum number of moves.
    #[error("{game}: none of {games} random games ended within {most} moves; expected at least one")]
    NoEnd {
        /// The game.
        game: String,
        /// The number of games.
        games: usize,
        /// The maximum number of moves.
        most: usize,
    },
    /// The file is of another game, board or rule set.
    #[error("learnt for {found}; expected {expected}")]
    OtherGame {
        /// The game, rules and board of the file.
        found: String,
        /// Those of the program.
        expected: String,
    },
    /// The file has a network that was not learned from pictures.
    #[error("a network with the features '{0}'; expected those of a picture")]
    OtherFeatures(String),
    /// The network cannot be read.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// The training failed.
    #[error(transparent)]
    Training(#[from] TrainerError),
    /// A position does not match the network.
    #[error(transparent)]
    Sample(#[from] SampleError),
    /// The games of a saved state cannot be read.
    #[error("games of the saved state: {0}")]
    Games(#[from] GameError),
    /// A saved state cannot be read.
    #[error("saved state: {0}")]
    State(String),
    /// A saved state belongs to another game or plan.
    #[error("the saved state is of another {what}: {found}; expected {expected}")]
    OtherPlan {
        /// What differs.
        what: &'static str,
        /// What the state has.
        found: String,
        /// What was asked for.
        expected: String,
    },
}
