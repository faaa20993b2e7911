//! Reading the picture of a position as numbers.

use crate::learn::{survey::Survey, transform::number_of};
use duiyi_game::{Diagram, Side};

/// The code of an empty square.
pub(crate) const EMPTY: u8 = 0;

/// Converts symbols and owners to codes: 0 is an empty square, then a pair of codes for each kind of
/// piece, the first side's first, then the pieces without an owner.
#[derive(Clone, Debug)]
pub(crate) struct Reader {
    size: (u8, u8),
    /// The codes of ASCII symbols: for each symbol without an owner, of the first and the second side.
    ascii: Vec<[u8; 3]>,
    /// The codes of other symbols.
    others: Vec<(char, usize, u8)>,
}

/// The index of an owner in the tables.
fn slot(owner: Option<Side>) -> usize {
    owner.map_or(0, |side| 1 + side.index())
}

impl Reader {
    pub(crate) fn new(survey: &Survey) -> Reader {
        let mut reader = Reader { size: survey.size(), ascii: vec![[EMPTY; 3]; 128], others: Vec::new() };
        let owned = survey.kinds.iter().zip(0u8..).flat_map(|(kind, number)| {
            Side::BOTH.map(|side| (kind.symbol(side), Some(side), 1 + 2 * number + side.index() as u8))
        });
        let first = 1 + 2 * survey.kinds.len() as u8;
        let neutral = survey.neutral.iter().zip(first..).map(|(&symbol, code)| (Some(symbol), None, code));
        for (symbol, owner, code) in owned.chain(neutral) {
            let Some(symbol) = symbol else { continue };
            match reader.ascii.get_mut(symbol as usize) {
                Some(codes) => codes[slot(owner)] = code,
                None => reader.others.push((symbol, slot(owner), code)),
            }
        }
        reader
    }

    /// The code of a piece; a piece that the survey did not see counts as an empty square.
    #[inline]
    fn code(&self, symbol: char, owner: Option<Side>) -> u8 {
        match self.ascii.get(symbol as usize) {
            Some(codes) => codes[slot(owner)],
            None => {
                let key = (symbol, slot(owner));
                self.others.iter().find(|known| (known.0, known.1) == key).map_or(EMPTY, |known| known.2)
            }
        }
    }

    /// The number of squares.
    pub(crate) fn squares(&self) -> usize {
        usize::from(self.size.0) * usize::from(self.size.1)
    }

    /// Reads the codes of all squares.
    ///
    /// # Panics
    /// If the board has fewer squares than the survey.
    #[inline]
    pub(crate) fn read<G: Diagram>(&self, game: &G, board: &mut [u8]) {
        board.fill(EMPTY);
        game.pieces(&mut |at, symbol, owner| {
            if let Some(code) = board.get_mut(usize::from(number_of(at, self.size))) {
                *code = self.code(symbol, owner);
            }
        });
    }
}
