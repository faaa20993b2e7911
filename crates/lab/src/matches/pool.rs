//! A sequential test over the shards of a match: each shard reads the records of the others.

use crate::{
    files::beside,
    shards::{Tail, part_of, whole_of},
};
use duiyi_arena::{
    GameRecord, Heading, MatchRecord, Shard, Sprt, SprtDecision, SprtState, SprtUnit, Standings, show_pairing,
    show_sprt,
};
use duiyi_game::Reason;
use std::{
    collections::BTreeSet,
    fs::OpenOptions,
    io::{ErrorKind, Write},
    path::{Path, PathBuf},
};

/// The records of all shards of one match in one folder, read as they grow.
pub(crate) struct Pool {
    heading: Heading,
    test: (Sprt, SprtUnit),
    records: Vec<Tail>,
    standings: Standings,
    decision: PathBuf,
}

impl Pool {
    /// The pool of a match recorded under a name by shards; `heading` is the heading of one of them.
    pub(crate) fn new(name: &Path, heading: Heading, test: (Sprt, SprtUnit)) -> Pool {
        let of = heading.shard.of();
        let shards = (0..of).filter_map(|index| Shard::new(index, of).ok());
        let mut standings = Standings::new(heading.entrants.iter().map(|entrant| entrant.name.as_str()));
        standings.begin_test(test.0, test.1);
        Pool {
            records: shards.map(|shard| Tail::new(beside(&part_of(name, shard), "jsonl"))).collect(),
            standings,
            decision: decision_of(name),
            heading,
            test,
        }
    }

    /// Reads new results; returns whether the test is decided, now or earlier. The first shard that
    /// sees a decision records it: games in progress at that time do not revert it.
    ///
    /// # Errors
    /// If a file can't be read or written, or belongs to another match.
    pub(crate) fn decided(&mut self) -> Result<bool, Reason> {
        for index in 0..self.records.len() {
            self.read(index)?;
        }
        if self.decision.exists() {
            return Ok(true);
        }
        let decided = self.state().decision != SprtDecision::Open;
        if decided {
            write_down(&self.decision, &format!("{}\n", self.description()))?;
        }
        Ok(decided)
    }

    fn read(&mut self, index: usize) -> Result<(), Reason> {
        let record = &mut self.records[index];
        for line in record.lines()? {
            if record.is_new() {
                let Ok(found) = serde_json::from_slice::<Heading>(&line) else { return Ok(()) };
                let found = Heading { shard: self.heading.shard, ..found };
                if let Some(field) = self.heading.difference(&found) {
                    let path = record.path.display();
                    return Err(format!("{path} is the record of another match: its {field} differ(s)").into());
                }
            } else {
                let Ok(game) = serde_json::from_slice::<GameRecord>(&line) else { return Ok(()) };
                self.standings.add(&game);
            }
            record.take(&line);
        }
        Ok(())
    }

    fn state(&self) -> SprtState {
        let of_all = || self.standings.first_pairing().sprt(&self.test.0, self.test.1);
        self.standings.test().unwrap_or_else(of_all)
    }

    /// The results of all shards, and the state of the test.
    pub(crate) fn description(&self) -> String {
        let results = show_pairing(&self.standings.first_pairing());
        format!("{results}, {}", show_sprt(&self.test.0, &self.state()))
    }
}

/// The file that records the decision of the test of a match.
fn decision_of(name: &Path) -> PathBuf {
    beside(name, "decision")
}

/// Writes a file unless it exists: only one of several programs succeeds.
fn write_down(path: &Path, text: &str) -> Result<(), Reason> {
    match OpenOptions::new().write(true).create_new(true).open(path) {
        Ok(mut file) => Ok(file.write_all(text.as_bytes())?),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(format!("{}: {error}", path.display()).into()),
    }
}

/// Whether games may be missing in the records of shards because a sequential test was decided,
/// according to the recorded decision or to all games.
pub(crate) fn ended_by_test(records: &[(PathBuf, MatchRecord)]) -> bool {
    let Some((test, unit)) = records.first().and_then(|(_, record)| record.heading.sprt) else { return false };
    let names: BTreeSet<PathBuf> = records.iter().filter_map(|(path, _)| Some(whole_of(path)?.0)).collect();
    if names.iter().any(|name| decision_of(name).exists()) {
        return true;
    }
    let entrants = records.iter().take(1).flat_map(|(_, record)| &record.heading.entrants);
    let mut standings = Standings::new(entrants.map(|entrant| entrant.name.as_str()));
    records.iter().flat_map(|(_, record)| &record.games).for_each(|game| standings.add(game));
    standings.first_pairing().sprt(&test, unit).decision != SprtDecision::Open
}
