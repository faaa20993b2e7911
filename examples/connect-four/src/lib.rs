//! Connect Four, told once ([`ConnectFour`]), and what follows from the description.
#![forbid(unsafe_code)]

mod game;

pub use game::{ConnectFour, evaluate};
