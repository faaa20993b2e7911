//! The tests of the board to play on, as one program.

mod rooms;
mod server;
