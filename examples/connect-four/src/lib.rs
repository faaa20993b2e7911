//! Connect Four ([`ConnectFour`]): a game with its kit, search heuristics and network inputs.
#![forbid(unsafe_code)]

mod game;
mod kit;
mod knowledge;
mod network;
mod page;

pub use game::{ConnectFour, evaluate};
pub use kit::kit;
pub use network::Stones;

use duiyi_engine::{Player, SearchPlayer};

/// A player that searches with [`evaluate`].
pub fn player() -> Box<dyn Player<ConnectFour>> {
    Box::new(SearchPlayer::new(|| evaluate))
}
