//! Matches between engines of Connect6 and its family: our own in this program,
//! and programs that speak one of the game's protocols. Board, rules and clocks
//! are the arena's; an engine is believed in nothing.
//!
//! ```text
//! lab connect6 duel --engine "builtin=duiyi" --openings named --games 40 --tc movetime=0.5 --out duel \
//!     --engine "name=Cloudict cmd=./cloudict proto=cloudict setup='depth 4' tc=depth=4"
//! ```

mod own;
mod program;
mod spec;

use super::duel;
use crate::{
    args::{ConditionsArgs, SprtArgs},
    run::{conduct, read_openings},
};
use clap::Args;
use duiyi_arena::{Format, Opening, Sprt, Told, Warden, parse_openings};
use duiyi_connect6::{Board, Rules, notation::game_line, openings::NAMED};
use spec::EngineSpec;
use std::{error::Error, path::Path, sync::Arc};

/// Who plays, and how.
#[derive(Debug, Args)]
pub(crate) struct DuelArgs {
    /// An engine: "name=X cmd=PATH proto=cloudict|sau|gtp|botzone [arg=A]… [setup=LINE]… [replay=on|off] [tc=…]
    /// [dir=…] [log=FILE] [startup=S] [hang=S] [grace=S] [output=BYTES]", "builtin=duiyi [level=1-9] [hash=MIB]
    /// [threads=N] [weights=tuned|plain|FILE] [form=stones|turns]", "builtin=windows" or "builtin=random [seed=N]". In a
    /// setup line, {ms}, {nodes} and {depth} are what the time control says. With replay=off an engine keeps the
    /// game between its turns and is sent the opponent's turn only. The first one meets each of the others.
    #[arg(long = "engine", value_name = "SPEC", required = true)]
    engines: Vec<EngineSpec>,
    /// The game: connect6, gomoku, tictactoe or Connect(m,n,k,p,q).
    #[arg(long, default_value = "connect6")]
    rules: Rules,
    #[command(flatten)]
    conditions: ConditionsArgs,
    /// All against all.
    #[arg(long)]
    round_robin: bool,
    /// Stop when a sequential test of the first two is decided.
    #[arg(long)]
    sprt: bool,
    #[command(flatten)]
    test: SprtArgs,
}

/// Plays the match.
pub(crate) fn run(args: &DuelArgs, command: &str) -> Result<(), Box<dyn Error>> {
    let rules = Told::<Board>::new(&args.rules.to_string()).map_err(|error| error.to_string())?;
    let timed = |engine: &EngineSpec| engine.can_play_by(&args.conditions.tc);
    if let Some(engine) = args.engines.iter().find(|engine| !timed(engine)) {
        return Err(format!("{} plays by movetime, nodes or depth, not by a clock", engine.name()).into());
    }
    let path = args.conditions.openings.as_deref();
    let openings = match path.and_then(Path::to_str) {
        Some("named") => named(),
        Some("played") => played(),
        Some(text) if text.starts_with("drawn:") => drawn(&text["drawn:".len()..])?,
        _ => read_openings(path, &rules)?
            .into_iter()
            .map(|opening| Opening { position: with_moves(opening.position), ..opening })
            .collect(),
    };
    let warden = Arc::new(Warden::new());
    let entrants = args.engines.iter().map(|spec| spec.clone().entrant(args.rules, &warden)).collect();
    let sprt = if args.sprt {
        let test = &args.test;
        Some((Sprt::new(test.elo0, test.elo1, test.alpha, test.beta, test.model.into())?, test.unit.into()))
    } else {
        None
    };
    let format = if args.round_robin { Format::RoundRobin } else { Format::Gauntlet };
    conduct(&rules, entrants, openings, &args.conditions, format, sprt, command)
}

/// So many positions after the first stone and two turns, each of two of the
/// twelve best points: engines that do not vary play every one differently.
fn drawn(count: &str) -> Result<Vec<Opening>, Box<dyn Error>> {
    let count: u64 = count.parse().map_err(|_| format!("drawn:{count}: expected a count"))?;
    let opening = |seed: u64| Opening { id: format!("drawn {seed}"), position: text(&duel::opening(seed, 2)) };
    Ok((0..count).map(opening).collect())
}

/// An opening as the arena reads it.
fn text(board: &Board) -> String {
    format!("moves {}", game_line::write(board.rules(), &board.turns()))
}

/// The first four turns of 100 games between people.
fn played() -> Vec<Opening> {
    let openings = parse_openings(include_str!("../../../data/connect6-openings.epd"));
    openings.into_iter().map(|opening| Opening { position: with_moves(opening.position), ..opening }).collect()
}

/// The text of an opening, in which the turns may stand where the position would.
fn with_moves(text: String) -> String {
    let is_line = !text.is_empty() && !text.contains('/') && !text.split_whitespace().any(|word| word == "moves");
    if is_line { format!("moves {text}") } else { text }
}

/// The twenty named openings of Connect6.
fn named() -> Vec<Opening> {
    let opening = |opening: &duiyi_connect6::openings::Opening| Opening {
        id: opening.romanized.to_owned(),
        position: text(&opening.board()),
    };
    NAMED.iter().map(opening).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_connect6::Color;
    use std::collections::HashSet;

    #[test]
    fn a_hundred_openings_were_played_and_no_two_are_alike() {
        let boards: Vec<_> = played()
            .iter()
            .map(|opening| {
                game_line::read(Rules::CONNECT6, opening.position.trim_start_matches("moves")).expect("legal")
            })
            .collect();
        assert_eq!(boards.len(), 100);
        assert!(boards.iter().all(|board| board.turns().len() == 4 && board.to_move() == Color::Black));
        let keys: HashSet<u64> = boards.iter().map(|board| board.canonical_key()).collect();
        assert_eq!(keys.len(), 100);
    }
}
