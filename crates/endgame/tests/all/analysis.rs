//! Values of tic-tac-toe and Breakthrough, and what stops an analysis.

use crate::{
    breakthrough::{Breakthrough, Pieces},
    tic_tac_toe::{AllPositions, TicTacToe},
};
use duiyi_endgame::{
    Analysis, AnalysisError, Numbered, Probe, Progress, Stage, Table, TableError, Value, check_numbering, ranked_moves,
};
use duiyi_game::{Game, Side, SmallGame, Verdict, legal_moves};
use std::{
    collections::HashMap,
    ops::ControlFlow,
    sync::atomic::{AtomicU64, Ordering},
};

#[test]
fn tic_tac_toe_is_a_draw_in_5478_positions() {
    for (folded, positions) in [(false, 5478), (true, 765)] {
        let numbering = AllPositions { folded };
        check_numbering(&numbering).unwrap();
        let analysis = Analysis::new(numbering);
        let table = analysis.solve().unwrap();
        analysis.verify(&table).unwrap();
        assert_eq!(table.counts().iter().map(|counts| counts.positions()).sum::<u64>(), positions);
        assert_eq!(table.probe(&TicTacToe::default()).unwrap(), Some(Value::Draw));
        // Against a stone in the corner only the center draws.
        let ranked = ranked_moves(&table, &mut TicTacToe { cells: [1, 0] }).unwrap();
        assert_eq!((ranked[0], ranked.len()), ((4, Value::Draw), 8));
        assert!(ranked[1..].iter().all(|(_, value)| matches!(value, Value::Loss(_))));
    }
}

type Memory = HashMap<([u16; 2], Side), Value>;

/// The value by a search of the whole tree.
fn by_search(position: Breakthrough, memory: &mut Memory) -> Value {
    if let Some(&value) = memory.get(&(position.pieces, position.turn)) {
        return value;
    }
    let value = match position.ending() {
        Some((winner, _)) => {
            if winner == Some(position.turn) {
                Value::Win(0)
            } else {
                Value::Loss(0)
            }
        }
        None => {
            let after = legal_moves(&position).into_iter().map(|mv| by_search(position.after(mv), memory));
            after.map(|value| value.of_move(false).unwrap()).max().unwrap_or(Value::Loss(0))
        }
    };
    memory.insert((position.pieces, position.turn), value);
    value
}

/// The tables of up to three pieces a side, each with those that its captures lead to.
fn all_tables<const BACK: bool>() -> Vec<Table<Pieces<BACK>>> {
    let mut tables = Vec::new();
    for pieces in (1..4).flat_map(|first| (1..4).map(move |second| [first, second])) {
        let numbering = Pieces::<BACK> { pieces };
        let analysis = Analysis::new(numbering).smaller_tables(&tables).threads(2);
        let table = analysis.solve().unwrap();
        analysis.verify(&table).unwrap();
        tables.push(table);
    }
    tables
}

#[test]
fn tables_of_breakthrough_equal_a_search() {
    check_numbering(&Pieces::<true> { pieces: [2, 1] }).unwrap();
    let (with, without) = (all_tables::<true>(), all_tables::<false>());
    let mut memory = Memory::new();
    for table in &with {
        for index in 0..table.numbering().size() {
            let Some(position) = table.numbering().position(index) else {
                assert_eq!(table.value(index), None);
                continue;
            };
            let expected = by_search(position, &mut memory);
            assert_eq!(table.value(index), Some(expected), "{position:?}");
            assert_eq!(without.probe(&position).unwrap(), Some(expected), "{position:?}");
        }
    }
    assert_eq!(with.probe(&Breakthrough::START).unwrap(), Some(by_search(Breakthrough::START, &mut memory)));
}

#[test]
fn a_missing_smaller_table_is_reported() {
    let error = Analysis::new(Pieces::<true> { pieces: [2, 2] }).solve().unwrap_err();
    assert!(matches!(&error, AnalysisError::Missing { table, .. } if table == "2-2"), "{error}");
    let mut start = Breakthrough { pieces: [0o20, 0o200], turn: Side::First };
    assert!(matches!(ranked_moves(&(), &mut start), Err(TableError::Unknown { .. })));
}

#[test]
fn the_callback_sees_all_indices_and_stops_the_analysis() {
    let numbering = AllPositions { folded: false };
    let (calls, most) = (AtomicU64::new(0), AtomicU64::new(0));
    let count = |progress: Progress| {
        calls.fetch_add(1, Ordering::Relaxed);
        most.fetch_max(progress.done, Ordering::Relaxed);
        ControlFlow::Continue(())
    };
    Analysis::new(numbering).progress(&count).solve().unwrap();
    assert_eq!(most.load(Ordering::Relaxed), numbering.size());
    let until = |stage| {
        move |progress: Progress| {
            if progress.stage == stage { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    };
    for stage in [Stage::Counting, Stage::Deciding] {
        let result = Analysis::new(numbering).threads(2).progress(&until(stage)).solve();
        assert!(matches!(result, Err(AnalysisError::Stopped)));
    }
    let table = Analysis::new(numbering).progress(&until(Stage::Verifying)).solve().unwrap();
    assert!(matches!(
        Analysis::new(numbering).progress(&until(Stage::Verifying)).verify(&table),
        Err(AnalysisError::Stopped)
    ));
}

/// A numbering with one wrong answer.
#[derive(Clone, Copy)]
enum Wrong {
    Index,
    Predecessors,
    Outside,
    Unused,
}

impl Numbered for Wrong {
    type Game = TicTacToe;
    const GAME: &'static str = "tic-tac-toe";
    const HAS_PREDECESSORS: bool = true;

    fn name(&self) -> String {
        "wrong".into()
    }

    fn size(&self) -> u64 {
        ALL.size()
    }

    fn position(&self, index: u64) -> Option<TicTacToe> {
        if matches!(self, Wrong::Unused) && index == 1 { None } else { ALL.position(index) }
    }

    fn index(&self, position: &TicTacToe) -> Option<u64> {
        let index = ALL.index(position)?;
        match self {
            Wrong::Index if index == 1 => Some(3),
            Wrong::Outside if index > 6000 => Some(index + self.size()),
            _ => Some(index),
        }
    }

    fn predecessors(&self, index: u64, into: &mut Vec<u64>) {
        ALL.predecessors(index, into);
        if matches!(self, Wrong::Predecessors) {
            into.pop();
        }
    }
}

const ALL: AllPositions = AllPositions { folded: false };

#[test]
fn wrong_numberings_are_reported() {
    let error = |wrong| check_numbering(&wrong).unwrap_err();
    assert!(matches!(error(Wrong::Index), AnalysisError::Index { index: 1, found: Some(3) }));
    assert!(matches!(error(Wrong::Predecessors), AnalysisError::Predecessor { .. }));
    assert!(matches!(error(Wrong::Unused), AnalysisError::Unused { from: 0, to: 1 }));
    assert!(matches!(Analysis::new(Wrong::Outside).solve(), Err(AnalysisError::Range { size: 19_683, .. })));
    // Without the last predecessors, wins are missed: the verification finds one.
    let table = Analysis::new(Wrong::Predecessors).solve().unwrap();
    let result = Analysis::new(Wrong::Predecessors).verify(&table);
    assert!(matches!(result, Err(AnalysisError::Inconsistent { .. })));
}

/// Points with one move each: the first two lead to the other two, from which the moves leave the
/// table. The side to move is given by the parity.
#[derive(Clone, Debug)]
struct Lanes(u8);

const NEXT: [u8; 4] = [1, 10, 3, 12];

impl Game for Lanes {
    type Move = u8;
    type Undo = u8;
    const PATH_MATTERS: bool = false;

    fn side_to_move(&self) -> Side {
        Side::BOTH[usize::from(self.0 % 2)]
    }

    fn legal_moves(&self, moves: &mut impl Extend<u8>) {
        moves.extend(NEXT.get(usize::from(self.0)).copied());
    }

    fn is_legal(&self, mv: u8) -> bool {
        NEXT.get(usize::from(self.0)) == Some(&mv)
    }

    fn make(&mut self, mv: u8) -> u8 {
        std::mem::replace(&mut self.0, mv)
    }

    fn unmake(&mut self, _: u8, before: u8) {
        self.0 = before;
    }

    fn key(&self) -> u64 {
        u64::from(self.0) + 1
    }

    fn verdict(&self, _: usize) -> Verdict {
        Verdict::Open
    }
}

struct Numbers<const PREDECESSORS: bool>;

impl<const PREDECESSORS: bool> Numbered for Numbers<PREDECESSORS> {
    type Game = Lanes;
    const GAME: &'static str = "lanes";
    const HAS_PREDECESSORS: bool = PREDECESSORS;

    fn name(&self) -> String {
        "lanes".to_owned()
    }

    fn size(&self) -> u64 {
        4
    }

    fn position(&self, index: u64) -> Option<Lanes> {
        Some(Lanes(index as u8))
    }

    fn index(&self, position: &Lanes) -> Option<u64> {
        (position.0 < 4).then_some(position.0.into())
    }

    fn predecessors(&self, index: u64, into: &mut Vec<u64>) {
        into.extend((0..4).filter(|&from| u64::from(NEXT[from as usize]) == index));
    }
}

/// Values of the points outside.
struct Outside;

impl Probe<Lanes> for Outside {
    fn probe(&self, position: &Lanes) -> Result<Option<Value>, TableError> {
        Ok([(10, Value::Loss(4)), (12, Value::Loss(9))]
            .into_iter()
            .find(|(at, _)| *at == position.0)
            .map(|found| found.1))
    }
}

/// Smaller tables have values of many plies, of which the nearest is decided first.
#[test]
fn values_of_smaller_tables_are_entered_in_the_order_of_their_plies() {
    fn values<const PREDECESSORS: bool>(threads: usize) -> [Option<Value>; 4] {
        let numbers = Numbers::<PREDECESSORS>;
        let table = Analysis::new(&numbers).smaller_tables(&Outside).threads(threads).solve().unwrap();
        [0, 1, 2, 3].map(|index| table.value(index))
    }
    let expected = [Value::Loss(6), Value::Win(5), Value::Loss(11), Value::Win(10)].map(Some);
    for threads in [1, 2] {
        assert_eq!([values::<false>(threads), values::<true>(threads)], [expected; 2]);
    }
}
