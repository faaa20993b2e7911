//! The chapter of the handbook on adding a game contains this example.

use std::{collections::BTreeMap, fs, path::Path};

/// The Rust blocks of the chapter by file, in order.
fn blocks(chapter: &str) -> BTreeMap<&str, Vec<&str>> {
    let mut files: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for block in chapter.split("```rust ").skip(1) {
        let (file, rest) = block.split_once('\n').unwrap();
        files.entry(file).or_default().push(rest.split("```\n").next().unwrap());
    }
    files
}

/// A file without the comments and attributes above its first item.
fn body(text: &str) -> &str {
    let is_head = |line: &str| line.starts_with("//!") || line.starts_with("#![") || line.is_empty();
    let mut rest = text;
    while let Some((_, after)) = rest.split_once('\n').filter(|(line, _)| is_head(line)) {
        rest = after;
    }
    rest
}

#[test]
fn the_chapter_contains_this_example() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let chapter = fs::read_to_string(root.join("../../docs/add-a-game.md")).unwrap();
    let files = blocks(&chapter);
    assert!(files.keys().eq(&["src/lib.rs", "src/main.rs", "tests/kit.rs"]), "the files that the chapter shows");
    for (file, blocks) in files {
        // Here the tests are one program.
        let text = fs::read_to_string(root.join(file.replace("tests/", "tests/all/"))).unwrap();
        assert_eq!(blocks.join("\n"), body(&text), "{file}");
    }
}
