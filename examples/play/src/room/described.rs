//! What a game says beside its description so that a page can offer it.

use duiyi_game::{Diagram, Notation};
use duiyi_player::{Player, Timing};
use std::{ops::RangeInclusive, sync::Arc};

/// The levels of a player.
#[derive(Clone, Copy, Debug)]
pub struct Levels {
    /// The player's option.
    pub option: &'static str,
    /// The weakest.
    pub weakest: u32,
    /// The strongest, that of a player to which nothing is said.
    pub strongest: u32,
    /// The rating of a level, where one was measured.
    pub elo: fn(u32) -> Option<i32>,
}

impl Levels {
    /// From the weakest to the strongest.
    pub fn range(&self) -> RangeInclusive<u32> {
        self.weakest..=self.strongest
    }
}

/// A notation: its name, and how a turn is written in a position.
#[derive(Clone)]
pub struct Written<G: Notation> {
    /// What it is called.
    pub name: &'static str,
    /// Writes a legal turn.
    pub write: fn(&G, &[G::Move]) -> String,
}

/// A game as a page offers it.
#[derive(Clone)]
pub struct Description<G: Notation> {
    /// The name that people choose it by, in English and in Chinese.
    pub titles: [&'static str; 2],
    /// Makes a player.
    pub player: Arc<dyn Fn() -> Box<dyn Player<G>> + Send + Sync>,
    /// The levels of the player, if it has any.
    pub levels: Option<Levels>,
    /// The notations besides the game's own, which comes last.
    pub notations: Vec<Written<G>>,
    /// The rule set of the game, if it is not the usual one.
    pub rules: &'static str,
}

impl<G: Notation + Diagram + Timing> Description<G> {
    /// A game with a player, and nothing else: enough to be played.
    pub fn new(titles: [&'static str; 2], player: impl Fn() -> Box<dyn Player<G>> + Send + Sync + 'static) -> Self {
        Description { titles, player: Arc::new(player), levels: None, notations: Vec::new(), rules: "" }
    }
}
