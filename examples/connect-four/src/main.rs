//! The program: without a command an engine that speaks UCI and UCCI; with one an analysis, perft, a
//! bench, a match against random moves, completions and pages of the manual.
#![forbid(unsafe_code)]

fn main() {
    duiyi::program(connect_four::kit());
}
