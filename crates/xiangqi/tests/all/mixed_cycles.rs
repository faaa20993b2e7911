//! Rulings that the search claims, on positions with exact values.

use duiyi_search::{Limits, ScoreClaim, Searcher, Table};
use duiyi_xiangqi::{Evaluation, Position, Xiangqi};

/// The nodes of a search.
const NODES: u64 = 20_000;
/// The number of positions decided by a ruling in which the search must at least claim it.
const LEAST_CLAIMED: usize = 5;

struct Case {
    position: Position,
    value: &'static str,
}

fn cases() -> Vec<Case> {
    let lines = include_str!("../data/mixed-cycles.epd").lines().filter(|line| !line.starts_with('#'));
    let case = |line: &'static str| {
        let (position, rest) = line.split_once("; value ").unwrap();
        Case { position: position.parse().unwrap(), value: rest.split(';').next().unwrap() }
    };
    lines.map(case).collect()
}

#[test]
fn decisive_claims_are_true_and_some_rulings_are_confirmed() {
    let cases = cases();
    assert!(cases.len() >= 300);
    let table = Table::new(1);
    let mut searcher = Searcher::new(Evaluation::new());
    // So that only the confirmation prevents false claims.
    searcher.enhancements.mixed_cycles = false;
    let mut claims = 0;
    for Case { position, value } in cases.into_iter().step_by(5) {
        table.clear();
        searcher.new_game();
        let result = searcher.search(&Xiangqi::new(position)).table(&table).limits(Limits::nodes(NODES)).run();
        let claimed = if result.value.get() > 0 { "win" } else { "loss" };
        claims += usize::from(result.claim == ScoreClaim::Ruling && value == claimed);
        if !result.claim.is_decisive() {
            continue;
        }
        let refuted =
            ["win", "loss", "draw"].contains(&value) && value != claimed || value.strip_prefix("not ") == Some(claimed);
        assert!(!refuted, "{}: {value}, claimed {claimed} by {:?}", position.to_fen(), result.claim);
    }
    assert!(claims >= LEAST_CLAIMED, "{claims} rulings");
}
