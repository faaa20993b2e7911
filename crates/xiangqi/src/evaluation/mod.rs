//! Evaluation: the score of a position, in hundredths of a pawn.
//!
//! A sum of named features times weights. Every feature has a weight for the
//! full board and one for the bare board; the number of strong pieces left
//! interpolates between them. The features start from rows Z-D2 to Z-D5 of docs/sources.md
//! (material, placement, mobility, control, hollow and bottom cannon, combinations of
//! pieces) and add king safety, safe checks, pins, threats and
//! imbalances; the weights are tuned on the results of real games
//! (docs/evaluation.md). Material and placement are updated incrementally, the
//! rest is computed from the line tables.
//!
//! One traversal of the terms ([`trace`]) serves three purposes: the score, the counts
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
mod share;
mod tapered;
#[cfg(test)]
mod term_tests;
mod terms;
mod thesis;
mod trace;
mod weights;
mod zones;

use crate::{BLACK, Move, Position, RED, Side, Xiangqi};
use attacks::SideAttacks;
use cache::{Cache, MaterialCache};
use duiyi_search::{Evaluator, Game as _, MAX_PLY, Score};
use material::{Material, Men};
use placement::{king_features, placement_feature};
use running::Running;
#[cfg(not(feature = "network"))]
use share::FULL_SCALE;
#[cfg(feature = "network")]
pub(crate) use share::{FULL_SCALE, hope, winner};
use std::sync::Arc;
pub use tapered::{FULL_PHASE, Tapered};
#[cfg(feature = "network")]
pub(crate) use terms::TERMS;
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
    materials: MaterialCache,
}

impl Evaluation {
    /// An evaluator with the tuned weights.
    pub fn new() -> Evaluation {
        Evaluation::with_weights(Weights::tuned())
    }

    /// An evaluator with other weights.
    pub fn with_weights(weights: Arc<Weights>) -> Evaluation {
        Evaluation {
            weights,
            running: Running::default(),
            earlier: Vec::with_capacity(MAX_PLY + 1),
            cache: Cache::new(),
            materials: MaterialCache::new(),
        }
    }

    /// The static score of a position for the side to move.
    pub fn of(&self, position: &Position) -> i32 {
        let running = self.sums(position);
        self.complete(position, running, Material::of(&self.weights, running.men))
    }

    /// The incremental sums, computed from the board.
    fn sums(&self, position: &Position) -> Running {
        Running::of(&self.weights.placement, position)
    }

    /// Adds the terms that are computed from the board.
    fn complete(&self, position: &Position, running: Running, material: Material) -> i32 {
        let occupied = position.occupied();
        let red = SideAttacks::look(position, RED, occupied);
        let black = SideAttacks::look(position, BLACK, occupied);
        // One call for each colour, so that the compiler specializes it.
        let mut reds = Sum::new(&self.weights);
        board_terms(&mut reds, position, RED, &red, &black);
        let mut blacks = Sum::new(&self.weights);
        board_terms(&mut blacks, position, BLACK, &black, &red);
        let score = (running.placement + material.score + reds.score - blacks.score).at(running.phase());
        let score = score * material.scale(score) / FULL_SCALE;
        if position.side_to_move() == RED { score } else { -score }
    }

    /// The features of a position, for a tuner.
    pub fn trace(&self, position: &Position) -> Trace {
        let running = self.sums(position);
        let counts = counts(position);
        let net = |feature: usize| counts[0].0[feature] - counts[1].0[feature];
        let features = (0..Weights::COUNT).map(|feature| (feature as u16, net(feature) as i16));
        let score = self.unscaled(&counts, running.phase());
        Trace {
            features: features.filter(|&(_, count)| count != 0).collect(),
            phase: running.phase(),
            scale: Material::of(&self.weights, running.men).scale(score) as f32 / FULL_SCALE as f32,
        }
    }

    /// The value of each term for each side.
    pub fn explain(&self, position: &Position) -> Explanation {
        let running = self.sums(position);
        let counts = counts(position);
        let score = self.unscaled(&counts, running.phase());
        let scale = Material::of(&self.weights, running.men).scale(score);
        Explanation {
            rows: trace::explain(&self.weights, &counts),
            phase: running.phase(),
            scale,
            total: score * scale / FULL_SCALE,
        }
    }

    /// The score of some counts, from Red's point of view.
    fn unscaled(&self, counts: &[Counts; 2], phase: i32) -> i32 {
        let mut sum = Tapered::default();
        for (feature, &weight) in self.weights.values.iter().enumerate() {
            sum += weight.times(counts[0].0[feature] - counts[1].0[feature]);
        }
        sum.at(phase)
    }
}

/// The terms of a side that are computed from the board.
#[inline(always)]
fn board_terms<T: Tracer>(tracer: &mut T, position: &Position, color: Side, us: &SideAttacks, them: &SideAttacks) {
    let units = mobility::mobility(tracer, position, color, us, them);
    mobility::pawns(tracer, color, us);
    mobility::threats(tracer, position, color, us, them);
    king::attack(tracer, position, color, (us, them), units);
    if position.side_to_move() == color {
        tracer.add(terms::TEMPO, 1);
    }
}

/// All features of both sides, by [`Side::index`].
pub(crate) fn counts(position: &Position) -> [Counts; 2] {
    let mut counts = [Counts::new(), Counts::new()];
    let mut men = Men::default();
    for (square, piece) in position.pieces() {
        let own = &mut counts[piece.color.index()];
        own.add(terms::MATERIAL + piece.kind.index(), 1);
        own.add(placement_feature(piece.kind, square, piece.color), 1);
        let by_king = king_features(piece.kind, square, position.king(!piece.color));
        by_king.into_iter().flatten().for_each(|feature| own.add(feature, 1));
        men.add(piece);
    }
    let occupied = position.occupied();
    let red = SideAttacks::look(position, RED, occupied);
    let black = SideAttacks::look(position, BLACK, occupied);
    let [reds, blacks] = &mut counts;
    material::material(reds, men, RED);
    board_terms(reds, position, RED, &red, &black);
    material::material(blacks, men, BLACK);
    board_terms(blacks, position, BLACK, &black, &red);
    counts
}

impl Default for Evaluation {
    fn default() -> Evaluation {
        Evaluation::new()
    }
}

impl Evaluator<Xiangqi> for Evaluation {
    fn reset(&mut self, game: &Xiangqi) {
        self.running = self.sums(game.position());
        self.earlier.clear();
    }

    #[inline]
    fn push(&mut self, game: &Xiangqi, mv: Move) {
        self.earlier.push(self.running);
        self.running = self.running.moved(&self.weights.placement, game.position(), mv);
        self.cache.expect(game.position().key_after(mv));
    }

    #[inline]
    fn pop(&mut self) {
        if let Some(running) = self.earlier.pop() {
            self.running = running;
        }
    }

    #[inline]
    fn evaluate(&mut self, game: &Xiangqi) -> Score {
        debug_assert_eq!(self.running, self.sums(game.position()));
        debug_assert_eq!(game.side_to_move(), game.position().side_to_move());
        let position = game.position();
        let score = match self.cache.get(position.key()) {
            Some(score) => score,
            None => {
                let material = self.materials.get(&self.weights, self.running.men);
                let score = self.complete(position, self.running, material);
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
    use rand_xoshiro::{
        Xoshiro256PlusPlus,
        rand_core::{Rng, SeedableRng},
    };

    fn random_walk(mut look: impl FnMut(&Position, &Running), evaluation: &Evaluation) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        for _ in 0..50 {
            let mut position = Position::start();
            let mut running = evaluation.sums(&position);
            for _ in 0..150 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let mv = moves[rng.next_u64() as usize % moves.len()];
                running = running.moved(&evaluation.weights.placement, &position, mv);
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
                    assert_eq!(*running, evaluation.sums(position));
                    let score = evaluation.of(position);
                    assert_eq!(evaluation.of(&position.mirrored()), score, "{position:?}");
                    assert_eq!(evaluation.of(&position.color_swapped()), score, "{position:?}");
                },
                &evaluation,
            );
        }
    }

    /// Incremental sums and cached material and scores do not change a score, whether a
    /// position is new, repeated or reached by taking moves back.
    #[test]
    fn cached_scores_equal_computed_scores() {
        let (mut kept, anew) = (Evaluation::new(), Evaluation::new());
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
        let compare = |kept: &mut Evaluation, game: &Xiangqi| {
            let position = game.position();
            assert_eq!(kept.evaluate(game).get(), anew.of(position), "{}", position.to_fen());
            let men = kept.running.men;
            assert_eq!(kept.materials.get(&kept.weights, men), Material::of(&anew.weights, men));
        };
        for _ in 0..40 {
            let mut game = Xiangqi::default();
            kept.reset(&game);
            for _ in 0..150 {
                let moves = game.position().legal_moves();
                if moves.is_empty() {
                    break;
                }
                let mut choose = || moves[rng.next_u64() as usize % moves.len()];
                let (aside, mv) = (choose(), choose());
                kept.push(&game, aside);
                let undo = game.make(aside);
                compare(&mut kept, &game);
                game.unmake(aside, undo);
                kept.pop();
                compare(&mut kept, &game);
                kept.push(&game, mv);
                game.make(mv);
                compare(&mut kept, &game);
            }
        }
    }

    #[test]
    fn the_trace_and_the_explanation_add_up_to_the_score() {
        let evaluation = Evaluation::new();
        let values: Vec<(i32, i32)> = evaluation.weights.values().collect();
        random_walk(
            |position, _| {
                let red = if position.side_to_move() == RED { 1 } else { -1 };
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
    fn more_material_is_better_and_no_mating_material_scores_zero() {
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
            let worth = weights.on(piece.kind, square);
            assert!(piece.color == BLACK || worth.full() > 0 && worth.bare() > 0, "{piece} {square} {worth:?}");
        }
    }
}
