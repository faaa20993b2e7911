#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

#[cfg(all(feature = "cli", not(target_arch = "wasm32")))]
pub mod cli;
#[cfg(feature = "learn")]
mod learning;
mod matches;
mod page;
#[cfg(feature = "tune")]
mod tuning;

use duiyi_book::OpenBook;
use duiyi_engine::{EnginePlayer, Player, PlayerParts};
use duiyi_game::{Notation, Reason};
#[cfg(feature = "learn")]
pub use learning::{BeginLearning, LEARNED, LearningRun};
pub use matches::{
    CollectionGame, DrawOpening, ExportBook, MakeSolver, OpeningNames, OpeningSet, Openings, ReadCollection,
    SeededPlayer, SimplePlayer, Solved, TakeGame, WinFinder,
};
pub use page::{
    BuildPosition, CheckAnswer, CheckedAnswer, Claim, EndgameVerdict, EndgameVerdicts, ExplainRuling, Formats,
    LevelRating, Levels, MAX_GAMES, NameOpening, OpenEndgames, Overlay, Page, Palette, Piece, Problem, Problems,
    ProofTree, Prover, ReadRecord, ReadTurn, Record, RecordWriter, Rulings, Stopped, Study, TurnNotation, Words,
    collect_records,
};
use std::sync::Arc;
#[cfg(feature = "tune")]
pub use tuning::{
    CheckWeights, Chooser, Coarse, MakeChooser, MakeSum, ParameterGroup, PositionFilter, Sum, Tuning, WeightsOf,
};

/// The positions of a bench with their names.
type BenchPositions<G> = Arc<dyn Fn() -> Vec<(String, G)> + Send + Sync>;
/// The book of a program.
type Book<G> = Arc<dyn Fn() -> Option<OpenBook<G>> + Send + Sync>;
/// The kit of the same game with other rules.
type ByRules<G> = Arc<dyn Fn(G) -> GameKit<G> + Send + Sync>;
/// Creates the features of a page.
type MakePage<G> = Arc<dyn Fn() -> Page<G> + Send + Sync>;
/// An explanation of the static score of a position.
pub type Explanation<G> = Arc<dyn Fn(&G) -> String + Send + Sync>;

/// The names of a game.
#[derive(Clone, Copy)]
struct Names {
    /// The name on command lines.
    name: &'static str,
    /// The titles in English and in Chinese.
    titles: [&'static str; 2],
}

/// The bench of an engine.
#[derive(Clone)]
struct Bench<G> {
    /// The depth in plies.
    depth: u32,
    positions: BenchPositions<G>,
}

/// What matches, books and self-play use in addition to the player.
#[derive(Clone)]
struct Matches<G: Notation> {
    simple_players: Vec<SimplePlayer<G>>,
    openings: Openings<G>,
    collections: Option<ReadCollection<G>>,
    solver: Option<MakeSolver<G>>,
}

/// The description of a game for programs.
#[derive(Clone)]
pub struct GameKit<G: Notation> {
    names: Names,
    start: G,
    parts: Arc<PlayerParts<G>>,
    bench: Bench<G>,
    book: Book<G>,
    explanation: Option<Explanation<G>>,
    by_rules: Option<ByRules<G>>,
    /// The rule sets to choose from; `None` for those of the family.
    rule_sets: Option<Vec<String>>,
    matches: Matches<G>,
    page: MakePage<G>,
    #[cfg(feature = "tune")]
    tuning: Tuning<G>,
    #[cfg(feature = "learn")]
    begin_learning: Option<BeginLearning<G>>,
}

impl<G: Notation> GameKit<G> {
    /// A game with a name for command lines, a start position and the parts of its player.
    pub fn new(name: &'static str, start: G, parts: PlayerParts<G>) -> GameKit<G> {
        GameKit {
            names: Names { name, titles: [name; 2] },
            start,
            parts: Arc::new(parts),
            bench: Bench { depth: 6, positions: Arc::new(Vec::new) },
            book: Arc::new(|| None),
            explanation: None,
            by_rules: None,
            rule_sets: None,
            matches: Matches {
                simple_players: Vec::new(),
                openings: Openings::default(),
                collections: None,
                solver: None,
            },
            page: Arc::new(Page::default),
            #[cfg(feature = "tune")]
            tuning: Tuning::default(),
            #[cfg(feature = "learn")]
            begin_learning: None,
        }
    }

    /// Sets the function that creates the kit for another start position's rules, if the player or the
    /// openings depend on them.
    pub fn by_rules(self, other: impl Fn(G) -> GameKit<G> + Send + Sync + 'static) -> GameKit<G> {
        GameKit { by_rules: Some(Arc::new(other)), ..self }
    }

    /// Sets the rule sets to choose from, if they are not those of [`Notation::RULES`].
    pub fn rule_sets(self, names: Vec<String>) -> GameKit<G> {
        GameKit { rule_sets: Some(names), ..self }
    }

    /// Adds a player that does not search.
    pub fn simple_player(mut self, player: SimplePlayer<G>) -> GameKit<G> {
        self.matches.simple_players.push(player);
        self
    }

    /// Sets the openings.
    pub fn openings(mut self, openings: Openings<G>) -> GameKit<G> {
        self.matches.openings = openings;
        self
    }

    /// Sets the reader of collections of games.
    pub fn collections(mut self, read: ReadCollection<G>) -> GameKit<G> {
        self.matches.collections = Some(read);
        self
    }

    /// Sets the solver that searches for forced wins.
    pub fn solver(mut self, make: MakeSolver<G>) -> GameKit<G> {
        self.matches.solver = Some(make);
        self
    }

    /// Sets the features of a page with a board, created when a page requests them.
    pub fn page(self, page: impl Fn() -> Page<G> + Send + Sync + 'static) -> GameKit<G> {
        GameKit { page: Arc::new(page), ..self }
    }

    /// Sets the tunable parameters.
    #[cfg(feature = "tune")]
    pub fn tuning(self, tuning: Tuning<G>) -> GameKit<G> {
        GameKit { tuning, ..self }
    }

    /// Sets the titles in English and in Chinese; both are the name by default.
    pub fn titles(self, english: &'static str, chinese: &'static str) -> GameKit<G> {
        GameKit { names: Names { titles: [english, chinese], ..self.names }, ..self }
    }

    /// Sets the depth of the bench in plies, and its positions with their names.
    pub fn bench(self, depth: u32, positions: impl Fn() -> Vec<(String, G)> + Send + Sync + 'static) -> GameKit<G> {
        GameKit { bench: Bench { depth, positions: Arc::new(positions) }, ..self }
    }

    /// Sets the opening book that programs show.
    pub fn book(self, book: impl Fn() -> Option<OpenBook<G>> + Send + Sync + 'static) -> GameKit<G> {
        GameKit { book: Arc::new(book), ..self }
    }

    /// Sets the explanation of the default evaluation's static score.
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

    /// The names of the rule sets to choose from, the usual one first; if its rules have no name, only
    /// those.
    pub fn rules_to_choose(&self) -> Vec<String> {
        let usual = self.start.rules();
        let named: Vec<String> =
            self.rule_sets.clone().unwrap_or_else(|| G::RULES.iter().map(|&name| name.to_owned()).collect());
        let is_named = named.contains(&usual);
        let others = named.into_iter().filter(|name| is_named && *name != usual);
        std::iter::once(usual.clone()).chain(others).collect()
    }

    /// The start position.
    pub fn start(&self) -> &G {
        &self.start
    }

    /// The parts of the player.
    pub fn parts(&self) -> &Arc<PlayerParts<G>> {
        &self.parts
    }

    /// A new player with default options.
    pub fn player(&self) -> Box<dyn Player<G>> {
        Box::new(EnginePlayer::new(Arc::clone(&self.parts)))
    }

    /// The positions of the bench with their names; empty if the game has no bench.
    pub fn bench_positions(&self) -> Vec<(String, G)> {
        (self.bench.positions)()
    }

    /// The default depth of the bench in plies.
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

    /// The kit for a named rule set; the empty name stands for the kit's own rule set.
    ///
    /// # Errors
    /// If there is no such rule set.
    pub fn with_rules(&self, rules: &str) -> Result<GameKit<G>, Reason> {
        // The game's default may differ from the kit's.
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

    /// The openings of the game.
    pub fn known_openings(&self) -> &Openings<G> {
        &self.matches.openings
    }

    /// The reader of collections of games, if the game has its own formats.
    pub fn collection_reader(&self) -> Option<ReadCollection<G>> {
        self.matches.collections
    }

    /// The solver that searches for forced wins, if the game has one.
    pub fn win_finder(&self) -> Option<MakeSolver<G>> {
        self.matches.solver
    }

    /// The features of a page with a board.
    pub fn page_offer(&self) -> Page<G> {
        (self.page)()
    }

    /// The tunable parameters.
    #[cfg(feature = "tune")]
    pub fn tunables(&self) -> &Tuning<G> {
        &self.tuning
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_engine::NamedEvaluation;
    use duiyi_game::{Game, Side, Verdict, nim::Nim};

    /// Nim with two rule sets, which differ in their name.
    #[derive(Clone)]
    struct Named(Nim, String);

    impl Game for Named {
        type Move = u8;
        type Undo = ();
        const PATH_MATTERS: bool = false;

        fn side_to_move(&self) -> Side {
            self.0.side_to_move()
        }

        fn legal_moves(&self, moves: &mut impl Extend<u8>) {
            self.0.legal_moves(moves);
        }

        fn is_legal(&self, mv: u8) -> bool {
            self.0.is_legal(mv)
        }

        fn make(&mut self, mv: u8) {
            self.0.make(mv);
        }

        fn unmake(&mut self, mv: u8, (): ()) {
            self.0.unmake(mv, ());
        }

        fn key(&self) -> u64 {
            self.0.key()
        }

        fn verdict(&self, ply: usize) -> Verdict {
            self.0.verdict(ply)
        }
    }

    impl Notation for Named {
        const NAME: &'static str = "named";
        const SIDES: [&'static str; 2] = Nim::SIDES;
        const RULES: &'static [&'static str] = &["long", "short"];

        fn begin(rules: &str) -> Result<Named, Reason> {
            Ok(Named(Nim::begin("")?, rules.to_owned()))
        }

        fn rules(&self) -> String {
            self.1.clone()
        }

        fn read_position(&self, text: &str) -> Result<Named, Reason> {
            Ok(Named(self.0.read_position(text)?, self.1.clone()))
        }

        fn write_position(&self) -> String {
            self.0.write_position()
        }

        fn write_move(&self, mv: u8) -> String {
            self.0.write_move(mv)
        }

        fn draw(&self) -> String {
            self.0.draw()
        }
    }

    fn kit(name: &'static str, rules: &str) -> GameKit<Named> {
        let usual = NamedEvaluation::new("usual", || unreachable!("the tests create no player"));
        GameKit::new(name, Named::begin(rules).unwrap(), PlayerParts::new(&["usual"], usual))
    }

    #[test]
    fn a_kit_keeps_its_names_with_other_rules() {
        let two = kit("two", "long").titles("Two", "二").by_rules(|start| kit("other", &start.1).bench(9, Vec::new));
        let other = two.with_rules("short").unwrap();
        assert_eq!((other.start().rules().as_str(), other.bench_depth()), ("short", 9));
        assert_eq!((other.name(), other.title()), ("two", ["Two", "二"]));
        let same = two.with_rules("long").unwrap();
        assert_eq!((same.name(), same.bench_depth()), ("two", 6));
    }

    #[test]
    fn other_rules_can_be_chosen_if_the_usual_ones_are_listed() {
        assert_eq!(kit("two", "long").rules_to_choose(), ["long", "short"]);
        assert_eq!(kit("two", "short").rules_to_choose(), ["short", "long"]);
        assert_eq!(kit("two", "unlisted").rules_to_choose(), ["unlisted"]);
        let listed = kit("two", "third").rule_sets(vec!["long".to_owned(), "third".to_owned()]);
        assert_eq!(listed.rules_to_choose(), ["third", "long"]);
    }
}
