//! A bot for HeXO behind a server: the stateless interface of the HTTTX bot API, version v1-alpha.
//!
//! `GET /capabilities.json` describes the bot, `POST /stateless/v1-alpha/turn` asks for a turn in a position. The
//! specification is that of the players of the game; a test checks the answers against its schemas.

mod answer;
mod messages;
mod server;

pub use answer::{TurnError, answer};
pub use messages::{Capabilities, MoveRequest, MoveResponse};
pub use server::{HexoSettings, serve};
