//! Scripted sessions: the real program over real pipes.
//!
//! A script has a line for each step: `> text` is sent; `< pattern` must match
//! the next line other than `info`; `i pattern` must match one of the next
//! `info` lines; `sleep ms`; `silent ms`: only `info` lines come in this time;
//! `skip n`: skips n lines; `exit ms`: the program ends successfully within this time.
//! In patterns `*` stands for any text and `?` for any character.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    time::{Duration, Instant},
};

/// Ample even on a busy machine; every answer comes at once or after a short search.
const PATIENCE: Duration = Duration::from_secs(120);

struct Session {
    child: Child,
    lines: Receiver<String>,
}

impl Session {
    fn start(arguments: &[&str]) -> Session {
        let mut child = Command::new(env!("CARGO_BIN_EXE_xiangqi-engine"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Session { child, lines }
    }

    fn send(&mut self, bytes: &[u8]) {
        let input = self.child.stdin.as_mut().unwrap();
        input.write_all(bytes).unwrap();
        input.write_all(b"\n").unwrap();
        input.flush().unwrap();
    }

    fn next(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("an answer")
    }

    /// The next line that is not `info`.
    fn answer(&self) -> String {
        loop {
            let line = self.next();
            if !line.starts_with("info ") {
                return line;
            }
        }
    }

    fn expect_exit(&mut self, within: Duration) {
        let started = Instant::now();
        while started.elapsed() < within + PATIENCE {
            if let Some(status) = self.child.try_wait().unwrap() {
                assert!(status.success(), "{status}");
                return;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        panic!("the program did not end");
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn matches(pattern: &[char], text: &[char]) -> bool {
    match (pattern.first(), text.first()) {
        (None, None) => true,
        (Some('*'), _) => matches(&pattern[1..], text) || !text.is_empty() && matches(pattern, &text[1..]),
        (Some('?'), Some(_)) => matches(&pattern[1..], &text[1..]),
        (Some(p), Some(t)) if p == t => matches(&pattern[1..], &text[1..]),
        _ => false,
    }
}

fn is_match(pattern: &str, text: &str) -> bool {
    let chars = |text: &str| text.trim_end().chars().collect::<Vec<_>>();
    matches(&chars(pattern), &chars(text))
}

fn play(script: &str) {
    let mut session = Session::start(&[]);
    for (number, step) in (1..).zip(script.lines()) {
        let (verb, rest) = step.split_once(' ').unwrap_or((step, ""));
        let millis = || Duration::from_millis(rest.parse().unwrap());
        match verb {
            "#" | "" => {}
            ">" => session.send(rest.as_bytes()),
            "<" => {
                let line = session.answer();
                assert!(is_match(rest, &line), "line {number}: expected '{rest}', got '{line}'");
            }
            "i" => loop {
                let line = session.next();
                assert!(line.starts_with("info "), "line {number}: expected '{rest}', got '{line}'");
                if is_match(rest, &line) {
                    break;
                }
            },
            "sleep" => std::thread::sleep(millis()),
            "silent" => {
                let end = Instant::now() + millis();
                while let Some(left) = end.checked_duration_since(Instant::now()) {
                    match session.lines.recv_timeout(left) {
                        Ok(line) => assert!(line.starts_with("info "), "line {number}: '{line}'"),
                        Err(RecvTimeoutError::Timeout) => {}
                        Err(RecvTimeoutError::Disconnected) => panic!("line {number}: the program ended"),
                    }
                }
            }
            "skip" => (0..rest.parse::<u32>().unwrap()).for_each(|_| drop(session.next())),
            "exit" => {
                session.expect_exit(millis());
                // Output of the search before it was stopped may still be there.
                let more = session.lines.iter().find(|line| !line.starts_with("info "));
                assert_eq!(more, None, "line {number}: the program printed more");
            }
            _ => panic!("line {number}: '{step}'"),
        }
    }
}

#[test]
fn ucci() {
    play(include_str!("../sessions/ucci.txt"));
}

#[test]
fn uci() {
    play(include_str!("../sessions/uci.txt"));
}

#[test]
fn strength() {
    play(include_str!("../sessions/strength.txt"));
}

#[test]
fn the_same_seed_makes_the_same_mistakes() {
    let game = || {
        let mut session = Session::start(&[]);
        for line in ["uci", "setoption name Skill Level value 1", "setoption name Skill Seed value 5"] {
            session.send(line.as_bytes());
        }
        while session.next() != "uciok" {}
        let mut moves = String::new();
        for _ in 0..6 {
            session.send(format!("position startpos moves{moves}").as_bytes());
            session.send(b"go movetime 60000");
            let answer = session.answer();
            let played = answer.split(' ').nth(1).unwrap();
            moves = format!("{moves} {played}");
        }
        moves
    };
    assert_eq!(game(), game());
}

#[test]
fn batch_mode_runs_a_file_to_its_end() {
    let mut session = Session::start(&[]);
    let script = "ucci\nsetoption batch true\nposition startpos\ngo depth 5\n\
        position startpos moves h2e2\ngo depth 5\nquit\n";
    session.child.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    let lines: Vec<String> = session.lines.iter().filter(|line| !line.starts_with("info ")).collect();
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove ")).count(), 2);
    assert_eq!(lines.last().map(String::as_str), Some("bye"));
    session.expect_exit(Duration::ZERO);
}

#[test]
fn at_the_end_of_input_a_limited_search_is_answered_and_an_unlimited_one_stopped() {
    for (go, protocol) in [("go depth 6", "uci"), ("go infinite", "uci"), ("go ponder time 60", "ucci")] {
        let mut session = Session::start(&[]);
        let script = format!("{protocol}\nposition startpos\n{go}\n");
        session.child.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
        let lines: Vec<String> = session.lines.iter().collect();
        assert!(lines.last().unwrap().starts_with("bestmove "), "{go}: {lines:?}");
        session.expect_exit(Duration::ZERO);
    }
    let mut session = Session::start(&[]);
    drop(session.child.stdin.take());
    session.expect_exit(Duration::ZERO);
}

#[test]
fn invalid_text_does_not_end_the_session() {
    let mut session = Session::start(&[]);
    session.send(b"\xff\xfe\x00\x80 go \xc3\x28");
    session.send(&vec![b'x'; 2_000_000]);
    session.send(b"position fen \xff\xff\xff w");
    session.send(b"isready");
    assert_eq!(session.answer(), "readyok");
    session.send(b"go depth 3");
    assert!(session.answer().starts_with("bestmove "));
    session.send(b"quit");
    session.expect_exit(Duration::from_millis(500));
}

#[test]
fn the_command_line_analyses_counts_and_measures() {
    let fen = "2n1R4/5k3/b3b3c/p1r1p1n1p/2p3p2/P8/4P1c1P/2C3N1B/5C3/2BAKA3 w - - 0 1";
    let mut session = Session::start(&["analyse", "--depth", "3", "--fen", fen]);
    let lines: Vec<String> = session.lines.iter().collect();
    assert_eq!(lines.last().map(String::as_str), Some("bestmove c2f2"));
    assert!(lines.iter().any(|line| line.contains("depth  1/") && line.contains("mate in 1 ply ")));
    session.expect_exit(Duration::ZERO);

    let mut session = Session::start(&["analyse", "--explain", "--evaluation", "tuned", "--fen", fen]);
    let lines: Vec<String> = session.lines.iter().collect();
    let [.., score, _, moves] = &lines[..] else { panic!("{lines:?}") };
    let score = score.strip_prefix("score ").and_then(|score| score.strip_suffix(" for Red")?.parse::<i32>().ok());
    assert!(score.is_some() && moves.contains(" legal moves: king "), "{lines:?}");
    assert!(
        lines.iter().any(|line| line.starts_with("material")) && lines.iter().any(|line| line.starts_with("threat"))
    );
    session.expect_exit(Duration::ZERO);

    let mut session = Session::start(&["perft", "--depth", "3"]);
    let lines: Vec<String> = session.lines.iter().collect();
    assert_eq!(lines.last().map(String::as_str), Some("Nodes searched: 79666"));
    assert_eq!(lines.len(), 46);
    session.expect_exit(Duration::ZERO);

    let fen = "c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w";
    let mut arguments = vec!["judge", "--rules", "asian", "--fen", fen, "--moves"];
    arguments.extend("h8h9 f9f8 h9h8 f8f9".split(' '));
    let mut session = Session::start(&arguments);
    assert_eq!(session.lines.iter().last().as_deref(), Some("red-loses"));
    session.expect_exit(Duration::ZERO);

    let bench = || {
        let session = Session::start(&["bench", "--depth", "4"]);
        let lines: Vec<String> = session.lines.iter().collect();
        // Row C-F7.
        let memory = lines[lines.len() - 2].strip_prefix("peak memory ").unwrap();
        if cfg!(target_os = "linux") {
            let mebibytes: f64 = memory.strip_suffix(" MiB").unwrap().parse().unwrap();
            assert!(mebibytes > 1.0, "{memory}");
        }
        let last = lines.last().unwrap();
        let words: Vec<&str> = last.split(' ').collect();
        assert_eq!((words.len(), words[1], words[3]), (4, "nodes", "nps"), "{last}");
        words[0].parse::<u64>().unwrap()
    };
    assert_eq!(bench(), bench());
}

#[test]
fn a_time_for_one_move_is_used() {
    for go in ["go time 300", "go time 300 movestogo 1"] {
        let mut session = Session::start(&[]);
        session.send(b"ucci");
        session.send(b"setoption usemillisec true");
        session.send(b"position startpos");
        while session.next() != "ucciok" {}
        let started = Instant::now();
        session.send(go.as_bytes());
        assert!(session.answer().starts_with("bestmove "));
        // At least most of it; the excess depends on the machine.
        assert!(started.elapsed() >= Duration::from_millis(200), "{go}: {:?}", started.elapsed());
    }
}

/// The last info line of a timed search, and its answer.
struct Said {
    info: String,
    answer: String,
}

impl Said {
    fn number(&self, name: &str) -> u64 {
        let mut words = self.info.split(' ').skip_while(|&word| word != name).skip(1);
        words.next().and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("no {name} in '{}'", self.info))
    }

    fn line(&self) -> Vec<&str> {
        self.info.split(' ').skip_while(|&word| word != "pv").skip(1).collect()
    }

    fn best(&self) -> &str {
        self.answer.split(' ').nth(1).unwrap()
    }
}

impl Session {
    fn uci() -> Session {
        let mut session = Session::start(&[]);
        session.send(b"uci");
        while session.next() != "uciok" {}
        session
    }

    /// Searches a position by the clock.
    fn go(&mut self, position: &str, clock: &str) -> Said {
        self.send(format!("position {position}").as_bytes());
        self.send(format!("go {clock}").as_bytes());
        let mut info = String::new();
        loop {
            let line = self.next();
            if line.starts_with("bestmove ") {
                return Said { info, answer: line };
            }
            if line.contains(" pv ") {
                info = line;
            }
        }
    }
}

const MINUTE: &str = "wtime 60000 btime 60000";
/// Enough time to prove a mate on any machine, which ends the search.
const DAYS: &str = "wtime 600000000 btime 600000000";

/// T-14: while the game follows the line of a proved mate, the answer comes
/// without a search, even if the table has been cleared.
#[test]
fn a_known_mate_is_played_at_once() {
    const MATE_IN_FIVE: &str = "fen 4kab2/4a4/4b4/9/9/9/9/R8/9/3K1R3 w - - 0 1";
    let mut session = Session::uci();
    let mut position = format!("{MATE_IN_FIVE} moves");
    let first = session.go(MATE_IN_FIVE, DAYS);
    let (mate, line) = (first.number("mate"), first.line());
    assert_eq!(line.len() as u64, 2 * mate - 1, "{}", first.info);
    for (mate, pair) in (1..mate).rev().zip(line[..line.len() - 1].chunks_exact(2)) {
        position = format!("{position} {} {}", pair[0], pair[1]);
        session.send(b"setoption name Clear Hash");
        let known = session.go(&position, DAYS);
        assert!(known.info.contains(&format!("score mate {mate}")), "{}", known.info);
        assert!(!known.info.contains("nodes"), "info of a search: {}", known.info);
        let next = line.iter().position(|&mv| mv == pair[1]).unwrap() + 1;
        assert_eq!(known.best(), line[next]);
    }
    // Without the stored mate it needs a search, and so it does with an additional limit.
    let after = format!("{MATE_IN_FIVE} moves {} {}", line[0], line[1]);
    session.send(b"ucinewgame");
    assert!(session.go(&after, MINUTE).number("nodes") > 100);
    session.send(b"ucinewgame");
    session.go(MATE_IN_FIVE, MINUTE);
    assert!(session.go(&after, &format!("{MINUTE} depth 4")).number("nodes") > 100);
    // A strategy without this rule searches, too.
    session.send(b"setoption name Time Strategy value average");
    session.send(b"ucinewgame");
    session.go(MATE_IN_FIVE, MINUTE);
    assert!(session.go(&after, MINUTE).number("nodes") > 100);
}

/// T-14: a side whose piece is chased perpetually and that has answered before repeats its answer at once.
#[test]
fn a_known_repetition_is_answered_at_once() {
    // A rook chases an elephant to and fro; Red loses if it continues (example 24 of the Chinese rules of 2020).
    const CHASED: &str = "fen N3ka3/4a1c2/4b4/4p3p/p5bP1/4P4/2P6/B7C/3rA1nR1/2BA1K3 w - - 0 1 moves i2g2";
    const CLOCK: &str = "wtime 20000 btime 20000";
    let repeated = format!("{CHASED} g5i7 g2i2 i7g5 i2g2");
    let mut session = Session::uci();
    let first = session.go(CHASED, CLOCK);
    assert!(first.number("nodes") > 500, "{}", first.info);
    let known = session.go(&repeated, CLOCK);
    assert_eq!(known.best(), first.best());
    assert!(known.number("nodes") * 5 < first.number("nodes"), "{}", known.info);
    // In another game the position is new, so the stored answer is not used.
    session.send(b"ucinewgame");
    let fresh = session.go(&repeated, CLOCK);
    assert!(fresh.number("nodes") > 500, "{}", fresh.info);
}

/// Runs a command to its end; returns whether it succeeded, and its two outputs.
fn command(arguments: &[&str]) -> (bool, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_xiangqi-engine")).args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.success(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_limit_of_zero_is_refused() {
    for limit in [["--depth", "0"], ["--lines", "0"], ["--nodes", "0"], ["--movetime", "0"], ["--hash", "0"]] {
        let (succeeded, _, said) = command(&[&["analyse"], &limit[..]].concat());
        assert!(!succeeded && said.contains(limit[0]) && said.contains("'0'"), "{limit:?}: {said}");
    }
    for command_name in ["perft", "bench"] {
        assert!(!command(&[command_name, "--depth", "0"]).0, "{command_name}");
    }
}

#[test]
fn an_error_contains_the_line_of_the_file() {
    let path = std::env::temp_dir().join(format!("xiangqi-engine-{}.fen", std::process::id()));
    std::fs::write(&path, "\n\nrnbakabnr\n").unwrap();
    let name = path.to_str().unwrap();
    let (succeeded, _, said) = command(&["analyse", "--file", name]);
    assert!(!succeeded);
    assert_eq!(said, format!("error: {name}:3: the ranks of the FEN are 1: expected 10, divided by slashes\n"));
    std::fs::write(&path, "\n\n").unwrap();
    assert_eq!(command(&["analyse", "--file", name]).2, format!("error: {name}: no line with a position\n"));
    std::fs::remove_file(&path).unwrap();
    let (succeeded, _, said) = command(&["perft", "--depth", "1", "--fen", "x"]);
    assert!(!succeeded && !said.contains("Ranks("), "{said}");
}

#[test]
fn an_explanation_describes_its_columns() {
    let (_, said, _) = command(&["analyse", "--explain", "--evaluation", "tuned"]);
    for word in ["in hundredths of a pawn", "full: with all pieces", "bare: without any", "now: between"] {
        assert!(said.contains(word), "{said}");
    }
    // The default evaluation is the network.
    let (_, said, _) = command(&["analyse", "--explain"]);
    for word in ["by the network", "without one of its pieces, exactly:", "The score of the network, by terms:"] {
        assert!(said.contains(word), "{said}");
    }
}

/// Reads one line, like `analyse | head -1`.
#[cfg(unix)]
#[test]
fn a_closed_output_ends_the_program_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_xiangqi-engine"))
        .args(["analyse", "--depth", "100"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", output.status);
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

/// The largest announced table exceeds the memory limit of the program here.
#[cfg(target_os = "linux")]
#[test]
fn a_table_that_cannot_be_allocated_leaves_the_old_one() {
    let limited = |arguments: &str| {
        let line = format!("ulimit -v 2000000; exec {} {arguments}", env!("CARGO_BIN_EXE_xiangqi-engine"));
        Command::new("sh")
            .args(["-c", &line])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let mut engine = limited("");
    let script = "uci\nsetoption name Hash value 65536\nisready\nposition startpos\ngo depth 3\n\
        setoption name Hash value 2\ngo depth 2\nquit\n";
    engine.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    let output = engine.wait_with_output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{}", output.status);
    let refused =
        said.lines().find(|line| line.starts_with("info string error: option Hash: 65536 MiB cannot be allocated"));
    assert!(refused.is_some_and(|line| line.ends_with("; the table stays at 64 MiB")), "{said}");
    assert!(said.contains("readyok"), "{said}");
    let output = limited("analyse --depth 1 --hash 65536").wait_with_output().unwrap();
    assert!(!output.status.success());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("error: option Hash: 65536 MiB cannot be allocated"), "{said}");
}

#[test]
fn a_game_of_more_plies_than_sixteen_bits_can_be_sent() {
    let moves = " a0a1 a9a8 a1a0 a8a9".repeat(16_384);
    let mut session = Session::start(&[]);
    session.send(format!("position startpos moves{moves}").as_bytes());
    session.send(b"go nodes 10");
    assert!(session.answer().starts_with("bestmove "));
}

/// A time for one move is used until no shorter mate is possible: the search first sees a mate in four moves.
#[test]
fn a_time_for_one_move_finds_the_shortest_mate() {
    let mut session = Session::uci();
    let found = session.go("fen 2cP1ab2/2N1k4/4b4/p3p3p/9/1rBR5/4c3P/9/9/2BAKA3 w - - 0 1", "movetime 600000");
    assert_eq!(found.number("mate"), 3);
}

/// A game ended by repetitions is played on, and the front end is informed.
#[test]
fn a_finished_game_is_played_on_and_reported() {
    let mut session = Session::uci();
    let moves = "h8h9 f9f8 h9h8 f8f9 h8h9 f9f8 h9h8 f8f9";
    session.send(format!("position fen c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w - - 0 1 moves {moves}").as_bytes());
    session.send(b"go depth 3");
    let mut said = Vec::new();
    while !said.last().is_some_and(|line: &String| line.starts_with("bestmove ")) {
        said.push(session.next());
    }
    assert!(said.contains(&"info string the game is over: 0-1 perpetual check".to_owned()), "{said:?}");
    assert_ne!(said.last().map(String::as_str), Some("bestmove (none)"));
}
