//! Work divided into shards, and merging them.

use crate::common::{lab, printed, refusal, scratch};
use duiyi_game::hash::digest;
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Child, Output, Stdio},
    thread,
    time::{Duration, Instant},
};

const SHARDS: u64 = 4;

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// The games by number, without times and checksums.
fn games(json: &Path) -> BTreeMap<u64, String> {
    let mut games = BTreeMap::new();
    for line in fs::read_to_string(json).expect("readable").lines().skip(1) {
        let mut game: serde_json::Value = serde_json::from_str(line).expect("a game");
        for mv in game["moves"].as_array_mut().expect("moves") {
            ["us", "cpu_us"].iter().for_each(|&time| drop(mv.as_object_mut().expect("a move").remove(time)));
        }
        ["date", "checksum"].iter().for_each(|&name| drop(game[name].take()));
        let number = game["number"].as_u64().expect("a number");
        assert_eq!(games.insert(number, game.to_string()), None, "a repeated game");
    }
    games
}

/// A match of short games with a fixed number of nodes.
fn short_match<'a>(name: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    let mut args = vec!["match", "--games", "24", "--tc", "nodes=60", "--openings", "drawn:7", "--max-plies", "60"];
    args.extend(["--engine", "builtin=duiyi name=a hash=1"]);
    args.extend(["--engine", "builtin=duiyi name=b hash=1 switch.null_move=off"]);
    args.extend(["--out", text(name), "--resume"]);
    args.extend_from_slice(more);
    args
}

fn part(name: &Path, index: u64, end: &str) -> PathBuf {
    PathBuf::from(format!("{}.{index}-of-{SHARDS}{end}", name.display()))
}

/// Merges the parts of a file.
fn merge(name: &Path, end: &str, out: &Path) -> Output {
    let parts: Vec<PathBuf> = (0..SHARDS).map(|index| part(name, index, end)).collect();
    let parts: Vec<&str> = parts.iter().map(|part| text(part)).collect();
    lab(&[&["merge", "--out", text(out)][..], &parts].concat()).output().expect("runs")
}

#[test]
fn merged_shards_equal_the_match_game_by_game() {
    let folder = scratch("shards-match");
    let [name, one] = ["parts", "one"].map(|name| folder.join(name));
    // The second shard is killed and started again later.
    let mut killed = lab(&short_match(&name, &["--shard", "1/4"])).stdout(Stdio::null()).spawn().expect("starts");
    let (json, deadline) = (part(&name, 1, ".jsonl"), Instant::now() + Duration::from_secs(60));
    while fs::read_to_string(&json).map_or(0, |text| text.lines().count()) < 2 {
        assert!(Instant::now() < deadline, "no games");
        thread::sleep(Duration::from_millis(1));
    }
    killed.kill().expect("killed");
    killed.wait().expect("reaped");
    for index in [2, 0, 3] {
        printed(&lab(&short_match(&name, &["--shard", &format!("{index}/4")])).output().expect("runs"));
    }
    let out = folder.join("merged");
    let gap = String::from_utf8_lossy(&merge(&name, ".jsonl", &out).stderr).into_owned();
    assert!(gap.contains(" of 24 games are missing: ") && gap.contains(" of shard 1/4 from game "), "{gap}");
    assert!(!out.with_extension("jsonl").exists());
    printed(&lab(&short_match(&name, &["--shard", "1/4"])).output().expect("runs"));

    assert_eq!(printed(&merge(&name, ".jsonl", &out)), "4 records, 24 games\n");
    let merged = fs::read(out.with_extension("jsonl")).expect("readable");
    let heading = String::from_utf8_lossy(&merged).lines().next().expect("a heading").to_owned();
    assert!(
        heading.contains("lab match ") && !heading.contains(" --shard") && !heading.contains("\"shard\""),
        "{heading}"
    );
    printed(&merge(&name, ".pgn", &out));
    assert_eq!(fs::read(out.with_extension("jsonl")).expect("readable"), merged, "merging again changes nothing");
    printed(&lab(&short_match(&one, &[])).output().expect("runs"));
    let alone = games(&one.with_extension("jsonl"));
    assert_eq!(alone.keys().copied().collect::<Vec<_>>(), (0..24).collect::<Vec<_>>());
    assert_eq!(games(&out.with_extension("jsonl")), alone);
    let pgn = fs::read_to_string(out.with_extension("pgn")).expect("readable");
    assert_eq!(pgn.matches("[Event ").count(), 24);

    let twice = [part(&name, 0, ".jsonl"), part(&name, 0, ".pgn")];
    let twice = refusal(&["merge", "--out", text(&out), text(&twice[0]), text(&twice[1])]);
    assert!(twice.contains("are both shard 0/4"), "{twice}");
    let into = refusal(&["merge", "--out", text(&one), text(&part(&name, 0, ".jsonl"))]);
    assert!(into.contains("18 of 24 games are missing: all of shard 1/4, all of shard 2/4"), "{into}");
    let other = lab(&short_match(&name, &["--shard", "1/4", "--seed", "9"])).output().expect("runs");
    assert!(String::from_utf8_lossy(&other.stderr).contains("its format or seed differ(s)"));
}

/// A test over several shards: the shard that decides it stops the others, and the merge accepts missing games.
#[test]
fn a_pooled_test_uses_all_shards() {
    let folder = scratch("shards-pool");
    let name = folder.join("test");
    let args = |index: u64, more: &[&'static str]| {
        let mut args: Vec<String> = ["sprt", "--games", "400", "--tc", "nodes=2", "--openings", "drawn:200"]
            .into_iter()
            .chain(["--engine", "builtin=greedy", "--engine", "builtin=random", "--max-plies", "80"])
            .chain(["--elo0", "0", "--elo1", "60", "--out", text(&name), "--resume"])
            .map(str::to_owned)
            .collect();
        args.extend(["--shard".to_owned(), format!("{index}/{SHARDS}")]);
        args.extend(more.iter().map(|&word| word.to_owned()));
        args
    };
    let run = |index, more: &[&'static str]| {
        let args = args(index, more);
        printed(&lab(&args.iter().map(String::as_str).collect::<Vec<_>>()).output().expect("runs"))
    };
    let games = |index| fs::read_to_string(part(&name, index, ".jsonl")).expect("readable").lines().count() - 1;
    // Without a pool a shard plays all its games, without a test.
    let alone = run(0, &[]);
    assert!(!alone.contains("LLR"), "{alone}");
    assert_eq!(games(0), 100);
    let decision = folder.join("test.decision");
    assert!(!decision.exists());
    let pooled = run(1, &["--pool"]);
    assert!(pooled.contains("All shards so far: ") && pooled.contains("The test is decided."), "{pooled}");
    // The games of the first shard decide the test at once.
    assert_eq!(games(1), 0);
    assert!(fs::read_to_string(&decision).expect("readable").contains("accepts elo1"));
    (2..SHARDS).for_each(|index| drop(run(index, &["--pool"])));
    let out = folder.join("merged");
    let merged = printed(&merge(&name, ".jsonl", &out));
    assert_eq!(merged, "4 records, 100 games of at most 400: the test has decided\n");

    // From the start, each shard stops when the games of all decide the test, long before the end of its own games.
    let files = (0..SHARDS).flat_map(|index| [".jsonl", ".pgn"].map(|end| part(&name, index, end)));
    files.for_each(|file| fs::remove_file(file).expect("removed"));
    fs::remove_file(&decision).expect("removed");
    let children: Vec<_> = (0..SHARDS)
        .map(|index| {
            let args = args(index, &["--pool"]);
            lab(&args.iter().map(String::as_str).collect::<Vec<_>>()).stdout(Stdio::piped()).spawn().expect("starts")
        })
        .collect();
    children.into_iter().for_each(|child| drop(printed(&child.wait_with_output().expect("ends"))));
    let played: usize = (0..SHARDS).map(games).sum();
    assert!((1..200).contains(&played) && decision.exists(), "{played} games");
    let out = folder.join("merged again");
    assert!(printed(&merge(&name, ".jsonl", &out)).contains(" games of at most 400: the test has decided"));

    // Two games per shard do not decide the test, unless the decision was recorded.
    for index in 0..SHARDS {
        let file = part(&name, index, ".jsonl");
        let text = fs::read_to_string(&file).expect("readable");
        fs::write(&file, text.split_inclusive('\n').take(3).collect::<String>()).expect("written");
    }
    let out = folder.join("few");
    printed(&merge(&name, ".jsonl", &out));
    fs::remove_file(&decision).expect("removed");
    let open = String::from_utf8_lossy(&merge(&name, ".jsonl", &out).stderr).into_owned();
    assert!(open.contains(" of 400 games are missing: "), "{open}");
}

/// Work with items in parts: merged, they equal the file of a single process byte by byte.
fn merged_parts_equal_the_whole(folder: &Path, name: &str, of: u64, args: &dyn Fn(&Path) -> Vec<String>) -> Vec<u8> {
    let [parts, one, merged] = ["", ".one", ".merged"].map(|end| folder.join(format!("{name}{end}")));
    let run = |out: &Path, more: &[&str]| {
        let args = args(out);
        let args: Vec<&str> = args.iter().map(String::as_str).chain(more.iter().copied()).collect();
        lab(&args).output().expect("runs")
    };
    let files: Vec<PathBuf> =
        (0..of).map(|index| PathBuf::from(format!("{}.{index}-of-{of}", parts.display()))).collect();
    let merge = |files: &[PathBuf]| {
        let files: Vec<&str> = files.iter().map(|file| text(file)).collect();
        lab(&[&["merge", "--out", text(&merged)][..], &files].concat()).output().expect("runs")
    };
    let refused = |files: &[PathBuf]| {
        let output = merge(files);
        assert!(!output.status.success(), "{output:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    for index in (0..of).rev() {
        printed(&run(&parts, &["--shard", &format!("{index}/{of}")]));
    }
    printed(&run(&one, &[]));
    // Truncated, as by a kill, and resumed.
    let first = fs::read(&files[0]).expect("readable");
    fs::write(&files[0], &first[..first.len() - 3]).expect("written");
    refused(&files);
    printed(&run(&parts, &["--shard", &format!("0/{of}")]));
    let second = [&files[..], &files[1..2]].concat();
    assert!(refused(&second).contains(&format!("are both shard 1/{of}")));
    assert!(refused(&files[1..]).contains(&format!("shard 0/{of} is missing")));
    for _ in 0..2 {
        printed(&merge(&files));
    }
    fs::write(&merged, "other contents").expect("written");
    assert!(refused(&files).contains("has other contents"));
    fs::remove_file(&merged).expect("removed");
    printed(&merge(&files));
    let plan = PathBuf::from(format!("{}.plan", files[1].display()));
    let there = fs::read_to_string(&plan).expect("readable");
    let other = there.replace("\"work\":\"", "\"work\":\"other ");
    fs::write(&plan, &other).expect("written");
    assert!(refused(&files).contains("its checksum does not match"));
    let line = other.split_inclusive('\n').next().expect("a line");
    fs::write(&plan, format!("{line}\"checksum {:016x}\"\n", digest(line.bytes()))).expect("written");
    assert!(refused(&files).contains("are parts of different work"));
    let other = run(&parts, &["--shard", &format!("1/{of}")]);
    assert!(String::from_utf8_lossy(&other.stderr).contains("belongs to other work"), "{other:?}");
    fs::write(&plan, there).expect("written");
    let merged = fs::read(&merged).expect("readable");
    let lines = |bytes: &[u8]| {
        bytes.split(|&byte| byte == b'\n').filter(|line| !line.starts_with(b"#")).collect::<Vec<_>>().concat()
    };
    assert_eq!(lines(&merged), lines(&fs::read(&one).expect("readable")));
    merged
}

#[test]
fn merged_training_games_equal_the_file_of_one_process() {
    let folder = scratch("shards-generate");
    let args = |out: &Path| {
        let args =
            ["generate", "--games", "7", "--nodes", "60", "--max-plies", "40", "--seed", "5", "--out", text(out)];
        args.map(str::to_owned).to_vec()
    };
    let merged = merged_parts_equal_the_whole(&folder, "games", 3, &args);
    assert_eq!(merged, fs::read(folder.join("games.one")).expect("readable"));
    // With more games, the existing ones stay.
    let more = |out: &Path| {
        let mut args = args(out);
        args[2] = "8".to_owned();
        args
    };
    let part = folder.join("games.1-of-3");
    let before = fs::read(&part).expect("readable");
    let args: Vec<String> =
        more(&folder.join("games")).into_iter().chain(["--shard", "1/3"].map(str::to_owned)).collect();
    printed(&lab(&args.iter().map(String::as_str).collect::<Vec<_>>()).output().expect("runs"));
    let after = fs::read(&part).expect("readable");
    assert!(after.len() > before.len() && after.starts_with(&before));
}

#[test]
fn merged_labels_and_connect6_games_equal_the_file_of_one_process() {
    let folder = scratch("shards-lines");
    let games = |out: &Path| {
        let args = ["connect6", "games", "--games", "5", "--depth", "1", "--nodes", "50", "--out", text(out)];
        args.map(str::to_owned).to_vec()
    };
    merged_parts_equal_the_whole(&folder, "games", 2, &games);
    let positions = folder.join("positions");
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABN";
    let lines: Vec<String> =
        (1..=9).map(|game| format!("{start}{} w - - 0 1\t1\t{game}\t0\n", ["R", "1"][game % 2])).collect();
    fs::write(&positions, lines.concat()).expect("written");
    let labels =
        |out: &Path| ["label", text(&positions), "--nodes", "40", "--out", text(out)].map(str::to_owned).to_vec();
    let merged = merged_parts_equal_the_whole(&folder, "labels", 4, &labels);
    assert_eq!(merged, fs::read(folder.join("labels.one")).expect("readable"));
}

/// The shards of an iteration wait for each other, and all get the result of a single process.
#[test]
fn spsa_in_shards_equals_spsa_in_one_process() {
    let folder = scratch("shards-spsa");
    let args = |name: &str, more: &[&str]| {
        let out = folder.join(name);
        let words = "spsa lmr_factor=40,1,200,30 --iterations 3 --pairs 4 --nodes 200 --openings drawn --random-turns 4 \
                     --max-plies 160 --hash 1 --rate 0.5 --out";
        let mut args: Vec<String> = words.split_whitespace().chain([text(&out)]).map(str::to_owned).collect();
        args.extend(more.iter().map(|&word| word.to_owned()));
        args
    };
    let start = |name: &str, more: &[&str]| {
        let args = args(name, more);
        lab(&args.iter().map(String::as_str).collect::<Vec<_>>()).stdout(Stdio::piped()).spawn().expect("starts")
    };
    let children: Vec<_> = (0..3).map(|index| start("parts", &["--shard", &format!("{index}/3")])).collect();
    let found: Vec<String> =
        children.into_iter().map(|child| printed(&child.wait_with_output().expect("ends"))).collect();
    let one = printed(&start("one", &[]).wait_with_output().expect("ends"));
    assert!(one.starts_with("param.lmr_factor="), "{one}");
    let csv = |name: &str| fs::read_to_string(folder.join(name)).expect("readable");
    for (index, found) in found.iter().enumerate() {
        assert_eq!(*found, one);
        assert_eq!(csv(&format!("parts.{index}-of-3.csv")), csv("one.csv"));
    }
    let games = csv("parts.0-of-3.games");
    assert_eq!(games.lines().count(), 4, "{games}");
    let values = csv("one.csv");
    assert!(values.lines().skip(1).any(|line| !line.ends_with(",0")), "no pair was won: {values} {games}");
    let few = args("few", &["--shard", "0/5"]);
    let few = refusal(&few.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(few.contains("4 are too few for 0/5"), "{few}");
}

/// The games of a generation and of its champion's measurement are divided.
#[test]
fn evolution_in_shards_equals_evolution_in_one_process() {
    let folder = scratch("shards-evolve");
    let start = |name: &str, more: &[&str]| {
        let out = folder.join(name);
        let words = "connect6 evolve --initial chance --individuals 6 --groups 2 --generations 2 --check 1 --check-games 6 --final-games 4 \
                     --depth 1 --width 4 --inner 2 --solver 0 --out";
        let words = words.split_whitespace().chain([text(&out)]).chain(more.iter().copied());
        lab(&words.collect::<Vec<_>>()).stdout(Stdio::piped()).spawn().expect("starts")
    };
    let ends = |child: Child| printed(&child.wait_with_output().expect("ends"));
    let part = |index: u32| start("parts", &["--shard", &format!("{index}/3")]);
    let found: Vec<String> = [0, 1, 2].map(part).into_iter().map(ends).collect();
    let one = ends(start("one", &[]));
    assert!(one.contains("generation 2, 24 games") && one.contains("against generation 0: "), "{one}");
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("readable");
    for (index, found) in found.iter().enumerate() {
        assert_eq!(*found, one);
        for end in ["-values.json", ".csv"] {
            assert_eq!(read(&format!("parts.{index}-of-3{end}")), read(&format!("one{end}")));
        }
    }
    // A third of the 12 games and 3 pairs of each generation, and the second of the last two pairs.
    let games = read("parts.1-of-3.games");
    assert_eq!(games.lines().count(), 1 + 2 * (4 + 1) + 1, "{games}");
    // A killed shard plays its last game again; the others need not be running.
    fs::write(folder.join("parts.1-of-3.games"), &games[..games.len() - 2]).expect("written");
    assert_eq!(ends(part(1)), one);
    assert_eq!(read("parts.1-of-3.games"), games);
}

#[test]
fn shards_need_a_record() {
    let engines = ["--engine", "builtin=random seed=1", "--engine", "builtin=random seed=2"];
    let refused = |command: &str, more: &[&str]| refusal(&[&[command][..], &engines, more].concat());
    assert!(refused("match", &["--shard", "0/2"]).contains("--shard needs --out"));
    assert!(refused("match", &["--shard", "2/2", "--out", "x"]).contains("'2/2' is not a shard; expected I/N"));
    assert!(refused("sprt", &["--pool", "--shard", "0/1"]).contains("--pool needs --shard"));
}
