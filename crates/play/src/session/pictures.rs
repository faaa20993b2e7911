//! The board and its pieces as data, which a page draws.

use crate::message::{BandView, BoardLook, PieceView};
use duiyi_game::{Band, Diagram, Ground, Look, Notation, Pieces, Side, Square};
use duiyi_kit::page::Palette;
use std::sync::Arc;

/// The characters for kinds of pieces in a board, in order.
const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// The look of a game's board and the kinds of its pieces seen so far.
pub(super) struct Pictures {
    look: Arc<BoardLook>,
}

/// The column and row of squares.
pub(super) fn points(squares: impl IntoIterator<Item = Square>) -> Vec<[u8; 2]> {
    squares.into_iter().map(|at| [at.column, at.row]).collect()
}

impl Pictures {
    /// The look of positions like `start`, with the pieces of a palette.
    pub(super) fn new<G: Notation + Diagram>(start: &G, palette: Option<&Palette<G>>) -> Pictures {
        let mut pictures = Pictures { look: Arc::new(look(start)) };
        for piece in palette.iter().flat_map(|palette| &palette.pieces) {
            pictures.kind(piece.symbol, piece.letter, Some(piece.owner));
        }
        pictures
    }

    /// The look.
    pub(super) fn look(&self) -> &Arc<BoardLook> {
        &self.look
    }

    /// A position: a character for each square, from the left, the bottom row first. `.` is an empty square, any
    /// other character the index of a kind in [`BoardLook::kinds`].
    pub(super) fn board(&mut self, position: &impl Diagram) -> String {
        let (columns, rows) = position.size();
        let squares = (0..rows).flat_map(|row| (0..columns).map(move |column| Square { column, row }));
        let mut board = String::with_capacity(usize::from(columns) * usize::from(rows));
        for at in squares {
            board.push(match (position.symbol(at), position.letter(at)) {
                (Some(symbol), letter) => self.kind(symbol, letter.unwrap_or(symbol), position.owner(at)),
                (None, _) => '.',
            });
        }
        board
    }

    /// The character of a kind. A game with more than 62 kinds draws the others like the last one.
    fn kind(&mut self, symbol: char, letter: char, side: Option<Side>) -> char {
        let piece = PieceView { symbol: symbol.to_string(), letter: letter.to_string(), side: side.map(Side::index) };
        let known = self.look.kinds.iter().position(|kind| *kind == piece);
        let index = known.unwrap_or_else(|| {
            let look = Arc::make_mut(&mut self.look);
            look.kinds.push(piece);
            look.kinds.len() - 1
        });
        char::from(DIGITS[index.min(DIGITS.len() - 1)])
    }
}

fn look<G: Diagram>(start: &G) -> BoardLook {
    let (columns, rows) = start.size();
    let Look { ground, pieces, strokes, dots, frames, band, stone_colors, below, above, left, right, part } =
        start.look();
    let point = |at: Square| [at.column, at.row];
    BoardLook {
        columns,
        rows,
        ground: match ground {
            Ground::Checkered => "checkered",
            Ground::Points => "points",
            Ground::Holes => "holes",
            Ground::Hexagons => "hexagons",
            _ => "squares",
        },
        pieces: match pieces {
            Pieces::Discs => "discs",
            Pieces::Stones => "stones",
            _ => "characters",
        },
        strokes: strokes.into_iter().map(|(from, to)| [point(from), point(to)]).collect(),
        dots: points(dots),
        frames: points(frames),
        unbounded: part.is_some(),
        band: band.map(|Band { above, texts, .. }| BandView { above, texts }),
        stone_colors: stone_colors.map(|colors| [colors[Side::First], colors[Side::Second]]),
        below,
        above,
        left,
        right,
        kinds: Vec::new(),
    }
}
