//! The templates for schedulers, each run as by its scheduler, with few games and nodes.
#![cfg(unix)]
// To report skipped tests with --nocapture.
#![allow(clippy::print_stderr)]

use crate::common::{scratch, succeeds};
use std::{
    env, fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

const KUBERNETES: &str = include_str!("../../../../tools/cluster/kubernetes-shards.yaml");

/// The path of a scheduler script.
fn template(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/cluster").join(name)
}

/// A command that finds `lab` in its search path.
fn with_lab(program: impl AsRef<std::ffi::OsStr>, folder: &Path) -> Command {
    let programs = folder.join("programs");
    fs::create_dir_all(&programs).expect("made");
    let lab = programs.join("lab");
    if !lab.exists() {
        symlink(env!("CARGO_BIN_EXE_lab"), &lab).expect("linked");
    }
    let others = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([programs].into_iter().chain(env::split_paths(&others))).expect("a path");
    let mut command = Command::new(program);
    command.current_dir(folder).stdin(Stdio::null()).env("PATH", path);
    command
}

/// A match with spaces in the descriptions of engines.
const MATCH: [&str; 14] = [
    "lab",
    "match",
    "--engine",
    "builtin=random name=one",
    "--engine",
    "builtin=random name=other seed=2",
    "--games",
    "8",
    "--openings",
    "drawn:4",
    "--max-plies",
    "20",
    "--out",
    "match",
];

fn text_of(output: &Output) -> String {
    [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text)).concat()
}

/// Checks that all parts exist and merge to the match.
fn merges(folder: &Path, shards: u32, games: u32) {
    let parts: Vec<String> =
        (0..shards).map(|part| format!("{}/match.{part}-of-{shards}.jsonl", folder.display())).collect();
    let out = format!("{}/merged", folder.display());
    let args: Vec<&str> = ["merge", "--out", &out].into_iter().chain(parts.iter().map(String::as_str)).collect();
    let (results, _) = succeeds(&args);
    assert!(results.contains(&format!("{shards} records, {games} games")), "{results}");
}

#[test]
fn the_kubernetes_job_runs_all_shards() {
    let number = |key: &str| -> u32 {
        let line = KUBERNETES.lines().find_map(|line| line.trim().strip_prefix(key)).expect(key);
        line.trim().parse().expect("a number")
    };
    let (shards, at_a_time) = (number("completions:"), number("parallelism:"));
    assert_eq!(shards, at_a_time);
    // The lines of a folded text form one line.
    let (_, folded) = KUBERNETES.split_once(">-\n").expect("a folded text");
    let indent = folded.len() - folded.trim_start().len();
    let lines = folded.lines().take_while(|line| line.len() - line.trim_start().len() >= indent);
    let command = lines.map(str::trim).collect::<Vec<_>>().join(" ");
    let folder = scratch("template-kubernetes");
    let shared = format!("{}/", folder.display());
    let mut short = command.replace("/shared/", &shared);
    for (long, few) in [("drawn:1000", "drawn:8"), ("--games 2000", "--games 16"), ("nodes=20000", "nodes=20")] {
        assert!(short.contains(long), "{short}");
        short = short.replace(long, few);
    }
    short.push_str(" --max-plies 10");
    for index in 0..shards {
        let mut pod = with_lab("sh", &folder);
        let output = pod.args(["-c", &short]).env("JOB_COMPLETION_INDEX", index.to_string()).output().expect("runs");
        assert!(output.status.success(), "{}", text_of(&output));
    }
    merges(&folder, shards, 16);
}

#[test]
fn a_slurm_job_array_plays_the_match() {
    let folder = scratch("template-slurm");
    let task = |index: u32, count: &str, most: &str| {
        let mut task = with_lab("sh", &folder);
        task.arg(template("slurm-shards")).args(MATCH).env_remove("SHARDS");
        task.env("SLURM_ARRAY_TASK_ID", index.to_string());
        task.env("SLURM_ARRAY_TASK_COUNT", count).env("SLURM_ARRAY_TASK_MAX", most);
        task
    };
    for index in [0, 1] {
        let output = task(index, "3", "2").output().expect("runs");
        assert!(output.status.success(), "{}", text_of(&output));
    }
    // Only the last task: the array no longer provides the number of tasks.
    let refused = task(2, "1", "2").output().expect("runs");
    assert!(refused.status.code() == Some(2) && text_of(&refused).contains("set SHARDS=N"), "{}", text_of(&refused));
    let output = task(2, "1", "2").env("SHARDS", "3").output().expect("runs");
    assert!(output.status.success(), "{}", text_of(&output));
    merges(&folder, 3, 8);
}

/// On this machine, without ssh.
#[test]
fn gnu_parallel_plays_the_match_in_shards() {
    let is_gnu = |output: Output| String::from_utf8_lossy(&output.stdout).starts_with("GNU parallel");
    if !Command::new("parallel").arg("--version").stdin(Stdio::null()).output().is_ok_and(is_gnu) {
        return eprintln!("skipped: there is no GNU parallel");
    }
    let folder = scratch("template-parallel");
    let run = |args: &[&str]| with_lab(template("parallel-shards"), &folder).args(args).output().expect("runs");
    let output = run(&[&["3", "2/:"][..], &MATCH].concat());
    assert!(output.status.success(), "{}", text_of(&output));
    merges(&folder, 3, 8);
    // A failing task is tried again, and then the whole run fails.
    let failed = run(&["2", ":", "lab", "match", "--games", "nothing"]);
    assert!(!failed.status.success() && text_of(&failed).contains("invalid value 'nothing'"), "{}", text_of(&failed));
    let usage = run(&["3", ":"]);
    assert!(usage.status.code() == Some(2) && text_of(&usage).contains("usage: "), "{}", text_of(&usage));
}
