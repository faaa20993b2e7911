//! Engines that misbehave lose only their game, and no process is left running.
// Survivors are found in /proc.
#![cfg(target_os = "linux")]

use crate::common::tournament;
use duiyi_arena::{End, EngineConfig, Fault, GameRecord, GameResult, Watchdog};
use std::{
    fs,
    path::PathBuf,
    process::{Command, Stdio},
    sync::{Arc, atomic::AtomicBool},
    thread,
    time::{Duration, Instant},
};

/// The test engine with short time limits.
fn engine(name: &str, args: &[&str]) -> EngineConfig {
    let mut config = crate::common::engine(name, args);
    let limits = &mut config.program.limits;
    limits.startup = Duration::from_secs(5);
    limits.hang = Duration::from_millis(700);
    limits.grace = Duration::from_millis(600);
    config
}

/// A fresh file name in cargo's temporary folder.
fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

fn runs(pid: &str) -> bool {
    // A zombie is no longer running.
    fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
}

/// The processes recorded in a file that still run after a short wait.
fn survivors(mark: &PathBuf) -> Vec<String> {
    let started: Vec<String> =
        fs::read_to_string(mark).expect("engines were started").lines().map(str::to_owned).collect();
    assert!(!started.is_empty());
    let deadline = Instant::now() + Duration::from_secs(3);
    loop {
        let alive: Vec<String> = started.iter().filter(|pid| runs(pid)).cloned().collect();
        if alive.is_empty() || Instant::now() > deadline {
            return alive;
        }
        thread::sleep(Duration::from_millis(20));
    }
}

/// Plays the faulty engine against a sound one: four games, with the fault at its third
/// move.
fn play(fault: &str, more: &[&str]) -> Vec<GameRecord> {
    let mark = scratch(&format!("mark-{fault}-{}", more.len()));
    let mark_text = mark.to_str().expect("UTF-8").to_owned();
    let mut args = vec!["--fault", fault, "--at", "3", "--mark", &mark_text];
    args.extend_from_slice(more);
    let sound = engine("sound", &["--mark", &mark_text]);
    let mut tournament = tournament(vec![engine("faulty", &args), sound], 2, Some(Arc::new(Watchdog::new())));
    tournament.control = "movetime=0.2".parse().expect("valid");
    let mut games = Vec::new();
    let (standings, end) = tournament
        .run(Vec::new(), None, &mut |progress| games.extend(progress.game.cloned()), &AtomicBool::new(false))
        .expect("the match is played");
    drop(tournament);
    assert_eq!(end, End::Completed, "{fault}: the match goes on");
    assert_eq!((games.len(), standings.total(0).losses()), (4, 4), "{fault}: {games:#?}");
    assert_eq!(standings.usage(0).forfeits().values().sum::<u64>(), 4);
    assert!(standings.usage(1).forfeits().is_empty());
    assert_eq!(survivors(&mark), [""; 0], "{fault}: left running");
    for game in &games {
        let line = serde_json::to_string(game).expect("writes");
        assert_eq!(serde_json::from_str::<GameRecord>(&line).expect("reads"), *game);
    }
    games
}

fn faults(fault: &str, more: &[&str]) -> Vec<Fault> {
    play(fault, more)
        .into_iter()
        .map(|game| {
            let forfeit = game.forfeit.clone().expect("a forfeit");
            assert_eq!(forfeit.player, "faulty");
            let won = if game.players[0] == "sound" { GameResult::FirstWins } else { GameResult::SecondWins };
            assert_eq!(game.result, won);
            // It played two moves before.
            assert!((4..=5).contains(&game.played().count()), "{:?}", game.moves);
            forfeit.fault
        })
        .collect()
}

#[test]
fn a_crash() {
    for fault in faults("crash", &[]) {
        assert!(matches!(&fault, Fault::Crash(status) if status.contains("signal")), "{fault:?}");
    }
    for fault in faults("exit", &[]) {
        assert!(matches!(&fault, Fault::Crash(status) if status.contains('3')), "{fault:?}");
    }
}

#[test]
fn a_hang() {
    for fault in faults("hang", &[]) {
        assert!(matches!(fault, Fault::Hang(after) if after < Duration::from_secs(30)), "{fault:?}");
    }
}

#[test]
fn a_hang_under_a_wrapper_leaves_no_child() {
    assert!(faults("hang-in-child", &[]).iter().all(|fault| matches!(fault, Fault::Hang(_))));
}

#[test]
fn an_illegal_move() {
    for fault in faults("illegal", &[]) {
        assert!(matches!(&fault, Fault::IllegalMove(why) if why.contains("z9")), "{fault:?}");
    }
    assert!(faults("nonsense", &[]).iter().all(|fault| matches!(fault, Fault::IllegalMove(_))));
    assert!(faults("nonsense", &["--rank-one"]).iter().all(|fault| matches!(fault, Fault::IllegalMove(_))));
}

#[test]
fn no_move() {
    assert!(faults("none", &["--protocol", "ucci"]).iter().all(|fault| matches!(fault, Fault::NoMove(_))));
}

#[test]
fn a_late_move_is_recorded_but_not_played() {
    for game in play("late", &[]) {
        let fault = game.forfeit.as_ref().map(|forfeit| &forfeit.fault);
        assert!(matches!(fault, Some(Fault::Time(over)) if *over >= Duration::from_millis(150)), "{fault:?}");
        let last = game.moves.last().expect("moves");
        assert!(last.late && last.over_us >= 150_000);
        assert_eq!(game.moves.len(), game.played().count() + 1);
    }
}

#[test]
fn a_flood() {
    assert!(faults("flood", &[]).iter().all(|fault| matches!(fault, Fault::Flood(_))));
    assert!(faults("flood-one-line", &[]).iter().all(|fault| matches!(fault, Fault::Flood(_))));
}

#[test]
fn binary_noise() {
    for fault in faults("noise", &[]) {
        assert!(matches!(fault, Fault::Hang(_) | Fault::NoMove(_) | Fault::IllegalMove(_)), "{fault:?}");
    }
}

#[test]
fn a_closed_pipe() {
    for fault in faults("close", &[]) {
        assert!(matches!(fault, Fault::Crash(_) | Fault::ClosedPipe(_)), "{fault:?}");
    }
    // A wrapper that runs on after closing both pipes.
    let script = r#"n=0; while read -r line; do
        case $line in
            uci) echo uciok ;;
            isready) echo readyok ;;
            go*) exec <&- >&-; sleep 1000 ;;
        esac
    done"#;
    let mut shell = engine("shell", &[]);
    shell.program.path = "sh".into();
    shell.program.args = vec!["-c".into(), script.into()];
    let mut games = Vec::new();
    tournament(vec![shell, engine("sound", &[])], 1, None)
        .run(Vec::new(), None, &mut |progress| games.extend(progress.game.cloned()), &AtomicBool::new(false))
        .expect("the match is played");
    assert_eq!(games.len(), 2);
    for game in games {
        let forfeit = game.forfeit.expect("a forfeit");
        assert!(matches!(forfeit.fault, Fault::ClosedPipe(_)), "{forfeit:?}");
    }
}

#[test]
fn an_engine_that_fails_to_start_is_reported_before_the_match() {
    for (fault, reason) in [("crash", "signal"), ("hang", "hung"), ("flood", "flooded")] {
        let mut dead = engine("dead", &["--fault", fault, "--at", "0"]);
        dead.program.limits.grace = Duration::from_millis(100);
        if fault == "hang" {
            // The other faults end the wait themselves.
            dead.program.limits.startup = Duration::from_millis(300);
        }
        let mut tournament = tournament(vec![dead, engine("b", &[])], 1, None);
        tournament.entrants.reverse();
        let error = tournament.check().expect_err("refused").to_string();
        assert!(error.starts_with("dead: failed to start") && error.contains(reason), "{error}");
    }
    let mut missing = engine("missing", &[]);
    missing.program.path = "/nonexistent/engine".into();
    let error = tournament(vec![missing, engine("b", &[])], 1, None).check().expect_err("refused");
    assert!(error.to_string().contains("/nonexistent/engine"), "{error}");
}

/// An engine started by a shell that first starts processes outside its group: a child in its own session, one
/// whose parent ends, and if `cleared`, a child without the environment. Each appends its number to `mark`.
fn wrapped(name: &str, mark: &str, args: &[&str], cleared: bool) -> EngineConfig {
    let script = r#"mark=$1 cleared=$2; shift 2
        sleeper='echo $$ >> "$0"; exec sleep 1000'
        setsid sh -c "$sleeper" "$mark" &
        (setsid sh -c "$sleeper" "$mark" &)
        if [ "$cleared" = true ]; then env -i PATH="$PATH" setsid sh -c "$sleeper" "$mark" & fi
        exec "$@""#;
    let mut config = engine(name, args);
    let program = std::mem::replace(&mut config.program.path, "sh".into());
    let mut wrapper: Vec<String> = ["-c", script, "sh", mark, &cleared.to_string()].map(str::to_owned).into();
    wrapper.push(program.to_str().expect("UTF-8").to_owned());
    wrapper.append(&mut config.program.args);
    config.program.args = wrapper;
    config
}

#[test]
fn processes_that_left_the_group_of_an_engine_end_with_the_match() {
    let mark = scratch("mark-setsid");
    let mark_text = mark.to_str().expect("UTF-8");
    // The second engine ends by itself, and then only the mark shows what it has started.
    let ends = &["--fault", "exit", "--at", "1", "--mark", mark_text][..];
    for (args, cleared) in [(&["--mark", mark_text][..], true), (ends, false)] {
        let engines = vec![wrapped("wrapped", mark_text, args, cleared), engine("sound", &[])];
        tournament(engines, 1, None)
            .run(Vec::new(), None, &mut |_| (), &AtomicBool::new(false))
            .expect("the match is played");
    }
    assert!(fs::read_to_string(&mark).expect("written").lines().count() >= 2 * 3 + 2 * 2);
    assert_eq!(survivors(&mark), [""; 0]);
}

/// The arena is killed without a chance to clean up: the watchdog terminates the engines.
/// The killed arena is this test itself, run again with a variable set.
#[test]
fn engines_of_a_killed_arena_are_terminated() {
    const CHILD: &str = "DUIYI_ARENA_TEST_MARK";
    if let Ok(mark) = std::env::var(CHILD) {
        let deaf = |name| {
            // The watchdog finds no process without the environment.
            wrapped(name, &mark, &["--fault", "hang", "--at", "1", "--mark", &mark], false)
        };
        let mut tournament = tournament(vec![deaf("a"), deaf("b")], 1, Some(Arc::new(Watchdog::new())));
        tournament.control = "1000".parse().expect("valid");
        let _ = tournament.run(Vec::new(), None, &mut |_| (), &AtomicBool::new(false));
        return;
    }
    let mark = scratch("mark-killed");
    let mut arena = Command::new(std::env::current_exe().expect("a path"))
        .args(["--exact", "faults::engines_of_a_killed_arena_are_terminated"])
        .env(CHILD, &mark)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("runs again");
    // Two for the check, then two for each of the two games.
    let deadline = Instant::now() + Duration::from_secs(20);
    while fs::read_to_string(&mark).map_or(0, |text| text.lines().count()) < 6 {
        assert!(Instant::now() < deadline, "the engines did not start");
        thread::sleep(Duration::from_millis(20));
    }
    thread::sleep(Duration::from_millis(200));
    arena.kill().expect("killed");
    arena.wait().expect("reaped");
    assert_eq!(survivors(&mark), [""; 0]);
}
