//! Files that are not books, are for another game, or are damaged, are rejected with the reason.

use crate::games::{Folder, book, build, random_games};
use duiyi_book::{Book, BookError, Draft, Filter, Finish, Source};
use duiyi_connect6::{Board, Rules};
use duiyi_game::nim::Nim;
use duiyi_xiangqi::Xiangqi;
use std::fs;

/// A small book with texts and names.
fn bytes() -> Vec<u8> {
    let games = random_games(&Xiangqi::default(), 3, 6, 1);
    let folder = Folder::new("small");
    let mut draft = Draft::of(&book(&games, &folder)).unwrap();
    draft.set_credit("the players");
    draft.set_name(&Xiangqi::default(), "start", 3);
    draft.set_name(games[0].0.now(), "end", 1);
    draft.to_bytes()
}

fn refused(bytes: Vec<u8>) -> Option<BookError> {
    match Book::<Xiangqi>::from_bytes(bytes, &Xiangqi::default()) {
        Ok(book) => book.check().err(),
        Err(error) => Some(error),
    }
}

#[test]
fn every_changed_bit_is_detected() {
    let whole = bytes();
    assert!(refused(whole.clone()).is_none());
    for at in 0..whole.len() {
        for bit in [0, 3, 7] {
            let mut changed = whole.clone();
            changed[at] ^= 1 << bit;
            assert!(refused(changed).is_some(), "bit {bit} of byte {at} of {}", whole.len());
        }
    }
}

#[test]
fn every_truncation_is_detected() {
    let whole = bytes();
    for length in 0..whole.len() {
        assert!(refused(whole[..length].to_vec()).is_some(), "{length} of {}", whole.len());
    }
    let mut longer = whole;
    longer.push(0);
    assert!(matches!(refused(longer), Some(BookError::Length { .. })));
}

/// In a damaged book a look-up terminates and returns only legal moves.
#[test]
fn look_ups_in_a_damaged_book_are_safe() {
    let whole = bytes();
    let games = random_games(&Xiangqi::default(), 3, 6, 1);
    for at in 128..whole.len() {
        let mut changed = whole.clone();
        changed[at] = !changed[at];
        let Ok(book) = Book::<Xiangqi>::from_bytes(changed, &Xiangqi::default()) else { continue };
        for position in games.iter().flat_map(|(game, _)| game.positions()) {
            let _ = book.name(&position);
            for found in book.moves(&position).unwrap_or_default() {
                assert!(duiyi_game::Game::is_legal(&position, found.mv));
            }
        }
    }
}

#[test]
fn a_book_of_another_game_is_rejected() {
    let xiangqi = bytes();
    let nim = Book::<Nim>::from_bytes(xiangqi.clone(), &Nim::new(9)).unwrap_err();
    assert_eq!(nim.to_string(), "the book is of xiangqi; expected nim");
    let folder = Folder::new("board");
    let games = random_games(&Board::new(Rules::GOMOKU), 2, 4, 1);
    let path = folder.file("gomoku");
    build(&games, &path, Filter::default(), &Finish::default());
    assert!(Book::open(&path, &Board::new(Rules::GOMOKU)).is_ok());
    assert!(matches!(Book::open(&path, &Board::new(Rules::CONNECT6)), Err(BookError::Keys | BookError::Game { .. })));
    assert!(matches!(refused(b"nothing of the kind, and long enough for a head: ".repeat(4)), Some(BookError::NoBook)));
    let missing = Book::<Xiangqi>::open(folder.file("missing"), &Xiangqi::default()).unwrap_err();
    assert!(missing.to_string().contains("missing': "), "{missing}");
}

#[test]
fn a_newer_version_is_rejected() {
    let mut bytes = bytes();
    bytes[8] = 2;
    assert_eq!(refused(bytes).unwrap().to_string(), "the book has version 2; expected 1");
}

/// A book is written to a temporary file; if that fails, the old one stays.
#[test]
fn a_failed_write_leaves_the_old_book() {
    let folder = Folder::new("atomic");
    let path = folder.file("book");
    let games = random_games(&Xiangqi::default(), 3, 6, 2);
    build(&games, &path, Filter::default(), &Finish::default());
    let old = fs::read(&path).unwrap();
    // Directories have all the names of temporary files.
    let parts: Vec<_> =
        (0..5000).map(|number| folder.file(&format!("book.{}-{number}.part", std::process::id()))).collect();
    parts.iter().for_each(|part| fs::create_dir(part).unwrap());
    let draft = Draft::<Xiangqi>::new(&Xiangqi::default());
    assert!(matches!(draft.save(&path), Err(BookError::File { .. })));
    let builder = duiyi_book::Builder::<Xiangqi>::new(&Xiangqi::default(), Filter::default(), &folder.0);
    assert!(matches!(builder.finish(&path, &Finish::default()), Err(BookError::File { .. })));
    assert!(fs::read(&path).unwrap() == old);
    parts.iter().for_each(|part| fs::remove_dir(part).unwrap());
    draft.save(&path).unwrap();
    assert!(fs::read(&path).unwrap() != old);
    assert_eq!(folder.names(), ["book"]);
}
