//! Matches of the search against a player that chooses by chance.

use crate::{ConnectFour, player};
use duiyi_arena::{
    Adjudication, BradleyTerry, Entrant, Format, Journal, Plan, Shard, TimeControl, Told, Tournament, parse_openings,
    summary,
};
use duiyi_player::RandomPlayer;
use duiyi_search::Reason;
use std::{path::Path, sync::atomic::AtomicBool, time::Duration};

/// A game from each first move.
const OPENINGS: &str = "moves a\nmoves b\nmoves c\nmoves d\nmoves e\nmoves f\nmoves g\n";

/// A match of so many pairs of games: each opening is played with both colours.
pub fn against_chance(rules: &Told<ConnectFour>, pairs: u64, control: TimeControl) -> Tournament<'_> {
    let start = ConnectFour::default();
    Tournament {
        rules,
        entrants: vec![
            Entrant::local("search", start, || Ok(player())),
            Entrant::local("chance", start, || Ok(RandomPlayer::new(1))),
        ],
        openings: parse_openings(OPENINGS),
        plan: Plan { format: Format::Gauntlet, rounds: pairs, seed: 1 },
        shard: Shard::WHOLE,
        control,
        margin: Duration::from_millis(200),
        adjudication: Adjudication::default(),
        sprt: None,
        concurrency: 1,
        fresh_players: false,
    }
}

/// Plays a match and gives its summary. With `out` every game is written to
/// `out.jsonl` and `out.pgn` as soon as it has ended.
///
/// # Errors
/// If the files cannot be written, or are there already.
pub fn play_match(pairs: u64, control: TimeControl, out: Option<&Path>) -> Result<String, Reason> {
    let rules = Told::new("")?;
    let command = format!("connect-four match --pairs {pairs} --tc {control}");
    let contest = against_chance(&rules, pairs, control);
    let heading = contest.heading(&command);
    let mut journal = match out {
        Some(stem) => Some(Journal::open(stem, heading.clone(), &rules, false)?.0),
        None => None,
    };
    let (standings, _) = contest.run(Vec::new(), journal.as_mut(), &mut |_| {}, &AtomicBool::new(false))?;
    Ok(summary(&[&heading], &standings, BradleyTerry::default()))
}
