//! Merges the records of shards.

use super::pool::ended_by_test;
use crate::say;
use duiyi_arena::{MatchRecord, RuleBook, Unplayed, merge_records, read_match, write_match};
use duiyi_game::{Notation, Reason};
use std::path::{Path, PathBuf};

/// Merges the records of the shards of a match, of any game, with `write`.
///
/// # Errors
/// If a record can't be read, if they are not all shards of one complete match, or if the merged
/// record can't be written.
pub(crate) fn run(files: &[PathBuf], write: impl FnOnce(&MatchRecord) -> Result<(), Reason>) -> Result<(), Reason> {
    let read = files.iter().map(|file| Ok::<_, Reason>((file.clone(), read_match(file)?)));
    let records = read.collect::<Result<Vec<_>, _>>()?;
    let unplayed = if ended_by_test(&records) { Unplayed::Accept } else { Unplayed::Refuse };
    let mut merged = merge_records(&records, unplayed)?;
    merged.heading.command = of_the_whole(&merged.heading.command);
    write(&merged)?;
    let of = merged.heading.plan.rounds * 2;
    let ended =
        if unplayed == Unplayed::Accept { format!(" of at most {of}: the test has decided") } else { String::new() };
    say::result(format_args!("{} records, {} games{ended}", records.len(), merged.games.len()))
}

/// The command without its shard options, to repeat the whole match.
fn of_the_whole(command: &str) -> String {
    let mut words: Vec<&str> = Vec::new();
    for word in command.split(' ') {
        if words.last() == Some(&"--shard") {
            words.pop();
        } else if !word.starts_with("--shard=") && word != "--pool" {
            words.push(word);
        }
    }
    words.join(" ")
}

pub(crate) fn write<G: Notation>(out: &Path, record: &MatchRecord) -> Result<(), Reason> {
    Ok(write_match(out, record, &RuleBook::new(&G::begin(&record.heading.rules)?))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_of_the_whole_has_no_options_of_shards() {
        let whole = "lab match --games 4 --tc 5 --out a";
        for command in [
            whole,
            "lab match --games 4 --shard 1/2 --tc 5 --out a",
            "lab match --games 4 --shard=1/2 --tc 5 --out a",
            "lab match --games 4 --pool --shard 0/3 --tc 5 --out a",
            "lab match --games 4 --tc 5 --out a --shard 0/3 --pool",
        ] {
            assert_eq!(of_the_whole(command), whole, "{command}");
        }
    }
}
