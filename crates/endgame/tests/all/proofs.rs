//! Proof-number search, which works from the root, agrees with tables, which are built from the end.

use crate::{
    breakthrough::{Breakthrough, Pieces},
    rook::Rook,
};
use duiyi_endgame::{Analysis, Numbered, Table, Value};
use duiyi_game::{Game, Side, SmallGame, legal_moves};
use duiyi_search::{LimitControl, Limits, PositionValue, ProofNumberSearch, StopHandle};
use std::collections::HashMap;

fn value<G: Game>(search: ProofNumberSearch, game: &mut G) -> PositionValue {
    search.value(game, || LimitControl::new(Limits::default(), StopHandle::new())).value
}

fn searches() -> [ProofNumberSearch; 2] {
    [ProofNumberSearch::new(1 << 18), ProofNumberSearch::two_level(1 << 18)]
}

#[test]
fn proofs_of_breakthrough_agree_with_the_tables() {
    let mut tables: Vec<Table<Pieces<true>>> = Vec::new();
    for pieces in (1..4).flat_map(|first| (1..4).map(move |second| [first, second])) {
        let table = Analysis::new(Pieces { pieces }).smaller_tables(&tables).threads(2).solve().unwrap();
        // Every 7th position, and the start.
        let start = table.numbering().index(&Breakthrough::START);
        for index in (0..table.numbering().size()).step_by(7).chain(start) {
            let Some(mut position) = table.numbering().position(index) else { continue };
            let expected = match table.value(index) {
                Some(Value::Win(_)) => PositionValue::Won,
                Some(Value::Loss(_)) => PositionValue::Lost,
                other => panic!("{position:?}: {other:?}"),
            };
            for search in searches() {
                assert_eq!(value(search, &mut position), expected, "{position:?}");
            }
        }
        tables.push(table);
    }
}

/// Repetitions are frequent in this game, and the bare king cannot win.
#[test]
fn mates_with_a_rook_are_proved() {
    let position = |king, rook, bare_king, turn| Rook { board: 3, king, rook: Some(rook), bare_king, turn };
    let (mut counts, mut known) = ([0; 2], HashMap::new());
    let squares: Vec<_> = position((0, 0), (0, 0), (0, 0), Side::First).squares().collect();
    let count = squares.len();
    for number in 0..count.pow(3) {
        let [king, rook, bare_king] = [0, 1, 2].map(|digit| squares[number / count.pow(digit) % count]);
        for turn in Side::BOTH {
            let mut position = position(king, rook, bare_king, turn);
            if !position.possible() {
                continue;
            }
            let expected = match (mates(position, 20, &mut known), turn) {
                (true, Side::First) => PositionValue::Won,
                (true, Side::Second) => PositionValue::Lost,
                (false, _) => PositionValue::Drawn,
            };
            counts[usize::from(expected == PositionValue::Drawn)] += 1;
            for search in searches() {
                assert_eq!(value(search, &mut position), expected, "{position:?}");
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 10), "{counts:?}");
}

/// Whether the first side mates within a number of plies.
fn mates(position: Rook, plies: u32, known: &mut HashMap<(u64, u32), bool>) -> bool {
    if let Some((winner, _)) = position.ending() {
        return winner == Some(Side::First);
    }
    if let Some(&mates) = known.get(&(position.key(), plies)) {
        return mates;
    }
    let mut after = legal_moves(&position).into_iter().map(|mv| position.after(mv));
    let found = match position.turn {
        _ if plies == 0 => false,
        Side::First => after.any(|after| mates(after, plies - 1, known)),
        Side::Second => after.all(|after| mates(after, plies - 1, known)),
    };
    known.insert((position.key(), plies), found);
    found
}
