//! The examples in Java and JavaScript.

use crate::library::{NATIVE, WASM, output, root};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The first version of Java whose foreign function interface is final.
const JAVA: u32 = 22;
const NODE: u32 = 20;

/// The first number that follows a text in what a program prints.
fn number_after(printed: &str, before: &str) -> Option<u32> {
    let (_, rest) = printed.split_once(before)?;
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

fn version(program: &Path, option: &str, before: &str) -> Option<u32> {
    let output = Command::new(program).arg(option).output().ok()?;
    number_after(
        &format!("\n{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr)),
        before,
    )
}

/// A Java that is recent enough: `JAVA_HOME`, the one on the path, or one where Linux installs them.
fn java() -> Option<PathBuf> {
    let home = env::var_os("JAVA_HOME").map(PathBuf::from);
    let installed = fs::read_dir("/usr/lib/jvm").into_iter().flatten().flatten().map(|entry| entry.path());
    let programs = home.into_iter().map(|folder| folder.join("bin/java")).chain([PathBuf::from("java")]);
    programs
        .chain(installed.map(|folder| folder.join("bin/java")))
        .find(|program| version(program, "-version", "version \"").is_some_and(|version| version >= JAVA))
}

#[test]
#[cfg(target_os = "linux")]
fn the_java_example_prints_the_ruling() {
    let Some(java) = java() else {
        println!("skipped: no Java {JAVA}");
        return;
    };
    let mut command = Command::new(java);
    command.args(["--enable-native-access=ALL-UNNAMED", "-Dstdout.encoding=UTF-8"]);
    let printed = output(command.arg(root().join("examples/java/Rules.java")).arg(NATIVE.join("libduiyi_capi.so")));
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines[0], "10 legal moves, the first is legal: true");
    assert_eq!(lines[1..5], ["R2+1", "K6+1", "R2-1", "K6-1"]);
    assert_eq!(lines[9], "black wins: perpetual check");
    assert!(lines[10].starts_with("{\"book\":\"asian\",\"ruling\":\"red-loses\",\"loser\":\"red\""), "{printed}");
    assert!(lines[11].starts_with("error: 'a0a9' is not a legal move here"), "{printed}");
}

#[test]
fn the_node_example_prints_the_ruling() {
    let node = Path::new("node");
    let (Some(module), true) = (&*WASM, version(node, "--version", "\nv").is_some_and(|version| version >= NODE))
    else {
        println!("skipped: no Node {NODE}, or the compiler lacks wasm32-unknown-unknown");
        return;
    };
    let printed = output(Command::new(node).arg(root().join("examples/node/rules.mjs")).arg(module));
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines[0], concat!("version ", env!("CARGO_PKG_VERSION")));
    assert_eq!(lines[1..3], ["perft 3: 79666", "10 legal moves"]);
    assert_eq!(lines[3..7], ["车二进一", "将６进１", "车二退一", "将６退１"]);
    assert_eq!(lines[11..13], ["black wins: perpetual check", "red-loses: perpetual check by Red"]);
    assert!(lines[14].contains("cannon a9 attacks rook h9: worth more than the attacker"), "{printed}");
    assert!(lines.last().unwrap().starts_with("error: 'a0a9' is not a legal move here"), "{printed}");
}
