//! The tests of this crate from outside, as one program: each is linked once.

mod bench;
mod diagrams;
mod draw;
mod golden;
mod handbook;
mod openbench;
mod program;
mod replay;
mod self_play;
mod sessions;
