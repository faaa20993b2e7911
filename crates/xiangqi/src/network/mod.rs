//! Evaluation by a network.
//!
//! The inputs are the squares of the pieces ([`PieceSquares`]); the weights are trained
//! on games of the engine against itself (docs/network.md). The result is scaled by the rules:
//! an advantage that cannot be won counts for little.

mod features;
mod student;

pub use features::PieceSquares;
pub use student::{Faithfulness, NetworkExplanation, NetworkTerm, Student, StudentError, StudentSample};

use crate::{
    Move, PieceKind, Position, Side, Square, Xiangqi,
    evaluation::{FULL_SCALE, hope, winner},
};
use duiyi_nnue::{Network, NetworkError, Parameters};
use duiyi_search::{Evaluator, Score};
use std::sync::{Arc, LazyLock};

/// The network of the crate, which contains its provenance.
const BUILT_IN: &[u8] = include_bytes!("xiangqi.nnue");

/// The evaluator of xiangqi positions by a network.
///
/// ```
/// use duiyi_xiangqi::{NetworkEvaluation, Position};
/// let evaluation = NetworkEvaluation::built_in();
/// // Red lacks a rook.
/// let position: Position = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR w - - 0 1".parse()?;
/// assert!(evaluation.of(&position) < -500);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct NetworkEvaluation {
    network: Network<PieceSquares>,
}

impl NetworkEvaluation {
    /// The evaluator with the network of the crate.
    ///
    /// # Panics
    /// Never: a test reads the file.
    pub fn built_in() -> NetworkEvaluation {
        static SHARED: LazyLock<Arc<Parameters>> =
            LazyLock::new(|| Arc::new(Parameters::from_bytes(BUILT_IN).expect("the network of the crate is valid")));
        NetworkEvaluation::new(Arc::clone(&SHARED)).expect("the network of the crate is for its features")
    }

    /// The evaluator with the parameters of a network.
    ///
    /// # Errors
    /// If they are for other features.
    pub fn new(parameters: Arc<Parameters>) -> Result<NetworkEvaluation, NetworkError> {
        Ok(NetworkEvaluation { network: Network::new(parameters)? })
    }

    /// Reads a network from the contents of a file.
    ///
    /// # Errors
    /// If the bytes are not a network, or are for other features.
    pub fn from_bytes(bytes: &[u8]) -> Result<NetworkEvaluation, NetworkError> {
        Ok(NetworkEvaluation { network: Network::from_bytes(bytes)? })
    }

    /// The parameters.
    pub fn parameters(&self) -> &Arc<Parameters> {
        self.network.parameters()
    }

    /// The static score of a position for the side to move.
    pub fn of(&self, position: &Position) -> i32 {
        scaled(position, self.network.of(&Xiangqi::new(*position)).get())
    }

    /// The loss of a side's score when one of its pieces is removed, in hundredths of a pawn:
    /// for every piece except the kings, in the order of the piece list.
    pub fn worth(&self, position: &Position) -> Vec<(Square, i32)> {
        worth(position, |position| self.of(position))
    }
}

/// The loss of a side's score when one of its pieces is removed, for every piece except the kings.
fn worth(position: &Position, of: impl Fn(&Position) -> i32) -> Vec<(Square, i32)> {
    let mover = position.side_to_move();
    let whole = of(position);
    let men = position.pieces().filter(|(_, piece)| piece.kind != PieceKind::King);
    let worth = men.map(|(square, piece)| {
        let loss = whole - of(&position.without(square));
        (square, if piece.color == mover { loss } else { -loss })
    });
    worth.collect()
}

/// The value of an ending that is won by force, which the network underestimates: games end before the
/// endings of a cannon against few guards.
const KNOWN_WIN: i32 = 200;

/// Scales a score by the share that can be won, and adds the value of an ending that is won.
#[inline]
fn scaled(position: &Position, score: i32) -> i32 {
    let mover = position.side_to_move();
    let ahead: Side = if score > 0 { mover } else { !mover };
    let score = hope(position, ahead).map_or(score, |share| score * share / FULL_SCALE);
    match winner(position) {
        None => score,
        Some(winner) if winner == mover => score + KNOWN_WIN,
        Some(_) => score - KNOWN_WIN,
    }
}

impl Evaluator<Xiangqi> for NetworkEvaluation {
    fn reset(&mut self, game: &Xiangqi) {
        self.network.reset(game);
    }

    #[inline]
    fn push(&mut self, game: &Xiangqi, mv: Move) {
        self.network.push(game, mv);
    }

    #[inline]
    fn pop(&mut self) {
        self.network.pop();
    }

    #[inline]
    fn evaluate(&mut self, game: &Xiangqi) -> Score {
        let score = self.network.evaluate(game);
        Score::new(scaled(game.position(), score.get()))
    }
}
