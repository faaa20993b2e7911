//! The game turn by turn: two stones are one move.
//!
//! The thesis' form (4.3; rows C-B3 to C-B6 of docs/sources.md): a move is a pair, numbered by
//! the bijective index of [`pairs`](crate::turns::pairs), and its value is the sum of
//! what its stones are worth, with something added where both lie on one line
//! within a row's reach, which the plain sum misses. For games with one or two
//! stones a turn.

use super::position::{Effort, Insight, Knowledge, Menace, Wanted, Width};
use crate::evaluation::{ScoredPoint, Tables};
use crate::turns::pairs::{unordered_index, unordered_pair, unordered_pairs};
use crate::{Board, Direction, MAX_SIDE, Point};
use duiyi_search::{Depth, Game, GameMove, Generation, Heuristics, MoveSink, Reach, Score, Side, Verdict};
use std::sync::Arc;

/// Cells of the largest board.
const CELLS: usize = MAX_SIDE as usize * MAX_SIDE as usize;
/// Numbers below this are pairs, from it on single stones.
const SINGLES: u32 = unordered_pairs(CELLS) as u32;

/// A turn of one or two stones as a move of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair(u32);

impl Pair {
    /// A turn of two stones, in either order.
    #[inline]
    pub fn new(one: Point, other: Point) -> Pair {
        Pair(unordered_index(one, other) as u32)
    }

    /// A turn of one stone.
    #[inline]
    pub fn single(point: Point) -> Pair {
        Pair(SINGLES + point.index() as u32)
    }

    /// The stones: the first, and the second if there are two.
    #[inline]
    pub fn stones(self) -> (Point, Option<Point>) {
        match self.0.checked_sub(SINGLES) {
            Some(index) => (Point::from_index(index as usize), None),
            None => {
                let (one, other) = unordered_pair(self.0 as usize);
                (one, Some(other))
            }
        }
    }
}

impl GameMove for Pair {
    #[inline]
    fn to_bits(self) -> u32 {
        self.0 + 1
    }

    #[inline]
    fn from_bits(bits: u32) -> Option<Pair> {
        let index = bits.checked_sub(1)?;
        (index < SINGLES + CELLS as u32).then_some(Pair(index))
    }
}

/// A position as the search sees it, turn by turn.
#[derive(Clone, Debug)]
pub struct TurnSearch(pub(super) Knowledge);

impl TurnSearch {
    /// Takes up a position; `None` for rules with three stones a turn or more.
    pub fn new(board: Board, tables: Arc<Tables>) -> Option<TurnSearch> {
        let rules = board.rules();
        (rules.p().max(rules.q()) <= 2).then(|| TurnSearch(Knowledge::new(board, tables)))
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

    /// Whether a turn has two stones: not the last one of a full board, nor a single first one.
    fn has_pairs(&self) -> bool {
        let board = &self.0.board;
        board.stones_left() == 2 && board.stone_count() + 1 < board.rules().cells()
    }

    /// What two stones of one line within a row's reach have more than their sum.
    fn synergy(&self, one: Point, other: Point, sum: u32) -> u32 {
        let board = &self.0.board;
        let reach = u32::from(board.rules().k());
        let near = Direction::ALL.iter().any(|&direction| {
            let ((line, at), (other_line, other_at)) = (board.place(direction, one), board.place(direction, other));
            if line != other_line || at.abs_diff(other_at) >= reach {
                return false;
            }
            // A stone of the other side between them keeps them apart.
            let between = (1u64 << at.max(other_at)) - (1 << at.min(other_at));
            board.line(direction, line).stones(!board.to_move()) & between == 0
        });
        if near { sum / 4 } else { 0 }
    }
}

impl Game for TurnSearch {
    const PATH_MATTERS: bool = false;

    type Move = Pair;
    type Undo = ();

    #[inline]
    fn side_to_move(&self) -> Side {
        self.0.board.to_move().into()
    }

    #[inline]
    fn make(&mut self, pair: Pair) {
        let (one, other) = pair.stones();
        self.0.put(one);
        if let Some(other) = other {
            self.0.put(other);
        }
    }

    #[inline]
    fn unmake(&mut self, pair: Pair, (): ()) {
        if pair.stones().1.is_some() {
            self.0.take();
        }
        self.0.take();
    }

    fn legal_moves(&self, moves: &mut impl Extend<Pair>) {
        let board = &self.0.board;
        if board.is_over() {
            return;
        }
        for one in board.empties() {
            if self.has_pairs() {
                moves.extend(board.empties().filter(|&other| one < other).map(|other| Pair::new(one, other)));
            } else {
                moves.extend([Pair::single(one)]);
            }
        }
    }

    #[inline]
    fn is_legal(&self, pair: Pair) -> bool {
        let board = &self.0.board;
        let free = |point: Point| board.rules().contains(point) && board.is_empty(point);
        let (one, other) = pair.stones();
        !board.is_over() && other.is_some() == self.has_pairs() && free(one) && other.is_none_or(free)
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

impl Heuristics for TurnSearch {
    type Insight = Insight;
    const SELECTIVE: bool = true;

    const PRUNABLE: bool = true;

    #[inline]
    fn threatened(&self) -> bool {
        self.0.is_threatened()
    }

    fn prior(&self, pair: Pair) -> i32 {
        let color = self.0.board.to_move();
        let score = |point: Point| self.0.evaluation.score(point, color);
        let (one, other) = pair.stones();
        let value = match other {
            None => 2 * score(one),
            Some(other) => {
                let sum = score(one) + score(other);
                sum + self.synergy(one, other, sum)
            }
        };
        // Two stones' values are the scale of one.
        self.0.prior(value / 2)
    }

    fn generate(&self, kind: Generation, _: &Insight, moves: &mut MoveSink<'_, Pair>) {
        let mut buffer = [ScoredPoint::default(); Width::MOST as usize];
        match kind {
            Generation::Noisy => {}
            Generation::Quiet => {
                let list = self.0.candidates(&mut buffer);
                if !self.has_pairs() {
                    moves.extend(list.iter().map(|candidate| Pair::single(candidate.point)));
                    return;
                }
                for (i, one) in list.iter().enumerate() {
                    moves.extend(list[i + 1..].iter().map(|other| Pair::new(one.point, other.point)));
                }
            }
            Generation::Evasions => {
                if !self.has_pairs() {
                    self.0.answers(|point| moves.push(Pair::single(point)));
                    return;
                }
                let list = self.0.candidates(&mut buffer);
                self.0.answering_pairs(list, |one, other| moves.push(Pair::new(one, other)));
            }
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
        let stones = 2 * depth.whole().max(0) as u32;
        self.0.enter(ply, Wanted { alpha, beta, stones }, parent)
    }

    #[inline]
    fn evaluation_bias(&self, insight: &Insight) -> i32 {
        self.0.bias(insight)
    }
}
