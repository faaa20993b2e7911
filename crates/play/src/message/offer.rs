//! The games offered.

use serde::{Serialize, Serializer};

/// A game offered to pages.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct GameOffer {
    /// Its name in [`GameSetup::game`](super::GameSetup::game).
    pub name: String,
    /// Its title in English and in Chinese.
    pub titles: [&'static str; 2],
    /// The names of its sides, each in English and in Chinese.
    pub side_names: [[&'static str; 2]; 2],
    /// Its rule sets, the usual one first.
    pub rules: Vec<String>,
    /// The levels of its player, with their ratings where known; empty if it has no levels.
    pub levels: Vec<(u32, Option<LevelOffer>)>,
    /// How its levels play, in English and in Chinese, each for the levels from this one to that before the next.
    pub level_notes: &'static [(u32, [&'static str; 2])],
    /// The names of the notations in which turns are written.
    pub notations: Vec<String>,
    /// The features of the page for it.
    #[serde(flatten)]
    pub features: Features,
    /// Problems to solve. Pages see their number, and ask for the list when a person wants it.
    #[serde(serialize_with = "count")]
    pub problems: Vec<ProblemOffer>,
    /// The formats in which its games can be written.
    pub formats: Vec<&'static str>,
    /// The phrases of the game in English and in Chinese.
    pub words: Vec<(&'static str, &'static str)>,
    /// The phrases of its explanations of scores in English and in Chinese.
    pub terms: Vec<(&'static str, &'static str)>,
}

fn count<S: Serializer>(problems: &[ProblemOffer], to: S) -> Result<S::Ok, S::Error> {
    to.serialize_u64(problems.len() as u64)
}

/// The features of the page for a game.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Features {
    /// Whether a position can be set up by hand.
    pub set_up: bool,
    /// Whether results can be claimed.
    pub claims: bool,
    /// The overlays for the board, in English and in Chinese.
    pub aids: Vec<[&'static str; 2]>,
    /// Whether wins can be proved.
    pub proofs: bool,
    /// Whether it has an opening book.
    pub book: bool,
    /// Whether endgame tables are open.
    pub endgames: bool,
}

/// The rating of a level relative to the other levels of its game, not to people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LevelOffer {
    /// The rating.
    pub elo: i32,
    /// Whether games were played to measure it; otherwise it is estimated.
    pub measured: bool,
}

/// A problem offered to pages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProblemOffer {
    /// Its name.
    pub name: String,
    /// The goal, in English and in Chinese.
    pub goal: [&'static str; 2],
    /// The number of turns.
    pub turns: u32,
    /// The theme, in English and in Chinese.
    pub theme: [&'static str; 2],
    /// The difficulty, from 1 to 5.
    pub difficulty: u8,
}
