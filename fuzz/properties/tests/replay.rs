//! Replays every input in the corpus, including those that once failed.

#![allow(clippy::print_stdout)]

use std::{fs, path::Path};

#[test]
fn every_input_of_the_corpus_passes() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus");
    for (name, property) in duiyi_fuzz::TARGETS {
        let inputs = fs::read_dir(corpus.join(name)).unwrap_or_else(|error| panic!("no inputs for {name}: {error}"));
        let mut count = 0;
        for input in inputs {
            let path = input.expect("readable").path();
            // The name is printed if the test fails.
            println!("{}", path.display());
            property(&fs::read(&path).expect("readable"));
            count += 1;
        }
        assert!(count > 0, "no inputs for {name}");
    }
}

#[test]
fn every_target_has_a_property() {
    let targets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz_targets");
    let mut names: Vec<String> = fs::read_dir(targets)
        .expect("readable")
        .map(|file| file.expect("readable").path().file_stem().expect("a name").to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, duiyi_fuzz::TARGETS.iter().map(|target| target.0).collect::<Vec<_>>());
}
