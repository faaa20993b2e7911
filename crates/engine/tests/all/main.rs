//! The integration tests of this crate, as one program that is linked once.

mod commands;
mod common;
mod conversations;
mod games;
mod listening;
mod pictures;
mod plain;
mod state_machine;
mod vocabulary;

/// The game of the crate's examples.
mod nim {
    include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/nim/game.rs"));

    impl duiyi_search::Heuristics for Nim {
        type Insight = ();
    }
}
