//! Matches that are killed and resumed.

use crate::common::{lab, printed};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Stdio,
    thread,
    time::{Duration, Instant},
};

const GAMES: usize = 80;

fn match_args<'a>(stem: &'a str, openings: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let mut args = vec!["gauntlet", "--engine", "builtin=random seed=1", "--engine", "builtin=random seed=2"];
    args.extend(["--games", "80", "--concurrency", "2", "--openings", openings, "--tc", "1", "--out", stem]);
    args.extend_from_slice(more);
    args
}

fn scratch(name: &str) -> (PathBuf, PathBuf) {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let stem = dir.join(name);
    for extension in ["jsonl", "pgn"] {
        let _ = fs::remove_file(stem.with_extension(extension));
    }
    let openings = dir.join(format!("{name}.epd"));
    let lines = [
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1; id \"central cannon\";",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/2P6/P3P1P1P/1C5C1/9/RNBAKABNR b - - 1 1; id \"pawn\";",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C4NC1/9/RNBAKAB1R b - - 1 1; id \"horse\";",
    ];
    fs::write(&openings, lines.join("\n")).expect("written");
    (stem, openings)
}

/// The games by number, without times.
fn games(json: &Path) -> BTreeMap<u64, String> {
    let mut games = BTreeMap::new();
    for line in fs::read_to_string(json).expect("readable").lines().skip(1) {
        let game: serde_json::Value = serde_json::from_str(line).expect("a game");
        let moves: Vec<_> = game["moves"].as_array().expect("moves").iter().map(|mv| mv["mv"].clone()).collect();
        let what = format!("{} {} {} {moves:?}", game["opening"]["id"], game["players"], game["result"]);
        let twice = games.insert(game["number"].as_u64().expect("a number"), what);
        assert_eq!(twice, None, "a repeated game");
    }
    games
}

#[test]
fn a_killed_match_resumes_and_can_be_evaluated_again() {
    let (stem, openings) = scratch("killed");
    let (stem_text, openings_text) = (stem.to_str().expect("UTF-8"), openings.to_str().expect("UTF-8"));
    let json = stem.with_extension("jsonl");
    let mut child = lab(&match_args(stem_text, openings_text, &[]))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("starts");
    let deadline = Instant::now() + Duration::from_secs(60);
    while fs::read_to_string(&json).map_or(0, |text| text.lines().count()) < 16 {
        assert!(Instant::now() < deadline, "no games");
        thread::sleep(Duration::from_millis(1));
    }
    child.kill().expect("killed");
    child.wait().expect("reaped");
    let written = fs::read_to_string(&json).expect("readable").lines().count();
    assert!(written < GAMES, "killed too late: {written} lines");

    let refused = lab(&match_args(stem_text, openings_text, &[])).output().expect("runs");
    assert!(!refused.status.success());
    assert!(String::from_utf8_lossy(&refused.stderr).contains("exists"));
    let summary = printed(&lab(&match_args(stem_text, openings_text, &["--resume"])).output().expect("runs"));
    assert!(summary.contains("80 games") && summary.contains("lab gauntlet"), "{summary}");
    let resumed = games(&json);
    assert_eq!(resumed.keys().copied().collect::<Vec<_>>(), (0..GAMES as u64).collect::<Vec<_>>());

    // The same games as in an uninterrupted match, one at a time.
    let (calm, _) = scratch("undisturbed");
    let calm_text = calm.to_str().expect("UTF-8");
    let mut args = match_args(calm_text, openings_text, &[]);
    let concurrency = args.iter().position(|arg| *arg == "--concurrency").expect("given");
    args[concurrency + 1] = "1";
    printed(&lab(&args).output().expect("runs"));
    assert_eq!(games(&calm.with_extension("jsonl")), resumed);

    let pgn = fs::read_to_string(stem.with_extension("pgn")).expect("readable");
    assert_eq!(pgn.matches("[Event ").count(), GAMES);
    let recounted =
        printed(&lab(&["stats", stem.with_extension("pgn").to_str().expect("UTF-8")]).output().expect("runs"));
    assert_eq!(recounted, summary);
    let both = lab(&["stats", json.to_str().expect("UTF-8"), calm.with_extension("jsonl").to_str().expect("UTF-8")]);
    let mut both = both;
    assert!(printed(&both.output().expect("runs")).contains("160 games"));
}

#[test]
fn two_configurations_of_our_own_engine_can_play() {
    let full = "builtin=duiyi name=full tc=depth=3 hash=1";
    let bare = "builtin=duiyi name=bare tc=depth=1 hash=1 switch.quiescence=off";
    let args = ["match", "--engine", full, "--engine", bare, "--games", "4", "--max-plies", "120"];
    let summary = printed(&lab(&args).output().expect("runs"));
    assert!(summary.contains("4 games") && summary.contains("| full |"), "{summary}");
    assert!(!summary.contains("forfeit:"), "{summary}");
}

/// Built-in players keep to their clocks in every game.
#[test]
fn built_in_players_keep_to_the_clock() {
    for game in ["xiangqi", "connect6"] {
        let engines = ["--engine", "builtin=duiyi hash=1", "--engine", "builtin=random"];
        let conditions = ["--games", "2", "--tc", "0.5+0.01", "--max-plies", "20"];
        let output = lab(&["match", "--game", game]).args(engines).args(conditions).output().expect("runs");
        let summary = printed(&output);
        assert!(summary.contains("2 games") && !summary.contains("forfeit:"), "{game}: {summary}");
    }
}

/// One command tunes parameters of every game, and runs can be resumed.
#[test]
fn parameters_of_every_game_can_be_tuned() {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    for (game, constants, ends) in [
        ("xiangqi", "lmr_factor=24,10,60,4", ["json", "csv", "svg"].as_slice()),
        ("connect6", "width_inner=10,4,20,2", &["json", "csv", "svg"]),
        ("connect6", "stones", &["json", "csv", "svg", "txt"]),
    ] {
        let stem = dir.join(format!("spsa-{game}-{}", constants.len()));
        let stem = stem.to_str().expect("UTF-8");
        let mut args = vec!["spsa", "--game", game, constants, "--out", stem, "--nodes", "60", "--hash", "1"];
        args.extend(["--iterations", "2", "--max-plies", "12"]);
        if game == "connect6" {
            args.extend(["--openings", "drawn"]);
        }
        printed(&lab(&args).output().expect("runs"));
        for end in ends {
            assert!(Path::new(&format!("{stem}.{end}")).exists(), "{stem}.{end}");
        }
        args.push("--resume");
        printed(&lab(&args).output().expect("runs"));
        // Other games would belong to another run.
        args.extend(["--rules", if game == "xiangqi" { "asian-100" } else { "gomoku" }]);
        let refused = lab(&args).output().expect("runs");
        let error = String::from_utf8_lossy(&refused.stderr);
        assert!(!refused.status.success() && error.contains(".json was made with other options: "), "{error}");
    }
}

#[test]
fn invalid_arguments_are_reported() {
    let fails = |args: &[&str], reason: &str| {
        let output = lab(args).output().expect("runs");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && error.contains(reason), "{args:?}: {error}");
    };
    let random = "builtin=random";
    fails(&["match", "--engine", random], "found 1 --engine; expected 2, each as --engine \"cmd=PROGRAM …\"");
    fails(&["match", "--engine", random, "--engine", random], "two entrants");
    fails(&["match", "--engine", random, "--engine", "cmd=/nonexistent/x"], "/nonexistent/x");
    fails(&["match", "--engine", random, "--engine", "cmd=true"], "no uciok");
    fails(&["match", "--engine", random, "--engine", "proto=klingon cmd=x"], "klingon");
    fails(&["gauntlet", "--engine", random, "--games", "3"], "even");
    fails(&["sprt", "--elo0", "5", "--elo1", "0", "--plan"], "must be less");
    fails(
        &["match", "--engine", random, "--engine", "builtin=duiyi switch.luck=on"],
        "unknown enhancement 'luck'; expected",
    );
    fails(&["match", "--engine", random, "--engine", "colour=red"], "unknown key 'colour'; expected one of");
    fails(&["match", "--rules", "house", "--engine", random, "--engine", random], "house");
    fails(&["stats", "/nonexistent.jsonl"], "/nonexistent.jsonl");
}
