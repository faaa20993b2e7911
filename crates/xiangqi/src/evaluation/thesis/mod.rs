//! The evaluation of the ZMBL thesis, in hundredths of a pawn.
//!
//! It follows rows Z-D2 to Z-D5 of docs/sources.md: material that varies with the phase of the
//! game, placement, mobility, control of the board by square and direction of attack,
//! and the features that decide xiangqi games (hollow cannon, bottom cannon,
//! horse with cannon, rooks against a palace without advisors, rook against no
//! rook). Every term has a value for the full board and one for the bare board;
//! the number of strong pieces left interpolates between them. Material and
//! placement are updated incrementally, the rest is computed from the
//! line tables.

#[cfg(test)]
mod chapter_tests;
mod control;
mod features;
mod mobility;
mod placement;
mod weights;

use super::tapered::Tapered;
use crate::{Move, Piece, PieceKind, Position, RED, Side, Square, Xiangqi};
pub use control::AttackDirection;
use duiyi_search::{Evaluator, Game as _, MAX_PLY, Score};
use placement::PLACEMENT;
pub(super) use placement::{MATERIAL, placement};
pub use weights::ThesisWeights;

/// The number of rooks, horses and cannons (強子) of both sides at the start.
const STRONG_PIECES: i32 = 12;

/// Whether the number of pieces of a kind determines the phase of the game (thesis 4.2).
#[inline]
const fn is_strong(kind: PieceKind) -> bool {
    matches!(kind, PieceKind::Rook | PieceKind::Horse | PieceKind::Cannon)
}

/// The incremental part of the evaluation, from Red's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Running {
    placement: Tapered,
    /// The number of strong pieces.
    strong: i32,
}

impl Running {
    fn of(pieces: impl Iterator<Item = (Square, Piece)>) -> Running {
        let mut sum = Running::default();
        for (square, piece) in pieces {
            sum.placement += PLACEMENT[piece.index()][square.index()];
            sum.strong += i32::from(is_strong(piece.kind));
        }
        sum
    }

    /// The sums after a move, given the moving and the captured piece.
    #[inline]
    fn moved(mut self, mover: Option<Piece>, captured: Option<Piece>, mv: Move) -> Running {
        let (from, to) = (mv.from(), mv.to());
        if let Some(piece) = mover {
            let table = &PLACEMENT[piece.index()];
            self.placement -= table[from.index()];
            self.placement += table[to.index()];
        }
        if let Some(captured) = captured {
            self.placement -= PLACEMENT[captured.index()][to.index()];
            self.strong -= i32::from(is_strong(captured.kind));
        }
        self
    }
}

/// The evaluator of the thesis: the baseline of the tuned [`Evaluation`](crate::Evaluation), used
/// for the classical tables of `docs/ablation.md`.
#[derive(Clone, Debug)]
pub struct ThesisEvaluation {
    weights: ThesisWeights,
    running: Running,
    earlier: Vec<Running>,
}

impl ThesisEvaluation {
    /// An evaluator with the default weights.
    pub fn new() -> ThesisEvaluation {
        ThesisEvaluation::with_weights(ThesisWeights::default())
    }

    /// An evaluator with other weights.
    pub fn with_weights(weights: ThesisWeights) -> ThesisEvaluation {
        ThesisEvaluation { weights, running: Running::default(), earlier: Vec::with_capacity(MAX_PLY + 1) }
    }

    /// The static score of a position for the side to move.
    pub fn of(&self, position: &Position) -> i32 {
        self.complete(position, Running::of(position.pieces()))
    }

    /// Adds the terms that are computed from the board.
    fn complete(&self, position: &Position, running: Running) -> i32 {
        let mut sum = running.placement;
        for color in Side::BOTH {
            let mut own = mobility::mobility(position, color, &self.weights);
            own += features::features(position, color, &self.weights);
            if color == RED {
                sum += own;
            } else {
                sum -= own;
            }
        }
        let score = sum.share(running.strong.clamp(0, STRONG_PIECES), STRONG_PIECES);
        let own = if position.side_to_move() == RED { score } else { -score };
        own + self.weights.tempo
    }
}

impl Default for ThesisEvaluation {
    fn default() -> ThesisEvaluation {
        ThesisEvaluation::new()
    }
}

impl Evaluator<Xiangqi> for ThesisEvaluation {
    fn reset(&mut self, game: &Xiangqi) {
        self.running = Running::of(game.position().pieces());
        self.earlier.clear();
    }

    #[inline]
    fn push(&mut self, game: &Xiangqi, mv: Move) {
        self.earlier.push(self.running);
        let position = game.position();
        self.running = self.running.moved(position.piece_at(mv.from()), position.piece_at(mv.to()), mv);
    }

    #[inline]
    fn pop(&mut self) {
        if let Some(running) = self.earlier.pop() {
            self.running = running;
        }
    }

    #[inline]
    fn evaluate(&mut self, game: &Xiangqi) -> Score {
        debug_assert_eq!(self.running, Running::of(game.position().pieces()));
        debug_assert_eq!(game.side_to_move(), game.position().side_to_move());
        Score::new(self.complete(game.position(), self.running))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::{
        Xoshiro256PlusPlus,
        rand_core::{Rng, SeedableRng},
    };

    #[test]
    fn the_score_of_the_start_is_the_tempo() {
        let evaluation = ThesisEvaluation::new();
        assert_eq!(evaluation.of(&Position::start()), evaluation.weights.tempo);
    }

    #[test]
    fn symmetric_positions_have_the_same_score_and_the_running_sum_is_right() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let evaluation = ThesisEvaluation::new();
        for _ in 0..50 {
            let mut position = Position::start();
            let mut running = Running::of(position.pieces());
            for _ in 0..150 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let mv = moves[rng.next_u64() as usize % moves.len()];
                running = running.moved(position.piece_at(mv.from()), position.piece_at(mv.to()), mv);
                position.make(mv);
                assert_eq!(running, Running::of(position.pieces()));
                let score = evaluation.of(&position);
                assert_eq!(evaluation.of(&position.mirrored()), score, "{position:?}");
                assert_eq!(evaluation.of(&position.color_swapped()), score, "{position:?}");
                let mut passed = position;
                passed.pass();
                assert_eq!(evaluation.of(&passed) - evaluation.weights.tempo, -(score - evaluation.weights.tempo));
            }
        }
    }

    /// The score from Red's point of view, without the bonus for the side to move.
    fn red(fen: &str) -> i32 {
        let evaluation = ThesisEvaluation::with_weights(ThesisWeights { tempo: 0, ..ThesisWeights::default() });
        evaluation.of(&format!("{fen} w - - 0 1").parse().unwrap())
    }

    #[test]
    fn more_material_is_better() {
        // Row Z-D2: king, advisor, elephant, horse, rook, cannon, pawn.
        assert_eq!(MATERIAL.map(Tapered::full), [0, 180, 160, 450, 1050, 500, 100]);
        // With fewer strong pieces the pawn gains value, and the horse approaches the cannon.
        assert!(MATERIAL[6].bare() > MATERIAL[6].full() && MATERIAL[3].bare() == MATERIAL[5].bare());
        // On the board: each piece at home, from the least to the most valuable.
        let bare = red("4k4/9/9/9/9/9/9/9/9/3K5");
        let pawn = red("4k4/9/9/9/9/9/P8/9/9/3K5");
        let elephant = red("4k4/9/9/9/9/9/9/9/9/2BK5");
        let advisor = red("4k4/9/9/9/9/9/9/9/4A4/3K5");
        let horse = red("4k4/9/9/9/9/9/9/9/9/N2K5");
        let cannon = red("4k4/9/9/9/9/9/9/9/9/C2K5");
        let rook = red("4k4/9/9/9/9/9/9/9/9/R2K5");
        let order = [pawn, elephant, advisor, horse, rook].map(|score| score - bare);
        assert!(order.is_sorted_by(|less, more| 0 < *less && less < more), "{order:?}");
        assert!((400..600).contains(&(cannon - bare)) && (400..600).contains(&(horse - bare)), "{cannon} {horse}");
        assert!((1000..1300).contains(&(rook - bare)), "{rook}");
    }
}
