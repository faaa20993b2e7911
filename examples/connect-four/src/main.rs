//! The program. Without a command it is an engine for UCI and UCCI. The commands analyse, run perft, a
//! bench or a match against random moves, and write completions and manual pages.
#![forbid(unsafe_code)]

fn main() {
    duiyi::program(connect_four::kit());
}
