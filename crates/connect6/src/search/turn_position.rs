//! The position of a search by turns: two stones are one move.
//!
//! As in the thesis (4.4, 4.5; rows C-B3 to C-B6 of docs/sources.md), a move is a pair of stones,
//! numbered by a bijection, and its value is the sum of the values of its stones, plus a bonus if
//! both lie on one line within the reach of a row, which the plain sum misses. For games with one
//! or two stones a turn.

use super::answers::{answering_pairs, answers};
use super::effort::Width;
use super::insight::Insight;
use super::position::{Query, SearchPosition};
use crate::evaluation::{ScoredPoint, Valuation};
use crate::turns::pairs::{unordered_index, unordered_pair, unordered_pairs};
use crate::{Board, Point};
use duiyi_search::{Depth, Game, GameMove, Generation, Heuristics, MoveSink, Score, Side, Verdict};

/// Smaller numbers are pairs, the others single stones.
const SINGLES: u32 = unordered_pairs(Point::MOST) as u32;

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
        (index < SINGLES + Point::MOST as u32).then_some(Pair(index))
    }
}

/// A position searched turn by turn.
#[derive(Clone, Debug)]
pub struct TurnPosition {
    /// The position with its evaluation and solver.
    pub position: SearchPosition,
}

impl TurnPosition {
    /// A position, evaluated with the tables of one of the evaluations; `None` for rules with three
    /// stones a turn or more, and
    /// for rules in which longer rows do not win.
    pub fn new(board: Board, valuation: impl Into<Valuation>) -> Option<TurnPosition> {
        let rules = board.rules();
        (rules.p().max(rules.q()) <= 2 && rules.is_free())
            .then(|| TurnPosition { position: SearchPosition::new(board, valuation) })
    }

    /// Whether a turn has two stones: not the last one on a full board, nor a single first one.
    fn has_pairs(&self) -> bool {
        let board = &self.position.board;
        board.stones_left() == 2 && board.stone_count() + 1 < board.rules().cells()
    }

    /// The bonus for two stones on one line within the reach of a row.
    fn synergy(&self, one: Point, other: Point, sum: u32) -> u32 {
        let board = &self.position.board;
        let reach = u32::from(board.rules().k());
        let near = board.rules().directions().iter().any(|&direction| {
            let ((line, at), (other_line, other_at)) = (board.place(direction, one), board.place(direction, other));
            if line != other_line || at.abs_diff(other_at) >= reach {
                return false;
            }
            // A stone of the other side between them separates them.
            let between = (1u64 << at.max(other_at)) - (1 << at.min(other_at));
            board.line(direction, line).stones(!board.to_move()) & between == 0
        });
        if near { sum / 4 } else { 0 }
    }
}

impl Game for TurnPosition {
    type Move = Pair;
    type Undo = ();

    const PATH_MATTERS: bool = false;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.position.board.side_to_move()
    }

    #[inline]
    fn make(&mut self, pair: Pair) {
        let (one, other) = pair.stones();
        self.position.put(one);
        if let Some(other) = other {
            self.position.put(other);
        }
    }

    #[inline]
    fn unmake(&mut self, pair: Pair, (): ()) {
        if pair.stones().1.is_some() {
            self.position.take();
        }
        self.position.take();
    }

    fn legal_moves(&self, moves: &mut impl Extend<Pair>) {
        let board = &self.position.board;
        if board.is_over() {
            return;
        }
        if !self.has_pairs() {
            moves.extend(board.allowed().map(Pair::single));
            return;
        }
        // The others may come within the radius by the first stone.
        let (allowed, far): (Vec<Point>, Vec<Point>) = board.empties().partition(|&point| board.allows(point));
        for (at, &one) in allowed.iter().enumerate() {
            let reached = far.iter().filter(|&&other| board.allows_pair(one, other));
            moves.extend(allowed[at + 1..].iter().chain(reached).map(|&other| Pair::new(one, other)));
        }
    }

    #[inline]
    fn is_legal(&self, pair: Pair) -> bool {
        let board = &self.position.board;
        let free = |point: Point| board.rules().contains(point) && board.is_empty(point);
        let (one, other) = pair.stones();
        !board.is_over()
            && other.is_some() == self.has_pairs()
            && free(one)
            && other.map_or_else(|| board.allows(one), |other| free(other) && board.allows_pair(one, other))
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

impl Heuristics for TurnPosition {
    type Insight = Insight;
    const SELECTIVE: bool = true;

    const PRUNABLE: bool = true;

    #[inline]
    fn threatened(&self) -> bool {
        self.position.is_threatened()
    }

    fn prior(&self, pair: Pair) -> i32 {
        let color = self.position.board.to_move();
        let score = |point: Point| self.position.evaluation.score(point, color);
        let (one, other) = pair.stones();
        let value = match other {
            None => 2 * score(one),
            Some(other) => {
                let sum = score(one) + score(other);
                sum + self.synergy(one, other, sum)
            }
        };
        // Half the value, to match the scale of a single stone.
        self.position.prior(value / 2)
    }

    fn generate(&self, kind: Generation, _: &Insight, moves: &mut MoveSink<'_, Pair>) {
        let mut buffer = [ScoredPoint::default(); Width::MOST as usize];
        match kind {
            Generation::Noisy => {}
            _ if self.position.wanted_here().is_some() => {
                let wanted = self.position.wanted_here().unwrap_or_default();
                if !self.has_pairs() {
                    moves.extend(wanted.iter().map(|&point| Pair::single(point)));
                    return;
                }
                let list = self.position.candidates(&mut buffer);
                let others = list.iter().map(|candidate| candidate.point).filter(|point| !wanted.contains(point));
                let others: Vec<Point> = others.collect();
                for (i, &one) in wanted.iter().enumerate() {
                    moves.extend(wanted[i + 1..].iter().chain(&others).map(|&other| Pair::new(one, other)));
                }
            }
            Generation::Quiet => {
                let list = self.position.candidates(&mut buffer);
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
                    answers(&self.position.board, |point| moves.push(Pair::single(point)));
                    return;
                }
                let list = self.position.candidates(&mut buffer);
                answering_pairs(&self.position.board, list, |one, other| moves.push(Pair::new(one, other)));
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
        self.position.enter(Query { ply, alpha, beta, stones }, parent)
    }

    #[inline]
    fn evaluation_bias(&self, insight: &Insight) -> i32 {
        self.position.bias(insight)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rules, WHITE};
    use duiyi_search::candidates;
    use std::collections::BTreeSet;

    /// Row C-B4 of docs/sources.md.
    #[test]
    fn quiet_turns_are_the_pairs_of_the_best_stones() {
        const WIDTH: usize = 7;
        let rules = Rules::CONNECT6;
        let board = Board::from_stones(rules, &[rules.centre()], &[], WHITE).unwrap();
        let mut game = TurnPosition::new(board, Valuation::usual(rules)).unwrap();
        game.position.settings.width = Width { root: WIDTH as u8, inner: WIDTH as u8 };
        let mut buffer = [ScoredPoint::default(); WIDTH];
        let best = game.position.evaluation.best_points(WHITE, &mut buffer);
        let bits = |one: Point, other: Point| Pair::new(one, other).to_bits();
        let expected: BTreeSet<u32> = (0..WIDTH)
            .flat_map(|at| best[at + 1..].iter().map(move |other| bits(best[at].point, other.point)))
            .collect();
        assert_eq!(expected.len(), WIDTH * (WIDTH - 1) / 2);
        let found: BTreeSet<u32> = candidates(&game, &Insight::default()).into_iter().map(GameMove::to_bits).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn two_stones_on_a_line_are_worth_more_than_their_sum() {
        let rules = Rules::CONNECT6;
        let at = |column, row| rules.point(column, row).unwrap();
        let board = Board::from_stones(rules, &[at(9, 9)], &[at(3, 3)], WHITE).unwrap();
        let search = TurnPosition::new(board, Valuation::usual(rules)).unwrap();
        let synergy = |one, other| search.synergy(one, other, 400);
        assert_eq!((synergy(at(2, 5), at(6, 5)), synergy(at(5, 2), at(2, 5))), (100, 100), "a row, a diagonal");
        assert_eq!((synergy(at(2, 5), at(7, 5)), synergy(at(2, 5), at(8, 5))), (100, 0), "within six points");
        assert_eq!(synergy(at(2, 5), at(4, 6)), 0, "no line");
        assert_eq!(synergy(at(9, 8), at(9, 10)), 0, "a stone of the other side between");
        assert_eq!(synergy(at(3, 2), at(3, 4)), 100, "one of the same side");
    }
}
