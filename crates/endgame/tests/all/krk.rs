//! King and rook against king.

use crate::rook::{At, Rook, near};
use duiyi_endgame::{Analysis, Counts, Numbered, Value, best_line, check_numbering};
use duiyi_game::{Side, SmallGame};

/// All positions with the rook. A position and its eight images have one index. `BACK` adds the
/// predecessors.
#[derive(Clone, Copy, Debug)]
struct Positions<const BACK: bool> {
    board: u8,
}

impl<const BACK: bool> Positions<BACK> {
    /// Three squares and the side to move, as digits.
    fn number(&self, position: &Rook) -> Option<u64> {
        let board = u64::from(self.board);
        let pieces = [position.king, position.rook?, position.bare_king];
        let digits = |number, at: At| (number * board + u64::from(at.0)) * board + u64::from(at.1);
        Some(pieces.into_iter().fold(position.turn as u64, digits))
    }

    /// An image of the position: bits of `symmetry` mirror it and swap the columns with the rows.
    fn image(&self, position: &Rook, symmetry: u8) -> Rook {
        let flip = |x: u8, bit| if symmetry & bit == 0 { x } else { self.board - 1 - x };
        let at = |(x, y): At| (flip(x, 1), flip(y, 2));
        let at = |square| if symmetry & 4 == 0 { at(square) } else { (at(square).1, at(square).0) };
        let (king, bare_king) = (at(position.king), at(position.bare_king));
        Rook { king, bare_king, rook: position.rook.map(at), ..*position }
    }
}

impl<const BACK: bool> Numbered for Positions<BACK> {
    type Game = Rook;
    const GAME: &'static str = "king and rook";
    const HAS_PREDECESSORS: bool = BACK;

    fn name(&self) -> String {
        format!("krk on {} by {}", self.board, self.board)
    }

    fn size(&self) -> u64 {
        2 * u64::from(self.board).pow(6)
    }

    fn position(&self, index: u64) -> Option<Rook> {
        let board = u64::from(self.board);
        let digit = |place| (index / board.pow(place) % board) as u8;
        let [king, rook, bare_king] = [4, 2, 0].map(|place| (digit(place + 1), digit(place)));
        let turn = Side::BOTH[(index / board.pow(6)) as usize];
        let position = Rook { board: self.board, king, rook: Some(rook), bare_king, turn };
        (position.possible() && self.index(&position) == Some(index)).then_some(position)
    }

    fn index(&self, position: &Rook) -> Option<u64> {
        (0..8).filter_map(|symmetry| self.number(&self.image(position, symmetry))).min()
    }

    fn predecessors(&self, index: u64, into: &mut Vec<u64>) {
        let Some(position) = self.position(index).filter(|_| BACK) else { return };
        let before = Rook { turn: !position.turn, ..position };
        let mut add = |before: Rook| into.extend(self.index(&before).filter(|_| before.possible()));
        let free = |&at: &At| at != position.king && Some(at) != position.rook && at != position.bare_king;
        for at in position.squares().filter(free) {
            match before.turn {
                Side::Second if near(at, position.bare_king) => add(Rook { bare_king: at, ..before }),
                Side::Second => {}
                Side::First => {
                    if near(at, position.king) {
                        add(Rook { king: at, ..before });
                    }
                    if position.rook_attacks(at) {
                        add(Rook { rook: Some(at), ..before });
                    }
                }
            }
        }
    }
}

#[test]
fn predecessors_agree_with_moves() {
    check_numbering(&Positions::<true> { board: 4 }).unwrap();
    check_numbering(&Positions::<false> { board: 3 }).unwrap();
}

#[test]
fn both_methods_and_any_number_of_threads_give_the_same_values() {
    let (with, without) = (Positions::<true> { board: 5 }, Positions::<false> { board: 5 });
    let by_counting = Analysis::new(with).solve().unwrap();
    let by_fixed_point = Analysis::new(without).threads(2).solve().unwrap();
    let on_three_threads = Analysis::new(with).threads(3).solve().unwrap();
    for index in 0..with.size() {
        assert_eq!(by_counting.value(index), by_fixed_point.value(index));
        assert_eq!(by_counting.value(index), on_three_threads.value(index));
    }
    Analysis::new(with).threads(2).verify(&by_counting).unwrap();
    Analysis::new(without).verify(&by_fixed_point).unwrap();
}

/// The data set "Chess (King-Rook vs. King)" by Bain and Hoff in the UCI Machine Learning Repository:
/// 28,056 positions with the bare king to move, by the moves to the mate with best play.
#[test]
fn king_and_rook_mate_as_in_chess() {
    let moves_to_mate = [27, 78, 246, 81, 198, 471, 592, 683, 1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390];
    let positions = Positions::<true> { board: 8 };
    let table = Analysis::new(positions).threads(2).solve().unwrap();
    let counts = table.counts();
    let bare: Counts = counts[Side::Second];
    let mut found = [0; 17];
    for index in positions.size() / 2..positions.size() {
        if let Some(Value::Loss(plies)) = table.value(index) {
            found[usize::from(plies / 2)] += 1;
        }
    }
    assert_eq!(found, moves_to_mate);
    assert_eq!((bare.draws, bare.wins, bare.positions()), (2796, 0, 28_056));
    let (longest, plies) = counts[Side::First].longest_win.unwrap();
    assert_eq!(plies, 31);

    let start = positions.position(longest).unwrap();
    let line = best_line(&table, &start).unwrap();
    let end = line.iter().fold(start, |position, &mv| position.after(mv));
    assert_eq!((line.len(), end.ending()), (31, Some((Some(Side::First), "checkmate"))));
}
