//! Writes the packed corpora and runs the properties without a fuzzer.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use duiyi_fuzz::{
    TARGETS,
    mutation::{Random, mutate},
    packed, seeds,
};
use std::{
    fs,
    io::{self, Write},
    panic,
    path::Path,
    process::ExitCode,
    time::{Duration, Instant},
};

const USAGE: &str = "expected:
  corpus                              write fuzz/corpus/TARGET.txt of every target
  targets                             print the names of the targets
  unpack TARGET FOLDER                write the inputs of a packed corpus as files
  run TARGET SECONDS FOLDER           run a property on mutations; FOLDER keeps the seed and failing inputs";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["corpus"] => TARGETS.iter().try_for_each(|target| write_corpus(target.0)),
        ["targets"] => {
            TARGETS.iter().for_each(|target| println!("{}", target.0));
            Ok(())
        }
        ["unpack", target, folder] => unpack(target, Path::new(folder)),
        ["run", target, seconds, folder] => match seconds.parse() {
            Ok(seconds) => run(target, seconds, Path::new(folder)),
            Err(_) => Err(wrong(format!("'{seconds}' is not a number of seconds"))),
        },
        _ => Err(wrong(USAGE.to_owned())),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn wrong(text: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, text)
}

fn write_corpus(target: &str) -> io::Result<()> {
    let lines: String = seeds::corpus(target).iter().map(|input| packed::escape(input) + "\n").collect();
    fs::write(packed::path(target), lines)
}

/// The name of an input's file: a digest, so that equal inputs have one file.
fn file_name(input: &[u8]) -> String {
    format!("{:016x}", duiyi_game::hash::digest(input.iter().copied()))
}

fn unpack(target: &str, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    packed::read(target)?.iter().try_for_each(|input| fs::write(folder.join(file_name(input)), input))
}

/// Runs a property on mutations of its inputs for a time; the next run continues with new mutations. An input for
/// which the property fails is kept in the folder.
fn run(name: &str, seconds: u64, folder: &Path) -> io::Result<()> {
    let target = TARGETS.iter().find(|target| target.0 == name);
    let &(_, property) = target.ok_or_else(|| wrong(format!("no target '{name}'")))?;
    fs::create_dir_all(folder)?;
    let counter = folder.join("mutations");
    let mut count: u64 = fs::read_to_string(&counter).ok().and_then(|text| text.trim().parse().ok()).unwrap_or(0);
    let before = count;
    let inputs = [packed::read(name)?, seeds::seeds(name)].concat();
    let end = Instant::now() + Duration::from_secs(seconds);
    while Instant::now() < end {
        let mut random = Random::new(count);
        let input = mutate(random.choice::<Vec<u8>>(&inputs), &inputs, &mut random);
        count += 1;
        if panic::catch_unwind(|| property(&input)).is_err() {
            let path = folder.join(format!("crash-{}", file_name(&input)));
            fs::write(&path, &input)?;
            fs::write(&counter, count.to_string())?;
            return Err(wrong(format!("{name}: failed on {}", path.display())));
        }
    }
    fs::write(&counter, count.to_string())?;
    writeln!(io::stdout(), "{} mutations, {count} with the earlier runs", count - before)
}
