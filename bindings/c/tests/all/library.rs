//! The library as `build-library` builds it, and its size.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::LazyLock,
};

/// The folder of this crate.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folder that contains the shared and the static library.
pub(crate) static NATIVE: LazyLock<PathBuf> = LazyLock::new(|| built(&[]));

/// The WebAssembly module; `None` if the compiler lacks the target.
pub(crate) static WASM: LazyLock<Option<PathBuf>> = LazyLock::new(|| {
    let sysroot = output(Command::new("rustc").args(["--print", "sysroot"]));
    let target = Path::new(sysroot.trim()).join("lib/rustlib/wasm32-unknown-unknown");
    target.is_dir().then(|| built(&["wasm"]).join("duiyi_capi.wasm"))
});

/// The folder of the library without backtraces; `None` without a nightly compiler that can build it.
pub(crate) static SMALL: LazyLock<Option<PathBuf>> = LazyLock::new(|| {
    let sysroot = Command::new("rustup").args(["run", "nightly", "rustc", "--print", "sysroot"]).output();
    let printed = sysroot.ok().filter(|output| output.status.success())?.stdout;
    let source = Path::new(String::from_utf8_lossy(&printed).trim()).join("lib/rustlib/src/rust");
    source.is_dir().then(|| built(&["small"]))
});

fn built(arguments: &[&str]) -> PathBuf {
    let printed = output(
        Command::new("bash")
            .arg(root().join("build-library"))
            .args(arguments)
            .env_remove("RUSTFLAGS")
            .env_remove("RUSTUP_TOOLCHAIN")
            .env_remove("RUSTC")
            .env_remove("CARGO"),
    );
    PathBuf::from(printed.trim())
}

/// Runs a command that must succeed and returns what it prints.
pub(crate) fn output(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let (printed, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}: {}\n{printed}{errors}", output.status);
    printed.into_owned()
}

/// Whether a program runs with an argument that makes it print its version.
pub(crate) fn exists(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

fn kilobytes(file: &Path) -> u64 {
    let size = fs::metadata(file).unwrap_or_else(|error| panic!("{}: {error}", file.display())).len();
    println!("{}: {size} bytes", file.display());
    size.div_ceil(1000)
}

/// A library with nothing but `catch_unwind` has 265 kB: the standard library prints backtraces.
#[test]
#[cfg(target_os = "linux")]
fn the_shared_library_has_at_most_480_kilobytes() {
    let size = kilobytes(&NATIVE.join("libduiyi_capi.so"));
    assert!(size <= 480, "{size} kB");
}

#[test]
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
fn the_library_without_backtraces_has_at_most_250_kilobytes() {
    let Some(folder) = &*SMALL else {
        println!("skipped: no nightly compiler with rust-src");
        return;
    };
    let size = kilobytes(&folder.join("libduiyi_capi.so"));
    assert!(size <= 250, "{size} kB");
}

#[test]
fn the_webassembly_module_has_at_most_205_kilobytes() {
    let Some(module) = &*WASM else {
        println!("skipped: the compiler lacks wasm32-unknown-unknown");
        return;
    };
    let size = kilobytes(module);
    assert!(size <= 205, "{size} kB");
}
