//! A game in the laboratory: its kit, built-in players, evaluations, collections of games.

pub(crate) mod connect6;
pub(crate) mod evaluations;
mod lab_game;
pub(crate) mod players;
pub(crate) mod scored;
#[cfg(test)]
mod xiangqi_tests;

pub(crate) use lab_game::{LabGame, StoneBoard};
pub(crate) use players::{EvaluationSpec, OWN, PlayerSpec};
