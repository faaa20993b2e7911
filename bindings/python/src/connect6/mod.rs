//! Connect6 and its family for Python.

mod board;
mod book;
mod engine;
mod evaluation;
mod monte_carlo;
mod node;
mod planes;
mod record;
mod solver;

/// The compiled part of `duiyi.connect6`.
#[pyo3::pymodule(submodule)]
pub(crate) mod connect6 {
    #[pymodule_export]
    use super::{
        board::{Board, Threats},
        book::Book,
        engine::Engine,
        evaluation::Evaluation,
        monte_carlo::MonteCarlo,
        node::Node,
        planes::board_planes,
        record::Game,
        solver::{Proof, Solution, Solver},
    };
}
