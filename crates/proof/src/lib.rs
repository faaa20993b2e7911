#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod check;
mod error;
mod prove;
mod replies;
mod text;
mod write;

pub use check::{Accepted, check, verify};
pub use error::{Fault, ProofError, Refused, TextFault, Unreadable};
pub use prove::{NotProved, prove};
pub use text::{Certificate, Claim, End, MAX_DEPTH, Node};
pub use write::{Tree, Unfinished, write};
