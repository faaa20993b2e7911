//! No number on the command line ends the program.

#[path = "../../../lab/tests/all/numbers.rs"]
mod common;

#[test]
fn any_number_is_accepted_or_refused() {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("connect6-numbers");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let base = [("analyse", "--depth=1 --hash=1"), ("bench", "--depth=1"), ("perft", "--depth=1")];
    let checked = common::check(env!("CARGO_BIN_EXE_connect6-engine"), &folder, &base);
    assert!(checked >= 20, "{checked} options");
}
