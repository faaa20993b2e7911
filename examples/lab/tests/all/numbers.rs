//! Numbers on the command line: whatever is written there, a command runs or refuses the option by its name.
//!
//! The options are read from `--help`, so that new ones are covered. Also included by the tests of the engines.

use std::{
    collections::BTreeSet,
    io::Read,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// The processor time after which a command counts as running and is stopped. Waiting for a processor does not
/// count: the machine may have other work.
const WORK: Duration = Duration::from_millis(150);
/// The time after which a command that waits for something is stopped.
const PATIENCE: Duration = Duration::from_secs(2);
/// The time between two looks at a command.
const PAUSE: Duration = Duration::from_millis(1);
/// The address space of a command, in KiB: 3 GiB. Threads reserve a part.
const SPACE: &str = "3145728";

/// What a command did.
#[derive(Debug)]
struct Ran {
    /// The exit status; `None` for a signal, or if it was stopped.
    status: Option<i32>,
    /// Whether it was stopped after its time.
    stopped: bool,
    error: String,
}

/// Runs a command without input, in an empty folder, for a limited time and with limited memory.
fn run(program: &str, folder: &Path, arguments: &[String]) -> Ran {
    let script = format!("ulimit -v {SPACE}; exec \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, "sh", program]).args(arguments).current_dir(folder);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("a shell");
    let mut errors = child.stderr.take().expect("piped");
    let reader = thread::spawn(move || {
        let mut text = Vec::new();
        let _ = errors.read_to_end(&mut text);
        String::from_utf8_lossy(&text).into_owned()
    });
    let deadline = Instant::now() + PATIENCE;
    let mut stopped = false;
    let status = loop {
        if let Some(status) = child.try_wait().expect("a child") {
            break status;
        }
        if Instant::now() > deadline || used(child.id()) > WORK {
            stopped = true;
            let _ = child.kill();
            break child.wait().expect("a child");
        }
        thread::sleep(PAUSE);
    };
    Ran { status: status.code(), stopped, error: reader.join().expect("read") }
}

/// The processor time of a process, in steps of a hundredth of a second as Linux counts it; zero on other systems.
fn used(process: u32) -> Duration {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // After the name of the program in brackets.
    let fields = text.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks: u64 = fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
    Duration::from_millis(10 * ticks)
}

fn help(program: &str, words: &[String]) -> String {
    let output = Command::new(program).args(words).arg("--help").output().expect("runs");
    String::from_utf8(output.stdout).expect("text")
}

/// All commands of a program by their words; the program itself has none.
fn commands(program: &str, above: &[String]) -> Vec<Vec<String>> {
    let mut found = vec![above.to_vec()];
    let text = help(program, above);
    let below = text.split("\nCommands:\n").nth(1).unwrap_or_default().lines();
    for line in below.take_while(|line| !line.is_empty()) {
        // The descriptions are indented more.
        let Some(name) = line.strip_prefix("  ").and_then(|line| line.split(' ').next()) else { continue };
        if !name.is_empty() && name != "help" {
            found.extend(commands(program, &[above, &[name.to_owned()]].concat()));
        }
    }
    found
}

/// The options with a value of a command.
fn options(program: &str, words: &[String]) -> BTreeSet<String> {
    let text = help(program, words);
    let lines = text.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
    let named = lines.filter_map(|line| line[line.find("--")?..].split_once(" <")).map(|(name, _)| name.to_owned());
    named.collect()
}

/// The bounds that a refusal contains: `9 is not in 1..=5`.
fn bounds(error: &str) -> Option<[i128; 2]> {
    let range = error.split_once(" is not in ")?.1.split_whitespace().next()?;
    let (low, high) = range.split_once("..")?;
    let (high, less) = high.strip_prefix('=').map_or((high, 1), |high| (high, 0));
    Some([low.parse().ok()?, high.parse::<i128>().ok()? - less])
}

/// Checks all options of all commands whose values are not any text. `base` contains for some commands arguments
/// with which they do a little work; the other commands are only parsed. Returns the number of options.
pub(crate) fn check(program: &str, folder: &Path, base: &[(&str, &str)]) -> usize {
    let mut checked = 0;
    for words in commands(program, &[]) {
        let command = words.join(" ");
        let given = base.iter().find(|(of, _)| *of == command).map_or("", |(_, arguments)| arguments);
        for option in options(program, &words) {
            let try_value = |value: &str| {
                // The option of the base is replaced.
                let rest = given.split_whitespace().filter(|word| !word.starts_with(&format!("{option}=")));
                let mut arguments = words.clone();
                arguments.extend(rest.map(str::to_owned));
                arguments.push(format!("{option}={value}"));
                let ran = run(program, folder, &arguments);
                let what = format!("{program} {arguments:?}: {ran:?}");
                assert!(!ran.error.contains("panicked") && !ran.error.contains("overflow"), "{what}");
                assert!(ran.stopped || matches!(ran.status, Some(0..=3)), "{what}");
                let refused = ran.error.contains("invalid value") || ran.error.contains("a value is required");
                assert!(!refused || ran.error.contains(&*option), "{what}");
                (refused, ran.error)
            };
            let (refused, error) = try_value("x9");
            if !refused || error.contains("[possible values") {
                continue;
            }
            checked += 1;
            let (_, far) = try_value("-99999999999999999999");
            let mut values: Vec<String> =
                ["", "0", "1", "-1", "1e3", "18446744073709551616", "nan", "inf"].map(str::to_owned).into();
            values.push("9".repeat(400));
            for limit in [u64::MAX, u32::MAX.into()] {
                let (_, error) = try_value(&limit.to_string());
                if let Some([low, high]) = bounds(&error).or_else(|| bounds(&far)) {
                    values.extend([low - 1, low, high, high + 1].map(|value| value.to_string()));
                    break;
                }
            }
            values.iter().for_each(|value| {
                try_value(value);
            });
        }
    }
    checked
}
