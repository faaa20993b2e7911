//! The diagrams of xiangqi in the handbook.

use crate::diagrams;

#[test]
fn diagrams_are_what_their_commands_draw() {
    diagrams::compare("xiangqi-engine", env!("CARGO_BIN_EXE_xiangqi-engine"));
    diagrams::none_is_left_over();
}
