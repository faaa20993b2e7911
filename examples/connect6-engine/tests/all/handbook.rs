//! The diagrams of Connect6 in the handbook.

use crate::diagrams;

#[test]
fn diagrams_are_what_their_commands_draw() {
    diagrams::compare("connect6-engine", env!("CARGO_BIN_EXE_connect6-engine"));
    diagrams::assert_all_are_used();
}
