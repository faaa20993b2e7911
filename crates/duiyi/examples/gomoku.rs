//! An engine for gomoku: without a command it speaks seven protocols; `--help` lists the commands.
//!
//! `cargo run --release -p duiyi --example gomoku --features connect6,program`

use duiyi::connect6::{Rules, kit::kit};

fn main() {
    duiyi::program_with_stones(kit("gomoku", Rules::GOMOKU));
}
