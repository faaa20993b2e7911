//! The integration tests of this crate in one program, so that they are linked only once.

mod bench;
mod diagrams;
mod doctor;
mod draw;
mod endgames;
mod golden;
mod handbook;
mod numbers;
mod openbench;
mod program;
mod proofs;
mod replay;
mod self_play;
mod sessions;
