//! Tuning by won games, with budgets of a few seconds.

use crate::common::{lab, output_of, refusal, scratch, succeeds};
use std::fs;

const QUICK: [&str; 8] = ["--depth", "1", "--width", "4", "--inner", "2", "--solver", "0"];

#[test]
#[ignore = "every tuner plays its games: six seconds, run by CI"]
fn compared_tuners_have_the_same_budget() {
    let folder = scratch("rivals");
    let name = folder.join("r");
    let args = ["connect6", "rivals", "--seeds", "1", "--match-games", "2", "--games", "10", "--final-games", "2"];
    let out = ["--out", name.to_str().expect("UTF-8")];
    let (first, news) = output_of(&lab(&[&args[..], &out, &QUICK].concat()).output().expect("runs"));
    for tuner in ["genetic algorithm, 24", "values of lines", "SPSA", "hill", "annealing", "TD(λ)", "Texel"] {
        assert!(first.lines().any(|line| line.contains(tuner)), "{first}");
        assert!(news.lines().any(|line| line.contains(tuner) && line.contains(": 10 of 10 games")), "{news}");
    }
    assert_eq!(fs::read_to_string(folder.join("r.md")).expect("a table").trim_end(), first.trim_end());
    // The result is an evaluation with tuned values of shapes or of lines.
    for tuner in ["spsa", "codes"] {
        let found = format!("builtin=duiyi name=found eval=pattern:{}-{tuner}-1-values.json", name.display());
        let args = ["match", "--game", "connect6", "--engine", &found, "--engine", "builtin=duiyi eval=pattern"];
        let (table, _) = succeeds(&[&args[..], &["--openings", "drawn:1", "--tc", "depth=1"]].concat());
        assert!(table.contains("found"), "{table}");
    }
    refusal(&["match", "--game", "connect6", "--engine", "builtin=duiyi eval=pattern:none.json name=a"]);
}

#[test]
fn a_comparison_of_tuners_resumes() {
    let folder = scratch("rivals-resumed");
    let name = folder.join("r");
    let run = |more: &[&str]| {
        let mut args = vec!["connect6", "rivals", "hill", "spsa", "--seeds", "1", "--match-games", "2"];
        args.extend(["--out", name.to_str().expect("UTF-8")]);
        args.extend(QUICK);
        args.extend(more);
        lab(&args).output().expect("runs")
    };
    let (first, news) = output_of(&run(&["--games", "10", "--final-games", "2"]));
    assert_eq!(news.lines().filter(|line| line.contains(": 10 of 10 games")).count(), 2, "{news}");
    // Finished games are not repeated; the match is extended.
    let (second, news) = output_of(&run(&["--games", "10", "--final-games", "4"]));
    assert!(!news.contains("of 10 games"), "{news}");
    let pairs = |text: &str| text.lines().filter(|line| line.starts_with("| ")).count();
    assert_eq!(pairs(&first), pairs(&second));
    assert_ne!(first, second);
    let refused = run(&["--games", "12"]);
    let error = String::from_utf8_lossy(&refused.stderr);
    assert!(!refused.status.success() && error.contains("has other settings; expected another NAME"), "{error}");
}

#[test]
fn processes_can_divide_the_seeds_of_a_comparison() {
    let folder = scratch("rivals-shared");
    let name = folder.join("r");
    let run = |more: &[&str]| {
        let mut args = vec!["connect6", "rivals", "hill", "--games", "4", "--match-games", "2", "--final-games", "2"];
        args.extend(["--out", name.to_str().expect("UTF-8")]);
        args.extend(QUICK);
        args.extend(more);
        succeeds(&args)
    };
    let is_there = |seed: u32| folder.join(format!("r-hill-{seed}.json")).exists();
    run(&["--first-seed", "2", "--seeds", "2"]);
    assert_eq!([1, 2, 3, 4].map(is_there), [false, true, true, false]);
    // The results of other processes are read from their files.
    let (table, news) = run(&["--seeds", "3"]);
    let each = table.lines().find(|line| line.starts_with("| hill")).and_then(|line| line.split('|').nth(2));
    assert_eq!(each.map(|each| each.split(',').count()), Some(3), "{table}");
    assert_eq!(news.matches(": 4 of 4 games").count(), 1, "{news}");
}

#[test]
fn lines_evolve_with_all_operators_and_rates_are_printed() {
    let folder = scratch("evolve-codes");
    let name = folder.join("e");
    let run = |more: &[&str]| {
        let mut args =
            vec!["connect6", "evolve", "--individuals", "6", "--groups", "3", "--watch", "2", "--codes", "50"];
        args.extend(["--check", "1", "--check-games", "2", "--out", name.to_str().expect("UTF-8")]);
        args.extend(QUICK);
        args.extend(more);
        lab(&args).output().expect("runs")
    };
    let refused = run(&["--genes", "codes", "--pc1", "1.5"]);
    let error = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(error.contains("the rate pc1 is 1.5: expected a number from 0 to 1"), "{error}");
    let operators = ["--genes", "codes", "--selection", "local", "--crossover", "multi-point", "--points", "3"];
    let rates = ["--pc1", "1", "--pc2", "0.75", "--pm1", "0.25", "--pm2", "0.25", "--low-genes", "7"];
    let (_, news) = output_of(&run(&[&operators[..], &rates, &["--generations", "1"]].concat()));
    assert!(news.contains("50 of the "), "{news}");
    assert!(news.contains("generation 0: fitness of the parents") && news.contains("p_c 0.75"), "{news}");
    assert!(news.contains("p_m 0.2500 0.2500 0.2500"), "{news}");
    let (_, news) = output_of(&run(&["--genes", "codes", "--generations", "2"]));
    assert!(news.contains("generation 1: ") && !news.contains("generation 0: fitness"), "{news}");
    assert!(news.contains("p_m 0.2500"), "the settings of the original run stay: {news}");
    let refused = run(&["--genes", "shapes", "--generations", "3"]);
    let error = String::from_utf8_lossy(&refused.stderr);
    assert!(error.contains("has other values; expected another NAME"), "{error}");
    let refused = run(&["--genes", "codes", "--generations", "3", "--random-turns", "3"]);
    let error = String::from_utf8_lossy(&refused.stderr);
    assert!(error.contains("e.json was made with other options: ") && error.contains("random_turns: 2"), "{error}");
    for end in ["csv", "svg", "xml"] {
        assert!(fs::metadata(name.with_extension(end)).is_ok_and(|file| file.len() > 0), "{end}");
    }
}
