//! The opening books of the engine, and books from files.

use crate::{Xiangqi, books, player::parts};
use duiyi_book::{Book, BookError, OpenBook, Shelf};
use duiyi_engine::{EnginePlayer, Player, PlayerParts};
use std::sync::Arc;

/// Openings: moves of played games that a search confirmed, see DATA.md.
const OPENINGS: &[u8] = include_bytes!("openings.book");
/// Typical middlegames: positions of several games, with the names of their openings.
const MIDDLEGAMES: &[u8] = include_bytes!("middlegames.book");

/// The built-in books: openings, and typical middlegames after them.
///
/// # Errors
/// If they are damaged, which a test excludes.
pub fn own_book() -> Result<OpenBook<Xiangqi>, BookError> {
    let start = Xiangqi::default();
    let open = |bytes: &'static [u8]| -> Result<OpenBook<Xiangqi>, BookError> {
        Ok(Arc::new(Book::<Xiangqi>::from_bytes(bytes, &start)?))
    };
    Ok(Arc::new(Shelf::new(vec![open(OPENINGS)?, open(MIDDLEGAMES)?])))
}

/// The parts of the player, including the function that opens its books.
pub(crate) fn parts_with_books() -> PlayerParts<Xiangqi> {
    parts().book(Arc::new(open), Xiangqi::default())
}

/// The player of the engine, with its books.
pub fn player() -> Box<dyn Player<Xiangqi>> {
    Box::new(EnginePlayer::new(Arc::new(parts_with_books())))
}

/// Opens the book of an option: a file, or the built-in books if the name is empty.
fn open(file: &str) -> Result<Option<OpenBook<Xiangqi>>, String> {
    let book = if file.is_empty() { own_book() } else { books::open(file) };
    book.map(Some).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_book::explore;
    use duiyi_game::{Game, History, legal_moves};

    #[test]
    fn the_books_are_valid_and_credit_the_source_of_the_games() {
        let start = Xiangqi::default();
        for bytes in [OPENINGS, MIDDLEGAMES] {
            let book = Book::<Xiangqi>::from_bytes(bytes, &start).unwrap();
            book.check().unwrap();
            assert!(book.credit().contains("Chinese Chess Practical Dataset") && book.credit().contains("CC BY 4.0"));
        }
        assert!(OPENINGS.len() + MIDDLEGAMES.len() <= 1 << 20, "at most 1 MiB in the repository");
    }

    #[test]
    fn openings_and_middlegames_have_names() {
        let book = own_book().unwrap();
        let moves = explore(&*book, &Xiangqi::default()).unwrap().moves;
        assert!(moves.len() >= 4 && moves[0].name.as_deref() == Some("中炮"), "{moves:?}");
        let played = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7";
        let game = History::<Xiangqi>::read("", &format!("moves {played}")).unwrap();
        assert_eq!(book.name(game.now()).unwrap().as_deref(), Some("中炮对屏风马"));
        // Along the most played moves the book has names to its end.
        let mut game = History::new(Xiangqi::default());
        while let Some(most) = explore(&*book, game.now()).unwrap().moves.first() {
            game.play(most.mv).unwrap();
            assert!(game.moves().len() < 200);
        }
        let before = game.positions().nth(game.moves().len() - 1).unwrap();
        assert!(game.moves().len() >= 12 && book.name(&before).unwrap().is_some());
        assert!(game.now().is_legal(legal_moves(game.now())[0]));
    }
}
