//! The names of openings: 中炮对屏风马, 仙人指路对卒底炮 and their like.
//!
//! Players name openings; the names and the moves that they stand for are common knowledge
//! among them. A name has Red's part and Black's. Red's part follows from the first move, and
//! against the central cannon Black's part follows from the formation: both horses
//! forward are 屏风马, with a cannon between them 反宫马. So the name of an opening does not
//! depend on the order of its moves, nor on mirroring.
//!
//! ```
//! use duiyi_game::History;
//! use duiyi_xiangqi::{Xiangqi, openings};
//!
//! let game = History::<Xiangqi>::read("", "moves h2e2 h9g7 h0g2 b9c7 b2c2").unwrap();
//! let name = openings::named(&game).unwrap();
//! assert_eq!(name.to_string(), "五七炮对屏风马");
//! assert_eq!(name.english(), "Central Cannon with a cannon on the 7th file, Screen Horses");
//! ```

use crate::{BLACK, Move, Piece, PieceKind, Position, RED, Side, Square, Xiangqi};
use alloc::{borrow::ToOwned, format, string::String, vec::Vec};
use core::fmt;
use duiyi_game::{Game, History};

/// The number of plies examined: an opening has its name by then.
pub const PLIES: usize = 16;

/// A part of a name in Chinese and English.
type Word = (&'static str, &'static str);

/// The name of an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OpeningName {
    red: Word,
    black: Option<Word>,
}

impl OpeningName {
    /// Red's part: `中炮`.
    pub fn red(&self) -> &'static str {
        self.red.0
    }

    /// Black's part: `屏风马`; `None` if it has none yet.
    pub fn black(&self) -> Option<&'static str> {
        self.black.map(|black| black.0)
    }

    /// The name in English.
    pub fn english(&self) -> String {
        match self.black {
            Some(black) => format!("{}, {}", self.red.1, black.1),
            None => self.red.1.to_owned(),
        }
    }
}

impl fmt::Display for OpeningName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let red = self.red.0.trim_end_matches('局');
        match self.black {
            // 顺炮 and 列炮 name both sides.
            Some((black, _)) if matches!(black, "顺炮" | "列炮" | "对兵局") => f.write_str(black),
            Some((black, _)) => write!(f, "{red}对{black}"),
            None => f.write_str(self.red.0),
        }
    }
}

/// The name of the opening of a game; `None` if the game did not start from the initial
/// position, or the first move has no name.
pub fn named(game: &History<Xiangqi>) -> Option<OpeningName> {
    course(game).pop().map(|(_, name)| name)
}

/// The changes of a game's name, each with the number of moves after which it holds.
pub fn course(game: &History<Xiangqi>) -> Vec<(usize, OpeningName)> {
    let mut names: Vec<(usize, OpeningName)> = Vec::new();
    let Some(&first) = game.moves().first() else { return names };
    if game.start().key() != Xiangqi::default().key() {
        return names;
    }
    let turned = is_turned(first);
    let seen = |mv: Move| if turned { mv.mirrored() } else { mv };
    let Some(red) = first_move(Position::start().piece_at(first.from()), seen(first)) else { return names };
    let mut now = Position::start();
    for (ply, &mv) in game.moves().iter().take(PLIES).enumerate() {
        now.make(mv);
        let board = Board { position: &now, turned };
        let last = names.last().map(|(_, name)| *name);
        let name = match ply {
            0 => OpeningName { red, black: None },
            _ if red == CENTRAL => {
                let black = last.and_then(|name| name.black).filter(|black| is_settled(*black));
                let red = cannons(&board).or(last.map(|name| name.red).filter(|_| ply > 1)).unwrap_or(red);
                let reply = if ply == 1 { countered(seen(mv)) } else { None };
                OpeningName { red, black: black.or(reply).or_else(|| formation(&board)) }
            }
            1 => {
                let black = reply(now.piece_at(mv.to()), seen(mv), red);
                OpeningName { red, black }
            }
            _ => break,
        };
        if last != Some(name) {
            names.push((ply + 1, name));
        }
    }
    names
}

const CENTRAL: Word = ("中炮", "Central Cannon");
const GUIDE: Word = ("仙人指路", "Immortal Guides the Way");
const SAME: Word = ("顺炮", "Same-Direction Cannons");
const OPPOSITE: Word = ("列炮", "Opposite-Direction Cannons");
const SANDWICHED: Word = ("反宫马", "Sandwiched Horses");
const SCREEN: Word = ("屏风马", "Screen Horses");

/// Whether the game is mirrored before it is compared: so that cannons and horses start from
/// Red's right, and pawns from Red's left.
fn is_turned(first: Move) -> bool {
    let file = first.from().file();
    if first.from().rank() == 3 { file > 4 } else { file < 4 }
}

/// The squares of a move as numbers: file and rank of the origin, then of the destination.
fn squares(mv: Move) -> [u8; 4] {
    [mv.from().file(), mv.from().rank(), mv.to().file(), mv.to().rank()]
}

/// The name of Red's first move.
fn first_move(piece: Option<Piece>, mv: Move) -> Option<Word> {
    Some(match (piece?.kind, squares(mv)) {
        (PieceKind::Cannon, [_, _, 4, 2]) => CENTRAL,
        (PieceKind::Cannon, [_, _, 3, 2]) => ("过宫炮", "Palace-Crossing Cannon"),
        (PieceKind::Cannon, [_, _, 5, 2]) => ("士角炮", "Palcorner Cannon"),
        (PieceKind::Cannon, [_, _, 2, 2]) => ("金钩炮", "Golden Hook Cannon"),
        (PieceKind::Cannon, [_, _, 6, 2]) => ("敛炮", "Cannon behind the Pawn"),
        (PieceKind::Cannon, [_, _, 7, 4]) => ("巡河炮", "River Cannon"),
        (PieceKind::Cannon, [_, _, 7, 6]) => ("过河炮", "Cannon across the River"),
        (PieceKind::Horse, [_, _, 6, 2]) => ("起马局", "Horse Opening"),
        (PieceKind::Horse, _) => ("边马局", "Edge Horse Opening"),
        (PieceKind::Elephant, [_, _, 4, 2]) => ("飞相局", "Elephant Opening"),
        (PieceKind::Elephant, _) => ("边相局", "Edge Elephant Opening"),
        (PieceKind::Advisor, _) => ("上仕局", "Advisor Opening"),
        (PieceKind::Pawn, [2, ..]) => GUIDE,
        (PieceKind::Pawn, [0, ..]) => ("边兵局", "Edge Pawn Opening"),
        (PieceKind::Pawn, _) => ("中兵局", "Central Pawn Opening"),
        _ => return None,
    })
}

/// The name of Black's first move, except against the central cannon.
fn reply(piece: Option<Piece>, mv: Move, red: Word) -> Option<Word> {
    let [from, _, to, rank] = squares(mv);
    let wing = from < 4;
    // Files counted from Black's own edge.
    let file = if wing { to } else { 8 - to };
    Some(match (piece?.kind, file, rank) {
        (PieceKind::Cannon, 2, 7) if red == GUIDE && to == 2 => ("卒底炮", "Cannon behind the Pawn"),
        (PieceKind::Cannon, 2, 7) => ("敛炮", "Cannon behind the Pawn"),
        (PieceKind::Cannon, 4, 7) => ("中炮", "Central Cannon"),
        (PieceKind::Cannon, 3, 7) => ("士角炮", "Palcorner Cannon"),
        (PieceKind::Cannon, 5, 7) => ("过宫炮", "Palace-Crossing Cannon"),
        (PieceKind::Cannon, 6, 7) => ("金钩炮", "Golden Hook Cannon"),
        (PieceKind::Horse, 2, 7) => ("起马", "Horse"),
        (PieceKind::Horse, 0, 7) => ("边马", "Edge Horse"),
        (PieceKind::Elephant, 4, 7) => ("飞象", "Elephant"),
        (PieceKind::Advisor, ..) => ("上士", "Advisor"),
        (PieceKind::Pawn, 2, _) if red == GUIDE && to == 6 => ("对兵局", "Opposing Pawns"),
        (PieceKind::Pawn, 2, _) => ("挺卒", "Pawn"),
        _ => return None,
    })
}

/// A central cannon as Black's immediate reply: from the same file as Red's, or from the other one.
fn countered(mv: Move) -> Option<Word> {
    match squares(mv) {
        [7, 7, 4, 7] => Some(SAME),
        [1, 7, 4, 7] => Some(OPPOSITE),
        _ => None,
    }
}

/// Whether a formation keeps its name after later moves.
fn is_settled(black: Word) -> bool {
    black == SAME || black == OPPOSITE || black == SANDWICHED || black.0.ends_with("列炮")
}

/// A board, mirrored or not.
struct Board<'a> {
    position: &'a Position,
    turned: bool,
}

impl Board<'_> {
    fn has(&self, color: Side, kind: PieceKind, file: u8, rank: u8) -> bool {
        let file = if self.turned { 8 - file } else { file };
        let square = Square::new(file, rank);
        square.and_then(|square| self.position.piece_at(square)) == Some(Piece { color, kind })
    }

    fn black(&self, kind: PieceKind, file: u8, rank: u8) -> bool {
        self.has(BLACK, kind, file, rank)
    }
}

/// The name from the square of Red's other cannon, with one in the centre.
fn cannons(board: &Board<'_>) -> Option<Word> {
    let red = |file, rank| board.has(RED, PieceKind::Cannon, file, rank);
    if !red(4, 2) {
        return None;
    }
    Some(match () {
        () if red(3, 2) => ("五六炮", "Central Cannon with a cannon on the 6th file"),
        () if red(2, 2) => ("五七炮", "Central Cannon with a cannon on the 7th file"),
        () if red(1, 6) => ("五八炮", "Central Cannon with a cannon across the river"),
        () if red(0, 2) => ("五九炮", "Central Cannon with a cannon on the 9th file"),
        () if red(1, 4) => ("中炮巡河炮", "Central Cannon with a river cannon"),
        () if board.has(RED, PieceKind::Rook, 7, 6) => ("中炮过河车", "Central Cannon with a rook across the river"),
        () => return None,
    })
}

/// The name of Black's formation against the central cannon.
fn formation(board: &Board<'_>) -> Option<Word> {
    use PieceKind::{Cannon, Horse, Rook};
    let horses = [2, 6].map(|file| board.black(Horse, file, 7));
    let edges = [0, 8].map(|file| board.black(Horse, file, 7));
    let centred = board.black(Cannon, 4, 7);
    Some(match () {
        // The cannon still at home shows which one went to the centre.
        () if centred && board.black(Cannon, 1, 7) => ("后补顺炮", "Delayed Same-Direction Cannons"),
        () if centred => ("半途列炮", "Delayed Opposite-Direction Cannons"),
        () if horses[0] && board.black(Cannon, 5, 7) || horses[1] && board.black(Cannon, 3, 7) => SANDWICHED,
        () if horses == [true; 2] => SCREEN,
        () if horses[0] && edges[1] || horses[1] && edges[0] => ("单提马", "Single Horse"),
        () if horses[1] && board.black(Rook, 7, 9) && board.black(Cannon, 8, 7) => ("三步虎", "Three-Step Tiger"),
        () if horses[1] && board.black(Rook, 7, 9) && board.black(Cannon, 7, 3) => ("左炮封车", "Left Cannon Blockade"),
        () => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(moves: &str) -> String {
        let game = History::<Xiangqi>::read("", &format!("moves {moves}")).unwrap();
        named(&game).map_or_else(String::new, |name| name.to_string())
    }

    /// The moves of the names, as in books on openings.
    #[test]
    fn openings_have_their_names() {
        for (moves, expected) in [
            ("h2e2", "中炮"),
            ("h2e2 h9g7 h0g2 b9c7", "中炮对屏风马"),
            ("h2e2 h9g7 h0g2 i9h9 i0h0 g6g5 h0h6 b9c7", "中炮过河车对屏风马"),
            ("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b0a2 c6c5 b2c2", "五七炮对屏风马"),
            ("h2e2 h9g7 h0g2 b9c7 b2a2", "五九炮对屏风马"),
            ("h2e2 b9c7 h0g2 h7f7 i0h0 h9g7 b2d2", "五六炮对反宫马"),
            ("h2e2 h7e7 h0g2 h9g7", "顺炮"),
            ("h2e2 b7e7", "列炮"),
            ("h2e2 h9g7 h0g2 i9h9 i0h0 h7i7", "中炮对三步虎"),
            ("h2e2 h9g7 h0g2 b9a7", "中炮对单提马"),
            ("h2e2 h9g7 h0g2 i9h9 g3g4 h7h3", "中炮对左炮封车"),
            ("h2e2 h9g7 h0g2 i9h9 g3g4 h7h3 b0c2 b7e7", "中炮对半途列炮"),
            ("c3c4", "仙人指路"),
            ("c3c4 b7c7", "仙人指路对卒底炮"),
            ("c3c4 g6g5", "对兵局"),
            ("c3c4 c9e7", "仙人指路对飞象"),
            ("g0e2 h7d7", "飞相对过宫炮"),
            ("g0e2 h7f7", "飞相对士角炮"),
            ("g0e2", "飞相局"),
            ("h0g2 g6g5", "起马对挺卒"),
            ("h2d2", "过宫炮"),
            ("h2f2", "士角炮"),
            ("e0e1", ""),
            ("", ""),
        ] {
            assert_eq!(name(moves), expected, "{moves}");
            // And in the mirror.
            let mirrored: Vec<String> =
                moves.split_whitespace().map(|mv| mv.parse::<Move>().unwrap().mirrored().to_string()).collect();
            assert_eq!(name(&mirrored.join(" ")), expected, "{moves} in the mirror");
        }
    }

    #[test]
    fn a_name_is_extended_by_later_moves() {
        let game = History::<Xiangqi>::read("", "moves h2e2 h9g7 h0g2 b9c7 b2c2 i9h9").unwrap();
        let course: Vec<String> = course(&game).iter().map(|(from, name)| format!("{from} {name}")).collect();
        assert_eq!(course, ["1 中炮", "4 中炮对屏风马", "5 五七炮对屏风马"]);
        let game = History::<Xiangqi>::read("", "3k5/9/9/9/9/9/9/7C1/9/4K4 w - - 0 1 moves h2e2").unwrap();
        assert_eq!(named(&game), None, "not an opening");
        assert_eq!((named(&game), openings_of_black("h2e2 h9g7 h0g2 b9c7")), (None, Some("屏风马")));
    }

    fn openings_of_black(moves: &str) -> Option<&'static str> {
        let game = History::<Xiangqi>::read("", &format!("moves {moves}")).unwrap();
        let name = named(&game)?;
        assert_eq!(name.red(), "中炮");
        name.black()
    }
}
