//! The version of the workspace, its changelog, and what a registry shows of each package.

use crate::repository::Repository;

/// The version at the top of a changelog, without the date.
fn top_version(changelog: &str) -> Option<&str> {
    let heading = changelog.lines().find_map(|line| line.strip_prefix("## "))?;
    heading.split([' ', ':']).next().map(|version| version.trim_matches(['[', ']']))
}

/// The value of a key in a manifest: `version = "0.1.0"`.
fn value<'a>(manifest: &'a str, key: &str) -> Option<&'a str> {
    manifest.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = ")).map(|text| text.trim_matches('"'))
}

#[test]
fn the_changelog_begins_with_the_version_of_the_workspace() {
    let repository = Repository::open();
    let changelog = repository.read("CHANGELOG.md");
    let top = top_version(&changelog).expect("a version");
    let manifest = repository.read("Cargo.toml");
    let version = value(&manifest, "version").expect("the version of the workspace");
    assert!([version, "Unreleased"].contains(&top), "CHANGELOG.md begins with {top}, but the workspace is {version}");
    // The crates are released together.
    for line in manifest.lines().filter(|line| line.starts_with("duiyi") && line.contains("path = ")) {
        assert!(line.contains(&format!("version = \"{version}\"")), "{line}");
    }
    assert_eq!(top_version("# Changelog\n\n## 1.2.3 (2026-01-01): name\n\n## 1.2.2\n"), Some("1.2.3"));
    assert_eq!(top_version("## [Unreleased]\n"), Some("Unreleased"));
}

/// The site of the documentation builds default features only, unless the package requests more.
#[test]
fn published_packages_with_features_document_them() {
    let repository = Repository::open();
    let manifests = repository.files().filter(|path| path.starts_with("crates/") && path.ends_with("/Cargo.toml"));
    let mut checked = 0;
    for path in manifests.filter(|path| path.matches('/').count() == 2) {
        let manifest = repository.read(path);
        if value(&manifest, "publish") == Some("false") {
            continue;
        }
        checked += 1;
        let (_, features) = manifest.split_once("\n[features]\n").unwrap_or_default();
        let features = features.split("\n[").next().unwrap_or_default();
        let has_more = features.lines().any(|line| line.contains(" = ") && !line.starts_with("default"));
        let (_, requested) = manifest.split_once("\n[package.metadata.docs.rs]\n").unwrap_or_default();
        let documents = requested.starts_with("all-features = true") || requested.starts_with("features = [");
        assert!(documents || !has_more, "{path}: the section [package.metadata.docs.rs] is missing");
        assert!(value(&manifest, "rust-version.workspace") == Some("true"), "{path}: rust-version is missing");
    }
    assert!(checked > 12, "{checked} packages");
}
