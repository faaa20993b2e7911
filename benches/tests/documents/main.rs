//! Every file, heading, test, item, command and option that a document names exists.
//!
//! What is read: the pages of `docs/`, `README.md` and `CONTRIBUTING.md`, and every other
//! `README.md`. What is checked, outside of blocks of Rust:
//!
//! - a relative link leads to a file, and to a heading of it;
//! - a path in backticks exists. One that does not begin at the root of the repository may be
//!   the end of a path (`table/mod.rs`); `*` and `{a,b}` are expanded;
//! - a name in backticks that looks like one of Rust (`two_words`, `TwoWords`, `Type::item`) is
//!   an identifier somewhere in the code, so that what was renamed is found;
//! - a command of cargo names packages, targets and features that exist, and the options of a
//!   program are in its code;
//! - in `docs/data/rows.tsv` items and tests are in the file that is named before them (`rows`);
//! - a row that the code names (as in "row B-7 of docs/sources.md") is in that data;
//! - the rows of `docs/ablation.md` are in its data (`figures`);
//! - every ignored test is run by `.ci/run`, `.ci/slow` or `tools/measure` (`ignored`);
//! - the ratings of levels in the code are those of their data (`levels`).
//!
//! The changelog is not read: it names what is gone.

mod commands;
mod figures;
mod ignored;
mod imports;
mod levels;
mod markdown;
mod names;
mod repository;
mod rows;
mod versions;

use markdown::Page;
use repository::Repository;
use std::fmt;

/// Something that a document names and that is not there.
#[derive(Debug, PartialEq, Eq)]
struct Fault {
    document: String,
    line: usize,
    what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.document, self.line, self.what)
    }
}

/// Where the faults of a document are put.
struct Faults<'a> {
    document: &'a str,
    found: Vec<Fault>,
}

impl<'a> Faults<'a> {
    fn of(document: &'a str) -> Faults<'a> {
        Faults { document, found: Vec::new() }
    }

    fn add(&mut self, line: usize, what: String) {
        self.found.push(Fault { document: self.document.to_owned(), line, what });
    }
}

/// Whether a file of the repository is a document that is checked.
fn is_document(path: &str) -> bool {
    path == "CONTRIBUTING.md"
        || path == "README.md"
        || path.ends_with("/README.md")
        || (path.starts_with("docs/") && path.ends_with(".md"))
}

/// All faults of one document.
fn check(document: &str, text: &str, repository: &Repository) -> Vec<Fault> {
    let page = Page::new(text);
    let mut faults = Faults::of(document);
    for link in &page.links {
        if let Err(what) = check_link(document, &page, &link.text, repository) {
            faults.add(link.line, what);
        }
    }
    for span in &page.spans {
        if let Err(what) = names::check(document, &span.text, repository) {
            faults.add(span.line, what);
        }
    }
    for command in page.commands() {
        if let Err(what) = commands::check(&command.text, repository) {
            faults.add(command.line, what);
        }
    }
    faults.found
}

/// A relative link leads to a file, and to a heading if it names one.
fn check_link(document: &str, page: &Page, target: &str, repository: &Repository) -> Result<(), String> {
    if target.contains("://") || target.starts_with("mailto:") {
        return Ok(());
    }
    let (path, heading) = target.split_once('#').unwrap_or((target, ""));
    let folder = document.rsplit_once('/').map_or("", |(folder, _)| folder);
    let path = if path.is_empty() { document.to_owned() } else { repository::join(folder, path) };
    if path != document && !repository.exists(&path) {
        return Err(format!("a link leads to '{target}', but there is no '{path}'"));
    }
    if heading.is_empty() || !path.ends_with(".md") {
        return Ok(());
    }
    let there = if path == document { page.headings.clone() } else { Page::new(&repository.read(&path)).headings };
    if there.iter().any(|slug| slug == heading) {
        return Ok(());
    }
    Err(format!("a link leads to '{target}', but '{path}' has no such heading; it has {}", there.join(", ")))
}

#[test]
fn documents_name_only_what_exists() {
    let repository = Repository::open();
    let documents: Vec<_> = repository.files().filter(|path| is_document(path)).collect();
    assert!(documents.len() > 20, "{documents:?}");
    let faults: Vec<_> = documents.iter().flat_map(|path| check(path, &repository.read(path), &repository)).collect();
    let lines: Vec<_> = faults.iter().map(Fault::to_string).collect();
    assert!(faults.is_empty(), "{} things are named that are not there:\n{}", lines.len(), lines.join("\n"));
}

#[test]
fn rows_that_the_code_names_are_in_the_table() {
    let repository = Repository::open();
    let known = rows::ids(&repository.read(rows::DATA));
    let mut lines = Vec::new();
    for path in repository.files().filter(|path| path.ends_with(".rs") && !path.contains("tests/documents/")) {
        for (number, line) in repository.read(path).lines().enumerate() {
            let named = rows::named(line);
            lines.extend(
                named.filter(|row| !known.contains(row)).map(|row| format!("{path}:{}: no row {row}", number + 1)),
            );
        }
    }
    assert!(lines.is_empty(), "rows that {} does not have:\n{}", rows::DATA, lines.join("\n"));
}

/// A picture or a table of figures belongs to a page.
#[test]
fn every_file_of_the_handbook_is_linked() {
    let repository = Repository::open();
    let mut linked = Vec::new();
    for document in repository.files().filter(|path| is_document(path)) {
        let folder = document.rsplit_once('/').map_or("", |(folder, _)| folder);
        let links = Page::new(&repository.read(document)).links;
        linked.extend(links.iter().map(|link| repository::join(folder, link.text.split('#').next().unwrap_or(""))));
    }
    let shown = |path: &&str| path.starts_with("docs/") && !path.ends_with(".md") && *path != "docs/book.toml";
    let mut files = repository.files().filter(shown);
    assert_eq!(files.find(|path| linked.iter().all(|linked| linked != path)), None, "no page shows this file");
}

/// The table of mutants that the tests missed: its columns "file" and "test" name what exists.
#[test]
fn the_table_of_mutants_names_files_and_tests() {
    let repository = Repository::open();
    let table = repository.read("docs/data/mutants.csv");
    let mut rows = table.lines().filter(|line| !line.starts_with('#'));
    assert_eq!(rows.next(), Some("crate,sample,file,function,test,status,mutation,reason"));
    let rows: Vec<_> = rows.collect();
    assert!(rows.len() > 40, "{} rows", rows.len());
    for row in rows {
        let columns: Vec<_> = row.split(',').collect();
        let [name, _, file, _, tests, ..] = columns[..] else { panic!("{row}: expected eight columns") };
        let path = format!("crates/{name}/src/{file}");
        assert!(repository.exists(&path), "{row}: no file '{path}'");
        let missing = tests.split_whitespace().find(|test| !repository.has_word(test));
        assert_eq!(missing, None, "{row}: no such test");
    }
}

/// Whether a package has a test of that name, in Rust or in a file of pytest.
fn has_test(repository: &Repository, package: &str, test: &str) -> bool {
    let folder = match package.strip_prefix("duiyi-") {
        Some("fuzz") => "fuzz/properties".to_owned(),
        Some("capi") => "bindings/c".to_owned(),
        Some(name @ ("python" | "javascript")) => format!("bindings/{name}"),
        Some(name) => format!("crates/{name}"),
        None => format!("examples/{package}"),
    };
    let head = format!("fn {test}(");
    let of_pytest = |path: &&str| path.ends_with(".py") && path.starts_with(&format!("{folder}/tests/test_"));
    let is_test_of_pytest =
        |path: &str| test.starts_with("test_") && repository.read(path).contains(&format!("\ndef {test}("));
    let is_test = |code: &str| {
        let before = code.split(&head).next().filter(|before| before.len() < code.len());
        // Attributes and the beginning of an `async fn` may follow the attribute of a test.
        before.is_some_and(|before| {
            before.lines().rev().take(6).any(|line| line.contains("test]") || line.contains("::test("))
        })
    };
    repository.packages().iter().any(|of| of.name == package)
        && (repository.code_at(&folder).any(is_test) || repository.files().filter(of_pytest).any(is_test_of_pytest))
}

/// Each row of docs/promises.md names at least one test, and every test that it names exists.
#[test]
fn every_promise_names_tests_that_exist() {
    let repository = Repository::open();
    let text = repository.read("docs/promises.md");
    let rows: Vec<_> =
        text.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| **")).skip(1).collect();
    assert!(rows.len() >= 15, "{} rows", rows.len());
    for row in rows {
        let tests: Vec<_> = row.split('`').skip(1).step_by(2).filter_map(|span| span.split_once("::")).collect();
        assert!(!tests.is_empty(), "{row}: expected `package::test`");
        for (package, test) in tests {
            assert!(has_test(&repository, package, test), "{row}: {package} has no test {test}");
        }
    }
    assert!(!has_test(&repository, "duiyi-game", "no_such_test"));
    assert!(!has_test(&repository, "duiyi-game", "read_text"), "not a test");
    assert!(!has_test(&repository, "duiyi-nothing", "squares_and_drawings"));
    assert!(!has_test(&repository, "duiyi-python", "test_no_such_test"));
}

/// The check itself, on pages that are wrong.
#[test]
fn what_is_not_there_is_found() {
    let repository = Repository::open();
    let page = "# A page\n\
                See [the page](nowhere.md), [a heading](search.md#not-one), [this](#a-page).\n\
                `crates/search/src/nothing.rs`, `nothing_at_all.rs`, `Searcher::no_such_method`,\n\
                `no_such_name`, `NoSuchType`, `crates/*/README.md`, `Searcher::new`\n\n\
                ```sh\n\
                cargo test -p duiyi-nothing\n\
                cargo bench -p duiyi-benches --bench nothing\n\
                cargo run --release -p studies --bin depths -- --no-such-option 8\n\
                cargo run --release -p studies --bin depths -- --depth 8\n\
                cargo run --release --bin play\n\
                ```\n";
    let found: Vec<_> = check("docs/page.md", page, &repository).iter().map(Fault::to_string).collect();
    let expected = [
        "docs/page.md:2: a link leads to 'nowhere.md', but there is no 'docs/nowhere.md'",
        "docs/page.md:2: a link leads to 'search.md#not-one', but 'docs/search.md' has no such heading",
        "docs/page.md:3: no file 'crates/search/src/nothing.rs'",
        "docs/page.md:3: no file 'nothing_at_all.rs'",
        "docs/page.md:3: 'no_such_method' of 'Searcher::no_such_method' is nowhere in the code",
        "docs/page.md:4: 'no_such_name' is nowhere in the code",
        "docs/page.md:4: 'NoSuchType' is nowhere in the code",
        "docs/page.md:7: no package 'duiyi-nothing'",
        "docs/page.md:8: no bench 'nothing' in duiyi-benches",
        "docs/page.md:9: no program here has an option '--no-such-option'",
        "docs/page.md:11: no bin 'play' in the packages that cargo takes by default",
    ];
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for (found, expected) in found.iter().zip(expected) {
        assert!(found.starts_with(expected), "{found}\ninstead of\n{expected}");
    }
}
