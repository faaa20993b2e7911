//! Two small games, implemented simply but for speed, on which searches are
//! compared: all of them use the same rules, evaluation and move
//! ordering.

mod connect_four;
mod hooked;
mod mnk;
mod small_game;

pub use connect_four::ConnectFour;
pub use hooked::{Hooked, count_move, moves_counted};
pub use mnk::FourInARow;
pub use small_game::SmallGame;
