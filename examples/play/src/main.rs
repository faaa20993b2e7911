//! A board to play on: a page at an address of the loopback.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    duiyi_play::main(play::games())
}
