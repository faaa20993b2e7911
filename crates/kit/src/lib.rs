#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

use duiyi_book::OpenBook;
use duiyi_game::Game;
use duiyi_player::{EnginePlayer, Player, PlayerParts};
use std::sync::Arc;

/// The positions of a bench with their names.
type BenchPositions<G> = Arc<dyn Fn() -> Vec<(String, G)> + Send + Sync>;
/// The book of a program.
type Book<G> = Arc<dyn Fn() -> Option<OpenBook<G>> + Send + Sync>;
/// An explanation of the static score of a position.
pub type Explanation<G> = Arc<dyn Fn(&G) -> String + Send + Sync>;

/// Everything that programs need to know about a game.
#[derive(Clone)]
pub struct GameKit<G: Game> {
    name: &'static str,
    titles: [&'static str; 2],
    start: G,
    parts: Arc<PlayerParts<G>>,
    bench_depth: u32,
    bench: BenchPositions<G>,
    book: Book<G>,
    explanation: Option<Explanation<G>>,
}

impl<G: Game + Clone + 'static> GameKit<G> {
    /// A game by a name for command lines, where it starts, and what its player is made of.
    pub fn new(name: &'static str, start: G, parts: PlayerParts<G>) -> GameKit<G> {
        GameKit {
            name,
            titles: [name; 2],
            start,
            parts: Arc::new(parts),
            bench_depth: 6,
            bench: Arc::new(Vec::new),
            book: Arc::new(|| None),
            explanation: None,
        }
    }

    /// Its titles in English and in Chinese; the name for both unless they are given.
    pub fn titles(self, english: &'static str, chinese: &'static str) -> GameKit<G> {
        GameKit { titles: [english, chinese], ..self }
    }

    /// The positions of the bench with their names, and the depth in plies to which it searches.
    pub fn bench(self, depth: u32, positions: impl Fn() -> Vec<(String, G)> + Send + Sync + 'static) -> GameKit<G> {
        GameKit { bench_depth: depth, bench: Arc::new(positions), ..self }
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
        self.name
    }

    /// The titles in English and in Chinese.
    pub fn title(&self) -> [&'static str; 2] {
        self.titles
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
        (self.bench)()
    }

    /// The depth of the bench in plies, unless a caller wants another one.
    pub fn bench_depth(&self) -> u32 {
        self.bench_depth
    }

    /// The opening book that programs show; `None` if the game has none.
    pub fn opening_book(&self) -> Option<OpenBook<G>> {
        (self.book)()
    }

    /// The explanation of static scores, if the game has one.
    pub fn explanation(&self) -> Option<&Explanation<G>> {
        self.explanation.as_ref()
    }
}
