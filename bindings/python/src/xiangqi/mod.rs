//! Xiangqi for Python.

mod board;
mod book;
mod endgame;
mod engine;
mod evaluation;
mod methods;
mod monte_carlo;
mod moves;
mod node;
mod planes;
mod protocol;
mod queries;
mod reader;
mod record;
mod ruling;
mod words;

/// The compiled part of `duiyi.xiangqi`.
#[pyo3::pymodule(submodule)]
pub(crate) mod xiangqi {
    #[pymodule_export]
    use super::{
        board::Board,
        book::Book,
        endgame::{EndgameTables, EndgameValue},
        engine::Engine,
        evaluation::{Evaluation, Explanation},
        monte_carlo::MonteCarlo,
        moves::{LegalMoves, Move, Piece},
        node::Node,
        planes::{board_planes, move_mask},
        protocol::Protocol,
        reader::{Fault, GameReader},
        record::Game,
        ruling::{Article, RuledMove, Ruling, Threat},
    };

    /// The FEN of the initial position.
    #[pymodule_export]
    const STARTING_FEN: &str = duiyi_xiangqi::fen::START;
}
