//! Counting the positions a number of plies ahead.

use crate::{Move, Position};
use alloc::vec::Vec;

/// Counts the positions `depth` plies ahead; the moves of the last ply are
/// counted, not made.
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal() as u64,
        _ => {
            let mut nodes = 0;
            for mv in position.legal_moves() {
                let undo = position.make(mv);
                nodes += perft(position, depth - 1);
                position.unmake(mv, undo);
            }
            nodes
        }
    }
}

/// [`perft`] for each legal move.
pub fn perft_divide(position: &mut Position, depth: u32) -> Vec<(Move, u64)> {
    position
        .legal_moves()
        .into_iter()
        .map(|mv| {
            let undo = position.make(mv);
            let nodes = perft(position, depth.saturating_sub(1));
            position.unmake(mv, undo);
            (mv, nodes)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn perft_of_the_start_has_the_published_counts() {
        let mut start = Position::start();
        for (depth, nodes) in [(0, 1), (1, 44), (2, 1_920), (3, 79_666), (4, 3_290_240)] {
            assert_eq!(perft(&mut start, depth), nodes, "depth {depth}");
        }
        let split = perft_divide(&mut start, 3);
        assert_eq!(split.len(), 44);
        assert_eq!(split.iter().map(|(_, nodes)| nodes).sum::<u64>(), 79_666);
        assert_eq!(start, Position::start());
        assert_eq!(start.side_to_move(), crate::RED);
    }
}
