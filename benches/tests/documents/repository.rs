//! The files of the repository, the identifiers of its code, and its packages.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;

/// Folders that are not part of the sources.
const SKIPPED: [&str; 4] = ["target", "artifacts", ".git", "corpus"];

/// A package of the workspace, and the names of what cargo builds of it.
#[derive(Debug)]
pub(crate) struct Package {
    pub(crate) name: String,
    /// Whether cargo takes it where no package is named.
    pub(crate) is_default: bool,
    pub(crate) features: BTreeSet<String>,
    /// By the option that chooses one: `bin`, `test`, `bench`, `example`.
    pub(crate) targets: BTreeMap<String, BTreeSet<String>>,
}

/// Everything that a document can name.
pub(crate) struct Repository {
    root: PathBuf,
    files: BTreeSet<String>,
    folders: BTreeSet<String>,
    /// The code of each file of Rust, without the lines that are comments.
    code: BTreeMap<String, String>,
    words: BTreeSet<String>,
    packages: Vec<Package>,
}

impl Repository {
    /// Reads the repository that this test belongs to.
    pub(crate) fn open() -> Repository {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the benches are a folder of it").to_owned();
        let (mut files, mut folders) = (BTreeSet::new(), BTreeSet::new());
        walk(&root, "", &mut files, &mut folders);
        let read = |path: &String| fs::read_to_string(root.join(path)).unwrap_or_default();
        let is_code = |path: &&String| path.ends_with(".rs") && !path.contains("tests/documents/");
        let code: BTreeMap<_, _> =
            files.iter().filter(is_code).map(|path| (path.clone(), without_comments(&read(path)))).collect();
        // Names of the Python package count as well, but not those of its tests.
        let python: Vec<String> =
            files.iter().filter(|path| path.starts_with("bindings/python/package/")).map(read).collect();
        let words = code.values().chain(&python).flat_map(|text| identifiers(text)).map(str::to_owned).collect();
        let packages = packages(&root);
        Repository { root, files, folders, code, words, packages }
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    pub(crate) fn files(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(String::as_str)
    }

    /// The text of a file; empty if there is none.
    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.root.join(path)).unwrap_or_default()
    }

    /// Whether there is a file or a folder of that path from the root.
    pub(crate) fn exists(&self, path: &str) -> bool {
        let path = path.trim_end_matches('/');
        path.is_empty() || self.files.contains(path) || self.folders.contains(path)
    }

    /// Whether a path from the root exists, with `*` for any text without a `/`.
    pub(crate) fn matches(&self, pattern: &str) -> bool {
        let pattern = pattern.trim_end_matches('/');
        self.exists(pattern) || self.files.iter().chain(&self.folders).any(|path| fits(pattern, path))
    }

    /// Whether some file or folder ends so, at a boundary of its path.
    pub(crate) fn has_end(&self, end: &str) -> bool {
        let end = end.trim_end_matches('/');
        let ends_so = |path: &String| path.strip_suffix(end).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'));
        self.files.iter().chain(&self.folders).any(ends_so)
    }

    /// The code at a path: of the file itself, or of those below the folder; all for an empty path.
    pub(crate) fn code_at<'a>(&'a self, path: &'a str) -> impl Iterator<Item = &'a str> {
        let path = path.trim_end_matches('/');
        let below = move |file: &str| {
            path.is_empty() || file.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        self.code.iter().filter(move |(file, _)| below(file)).map(|(_, text)| text.as_str())
    }

    /// Whether an identifier is anywhere in the code.
    pub(crate) fn has_word(&self, word: &str) -> bool {
        self.words.contains(word)
    }

    /// Whether the code has this text, outside of comments.
    pub(crate) fn has_text(&self, text: &str) -> bool {
        self.code.values().any(|code| code.contains(text))
    }

    pub(crate) fn packages(&self) -> &[Package] {
        &self.packages
    }

    /// Whether some package has a target of this kind and name.
    pub(crate) fn has_target(&self, kind: &str, name: &str) -> bool {
        self.packages.iter().any(|package| package.targets.get(kind).is_some_and(|names| names.contains(name)))
    }
}

/// A path from a folder, with its `..` resolved.
pub(crate) fn join(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// Whether a word of some text, as identifiers are cut out of it, is this one.
pub(crate) fn has_identifier(text: &str, word: &str) -> bool {
    identifiers(text).any(|found| found == word)
}

fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character: char| !character.is_ascii_alphanumeric() && character != '_')
        .filter(|word| word.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_'))
}

fn without_comments(text: &str) -> String {
    text.lines().filter(|line| !line.trim_start().starts_with("//")).map(|line| format!("{line}\n")).collect()
}

/// Whether a path matches a pattern, where `*` is any text without a `/`.
fn fits(pattern: &str, path: &str) -> bool {
    let Some((before, after)) = pattern.split_once('*') else { return pattern == path };
    let Some(rest) = path.strip_prefix(before) else { return false };
    let limit = rest.find('/').unwrap_or(rest.len());
    (0..=limit).filter(|&end| rest.is_char_boundary(end)).any(|end| fits(after, &rest[end..]))
}

fn walk(root: &Path, folder: &str, files: &mut BTreeSet<String>, folders: &mut BTreeSet<String>) {
    let Ok(entries) = fs::read_dir(root.join(folder)) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
        if !entry.path().is_dir() {
            files.insert(path);
            continue;
        }
        if !SKIPPED.contains(&name.as_str()) {
            walk(root, &path, files, folders);
        }
        folders.insert(path);
    }
}

/// The metadata that cargo prints for the workspace with this root.
fn packages(root: &Path) -> Vec<Package> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(root)
        .output()
        .expect("cargo runs this test");
    assert!(output.status.success(), "cargo metadata: {}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo writes JSON");
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let by_default = list(&metadata["workspace_default_members"]);
    let package = |described: &Value| {
        let mut package = Package {
            name: text(&described["name"]),
            is_default: by_default.contains(&described["id"]),
            features: described["features"].as_object().into_iter().flatten().map(|(name, _)| name.clone()).collect(),
            targets: BTreeMap::new(),
        };
        for target in list(&described["targets"]) {
            for kind in list(&target["kind"]) {
                package.targets.entry(text(&kind)).or_default().insert(text(&target["name"]));
            }
        }
        package
    };
    list(&metadata["packages"]).iter().map(package).collect()
}
