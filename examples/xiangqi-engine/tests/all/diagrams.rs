//! The diagrams of the handbook: each must equal the output of the command beside it.
//!
//! A command is a line of a page, `PROGRAM draw … --out docs/diagrams/NAME.svg`. `UPDATE_EXPECT=1`
//! draws the diagrams again.

use expect_test::expect_file;
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every command of the handbook that draws a diagram, split into words.
fn commands() -> Vec<Vec<String>> {
    let pages = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let texts = pages.filter(|page| page.extension().is_some_and(|end| end == "md")).map(fs::read_to_string);
    let lines: Vec<String> =
        texts.flat_map(|text| text.unwrap().lines().map(str::to_owned).collect::<Vec<_>>()).collect();
    let draws = |line: &&String| line.contains("-engine draw ") && line.contains("--out docs/diagrams/");
    lines.iter().filter(draws).map(|line| words(line.trim_start_matches("$ "))).collect()
}

/// The words of a command; quotation marks of either kind enclose words with blanks.
pub(crate) fn words(line: &str) -> Vec<String> {
    let (mut words, mut quoted) = (vec![String::new()], None);
    for character in line.chars() {
        match quoted {
            Some(mark) if mark == character => quoted = None,
            None if character == '"' || character == '\'' => quoted = Some(character),
            None if character == ' ' => words.push(String::new()),
            _ => words.last_mut().unwrap().push(character),
        }
    }
    words
}

/// Compares each diagram of a program, or draws it again.
pub(crate) fn compare(name: &str, program: &str) {
    let mut found = 0;
    for words in commands().iter().filter(|words| words[0] == name) {
        let [arguments @ .., out, file] = &words[1..] else { panic!("{words:?}") };
        assert_eq!(out, "--out", "{words:?}");
        let output = Command::new(program).args(arguments).output().unwrap();
        assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
        expect_file![root().join(file)].assert_eq(&String::from_utf8(output.stdout).unwrap());
        found += 1;
    }
    assert!(found >= 3, "{found} diagrams of {name}");
}

/// Checks that every diagram is drawn by a command and shown on a page.
pub(crate) fn assert_all_are_used() {
    let made: Vec<String> = commands().into_iter().filter_map(|words| words.last().cloned()).collect();
    for entry in fs::read_dir(root().join("docs/diagrams")).unwrap() {
        let name = format!("docs/diagrams/{}", entry.unwrap().file_name().to_str().unwrap());
        assert!(made.contains(&name), "no command draws {name}");
    }
}
