//! The integration tests of this crate, as one program that is linked once.

mod bench;
mod books;
mod convert;
#[path = "../../../xiangqi-engine/tests/all/diagrams.rs"]
mod diagrams;
mod doctor;
mod draw;
mod golden;
mod handbook;
mod numbers;
#[path = "../../../xiangqi-engine/tests/all/openbench.rs"]
mod openbench;
mod problems;
mod program;
mod proofs;
mod record;
#[path = "../../../xiangqi-engine/tests/all/replay/mod.rs"]
mod replay;
mod sessions;
mod solve;
mod whole_games;
