//! Games in whose positions a search may claim a win.

use crate::rulings::{random_cycle, random_start};
use duiyi_game::{Game, History, Notation, Reason, files, hash::digest};
use duiyi_lab::files::MAX_INPUT;
use duiyi_train::network::{games::ScoredGame, records::Reader};
use duiyi_xiangqi::{Move, Position, Xiangqi, rulings::RuleSet};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use std::path::Path;

/// A game, of which the last positions are examined.
pub(super) struct Item {
    /// What it is: `suites`, `games` or `rulings`.
    pub(super) kind: &'static str,
    pub(super) game: History<Xiangqi>,
    /// The number of positions, from the last one back.
    pub(super) positions: usize,
}

/// Every position of a suite (EPD), or the first games of a file of `lab generate`.
///
/// # Errors
/// If the file can't be read or a position or game is not one of xiangqi.
pub(super) fn of_file(path: &Path, most: usize, positions: usize) -> Result<Vec<Item>, Reason> {
    let failed = |error: &dyn std::fmt::Display| Reason::from(format!("{}: {error}", path.display()));
    let bytes = files::read(path, MAX_INPUT).map_err(|error| failed(&error))?;
    if let Ok(reader) = Reader::new(&bytes[..]) {
        let rules = reader.name().split_once(' ').map(|(_, rules)| rules.to_owned()).unwrap_or_default();
        let start = Xiangqi::begin(&rules).map_err(|error| failed(&error))?;
        let mut items = Vec::new();
        for (number, record) in (1..).zip(reader.take(most)) {
            let record = record.map_err(|error| failed(&error))?;
            let read = ScoredGame::of_record(&start, &record, number).map_err(|error| failed(&error))?;
            let mut game = History::new(read.start);
            for (mv, _) in read.plies {
                game.play(mv).map_err(|error| failed(&format_args!("game {number}: {error}")))?;
            }
            items.push(Item { kind: "games", game, positions });
        }
        return Ok(items);
    }
    let text = str::from_utf8(files::without_mark(&bytes)).map_err(|error| failed(&error))?;
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let item = |(number, line): (usize, &str)| {
        let fen = line.split(';').next().unwrap_or_default();
        let game = History::read_by(&Xiangqi::default(), fen);
        let game = game.map_err(|error| failed(&format_args!("line {number}: {error}")))?;
        Ok(Item { kind: "suites", game, positions: 1 })
    };
    lines.take(most).map(item).collect()
}

/// The random positions that are tried for one cycle that a ruling decides.
const ATTEMPTS: u64 = 200;

/// A game that a repetition decides with the next move, for the side that makes it: random pieces, and a random
/// cycle that is played until the game ends. The seeds take turns with the rule sets.
pub(super) fn game_before_ruling(seed: u64) -> Option<Item> {
    let rules = RuleSet::ALL[(seed / 4) as usize % RuleSet::ALL.len()];
    let rules = Xiangqi::begin(&format!("{}-120", rules.name())).ok()?;
    (0..ATTEMPTS).find_map(|attempt| {
        let seed = digest(seed.to_le_bytes().into_iter().chain(attempt.to_le_bytes()));
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let position = random_start(5 + seed as usize % 4, seed)?;
        let mut cycle = random_cycle(&position, &mut random)?;
        let other = position.play(cycle[0]).ok()?;
        let first = before_the_end(&rules, &position, &cycle);
        // From the next position, the other side makes the last move.
        let game = first.or_else(|| {
            cycle.rotate_left(1);
            before_the_end(&rules, &other, &cycle)
        })?;
        Some(Item { kind: "rulings", game, positions: 1 })
    })
}

/// Plays a cycle until the game ends. If the side that has moved last wins, the game before its last move.
fn before_the_end(rules: &Xiangqi, position: &Position, cycle: &[Move]) -> Option<History<Xiangqi>> {
    let mut game = History::new(rules.read_position(&position.to_fen()).ok()?);
    for &mv in cycle.iter().cycle().take(8 * cycle.len()) {
        let mover = game.now().side_to_move();
        game.play(mv).ok()?;
        if let Some(outcome) = game.outcome() {
            game.undo();
            return (outcome.winner == Some(mover)).then_some(game);
        }
    }
    None
}
