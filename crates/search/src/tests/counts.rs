//! Counters and their output; levels, lines and table entries at their limits.

use crate::{
    Bound, Depth, Entry, EntryEvaluation, MAX_PLY, Report, RootMove, Score, Skill, Statistics, Table, TablePolicy,
    choose_line,
};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use std::time::Duration;

fn counted() -> Statistics {
    let mut statistics = Statistics { nodes: 1_000, quiescence_nodes: 250, ..Statistics::default() };
    statistics.cutoffs = [10, 20, 30, 20, 15, 5];
    statistics.first_move_cutoffs = 60;
    statistics.iteration_nodes[..2].copy_from_slice(&[40, 400]);
    statistics
}

#[test]
fn rates_are_shares_of_their_totals() {
    let statistics = counted();
    assert_eq!((statistics.first_move_rate(), statistics.growth()), (0.6, 10.0));
    assert_eq!(statistics.cutoff_shares(), [0.1, 0.2, 0.3, 0.2, 0.15, 0.05]);
    let mut one = Statistics::default();
    one.iteration_nodes[0] = 5;
    assert_eq!(one.growth(), 0.0);
    one.iteration_nodes[2] = 50;
    assert_eq!(one.growth(), 0.0, "there is no iteration before it");
    let mut twice = counted();
    twice.add(&counted());
    assert_eq!((twice.nodes, twice.quiescence_nodes, twice.first_move_cutoffs), (2_000, 500, 120));
    assert_eq!((twice.cutoffs, twice.iteration_nodes[1]), ([20, 40, 60, 40, 30, 10], 800));
    assert!(statistics.to_csv().ends_with(",2,20.0000"), "{}", statistics.to_csv());
}

#[test]
fn speed_is_reported_after_a_millisecond() {
    let speed = |nodes: u64, micros: u64| {
        let report: Report<'_, u8> = Report {
            claim: crate::ScoreClaim::None,
            depth: 3,
            selective_depth: 4,
            line: 1,
            score: Score::ZERO,
            bound: Bound::Exact,
            nodes,
            elapsed: Duration::from_micros(micros),
            table_permille: 5,
            pv: &[],
            best_move_permille: 6,
            best_move_changed: true,
            best_move_changes: 7,
            previous_score: None,
            root: &[],
        };
        let report = report.with_line(2, &[1_u16, 2]);
        assert_eq!((report.line, report.pv, report.nodes, report.best_move_changes), (2, &[1, 2][..], nodes, 7));
        report.nodes_per_second()
    };
    assert_eq!((speed(500, 999), speed(500, 1_000), speed(500, 4_999)), (0, 500_000, 125_000));
}

fn lines(scores: &[i32]) -> Vec<RootMove<u8>> {
    let line = |(i, &score): (usize, &i32)| {
        let mut line = RootMove::new(i as u8);
        line.note(Score::new(score), 1);
        line
    };
    scores.iter().enumerate().map(line).collect()
}

#[test]
fn levels_differ_in_nodes_lines_and_mistakes() {
    assert_eq!(
        [0, 1, 10, 19].map(|level| Skill::new(level).nodes()),
        [Some(400), Some(600), Some(23_066), Some(886_735)]
    );
    assert_eq!((Skill::new(20).nodes(), Skill::new(20).lines(), Skill::new(19).lines()), (None, 1, 4));
    assert_eq!((Skill::new(30), Skill::default(), Skill::new(7).level()), (Skill::FULL, Skill::FULL, 7));
    assert!(Skill::FULL.is_full() && !Skill::new(19).is_full());
    let blunders = [0, 1, 9, 10, 19, 20].map(|level| Skill::new(level).blunders());
    assert_eq!(blunders, [700, 600, 15, 0, 0, 0]);
    // Level 17 has errors up to nine: a line ten behind is never chosen, one nine behind may be.
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut chosen = |scores: &[i32]| {
        (0..3_000).filter(|_| choose_line(&lines(scores), Skill::new(17).mistake(), &mut random) == 1).count()
    };
    assert_eq!(chosen(&[10, 0]), 0);
    let few = chosen(&[9, 0]);
    assert_eq!(few, 0, "the first of equal lines is chosen");
    assert!((10..80).contains(&chosen(&[8, 0])), "one draw in a hundred");
    assert_eq!(choose_line(&lines(&[]), Skill::new(3).mistake(), &mut random), 0);
}

#[test]
fn entries_round_trip_at_the_limits_of_their_fields() {
    let table = Table::with_entries(4, TablePolicy::Always);
    let probe = |entry: Entry| {
        table.store(1, entry, false);
        table.probe(1).unwrap()
    };
    let entry = Entry {
        mv: (1 << 24) - 1,
        score: Score::new(-32_500),
        depth: Depth::fraction(8_191),
        bound: Bound::Exact,
        evaluation: EntryEvaluation::NONE,
        principal: false,
    };
    assert_eq!(probe(entry), entry);
    assert_eq!(probe(Entry { depth: Depth::fraction(8_192), ..entry }).depth, Depth::fraction(8_191));
    assert_eq!(probe(Entry { depth: Depth::fraction(-1), ..entry }).depth, Depth::ZERO);
    let upper = Entry { bound: Bound::Upper, score: Score::new(32_500), ..entry };
    assert_eq!(probe(upper), upper);
}

/// Which entry replaces which, for the same position.
#[test]
fn a_newer_entry_replaces_an_older_one_unless_it_is_much_shallower() {
    let replaces = |depth: i32, bound: Bound, another_search: bool| {
        let table = Table::with_entries(4, TablePolicy::Always);
        let old = Entry {
            mv: 7,
            score: Score::new(1),
            depth: Depth::plies(9),
            bound: Bound::Lower,
            evaluation: EntryEvaluation::NONE,
            principal: false,
        };
        table.store(1, old, true);
        if another_search {
            table.new_generation();
        }
        table.store(
            1,
            Entry {
                mv: 8,
                score: Score::new(2),
                depth: Depth::fraction(depth),
                bound,
                evaluation: EntryEvaluation::NONE,
                principal: false,
            },
            true,
        );
        let found = table.probe(1).unwrap();
        assert_eq!(found.mv, 8, "the newer move is always kept");
        found.score == Score::new(2)
    };
    assert!(replaces(6 * 64, Bound::Upper, false));
    assert!(!replaces(6 * 64 - 1, Bound::Upper, false));
    assert!(replaces(64, Bound::Exact, false), "an exact score");
    assert!(replaces(64, Bound::Upper, true), "an entry of an earlier search");
    assert!(!replaces(9 * 64, Bound::None, false), "only a move");
    let table = Table::with_entries(4, TablePolicy::Always);
    table.store(
        1,
        Entry {
            mv: 0,
            score: Score::ZERO,
            depth: Depth::PLY,
            bound: Bound::None,
            evaluation: EntryEvaluation::NONE,
            principal: false,
        },
        true,
    );
    assert_eq!(table.probe(1), None, "neither move nor bound");
}

#[test]
fn tables_have_the_requested_size() {
    assert_eq!((Table::new(3).mebibytes(), Table::with_small_pages(2, TablePolicy::Bucket).mebibytes()), (3, 2));
    assert_eq!((Table::new(0).mebibytes(), Table::with_entries(5, TablePolicy::Always).mebibytes()), (0, 0));
    assert_eq!(Table::with_policy(1, TablePolicy::Depth).policy(), TablePolicy::Depth);
    let table = Table::with_entries(8, TablePolicy::Always);
    let entry = Entry {
        mv: 1,
        score: Score::ZERO,
        depth: Depth::PLY,
        bound: Bound::Exact,
        evaluation: EntryEvaluation::NONE,
        principal: false,
    };
    // Eight keys at equal distances fill the eight slots; the ninth uses the first again.
    for slot in 0..8_u64 {
        table.store(slot << 61 | 5, entry, true);
    }
    assert!((0..8_u64).all(|slot| table.probe(slot << 61 | 5) == Some(entry)));
    assert_eq!(table.permille_full(), 1_000);
    table.store(6, entry, true);
    assert_eq!((table.probe(5), table.probe(6)), (None, Some(entry)));
    table.clear();
    assert_eq!((table.probe(6), table.permille_full()), (None, 0));
}

#[test]
fn depths_up_to_the_maximum_are_stored() {
    assert_eq!(Statistics::default().iteration_nodes.len(), MAX_PLY);
}
