//! The openings of a match.

use crate::games::LabGame;
use duiyi_arena::{Opening, parse_opening};
use duiyi_game::{History, Reason};
use std::fs;

/// The openings of a set or a file; where the rules begin without a name. `drawn:N` are N
/// at random, which engines that do not vary play differently.
///
/// # Errors
/// If the file can't be read, or which line of it is no opening.
pub(crate) fn read<G: LabGame>(name: Option<&str>, rules: &G) -> Result<Vec<Opening>, Reason> {
    let Some(name) = name else {
        return Ok(vec![Opening { id: "start".to_owned(), position: rules.write_position() }]);
    };
    if let Some(count) = name.strip_prefix("drawn:") {
        let count: u64 = count.parse().map_err(|_| format!("'{name}': expected a number after the colon"))?;
        return (0..count).map(|seed| drawn(rules, seed, G::DRAWN_TURNS)).collect();
    }
    if let Some(set) = rules.openings(name) {
        return Ok(set);
    }
    let text = fs::read_to_string(name).map_err(|error| format!("{name}: {error}"))?;
    let mut openings = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let Some(Opening { id, position }) = parse_opening(line, number) else { continue };
        let position = G::opening_text(position);
        History::read_by(rules, &position).map_err(|reason| format!("{name}, line {number}: {reason}"))?;
        openings.push(Opening { id, position });
    }
    Ok(openings)
}

/// An opening at random, of so many turns.
///
/// # Errors
/// If the rules leave no room for it.
pub(crate) fn drawn<G: LabGame>(rules: &G, seed: u64, turns: u32) -> Result<Opening, Reason> {
    Ok(Opening { id: format!("drawn {seed}"), position: rules.random_opening(seed, turns)? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_connect6::Board;
    use duiyi_xiangqi::Xiangqi;
    use std::collections::HashSet;

    /// Every game has openings at random: legal, of so many turns, and no two alike.
    #[test]
    fn openings_are_drawn_in_every_game() {
        fn check<G: LabGame>(rules: &str) {
            let rules = G::begin(rules).expect("known rules");
            let drawn = read(Some("drawn:20"), &rules).expect("twenty");
            let games: Vec<History<G>> =
                drawn.iter().map(|opening| History::read_by(&rules, &opening.position).expect("legal")).collect();
            assert!(games.iter().all(|game| game.turns().count() as u32 >= G::DRAWN_TURNS && game.outcome().is_none()));
            assert_eq!(games.iter().map(|game| game.now().key()).collect::<HashSet<_>>().len(), 20);
            assert!(read(Some("drawn:x"), &rules).is_err());
        }
        check::<Xiangqi>("");
        check::<Board>("");
        check::<Board>("gomoku");
    }
}
