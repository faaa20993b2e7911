//! Games that number their positions.

use duiyi_game::{Game, Side};

/// A numbering of the positions of a table: all positions with the same pieces, or a whole small
/// game.
///
/// The number of a position is its *index*. It includes the side to move. Symmetry belongs to
/// the numbering: images of a position may share an index, that of one of them.
///
/// A position has no history: what ends a game is what [`Game::verdict`] and [`Game::stuck`] return
/// for a position that was set up. [`check_numbering`](crate::check_numbering) checks an implementation.
pub trait Numbered: Sync {
    /// The game.
    type Game: Game;

    /// The name of the game in files, at most 32 bytes.
    const GAME: &'static str;

    /// Whether [`Numbered::predecessors`] is implemented. The analysis is faster with it.
    const HAS_PREDECESSORS: bool = false;

    /// The name of the table in files, at most 64 bytes. It identifies the numbering: two numberings
    /// of a game have different names.
    fn name(&self) -> String;

    /// The number of indices; each index is less.
    fn size(&self) -> u64;

    /// The position of an index less than [`Numbered::size`]. `None` if the index is unused: pieces on
    /// the same square, an illegal position, an image of another index.
    fn position(&self, index: u64) -> Option<Self::Game>;

    /// The index of a position or of its image; `None` if the table does not contain it. For each used
    /// index, `index(&position(index)?)` is the index itself.
    fn index(&self, position: &Self::Game) -> Option<u64>;

    /// The side to move at a used index. The default builds the position.
    fn side_to_move(&self, index: u64) -> Option<Side> {
        self.position(index).map(|position| position.side_to_move())
    }

    /// The number of positions that share a used index: one, or more with symmetry. They are counted
    /// as that many positions.
    fn images(&self, _index: u64) -> u64 {
        1
    }

    /// Appends the indices of all positions of this table from which a move leads to this index.
    ///
    /// An index may be repeated. Unused indices, and indices of positions in which the game is over,
    /// are permitted, so that moves can be taken back without a check of the rules; other wrong
    /// indices make the analysis wrong.
    fn predecessors(&self, _index: u64, _into: &mut Vec<u64>) {}
}

impl<N: Numbered> Numbered for &N {
    type Game = N::Game;
    const GAME: &'static str = N::GAME;
    const HAS_PREDECESSORS: bool = N::HAS_PREDECESSORS;

    fn name(&self) -> String {
        (**self).name()
    }

    fn size(&self) -> u64 {
        (**self).size()
    }

    fn position(&self, index: u64) -> Option<N::Game> {
        (**self).position(index)
    }

    fn index(&self, position: &N::Game) -> Option<u64> {
        (**self).index(position)
    }

    fn side_to_move(&self, index: u64) -> Option<Side> {
        (**self).side_to_move(index)
    }

    fn images(&self, index: u64) -> u64 {
        (**self).images(index)
    }

    fn predecessors(&self, index: u64, into: &mut Vec<u64>) {
        (**self).predecessors(index, into);
    }
}
