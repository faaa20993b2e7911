//! The opening book of a player: book moves are played at once.

use crate::{Check, Choice, Decision, OptionError, OptionSpec, Request, Spin, Text, options};
use duiyi_book::{OpenBook, Policy, Shelf, choose_turn};
use duiyi_game::{Game, Side};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use std::{
    hash::{BuildHasher, RandomState},
    sync::Arc,
};

/// Opens a book file and checks all of it; the empty name stands for the built-in book, if there is
/// one. The error describes what is wrong with the file.
pub type Opener<G> = Arc<dyn Fn(&str) -> Result<Option<OpenBook<G>>, String> + Send + Sync>;

options! {
    /// The options of a player's book.
    pub(crate) struct BookOptions, enum BookOption {
        /// Whether the book is used.
        On on: Check = Check(false), "OwnBook" / "usebook";
        /// A file, or several separated by semicolons; the first one that contains a position is
        /// used.
        File file: Text = Text, "BookFile" / "bookfiles";
        /// The number of turns of a game for which the book is used.
        Depth depth: Spin<usize> = Spin(MOST_TURNS, 0..=MOST_TURNS), "BookDepth" / "bookdepth";
        /// How a book move is chosen ([`Policy`]).
        Policy policy: Choice = Choice(&Policy::NAMES, 0), "BookPolicy" / "bookpolicy";
        /// The side that uses the book.
        Side side: Choice = Choice(&SIDES, 0), "BookSide" / "bookside";
        /// The seed of random choices; 0 gives a different seed in each run.
        Seed seed: Spin<u32> = Spin(0, 0..=u32::MAX), "BookSeed" / "bookseed";
    }
}

/// A book that is used if the option `OwnBook` is on, but not in an analysis
/// (`Control::analyses`).
pub(crate) struct OwnBook<G: Game> {
    opener: Opener<G>,
    book: Option<OpenBook<G>>,
    options: BookOptions,
    random: Xoshiro256PlusPlus,
}

/// The values of `BookSide`.
const SIDES: [&str; 3] = ["both", "first", "second"];
/// The maximum number of turns for which a book is used.
const MOST_TURNS: usize = 1000;

impl<G: Game + 'static> OwnBook<G> {
    /// Creates the options without opening a book.
    pub(crate) fn new(opener: Opener<G>) -> OwnBook<G> {
        OwnBook { opener, book: None, options: BookOptions::default(), random: generator(0) }
    }

    /// The options.
    pub(crate) fn specs() -> Vec<OptionSpec> {
        BookOptions::specs()
    }

    /// Sets an option. Returns whether it belongs to the book.
    pub(crate) fn set_option(&mut self, name: &str, value: &str) -> Result<bool, OptionError> {
        let before = self.options.clone();
        match self.options.set(name, value)? {
            Some(option) => self.apply(option).inspect_err(|_| self.options = before).map(|()| true),
            None => Ok(false),
        }
    }

    /// Applies an option that was set.
    fn apply(&mut self, option: BookOption) -> Result<(), OptionError> {
        match option {
            BookOption::On if self.options.on && self.book.is_none() => self.open("OwnBook")?,
            BookOption::File => self.open("BookFile")?,
            BookOption::Seed => self.random = generator(self.options.seed),
            BookOption::On | BookOption::Depth | BookOption::Policy | BookOption::Side => {}
        }
        Ok(())
    }

    /// Opens the book files, or the built-in book if no file is set.
    fn open(&mut self, name: &str) -> Result<(), OptionError> {
        let files = &self.options.file;
        let failed = |reason| OptionError::File { name: name.to_owned(), reason };
        let names: Vec<&str> = files.split(';').map(str::trim).filter(|file| !file.is_empty()).collect();
        if names.is_empty() {
            self.book = (self.opener)("").map_err(failed)?;
            return Ok(());
        }
        let open = |file: &&str| {
            let book = (self.opener)(file).map_err(failed)?;
            book.ok_or_else(|| failed(format!("'{file}' is not a book")))
        };
        let books: Vec<OpenBook<G>> = names.iter().map(open).collect::<Result<_, _>>()?;
        self.book = Some(Arc::new(Shelf::new(books)));
        Ok(())
    }

    /// The book's turn, if the book is used and contains the position.
    pub(crate) fn choose(&mut self, request: &Request<'_, G>) -> Option<Decision<G::Move>>
    where
        G: Clone,
    {
        let options = &self.options;
        let book = self.book.as_deref().filter(|_| options.on && !request.control.analyses())?;
        let game = request.game;
        let mover = game.now().side_to_move();
        // An incomplete turn counts as one that begins now.
        let under_way = !G::ALTERNATES && game.movers().next_back() == Some(mover);
        let turns = game.turns().count() - usize::from(under_way);
        let side = [None, Some(Side::First), Some(Side::Second)][options.side];
        if turns >= options.depth || side.is_some_and(|side| side != mover) {
            return None;
        }
        // A book that can no longer be read is treated as one without the position.
        let policy: Policy = Policy::NAMES[options.policy].parse().unwrap_or_default();
        let turn = choose_turn(book, game, request.allowed, &policy, &mut self.random).ok()??;
        let name = book.name(game.now()).ok().flatten();
        let reason = name.map_or_else(|| "book".to_owned(), |name| format!("book: {name}"));
        Some(Decision { reason: Some(reason), ..Decision::new(turn) })
    }
}

/// The random number generator for the value of an option.
fn generator(seed: u32) -> Xoshiro256PlusPlus {
    let seed = if seed == 0 { RandomState::new().hash_one(0) } else { seed.into() };
    Xoshiro256PlusPlus::seed_from_u64(seed)
}
