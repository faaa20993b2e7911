//! The curve of `lab stats`.

use std::{fs, path::PathBuf, process::Command};

fn lab(args: &str, name: &str) -> String {
    let args = args.replace("NAME", name);
    let output = Command::new(env!("CARGO_BIN_EXE_lab")).args(args.split('|')).output().expect("starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn ratings_are_plotted_against_the_logarithm_of_numbers() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("growth");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("made");
    let name = folder.join("g");
    let text = name.to_str().expect("UTF-8");
    lab(
        "gauntlet|--round-robin|--game|connect6|--rules|tictactoe|--engine|builtin=duiyi name=a@1 tc=nodes=1|\
         --engine|builtin=random name=b@1|--engine|builtin=random name=b@8 seed=2|\
         --engine|builtin=random name=other seed=3|--openings|drawn:1|--games|2|--tc|nodes=10|--out|NAME",
        text,
    );
    let table = lab("stats|NAME.jsonl|--curve|NAME", text);
    let rating = |player: &str| {
        let row = table.lines().find(|line| line.contains(&format!("| {player} |"))).expect("a row");
        row.split('|').nth(3).expect("a rating").trim().parse::<f64>().expect("a number")
    };
    let curve = fs::read_to_string(name.with_extension("csv")).expect("a curve");
    let lines: Vec<&str> = curve.lines().collect();
    let [head, one, eight] = lines[..] else { panic!("{curve}") };
    assert_eq!(head, "log2,a,b");
    let row = |line: &str| line.split(',').map(|field| field.parse::<f64>().expect("a number")).collect::<Vec<_>>();
    let (one, eight) = (row(one), row(eight));
    assert_eq!((one[0], one[1].round(), one[2].round()), (0.0, rating("a@1"), rating("b@1")));
    assert_eq!((eight[0], eight[2].round()), (3.0, rating("b@8")));
    assert!(eight[1].is_nan());
    assert!(fs::read_to_string(name.with_extension("svg")).expect("a drawing").contains("</svg>"));
}
