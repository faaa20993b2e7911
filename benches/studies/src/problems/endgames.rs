//! Endgames with a single winning move.

use super::{Collection, Found};
use duiyi_endgame::{Numbered, Value, ranked_moves};
use duiyi_game::{Game, Reason, Side};
use duiyi_xiangqi::{
    Position, Xiangqi,
    endgame::{EndgameFolder, EndgameTable},
};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::Rng};
use std::path::Path;

/// The attempts to find each problem, so that a table without problems does not take forever.
const ATTEMPTS: usize = 20_000;
/// The least number of moves to mate.
const LEAST_MOVES: u16 = 4;
/// The most turns of a problem.
const MAX_TURNS: u32 = 5;

/// Adds up to `count` endgames of each table.
///
/// # Errors
/// If a table can't be read or its draws depend on rulings.
pub(super) fn select(
    tables: &[EndgameTable],
    dir: &Path,
    count: usize,
    random: &mut Xoshiro256PlusPlus,
    all: &mut Collection,
) -> Result<(), Reason> {
    if tables.is_empty() {
        return Ok(());
    }
    let folder = EndgameFolder::open(dir)?;
    for table in tables {
        if !table.is_exact() {
            return Err(format!("--tables {table}: both sides can give check, so draws depend on rulings").into());
        }
        let loaded = folder.load(table)?;
        let (before, mut number) = (all.found.len(), 0);
        for _ in 0..ATTEMPTS * count {
            if all.found.len() == before + count {
                break;
            }
            let index = random.next_u64() % loaded.numbering().size();
            let long = matches!(loaded.value(index), Some(Value::Win(plies)) if plies.div_ceil(2) >= LEAST_MOVES);
            let Some(game) = loaded.position(index).filter(|_| long) else { continue };
            if let Some(mut problem) = problem(&folder, game)? {
                problem.theme = table.to_string();
                problem.name = format!("{table} {}", number + 1);
                number += usize::from(all.add(problem));
            }
        }
    }
    Ok(())
}

/// The problem of a position, if one quiet move alone wins.
fn problem(folder: &EndgameFolder, mut game: Xiangqi) -> Result<Option<Found>, Reason> {
    let position: Position = *game.position();
    let ranked = ranked_moves(folder, &mut game)?;
    let [(first, Value::Win(plies)), (_, second), ..] = ranked[..] else { return Ok(None) };
    let quiet = !position.gives_check(first) && position.piece_at(first.to()).is_none();
    if game.side_to_move() != Side::First || matches!(second, Value::Win(_)) || !quiet {
        return Ok(None);
    }
    let mut turns = 1;
    game.make(first);
    // As long as a single move wins against the longest defence.
    while let Some(&(reply, _)) = ranked_moves(folder, &mut game)?.first() {
        game.make(reply);
        let ranked = ranked_moves(folder, &mut game)?;
        match ranked[..] {
            [(mv, Value::Win(_)), (_, second), ..] if !matches!(second, Value::Win(_)) && turns < MAX_TURNS => {
                game.make(mv);
                turns += 1;
            }
            _ => break,
        }
    }
    let points = u32::from(plies / 10) + u32::from(ranked.len() >= 12) + u32::from(turns >= 3);
    let (theme, name) = (String::new(), String::new());
    let difficulty = (2 + points / 2).min(5);
    Ok(Some(Found { asked: "e".to_owned(), turns, difficulty, theme, first, name, position }))
}
