//! Players: options, clocks, learning, books.

mod clock;
mod control;
mod learning;
mod own_book;
mod players;
mod ratings;
mod settings;
