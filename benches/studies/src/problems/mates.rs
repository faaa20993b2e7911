//! Mates with a single first move.

use super::{Collection, Found, sources::Candidate, with_red_to_move};
use duiyi_xiangqi::{
    Move, Position,
    kit::{MateSearch, mating_pattern},
};

/// A mate with a single first move.
struct Mate {
    position: Position,
    turns: u32,
    first: Move,
    nodes: u64,
}

/// Adds mates from the candidates until none is wanted.
pub(super) fn select(
    candidates: impl Iterator<Item = Candidate>,
    wanted: &mut [usize],
    nodes: u64,
    all: &mut Collection,
) {
    for candidate in candidates {
        let Some(longest) = wanted.iter().rposition(|&missing| missing > 0) else { return };
        let most = longest as u32 + 1;
        let mut found = Vec::new();
        // From the end of the game back, while there is a mate.
        for position in &candidate.positions {
            let position = with_red_to_move(position);
            match mate(&position, most, nodes) {
                Some(Ok(mate)) => found.push(mate),
                Some(Err(_)) => {}
                None => break,
            }
        }
        // The one of which most are missing.
        found.sort_by_key(|mate| std::cmp::Reverse(wanted[mate.turns as usize - 1]));
        for mate in found {
            let missing = &mut wanted[mate.turns as usize - 1];
            if *missing > 0 && all.add(problem(&mate, &candidate.name)) {
                *missing -= 1;
                break;
            }
        }
    }
}

/// The shortest mate; `Err` if several moves begin it, `None` if there is none within the limit.
fn mate(position: &Position, most: u32, nodes: u64) -> Option<Result<Mate, u32>> {
    let mut search = MateSearch::new(nodes, &|| false);
    let turns = search.distance(position, most).ok()??;
    let first = search.first_moves(position, turns, 2).ok()?;
    Some(match first[..] {
        [first] => Ok(Mate { position: *position, turns, first, nodes: search.nodes() }),
        _ => Err(turns),
    })
}

fn problem(mate: &Mate, name: &str) -> Found {
    let Mate { position, turns, first, nodes } = *mate;
    let line = MateSearch::new(u64::MAX, &|| false).line(&position, first, turns).unwrap_or_default();
    let mut last = position;
    for mv in line {
        last.make(mv);
    }
    let theme = mating_pattern(&last).map_or("", |pattern| pattern.code).to_owned();
    let quiet = u32::from(!position.gives_check(first));
    let legal = u32::from(position.count_legal() >= 35);
    let effort = u32::from(nodes >= 20_000) + u32::from(nodes >= 300_000);
    let points = 2 * (turns - 1) + 2 * quiet + legal + effort;
    let difficulty = (1 + points / 2).min(5);
    Found { asked: "m".to_owned(), turns, difficulty, theme, first, name: name.to_owned(), position }
}
