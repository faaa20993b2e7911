//! No number and no path on the command line ends the program or fills the memory.

use crate::{common::scratch, numbers, paths};

const PROGRAM: &str = env!("CARGO_BIN_EXE_lab");

#[test]
fn any_number_is_accepted_or_refused() {
    let base = [
        ("match", "--engine=builtin=random --engine=builtin=random --games=2 --tc=depth=1"),
        ("generate", "--out=games --games=1 --nodes=10"),
        ("solve", "--depth=1 --nodes=10"),
        ("connect6 evolve", "--out=evolved --generations=1"),
    ];
    let checked = numbers::check(PROGRAM, &scratch("numbers"), &base);
    assert!(checked >= 200, "{checked} options");
}

#[test]
#[cfg(unix)]
fn options_refuse_paths_that_are_not_files() {
    let commands = [
        "stats @",
        "report @ --out x.html",
        "merge @ --out x",
        "positions @ --out x",
        "label @ --out x",
        "texel @ --out x",
        "calibration @ --out x",
        "connect6 counts @ --out x",
        "suite @ --engine=builtin=duiyi",
        "train @ --out x",
        "relabel @ --out x --nodes=10",
        "book check @",
        "match --engine=builtin=random --engine=builtin=random --openings=@",
    ];
    paths::check(PROGRAM, &scratch("paths"), &commands);
}
