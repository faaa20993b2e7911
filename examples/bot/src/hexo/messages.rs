//! The messages of the interface.

use duiyi_connect6::{BLACK, Side, WHITE, hexo::Cell};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A side: `x`, cross, has the first stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Piece {
    /// Cross.
    X,
    /// Circle.
    O,
}

impl Piece {
    /// The side in the crate.
    pub(super) fn side(self) -> Side {
        match self {
            Piece::X => BLACK,
            Piece::O => WHITE,
        }
    }
}

/// A cell in axial coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coord {
    /// To the right.
    pub q: i32,
    /// To the upper right.
    pub r: i32,
}

impl From<Cell> for Coord {
    fn from(Cell { q, r }: Cell) -> Coord {
        Coord { q, r }
    }
}

/// A stone of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stone {
    /// To the right.
    pub q: i32,
    /// To the upper right.
    pub r: i32,
    /// Its side.
    pub p: Piece,
}

/// A position with a whole turn to make.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardState {
    /// The side to move.
    pub to_move: Piece,
    /// The stones.
    pub cells: Vec<Stone>,
}

/// A request for a turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveRequest {
    /// The position.
    pub board: BoardState,
    /// The time in seconds; without it the bot's own limit holds.
    #[serde(default)]
    pub time_limit: Option<f64>,
}

/// The value of the position after a turn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Evaluation {
    /// The expected result, from −1 to 1 for cross.
    pub heuristic: f64,
    /// The number of turns, of both sides, until a side wins: positive if it is cross. Absent if no side is known to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_in: Option<i32>,
}

/// A turn.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Move {
    /// Two stones; one if it is the first stone of the game.
    pub pieces: Vec<Coord>,
    /// The value of the position after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<Evaluation>,
}

/// The answer to a [`MoveRequest`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveResponse {
    /// The chosen turn.
    #[serde(rename = "move")]
    pub chosen: Move,
}

/// What the bot is and can do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Capabilities {
    /// Its description.
    pub meta: Meta,
    /// The interface of single requests.
    pub stateless: Stateless,
}

/// The description of the bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Meta {
    /// Its name.
    pub name: String,
    /// What it is.
    pub description: &'static str,
    /// Its version.
    pub version: &'static str,
    /// What it uses.
    pub tags: &'static [&'static str],
}

/// The versions of an interface.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stateless {
    /// By name.
    pub versions: BTreeMap<&'static str, StatelessVersion>,
}

/// What the bot supports of a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct StatelessVersion {
    /// Where the paths of the version begin.
    pub api_root: &'static str,
    /// Whether it respects the limit of time.
    pub move_time_limit: bool,
}

impl Capabilities {
    /// Those of this bot under a name.
    pub fn of(name: &str) -> Capabilities {
        let version = StatelessVersion { api_root: super::server::ROOT, move_time_limit: true };
        Capabilities {
            meta: Meta {
                name: name.to_owned(),
                description: "Alpha-beta search with a solver of threats",
                version: env!("CARGO_PKG_VERSION"),
                tags: &["alpha-beta", "threat-search"],
            },
            stateless: Stateless { versions: BTreeMap::from([("v1-alpha", version)]) },
        }
    }
}
