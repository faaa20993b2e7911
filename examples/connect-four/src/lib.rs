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

use duiyi_player::{Player, SearchPlayer};
use duiyi_search::Stateless;

/// The search, with the evaluation of this game.
pub fn player() -> Box<dyn Player<ConnectFour>> {
    Box::new(SearchPlayer::new(|| Stateless(evaluate)))
}
