//! Every ignored test is run by `.ci/run`, by `.ci/slow` or by a measurement of `tools/measure`.

use super::repository::Repository;

/// A command that runs ignored tests.
#[derive(Debug, PartialEq, Eq)]
struct Command {
    packages: Vec<String>,
    /// Parts of the paths of tests, or nothing for all.
    filters: Vec<String>,
    skipped: Vec<String>,
}

impl Command {
    /// Reads a command of cargo; `None` if it runs no ignored tests.
    fn read(text: &str) -> Option<Command> {
        let (of_cargo, of_tests) = text.split_once(" -- ")?;
        let mut command = Command { packages: Vec::new(), filters: Vec::new(), skipped: Vec::new() };
        // A filter may also stand before the two dashes.
        let mut words = of_cargo.split_whitespace().skip_while(|&word| word != "test").skip(1);
        while let Some(word) = words.next() {
            match word {
                "-p" => command.packages.extend(words.next().map(str::to_owned)),
                "--features" | "--test" | "--target" | "--target-dir" => _ = words.next(),
                option if option.starts_with(['-', '"', '$']) => {}
                filter => command.filters.push(filter.to_owned()),
            }
        }
        let mut words = of_tests.split(['"', ')']).next()?.split_whitespace();
        let mut ignored = false;
        while let Some(word) = words.next() {
            match word {
                "--ignored" | "--include-ignored" => ignored = true,
                "--skip" => command.skipped.extend(words.next().map(str::to_owned)),
                option if option.starts_with('-') => {}
                filter => command.filters.push(filter.to_owned()),
            }
        }
        ignored.then_some(command)
    }

    fn runs(&self, package: &str, test: &str) -> bool {
        let is_part = |part: &String| test.contains(part.as_str());
        self.packages.iter().any(|of| of == package)
            && (self.filters.is_empty() || self.filters.iter().any(is_part))
            && !self.skipped.iter().any(is_part)
    }
}

/// The commands of a script, each on one line or continued by backslashes.
fn commands(script: &str) -> Vec<Command> {
    let joined = script.replace("\\\n", " ");
    // A command in an array of another language stands within quotation marks.
    joined.lines().filter_map(|line| Command::read(&line[line.find("cargo ")?..])).collect()
}

/// The ignored tests of a file: their names.
fn ignored(code: &str) -> Vec<&str> {
    let name = |rest: &'_ str| rest.split_once("fn ").and_then(|(_, rest)| rest.split('(').next()).map(str::len);
    code.match_indices("#[ignore")
        .filter_map(|(at, _)| {
            let rest = &code[at..];
            let begin = rest.find("fn ")? + 3;
            Some(&rest[begin..begin + name(rest)?])
        })
        .collect()
}

/// The package and the module of a file with tests.
fn module(path: &str) -> Option<(String, String)> {
    let (folder, rest) = path.split_once("/src/").or_else(|| path.split_once("/tests/"))?;
    let name = folder.rsplit('/').next()?;
    let package = match folder {
        "fuzz/properties" => "duiyi-fuzz".to_owned(),
        "benches" => "duiyi-benches".to_owned(),
        "bindings/c" => "duiyi-capi".to_owned(),
        _ if folder.starts_with("crates/") => format!("duiyi-{name}"),
        _ => name.to_owned(),
    };
    let rest = rest.strip_prefix("all/").unwrap_or(rest);
    let module = rest.trim_end_matches(".rs").trim_end_matches("/mod").replace('/', "::");
    Some((package, module))
}

#[test]
fn every_ignored_test_is_run_by_a_script() {
    let repository = Repository::open();
    let scripts = [".ci/run", ".ci/slow", "tools/measure"].map(|path| commands(&repository.read(path)));
    assert!(scripts.iter().all(|commands| !commands.is_empty()), "{scripts:?}");
    let (mut found, mut missing) = (0, Vec::new());
    for path in repository.files().filter(|path| path.ends_with(".rs") && !path.contains("tests/documents/")) {
        let Some((package, module)) = module(path) else { continue };
        for name in ignored(&repository.read(path)) {
            let test = format!("{module}::{name}");
            found += 1;
            if !scripts.iter().flatten().any(|command| command.runs(&package, &test)) {
                missing.push(format!("{package}: {test}"));
            }
        }
    }
    assert!(found > 40, "{found} ignored tests");
    assert_eq!(missing, Vec::<String>::new());
}

#[test]
fn commands_are_taken_apart() {
    let script =
        "cargo test -p a --locked --lib -- --ignored --nocapture \\\n    b::c d --skip e\ncargo test -p a -- x\n";
    let read = commands(script);
    assert_eq!(read.len(), 1, "{read:?}");
    let before = Command::read("cargo test --release -p a --test all b::c -- --ignored").unwrap();
    assert!(before.runs("a", "b::c::d") && !before.runs("a", "d"));
    assert!(read[0].runs("a", "b::c::f") && read[0].runs("a", "d") && !read[0].runs("b", "b::c::f"));
    assert!(!read[0].runs("a", "b::c::e") && !read[0].runs("a", "c::f"));
    assert_eq!(ignored("#[test]\n#[ignore = \"long\"]\nasync fn one(a: u8) {}\n#[test]\nfn two() {}"), ["one"]);
    assert_eq!(module("crates/x/tests/all/y/z.rs"), Some(("duiyi-x".to_owned(), "y::z".to_owned())));
}
