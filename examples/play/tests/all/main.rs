//! The tests of the board to play on, as one program.

mod messages;
mod rooms;
mod server;
