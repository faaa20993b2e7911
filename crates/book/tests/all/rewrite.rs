//! Merging and rewriting books.

use crate::games::{Folder, build, random_games};
use duiyi_book::{Book, Builder, Draft, Filter, Finish, PlayedGame, Source, merge, rewrite};
use duiyi_game::History;
use duiyi_xiangqi::Xiangqi;
use std::fs;

#[test]
fn merging_the_books_of_two_halves_gives_the_whole_book() {
    let games = random_games(&Xiangqi::default(), 60, 20, 1);
    let folder = Folder::new("halves");
    let paths = ["whole", "one", "other", "merged"].map(|name| folder.file(name));
    build(&games, &paths[0], Filter::default(), &Finish::default());
    build(&games[..25], &paths[1], Filter::default(), &Finish::default());
    build(&games[25..], &paths[2], Filter::default(), &Finish::default());
    let halves = [&paths[1], &paths[2]].map(|path| Book::open(path, &Xiangqi::default()).unwrap());
    // Weights are not added but computed again.
    let built = rewrite(&halves, &paths[3], &mut |moves: &mut Vec<_>| {
        for entry in moves {
            entry.weight = (2 * entry.results.wins + entry.results.draws).max(1) as u16;
        }
    });
    assert_eq!(built.unwrap().games, 60);
    assert!(fs::read(&paths[0]).unwrap() == fs::read(&paths[3]).unwrap());
}

#[test]
fn a_book_can_be_pruned() {
    let games = random_games(&Xiangqi::default(), 80, 10, 2);
    let folder = Folder::new("prune");
    let (all, built, pruned) = (folder.file("all"), folder.file("built"), folder.file("pruned"));
    build(&games, &all, Filter::default(), &Finish::default());
    build(&games, &built, Filter::default(), &Finish { min_games: 2, ..Finish::default() });
    let book = [Book::<Xiangqi>::open(&all, &Xiangqi::default()).unwrap()];
    rewrite(&book, &pruned, &mut |moves| moves.retain(|entry| entry.results.games() >= 2)).unwrap();
    assert!(fs::read(&built).unwrap() == fs::read(&pruned).unwrap());
    let mut draft = Draft::of(&book[0]).unwrap();
    draft.retain(|entry| entry.results.games() >= 2);
    assert!(draft.to_bytes() == fs::read(&built).unwrap());
}

#[test]
fn names_are_merged_and_removed_with_their_positions() {
    let folder = Folder::new("named");
    let game = |moves: &str| History::<Xiangqi>::read("", &format!("moves {moves}")).unwrap();
    let written = |name: &str, games: &[(&str, &str)]| {
        let mut builder = Builder::new(&Xiangqi::default(), Filter::default(), &folder.0);
        for (moves, name) in games {
            let names = [(1, (*name).to_owned())];
            let played = PlayedGame { game: &game(moves), winner: None, ratings: [None; 2], names: &names };
            builder.add(&played).unwrap();
        }
        builder.finish(folder.file(name), &Finish { credit: name.to_owned(), ..Finish::default() }).unwrap();
        Book::open(folder.file(name), &Xiangqi::default()).unwrap()
    };
    let one = written("one", &[("h2e2 h9g7", "cannon"), ("c3c4 c6c5", "pawn")]);
    let other = written("other", &[("h2e2 h9g7", "central"), ("h2e2 b9c7", "central"), ("g0e2 h9g7", "elephant")]);
    let built = merge(&[one, other], folder.file("merged")).unwrap();
    assert_eq!((built.games, built.named, built.positions), (5, 3, 4));
    let merged = Book::<Xiangqi>::open(folder.file("merged"), &Xiangqi::default()).unwrap();
    merged.check().unwrap();
    assert_eq!(merged.credit(), "one\nother");
    let name = |moves| merged.name(game(moves).now()).unwrap().map(String::from);
    assert_eq!(name("h2e2").as_deref(), Some("central"), "two games against one");
    assert_eq!((name("c3c4").as_deref(), name("g0e2").as_deref()), (Some("pawn"), Some("elephant")));
    // A position without moves loses its name.
    let mut draft = Draft::of(&merged).unwrap();
    draft.retain(|entry| entry.results.games() > 1);
    rewrite(&[merged], folder.file("fewer"), &mut |moves| moves.retain(|entry| entry.results.games() > 1)).unwrap();
    let fewer = Book::<Xiangqi>::open(folder.file("fewer"), &Xiangqi::default()).unwrap();
    fewer.check().unwrap();
    assert_eq!((fewer.named(), fewer.len()), (1, 2));
    assert!(draft.to_bytes() == fs::read(folder.file("fewer")).unwrap());
}
