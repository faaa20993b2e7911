//! Random games to build books from, and temporary folders.

use duiyi_book::{Book, Builder, Built, Filter, Finish, PlayedGame};
use duiyi_game::{Game, History, Notation, Side, legal_moves};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// A directory for a test, removed at its end.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("duiyi-book-test-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The names of the files in it.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A game and its winner.
pub(crate) type Played<G> = (History<G>, Option<Side>);

/// Random games of at most `most` moves; unfinished games have a random result. The first moves are
/// drawn from a few, so that positions repeat.
pub(crate) fn random_games<G: Notation>(start: &G, games: usize, most: usize, seed: u64) -> Vec<Played<G>> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut below = |n: usize| (random.next_u64() % n as u64) as usize;
    let mut played = Vec::new();
    for _ in 0..games {
        let mut game = History::new(start.clone());
        while game.moves().len() < most && game.outcome().is_none() {
            let moves = legal_moves(game.now());
            let few = if game.moves().len() < 4 { moves.len().min(3) } else { moves.len() };
            game.play(moves[below(few)]).unwrap();
        }
        let winner = match game.outcome() {
            Some(outcome) => outcome.winner,
            None => [None, Some(Side::First), Some(Side::Second)][below(3)],
        };
        played.push((game, winner));
    }
    played
}

/// The same games under a symmetry of the start.
pub(crate) fn images<G: Notation>(games: &[Played<G>], symmetry: u8) -> Vec<Played<G>> {
    let turned = |(game, winner): &Played<G>| {
        let mut image = History::new(game.start().clone());
        for &mv in game.moves() {
            let mv = image.now().image(mv, symmetry);
            image.play(mv).unwrap();
        }
        (image, *winner)
    };
    games.iter().map(turned).collect()
}

/// Builds a book from games.
pub(crate) fn build<G: Notation>(games: &[Played<G>], path: &Path, filter: Filter, keep: &Finish) -> Built {
    build_within(games, path, filter, keep, Builder::<G>::RECORDS)
}

/// The same with a limited number of moves in memory.
pub(crate) fn build_within<G: Notation>(
    games: &[Played<G>],
    path: &Path,
    filter: Filter,
    keep: &Finish,
    records: usize,
) -> Built {
    let rules = games[0].0.start();
    let directory = path.parent().unwrap();
    let mut builder = Builder::new(rules, filter, directory).with_records(records);
    for (game, winner) in games {
        builder.add(&PlayedGame { game, winner: *winner, ratings: [None; 2], names: &[] }).unwrap();
    }
    builder.finish(path, keep).unwrap()
}

/// A book of the games.
pub(crate) fn book<G: Notation>(games: &[Played<G>], folder: &Folder) -> Book<G> {
    let path = folder.file("book");
    build(games, &path, Filter::default(), &Finish::default());
    let book = Book::open(&path, games[0].0.start()).unwrap();
    book.check().unwrap();
    book
}

/// The canonical keys before and after a move, which distinguish moves except symmetric ones.
pub(crate) fn step<G: Game + Clone>(position: &G, mv: G::Move) -> (u64, u64) {
    let mut after = position.clone();
    after.make(mv);
    (position.canonical().0, after.canonical().0)
}
