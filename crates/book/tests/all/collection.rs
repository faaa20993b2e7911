//! A large collection: the book contains all its moves.

use crate::games::{Folder, step};
use duiyi_book::{Book, Builder, Filter, Finish, PlayedGame, Results, Source};
use duiyi_game::{Game, History, Side};
use duiyi_xiangqi::Xiangqi;
use std::{
    collections::HashMap,
    io::{BufRead, BufReader},
    path::Path,
    process::{Command, Stdio},
};

#[test]
#[ignore = "27,935 games of a collection that is not in the repository; needs the program xz"]
#[allow(clippy::print_stdout)]
fn every_move_of_every_game_is_counted() {
    let collection = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/games-all.txt.xz");
    let child = Command::new("xz").arg("-dc").arg(&collection).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let Some(mut child) = child.ok().filter(|_| collection.exists()) else {
        println!("skipped: needs xz and {}", collection.display());
        return;
    };
    let folder = Folder::new("collection");
    let mut builder = Builder::new(&Xiangqi::default(), Filter::default(), &folder.0).with_records(1 << 18);
    let mut expected: HashMap<(u64, u64), Results> = HashMap::new();
    let mut games = Vec::new();
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        let line = line.unwrap();
        let Some(moves) = line.rsplit('|').next().filter(|_| !line.starts_with('#')) else { continue };
        let winner = match line.split('|').nth(1) {
            Some("1-0") => Some(Side::First),
            Some("0-1") => Some(Side::Second),
            _ => None,
        };
        let mut game = History::new(Xiangqi::default());
        for mv in moves.as_bytes().chunks(4) {
            let mv = std::str::from_utf8(mv).unwrap().parse().unwrap();
            let step = step(game.now(), mv);
            expected.entry(step).or_default().add(Results::of(game.now().side_to_move(), winner));
            game.play(mv).unwrap();
        }
        builder.add(&PlayedGame { game: &game, winner, ratings: [None; 2], names: &[] }).unwrap();
        games.push(game.moves().to_vec());
    }
    child.wait().unwrap();
    let built = builder.finish(folder.file("book"), &Finish::default()).unwrap();
    println!("{built:?}");
    assert_eq!((built.games, built.moves), (27_935, expected.len() as u64));
    let book = Book::<Xiangqi>::open(folder.file("book"), &Xiangqi::default()).unwrap();
    book.check().unwrap();
    let mut compared = 0u64;
    for moves in &games {
        let mut position = Xiangqi::default();
        for &mv in moves {
            let own = step(&position, mv);
            let found = book.moves(&position).unwrap();
            let found = found.iter().find(|found| step(&position, found.mv) == own).expect("the move is known");
            assert_eq!(found.results, expected[&own]);
            position.make(mv);
            compared += 1;
        }
    }
    println!("{compared} moves compared");
}
