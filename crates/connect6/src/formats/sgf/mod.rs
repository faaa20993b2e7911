//! SGF, the Smart Game Format (FF\[4\]), for Connect6 and its family.
//!
//! The format has no number for Connect6, and there are two conventions. Little Golem writes a turn
//! per node, its points joined and named as on the board: `;W[i11k11]`, rows from 1 at the bottom.
//! GoGui and NCTU6 write a stone per node with two letters, `;B[JJ];W[KK];W[IK]`; as in the
//! standard, the second letter counts rows from the top. Both are read, even mixed. A program that
//! reverses the rows gets the same game up to symmetry.
//!
//! `GM[4]` is gomoku or renju, by the words of `RU`. The last parenthesis may be missing.
//!
//! A record contains all variations with comments (`C`) and marks, and the properties `SZ`, `RU`
//! (rules as [`Rules`](crate::Rules) displays them), `PB`, `PW`, `EV`, `PC`, `DT`, `SO`, `RE`, and at
//! the root `AB`, `AW`, `PL`. Others are ignored. The marks of a move are `TE[1]` `!`, `BM[1]` `?`,
//! `TE[2]` `!!`, `BM[2]` `??`, `IT` `!?` and `DO` `?!`. The standard admits one of them in a node and has
//! no properties for other marks; further marks are written as numbers of PGN in the private property
//! `NAG`.

mod read;
mod scanner;
mod write;

use crate::notation::CoordinateError;
use crate::{IllegalStone, IllegalTurn, RulesError, SetupError, Side, side_name};
use thiserror::Error;

pub use read::{Games, games, read, read_by};
pub use write::write;

/// An error in a text with its line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {kind}")]
pub struct SgfError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub kind: SgfErrorKind,
}

/// What can be wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SgfErrorKind {
    /// There is no `(;`.
    #[error("no game: expected '(;'")]
    NoGame,
    /// The text ends within a game or a value.
    #[error("the text ends inside {0}")]
    Unclosed(&'static str),
    /// Something other than a property, a node or the end of the tree.
    #[error("'{found}' where {expected} was expected")]
    Unexpected {
        /// What was read.
        found: String,
        /// What was expected there.
        expected: &'static str,
    },
    /// `SZ` or `RU` with an invalid value.
    #[error("{property}[{value}]: expected {expected}")]
    Value {
        /// The property.
        property: &'static str,
        /// Its value, shortened.
        value: String,
        /// What was expected.
        expected: &'static str,
    },
    /// A board or rules that are not supported.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A point that can't be read.
    #[error(transparent)]
    Coordinates(#[from] CoordinateError),
    /// Stones that do not form a position.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Stones of the side that is not to move.
    #[error("stone {number}: {} where {} is to move", side_name(*found), side_name(*expected))]
    Side {
        /// The number of the stone in the game, from 1.
        number: usize,
        /// The colour of the stone.
        found: Side,
        /// The side to move.
        expected: Side,
    },
    /// A stone that can't be put.
    #[error("stone {number}: {error}")]
    Stone {
        /// The number of the stone in the game, from 1.
        number: usize,
        /// Why it can't be put.
        error: IllegalStone,
    },
    /// More stones in one node than are left in the turn.
    #[error("stone {number}: {error}")]
    Turn {
        /// The number of the first stone of the node in the game, from 1.
        number: usize,
        /// Why they can't be put.
        error: IllegalTurn,
    },
}

/// The style of writing turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum SgfStyle {
    /// A turn per node: `;W[i11k11]`.
    #[default]
    LittleGolem,
    /// A stone per node with letters, rows from the top: `;W[ii];W[ki]`. Boards up to 26.
    StonePerNode,
}

/// The properties of the marks 1 to 6, with their values.
const MARKS: [(&str, &str); 6] = [("TE", "1"), ("BM", "1"), ("TE", "2"), ("BM", "2"), ("IT", ""), ("DO", "")];

/// The private property for other marks.
const NUMBERS: &str = "NAG";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{GameRecord, GameResult};
    use crate::notation::game_line;
    use crate::{BLACK, Board, Point, Rules, WHITE};

    const GAME: &str = "J10 I11-K11 L11-K12 J13-H11";

    #[test]
    fn both_styles_round_trip() {
        let board = game_line::read(Rules::CONNECT6, GAME).unwrap();
        let record = GameRecord {
            black: "A ] B \\ C".into(),
            event: "connect6.ch.27.1.1".into(),
            result: GameResult::Win(WHITE),
            ..GameRecord::new(&board)
        };
        for style in [SgfStyle::LittleGolem, SgfStyle::StonePerNode] {
            let text = write(&record, style);
            assert_eq!(read(&text), Ok(record.clone()), "{text}");
        }
        assert!(write(&record, SgfStyle::LittleGolem).contains(";B[j10];W[i11k11];B[l11k12]"));
        assert!(write(&record, SgfStyle::StonePerNode).contains(";B[jj];W[ii];W[ki];B[li];B[kh]"));
    }

    #[test]
    fn positions_set_up_round_trip() {
        let rules = Rules::new(7, 5, 4, 2, 1).unwrap();
        let at = Point::from_index;
        let start = Board::from_stones(rules, &[at(3), at(9)], &[at(20)], WHITE).unwrap();
        let mut board = start.clone();
        board.play(&[at(0), at(1)]).unwrap();
        board.put(at(2));
        for style in [SgfStyle::LittleGolem, SgfStyle::StonePerNode] {
            let record = GameRecord::new(&board);
            assert_eq!(*record.start(), start);
            assert_eq!(read(&write(&record, style)), Ok(record));
        }
    }

    #[test]
    fn boards_larger_than_26_are_written_in_the_other_style() {
        for (side, has_pairs) in [(26, true), (27, false), (40, false)] {
            let rules = Rules::new(side, side, 6, 2, 1).unwrap();
            let mut board = Board::new(rules);
            board.play(&[rules.point(side - 1, side - 1).unwrap()]).unwrap();
            let record = GameRecord::new(&board);
            let text = write(&record, SgfStyle::StonePerNode);
            assert_eq!(text.contains(";B[za]"), has_pairs, "{text}");
            assert_eq!(read(&text), Ok(record), "{text}");
        }
    }

    #[test]
    fn capital_letters_of_pairs_follow_small_ones_on_large_boards() {
        let name = |text: &str| {
            let record = read(text).unwrap();
            let rules = record.start().rules();
            let point = record.turns()[0].points()[0];
            crate::notation::Coordinates::Letters.write(rules, point)
        };
        for (text, expected) in [
            ("(;SZ[30];B[Aa])", "AA30"),
            ("(;SZ[30];B[aA])", "A4"),
            ("(;SZ[30];B[zD])", "Z1"),
            ("(;SZ[52];B[ZZ])", "AZ1"),
            ("(;SZ[30:19];B[AA])", "AA19"),
            ("(;SZ[26];B[AA])", "A26"),
            ("(;SZ[19];B[Aa])", "A19"),
        ] {
            assert_eq!(name(text), expected, "{text}");
        }
        assert_eq!(read("(;SZ[30]AB[Aa][aA])").unwrap().start().stone_count(), 2);
        assert!(matches!(read("(;SZ[30];B[Ea])").unwrap_err().kind, SgfErrorKind::Coordinates(_)));
    }

    #[test]
    fn variations_comments_and_marks_are_read() {
        let text = "mail\n(;FF[4]SZ[19]C[start]DO[](;B[jj]C[a \\] b](;W[ii]TE[2]W[ki])(;C[late\r\n]W[aa]BM[x]))(;B[aa]IT[]\
            ;C[\\\nmore\\\\]NAG[14][x][14]))";
        let record = read(text).unwrap();
        assert_eq!(record.board(), game_line::read(Rules::CONNECT6, "J10 I11-K11").unwrap());
        assert_eq!(
            record.tree.write_moves(),
            "$6 {start} J10 {a ] b} (A19 $5 $14 {more\\}) I11-K11 $3 (A19 $2 {late })",
        );
        let written = write(&record, SgfStyle::LittleGolem);
        assert!(written.ends_with(
            "NAG[6]C[start](;B[j10]C[a \\] b](;W[i11k11]TE[2])(;W[a19]BM[1]C[late\n]))(;B[a19]IT[]NAG[14]C[more\\\\]))\n"
        ));
        assert_eq!(read(&written), Ok(record));
    }

    #[test]
    fn a_node_ends_where_a_turn_has_a_comment_or_a_variation() {
        let record = read("(;B[j10](;W[i11k11];B[a1])(;W[i11]C[first];W[l11])(;W[i11m11]TE[1]))").unwrap();
        assert_eq!(record.tree.write_moves(), "J10 I11 {first} K11 (L11) (M11 $1) A1");
        let written = write(&record, SgfStyle::LittleGolem);
        assert!(written.ends_with(";B[j10];W[i11]C[first](;W[k11];B[a1])(;W[l11])(;W[m11]TE[1]))\n"), "{written}");
    }

    #[test]
    fn all_games_of_a_text_are_read() {
        let text = "a (mail\n(;PB[A];B[j10])\n(see\nbelow)(;PB[B](;B[a1](;W[b1]))(;B[c1]))\n\n ( ;PB[C])\n(x";
        let text = &text[7..];
        let records: Vec<_> = games(text).collect::<Result<_, _>>().unwrap();
        assert_eq!(records.iter().map(|record| record.black.as_str()).collect::<Vec<_>>(), ["A", "B", "C"]);
        assert_eq!(records[1].tree.ids().count(), 4);
        assert_eq!(read(text).as_ref(), Ok(&records[0]));
        let mut broken = games("(;PB[A])\n(;B[j10]\n;B[j10])(;PB[C])");
        assert!(broken.next().unwrap().is_ok());
        assert_eq!(broken.next().unwrap().unwrap_err().to_string(), "line 3: stone 2: Black where White is to move");
        assert!(broken.next().is_none());
        assert_eq!(games("").collect::<Vec<_>>(), [read("")]);
    }

    #[test]
    fn deep_nesting_is_read_or_refused_without_overflow() {
        let many = |part: &str| part.repeat(100_000);
        let kind = |text: String| read(&text).map(|record| record.tree.ids().count()).map_err(|error| error.kind);
        assert_eq!(kind("(;".to_owned() + &many("(;") + &many(")") + ")"), Ok(1));
        assert_eq!(kind("(;B[j10]".to_owned() + &many("(;W[a1])(;") + &many(")") + ")"), Ok(3));
        let nested = many("(;B[j10](;W[a1])") + &many(")");
        assert!(matches!(kind(nested), Err(SgfErrorKind::Side { number: 2, .. })));
        assert_eq!(kind(many("(;")), Err(SgfErrorKind::Unclosed("a variation")));
        assert_eq!(kind(many("(;C[")), Err(SgfErrorKind::Unclosed("a value")));
        assert_eq!(kind("(;".to_owned() + &many("(") + &many(")") + ")"), Ok(1));
    }

    #[test]
    fn records_may_contain_stones_after_the_winning_one() {
        let five = "AB[a1][b1][c1][d1][e1]";
        let record = read(&format!("(;{five};B[f1s19])")).unwrap();
        assert_eq!((record.result, record.turns().len()), (GameResult::Win(BLACK), 1));
        assert_eq!(read(&write(&record, SgfStyle::StonePerNode)), Ok(record));
        // Two stones make a row: of three adjacent stones the middle one comes last.
        let three = read("(;RU[Connect(7,5,2,4,2)];B[a1b3];W[c3c4c5])").unwrap();
        assert!(write(&three, SgfStyle::StonePerNode).ends_with(";W[cc];W[ca];W[cb])\n"));
        assert_eq!(read(&write(&three, SgfStyle::StonePerNode)), Ok(three));
        // Two separate rows have no such order.
        let four = read("(;RU[Connect(7,5,2,4,2)];B[a1b3];W[c3c4e3e4])").unwrap();
        assert!(write(&four, SgfStyle::StonePerNode).ends_with(";W[c3c4e3e4])\n"));
        assert_eq!(read(&write(&four, SgfStyle::StonePerNode)), Ok(four));
        // A stone of its own node comes before the others of the turn.
        let split = read("(;RU[Connect(7,5,2,3,2)];B[a1b3];W[c3];W[b2d4])").unwrap();
        assert_eq!((split.turns().len(), split.surplus.len()), (2, 1));
        assert!(write(&split, SgfStyle::LittleGolem).ends_with(";W[c3];W[b2d4])\n"));
        assert_eq!(read(&write(&split, SgfStyle::LittleGolem)), Ok(split));
        let late = read(&format!("(;{five};B[f1s19]\n;W[a9b9])")).unwrap_err();
        assert_eq!(late.line, 2);
        assert!(matches!(late.kind, SgfErrorKind::Stone { number: 3, error: IllegalStone::GameOver(_) }));
    }

    #[test]
    fn the_last_parenthesis_may_be_missing() {
        let whole = read("(;B[jj];W[ii](;W[ki])(;W[kk]))").unwrap();
        assert_eq!(read("(;B[jj];W[ii](;W[ki])(;W[kk])"), Ok(whole.clone()));
        assert_eq!(games("(;B[jj])(;B[jj];W[ii](;W[ki])(;W[kk])\n").last(), Some(Ok(whole)));
    }

    /// The number of the game in `GM`, and rules that are asked for.
    #[test]
    fn records_of_gomoku_and_renju_are_recognised() {
        let rules = |text: &str| read(text).unwrap().start().rules();
        assert_eq!(rules("(;GM[4];B[hh];W[ii])"), Rules::GOMOKU);
        assert_eq!(rules("(;GM[4]RU[Renju]SZ[15];B[hh];W[ii])"), Rules::RENJU);
        assert_eq!(rules("(;GM[4]RU[Standard];B[hh];W[ii])"), Rules::STANDARD_GOMOKU);
        assert_eq!(rules("(;GM[4]SZ[19];B[hh];W[ii])"), Rules::GOMOKU.resized(19, 19).unwrap());
        assert_eq!(rules("(;GM[1];B[jj];W[ii];W[ki])"), Rules::CONNECT6);
        let asked = read_by(Rules::RENJU, "(;GM[4]SZ[19];B[hh];W[ii])").unwrap();
        assert_eq!(asked.start().rules(), Rules::RENJU);
    }

    #[test]
    fn errors_are_reported() {
        let kind = |text: &str| read(text).unwrap_err().kind;
        assert_eq!(kind(""), SgfErrorKind::NoGame);
        assert_eq!(kind("(B[jj])"), SgfErrorKind::NoGame);
        assert_eq!(kind("(;B[jj](;W[ii]"), SgfErrorKind::Unclosed("a variation"));
        assert_eq!(kind("(;B[jj"), SgfErrorKind::Unclosed("a value"));
        assert!(matches!(kind("(;SZ[x])"), SgfErrorKind::Value { property: "SZ", .. }));
        assert!(matches!(kind("(;SZ[2])"), SgfErrorKind::Rules(RulesError::Size { .. })));
        assert!(matches!(kind("(;RU[Connect(1)])"), SgfErrorKind::Value { property: "RU", .. }));
        assert!(matches!(kind("(;W[jj])"), SgfErrorKind::Side { number: 1, .. }));
        assert!(matches!(kind("(;B[jj];W[jj])"), SgfErrorKind::Stone { number: 2, .. }));
        assert!(matches!(kind("(;B[j10k10])"), SgfErrorKind::Turn { number: 1, .. }));
        assert!(matches!(kind("(;B[t1])"), SgfErrorKind::Coordinates(_)));
        assert!(matches!(kind("(;AB[a1][a1])"), SgfErrorKind::Setup(_)));
        assert!(matches!(kind("(;B)"), SgfErrorKind::Unexpected { .. }));
        assert!(matches!(kind("(;B[jj]?)"), SgfErrorKind::Unexpected { .. }));
    }
}
