//! Merges the records of the shards of a match.

use crate::{GameRecord, Heading, MatchRecord, Shard, plan::pairings};
use std::{collections::BTreeMap, fmt, path::PathBuf};

/// Why records cannot be merged.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// There are no records.
    #[error("there are no records to merge")]
    Nothing,
    /// A record of another match.
    #[error("{path} does not belong to the match of {first}: its {field} differ(s)")]
    OtherMatch {
        /// The file.
        path: PathBuf,
        /// The file that it was compared with.
        first: PathBuf,
        /// The differing field.
        field: &'static str,
    },
    /// A record of a match that was divided into another number of shards.
    #[error("{path} has shard {shard}, but {first} is one of {of}")]
    OtherDivision {
        /// The file.
        path: PathBuf,
        /// The shard of the record.
        shard: Shard,
        /// The file that it was compared with.
        first: PathBuf,
        /// The number of shards in that file.
        of: u64,
    },
    /// Two records of one shard.
    #[error("{0} and {1} are both shard {2}", paths[0].display(), paths[1].display(), shard)]
    ShardTwice {
        /// The shard.
        shard: Shard,
        /// The files.
        paths: [PathBuf; 2],
    },
    /// A game that is not in the plan, not in this shard, or has other players.
    #[error("{path}: game {number} {reason}")]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The number of the game.
        number: u64,
        /// The error.
        reason: String,
    },
    /// Games that are not in any record.
    #[error("{missing} of {planned} games are missing: {gaps}")]
    Missing {
        /// The number of missing games.
        missing: u64,
        /// The number of planned games.
        planned: u64,
        /// The gaps.
        gaps: Gaps,
    },
}

/// The missing games of the shards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gaps(Vec<Gap>);

/// The missing games of a shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Gap {
    shard: Shard,
    missing: u64,
    first: u64,
    whole: bool,
}

impl fmt::Display for Gaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, Gap { shard, missing, first, whole }) in self.0.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            match whole {
                true => write!(f, "{comma}all of shard {shard}")?,
                false => write!(f, "{comma}{missing} of shard {shard} from game {first} on")?,
            }
        }
        Ok(())
    }
}

/// How to treat missing games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unplayed {
    /// They are an error.
    Refuse,
    /// They are left out, because a sequential test ended the match.
    Accept,
}

/// Merges the records of the shards of one match into the record that a single process would have
/// written with one game at a time: in the order of the game numbers. The order of the records is
/// irrelevant. A single record of a whole match is allowed.
///
/// # Errors
/// [`MergeError`] if they are not records of one match, if a game is repeated or in the wrong
/// record, or if one is missing and `unplayed` does not allow that.
pub fn merge_records(records: &[(PathBuf, MatchRecord)], unplayed: Unplayed) -> Result<MatchRecord, MergeError> {
    let (first, MatchRecord { heading, .. }) = records.first().ok_or(MergeError::Nothing)?;
    let mut shards: BTreeMap<Shard, &PathBuf> = BTreeMap::new();
    let mut games: BTreeMap<u64, &GameRecord> = BTreeMap::new();
    for (path, record) in records {
        let found = &record.heading;
        let rounds = (found.plan.rounds != heading.plan.rounds).then_some("number of games");
        if let Some(field) = heading.difference_of_match(found).or(rounds) {
            return Err(MergeError::OtherMatch { path: path.clone(), first: first.clone(), field });
        }
        let (shard, of) = (found.shard, heading.shard.of());
        if shard.of() != of {
            return Err(MergeError::OtherDivision { path: path.clone(), shard, first: first.clone(), of });
        }
        if let Some(other) = shards.insert(shard, path) {
            return Err(MergeError::ShardTwice { shard, paths: [other.clone(), path.clone()] });
        }
        for game in &record.games {
            let number = game.number;
            let foreign = |reason| MergeError::Foreign { path: path.clone(), number, reason };
            check(found, game).map_err(foreign)?;
            if games.insert(number, game).is_some() {
                return Err(foreign("is repeated".to_owned()));
            }
        }
    }
    if unplayed == Unplayed::Refuse {
        no_gaps(heading, &games)?;
    }
    // Independent of the order of the records.
    let (_, least) = records.iter().min_by_key(|(_, record)| record.heading.shard).ok_or(MergeError::Nothing)?;
    let heading = Heading { shard: Shard::WHOLE, ..least.heading.clone() };
    Ok(MatchRecord { heading, games: games.into_values().cloned().collect() })
}

/// One record of each match, in the order of their first records. A game that is in several records of a match counts
/// once, so a record may be given twice, or with its shards or a copy of its beginning. A repetition of a match, with
/// other games of the same numbers, is another match.
///
/// The games are in the order of the record that has all of them, or of their numbers.
pub fn by_match(records: Vec<MatchRecord>) -> Vec<MatchRecord> {
    let mut matches: Vec<(MatchRecord, BTreeMap<u64, GameRecord>)> = Vec::new();
    for record in records {
        let known = matches.iter_mut().find(|(known, games)| {
            let is_known = |game: &GameRecord| games.get(&game.number).is_none_or(|known| known == game);
            known.heading.difference_of_match(&record.heading).is_none() && record.games.iter().all(is_known)
        });
        let games = record.games.iter().map(|game| (game.number, game.clone()));
        match known {
            Some((longest, known)) => {
                known.extend(games);
                if record.games.len() > longest.games.len() {
                    longest.games = record.games;
                }
            }
            None => {
                let games = games.collect();
                matches.push((record, games));
            }
        }
    }
    let merged = matches.into_iter().map(|(longest, games)| match longest.games.len() == games.len() {
        true => longest,
        false => MatchRecord { games: games.into_values().collect(), ..longest },
    });
    merged.collect()
}

/// Checks that a game belongs to the heading's plan and shard.
fn check(heading: &Heading, game: &GameRecord) -> Result<(), String> {
    let (entrants, number) = (&heading.entrants, game.number);
    let planned = heading.plan.games(entrants.len());
    if number >= planned {
        return Err(format!("is beyond the plan of {planned} games"));
    }
    if game.pair != number / 2 {
        return Err(format!("is recorded in pair {}; expected {}", game.pair, number / 2));
    }
    if !heading.shard.has(game.pair) {
        return Err(format!("is not of shard {}", heading.shard));
    }
    let pairings = pairings(heading.plan.format, entrants.len());
    let mut players = pairings[(game.pair % pairings.len() as u64) as usize];
    if !number.is_multiple_of(2) {
        players.reverse();
    }
    let names = players.map(|player| entrants[player].name.as_str());
    if game.players.each_ref().map(String::as_str) != names {
        return Err(format!(
            "is between {} and {}, not {} and {}",
            game.players[0], game.players[1], names[0], names[1]
        ));
    }
    Ok(())
}

fn no_gaps(heading: &Heading, games: &BTreeMap<u64, &GameRecord>) -> Result<(), MergeError> {
    let planned = heading.plan.games(heading.entrants.len());
    let mut gaps: BTreeMap<u64, Gap> = BTreeMap::new();
    for number in (0..planned).filter(|number| !games.contains_key(number)) {
        let index = number / 2 % heading.shard.of();
        let Ok(shard) = Shard::new(index, heading.shard.of()) else { continue };
        gaps.entry(index).or_insert(Gap { shard, missing: 0, first: number, whole: false }).missing += 1;
    }
    if gaps.is_empty() {
        return Ok(());
    }
    let gaps: Vec<Gap> =
        gaps.into_values().map(|gap| Gap { whole: gap.missing == 2 * gap.shard.share(planned / 2), ..gap }).collect();
    Err(MergeError::Missing { missing: gaps.iter().map(|gap| gap.missing).sum(), planned, gaps: Gaps(gaps) })
}
