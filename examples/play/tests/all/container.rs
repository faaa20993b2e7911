//! The file for the container: what it copies, and the command that it starts.

use std::{fs, path::Path, process::Command};

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The lines of the file, continued lines joined.
fn lines() -> Vec<String> {
    let text = fs::read_to_string(root().join("examples/play/Containerfile")).unwrap();
    text.replace("\\\n", " ").lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
}

/// The arguments of the lines that begin with an instruction.
fn arguments(instruction: &str) -> Vec<String> {
    let of = |line: &String| line.strip_prefix(instruction)?.strip_prefix(' ').map(str::to_owned);
    lines().iter().filter_map(of).collect()
}

/// The paths that are copied from the repository.
fn copied() -> Vec<String> {
    let copies = arguments("COPY").into_iter().filter(|copy| !copy.starts_with("--from"));
    let sources = |copy: String| {
        let words: Vec<String> = copy.split_whitespace().map(str::to_owned).collect();
        words[..words.len() - 1].to_vec()
    };
    copies.flat_map(sources).collect()
}

#[test]
fn all_copied_paths_exist_and_contain_the_workspace() {
    let copied = copied();
    assert!(copied.len() >= 6, "{copied:?}");
    let ignored = fs::read_to_string(root().join(".containerignore")).unwrap();
    for path in &copied {
        assert!(root().join(path).exists(), "{path} does not exist");
        assert!(ignored.lines().all(|line| line != path), "{path} is ignored");
    }
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let members = manifest.lines().find_map(|line| line.strip_prefix("members = [")).unwrap();
    for member in members.trim_end_matches(']').split(", ") {
        let folder = member.trim_matches('"').split('/').next().unwrap();
        assert!(copied.iter().any(|path| path == folder), "{member} is not copied");
    }
    // The program is where Cargo puts it.
    let built = arguments("RUN").into_iter().find(|run| run.contains("cargo build")).unwrap();
    assert!(built.contains("--release --locked --package=play"), "{built}");
    assert!(arguments("COPY").iter().any(|copy| copy.contains("/duiyi/target/release/play /usr/local/bin/play")));
}

#[test]
fn the_compiler_is_not_too_old() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let least = manifest.lines().find_map(|line| line.strip_prefix("rust-version = ")).unwrap();
    let image = arguments("FROM").into_iter().find_map(|from| from.split_once("/rust:").map(|(_, tag)| tag.to_owned()));
    let tag = image.expect("an image with Rust");
    let number = |text: &str| -> Vec<u32> { text.split('.').map(|part| part.parse().unwrap()).collect() };
    let (used, least) = (number(tag.split('-').next().unwrap()), number(least.trim_matches('"')));
    assert!(used >= least, "{used:?} is older than {least:?}");
}

#[test]
fn its_command_is_accepted_and_runs_without_privileges() {
    let command: Vec<String> = serde_json::from_str(&arguments("ENTRYPOINT")[0]).unwrap();
    let (program, options) = command.split_first().unwrap();
    assert_eq!(program, "/usr/local/bin/play");
    let output = Command::new(env!("CARGO_BIN_EXE_play")).args(options).arg("--help").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let value = |name: &str| options.iter().skip_while(|option| *option != name).nth(1).unwrap();
    assert_eq!(arguments("EXPOSE"), [value("--port").clone()]);
    let volume = arguments("VOLUME").remove(0);
    assert_eq!(Path::new(value("--games")).parent(), Some(Path::new(&volume)));
    // The last user is the one that runs the command, and owns the volume.
    let user = arguments("USER").pop().expect("a user");
    assert_ne!(user, "root");
    assert!(arguments("RUN").iter().any(|run| run.contains(&format!("-o {user} -g {user} {volume}"))));
}
