//! A player that plays from a book while it can, and asks another player then.

use crate::{OpenBook, Policy, Shelf, choose_turn};
use duiyi_game::{Game, Notation, Score, Side};
use duiyi_player::{
    Decision, OptionError, OptionSpec, Player, Probe, Request, TableError, read_check, read_choice, read_spin,
};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use std::{
    hash::{BuildHasher, RandomState},
    path::Path,
    sync::Arc,
};

/// Opens the book of a file, and reads all of it to see that it is whole; the empty name stands
/// for the book that the program has, if it has one. The error says what is wrong with the file.
pub type Opener<G> = Box<dyn Fn(&str) -> Result<Option<OpenBook<G>>, String> + Send>;

/// A player around a player: while the book knows the position, its move is played at once.
///
/// It is off until the option `OwnBook` is on. `BookFile` names a book, or several with semicolons
/// between them, of which the first that knows a position is asked; `BookDepth` is how many
/// turns of a game it is used for, `BookPolicy` chooses among its moves ([`Policy`]), `BookSeed`
/// is where chance comes from (0: another one in every run), `BookSide` is for whom it plays.
/// Where a position is analysed (`Control::analyses`) the book is not asked.
pub struct BookPlayer<G: Game> {
    player: Box<dyn Player<G>>,
    opener: Opener<G>,
    file: String,
    book: Option<OpenBook<G>>,
    on: bool,
    depth: usize,
    policy: Policy,
    side: Option<Side>,
    random: Xoshiro256PlusPlus,
    options: Vec<OptionSpec>,
}

/// The values of `BookSide`.
const SIDES: [&str; 3] = ["both", "first", "second"];
/// Turns of a game that a book can be used for.
const MOST_TURNS: usize = 1000;

impl<G: Game + 'static> BookPlayer<G> {
    /// Puts a book around a player.
    pub fn new(player: Box<dyn Player<G>>, opener: Opener<G>) -> BookPlayer<G> {
        let mut options = player.options().to_vec();
        options.extend([
            OptionSpec::check("OwnBook", false),
            OptionSpec::text("BookFile"),
            OptionSpec::spin("BookDepth", MOST_TURNS as i64, 0..=MOST_TURNS as i64),
            OptionSpec::combo("BookPolicy", Policy::NAMES[0], Policy::NAMES),
            OptionSpec::combo("BookSide", SIDES[0], SIDES),
            OptionSpec::spin("BookSeed", 0, 0..=i64::from(u32::MAX)),
        ]);
        BookPlayer {
            player,
            opener,
            file: String::new(),
            book: None,
            on: false,
            depth: MOST_TURNS,
            policy: Policy::default(),
            side: None,
            random: generator(0),
            options,
        }
    }

    /// Opens the books of files with semicolons between them, or the one that the program has.
    fn open(&mut self, name: &str, files: &str) -> Result<(), OptionError> {
        let failed = |reason| OptionError::File { name: name.to_owned(), reason };
        let names: Vec<&str> = files.split(';').map(str::trim).filter(|file| !file.is_empty()).collect();
        if names.is_empty() {
            self.book = (self.opener)("").map_err(failed)?;
            return Ok(());
        }
        let open = |file: &&str| {
            let book = (self.opener)(file).map_err(failed)?;
            book.ok_or_else(|| failed(format!("'{file}' is no book")))
        };
        let books: Vec<OpenBook<G>> = names.iter().map(open).collect::<Result<_, _>>()?;
        self.book = Some(Arc::new(Shelf::new(books)));
        Ok(())
    }

    fn of_book(&mut self, request: &Request<'_, G>) -> Option<Decision<G::Move>>
    where
        G: Notation,
    {
        let book = self.book.as_deref().filter(|_| self.on && !request.control.analyses())?;
        let game = request.game;
        let mover = game.now().side_to_move();
        // A turn under way has begun already.
        let under_way = !G::ALTERNATES && game.movers().next_back() == Some(mover);
        let turns = game.turns().count() - usize::from(under_way);
        if turns >= self.depth || self.side.is_some_and(|side| side != mover) {
            return None;
        }
        // A book that can no longer be read is a book that knows nothing.
        let turn = choose_turn(book, game, request.allowed, &self.policy, &mut self.random).ok()??;
        let name = book.name(game.now()).ok().flatten();
        let reason = name.map_or_else(|| "book".to_owned(), |name| format!("book: {name}"));
        Some(Decision { reason: Some(reason), ..Decision::new(turn) })
    }
}

/// Where chance comes from, by the value of an option.
fn generator(seed: u32) -> Xoshiro256PlusPlus {
    let seed = if seed == 0 { RandomState::new().hash_one(0) } else { seed.into() };
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

impl<G: Notation> Player<G> for BookPlayer<G> {
    fn new_game(&mut self, start: &G) {
        self.player.new_game(start);
    }

    fn options(&self) -> &[OptionSpec] {
        &self.options
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        match name.to_ascii_lowercase().as_str() {
            "ownbook" => {
                let on = read_check(name, value)?;
                if on && self.book.is_none() {
                    let file = self.file.clone();
                    self.open(name, &file)?;
                }
                self.on = on;
            }
            "bookfile" => {
                self.open(name, value)?;
                value.clone_into(&mut self.file);
            }
            "bookdepth" => self.depth = read_spin(name, value, 0..=MOST_TURNS)?,
            "bookpolicy" => {
                let choice = Policy::NAMES[read_choice(name, value, &Policy::NAMES)?];
                self.policy = choice.parse().unwrap_or_default();
            }
            "bookside" => {
                self.side = [None, Some(Side::First), Some(Side::Second)][read_choice(name, value, &SIDES)?];
            }
            "bookseed" => self.random = generator(read_spin(name, value, 0..=u32::MAX)?),
            _ if self.options.iter().any(|option| option.is_named(name)) => self.player.set_option(name, value)?,
            _ => return Err(OptionError::unknown(name, &self.options)),
        }
        Ok(())
    }

    fn decide(&mut self, request: &mut Request<'_, G>) -> Option<Decision<G::Move>> {
        match self.of_book(request) {
            Some(decision) => Some(decision),
            None => self.player.decide(request),
        }
    }

    fn is_at_full_strength(&self) -> bool {
        self.player.is_at_full_strength()
    }

    fn static_score(&mut self, game: &G) -> Option<Score> {
        self.player.static_score(game)
    }

    fn probe(&self) -> Option<Probe<G>> {
        self.player.probe()
    }

    fn save_table(&self, path: &Path, identity: u64) -> Result<(), TableError> {
        self.player.save_table(path, identity)
    }

    fn load_table(&mut self, path: &Path, identity: u64) -> Result<(), TableError> {
        self.player.load_table(path, identity)
    }
}
