//! The features of the network: the squares of the pieces from each side's view.

use crate::{Move, Piece, PieceKind, Position, Square, Xiangqi};
use duiyi_nnue::{Change, Features, Trainable};
use duiyi_search::Side;

/// Inputs by piece and square from each side's view: own pieces first, ranks counted from the
/// own home, files mirrored when the own king stands right of the middle. The bucket is the
/// number of remaining pieces divided by four.
#[derive(Clone, Copy, Debug)]
pub struct PieceSquares;

/// The square in a view, by side, whether files are mirrored, and square.
static SEEN: [[[u8; Square::COUNT]; 2]; 2] = seen();

const fn seen() -> [[[u8; Square::COUNT]; 2]; 2] {
    let mut table = [[[0; Square::COUNT]; 2]; 2];
    let mut index = 0;
    while index < Square::COUNT {
        let (rank, file) = ((index / 9) as u8, (index % 9) as u8);
        let mut side = 0;
        while side < 2 {
            let rank = if side == 0 { rank } else { 9 - rank };
            table[side][0][index] = rank * 9 + file;
            table[side][1][index] = rank * 9 + 8 - file;
            side += 1;
        }
        index += 1;
    }
    table
}

/// Whether a view mirrors the files, given its own king.
#[inline]
const fn exchanged(king: Square) -> bool {
    king.file() > 4
}

#[inline]
fn input(view: Side, mirrored: bool, piece: Piece, square: Square) -> u16 {
    let kind = piece.kind.index() + if piece.color == view { 0 } else { 7 };
    kind as u16 * 90 + u16::from(SEEN[view.index()][usize::from(mirrored)][square.index()])
}

impl PieceSquares {
    /// The inputs of a position from a side's view.
    pub fn of(position: &Position, view: Side) -> impl Iterator<Item = u16> {
        let mirrored = exchanged(position.king(view));
        position.pieces().map(move |(square, piece)| input(view, mirrored, piece, square))
    }

    /// The bucket of a position.
    #[inline]
    pub fn bucket_of(position: &Position) -> usize {
        (position.occupied().len() as usize).saturating_sub(2) / 4
    }
}

impl Features for PieceSquares {
    type Game = Xiangqi;
    const NAME: &'static str = "xiangqi piece-square, files by the own king, pieces left";
    const INPUTS: usize = 14 * Square::COUNT;
    const MAX_ACTIVE: usize = 32;
    const BUCKETS: usize = 8;

    fn inputs(game: &Xiangqi, view: Side, on: impl FnMut(u16)) {
        PieceSquares::of(game.position(), view).for_each(on);
    }

    #[inline]
    fn change(game: &Xiangqi, mv: Move, view: Side) -> Change {
        let (position, view) = (game.position(), view);
        let (from, to) = (mv.from(), mv.to());
        let mirrored = exchanged(position.king(view));
        let Some(mover) = position.piece_at(from) else { return Change::refresh() };
        if mover == Piece::new(view, PieceKind::King) && exchanged(to) != mirrored {
            return Change::refresh();
        }
        let mut change = Change::default();
        change.switch_on(input(view, mirrored, mover, to));
        change.switch_off(input(view, mirrored, mover, from));
        if let Some(taken) = position.piece_at(to) {
            change.switch_off(input(view, mirrored, taken, to));
        }
        change
    }

    #[inline]
    fn bucket(game: &Xiangqi) -> usize {
        PieceSquares::bucket_of(game.position())
    }
}

impl Trainable for PieceSquares {
    /// Whether the position is out of check and the move is not a capture.
    fn is_quiet(game: &Xiangqi, mv: Move) -> bool {
        game.position().piece_at(mv.to()).is_none() && !game.position().in_check()
    }

    /// The mirrored position, without its history.
    fn mirrored(game: &Xiangqi) -> Option<Xiangqi> {
        Some(Xiangqi::new(game.position().mirrored()))
    }

    fn mirrored_input(input: u16) -> Option<u16> {
        Some(input - input % 9 + 8 - input % 9)
    }
}
