//! The tests of the board to play on, as one program.

mod access;
mod bots;
mod browser;
mod clocks;
mod connections;
mod container;
mod junk;
mod keys;
mod limits;
mod local;
mod lost_games;
mod memory;
mod messages;
mod openings;
mod pages;
mod problems;
mod program;
mod records;
mod server;
mod sessions;
mod set_up;
mod shared_games;
mod store;
mod study;
mod two_pages;
mod variations;
