//! Endgame tables against the counts of another program.

// Figures, printed with --nocapture.
#![allow(clippy::print_stdout)]

use duiyi_endgame::{Analysis, Counts, Numbered as _, Table, Value, best_line};
use duiyi_game::Side;
use duiyi_xiangqi::{
    Xiangqi,
    endgame::{EndgameFolder, EndgameTable},
};
use std::{collections::HashMap, fs, ops::ControlFlow, path::PathBuf, time::Instant};

const TABLES: &str = include_str!("../data/endgames.tsv");

/// A row of the data.
struct Row<'a> {
    name: &'a str,
    /// The size for one side to move, without folding.
    size: u64,
    /// Positions, wins, losses and draws with Red, then with Black to move.
    counts: [u64; 8],
    /// The longest win and loss with Red to move and the longest win with Black to move.
    longest: [u16; 3],
}

fn rows() -> impl Iterator<Item = Row<'static>> {
    TABLES.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let number = |at: usize| fields[at].parse().unwrap();
        let longest = |at: usize| fields[at].parse().unwrap();
        Row {
            name: fields[0],
            size: number(1),
            counts: std::array::from_fn(|at| number(2 + at)),
            longest: [longest(10), longest(11), longest(12)],
        }
    })
}

/// Builds a table and those that it needs, which are kept for others.
fn build(name: &str, built: &mut HashMap<String, Table<EndgameTable>>) {
    for pieces in name.parse::<EndgameTable>().unwrap().with_smaller() {
        if built.contains_key(&pieces.to_string()) {
            continue;
        }
        let smaller: Vec<&Table<EndgameTable>> =
            pieces.smaller().iter().map(|table| &built[&table.to_string()]).collect();
        let table = Analysis::new(pieces.clone()).smaller_tables(&smaller).threads(2).solve().unwrap();
        built.insert(pieces.to_string(), table);
    }
}

/// Compares the tables of up to a size with the data.
fn compare(most: u64) {
    let started = Instant::now();
    let mut built = HashMap::new();
    let mut compared = 0;
    for row in rows().filter(|row| row.size <= most) {
        build(row.name, &mut built);
        let counts = built[row.name].counts();
        let of = |Counts { wins, losses, draws, .. }| [wins + losses + draws, wins, losses, draws];
        let [red, black] = Side::BOTH.map(|side| counts[side]);
        assert_eq!([of(red), of(black)].concat(), row.counts, "{}", row.name);
        let plies = |longest: Option<(u64, u16)>| longest.map_or(0, |(_, plies)| plies);
        let longest = [plies(red.longest_win), plies(red.longest_loss), plies(black.longest_win)];
        assert_eq!(longest, row.longest, "{}", row.name);
        compared += 1;
    }
    println!("{compared} tables in {:?}", started.elapsed());
    assert!(compared > 0);
}

#[test]
fn small_tables_have_the_counts_of_another_program() {
    compare(160_000);
}

#[test]
fn play_by_the_tables_mates_in_the_distance() {
    for name in ["knka", "kpka", "krkb"] {
        let mut built = HashMap::new();
        build(name, &mut built);
        let tables: Vec<&Table<EndgameTable>> = built.values().collect();
        let table = &built[name];
        let wins = (0..).map(|at| at * 7).take_while(|&index| index < table.numbering().size()).filter_map(|index| {
            let plies = table.value(index).filter(|value| matches!(value, Value::Win(_)))?.plies()?;
            Some((table.position(index)?, plies))
        });
        let mut played = 0;
        for (start, plies) in wins.take(1_000) {
            let line = best_line(&tables, &start).unwrap();
            assert_eq!(line.len(), usize::from(plies), "{}", start.position().to_fen());
            played += 1;
        }
        assert!(played > 10, "{name}: {played}");
    }
}

#[test]
#[ignore = "up to 1.6 million positions for each side to move: a minute"]
fn tables_of_up_to_1_600_000_have_the_counts_of_another_program() {
    compare(1_600_000);
}

#[test]
#[ignore = "all 86 tables: many minutes"]
fn all_tables_have_the_counts_of_another_program() {
    compare(u64::MAX);
}

#[test]
#[ignore = "a time, for an idle machine"]
fn a_probe_takes_less_than_a_microsecond() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("probed");
    fs::create_dir_all(&path).unwrap();
    let mut folder = EndgameFolder::open(&path).unwrap();
    let name: EndgameTable = "krkaabb".parse().unwrap();
    folder.build(&name, 2, &|_| ControlFlow::Continue(()), &mut |_| ()).unwrap();
    let table = folder.load(&name).unwrap();
    // Indices far from each other.
    let positions: Vec<Xiangqi> = (0..100_000).filter_map(|at| table.position(at * 7_919 % 2_000_000)).collect();
    let found = |game: &Xiangqi| folder.value(game, true).is_some();
    assert!(positions.iter().all(found), "each position is in the table");
    let started = Instant::now();
    let sum = positions.iter().filter(|game| found(game)).count();
    let each = started.elapsed().as_nanos() / sum as u128;
    println!("{each} ns for each of {sum} probes");
    assert!(each < 1_000, "{each} ns");
}
