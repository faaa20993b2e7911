//! The evaluation in the thesis's example of minimax.

use crate::{Board, Direction, Side};

/// The number of rows of `k` that a colour would have if it filled the board: the windows without a
/// stone of the other colour.
///
/// The difference between the sides is the f(s) with which the thesis explains minimax on
/// tic-tac-toe (figure 3.7; row C-B9 of docs/sources.md): with two plies Black begins in the
/// middle.
///
/// ```
/// use duiyi_connect6::evaluation::open_rows;
/// use duiyi_connect6::{Board, BLACK, WHITE, Rules};
/// use duiyi_game::{Score, minimax};
///
/// let mut f = |board: &Board| {
///     let [own, other] = [board.to_move(), !board.to_move()].map(|color| open_rows(board, color) as i32);
///     Score::new(own - other)
/// };
/// let mut board = Board::new(Rules::TIC_TAC_TOE);
/// assert_eq!(minimax(&mut board, &mut f, 2), Score::new(1));
/// board.put(Rules::TIC_TAC_TOE.centre());
/// assert_eq!((open_rows(&board, BLACK), open_rows(&board, WHITE)), (8, 4));
/// assert_eq!(minimax(&mut board, &mut f, 1), Score::new(-1));
/// ```
pub fn open_rows(board: &Board, color: Side) -> u32 {
    let k = u32::from(board.rules().k());
    let row = (1u64 << k) - 1;
    let of_line = |direction, index| {
        let line = board.line(direction, index);
        let starts = (u32::from(line.len) + 1).saturating_sub(k);
        (0..starts).filter(|&start| line.stones(!color) & row << start == 0).count() as u32
    };
    let lines = |direction| (0..board.line_count(direction)).map(move |index| (direction, index));
    Direction::ALL.into_iter().flat_map(lines).map(|(direction, index)| of_line(direction, index)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;
    use crate::WHITE;
    use duiyi_game::{Score, minimax, perft};

    fn f(board: &Board) -> Score {
        let [own, other] = [board.to_move(), !board.to_move()].map(|color| open_rows(board, color) as i32);
        Score::new(own - other)
    }

    #[test]
    fn c_b9_minimax_by_open_rows_begins_in_the_middle() {
        // By point: Black's value after White's best reply. The middle, the corners, the sides.
        let mut board = Board::new(Rules::TIC_TAC_TOE);
        let values = Rules::TIC_TAC_TOE.points().map(|point| {
            board.put(point);
            let value = -minimax(&mut board, &mut f, 1);
            board.take();
            value
        });
        let values: Vec<Score> = values.collect();
        assert_eq!(values, [-1, -2, -1, -2, 1, -2, -1, -2, -1].map(Score::new));
    }

    #[test]
    fn c_b9_three_plies_without_cuts() {
        // The thesis has 225 points at each of three plies; a stone is put on an empty one.
        let leaves = perft(&mut Board::new(Rules::GOMOKU), 3);
        assert_eq!(leaves, 225 * 224 * 223);
        // The time at ten thousand nodes a second, in seconds: 1139 in the thesis.
        assert_eq!((leaves / 10_000, 225u64.pow(3) / 10_000), (1123, 1139));
    }

    #[test]
    fn rows_of_an_empty_board() {
        let open = |rules| open_rows(&Board::new(rules), WHITE);
        assert_eq!(open(Rules::TIC_TAC_TOE), 8);
        // 14 windows in each of 19 rows and columns, 14² in each diagonal direction.
        assert_eq!(open(Rules::CONNECT6), 2 * 19 * 14 + 2 * 14 * 14);
        assert_eq!(open(Rules::new(3, 5, 4, 1, 1).unwrap()), 2 * 3, "columns alone are long enough");
    }
}
