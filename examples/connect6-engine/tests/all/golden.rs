//! The engine's output in each of its protocols, word for word: the sessions of `golden/`.
//!
//! `UPDATE_EXPECT=1` rewrites them, `GOLDEN_ENGINE=/path` selects another program than the one built;
//! [`replay`] describes this and the format of the files.

use crate::replay::replay;
use std::path::Path;

fn folder(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    replay(&path, env!("CARGO_BIN_EXE_connect6-engine"));
}

#[test]
fn cloudict() {
    folder("cloudict");
}

#[test]
fn sau() {
    folder("sau");
}

#[test]
fn gtp() {
    folder("gtp");
}

#[test]
fn botzone() {
    folder("botzone");
}

#[test]
fn piskvork() {
    folder("piskvork");
}
