//! Replays every input in the corpus, including those that once failed.

#![allow(clippy::print_stdout)]

use duiyi_fuzz::{TARGETS, packed, seeds};
use std::{
    collections::BTreeSet,
    fs,
    path::Path,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

#[test]
fn every_input_of_the_corpus_passes() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus");
    for (name, property) in TARGETS {
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

/// Two threads, because sessions wait for each other.
#[test]
fn every_input_of_the_packed_corpora_passes() {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some((name, property)) = TARGETS.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let begun = std::time::Instant::now();
                    for (line, input) in packed::read(name).expect("a packed corpus").iter().enumerate() {
                        // The input is printed if the test fails.
                        println!("{name}, line {}: {}", line + 1, packed::escape(input));
                        property(input);
                    }
                    println!("took {:?}: {name}", begun.elapsed());
                }
            });
        }
    });
}

#[test]
fn every_target_has_two_hundred_small_inputs_that_the_command_writes_again() {
    for (name, _) in TARGETS {
        let inputs = packed::read(name).expect("a packed corpus");
        assert!(inputs.iter().collect::<BTreeSet<_>>().len() >= 200, "{name}");
        assert!(inputs.iter().all(|input| input.len() <= packed::MAX_BYTES), "{name}");
        assert!(inputs == seeds::corpus(name), "{name}: run `cargo run -p duiyi-fuzz corpus`");
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
    assert_eq!(names, TARGETS.iter().map(|target| target.0).collect::<Vec<_>>());
}
