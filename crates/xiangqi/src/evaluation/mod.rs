//! Evaluation: how good a position is, in hundredths of a pawn.
//!
//! A sum of named features times weights. Every feature has a weight for the
//! full board and one for the bare one; between them the strong pieces that are
//! left interpolate. The features begin with rows Z-D2 to Z-D5 of docs/sources.md
//! (material, placement, mobility, control, hollow and bottom cannon, pieces
//! together) and go on to king safety, safe checks, pins, threats and
//! imbalances; the weights are tuned on the results of real games
//! (docs/evaluation.md). Material and placement are kept up to date move by
//! move, the rest is computed from the line tables.
//!
//! One walk over the terms serves three ends ([`trace`]): the score, the counts
//! from which weights are tuned, and the explanation.

mod attacks;
mod cache;
mod king;
mod material;
mod mobility;
mod placement;
#[cfg(test)]
mod plain;
mod running;
mod tapered;
#[cfg(test)]
mod term_tests;
mod terms;
mod thesis;
mod trace;
mod weights;
mod zones;

use crate::{Color, Move, Position, Xiangqi};
use attacks::Side;
use cache::Cache;
use duiyi_search::{Evaluator, Game as _, MAX_PLY, Score};
use material::FULL_SCALE;
use placement::placement_feature;
use running::Running;
use std::sync::Arc;
pub use tapered::{FULL_PHASE, Tapered};
pub use terms::Term;
pub use thesis::{AttackDirection, ThesisEvaluation, ThesisWeights};
use trace::{Counts, Sum, Tracer};
pub use trace::{ExplainedTerm, Explanation, Trace};
pub use weights::{MAX_WEIGHT, Weights, WeightsError};

/// The evaluator of xiangqi positions.
#[derive(Clone, Debug)]
pub struct Evaluation {
    weights: Arc<Weights>,
    running: Running,
    earlier: Vec<Running>,
    cache: Cache,
}

impl Evaluation {
    /// With the tuned weights.
    pub fn new() -> Evaluation {
        Evaluation::with_weights(Weights::tuned())
    }

    /// With other weights.
    pub fn with_weights(weights: Arc<Weights>) -> Evaluation {
        Evaluation {
            weights,
            running: Running::default(),
            earlier: Vec::with_capacity(MAX_PLY + 1),
            cache: Cache::new(),
        }
    }

    /// The static score of a position for the side to move.
    pub fn of(&self, position: &Position) -> i32 {
        self.complete(position, Running::of(&self.weights, position.pieces()))
    }

    /// Adds the terms that are computed from the board.
    fn complete(&self, position: &Position, running: Running) -> i32 {
        let sides = sides(position);
        let mut score = running.placement;
        for color in Color::ALL {
            let mut sum = Sum::new(&self.weights);
            board_terms(&mut sum, position, color, &sides);
            if color == Color::Red {
                score += sum.score;
            } else {
                score -= sum.score;
            }
        }
        let score = score.at(running.phase());
        let score = score * scale(score, &sides) / FULL_SCALE;
        if position.side_to_move() == Color::Red { score } else { -score }
    }

    /// The features of a position, for a tuner.
    pub fn trace(&self, position: &Position) -> Trace {
        let running = Running::of(&self.weights, position.pieces());
        let counts = counts(position);
        let sides = sides(position);
        let net = |feature: usize| counts[0].0[feature] - counts[1].0[feature];
        let features = (0..Weights::COUNT).map(|feature| (feature as u16, net(feature) as i16));
        let score = self.unscaled(&counts, running.phase());
        Trace {
            features: features.filter(|&(_, count)| count != 0).collect(),
            phase: running.phase(),
            scale: scale(score, &sides) as f32 / FULL_SCALE as f32,
        }
    }

    /// What each term gives to each side.
    pub fn explain(&self, position: &Position) -> Explanation {
        let running = Running::of(&self.weights, position.pieces());
        let counts = counts(position);
        let score = self.unscaled(&counts, running.phase());
        let scale = scale(score, &sides(position));
        Explanation {
            rows: trace::explain(&self.weights, &counts),
            phase: running.phase(),
            scale,
            total: score * scale / FULL_SCALE,
        }
    }

    /// The score that counts give, from Red's point of view.
    fn unscaled(&self, counts: &[Counts; 2], phase: i32) -> i32 {
        let mut sum = Tapered::default();
        for (feature, &weight) in self.weights.values.iter().enumerate() {
            sum += weight.times(counts[0].0[feature] - counts[1].0[feature]);
        }
        sum.at(phase)
    }
}

/// What both sides attack.
#[inline]
fn sides(position: &Position) -> [Side; 2] {
    let occupied = position.occupied();
    let mut sides = [Side::EMPTY, Side::EMPTY];
    for color in Color::ALL {
        sides[color.index()].look(position, color, occupied);
    }
    sides
}

/// The terms of a side that are computed from the board.
#[inline]
fn board_terms<T: Tracer>(tracer: &mut T, position: &Position, color: Color, sides: &[Side; 2]) {
    let (us, them) = (&sides[color.index()], &sides[color.index() ^ 1]);
    material::material(tracer, us, them);
    mobility::mobility(tracer, position, color, us, them);
    mobility::pawns(tracer, color, us);
    mobility::threats(tracer, position, color, us, them);
    king::attack(tracer, position, color, us, them);
    if position.side_to_move() == color {
        tracer.add(terms::TEMPO, 1);
    }
}

/// How much of a score, from Red's point of view, can be won.
#[inline]
fn scale(score: i32, [red, black]: &[Side; 2]) -> i32 {
    if score >= 0 { material::scale(red, black) } else { material::scale(black, red) }
}

/// All features of both sides.
fn counts(position: &Position) -> [Counts; 2] {
    let mut counts = [Counts::new(), Counts::new()];
    for (square, piece) in position.pieces() {
        let own = &mut counts[piece.color.index()];
        own.add(terms::MATERIAL + piece.kind.index(), 1);
        own.add(placement_feature(piece.kind, square, piece.color), 1);
    }
    let sides = sides(position);
    for color in Color::ALL {
        board_terms(&mut counts[color.index()], position, color, &sides);
    }
    counts
}

impl Default for Evaluation {
    fn default() -> Evaluation {
        Evaluation::new()
    }
}

impl Evaluator<Xiangqi> for Evaluation {
    fn reset(&mut self, game: &Xiangqi) {
        self.running = Running::of(&self.weights, game.position().pieces());
        self.earlier.clear();
    }

    #[inline]
    fn push(&mut self, game: &Xiangqi, mv: Move) {
        self.earlier.push(self.running);
        let position = game.position();
        let (mover, captured) = (position.piece_at(mv.from()), position.piece_at(mv.to()));
        self.running = self.running.moved(&self.weights, mover, captured, mv);
    }

    #[inline]
    fn pop(&mut self) {
        if let Some(running) = self.earlier.pop() {
            self.running = running;
        }
    }

    #[inline]
    fn evaluate(&mut self, game: &Xiangqi) -> Score {
        debug_assert_eq!(self.running, Running::of(&self.weights, game.position().pieces()));
        debug_assert_eq!(game.side_to_move(), game.position().side_to_move().into());
        let position = game.position();
        let score = match self.cache.get(position.key()) {
            Some(score) => score,
            None => {
                let score = self.complete(position, self.running);
                self.cache.put(position.key(), score);
                score
            }
        };
        Score::new(score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Piece;
    use rand_xoshiro::{
        Xoshiro256PlusPlus,
        rand_core::{Rng, SeedableRng},
    };

    fn random_walk(mut look: impl FnMut(&Position, &Running), evaluation: &Evaluation) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        for _ in 0..50 {
            let mut position = Position::start();
            let mut running = Running::of(&evaluation.weights, position.pieces());
            for _ in 0..150 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let mv = moves[rng.next_u64() as usize % moves.len()];
                let (mover, captured) = (position.piece_at(mv.from()), position.piece_at(mv.to()));
                running = running.moved(&evaluation.weights, mover, captured, mv);
                position.make(mv);
                look(&position, &running);
            }
        }
    }

    #[test]
    fn symmetric_positions_have_the_same_score_and_the_running_sum_is_right() {
        for evaluation in [Evaluation::new(), Evaluation::with_weights(Arc::new(Weights::by_hand()))] {
            random_walk(
                |position, running| {
                    assert_eq!(*running, Running::of(&evaluation.weights, position.pieces()));
                    let score = evaluation.of(position);
                    assert_eq!(evaluation.of(&position.mirrored()), score, "{position:?}");
                    assert_eq!(evaluation.of(&position.color_swapped()), score, "{position:?}");
                },
                &evaluation,
            );
        }
    }

    #[test]
    fn the_trace_and_the_explanation_add_up_to_the_score() {
        let evaluation = Evaluation::new();
        let values: Vec<(i32, i32)> = evaluation.weights.values().collect();
        random_walk(
            |position, _| {
                let red = if position.side_to_move() == Color::Red { 1 } else { -1 };
                let score = evaluation.of(position) * red;
                let trace = evaluation.trace(position);
                let sum: i32 = trace
                    .features
                    .iter()
                    .map(|&(feature, count)| {
                        let (full, bare) = values[feature as usize];
                        count as i32 * (full * trace.phase + bare * (FULL_PHASE - trace.phase))
                    })
                    .sum();
                let traced = sum as f32 / FULL_PHASE as f32 * trace.scale;
                assert!((traced - score as f32).abs() < 2.0, "{traced} {score} {}", position.to_fen());
                let explanation = evaluation.explain(position);
                assert_eq!(explanation.total, score);
                let mut rows = Tapered::default();
                for row in &explanation.rows {
                    rows += row.sides[0] - row.sides[1];
                }
                assert_eq!(rows.at(explanation.phase) * explanation.scale / FULL_SCALE, score);
            },
            &evaluation,
        );
    }

    #[test]
    fn more_material_is_better_and_nothing_to_mate_with_is_nothing() {
        let evaluation = Evaluation::new();
        let rook = evaluation.of(&"4k4/9/9/9/9/9/9/9/9/R2K5 w - - 0 1".parse().unwrap());
        assert!(rook > 600, "{rook}");
        assert_eq!(evaluation.of(&"4k4/9/9/9/9/9/9/9/4A4/3AK4 w - - 0 1".parse().unwrap()), 0);
    }

    #[test]
    fn every_piece_is_worth_something_wherever_it_may_stand() {
        let weights = Weights::tuned();
        let position = Position::start();
        for (square, piece) in position.pieces().filter(|(_, piece)| piece.kind != crate::PieceKind::King) {
            let worth = weights.on(Piece::new(Color::Red, piece.kind), square);
            assert!(piece.color == Color::Black || worth.full() > 0 && worth.bare() > 0, "{piece} {square} {worth:?}");
        }
    }
}
