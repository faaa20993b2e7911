//! The openings of a match.

use crate::{files::MAX_INPUT, games::LabGame};
use duiyi_arena::{Opening, parse_opening};
use duiyi_game::files;
use duiyi_game::{History, Notation, Reason};
use std::{collections::HashSet, io::BufReader};

/// The default number of turns after which games are cut.
const TURNS: usize = 8;

/// The openings of a set or a file; without a name, the initial position. `drawn:N` are N
/// random openings, which give games variety between deterministic engines.
///
/// # Errors
/// If the file can't be read, or a line is not an opening.
pub(crate) fn read<G: Notation>(game: &LabGame<G>, name: Option<&str>) -> Result<Vec<Opening>, Reason> {
    let rules = game.start();
    let Some(name) = name else {
        return Ok(vec![Opening { id: "start".to_owned(), position: rules.write_position() }]);
    };
    if let Some(count) = name.strip_prefix("drawn:") {
        let count: u64 = count.parse().map_err(|_| format!("'{name}': expected a number after the colon"))?;
        return (0..count).map(|seed| game.random_opening(seed, game.kit().openings.random_turns)).collect();
    }
    if let Some(set) = game.opening_set(name) {
        return Ok(set);
    }
    if let Some((path, turns)) = cut(name)? {
        return of_games(game, path, turns);
    }
    let text = files::read_text(name, files::MAX_TEXT).map_err(|error| format!("{name}: {error}"))?;
    let mut openings = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let Some(Opening { id, position }) = parse_opening(line, number) else { continue };
        let position = game.with_moves(position);
        History::read_by(rules, &position).map_err(|reason| format!("{name}, line {number}: {reason}"))?;
        openings.push(Opening { id, position });
    }
    Ok(openings)
}

/// A file of games and the number of turns after which they are cut: `GAMES.pgn:12`, or `GAMES.pgn`.
fn cut(name: &str) -> Result<Option<(&str, usize)>, Reason> {
    match name.rsplit_once(':') {
        Some((path, turns)) if path.ends_with(".pgn") => {
            let turns = turns.parse().map_err(|_| format!("'{name}': expected a number of turns after the colon"))?;
            Ok(Some((path, turns)))
        }
        _ => Ok(name.ends_with(".pgn").then_some((name, TURNS))),
    }
}

/// The distinct positions of games after a number of turns. Games that have ended by then are left
/// out.
///
/// # Errors
/// If the file can't be read, a game is broken, or none is long enough.
fn of_games<G: Notation>(of: &LabGame<G>, path: &str, turns: usize) -> Result<Vec<Opening>, Reason> {
    let mut input = BufReader::new(files::open(path, MAX_INPUT).map_err(|error| format!("{path}: {error}"))?);
    let (mut openings, mut seen, mut number, mut broken) = (Vec::new(), HashSet::new(), 0, None);
    of.read_games(&mut input, &mut |played| {
        number += 1;
        let game = match played {
            Ok(played) => played.game,
            Err(reason) => {
                broken.get_or_insert_with(|| format!("{path}, game {number}: {reason}"));
                return;
            }
        };
        let mut opening = History::new(game.start().clone());
        let mut text = format!("{} moves", game.start().write_position());
        for turn in game.turns().take(turns) {
            text = format!("{text} {}", opening.now().write_turn(turn));
            // The moves of a game are legal.
            let _ = opening.play_turn(turn);
        }
        let is_new =
            opening.turns().count() == turns && opening.outcome().is_none() && seen.insert(opening.now().key());
        if is_new {
            openings.push(Opening { id: format!("game {number}"), position: text });
        }
    })?;
    match broken {
        Some(broken) => Err(broken.into()),
        None if openings.is_empty() => Err(format!("{path}: no game has more than {turns} turns").into()),
        None => Ok(openings),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::connect6;

    /// Every game has random openings: legal, with the requested number of turns, and distinct.
    #[test]
    fn openings_are_drawn_in_every_game() {
        fn check<G: Notation>(game: LabGame<G>, rules: &str) {
            let game = game.by(rules).expect("known rules");
            let (rules, turns) = (game.start(), game.kit().openings.random_turns);
            let drawn = read(&game, Some("drawn:20")).expect("twenty");
            let games: Vec<History<G>> =
                drawn.iter().map(|opening| History::read_by(rules, &opening.position).expect("legal")).collect();
            assert!(games.iter().all(|game| game.turns().count() as u32 >= turns && game.outcome().is_none()));
            assert_eq!(games.iter().map(|game| game.now().key()).collect::<HashSet<_>>().len(), 20);
            assert!(read(&game, Some("drawn:x")).is_err());
        }
        check(LabGame::new(duiyi_xiangqi::kit::kit()), "");
        check(connect6::game(), "");
        check(connect6::game(), "gomoku");
    }

    #[test]
    fn turns_may_stand_where_the_position_would() {
        let game = connect6::game();
        assert_eq!(game.with_moves("J10 I11-K11".into()), "moves J10 I11-K11");
        for same in ["", "moves J10"] {
            assert_eq!(game.with_moves(same.into()), same);
        }
        let set = game.opening_set("named").expect("the named ones");
        assert_eq!(read(&game, Some("named")).expect("a set"), set);
        assert_eq!((set.len(), game.opening_set("file.epd")), (20, None));
    }
}
