//! The positions of endgame tables, numbered for `duiyi-endgame`.
//!
//! ```
//! use duiyi_endgame::{Analysis, Value};
//! use duiyi_xiangqi::endgame::EndgameTable;
//!
//! let pieces: EndgameTable = "knk".parse()?;
//! assert!(pieces.smaller().is_empty()); // Without the horse the game is drawn.
//! let table = Analysis::new(&pieces).solve()?;
//! let (_, plies) = table.counts()[duiyi_game::Side::First].longest_win.unwrap();
//! assert_eq!(plies, 13);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::{Piece, PieceKind, Position, Setup, Side, Square, Xiangqi, setup::may_stand};
use alloc::{
    string::{String, ToString},
    vec::Vec,
};
use core::{fmt, str::FromStr};
use duiyi_endgame::Numbered;
use duiyi_game::Game;

/// All positions with the same pieces. The name, as in `krkaabb`, is `k`, the letters of Red's other
/// pieces, `k`, and those of Black's.
///
/// Repetitions and the limit of moves do not matter, so a drawn position may be won by a ruling if the
/// weaker side has a piece that attacks; wins are exact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndgameTable {
    groups: Vec<Group>,
}

/// The pieces of one kind and side.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Group {
    piece: Piece,
    count: usize,
    /// The squares on which they may stand.
    squares: Vec<Square>,
}

/// A text that is not the name of a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("table '{name}': expected k, Red's other pieces, k, Black's other pieces, as in krkaabb")]
pub struct EndgameNameError {
    name: String,
}

impl Group {
    /// The number of placements.
    fn size(&self) -> u64 {
        choose(self.squares.len(), self.count)
    }

    /// The number of a placement in the combinatorial number system.
    fn rank(&self, position: &Position) -> u64 {
        let on = self.squares.iter().enumerate().filter(|&(_, &square)| position.piece_at(square) == Some(self.piece));
        on.zip(1..).map(|((place, _), k)| choose(place, k)).sum()
    }

    /// Puts the pieces of a number on a board; `false` if a square is occupied.
    fn place(&self, mut rank: u64, setup: &mut Setup) -> bool {
        let mut place = self.squares.len();
        for k in (1..=self.count).rev() {
            // The smallest number of k squares is 0, so that the loop ends.
            loop {
                place -= 1;
                if choose(place, k) <= rank {
                    break;
                }
            }
            rank -= choose(place, k);
            if setup.board[self.squares[place].index()].replace(self.piece).is_some() {
                return false;
            }
        }
        true
    }
}

/// The number of sets of `k` of `n`.
fn choose(n: usize, k: usize) -> u64 {
    (0..k).fold(1, |product, i| product * n.saturating_sub(i) as u64 / (i + 1) as u64)
}

impl EndgameTable {
    /// The tables that captures lead to, without those in which neither side can win.
    pub fn smaller(&self) -> Vec<EndgameTable> {
        let without = |taken: usize| {
            let mut groups = self.groups.clone();
            groups[taken].count -= 1;
            groups.retain(|group| group.count > 0);
            EndgameTable { groups }
        };
        let can_win = |table: &EndgameTable| table.groups.iter().any(|group| group.piece.kind >= PieceKind::Horse);
        let taken = (0..self.groups.len()).filter(|&taken| self.groups[taken].piece.kind != PieceKind::King);
        taken.map(without).filter(can_win).collect()
    }
}

impl fmt::Display for EndgameTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for group in &self.groups {
            for _ in 0..group.count {
                write!(f, "{}", group.piece.kind.letter().to_ascii_lowercase())?;
            }
        }
        Ok(())
    }
}

impl FromStr for EndgameTable {
    type Err = EndgameNameError;

    fn from_str(name: &str) -> Result<EndgameTable, EndgameNameError> {
        let failed = || EndgameNameError { name: duiyi_game::shortened(name) };
        let sides = name.strip_prefix('k').and_then(|rest| rest.split_once('k')).ok_or_else(failed)?;
        let mut groups = Vec::new();
        for (color, letters) in Side::BOTH.into_iter().zip([sides.0, sides.1]) {
            let kinds = letters.chars().map(|letter| {
                let kind = PieceKind::from_letter(letter)?;
                (kind != PieceKind::King && kind.letter().to_ascii_lowercase() == letter).then_some(kind)
            });
            let kinds: Vec<PieceKind> = kinds.collect::<Option<_>>().ok_or_else(failed)?;
            for kind in PieceKind::ALL {
                let others = kinds.iter().filter(|&&other| other == kind).count();
                let count = if kind == PieceKind::King { 1 } else { others };
                if count > kind.count_at_start() {
                    return Err(failed());
                }
                if count > 0 {
                    let piece = Piece::new(color, kind);
                    let squares = Square::all().filter(|&square| may_stand(piece, square)).collect();
                    groups.push(Group { piece, count, squares });
                }
            }
        }
        Ok(EndgameTable { groups })
    }
}

impl Numbered for EndgameTable {
    type Game = Xiangqi;
    const GAME: &'static str = "xiangqi";

    fn name(&self) -> String {
        self.to_string()
    }

    fn size(&self) -> u64 {
        2 * self.groups.iter().map(Group::size).product::<u64>()
    }

    fn position(&self, index: u64) -> Option<Xiangqi> {
        let mut setup = Setup { side: Side::BOTH[(index % 2) as usize], ..Setup::default() };
        let mut rest = index / 2;
        for group in &self.groups {
            if !group.place(rest % group.size(), &mut setup) {
                return None;
            }
            rest /= group.size();
        }
        Position::from_setup(&setup).ok().map(Xiangqi::new)
    }

    fn index(&self, position: &Xiangqi) -> Option<u64> {
        let board = position.position();
        let counted = |group: &Group| board.squares_of(group.piece.color, group.piece.kind).count() == group.count;
        let pieces: usize = self.groups.iter().map(|group| group.count).sum();
        if board.pieces().count() != pieces || !self.groups.iter().all(counted) {
            return None;
        }
        let number = self.groups.iter().rev().fold(0, |number, group| number * group.size() + group.rank(board));
        Some(2 * number + position.side_to_move() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_endgame::{Analysis, Table, check_numbering};

    fn table(name: &str, smaller: &Vec<Table<EndgameTable>>) -> Table<EndgameTable> {
        let pieces: EndgameTable = name.parse().unwrap();
        let analysis = Analysis::new(pieces).smaller_tables(smaller).threads(2);
        let table = analysis.solve().unwrap();
        analysis.verify(&table).unwrap();
        table
    }

    /// Counts of an independent program (Python, retrograde analysis with the bare rules, each table
    /// verified): the size for one side to move; wins, losses and draws with Red to move; the same
    /// with Black to move; and the longest win of Red to move in plies.
    #[test]
    fn tables_have_the_counts_of_another_program() {
        type Row = (&'static str, u64, [u64; 3], [u64; 3], u16);
        const ROWS: [Row; 2] = [
            ("kpka", 22_275, [1104, 0, 11_988], [0, 363, 13_536], 13),
            ("krka", 36_450, [18_507, 0, 0], [0, 22_074, 732], 9),
        ];
        for (name, size, red, black, longest) in ROWS {
            let smaller = name.parse::<EndgameTable>().unwrap().smaller();
            let smaller = smaller.iter().map(|pieces| table(&pieces.to_string(), &Vec::new())).collect();
            let table = table(name, &smaller);
            let counts = table.counts();
            let of = |side: Side| [counts[side].wins, counts[side].losses, counts[side].draws];
            assert_eq!((table.numbering().size(), of(Side::First), of(Side::Second)), (2 * size, red, black), "{name}");
            assert_eq!(counts[Side::First].longest_win.map(|(_, plies)| plies), Some(longest), "{name}");
        }
    }

    #[test]
    fn names_are_read_and_smaller_tables_listed() {
        let names = |name: &str| {
            let smaller = name.parse::<EndgameTable>().unwrap().smaller();
            smaller.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(names("krkab"), ["krkb", "krka"]);
        assert_eq!(names("knkp"), ["kkp", "knk"]);
        assert_eq!("kckbba".parse::<EndgameTable>().unwrap().to_string(), "kckabb");
        for name in ["", "k", "kk k", "krkk", "krrrk", "kxk", "kRk", "kek"] {
            assert!(name.parse::<EndgameTable>().is_err(), "{name}");
        }
        check_numbering(&"kkp".parse::<EndgameTable>().unwrap()).unwrap();
    }
}
