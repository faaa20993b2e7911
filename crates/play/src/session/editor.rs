//! A position that is being set up by hand. It need not be legal.

use crate::message::{EditorStep, EditorView, PieceView};
use duiyi_game::{Diagram, Game, Grid, Look, Reason, Side, Square, Verdict};
use duiyi_kit::page::{Palette, Piece};

/// The position in the editor, drawn as a game without legal moves.
pub(super) struct Editor<G: Game> {
    palette: Palette<G>,
    /// A position of the same rules.
    base: G,
    on: Vec<(Square, Piece)>,
    to_move: Side,
}

impl<G: Diagram + Clone> Editor<G> {
    /// Begins with the pieces of a position.
    pub(super) fn new(palette: &Palette<G>, position: &G) -> Editor<G> {
        let (columns, rows) = position.size();
        let squares = (0..rows).flat_map(|row| (0..columns).map(move |column| Square { column, row }));
        let piece = |at| {
            let (symbol, owner) = (position.symbol(at)?, position.owner(at));
            let is = |piece: &&Piece| piece.symbol == symbol && Some(piece.owner) == owner;
            palette.pieces.iter().find(is).map(|&piece| (at, piece))
        };
        let on = squares.filter_map(piece).collect();
        Editor { palette: palette.clone(), base: position.clone(), on, to_move: position.side_to_move() }
    }

    /// Carries out a step that changes the position.
    ///
    /// # Errors
    /// If there is no such square or piece.
    pub(super) fn change(&mut self, change: &EditorStep) -> Result<(), Reason> {
        match *change {
            EditorStep::Empty => self.on.clear(),
            EditorStep::ToMove { side } => self.to_move = if side == 0 { Side::First } else { Side::Second },
            EditorStep::Put { at: [column, row], piece } => {
                let (at, (columns, rows)) = (Square { column, row }, self.base.size());
                if column >= columns || row >= rows {
                    return Err("that is off the board".into());
                }
                let piece = match piece {
                    Some(index) => Some(*self.palette.pieces.get(index).ok_or("there is no such piece")?),
                    None => None,
                };
                self.on.retain(|(on, _)| *on != at);
                self.on.extend(piece.map(|piece| (at, piece)));
            }
            EditorStep::Begin | EditorStep::Take | EditorStep::Leave => {}
        }
        Ok(())
    }

    /// The position that was set up.
    ///
    /// # Errors
    /// Why the pieces do not form a legal position.
    pub(super) fn position(&self) -> Result<G, Reason> {
        (self.palette.build)(&self.base, &self.on, self.to_move)
    }

    /// The part of the view beside the board.
    pub(super) fn view(&self) -> EditorView {
        let view = |piece: &Piece| PieceView {
            symbol: piece.symbol.to_string(),
            letter: piece.letter.to_string(),
            side: Some(piece.owner.index()),
        };
        EditorView { to_move: self.to_move.index(), pieces: self.palette.pieces.iter().map(view).collect() }
    }

    fn piece(&self, at: Square) -> Option<Piece> {
        self.on.iter().find(|(on, _)| *on == at).map(|&(_, piece)| piece)
    }
}

impl<G: Diagram> Game for Editor<G> {
    type Move = G::Move;
    type Undo = G::Undo;

    fn side_to_move(&self) -> Side {
        self.to_move
    }

    fn legal_moves(&self, _: &mut impl Extend<G::Move>) {}

    fn is_legal(&self, _: G::Move) -> bool {
        false
    }

    fn make(&mut self, mv: G::Move) -> G::Undo {
        self.base.make(mv)
    }

    fn unmake(&mut self, mv: G::Move, undo: G::Undo) {
        self.base.unmake(mv, undo);
    }

    fn key(&self) -> u64 {
        self.base.key()
    }

    fn verdict(&self, _: usize) -> Verdict {
        Verdict::Open
    }
}

impl<G: Diagram> Grid for Editor<G> {
    fn size(&self) -> (u8, u8) {
        self.base.size()
    }

    fn squares(&self, mv: G::Move) -> impl Iterator<Item = Square> {
        self.base.squares(mv)
    }
}

impl<G: Diagram + Clone> Diagram for Editor<G> {
    fn symbol(&self, at: Square) -> Option<char> {
        self.piece(at).map(|piece| piece.symbol)
    }

    fn letter(&self, at: Square) -> Option<char> {
        self.piece(at).map(|piece| piece.letter)
    }

    fn owner(&self, at: Square) -> Option<Side> {
        self.piece(at).map(|piece| piece.owner)
    }

    fn look(&self) -> Look {
        self.base.look()
    }
}
