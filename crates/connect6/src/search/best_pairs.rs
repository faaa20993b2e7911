//! The best turns of two stones, chosen as pairs.
//!
//! In the thesis (4.5; rows C-B4 and C-B6 of docs/sources.md) a node searches the best `count`
//! pairs by the sum of the values of their stones; it notes that the sum ignores the joint effect
//! of two stones. Here the stone with the higher value is put first and the second one is valued
//! with it on the board, so the sum includes that effect. The search by stones then tries only the
//! first stones that lead one of the best pairs, and after each the second stones that complete
//! one.

use super::effort::Width;
use super::insight::SmallZone;
use super::position::SearchPosition;
use crate::evaluation::ScoredPoint;
use crate::{Point, PointSet};
use arrayvec::ArrayVec;

/// The maximum number of pairs compared.
const MOST: usize = Width::MOST as usize * Width::MOST as usize;

/// The common data of the best pairs of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BestPairs {
    /// The first stones of the best pairs.
    pub(super) leaders: SmallZone,
    /// The value of the worst of the best pairs.
    pub(super) floor: u32,
}

impl SearchPosition {
    /// The best `count` pairs of a node with two stones left; `None` if the board is too large for
    /// the set of their stones. The position is unchanged afterwards.
    pub(super) fn best_pairs(&mut self, count: usize) -> Option<BestPairs> {
        let rules = self.board.rules();
        if count == 0 || rules.cells() > SmallZone::CELLS {
            return None;
        }
        let color = self.board.to_move();
        let mut buffers = [[ScoredPoint::default(); Width::MOST as usize]; 2];
        let [first, second] = &mut buffers;
        let firsts = self.candidates(first);
        let mut pairs: ArrayVec<(u32, Point), MOST> = ArrayVec::new();
        for (place, leader) in firsts.iter().enumerate() {
            self.evaluation.put(leader.point, color);
            let seconds = self.evaluation.best_points(color, &mut second[..firsts.len()]);
            // A pair with a stone earlier in the list was counted for that stone.
            let others = seconds.iter().filter(|other| firsts[..place].iter().all(|one| one.point != other.point));
            pairs.extend(others.map(|other| (leader.score + other.score, leader.point)));
            self.evaluation.take();
        }
        let last = count.min(pairs.len()).checked_sub(1)?;
        let (_, &mut (floor, _), _) = pairs.select_nth_unstable_by(last, |one, other| other.0.cmp(&one.0));
        let mut leaders = PointSet::EMPTY;
        pairs.iter().filter(|pair| pair.0 >= floor).for_each(|pair| leaders.insert(pair.1));
        Some(BestPairs { leaders: SmallZone::of(&leaders), floor })
    }

    /// The value of the last stone before it was put.
    pub(super) fn worth_of_last(&mut self) -> u32 {
        let Some((point, color)) = self.board.history().last().and_then(|put| Some((put.point?, put.color))) else {
            return 0;
        };
        self.evaluation.take();
        let worth = self.evaluation.score(point, color);
        self.evaluation.put(point, color);
        worth
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::{AnyEvaluation, Valuation};
    use crate::notation::{Coordinates, game_line};
    use crate::search::{Insight, StonePosition};
    use crate::{Board, Rules};
    use duiyi_search::{Depth, Game, Heuristics, Score, candidates};
    use std::collections::BTreeSet;

    const WIDTH: usize = 9;

    /// A search that has played the turn at the root.
    fn after(turns: &str, turn: &[Point], pairs: u16) -> StonePosition {
        let board = game_line::read(Rules::CONNECT6, turns).unwrap();
        let mut game = StonePosition::new(board, Valuation::usual(Rules::CONNECT6));
        game.position.settings.width.inner = WIDTH as u8;
        game.position.settings.pairs = pairs;
        turn.iter().for_each(|&point| game.make(point));
        game
    }

    /// A turn of White's on row 11.
    fn turn() -> Vec<Point> {
        ["H11", "L11"].map(|name| Coordinates::Letters.read(Rules::CONNECT6, name).unwrap()).into()
    }

    fn best(board: &Board) -> Vec<ScoredPoint> {
        let evaluation = AnyEvaluation::new(board, Valuation::usual(board.rules()));
        evaluation.best_points(board.to_move(), &mut [ScoredPoint::default(); WIDTH]).to_vec()
    }

    /// The best stones with the best second stones, each evaluated on its own board, best first.
    fn all_pairs(board: &Board) -> Vec<(u32, Point, Point)> {
        let firsts = best(board);
        let mut pairs = Vec::new();
        for (place, first) in firsts.iter().enumerate() {
            let mut with_first = board.clone();
            with_first.put(first.point);
            let seconds = best(&with_first).into_iter();
            let own = seconds.filter(|second| !firsts[..place].iter().any(|one| one.point == second.point));
            pairs.extend(own.map(|second| (first.score + second.score, first.point, second.point)));
        }
        pairs.sort_by_key(|pair| std::cmp::Reverse(pair.0));
        pairs
    }

    /// Enters a position as the search does; returns its moves and its insight.
    fn enter(game: &mut StonePosition, stones: i32, parent: &Insight) -> (BTreeSet<Point>, Insight) {
        let window = (-Score::INFINITE, Score::INFINITE);
        let (_, insight) = game.verdict_within(3, window, Depth::plies(stones), parent);
        (candidates(game, &insight).into_iter().collect(), insight)
    }

    #[test]
    fn best_pairs_agree_with_separate_boards() {
        let played = ["J10", "J10 A1-S19 L9-K12", "J10 I9-A19 J12-A1"];
        for (turns, count) in played.into_iter().flat_map(|turns| [1, 5, 20].map(|count| (turns, count))) {
            let mut game = after(turns, &turn(), count);
            let board = game.position.board().clone();
            let pairs = all_pairs(&board);
            let floor = pairs[usize::from(count) - 1].0;
            let chosen: Vec<_> = pairs.iter().filter(|pair| pair.0 >= floor).collect();
            let (leaders, insight) = enter(&mut game, 3, &Insight::default());
            assert_eq!(leaders, chosen.iter().map(|pair| pair.1).collect(), "{turns}, {count}");
            assert!(leaders.len() < best(&board).len(), "something is left out");
            assert_eq!(game.position.board(), &board);
            for &leader in &leaders {
                game.make(leader);
                let (seconds, _) = enter(&mut game, 2, &insight);
                let of_leader = chosen.iter().filter(|pair| pair.1 == leader).map(|pair| pair.2);
                assert!(of_leader.clone().all(|second| seconds.contains(&second)), "{turns}, {count}");
                assert!(seconds.len() < WIDTH || count == 20, "{turns}, {count}");
                game.unmake(leader, ());
            }
        }
    }

    #[test]
    fn the_root_s_turn_and_a_threatened_side_have_all_candidates() {
        let all = |turns: &str, put: &[Point]| {
            let [with, without] = [3, 0].map(|pairs| enter(&mut after(turns, put, pairs), 3, &Insight::default()).0);
            with == without
        };
        assert!(all("J10", &[]));
        // Four in a row of the side that is not to move.
        assert!(all("J10 I11-J11 A1-S1 G11-A19 S19-A10", &turn()));
        assert!(!all("J10", &turn()));
    }
}
