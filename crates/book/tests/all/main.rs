//! Tests with books of several games: a heap of stones, tic-tac-toe, Connect6, xiangqi.

mod build;
mod choose;
mod collection;
mod damage;
mod games;
mod learn;
mod rewrite;
mod text;
