//! C programs that are compiled against the header and run with the library, by themselves and
//! under valgrind.

use crate::library::{NATIVE, SMALL, exists, output, root};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// What a static library of Rust needs from the system.
const SYSTEM: [&str; 4] = ["-lpthread", "-ldl", "-lm", "-lgcc_s"];

/// Compiles a program of the crate, with the shared or the static library; `None` without gcc.
fn compiled(source: &str, is_shared: bool) -> Option<PathBuf> {
    if !exists("gcc") {
        println!("skipped: no gcc");
        return None;
    }
    let name = Path::new(source).file_stem().and_then(|name| name.to_str()).expect("a file name");
    let program =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", if is_shared { "shared" } else { "static" }));
    let mut gcc = Command::new("gcc");
    gcc.args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-g", "-O1"])
        .arg(format!("-DVERSION=\"{}\"", env!("CARGO_PKG_VERSION")))
        .arg("-I")
        .arg(root().join("include"))
        .arg(root().join(source))
        .arg("-o")
        .arg(&program);
    if is_shared {
        gcc.arg(format!("-Wl,--enable-new-dtags,-rpath,{}", NATIVE.display()))
            .arg("-L")
            .arg(&*NATIVE)
            .args(["-lduiyi_capi", "-lpthread"]);
    } else {
        gcc.arg(NATIVE.join("libduiyi_capi.a")).args(SYSTEM);
    }
    output(&mut gcc);
    Some(program)
}

/// Runs a program with both libraries, and one of them under valgrind; returns what it prints.
fn run(source: &str) -> Option<String> {
    let shared = output(&mut Command::new(compiled(source, true)?));
    let program = compiled(source, false)?;
    assert_eq!(output(&mut Command::new(&program)), shared);
    if exists("valgrind") {
        let options = ["--quiet", "--error-exitcode=1", "--leak-check=full"];
        assert_eq!(output(Command::new("valgrind").args(options).arg(&program)), shared);
    } else {
        println!("skipped: no valgrind");
    }
    if let Some(folder) = &*SMALL {
        let small = Command::new(compiled(source, true)?).env("LD_LIBRARY_PATH", folder).output().expect("it runs");
        assert!(small.status.success() && small.stdout == shared.as_bytes(), "without backtraces: {small:?}");
    }
    Some(shared)
}

#[test]
fn games_notations_and_rulings() {
    assert!(run("tests/c/rules.c").is_none_or(|printed| printed == "rules: passed\n"));
}

#[test]
fn invalid_arguments_are_errors() {
    assert!(run("tests/c/errors.c").is_none_or(|printed| printed == "errors: passed\n"));
}

#[test]
fn threads_with_their_own_games() {
    assert!(run("tests/c/threads.c").is_none_or(|printed| printed == "threads: passed\n"));
}

#[test]
fn the_example_of_the_readme_runs() {
    let readme = fs::read_to_string(root().join("README.md")).expect("the crate has a README");
    let (_, example) = readme.split_once("```c\n").expect("it has an example in C");
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme.c");
    fs::write(&file, example.split("```").next().unwrap_or_default()).expect("the folder is writable");
    let printed = run(file.to_str().expect("the path is UTF-8"));
    let expected = "move 3222: rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1\n";
    assert!(printed.is_none_or(|printed| printed == expected));
}

#[test]
fn the_example_prints_the_ruling() {
    if let Some(printed) = run("examples/c/game.c") {
        assert!(printed.starts_with("车二进一\n将６进１\n车二退一\n将６退１\n"), "{printed}");
        assert!(
            printed.contains("\nBlack wins: perpetual check\n{\"book\":\"asian\",\"ruling\":\"red-loses\""),
            "{printed}"
        );
    }
}
