//! The board itself as a game to search, for evaluations that come from elsewhere.

use super::answers::answers;
use crate::{BLACK, Board, Point, WHITE, board::PointSet, threats::OpenWindows};
use duiyi_search::{Game, Generation, Heuristics, MoveSink, Side, Slots};

/// The distance from a stone, in columns and rows, within which stones are considered.
const NEAR: i32 = 2;

/// The empty points near stones; the centre of an empty board.
fn near_points(board: &Board) -> PointSet {
    let rules = board.rules();
    let mut near = PointSet::EMPTY;
    for (stone, _) in board.stones() {
        let (column, row) = (i32::from(rules.column(stone)), i32::from(rules.row(stone)));
        for (dx, dy) in (-NEAR..=NEAR).flat_map(|dx| (-NEAR..=NEAR).map(move |dy| (dx, dy))) {
            let (x, y) = (u8::try_from(column + dx), u8::try_from(row + dy));
            if let (Ok(x), Ok(y)) = (x, y)
                && let Some(point) = rules.point(x, y)
                && board.is_empty(point)
            {
                near.insert(point);
            }
        }
    }
    if near.is_empty() && board.stone_count() == 0 {
        near.insert(rules.centre());
    }
    near
}

/// The plain game, stone by stone: stones near others are considered, and a side that faces a row to be completed
/// considers the stones that meet it. [`StonePosition`](super::StonePosition) has far more knowledge; this is the game as
/// evaluations see it that are learned from its picture.
impl Heuristics for Board {
    type Insight = ();
    const SELECTIVE: bool = true;
    const HISTORY: Slots<Board> = Slots { count: Point::MOST, slot: |_, stone| stone.index() };

    fn threatened(&self) -> bool {
        if !self.rules().is_free() {
            let wins = |side: Side| self.winning_points(side).next().is_some();
            return wins(!self.to_move()) && !wins(self.to_move());
        }
        let windows = |side: Side| !OpenWindows::of(self, side).points().is_empty();
        let (own, other) = if self.to_move() == BLACK { (BLACK, WHITE) } else { (WHITE, BLACK) };
        windows(other) && !windows(own)
    }

    fn generate(&self, kind: Generation, (): &(), moves: &mut MoveSink<'_, Point>) {
        match kind {
            Generation::Noisy => {}
            _ if !self.rules().is_free() => {
                let winning = |side: Side| {
                    let mut points = PointSet::EMPTY;
                    self.winning_points(side).for_each(|point| points.insert(point));
                    points
                };
                let (own, other) = (winning(self.to_move()), winning(!self.to_move()));
                let near = if own.is_empty() { other } else { own };
                let near = if near.is_empty() { near_points(self) } else { near };
                let allowed: Vec<Point> = near.points().filter(|&point| self.allows(point)).collect();
                if allowed.is_empty() {
                    self.legal_moves(moves);
                } else {
                    moves.extend(allowed);
                }
            }
            Generation::Quiet => {
                let own = OpenWindows::of(self, self.to_move());
                if !own.points().is_empty() {
                    moves.extend(own.points().points());
                    return;
                }
                let near = near_points(self);
                if near.is_empty() {
                    self.legal_moves(moves);
                } else {
                    moves.extend(near.points());
                }
            }
            Generation::Evasions => answers(self, |point| moves.push(point)),
        }
    }
}
