//! The openings of a match.

use crate::games::LabGame;
use duiyi_arena::{Opening, parse_openings};
use duiyi_game::Reason;
use std::fs;

/// The openings of a set or a file; where the rules begin without a name.
///
/// # Errors
/// If the file can't be read.
pub(crate) fn read<G: LabGame>(name: Option<&str>, rules: &G) -> Result<Vec<Opening>, Reason> {
    let Some(name) = name else {
        return Ok(vec![Opening { id: "start".to_owned(), position: rules.write_position() }]);
    };
    if let Some(set) = rules.openings(name) {
        return set;
    }
    let text = fs::read_to_string(name).map_err(|error| format!("{name}: {error}"))?;
    let read = parse_openings(&text).into_iter();
    Ok(read.map(|opening| Opening { position: G::opening_text(opening.position), ..opening }).collect())
}
