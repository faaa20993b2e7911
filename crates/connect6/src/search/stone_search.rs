//! The game stone by stone.
//!
//! A ply is a stone. The side to move is read after each, and while it stays
//! the same the search passes its window on as it is; the key has the stones
//! left in it, so the two orders of a turn meet in the table. The solver is
//! asked where a turn begins.

use super::position::{Effort, Insight, Knowledge, Menace, Wanted, Width};
use crate::evaluation::{ScoredPoint, Tables};
use crate::{Board, MAX_SIDE, Point};
use duiyi_search::{Depth, Game, GameMove, Generation, Heuristics, MoveSink, Reach, Score, Side, Verdict};
use std::sync::Arc;

/// A stone as a move of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stone(pub Point);

impl GameMove for Stone {
    #[inline]
    fn to_bits(self) -> u32 {
        self.0.index() as u32 + 1
    }

    #[inline]
    fn from_bits(bits: u32) -> Option<Stone> {
        let index = bits.checked_sub(1)? as usize;
        (index < usize::from(MAX_SIDE) * usize::from(MAX_SIDE)).then(|| Stone(Point::from_index(index)))
    }
}

/// A position as the search sees it, stone by stone.
#[derive(Clone, Debug)]
pub struct StoneSearch(pub(super) Knowledge);

impl StoneSearch {
    /// Takes up a position.
    pub fn new(board: Board, tables: Arc<Tables>) -> StoneSearch {
        StoneSearch(Knowledge::new(board, tables))
    }

    /// Takes up another position of the same rules.
    pub fn set(&mut self, board: &Board) {
        self.0.set(board);
    }

    /// Forgets what the solver found in earlier searches.
    pub fn forget(&mut self) {
        self.0.forget();
    }

    /// How many candidates are looked at, how far the solver goes, what a menace means, and
    /// what the value of a stone counts beside its history ([`Player::prior`](crate::player::Player::prior)).
    pub fn configure(&mut self, width: Width, effort: Effort, menace: Menace, prior: u16) {
        self.0.width = width;
        self.0.effort = effort;
        self.0.menace = menace;
        self.0.prior = prior;
    }

    /// The position.
    pub fn board(&self) -> &Board {
        &self.0.board
    }

    /// The score of the evaluation for the side to move.
    pub fn evaluate(&self) -> duiyi_search::Score {
        self.0.evaluate()
    }

    /// Positions that the solver looked at since the position was taken up.
    pub fn solver_nodes(&self) -> u64 {
        self.0.solver_nodes
    }
}

impl Game for StoneSearch {
    type Move = Stone;
    type Undo = ();

    const ALTERNATES: bool = false;
    const PATH_MATTERS: bool = false;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.0.board.to_move().into()
    }

    #[inline]
    fn make(&mut self, stone: Stone) {
        self.0.put(stone.0);
    }

    #[inline]
    fn unmake(&mut self, _: Stone, (): ()) {
        self.0.take();
    }

    fn legal_moves(&self, moves: &mut impl Extend<Stone>) {
        let over = self.0.board.is_over();
        moves.extend(self.0.board.empties().filter(|_| !over).map(Stone));
    }

    #[inline]
    fn is_legal(&self, stone: Stone) -> bool {
        let board = &self.0.board;
        !board.is_over() && board.rules().contains(stone.0) && board.is_empty(stone.0)
    }

    #[inline]
    fn key(&self) -> u64 {
        self.0.board.key()
    }

    #[inline]
    fn verdict(&self, ply: usize) -> Verdict {
        self.0.decided_by_rules(ply).map_or(Verdict::Open, |score| Verdict::Exact(score, Reach::Position))
    }
}

impl Heuristics for StoneSearch {
    type Insight = Insight;
    const SELECTIVE: bool = true;

    // Late stones are reduced and left out; what else goes by this switch is
    // turned off by the player.
    const PRUNABLE: bool = true;
    const HISTORY_SLOTS: usize = MAX_SIDE as usize * MAX_SIDE as usize;

    #[inline]
    fn threatened(&self) -> bool {
        self.0.is_threatened()
    }

    #[inline]
    fn history_slot(&self, stone: Stone) -> usize {
        stone.0.index()
    }

    #[inline]
    fn extension(&self, insight: &Insight) -> Depth {
        if insight.is_menaced() && self.0.board.stones_left() == self.0.board.rules().p() {
            Depth::plies(self.0.menace.plies.into())
        } else {
            Depth::ZERO
        }
    }

    #[inline]
    fn key_after(&self, stone: Stone) -> Option<u64> {
        Some(self.0.board.key_after(stone.0))
    }

    #[inline]
    fn prior(&self, stone: Stone) -> i32 {
        self.0.prior(self.0.evaluation.score(stone.0, self.0.board.to_move()))
    }

    fn generate(&self, kind: Generation, insight: &Insight, moves: &mut MoveSink<'_, Stone>) {
        match kind {
            Generation::Noisy => {}
            Generation::Quiet => {
                if self.0.zone(insight, |point| moves.push(Stone(point))) {
                    return;
                }
                let mut buffer = [ScoredPoint::default(); Width::MOST as usize];
                moves.extend(self.0.candidates(&mut buffer).iter().map(|candidate| Stone(candidate.point)));
            }
            Generation::Evasions => self.0.answers(|point| moves.push(Stone(point))),
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
        self.0.enter(ply, Wanted { alpha, beta, stones }, parent)
    }

    #[inline]
    fn evaluation_bias(&self, insight: &Insight) -> i32 {
        self.0.bias(insight)
    }
}
