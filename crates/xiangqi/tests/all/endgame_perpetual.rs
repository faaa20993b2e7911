//! Endgame tables under the rule of perpetual check against the rulings of repetitions.

// Figures, printed with --nocapture.
#![allow(clippy::print_stdout)]

use duiyi_endgame::{Numbered as _, RuledCounts, RuledValue, Value};
use duiyi_game::{BySide, Game as _, Side};
use duiyi_xiangqi::{
    Move, Position, Xiangqi,
    endgame::{EndgameFolder, EndgameTable, PerpetualTables},
    rulings::{Rule, RuleSet, Ruling, judge},
};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use std::{fs, ops::ControlFlow, path::PathBuf};

/// A folder with a table and those that it needs.
fn folder_with(name: &str) -> EndgameFolder {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("perpetual-{name}"));
    fs::create_dir_all(&path).unwrap();
    let mut folder = EndgameFolder::open(&path).unwrap();
    folder.build(&name.parse().unwrap(), 2, &|_| ControlFlow::Continue(()), &mut |_| ()).unwrap();
    folder
}

/// Plays from a position that the rule decides until a position occurs for the third time: the winner
/// by the first ranked move, the loser at random among the moves that do not lose by the plain rules.
/// Returns the winner and the moves.
fn played(tables: &PerpetualTables<'_>, start: &Position, random: &mut Xoshiro256PlusPlus) -> (Side, Vec<Move>) {
    let mut game = Xiangqi::new(*start);
    let wins = tables.value(&game).unwrap().unwrap().wins().unwrap();
    let winner = if wins { game.side_to_move() } else { !game.side_to_move() };
    let mut moves = Vec::new();
    while game.occurrences() < 3 {
        let ranked = tables.ranked_moves(&mut game).unwrap();
        let own = game.side_to_move() == winner;
        let kept: Vec<_> = ranked.iter().filter(|(_, value)| own || matches!(value, RuledValue::Win(_))).collect();
        let &(mv, value) = if own { kept[0] } else { kept[(random.next_u64() % kept.len() as u64) as usize] };
        assert_eq!(value.wins(), Some(!own), "{} {mv}", start.to_fen());
        game.make(mv);
        moves.push(mv);
        assert!(moves.len() < 10_000, "{}", start.to_fen());
    }
    (winner, moves)
}

/// Plays from every `step`-th position of a table that the rule decides. Returns their number, and for
/// each rule set the number of rulings against the loser.
fn rulings(tables: &mut PerpetualTables<'_>, name: &EndgameTable, step: usize) -> (u64, [u64; 5]) {
    let found = tables.solve(name).unwrap();
    let decided: Vec<u64> = found.decided().iter().map(|&(index, _)| index).collect();
    let numbering = found.numbering().clone();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut all, mut lost) = (0, [0; 5]);
    for index in decided.into_iter().step_by(step) {
        let start = *numbering.position(index).unwrap().position();
        let (winner, moves) = played(tables, &start, &mut random);
        for (rules, lost) in RuleSet::ALL.into_iter().zip(&mut lost) {
            let report = judge(rules, &start, &moves).unwrap();
            *lost += u64::from(report.ruling == Ruling::Loses(!winner));
            if rules == RuleSet::CheckOnly {
                assert_eq!(report.rule, Rule::PerpetualCheck(!winner), "{}", start.to_fen());
            }
        }
        all += 1;
    }
    (all, lost)
}

#[test]
fn play_of_a_horse_against_a_rook_ends_with_a_ruling_against_the_checks() {
    let folder = folder_with("krkn");
    let name: EndgameTable = "krkn".parse().unwrap();
    let mut tables = PerpetualTables::new(&folder);
    let counts = tables.solve(&name).unwrap().counts();
    let expected = BySide::new(RuledCounts { wins: 624, losses: 0 }, RuledCounts { wins: 0, losses: 2570 });
    assert_eq!(counts, expected);
    let (all, lost) = rulings(&mut tables, &name, 5);
    println!("{all} games; lost by {:?}: {lost:?}", RuleSet::ALL);
    assert!(all > 300);
    // Without a rule for repetitions they are draws; the rule books agree on the others.
    assert_eq!(lost, [0, all, all, all, all]);
    // The same with the colours exchanged, and a plain win keeps its distance.
    let value = |fen: &str| tables.value(&Xiangqi::new(fen.parse().unwrap())).unwrap().unwrap();
    let won = value("9/9/5k3/9/9/1R7/9/4K4/9/3n5 w");
    assert!(matches!(won, RuledValue::Win(_)), "{won:?}");
    assert_eq!(value("3N5/9/4k4/9/1r7/9/9/5K3/9/9 b"), won);
    assert!(matches!(value("5k3/9/9/9/9/R8/9/4n4/9/3K5 w"), RuledValue::Plain(Value::Win(_))));
}
