//! The table of `docs/architecture.md` names what each crate imports, as its manifest does.

use super::repository::Repository;
use std::collections::{BTreeMap, BTreeSet};

/// The crates of the workspace that a crate imports.
type Imports = BTreeMap<String, BTreeSet<String>>;

/// The names in backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The rows `| crate | what it holds | imports |` of the page.
fn of_page(page: &str) -> Imports {
    let row = |line: &str| {
        let cells: Vec<&str> = line.strip_prefix("| `")?.strip_suffix(" |")?.split(" | ").collect();
        let [name, _, imports] = cells[..] else { return None };
        Some((name.trim_end_matches('`').to_owned(), quoted(imports).map(str::to_owned).collect()))
    };
    page.lines().filter_map(row).collect()
}

/// What a manifest lists below `[dependencies]`, of every target, of the workspace's own crates.
fn of_manifest(manifest: &str) -> BTreeSet<String> {
    let is_dependencies = |heading: &str| heading == "[dependencies]" || heading.ends_with(".dependencies]");
    let mut below = false;
    let mut names = BTreeSet::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            below = is_dependencies(line);
        } else if let Some(name) = line.strip_prefix("duiyi-").filter(|_| below) {
            names.extend(name.split(['.', ' ']).next().map(str::to_owned));
        }
    }
    names
}

#[test]
fn each_crate_imports_what_the_page_lists() {
    let repository = Repository::open();
    let page = of_page(&repository.read("docs/architecture.md"));
    let mut compared = 0;
    for path in repository.files() {
        let Some(name) = path.strip_prefix("crates/").and_then(|path| path.strip_suffix("/Cargo.toml")) else {
            continue;
        };
        let manifest = repository.read(path);
        assert!(!manifest.contains("../examples"), "{path} depends on a folder of examples/");
        assert_eq!(page.get(name), Some(&of_manifest(&manifest)), "{path}");
        compared += 1;
    }
    assert_eq!(compared, page.len(), "the page has a crate that is gone");
}
