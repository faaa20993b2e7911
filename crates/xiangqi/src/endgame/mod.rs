//! Endgame tables: their names, and their positions numbered for `duiyi-endgame`.
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

mod folder;
mod group;
mod numbering;
mod perpetual;

use crate::{Piece, PieceKind, Position, Side};
use alloc::{string::String, vec::Vec};
use core::{fmt, str::FromStr};
use group::Group;

// What the functions of a folder return.
pub use duiyi_endgame::{AnalysisError, TableError, Value};
pub use folder::{EXTENSION, EndgameFolder, EndgameFolderError};
pub use perpetual::PerpetualTables;

/// All positions with the same pieces. The name, as in `krkaabb`, is `k`, the letters of Red's other
/// pieces, `k`, and those of Black's.
///
/// Mirror images share an index: Red's king stands on its left or middle file, and with the king in
/// the middle the image with the smaller number represents both.
///
/// Repetitions and the limit of moves do not matter, so a drawn position may be won by a ruling if the
/// weaker side has a piece that attacks; wins are exact. [`PerpetualTables`] decides the draws that hold only
/// by perpetual check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndgameTable {
    /// Red's king first.
    groups: Vec<Group>,
}

/// A text that is not the name of a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("table '{name}': expected k, Red's other pieces, k, Black's other pieces, as in krkaabb")]
pub struct EndgameNameError {
    name: String,
}

impl EndgameTable {
    /// The table of a position.
    pub fn of(position: &Position) -> EndgameTable {
        let groups = Side::BOTH.into_iter().flat_map(|color| {
            let counted = move |kind| (kind, position.squares_of(color, kind).count());
            PieceKind::ALL
                .into_iter()
                .map(counted)
                .filter(|&(_, count)| count > 0)
                .map(move |(kind, count)| Group::new(Piece::new(color, kind), count))
        });
        EndgameTable { groups: groups.collect() }
    }

    /// The tables that captures lead to, without those in which neither side can win.
    pub fn smaller(&self) -> Vec<EndgameTable> {
        let without = |taken: usize| {
            let counted =
                self.groups.iter().enumerate().map(|(at, group)| (group.piece, group.count - usize::from(at == taken)));
            let left = counted.filter(|&(_, count)| count > 0);
            EndgameTable { groups: left.map(|(piece, count)| Group::new(piece, count)).collect() }
        };
        let taken = (0..self.groups.len()).filter(|&taken| self.groups[taken].piece.kind != PieceKind::King);
        taken.map(without).filter(EndgameTable::can_win).collect()
    }

    /// The tables that this one needs, and those that they need, each after the ones that it needs
    /// itself; this table is the last.
    ///
    /// ```
    /// # use duiyi_xiangqi::endgame::EndgameTable;
    /// let table: EndgameTable = "krkab".parse()?;
    /// let names: Vec<String> = table.with_smaller().iter().map(ToString::to_string).collect();
    /// assert_eq!(names, ["krk", "krkb", "krka", "krkab"]);
    /// # Ok::<(), duiyi_xiangqi::endgame::EndgameNameError>(())
    /// ```
    pub fn with_smaller(&self) -> Vec<EndgameTable> {
        let mut all: Vec<EndgameTable> = Vec::new();
        for smaller in self.smaller() {
            for table in smaller.with_smaller() {
                if !all.contains(&table) {
                    all.push(table);
                }
            }
        }
        all.push(self.clone());
        all
    }

    /// The same table, or the one with the colours exchanged if Black has the stronger pieces.
    #[must_use]
    pub fn stronger_first(self) -> EndgameTable {
        let strength = |color| {
            let worth = |kind| match kind {
                PieceKind::Rook => 1 << 20,
                PieceKind::Horse | PieceKind::Cannon => 1 << 15,
                PieceKind::Pawn => 1 << 10,
                PieceKind::Advisor => 1 << 5,
                PieceKind::Elephant => 1,
                PieceKind::King => 0,
            };
            let own = self.groups.iter().filter(|group| group.piece.color == color);
            own.map(|group| worth(group.piece.kind) * group.count).sum::<usize>()
        };
        if strength(Side::First) >= strength(Side::Second) {
            return self;
        }
        let swapped = |color| {
            let own = self.groups.iter().filter(move |group| group.piece.color != color);
            own.map(move |group| Group::new(Piece::new(color, group.piece.kind), group.count))
        };
        EndgameTable { groups: Side::BOTH.into_iter().flat_map(swapped).collect() }
    }

    /// The number of pieces with the kings.
    fn pieces(&self) -> u32 {
        self.groups.iter().map(|group| group.count as u32).sum()
    }

    /// Whether one side has a piece that can give mate.
    fn can_win(&self) -> bool {
        self.groups.iter().any(|group| group.attacks())
    }

    /// Whether the values are exact under every repetition rule: only one side has pieces that can
    /// give check, so that the other cannot save itself by checks or attacks that a ruling forbids.
    pub fn is_exact(&self) -> bool {
        let attacks = |color| self.groups.iter().any(|group| group.piece.color == color && group.attacks());
        !(attacks(Side::First) && attacks(Side::Second))
    }
}

/// The order of the letters in a name.
const LETTERS: [PieceKind; 7] = [
    PieceKind::King,
    PieceKind::Rook,
    PieceKind::Horse,
    PieceKind::Cannon,
    PieceKind::Pawn,
    PieceKind::Advisor,
    PieceKind::Elephant,
];

impl fmt::Display for EndgameTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for piece in Side::BOTH.into_iter().flat_map(|color| LETTERS.map(|kind| Piece::new(color, kind))) {
            let count = self.groups.iter().find(|group| group.piece == piece).map_or(0, |group| group.count);
            for _ in 0..count {
                write!(f, "{}", piece.kind.letter().to_ascii_lowercase())?;
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
                    groups.push(Group::new(Piece::new(color, kind), count));
                }
            }
        }
        Ok(EndgameTable { groups })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use duiyi_endgame::check_numbering;

    #[test]
    fn names_are_read_and_smaller_tables_listed() {
        let names = |name: &str| {
            let smaller = name.parse::<EndgameTable>().unwrap().smaller();
            smaller.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(names("krkab"), ["krkb", "krka"]);
        assert_eq!(names("knkp"), ["kkp", "knk"]);
        assert_eq!("kacpkbba".parse::<EndgameTable>().unwrap().to_string(), "kcpakabb");
        for name in ["", "k", "kk k", "krkk", "krrrk", "kxk", "kRk", "kek"] {
            assert!(name.parse::<EndgameTable>().is_err(), "{name}");
        }
    }

    #[test]
    fn moves_and_moves_taken_back_agree() {
        // Every kind of piece; two of a kind; both sides with a piece that attacks.
        for name in ["kkp", "knak", "kckb", "krka", "kkaa"] {
            check_numbering(&name.parse::<EndgameTable>().unwrap()).unwrap();
        }
    }

    #[test]
    fn a_table_needs_the_smaller_ones_first() {
        let all = "krkabb".parse::<EndgameTable>().unwrap().with_smaller();
        for (at, table) in all.iter().enumerate() {
            assert!(table.smaller().iter().all(|smaller| all[..at].contains(smaller)), "{table}");
        }
        assert_eq!(all.len(), 6);
        let position: Position = "3k1a3/9/9/9/9/9/9/9/4A4/R3K4 w".parse().unwrap();
        let table = EndgameTable::of(&position);
        assert_eq!((table.to_string().as_str(), table.is_exact()), ("kraka", true));
        assert!(!"krkn".parse::<EndgameTable>().unwrap().is_exact());
    }
}
