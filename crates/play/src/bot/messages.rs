//! The messages of the server, as far as a bot reads them. Unknown fields are ignored.

use crate::message::GameEnd;
use serde::Deserialize;

/// A message of the server: one of the fields is present.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub(super) struct Received {
    /// The changes of the view.
    pub(super) view: Option<GameView>,
    /// The reason for refusing a message.
    pub(super) refused: Option<String>,
    /// The side of the bot in the game that begins.
    pub(super) seated: Option<usize>,
    /// The id of the stored game.
    pub(super) kept_as: Option<String>,
}

/// The state of a game.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct GameView {
    /// The rule set.
    pub(super) rules: String,
    /// The names of the players.
    pub(super) names: [String; 2],
    /// The initial position.
    pub(super) start: String,
    /// The number of turns that were sent before.
    pub(super) from: usize,
    /// The turns after those.
    pub(super) turns: Vec<SentTurn>,
    /// The side to move, 0 or 1.
    pub(super) to_move: usize,
    /// The remaining milliseconds of each side.
    pub(super) clocks: Option<[u64; 2]>,
    /// The side that offers a draw.
    pub(super) draw_offer: Option<usize>,
    /// The end of the game, if it is over.
    pub(super) ended: Option<GameEnd>,
}

/// A turn that was played.
#[derive(Deserialize)]
pub(super) struct SentTurn {
    /// The turn in each of the game's notations, the own one last.
    pub(super) texts: Vec<String>,
}
