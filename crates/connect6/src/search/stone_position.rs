//! The position of a search by stones.
//!
//! A ply is a stone. The search reads the side to move after each, and passes its window on
//! unchanged while the side remains the same. The key includes the number of stones left in the
//! turn, so the two orders of a turn meet in the transposition table. The solver is queried at the
//! beginning of a turn.

use super::answers::answers;
use super::effort::Width;
use super::insight::Insight;
use super::position::{Query, SearchPosition};
use crate::evaluation::{ScoredPoint, Valuation};
use crate::{Board, Point};
use duiyi_search::{Depth, Game, Generation, Heuristics, MoveSink, Score, Side, Slots, Verdict};

/// A position searched stone by stone.
#[derive(Clone, Debug)]
pub struct StonePosition {
    /// The position with its evaluation and solver.
    pub position: SearchPosition,
}

impl StonePosition {
    /// A position, evaluated with the tables of one of the evaluations.
    pub fn new(board: Board, valuation: impl Into<Valuation>) -> StonePosition {
        StonePosition { position: SearchPosition::new(board, valuation) }
    }
}

impl Game for StonePosition {
    type Move = Point;
    type Undo = ();

    const ALTERNATES: bool = false;
    const PATH_MATTERS: bool = false;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.position.board.side_to_move()
    }

    fn legal_moves(&self, moves: &mut impl Extend<Point>) {
        self.position.board.legal_moves(moves);
    }

    #[inline]
    fn is_legal(&self, stone: Point) -> bool {
        self.position.board.is_legal(stone)
    }

    #[inline]
    fn make(&mut self, stone: Point) {
        self.position.put(stone);
    }

    #[inline]
    fn unmake(&mut self, _: Point, (): ()) {
        self.position.take();
    }

    #[inline]
    fn key(&self) -> u64 {
        self.position.board.key()
    }

    #[inline]
    fn verdict(&self, ply: usize) -> Verdict {
        self.position.board.verdict(ply)
    }
}

impl Heuristics for StonePosition {
    type Insight = Insight;
    const SELECTIVE: bool = true;

    // Late stones are reduced and pruned; the player turns off the other techniques that depend on
    // this constant.
    const PRUNABLE: bool = true;
    const HISTORY: Slots<StonePosition> = Slots { count: Point::MOST, slot: |_, stone| stone.index() };

    #[inline]
    fn threatened(&self) -> bool {
        self.position.is_threatened()
    }

    #[inline]
    fn extension(&self, insight: &Insight) -> Depth {
        self.position.extension(insight)
    }

    #[inline]
    fn key_after(&self, stone: Point) -> Option<u64> {
        Some(self.position.board.key_after(stone))
    }

    #[inline]
    fn prior(&self, stone: Point) -> i32 {
        self.position.prior(self.position.evaluation.score(stone, self.position.board.to_move()))
    }

    fn generate(&self, kind: Generation, insight: &Insight, moves: &mut MoveSink<'_, Point>) {
        let board = &self.position.board;
        match kind {
            Generation::Noisy => {}
            _ if self.position.wanted_here().is_some() => {
                moves.extend(self.position.wanted_here().unwrap_or_default().iter().copied());
            }
            kind if !board.rules().is_free() => {
                self.position.allowed_points(kind == Generation::Evasions, |point| moves.push(point));
            }
            Generation::Quiet => {
                if let Some(zone) = insight.zone() {
                    let mut any = false;
                    moves.extend(zone.filter(|&point| board.is_empty(point)).inspect(|_| any = true));
                    if any {
                        return;
                    }
                }
                if let Some(leaders) = insight.leaders() {
                    moves.extend(leaders);
                    return;
                }
                let mut buffer = [ScoredPoint::default(); Width::MOST as usize];
                let candidates = self.position.candidates(&mut buffer);
                let enough = candidates.partition_point(|candidate| candidate.score >= insight.floor);
                // The best one is always searched.
                moves.extend(candidates.iter().take(enough.max(1)).map(|candidate| candidate.point));
            }
            Generation::Evasions => answers(board, |point| moves.push(point)),
        }
    }

    #[inline]
    fn verdict_within(
        &mut self,
        ply: usize,
        (alpha, beta): (Score, Score),
        depth: Depth,
        parent: &Insight,
    ) -> (Verdict, Insight) {
        let stones = depth.whole().max(0) as u32;
        self.position.enter(Query { ply, alpha, beta, stones }, parent)
    }

    #[inline]
    fn evaluation_bias(&self, insight: &Insight) -> i32 {
        self.position.bias(insight)
    }
}
