//! The requirements of OpenBench's workers: `PROGRAM bench` prints nodes and speed in words that they
//! find, in ASCII, with the same nodes in every run (`Client/bench.py` there); the Makefile beside the
//! crate accepts `EXE=`.

use std::{path::Path, process::Command};

/// A number before or after a word: `12 nodes`, `nodes 12`.
fn number_at(words: &[&str], word: &str) -> Option<u64> {
    let at = words.iter().position(|found| found.eq_ignore_ascii_case(word))?;
    let beside = [at.checked_sub(1), Some(at + 1)].into_iter().flatten().filter_map(|at| words.get(at));
    beside.filter_map(|number| number.parse().ok()).next()
}

/// Nodes and nodes per second as a worker reads them: from the last line backwards, the first of each.
fn read(output: &str) -> (Option<u64>, Option<u64>) {
    let (mut nodes, mut speed) = (None, None);
    for line in output.lines().rev() {
        let plain = line.replace(|c: char| !c.is_ascii_alphanumeric(), " ");
        let words: Vec<&str> = plain.split_whitespace().collect();
        nodes = nodes.or(number_at(&words, "nodes"));
        speed = speed.or(number_at(&words, "nps"));
    }
    (nodes, speed)
}

/// The nodes of `PROGRAM bench` as a worker reads them; fails if it could not.
pub(crate) fn bench(program: &str) -> u64 {
    let output = Command::new(program).arg("bench").output().unwrap();
    assert!(output.status.success(), "{output:?}");
    // A worker reads both outputs as one, and only ASCII.
    let text = [output.stdout, output.stderr].concat();
    assert!(text.is_ascii(), "{}", String::from_utf8_lossy(&text));
    let (nodes, speed) = read(str::from_utf8(&text).unwrap());
    assert!(speed.is_some_and(|speed| speed > 0), "{speed:?}");
    nodes.expect("a line with nodes")
}

/// The commands that `make EXE=…` would run in the folder of a program.
pub(crate) fn make(folder: &str, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new("make").arg("--dry-run").args(arguments).current_dir(folder).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    if output.status.success() { Ok(text(output.stdout)) } else { Err(text(output.stderr)) }
}

/// Checks that the Makefile of a program writes it to the path in `EXE=`.
pub(crate) fn check_makefile(folder: &str, name: &str) {
    if Command::new("make").arg("--version").output().is_err() {
        #[allow(clippy::print_stderr)]
        {
            eprintln!("skipped: there is no make");
        }
        return;
    }
    for exe in ["/tmp/some-engine", "some-engine"] {
        let place = Path::new(folder).join(exe);
        let said = make(folder, &["-j", &format!("EXE={exe}")]).unwrap();
        assert!(said.contains(&format!("--bin {name} ")) && said.contains("--release"), "{said}");
        assert!(said.contains(&format!("link={}", place.display())), "{said}");
    }
    assert!(make(folder, &["EXE=x", "EVALFILE=y"]).unwrap_err().contains("EVALFILE"));
}

#[test]
fn a_worker_reads_the_last_nodes_and_speed() {
    let text = "1 500 nodes h2e2\n53948 solver nodes\npeak memory 30.1 MiB\n70443 nodes 12345 nps\n";
    assert_eq!(read(text), (Some(70443), Some(12345)));
    assert_eq!(read("Nodes searched: 5\n=> NPS: 7"), (None, Some(7)));
    assert_eq!(read("info nodes 5\ndone"), (Some(5), None));
}
