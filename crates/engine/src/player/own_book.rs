//! The opening book of a player: book moves are played at once.

use crate::options;
use crate::player::{
    Check, Choice, Decision, OptionError, OptionSpec, Request, Spin, Text,
    learning::{Advice, Learner, LearnerOpener, default_file},
};
use duiyi_book::{OpenBook, Policy, Shelf, choose_turn};
use duiyi_game::{Game, History, Side};
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
        Depth depth: Spin<usize> = Spin(MAX_TURNS, 0..=MAX_TURNS), "BookDepth" / "bookdepth";
        /// How a book move is chosen ([`Policy`]).
        Policy policy: Choice = Choice(&Policy::NAMES, 0), "BookPolicy" / "bookpolicy";
        /// The side that uses the book.
        Side side: Choice = Choice(&SIDES, 0), "BookSide" / "bookside";
        /// The seed of random choices; 0 gives a different seed in each run.
        Seed seed: Spin<u32> = Spin(0, 0..=u32::MAX), "BookSeed" / "bookseed";
        /// The file of the learned results; empty: `NAME.learn` next to the book file, or with the name
        /// of the game in the current folder.
        LearnFile learn_file: Text = Text, "LearnFile" / "learnfile";
        /// Whether results of own games are learned and used.
        Learning learning: Check = Check(false), "BookLearning" / "booklearning";
    }
}

/// A book that is used if the option `OwnBook` is on, but not in an analysis
/// (`Control::analyses`).
pub(crate) struct OwnBook<G: Game> {
    opener: Opener<G>,
    book: Option<OpenBook<G>>,
    learner_opener: LearnerOpener<G>,
    learner: Option<Box<dyn Learner<G>>>,
    /// The error of the learner that was not reported yet.
    note: Option<String>,
    options: BookOptions,
    random: Xoshiro256PlusPlus,
}

/// The values of `BookSide`.
const SIDES: [&str; 3] = ["both", "first", "second"];
/// The maximum number of turns for which a book is used.
const MAX_TURNS: usize = 1000;

impl<G: Game + 'static> OwnBook<G> {
    /// Creates the options without opening a book.
    pub(crate) fn new(opener: Opener<G>, learner_opener: LearnerOpener<G>) -> OwnBook<G> {
        OwnBook {
            opener,
            book: None,
            learner_opener,
            learner: None,
            note: None,
            options: BookOptions::default(),
            random: generator(0),
        }
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
            BookOption::File => {
                self.open("BookFile")?;
                self.open_learner();
            }
            BookOption::Seed => self.random = generator(self.options.seed),
            BookOption::Learning | BookOption::LearnFile => self.open_learner(),
            BookOption::On | BookOption::Depth | BookOption::Policy | BookOption::Side => {}
        }
        Ok(())
    }

    /// Opens the file of learned results if it is used. A player with a file that cannot be used plays
    /// on without it, and the error is its next note.
    fn open_learner(&mut self) {
        // The previous learner writes its last result first.
        self.end_game(None);
        self.learner = None;
        if !self.options.learning {
            return;
        }
        let book = self.options.file.split(';').map(str::trim).find(|file| !file.is_empty());
        let path = match (self.options.learn_file.trim(), book) {
            ("", Some(book)) => default_file(book),
            (path, _) => path.to_owned(),
        };
        match (self.learner_opener)(&path) {
            Ok(learner) => self.learner = Some(learner),
            Err(error) => self.note = Some(format!("BookLearning is without effect: {error}")),
        }
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

    /// The turn of the book or of earlier games, if they are used and contain the position; otherwise
    /// the first moves that the search must not play.
    pub(crate) fn advise(&mut self, request: &Request<'_, G>) -> Result<Decision<G::Move>, Vec<G::Move>>
    where
        G: Clone,
    {
        let options = &self.options;
        let (game, nothing) = (request.game, Err(Vec::new()));
        let mover = game.now().side_to_move();
        // An incomplete turn counts as one that begins now.
        let under_way = !G::ALTERNATES && game.movers().next_back() == Some(mover);
        let turns = game.turns().count() - usize::from(under_way);
        let side = [None, Some(Side::First), Some(Side::Second)][options.side];
        if request.control.purpose().analysis || turns >= options.depth || side.is_some_and(|side| side != mover) {
            return nothing;
        }
        let book = self.book.as_deref().filter(|_| options.on);
        let policy: Policy = Policy::NAMES[options.policy].parse().unwrap_or_default();
        let turn = match (&self.learner, book) {
            (Some(learner), book) => {
                // The default policy would hardly notice a few results.
                let learns = if policy == Policy::default() { Policy::Thompson } else { policy };
                match learner.advise(book, request, &learns, &mut self.random) {
                    Advice::Play(turn) => turn,
                    Advice::Search(without) => return Err(without),
                }
            }
            // A book that can no longer be read is treated as one without the position.
            (None, Some(book)) => match choose_turn(book, game, request.allowed, &policy, &mut self.random) {
                Ok(Some(turn)) => turn,
                _ => return nothing,
            },
            (None, None) => return nothing,
        };
        let name = book.and_then(|book| book.name(game.now()).ok().flatten());
        let reason = name.map_or_else(|| "book".to_owned(), |name| format!("book: {name}"));
        Ok(Decision { reason: Some(reason), ..Decision::new(turn) })
    }

    /// Records a turn for learning.
    pub(crate) fn record(&mut self, request: &Request<'_, G>, decision: &Decision<G::Move>) {
        if !request.control.purpose().analysis
            && let Some(learner) = &mut self.learner
        {
            let recorded = learner.record(request.game, decision);
            self.keep(recorded);
        }
    }

    /// Ends the game for learning; `last` is the game as far as it is known.
    pub(crate) fn end_game(&mut self, last: Option<&History<G>>) {
        let ended = self.learner.as_mut().map_or(Ok(()), |learner| learner.end(last));
        self.keep(ended);
    }

    /// Keeps an error for the next note.
    fn keep(&mut self, result: Result<(), String>) {
        if let Err(error) = result {
            self.note = Some(format!("the result of the game is not written yet: {error}"));
        }
    }

    /// Takes the error that was not reported yet.
    pub(crate) fn take_note(&mut self) -> Option<String> {
        self.note.take()
    }
}

/// The random number generator for the value of an option.
fn generator(seed: u32) -> Xoshiro256PlusPlus {
    let seed = if seed == 0 { RandomState::new().hash_one(0) } else { seed.into() };
    Xoshiro256PlusPlus::seed_from_u64(seed)
}
