//! Matches with programs that speak the protocols of Connect6: small shell scripts that play
//! tic-tac-toe, choosing the first free point in reading order, or that misbehave.
#![cfg(unix)]

use crate::common::{Folder, succeeds};

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

/// Nine points, and a function that returns the first one that is not in `$used`.
const FREE: &str = r#"
points='AA BA CA AB BB CB AC BC CC'
first() { for p in $points; do case " $used " in *" $p "*) ;; *) used="$used $p"; answer=$p; return;; esac; done; }
"#;

const CLOUDICT: &str = r#"
while read -r verb what; do
    case $verb in
        name) echo 'name first free';;
        new) used=; if [ "$what" = black ]; then first; echo "chatter"; echo "move $answer"; fi;;
        black|white) used="$used $what";;
        move) used="$used $what"; first; echo "move $answer";;
        next) first; echo 'Searching 3/38'; echo "move $answer";;
        quit) exit;;
    esac
done
"#;

const SAU: &str = r#"
while read -r verb what; do
    case $verb in
        'name?') echo 'name first free';;
        new) used=; if [ "$what" = black ]; then first; echo "move $answer@@"; fi;;
        move) used="$used ${what%@@}"; first; echo "move $answer@@";;
        quit) exit;;
    esac
done
"#;

pub(crate) const GTP: &str = r#"
points='A1 B1 C1 A2 B2 C2 A3 B3 C3'
while read -r verb color point; do
    case $verb in
        name) printf '= first free\n\n';;
        clear_board) used=; printf '=\n\n';;
        play) used="$used $point"; printf '=\n\n';;
        genmove) first; printf '= %s\n\n' "$answer";;
        quit) printf '=\n\n'; exit;;
        *) printf '= \n\n';;
    esac
done
"#;

const BOTZONE: &str = r#"
points='0,2 1,2 2,2 0,1 1,1 2,1 0,0 1,0 2,0'
read -r n; n=$((2 * n - 1))
while [ $n -gt 0 ]; do read -r x y rest; used="$used $x,$y"; n=$((n - 1)); done
first; echo "${answer%,*} ${answer#*,} -1 -1"
"#;

pub(crate) const PISKVORK: &str = r#"
points='0,2 1,2 2,2 0,1 1,1 2,1 0,0 1,0 2,0'
while read -r verb what; do
    case $verb in
        ABOUT) echo 'name="first free"';;
        START) used=; echo OK;;
        INFO) echo "DEBUG $what"; echo "MESSAGE $what";;
        BEGIN) first; echo "$answer";;
        TURN) used="$used $what"; first; echo "$answer";;
        BOARD) used=; echo 'MESSAGE reading';;
        DONE) first; echo "$answer";;
        END) exit;;
        *,*,1|*,*,2) used="$used ${verb%,*}";;
    esac
done
"#;

/// Writes a program to a file.
pub(crate) fn script(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("duel-{name}.sh"));
    fs::write(&path, format!("{FREE}{text}")).expect("written");
    path
}

fn engine(name: &str, protocol: &str, script: &Path) -> String {
    format!("name={name} cmd=sh arg='{}' proto={protocol} hang=20 grace=0.2", script.display())
}

fn duel(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lab"));
    command.args(["gauntlet", "--game", "connect6", "--rules", "tictactoe"]).args(arguments).stdin(Stdio::null());
    command.output().expect("it runs")
}

fn summary(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn every_protocol_plays_the_same_game() {
    // Both sides choose the first free point: Black gets A1, C1, B2, A3 on a diagonal.
    let programs = [("cloudict", CLOUDICT), ("sau", SAU), ("gtp", GTP), ("botzone", BOTZONE), ("piskvork", PISKVORK)];
    let programs = programs.map(|(protocol, text)| engine(protocol, protocol, &script(protocol, text)));
    let stem = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("duel-protocols");
    for end in ["jsonl", "pgn"] {
        let _ = fs::remove_file(stem.with_extension(end));
    }
    let mut arguments = vec!["--games", "2", "--tc", "movetime=20", "--round-robin", "--out", stem.to_str().unwrap()];
    programs.iter().for_each(|program| arguments.extend(["--engine", program]));
    let text = summary(&duel(&arguments));
    assert!(text.contains("20 games") && text.contains("3 in a row 20"), "{text}");
    let record = fs::read_to_string(stem.with_extension("jsonl")).expect("written");
    for line in record.lines().skip(1) {
        let game: serde_json::Value = serde_json::from_str(line).expect("a game");
        let moves: Vec<_> = game["moves"].as_array().unwrap().iter().map(|mv| mv["mv"].as_str().unwrap()).collect();
        assert_eq!(moves, ["A1", "B1", "C1", "A2", "B2", "C2", "A3"], "{line}");
        assert_eq!(game["result"], "1-0");
    }
    // The record gives the same results.
    let again =
        Command::new(env!("CARGO_BIN_EXE_lab")).arg("stats").arg(stem.with_extension("jsonl")).output().unwrap();
    assert!(summary(&again).contains("20 games"));
}

#[test]
fn an_engine_can_keep_the_game_between_its_turns() {
    for (protocol, program) in [("cloudict", CLOUDICT), ("piskvork", PISKVORK)] {
        let path = script("keeps", program);
        let keeps = engine("keeps", protocol, &path) + " replay=off";
        let other = engine("other", protocol, &path);
        let text = summary(&duel(&["--games", "2", "--tc", "movetime=20", "--engine", &keeps, "--engine", &other]));
        assert!(text.contains("3 in a row 2"), "{text}");
    }
}

#[test]
fn faults_lose_the_game_and_are_reported() {
    let path = script("good", CLOUDICT);
    let good = engine("good", "cloudict", &path);
    for (name, text, fault) in [
        (
            "occupied",
            "while read -r v w; do case $v in name) echo name x;; next) echo move AA;; new) [ \"$w\" = black ] && echo move AA;; esac; done",
            "illegal move",
        ),
        ("gone", "read -r v; echo name x; read -r v; exit 3", "crash"),
    ] {
        let path = script(name, text);
        let bad = engine(name, "cloudict", &path);
        let text = summary(&duel(&["--games", "2", "--tc", "movetime=20", "--engine", &good, "--engine", &bad]));
        assert!(text.contains(&format!("forfeit: {fault} ")), "{name}: {text}");
        assert!(text.contains("+2 =0 -0"), "{name}: {text}");
    }
    let mute = script("mute", "read -r v; sleep 60");
    let mute = engine("mute", "cloudict", &mute) + " startup=0.3";
    let refused = duel(&["--games", "2", "--engine", &good, "--engine", &mute, "--tc", "movetime=1"]);
    assert!(!refused.status.success());
    assert!(String::from_utf8_lossy(&refused.stderr).contains("no answer to 'name'"), "{refused:?}");
}

#[test]
fn our_own_engine_does_not_lose_to_the_first_free_point() {
    let path = script("weak", CLOUDICT);
    let weak = engine("weak", "cloudict", &path);
    let text = summary(&duel(&[
        "--games",
        "2",
        "--tc",
        "depth=9",
        "--engine",
        "builtin=duiyi",
        "--engine",
        &weak,
        "--engine",
        "builtin=windows",
        "--engine",
        "builtin=random seed=4",
    ]));
    let games = |name: &str| {
        let line = text.lines().find(|line| line.starts_with(&format!("**duiyi – {name}**"))).expect(&text).to_owned();
        let losses = line.split(" -").nth(1).and_then(|rest| rest.split(' ').next()).map(str::to_owned);
        (line, losses)
    };
    for name in ["weak", "windows-1", "random-4"] {
        let (line, losses) = games(name);
        assert_eq!(losses.as_deref(), Some("0"), "{line}");
    }
}

#[test]
fn a_book_learns_from_games_with_a_program() {
    let folder = Folder::new("duel-book");
    let good = engine("good", "cloudict", &script("teacher", CLOUDICT));
    let gone = engine("gone", "cloudict", &script("deserter", "read -r v; echo name x; read -r v; exit 3"));
    // This one exits unless it received its thinking time.
    let received = r#"[ $verb = time ] && received=$what; case $verb in next|move) [ "$received" = 250 ] || exit 3;; esac; case $verb in"#;
    let timed = engine("timed", "cloudict", &script("timed", &CLOUDICT.replace("case $verb in", received)));
    let timed = timed + " setup='time {ms}'";
    let in_time = format!("{timed} tc=movetime=0.25");
    let opponents = [(&good, 0), (&gone, 10), (&in_time, 0), (&timed, 10)];
    for (number, (opponent, fails)) in opponents.into_iter().enumerate() {
        let book = folder.file(&format!("{number}.book"));
        let games = ["--rules", "tictactoe", "--games", "6", "--test", "2", "--turns", "1", "--depth", "9"];
        let train = [&["book", "--game", "connect6", "train", &book, "--opponent", opponent][..], &games].concat();
        let (text, news) = succeeds(&train);
        // The first-free-point player, or one that exits, does not win against a search of nine stones.
        let scores: Vec<f64> = text.lines().skip(1).map(score).collect();
        assert!(scores.len() == 3 && scores.iter().all(|&score| score >= 50.0), "{text}");
        assert_eq!(news.matches("the opponent fails: ").count(), fails, "{news}");
        assert!(fails == 0 || scores == [100.0; 3], "{text}");
        let checked = succeeds(&["book", "--game", "connect6", "check", "--rules", "tictactoe", &book]).0;
        assert!(checked.starts_with("6 games, "), "{checked}");
    }
}

/// The score in a line of a training, in percent.
fn score(line: &str) -> f64 {
    let (_, score) = line.rsplit_once(": ").expect(line);
    score.split(' ').next().and_then(|score| score.parse().ok()).expect(line)
}
