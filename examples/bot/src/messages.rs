//! The messages of the server, as far as a bot reads them. Unknown fields are ignored.

use duiyi_play::message::GameEnd;
use serde::Deserialize;

/// A message of the server: one of the fields is present.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub(crate) struct Received {
    /// The changes of the view.
    pub(crate) view: Option<GameView>,
    /// The reason for refusing a message.
    pub(crate) refused: Option<String>,
    /// The side of the bot in the game that begins.
    pub(crate) seated: Option<usize>,
    /// The id of the stored game.
    pub(crate) kept_as: Option<String>,
}

/// The state of a game.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct GameView {
    /// The rule set.
    pub(crate) rules: String,
    /// The names of the players.
    pub(crate) names: [String; 2],
    /// The initial position.
    pub(crate) start: String,
    /// The number of turns that were sent before.
    pub(crate) from: usize,
    /// The turns after those.
    pub(crate) turns: Vec<SentTurn>,
    /// The side to move, 0 or 1.
    pub(crate) to_move: usize,
    /// The remaining milliseconds of each side.
    pub(crate) clocks: Option<[u64; 2]>,
    /// The side that offers a draw.
    pub(crate) draw_offer: Option<usize>,
    /// The end of the game, if it is over.
    pub(crate) ended: Option<GameEnd>,
}

/// A turn that was played.
#[derive(Deserialize)]
pub(crate) struct SentTurn {
    /// The turn in each of the game's notations, the own one last.
    pub(crate) texts: Vec<String>,
}
