//! The integration tests of this crate, as one program that is linked once.

mod commands;
mod common;
mod conversations;
mod doctor;
mod each_go;
mod games;
mod listening;
mod pictures;
mod plain;
mod player;
mod ruling;
mod state_machine;
mod vocabulary;
