//! A board to play on: a server for a page in the browser.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    duiyi_play::main(play::games())
}
