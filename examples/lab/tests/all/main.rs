//! The integration tests of this crate, as a single program to link.

mod blunders;
mod books;
mod calibration;
mod common;
mod compliance;
mod connect_four;
mod cutechess;
mod duel;
mod errors;
mod growth;
mod handbook;
mod levels;
mod measure;
mod network;
mod networks;
mod numbers;
mod options;
mod paths;
mod proofs;
mod report;
mod resume;
mod shards;
mod templates;
mod trace;
mod training;
mod tuning;
