//! Whole turns from searches of single moves.

use crate::Decision;
use duiyi_game::Game;

/// Completes a turn of several moves with the principal variation; if that is too short, `search` is
/// called again. `now` is the position of the decision, whose turn has its first move.
pub(crate) fn completed<G: Game>(
    mut now: G,
    mut decision: Decision<G::Move>,
    mut search: impl FnMut(&mut G) -> Option<Decision<G::Move>>,
) -> Decision<G::Move> {
    let side = now.side_to_move();
    let mut made = 0;
    loop {
        while made < decision.turn.len() {
            now.make(decision.turn[made]);
            made += 1;
        }
        if G::ALTERNATES || now.side_to_move() != side || now.outcome().is_some() {
            return decision;
        }
        match decision.line.get(made) {
            Some(&mv) if now.is_legal(mv) => decision.turn.push(mv),
            _ => {
                let Some(rest) = search(&mut now) else { return decision };
                decision.nodes += rest.nodes;
                decision.turn.push(rest.turn[0]);
                decision.line.truncate(made);
                decision.line.extend(rest.line);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_connect6::{Board, Point, Rules};

    /// A line may end, or go wrong, in the middle of a turn.
    #[test]
    fn the_line_of_a_completed_turn_is_that_of_both_searches() {
        let mut board = Board::new(Rules::CONNECT6);
        let points: Vec<Point> = board.empties().take(5).collect();
        board.make(points[0]);
        for (line, expected, nodes) in [
            (vec![points[1]], vec![points[1], points[3], points[4]], 12),
            (vec![points[1], points[0], points[2]], vec![points[1], points[3], points[4]], 12),
            (vec![points[1], points[2], points[4]], vec![points[1], points[2], points[4]], 5),
        ] {
            let first = Decision { line, nodes: 5, ..Decision::new(vec![points[1]]) };
            let rest = Decision { line: vec![points[3], points[4]], nodes: 7, ..Decision::new(vec![points[3]]) };
            let found = completed(board.clone(), first, |now| {
                assert!(!now.is_legal(points[1]), "the first move was made");
                Some(rest.clone())
            });
            assert_eq!((found.turn, found.nodes), (expected[..2].to_vec(), nodes));
            assert_eq!(found.line, expected);
        }
    }
}
