//! Tests of endgame tables on small games.

mod analysis;
mod files;
mod krk;
mod proofs;
mod turns;

#[path = "../../examples/breakthrough/game.rs"]
mod breakthrough;
#[path = "../../examples/rook/game.rs"]
mod rook;
#[path = "../../examples/tic_tac_toe/game.rs"]
mod tic_tac_toe;
