#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

#[cfg(all(feature = "cli", not(target_arch = "wasm32")))]
pub mod cli;
#[cfg(feature = "learn")]
pub mod learning;
pub mod matches;
pub mod page;
#[cfg(feature = "tune")]
pub mod tuning;

use duiyi_book::OpenBook;
use duiyi_engine::{EnginePlayer, Player, PlayerParts};
use duiyi_game::{Notation, Reason};
#[cfg(feature = "learn")]
use learning::Learning;
pub use matches::Openings;
use matches::{MakeSolver, ReadCollection, SimplePlayer};
pub use page::Page;
use std::sync::Arc;
#[cfg(feature = "tune")]
pub use tuning::Tuning;

/// Opens an opening book, if there is one.
pub type Book<G> = Arc<dyn Fn() -> Option<OpenBook<G>> + Send + Sync>;
/// An explanation of the static score of a position.
pub type Explanation<G> = Arc<dyn Fn(&G) -> String + Send + Sync>;

/// The bench of an engine.
#[derive(Clone)]
pub struct Bench<G> {
    /// The default depth in plies.
    pub depth: u32,
    /// The positions with their names; empty if the game has no bench.
    pub positions: Vec<(String, G)>,
}

/// The description of a game for programs: its fields are what a program asks for. A kit sets those that its game has,
/// and takes the others from [`GameKit::new`].
///
/// ```
/// use duiyi_engine::PlayerParts;
/// use duiyi_game::{Score, nim::Nim};
/// use duiyi_kit::GameKit;
///
/// let parts = PlayerParts::by(|| |_: &Nim| Score::ZERO);
/// let kit = GameKit { titles: ["Nim", "取石子"], ..GameKit::new("nim", Nim::new(21), parts) };
/// assert_eq!((kit.name, kit.start.left()), ("nim", 21));
/// ```
#[derive(Clone)]
pub struct GameKit<G: Notation> {
    /// The name for command lines: `xiangqi`.
    pub name: &'static str,
    /// The titles in English and in Chinese; both are the name by default.
    pub titles: [&'static str; 2],
    /// The start position.
    pub start: G,
    /// The parts of the player.
    pub parts: Arc<PlayerParts<G>>,
    /// The bench.
    pub bench: Bench<G>,
    /// Opens the opening book that programs show, if the game has one.
    pub book: Book<G>,
    /// Explains static scores of the default evaluation.
    pub explanation: Option<Explanation<G>>,
    /// Creates the kit of this name for another start position's rules, if the player or the openings depend on them.
    pub by_rules: Option<fn(&'static str, G) -> GameKit<G>>,
    /// The rule sets to choose from, if they are not those of [`Notation::RULES`].
    pub rule_sets: Option<Vec<String>>,
    /// Players that do not search.
    pub simple_players: Vec<SimplePlayer<G>>,
    /// The openings.
    pub openings: Openings<G>,
    /// Reads collections of games in the game's own formats.
    pub collections: Option<ReadCollection<G>>,
    /// Searches for forced wins.
    pub solver: Option<MakeSolver<G>>,
    /// Creates the features of a page with a board, by the rules of a start position.
    pub page: fn(&G) -> Page<G>,
    /// The tunable parameters.
    #[cfg(feature = "tune")]
    pub tuning: Tuning<G>,
    /// How the evaluation is learned ([`GameKit::learning`]).
    #[cfg(feature = "learn")]
    pub learning: Option<Learning<G>>,
}

impl<G: Notation> GameKit<G> {
    /// A game with a name for command lines, a start position and the parts of its player.
    pub fn new(name: &'static str, start: G, parts: PlayerParts<G>) -> GameKit<G> {
        GameKit {
            name,
            titles: [name; 2],
            start,
            parts: Arc::new(parts),
            bench: Bench { depth: 6, positions: Vec::new() },
            book: Arc::new(|| None),
            explanation: None,
            by_rules: None,
            rule_sets: None,
            simple_players: Vec::new(),
            openings: Openings::default(),
            collections: None,
            solver: None,
            page: |_| Page::default(),
            #[cfg(feature = "tune")]
            tuning: Tuning::default(),
            #[cfg(feature = "learn")]
            learning: None,
        }
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

    /// A new player with default options.
    pub fn player(&self) -> Box<dyn Player<G>> {
        Box::new(EnginePlayer::new(Arc::clone(&self.parts)))
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
        let Some(other) = other else { return Ok(GameKit { start, ..self.clone() }) };
        let kit = GameKit { titles: self.titles, ..other(self.name, start) };
        #[cfg(feature = "learn")]
        let kit = match &self.learning {
            Some(learning) => (learning.add)(kit),
            None => kit,
        };
        Ok(kit)
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
        let two = GameKit {
            titles: ["Two", "二"],
            by_rules: Some(|name, start: Named| {
                let bench = Bench { depth: 9, positions: Vec::new() };
                GameKit { bench, ..kit(name, &start.1) }
            }),
            ..kit("two", "long")
        };
        let other = two.with_rules("short").unwrap();
        assert_eq!((other.start.rules().as_str(), other.bench.depth), ("short", 9));
        assert_eq!((other.name, other.titles), ("two", ["Two", "二"]));
        let same = two.with_rules("long").unwrap();
        assert_eq!((same.name, same.bench.depth), ("two", 6));
    }

    #[test]
    fn other_rules_can_be_chosen_if_the_usual_ones_are_listed() {
        assert_eq!(kit("two", "long").rules_to_choose(), ["long", "short"]);
        assert_eq!(kit("two", "short").rules_to_choose(), ["short", "long"]);
        assert_eq!(kit("two", "unlisted").rules_to_choose(), ["unlisted"]);
        let listed = GameKit { rule_sets: Some(vec!["long".to_owned(), "third".to_owned()]), ..kit("two", "third") };
        assert_eq!(listed.rules_to_choose(), ["third", "long"]);
    }
}
