//! Evaluation by a network.
//!
//! The inputs say which piece stands where ([`PieceSquares`]); the network has learnt their worth
//! from games of the engine against itself (docs/network.md). What the rules say goes before it:
//! an advantage that cannot be won counts for little.

mod features;

pub use features::PieceSquares;

use crate::{Move, PieceKind, Position, Side, Square, Xiangqi, evaluation::hope};
use duiyi_nnue::{Network, NetworkError, Parameters};
use duiyi_search::{Evaluator, Score};
use std::sync::{Arc, LazyLock};

/// The network of the crate: its provenance is in it.
const BUILT_IN: &[u8] = include_bytes!("xiangqi.nnue");

/// The evaluator of xiangqi positions by a network.
///
/// ```
/// use duiyi_xiangqi::{NetworkEvaluation, Position};
/// let evaluation = NetworkEvaluation::built_in();
/// // A rook less.
/// let position: Position = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR w - - 0 1".parse()?;
/// assert!(evaluation.of(&position) < -500);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct NetworkEvaluation {
    network: Network<PieceSquares>,
}

impl NetworkEvaluation {
    /// With the network of the crate.
    ///
    /// # Panics
    /// Never: a test reads the file.
    pub fn built_in() -> NetworkEvaluation {
        static SHARED: LazyLock<Arc<Parameters>> =
            LazyLock::new(|| Arc::new(Parameters::from_bytes(BUILT_IN).expect("the network of the crate is whole")));
        NetworkEvaluation::new(Arc::clone(&SHARED)).expect("the network of the crate is for its features")
    }

    /// With the numbers of a network.
    ///
    /// # Errors
    /// If they are for other features.
    pub fn new(parameters: Arc<Parameters>) -> Result<NetworkEvaluation, NetworkError> {
        Ok(NetworkEvaluation { network: Network::new(parameters)? })
    }

    /// Reads the file of a network.
    ///
    /// # Errors
    /// If the bytes are not a network, or one for other features.
    pub fn from_bytes(bytes: &[u8]) -> Result<NetworkEvaluation, NetworkError> {
        Ok(NetworkEvaluation { network: Network::from_bytes(bytes)? })
    }

    /// The numbers.
    pub fn parameters(&self) -> &Arc<Parameters> {
        self.network.parameters()
    }

    /// The static score of a position for the side to move.
    pub fn of(&self, position: &Position) -> i32 {
        scaled(position, self.network.of(&Xiangqi::new(*position)).get())
    }

    /// What the score of a side loses when a piece of its is taken away, in hundredths of a pawn:
    /// for every piece but the kings, in the order of the piece list.
    pub fn worth(&self, position: &Position) -> Vec<(Square, i32)> {
        let mover = position.side_to_move();
        let whole = self.of(position);
        let men = position.pieces().filter(|(_, piece)| piece.kind != PieceKind::King);
        let worth = men.map(|(square, piece)| {
            let loss = whole - self.of(&position.without(square));
            (square, if piece.color == mover { loss } else { -loss })
        });
        worth.collect()
    }
}

/// A score with what can be won of it.
#[inline]
fn scaled(position: &Position, score: i32) -> i32 {
    let mover = position.side_to_move();
    let ahead: Side = if score > 0 { mover } else { !mover };
    match hope(position, ahead) {
        None => score,
        Some(share) => score * share / 64,
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
