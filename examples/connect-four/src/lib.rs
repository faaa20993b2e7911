//! Connect Four ([`ConnectFour`]), and what follows from its description.
#![forbid(unsafe_code)]

mod game;
mod kit;
mod knowledge;
mod network;
mod page;

pub use game::{ConnectFour, evaluate};
pub use kit::kit;
pub use network::Stones;

use duiyi_engine::Setup;
use duiyi_player::{Player, SearchPlayer};
use duiyi_search::{Notation, Reason, Stateless};

/// The openings of matches: a game from each first move.
pub const OPENINGS: &str = "moves a\nmoves b\nmoves c\nmoves d\nmoves e\nmoves f\nmoves g\n";

/// The search, with the evaluation of this game.
pub fn player() -> Box<dyn Player<ConnectFour>> {
    Box::new(SearchPlayer::new(|| Stateless(evaluate)))
}

/// The engine.
///
/// # Errors
/// If there are no such rules.
pub fn setup(rules: &str) -> Result<Setup<ConnectFour>, Reason> {
    let start = ConnectFour::begin(rules)?;
    let bench = vec![("start".to_owned(), start)];
    Ok(Setup { start, player: Box::new(player), bench, protocol: None, turn_time: None, on_game_end: None })
}
