//! The measures of the thesis on Connect6 (chapter 7): how often an engine chooses the turn of a
//! better one, and the time and memory in the summary of a match.

use crate::common::{lab, printed, refusal, scratch, succeeds};
use std::{collections::HashSet, fs, path::PathBuf};

/// The cells of the row of an engine.
fn row<'a>(text: &'a str, engine: &str) -> Vec<&'a str> {
    let line = text.lines().find(|line| line.starts_with(&format!("| {engine} |")));
    line.unwrap_or_else(|| panic!("{text}")).split('|').map(str::trim).collect()
}

/// The number at the beginning of a cell.
fn share(cell: &str) -> f64 {
    cell.split(' ').next().unwrap_or_default().parse().unwrap_or_else(|_| panic!("'{cell}'"))
}

/// The reference always agrees with itself, and a random player hardly ever agrees with it.
#[test]
fn engines_are_measured_by_a_reference() {
    for game in ["xiangqi", "connect6"] {
        let engines = ["--engine", "builtin=duiyi name=same hash=1", "--engine", "builtin=random"];
        let positions = ["--openings", "drawn:12", "--positions", "8", "--tc", "depth=2", "--alternatives", "1"];
        let reference = ["--reference", "builtin=duiyi name=it hash=1"];
        let text = succeeds(&[&["measure", "--game", game][..], &engines, &reference, &positions].concat()).0;
        assert!(text.contains("8 positions of drawn:12, seed 1.") && text.contains("| turns of it |"), "{text}");
        let (same, random) = (row(&text, "same"), row(&text, "random-1"));
        assert_eq!(same[2..4], ["100.0 ± 0.0 %", "100.0 ± 0.0 %"], "{game}");
        assert!(share(random[2]) < 50.0 && share(random[3]) < 50.0, "{text}");
        assert!(same[4].ends_with(", 2.0") && random[4].ends_with(", –, –"), "{text}");
    }
}

/// The positions of a match with deterministic turns of the engine.
#[test]
fn the_positions_of_a_match_are_measured() {
    let stem = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("measured");
    for end in ["jsonl", "pgn"] {
        let _ = fs::remove_file(stem.with_extension(end));
    }
    let (stem, file) = (stem.to_str().expect("UTF-8").to_owned(), stem.with_extension("jsonl"));
    let engines = ["--engine", "builtin=duiyi name=a hash=1", "--engine", "builtin=random name=b"];
    let conditions = ["--games", "2", "--openings", "drawn:1", "--tc", "depth=1", "--max-plies", "10", "--out", &stem];
    succeeds(&[&["match", "--fresh"][..], &engines, &conditions].concat());
    let file = file.to_str().expect("UTF-8");
    let asked = |more: &[&str]| {
        let common = ["measure", "--record", file, "--reference", "builtin=duiyi hash=1", "--tc", "depth=1"];
        succeeds(&[&common[..], &engines, more].concat()).0
    };
    let text = asked(&["--alternatives", "0", "--positions", "6"]);
    assert!(text.contains("6 positions of "), "{text}");
    let row = row(&text, "a");
    assert_eq!(row[2..4], ["100.0 ± 0.0 %", "–"], "without alternatives there are no weights");
    // Two games of ten plies with the same initial position.
    let text = asked(&["--alternatives", "0"]);
    assert!((11..=19).any(|count| text.contains(&format!("\n{count} positions of "))), "{text}");

    let other = ["measure", "--game", "connect6", "--record", file, "--reference", "builtin=duiyi"];
    let error = refusal(&[&other[..], &["--engine", "builtin=random"]].concat());
    assert!(error.contains("a record of xiangqi, rules asian-120; expected connect6, rules connect6"), "{error}");
}

/// Positions without a choice are skipped, and the seed selects the others.
#[test]
fn positions_with_a_choice_are_drawn() {
    let asked = |more: &[&str]| {
        let both = ["--engine", "builtin=duiyi name=it hash=1", "--reference", "builtin=duiyi hash=1"];
        succeeds(&[&["measure", "--alternatives", "0"], &both[..], more].concat()).0
    };
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("to-measure.txt");
    // A finished game, one with a single free point, and two unfinished ones.
    fs::write(&file, "A1 A2 B1 B2 C1\nA3 B3 C3 B2 A2 C2 B1 A1\nB2\nB2 A1 C3\n").expect("written");
    let file = file.to_str().expect("UTF-8");
    let text = asked(&["--game", "connect6", "--rules", "tictactoe", "--openings", file, "--tc", "depth=1"]);
    assert!(text.contains("\n2 positions of "), "{text}");
    // The number of nodes identifies the position.
    let nodes = |seed: u32| {
        let drawn = ["--openings", "drawn:8", "--positions", "1", "--tc", "depth=3", "--seed", &seed.to_string()];
        row(&asked(&drawn), "it")[4].split(", ").nth(1).expect("nodes").to_owned()
    };
    let seen: HashSet<String> = (1..=4).map(nodes).collect();
    assert!(seen.len() > 1, "{seen:?}");
}

#[test]
fn invalid_measurements_are_reported() {
    let engine = ["measure", "--openings", "drawn:2", "--tc", "depth=1", "--engine", "builtin=random"];
    let error = |more: &[&str]| refusal(&[&engine[..], more].concat());
    assert!(
        error(&["--reference", "builtin=random seed=3"])
            .contains("random-3 reports no scores; expected --alternatives 0")
    );
    assert!(error(&["--reference", "builtin=duiyi tc=-"]).contains("the time control '-' has no limit"));
    assert!(error(&["--reference", "builtin=duiyi", "--unit", "0"]).contains("--unit 0: expected a score above 0"));
    assert!(error(&["--reference", "builtin=duiyi", "--record", "x"]).contains("cannot be used with"));
    assert!(refusal(&["measure", "--engine", "builtin=random", "--reference", "builtin=duiyi"]).contains("--openings"));
}

/// The summary contains the memory of an external engine, and the cost of games won.
#[test]
#[cfg(unix)]
fn the_summary_contains_time_in_games_won_and_memory() {
    let stem = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("measured-first-free");
    fs::write(stem.with_extension("sh"), FIRST_FREE).expect("written");
    let script = format!("name=first cmd=sh arg='{}' proto=cloudict grace=0.2", stem.with_extension("sh").display());
    let args = ["match", "--game", "connect6", "--rules", "tictactoe", "--games", "2", "--tc", "movetime=20"];
    let engines = ["--engine", &script, "--engine", "builtin=random name=other seed=3"];
    let text = succeeds(&[&args[..], &engines].concat()).0;
    let (first, other) = (row(&text, "first"), row(&text, "other"));
    let (score, won, memory) = (2, 10, 11);
    assert!((share(first[score]) + share(other[score]) - 100.0).abs() < 0.01, "{text}");
    for row in [&first, &other] {
        assert_eq!(row[won] == "–", share(row[score]) == 0.0, "no game of this seed is drawn: {text}");
    }
    assert_eq!(other[memory], "–", "{text}");
    #[cfg(target_os = "linux")]
    assert!(first[memory].ends_with(" MiB") && share(first[memory]) > 0.1, "{text}");

    // The measurement also contains the memory.
    let args =
        ["measure", "--game", "connect6", "--rules", "tictactoe", "--openings", "drawn:2", "--tc", "movetime=20"];
    let engines = ["--engine", &script, "--reference", "builtin=duiyi hash=1", "--alternatives", "0"];
    let text = succeeds(&[&args[..], &engines].concat()).0;
    #[cfg(target_os = "linux")]
    assert!(row(&text, "first")[5].ends_with(" MiB"), "{text}");
}

/// Plays the first free point of tic-tac-toe.
const FIRST_FREE: &str = r#"
first() { for p in AA BA CA AB BB CB AC BC CC; do case " $used " in *" $p "*) ;; *) used="$used $p"; echo "move $p"; return;; esac; done; }
while read -r verb what; do
    case $verb in
        name) echo 'name first';;
        new) used=; if [ "$what" = black ]; then first; fi;;
        black|white) used="$used $what";;
        next) first;;
        quit) exit;;
    esac
done
"#;

/// A game without positions of its own is measured on drawn openings. The nodes are those of two runs.
#[test]
fn the_switches_of_any_game_are_compared() {
    let folder = scratch("ablation");
    let out = folder.join("switches");
    let run = || {
        let arguments = ["ablation", "--game", "breakthrough", "--depth", "4", "--positions", "2", "--seconds", "1"];
        printed(&lab(&arguments).arg("--out").arg(&out).output().expect("runs"))
    };
    let (first, second) = (run(), run());
    let nodes = |text: &str| -> std::collections::BTreeMap<String, String> {
        let rows = text.lines().skip(2).filter_map(|line| line.split_once("  "));
        rows.map(|(name, rest)| (name.to_owned(), rest.split_whitespace().next().expect("nodes").to_owned())).collect()
    };
    assert_eq!(nodes(&first), nodes(&second));
    assert!(first.starts_with("default at depth 4: ") && nodes(&first).contains_key("without killers"), "{first}");
    let csv = fs::read_to_string(out.with_extension("csv")).expect("written");
    assert!(csv.starts_with("# lab ablation --game breakthrough") && csv.contains("\nwithout,killers,4,"), "{csv}");
    let svg = fs::read_to_string(out.with_extension("svg")).expect("written");
    assert!(svg.starts_with("<svg ") && svg.contains("without killers"), "{svg}");
}

/// Without time the nodes alone are counted, to each depth. Options of the command line hold for every search.
#[test]
fn named_searches_are_compared_by_their_nodes_to_each_depth() {
    let out = scratch("ablation-named").join("named");
    let run = |more: &[&str]| {
        let arguments =
            ["ablation", "--game", "breakthrough", "--openings", "drawn:3", "--depth", "4", "--seconds", "0"];
        lab(&arguments).args(["--set", "exact", "--option", "switch.history=off"]).args(more).output().expect("runs")
    };
    let text = printed(&run(&["--from", "3", "--compare", "switch.killers=off", "--out", &out.display().to_string()]));
    assert!(text.starts_with("exact at depth 4: ") && !text.contains("time"), "{text}");
    let csv = fs::read_to_string(out.with_extension("csv")).expect("written");
    let rows: Vec<Vec<&str>> = csv.lines().skip(2).map(|line| line.split(',').collect()).collect();
    let heads: Vec<_> = rows.iter().map(|row| row[..3].join(",")).collect();
    assert_eq!(heads, ["full,,3", "full,,4", "with,switch.killers=off,3", "with,switch.killers=off,4"], "{csv}");
    let [usual, other] = [1, 3].map(|row: usize| rows[row][3].parse::<f64>().expect("nodes"));
    assert_eq!(rows[3][4], format!("{:.2}", (other / usual - 1.0) * 100.0));
    assert!(rows.iter().all(|row| row.len() == 9 && row[5..].iter().all(|cell| cell.is_empty())), "{csv}");

    let [same, two] =
        ["switch.history=off", "switch.killers=off,switch.history=on"].map(|one| run(&["--compare", one]));
    let (same, two) = (printed(&same), printed(&two));
    assert!(same.ends_with("The same nodes: with switch.history=off\n"), "{same}");
    assert!(two.contains("\nwith switch.killers=off,switch.history=on "), "{two}");
    for (wrong, message) in [("killers", "'killers': expected OPTION=VALUE"), ("nothing=1", "nothing")] {
        let output = run(&["--compare", wrong]);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && error.contains(message), "{error}");
    }
}
