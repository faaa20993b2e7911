//! Two small games, written as plainly as speed allows, on which searches are
//! compared: the rules, an evaluation and the ordering of moves are the same for
//! every one of them.

mod connect_four;
mod hooked;
mod mnk;
mod small_game;

pub use connect_four::ConnectFour;
pub use hooked::{Hooked, count_move, moves_counted};
pub use mnk::FourInARow;
pub use small_game::SmallGame;
