//! The output of the engine in UCI and UCCI, word for word: the sessions in `golden/`.
//!
//! `UPDATE_EXPECT=1` writes them again, `GOLDEN_ENGINE=/path` selects another program
//! than the one that was built; [`replay`] describes the details and the file format.

use crate::replay::replay;
use std::path::Path;

fn folder(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    replay(&path, env!("CARGO_BIN_EXE_xiangqi-engine"));
}

#[test]
fn uci() {
    folder("uci");
}

#[test]
fn ucci() {
    folder("ucci");
}
