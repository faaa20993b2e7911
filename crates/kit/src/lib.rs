#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod matches;
mod page;
#[cfg(feature = "tune")]
mod tuning;

use duiyi_book::OpenBook;
use duiyi_game::{Notation, Reason};
use duiyi_player::{EnginePlayer, Player, PlayerParts};
pub use matches::{
    DrawOpening, ExportBook, MakeSolver, OpeningNames, OpeningSet, Openings, PlayedGame, ReadCollection, SeededPlayer,
    SimplePlayer, Solved, TakeGame, WinFinder,
};
pub use page::{
    BuildPosition, CheckAnswer, CheckedAnswer, Claim, ExplainRuling, Formats, LevelRating, Levels, NameOpening,
    Overlay, Page, Palette, Piece, Problem, Problems, ProofTree, Prover, ReadRecord, Record, RecordWriter, Rulings,
    Stopped, Study, TurnNotation, Words,
};
use std::sync::Arc;
#[cfg(feature = "tune")]
pub use tuning::{Choice, Chooser, Coarse, MakeChooser, MakeSum, ParameterGroup, Sum, Tuning, WeightsOf};

/// The positions of a bench with their names.
type BenchPositions<G> = Arc<dyn Fn() -> Vec<(String, G)> + Send + Sync>;
/// The book of a program.
type Book<G> = Arc<dyn Fn() -> Option<OpenBook<G>> + Send + Sync>;
/// The same game by other rules.
type ByRules<G> = Arc<dyn Fn(G) -> GameKit<G> + Send + Sync>;
/// What a page offers.
type MakePage<G> = Arc<dyn Fn() -> Page<G> + Send + Sync>;
/// An explanation of the static score of a position.
pub type Explanation<G> = Arc<dyn Fn(&G) -> String + Send + Sync>;

/// How a game is called.
#[derive(Clone, Copy)]
struct Names {
    /// On command lines.
    name: &'static str,
    /// In English and in Chinese.
    titles: [&'static str; 2],
}

/// What an engine measures itself by.
#[derive(Clone)]
struct Bench<G> {
    /// In plies.
    depth: u32,
    positions: BenchPositions<G>,
}

/// What matches, books and self-play use beside the player.
#[derive(Clone)]
struct Matches<G: Notation> {
    simple_players: Vec<SimplePlayer<G>>,
    openings: Openings<G>,
    collections: Option<ReadCollection<G>>,
    solver: Option<MakeSolver<G>>,
}

/// Everything that programs need to know about a game.
#[derive(Clone)]
pub struct GameKit<G: Notation> {
    names: Names,
    start: G,
    parts: Arc<PlayerParts<G>>,
    bench: Bench<G>,
    book: Book<G>,
    explanation: Option<Explanation<G>>,
    by_rules: Option<ByRules<G>>,
    matches: Matches<G>,
    page: MakePage<G>,
    #[cfg(feature = "tune")]
    tuning: Tuning<G>,
}

impl<G: Notation> GameKit<G> {
    /// A game by a name for command lines, where it starts, and what its player is made of.
    pub fn new(name: &'static str, start: G, parts: PlayerParts<G>) -> GameKit<G> {
        GameKit {
            names: Names { name, titles: [name; 2] },
            start,
            parts: Arc::new(parts),
            bench: Bench { depth: 6, positions: Arc::new(Vec::new) },
            book: Arc::new(|| None),
            explanation: None,
            by_rules: None,
            matches: Matches {
                simple_players: Vec::new(),
                openings: Openings::default(),
                collections: None,
                solver: None,
            },
            page: Arc::new(Page::default),
            #[cfg(feature = "tune")]
            tuning: Tuning::default(),
        }
    }

    /// What it is by the rules of another start, where its player or its openings depend on them.
    pub fn by_rules(self, other: impl Fn(G) -> GameKit<G> + Send + Sync + 'static) -> GameKit<G> {
        GameKit { by_rules: Some(Arc::new(other)), ..self }
    }

    /// One more player that does not search.
    pub fn simple_player(mut self, player: SimplePlayer<G>) -> GameKit<G> {
        self.matches.simple_players.push(player);
        self
    }

    /// Its openings.
    pub fn openings(mut self, openings: Openings<G>) -> GameKit<G> {
        self.matches.openings = openings;
        self
    }

    /// What reads its collections of games.
    pub fn collections(mut self, read: ReadCollection<G>) -> GameKit<G> {
        self.matches.collections = Some(read);
        self
    }

    /// What looks for forced wins.
    pub fn solver(mut self, make: MakeSolver<G>) -> GameKit<G> {
        self.matches.solver = Some(make);
        self
    }

    /// What a page with a board offers of it; it is made when a page asks for it.
    pub fn page(self, page: impl Fn() -> Page<G> + Send + Sync + 'static) -> GameKit<G> {
        GameKit { page: Arc::new(page), ..self }
    }

    /// What there is to tune.
    #[cfg(feature = "tune")]
    pub fn tuning(self, tuning: Tuning<G>) -> GameKit<G> {
        GameKit { tuning, ..self }
    }

    /// Its titles in English and in Chinese; the name for both unless they are given.
    pub fn titles(self, english: &'static str, chinese: &'static str) -> GameKit<G> {
        GameKit { names: Names { titles: [english, chinese], ..self.names }, ..self }
    }

    /// The positions of the bench with their names, and the depth in plies to which it searches.
    pub fn bench(self, depth: u32, positions: impl Fn() -> Vec<(String, G)> + Send + Sync + 'static) -> GameKit<G> {
        GameKit { bench: Bench { depth, positions: Arc::new(positions) }, ..self }
    }

    /// The opening book that programs show.
    pub fn book(self, book: impl Fn() -> Option<OpenBook<G>> + Send + Sync + 'static) -> GameKit<G> {
        GameKit { book: Arc::new(book), ..self }
    }

    /// What the static score of a position rests on, by the default evaluation.
    pub fn explaining(self, explain: impl Fn(&G) -> String + Send + Sync + 'static) -> GameKit<G> {
        GameKit { explanation: Some(Arc::new(explain)), ..self }
    }

    /// The name for command lines: `xiangqi`.
    pub fn name(&self) -> &'static str {
        self.names.name
    }

    /// The titles in English and in Chinese.
    pub fn title(&self) -> [&'static str; 2] {
        self.names.titles
    }

    /// Where a game starts.
    pub fn start(&self) -> &G {
        &self.start
    }

    /// What the player is made of.
    pub fn parts(&self) -> &Arc<PlayerParts<G>> {
        &self.parts
    }

    /// A new player with everything at its default.
    pub fn player(&self) -> Box<dyn Player<G>> {
        Box::new(EnginePlayer::new(Arc::clone(&self.parts)))
    }

    /// The positions of the bench with their names; none if the game has no bench.
    pub fn bench_positions(&self) -> Vec<(String, G)> {
        (self.bench.positions)()
    }

    /// The depth of the bench in plies, unless a caller wants another one.
    pub fn bench_depth(&self) -> u32 {
        self.bench.depth
    }

    /// The opening book that programs show; `None` if the game has none.
    pub fn opening_book(&self) -> Option<OpenBook<G>> {
        (self.book)()
    }

    /// The explanation of static scores, if the game has one.
    pub fn explanation(&self) -> Option<&Explanation<G>> {
        self.explanation.as_ref()
    }

    /// The same by a named rule set; the empty name stands for that of the kit.
    ///
    /// # Errors
    /// If there is no such rule set.
    pub fn with_rules(&self, rules: &str) -> Result<GameKit<G>, Reason> {
        // The game's own default may be another one than the kit's.
        if rules.is_empty() {
            return Ok(self.clone());
        }
        let start = G::begin(rules)?;
        let other = self.by_rules.as_ref().filter(|_| start.rules() != self.start.rules());
        Ok(match other {
            Some(other) => GameKit { names: self.names, ..other(start) },
            None => GameKit { start, ..self.clone() },
        })
    }

    /// The players that do not search.
    pub fn simple_players(&self) -> &[SimplePlayer<G>] {
        &self.matches.simple_players
    }

    /// Its openings.
    pub fn known_openings(&self) -> &Openings<G> {
        &self.matches.openings
    }

    /// What reads its collections of games, if it has formats of its own.
    pub fn collection_reader(&self) -> Option<ReadCollection<G>> {
        self.matches.collections
    }

    /// What looks for forced wins, if it has a solver.
    pub fn win_finder(&self) -> Option<MakeSolver<G>> {
        self.matches.solver
    }

    /// What a page with a board offers of it.
    pub fn page_offer(&self) -> Page<G> {
        (self.page)()
    }

    /// What there is to tune.
    #[cfg(feature = "tune")]
    pub fn tunables(&self) -> &Tuning<G> {
        &self.tuning
    }
}
