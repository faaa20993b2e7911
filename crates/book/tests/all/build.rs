//! A book contains the results of its games, regardless of their symmetry and order.

use crate::games::{Folder, Played, book, build, build_within, images, random_games, step};
use duiyi_book::{Book, Builder, Draft, Filter, Finish, PlayedGame, Results, Source, explore, walk};
use duiyi_connect6::{Board, Rules};
use duiyi_game::{Game, History, Notation, Side, legal_moves, nim::Nim};
use duiyi_xiangqi::Xiangqi;
use std::{
    collections::{HashMap, HashSet},
    fs,
};

/// Counts the results of the games by the keys before and after each move, and compares every
/// position of every game with the book. Turns have one move.
fn check_results<G: Notation>(games: &[Played<G>], name: &str) -> usize {
    let mut expected: HashMap<(u64, u64), Results> = HashMap::new();
    for (game, winner) in games {
        for (position, &mv) in game.positions().zip(game.moves()) {
            let results = Results::of(position.side_to_move(), *winner);
            expected.entry(step(&position, mv)).or_default().add(results);
        }
    }
    let folder = Folder::new(name);
    let book = book(games, &folder);
    assert_eq!(book.len(), expected.len() as u64);
    assert_eq!(book.games(), games.len() as u64);
    let mut seen = HashSet::new();
    for (game, _) in games {
        for position in game.positions() {
            for found in book.moves(&position).unwrap() {
                let step = step(&position, found.mv);
                assert_eq!(Some(&found.results), expected.get(&step), "{}", position.draw());
                seen.insert(step);
            }
        }
    }
    assert_eq!(seen.len(), expected.len());
    assert_eq!(folder.names(), ["book"], "temporary files are gone");
    seen.len()
}

#[test]
fn a_book_contains_the_results_of_its_games() {
    assert!(check_results(&random_games(&Nim::new(20), 100, 30, 1), "nim") > 30);
    let rules: Rules = "tictactoe".parse().unwrap();
    assert!(check_results(&random_games(&Board::new(rules), 300, 9, 2), "tictactoe") > 300);
    assert!(check_results(&random_games(&Xiangqi::default(), 60, 40, 3), "xiangqi") > 1000);
}

#[test]
fn the_memory_limit_does_not_change_the_book() {
    let games = random_games(&Xiangqi::default(), 40, 30, 4);
    let folder = Folder::new("memory");
    let (whole, parts) = (folder.file("whole"), folder.file("parts"));
    let built = build(&games, &whole, Filter::default(), &Finish::default());
    assert_eq!(build_within(&games, &parts, Filter::default(), &Finish::default(), 7), built);
    assert_eq!(fs::read(&whole).unwrap(), fs::read(&parts).unwrap());
    assert_eq!(built.bytes, fs::metadata(&whole).unwrap().len());
    assert_eq!(folder.names().len(), 2, "runs are gone");
}

/// Games and their images give the same book.
fn is_one_book<G: Notation>(games: &[Played<G>], name: &str) {
    let folder = Folder::new(name);
    let (one, other) = (folder.file("one"), folder.file("other"));
    build(games, &one, Filter::default(), &Finish::default());
    let bytes = fs::read(&one).unwrap();
    for symmetry in 0..G::SYMMETRIES {
        build(&images(games, symmetry), &other, Filter::default(), &Finish::default());
        assert!(fs::read(&other).unwrap() == bytes, "symmetry {symmetry}");
    }
}

#[test]
fn images_of_games_give_the_same_book() {
    is_one_book(&random_games(&Xiangqi::default(), 30, 30, 5), "mirror");
    is_one_book(&random_games(&Board::new(Rules::CONNECT6), 30, 9, 6), "eight");
    let rules: Rules = "tictactoe".parse().unwrap();
    is_one_book(&random_games(&Board::new(rules), 100, 9, 7), "square");
}

#[test]
fn a_mirrored_position_has_the_mirrored_moves() {
    let games = random_games(&Xiangqi::default(), 30, 30, 8);
    let folder = Folder::new("turned");
    let book = book(&games, &folder);
    let mut asymmetric = 0;
    for ((game, _), (image, _)) in games.iter().zip(&images(&games, 1)) {
        for (position, mirrored) in game.positions().zip(image.positions()) {
            let turned = |mv| position.image(mv, 1);
            let mut here: Vec<_> = book.moves(&position).unwrap().iter().map(|found| turned(found.mv)).collect();
            let mut there: Vec<_> = book.moves(&mirrored).unwrap().iter().map(|found| found.mv).collect();
            here.sort_unstable();
            there.sort_unstable();
            // In a symmetric position, one of two symmetric moves represents both.
            if position.key() != mirrored.key() {
                assert_eq!(here, there);
                asymmetric += here.len();
            }
        }
    }
    assert!(asymmetric > 500, "{asymmetric}");
}

/// The stones of a turn may be placed in any order.
#[test]
fn the_order_of_stones_in_a_turn_does_not_matter() {
    let games = random_games(&Board::new(Rules::CONNECT6), 40, 9, 9);
    let exchanged = games.iter().map(|(game, winner)| {
        let mut other = History::new(game.start().clone());
        for turn in game.turns() {
            let turn: Vec<_> = turn.iter().rev().copied().collect();
            other.play_turn(&turn).unwrap();
        }
        (other, *winner)
    });
    let exchanged: Vec<_> = exchanged.collect();
    assert_ne!(exchanged[0].0.moves(), games[0].0.moves());
    let folder = Folder::new("order");
    let (one, other) = (folder.file("one"), folder.file("other"));
    build(&games, &one, Filter::default(), &Finish::default());
    build(&exchanged, &other, Filter::default(), &Finish::default());
    assert!(fs::read(&one).unwrap() == fs::read(&other).unwrap());
}

#[test]
fn a_file_bytes_and_a_draft_give_the_same_answers() {
    let games = random_games(&Xiangqi::default(), 20, 30, 10);
    let folder = Folder::new("alike");
    let file = book(&games, &folder);
    let bytes = fs::read(folder.file("book")).unwrap();
    let memory = Book::from_bytes(bytes.clone(), &Xiangqi::default()).unwrap();
    let draft = Draft::of(&file).unwrap();
    assert!(draft.to_bytes() == bytes);
    let mut count = 0;
    for (game, _) in &games {
        for position in game.positions() {
            let found = file.moves(&position).unwrap();
            assert_eq!(found, memory.moves(&position).unwrap());
            assert_eq!(found, draft.moves(&position).unwrap());
            count += found.len();
        }
    }
    assert!(count > 600);
    // A position that occurs in no game.
    let mut other = Xiangqi::default();
    for _ in 0..30 {
        other.make(legal_moves(&other)[0]);
    }
    assert!(file.moves(&other).unwrap().is_empty());
}

#[test]
fn filters_select_games_and_moves() {
    let mut games = random_games(&Xiangqi::default(), 60, 20, 11);
    games.truncate(60);
    let rated = |at: usize| [Some(2000 + at as u32), Some(2030)];
    let folder = Folder::new("filters");
    let count = |filter: Filter| {
        let mut builder = Builder::new(&Xiangqi::default(), filter, &folder.0);
        for (at, (game, winner)) in games.iter().enumerate() {
            let ratings = if at % 10 == 9 { [None, Some(2700)] } else { rated(at) };
            builder.add(&PlayedGame { game, winner: *winner, ratings, names: &[] }).unwrap();
        }
        let built = builder.finish(folder.file("book"), &Finish::default()).unwrap();
        let book = Book::<Xiangqi>::open(folder.file("book"), &Xiangqi::default()).unwrap();
        let mut all = Results::default();
        book.entries().for_each(|entry| all.add(entry.unwrap().results));
        (built.games, all)
    };
    let decided = games.iter().filter(|(_, winner)| winner.is_some()).count() as u64;
    let (all, everything) = count(Filter::default());
    assert_eq!((all, everything.games()), (60, 60 * 20));
    let (some, results) = count(Filter { decisive: true, ..Filter::default() });
    assert_eq!((some, results.draws), (decided, 0));
    // In every tenth game one side has no rating.
    assert_eq!(count(Filter { rating: Some(2020), ..Filter::default() }).0, 36);
    assert_eq!(count(Filter { length: (0, 19), ..Filter::default() }).0, 0);
    assert_eq!(count(Filter { length: (20, 20), ..Filter::default() }).0, 60);
    let (_, first) = count(Filter { side: Some(Side::First), ..Filter::default() });
    assert_eq!(first.games(), 60 * 10);
    let (_, winners) = count(Filter { winners: true, ..Filter::default() });
    assert_eq!((winners.losses, winners.wins), (0, decided as u32 * 10));
    let (_, later) = count(Filter { turns: (5, 8), ..Filter::default() });
    assert_eq!(later.games(), 60 * 3);
}

#[test]
fn rare_moves_and_positions_can_be_left_out() {
    let games = random_games(&Xiangqi::default(), 80, 10, 12);
    let folder = Folder::new("few");
    let path = folder.file("book");
    let keep = Finish { min_games: 3, min_reached: 5, credit: "the authors of the games".to_owned() };
    let built = build(&games, &path, Filter::default(), &keep);
    let book = Book::<Xiangqi>::open(&path, &Xiangqi::default()).unwrap();
    book.check().unwrap();
    assert_eq!(book.credit(), "the authors of the games");
    assert_eq!(book.len(), built.moves);
    assert!(built.moves > 10 && built.moves < 400);
    let mut reached: HashMap<u64, u64> = HashMap::new();
    for (game, _) in &games {
        game.positions().take(10).for_each(|position| *reached.entry(position.canonical().0).or_default() += 1);
    }
    for entry in book.entries() {
        let entry = entry.unwrap();
        assert!(entry.results.games() >= 3 && reached[&entry.key] >= 5);
        let points = 2 * entry.results.wins + entry.results.draws;
        assert_eq!(u32::from(entry.weight), points.max(1));
    }
}

/// The most frequent name of a position is used.
#[test]
fn positions_have_their_most_frequent_name() {
    let folder = Folder::new("names");
    let path = folder.file("book");
    let game = |moves: &str| History::<Xiangqi>::read("", &format!("moves {moves}")).unwrap();
    let mut builder = Builder::new(&Xiangqi::default(), Filter::default(), &folder.0).with_records(3);
    let games = [
        (game("h2e2 h9g7 h0g2"), vec![(1, "cannon".to_owned()), (2, "one".to_owned())]),
        (game("b2e2 b9c7 b0c2"), vec![(1, "cannon".to_owned()), (2, "two\nlines".to_owned())]),
        (game("h2e2 h9g7 g3g4"), vec![(1, "cannon".to_owned()), (2, "two\nlines".to_owned())]),
        (game("c3c4 c6c5"), Vec::new()),
    ];
    for (game, names) in &games {
        builder.add(&PlayedGame { game, winner: None, ratings: [None; 2], names }).unwrap();
    }
    let built = builder.finish(&path, &Finish::default()).unwrap();
    let book = Book::<Xiangqi>::open(&path, &Xiangqi::default()).unwrap();
    book.check().unwrap();
    assert_eq!((built.named, book.named()), (2, 2));
    let name = |moves: &str| book.name(game(moves).now()).unwrap().map(String::from);
    assert_eq!(name("h2e2").as_deref(), Some("cannon"));
    assert_eq!(name("b2e2").as_deref(), Some("cannon"), "in the mirror");
    assert_eq!(name("h2e2 h9g7").as_deref(), Some("two lines"), "two games against one");
    assert_eq!((name(""), name("c3c4")), (None, None));
    // The data for display.
    let moves = explore(&book, &Xiangqi::default()).unwrap().moves;
    assert_eq!(moves.len(), 2, "the two cannons are one move");
    assert_eq!((moves[0].results.games(), moves[0].name.as_deref()), (3, Some("cannon")));
    assert_eq!((moves[1].text.as_str(), moves[1].share), ("g3g4", 0.25));
    // Of symmetric moves the one on the usual side is shown; the sides of a position without symmetry stay.
    let shown = |moves: &str| explore(&book, game(moves).now()).unwrap().moves[0].text.clone();
    assert_eq!([shown(""), shown("h2e2"), shown("b2e2")], ["h2e2", "h9g7", "b9c7"]);
}

#[test]
fn a_walk_visits_every_position_once() {
    let games = random_games(&Board::new("tictactoe".parse().unwrap()), 200, 9, 13);
    let folder = Folder::new("walk");
    let book = book(&games, &folder);
    let start = games[0].0.start();
    let mut moves = 0;
    let mut seen = HashSet::new();
    walk(&book, start, usize::MAX, |position: &Board, found| {
        assert!(seen.insert(position.canonical().0));
        moves += found.len() as u64;
        Ok::<(), duiyi_book::BookError>(())
    })
    .unwrap();
    assert_eq!(moves, book.len());
    let mut shallow = 0;
    walk(&book, start, 1, |_: &Board, _| {
        shallow += 1;
        Ok::<(), duiyi_book::BookError>(())
    })
    .unwrap();
    assert!(shallow > 1 && shallow <= 4, "the start, and centre, corner, edge: {shallow}");
}
