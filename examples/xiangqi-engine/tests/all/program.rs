//! The program itself: completions, manual pages, and results as JSON.

// Skipped tests are reported with --nocapture.
#![allow(clippy::print_stderr)]

use serde_json::Value;
use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::PathBuf,
    process::{Command, Output, Stdio},
    thread,
    time::{Duration, Instant},
};

const PROGRAM: &str = env!("CARGO_BIN_EXE_xiangqi-engine");

/// The output of the program for some arguments.
fn run(arguments: &[&str]) -> String {
    let Output { status, stdout, stderr } = Command::new(PROGRAM).args(arguments).output().unwrap();
    assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).unwrap()
}

/// The objects in the output of the program for some arguments, one in each line.
fn objects(arguments: &[&str]) -> Vec<Value> {
    run(arguments).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_shell_has_its_completions() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = run(&["completions", shell]);
        for word in ["analyse", "perft", "judge", "draw", "bench", "movetime"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn perft_rejects_depths_that_would_overflow_the_stack() {
    let refused = Command::new(PROGRAM).args(["perft", "--depth", "99999"]).output().unwrap();
    let error = String::from_utf8(refused.stderr).unwrap();
    assert!(refused.status.code() == Some(2) && error.contains("99999 is not in 1..=128"), "{error}");
}

/// Devices, pipes, folders and a file larger than the memory, as the files of options and arguments.
#[test]
#[cfg(unix)]
fn paths_that_are_not_files_are_reported_at_once() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("xiangqi-paths");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    assert!(Command::new("mkfifo").arg(path("pipe")).status().unwrap().success());
    fs::File::create(path("huge")).unwrap().set_len(8 << 30).unwrap();
    for path in ["/dev/zero".to_owned(), "/dev/stdout".to_owned(), path("pipe"), path("huge"), path(".")] {
        // No more than 1 GiB of addresses: reading one of them would fail.
        let limited = format!("ulimit -v 1048576; exec '{PROGRAM}' \"$@\"");
        let run = |arguments: &[&str], input: &str| {
            let begun = Instant::now();
            let mut command = Command::new("bash");
            command.args(["-c", &limited, "bash"]).args(arguments).stdin(Stdio::piped());
            let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
            child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
            let Output { stdout, stderr, .. } = child.wait_with_output().unwrap();
            assert!(begun.elapsed() < within(Duration::from_secs(5)), "{path}, {arguments:?}");
            [stdout, stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat()
        };
        for option in ["EvalFile", "BookFile", "EndgamePath", "LearnFile"] {
            // A folder is what EndgamePath expects, and zeros of any number are a book of another program, of which
            // only the entries that are needed are read.
            let is_valid =
                option == "EndgamePath" && path.ends_with('.') || option == "BookFile" && path.ends_with("huge");
            if !is_valid {
                // A learner opens its file when learning is on.
                let learning = if option == "LearnFile" { "setoption name BookLearning value true\n" } else { "" };
                let text = run(&[], &format!("uci\nsetoption name {option} value {path}\n{learning}isready\nquit\n"));
                assert!(text.contains("readyok") && text.contains("info string"), "{option} {path}: {text}");
            }
        }
        for arguments in [&["perft", "--depth", "1", "--file", &path][..], &["draw", "--record", &path]] {
            assert!(run(arguments, "").contains("error: "), "{path}");
        }
    }
}

/// A proved mate ends the iterations: the search then waits for `stop` without output, as does one of a finished
/// game. The input stays open.
#[test]
#[cfg(unix)]
fn an_engine_without_a_reader_ends_within_a_second() {
    let mate = "position fen 4k4/9/9/9/9/9/9/4R4/3R5/3K5 w - - 0 1\n";
    for lines in ["", "position startpos\ngo infinite\n", &format!("{mate}go infinite\n"), "go depth 60\n"] {
        let mut child = Command::new(PROGRAM).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all(format!("uci\n{lines}isready\n").as_bytes()).unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        while !line.starts_with("readyok") {
            line.clear();
            assert!(output.read_line(&mut line).unwrap() > 0);
        }
        // A search of a won position has found the mate by then.
        thread::sleep(Duration::from_millis(300));
        drop(output);
        let begun = Instant::now();
        while child.try_wait().unwrap().is_none() {
            assert!(begun.elapsed() < within(Duration::from_secs(1)), "{lines}");
            thread::sleep(Duration::from_millis(5));
        }
        drop(input);
    }
}

#[test]
#[cfg(unix)]
fn bash_completes_commands_and_options() {
    let complete = |words: &str, at: u32| {
        let script = format!(
            "source <('{PROGRAM}' completions bash); COMP_WORDS=({words}); COMP_CWORD={at}; \
             by=$(complete -p xiangqi-engine); by=${{by#*-F }}; ${{by%% *}} xiangqi-engine \"${{COMP_WORDS[{at}]}}\" \"${{COMP_WORDS[{at}-1]}}\"; echo \"${{COMPREPLY[@]}}\""
        );
        let output = Command::new("bash").args(["-c", &script]).output().unwrap();
        assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    };
    assert_eq!(complete("xiangqi-engine ana", 1), "analyse");
    assert_eq!(complete("xiangqi-engine analyse --mo", 2), "--movetime");
    assert_eq!(complete("xiangqi-engine analyse --evaluation th", 3), "thesis");
}

#[test]
fn each_command_has_a_manual_page() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("xiangqi-manual");
    let _ = fs::remove_dir_all(&folder);
    run(&["man", folder.to_str().unwrap()]);
    for (page, expected) in [("xiangqi-engine.1", "A xiangqi engine"), ("xiangqi-engine-perft.1", "The depth in plies")]
    {
        let text = fs::read_to_string(folder.join(page)).unwrap();
        assert!(text.contains(expected), "{page}: {text}");
    }
    // A file instead of the folder.
    let refused =
        Command::new(PROGRAM).args(["man", folder.join("xiangqi-engine.1").to_str().unwrap()]).output().unwrap();
    assert!(!refused.status.success());
    assert!(String::from_utf8_lossy(&refused.stderr).contains("xiangqi-engine.1: "), "{refused:?}");
}

#[test]
fn an_analysis_is_printed_as_objects() {
    let search = ["analyse", "--depth", "5", "--lines", "2", "--hash", "1"];
    let printed = objects(&[&search[..], &["--json", "--statistics", "text"]].concat());
    let (found, iterations) = printed.split_last().unwrap();
    assert_eq!(iterations.len(), 10, "two lines of five iterations: {printed:?}");
    let last = &iterations[8];
    assert_eq!((&last["depth"], &last["line"]), (&5.into(), &1.into()));
    assert_eq!((&last["score"], &last["turns"]), (&found["score"], &found["turns"]));
    assert!(found["score"]["value"].is_i64() && found["best"] == found["turns"][0], "{found}");
    assert_eq!(found["statistics"]["nodes"], found["nodes"], "{found}");
    let text = run(&search);
    let best = text.lines().last().unwrap();
    assert_eq!(best, format!("bestmove {}", found["best"].as_str().unwrap()), "no colours without a terminal");

    let mate = "3k5/4R4/9/9/9/9/9/9/9/4K4 w - - 0 1";
    let printed = objects(&["analyse", "--depth", "4", "--fen", mate, "--json"]);
    assert!(printed.last().unwrap()["score"]["mate"].as_i64().is_some_and(|plies| plies > 0), "{printed:?}");
    let over = "3k5/4R4/3R5/9/9/9/9/9/9/4K4 b - - 0 1";
    let printed = objects(&["analyse", "--depth", "1", "--fen", over, "--json"]);
    assert_eq!(printed.last().unwrap()["best"], Value::Null);
}

#[test]
fn a_byte_order_mark_before_a_position_is_skipped() {
    let path = std::env::temp_dir().join(format!("duiyi-mark-{}.fen", std::process::id()));
    std::fs::write(&path, "\u{feff}3k5/4R4/9/9/9/9/9/9/9/4KR3 w - - 0 1\n").unwrap();
    let counted = run(&["perft", "--depth", "1", "--file", path.to_str().unwrap()]);
    std::fs::remove_file(path).unwrap();
    assert!(counted.contains("Nodes searched: "), "{counted}");
}

#[test]
fn analyse_searches_a_named_position() {
    let found = objects(&["analyse", "--position", "mate-in-4", "--json"]);
    assert_eq!(found.last().unwrap()["score"]["mate"], 7, "four moves are seven plies: {found:?}");
    let by_name = objects(&["perft", "--depth", "1", "--position", "bench-2", "--json"]);
    let fen = "3akab2/9/c1n1b3c/pRp1p3p/7n1/2PN5/P3P3P/B2CB1N2/6r2/3AKAC2 b - - 14 17";
    assert_eq!(by_name, objects(&["perft", "--depth", "1", "--fen", fen, "--json"]));

    let refused = |arguments: &[&str]| {
        let Output { status, stderr, .. } = Command::new(PROGRAM).args(arguments).output().unwrap();
        assert!(!status.success(), "{arguments:?}");
        String::from_utf8(stderr).unwrap()
    };
    let reason = refused(&["analyse", "--position", "mate-in-9"]);
    assert!(reason.contains("'mate-in-9': expected mate-in-1 to mate-in-5, or bench-1 to bench-19"), "{reason}");
    refused(&["analyse", "--position", "bench-1", "--fen", fen]);
}

#[test]
fn counts_are_printed_as_objects() {
    let perft = &objects(&["perft", "--depth", "2", "--json"])[0];
    assert_eq!((&perft["depth"], &perft["nodes"]), (&2.into(), &1920.into()));
    let moves = perft["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 44);
    assert_eq!(moves.iter().map(|mv| mv["nodes"].as_u64().unwrap()).sum::<u64>(), 1920);
    assert!(moves.iter().any(|mv| mv["move"] == "h2e2"));

    let bench = &objects(&["bench", "--depth", "3", "--json"])[0];
    let positions = bench["positions"].as_array().unwrap();
    assert_eq!(positions.iter().map(|position| position["nodes"].as_u64().unwrap()).sum::<u64>(), bench["nodes"]);
    assert!(positions.iter().all(|position| position["best"].is_string() && position["score"].is_object()), "{bench}");
    assert!(bench.get("statistics").is_none());
}

/// The output of the program for some arguments with its standard error on a terminal, and the contents of
/// that terminal; `None` without the program `script` of util-linux, which creates one.
fn at_a_terminal(arguments: &str, name: &str) -> Option<(String, String)> {
    let version = Command::new("script").arg("--version").output().ok()?;
    String::from_utf8_lossy(&version.stdout).contains("util-linux").then_some(())?;
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let command = format!("'{PROGRAM}' {arguments} > '{}'", file.display());
    let mut script = Command::new("script");
    script.args(["-qefc", &command, "/dev/null"]).env("TERM", "xterm").env_remove("NO_COLOR");
    let output = script.stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    Some((fs::read_to_string(file).unwrap(), String::from_utf8_lossy(&output.stdout).into_owned()))
}

/// Progress is written to the standard error; the results are the same with and without a terminal.
#[test]
fn progress_is_shown_on_a_terminal_and_never_in_the_results() {
    // Without times, which vary.
    let timeless = |text: &str| -> Vec<Value> {
        let mut objects: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        for object in &mut objects {
            for measured in ["milliseconds", "nodes_per_second", "peak_memory_kib"] {
                object.as_object_mut().unwrap().remove(measured);
            }
        }
        objects
    };
    for (arguments, shown) in [
        ("perft --depth 4", " counted, "),
        ("perft --depth 3 --json", " counted, "),
        ("analyse --depth 6 --hash 1 --json", "depth 6, move "),
        ("bench --depth 3 --json", "/19 ["),
    ] {
        let words: Vec<&str> = arguments.split(' ').collect();
        let Output { stdout, stderr, .. } = Command::new(PROGRAM).args(&words).output().unwrap();
        assert!(stderr.is_empty(), "{arguments}: a short run prints no progress without a terminal");
        let Some((text, screen)) = at_a_terminal(arguments, "progress.txt") else {
            return eprintln!("skipped: needs the program script of util-linux");
        };
        assert!(screen.contains(shown), "{arguments}: {screen:?}");
        let plain = String::from_utf8(stdout).unwrap();
        if arguments.ends_with("--json") {
            assert_eq!(timeless(&text), timeless(&plain), "{arguments}");
        } else {
            assert_eq!(text, plain, "{arguments}");
        }
    }
}

/// The time that is promised, if `STRICT_TIMES` is set as `.ci/run` does; otherwise only a guard against hanging.
fn within(promised: Duration) -> Duration {
    if std::env::var_os("STRICT_TIMES").is_some() { promised } else { Duration::from_secs(30) }
}
