//! The diagrams of xiangqi in the handbook, and the examples of its page on rulings.

use crate::diagrams;
use std::process::Command;

#[test]
fn diagrams_equal_the_output_of_their_commands() {
    diagrams::compare("xiangqi-engine", env!("CARGO_BIN_EXE_xiangqi-engine"));
    diagrams::assert_all_are_used();
}

#[test]
fn rulings_equal_the_output_of_their_commands() {
    const PAGE: &str = include_str!("../../../../docs/rulings.md");
    const START: &str = "$ xiangqi-engine judge ";
    let mut judged = 0;
    for block in PAGE.split("```").filter(|block| block.contains(START)) {
        let (_, example) = block.split_once(START).expect("a command");
        let (command, expected) = example.split_once('\n').expect("its output");
        let words = diagrams::words(command);
        let output = Command::new(env!("CARGO_BIN_EXE_xiangqi-engine")).arg("judge").args(&words).output().unwrap();
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{command}");
        judged += 1;
    }
    assert_eq!(judged, PAGE.matches(START).count());
    assert!(judged > 0, "the page has no example");
}
