//! The games of an iteration on several machines: each shard writes its results to a file of lines, and
//! takes those of the others from theirs.

use crate::{
    files::{Growing, beside},
    shards::{Tail, part_of},
};
use duiyi_arena::Shard;
use duiyi_game::Reason;
use std::{
    collections::{BTreeMap, VecDeque},
    fs::OpenOptions,
    path::Path,
    thread,
    time::Duration,
};

/// How often the one side lost, drew and won its games.
pub(crate) type Counts = [u64; 3];

/// How long to wait before looking again.
const PAUSE: Duration = Duration::from_millis(100);

/// What the shards have played, iteration by iteration. An iteration follows from the results of the ones
/// before, so that no shard begins one before all have ended the last; each then knows the same, and comes to
/// the same end.
pub(crate) struct Iterations {
    head: String,
    own: Growing,
    /// What this shard played before it was started again.
    played: VecDeque<Counts>,
    others: Vec<Other>,
    next: u64,
}

/// Another shard.
struct Other {
    file: Tail,
    results: BTreeMap<u64, Counts>,
}

impl Iterations {
    /// Goes on with NAME.I-of-N.games, or begins it. `work` is everything that the shards must have in common.
    ///
    /// # Errors
    /// If the file can't be used, is being written by another program, or is of other work.
    pub(crate) fn open(name: &Path, shard: Shard, work: &str) -> Result<Iterations, Reason> {
        let file = |shard| beside(&part_of(name, shard), "games");
        let path = file(shard);
        let (mut own, there) = Growing::open(&path, OpenOptions::new().create(true))?;
        let head = format!("# {work}");
        let mut lines = there.lines();
        match lines.next() {
            None => own.write(format!("{head}\n").as_bytes())?,
            Some(first) if first == head => {}
            Some(_) => return Err(format!("{} is of other work", path.display()).into()),
        }
        let mut played = VecDeque::new();
        for (line, iteration) in lines.zip(1..) {
            let counts = read(line).filter(|&(number, _)| number == iteration).map(|(_, counts)| counts);
            let counts = counts.ok_or_else(|| format!("{}: no result of iteration {iteration}", path.display()))?;
            played.push_back(counts);
        }
        let others = (0..shard.of()).filter(|&index| index != shard.index());
        let others = others.map(|index| {
            let file = Tail::new(file(Shard::new(index, shard.of())?));
            Ok::<_, Reason>(Other { file, results: BTreeMap::new() })
        });
        Ok(Iterations { head, own, played, others: others.collect::<Result<_, _>>()?, next: 1 })
    }

    /// The results of all shards in the next iteration. Its own games are played if they are not recorded; then
    /// it waits for the others.
    ///
    /// # Errors
    /// If the games can't be played, or a file not be read or written.
    pub(crate) fn result(&mut self, play: impl FnOnce() -> Result<Counts, Reason>) -> Result<Counts, Reason> {
        let iteration = self.next;
        let mut all = match self.played.pop_front() {
            Some(counts) => counts,
            None => {
                let counts = play()?;
                let [losses, draws, wins] = counts;
                self.own.write(format!("{iteration} {losses} {draws} {wins}\n").as_bytes())?;
                counts
            }
        };
        for other in &mut self.others {
            let counts = loop {
                if let Some(counts) = other.results.remove(&iteration) {
                    break counts;
                }
                if !other.look(&self.head)? {
                    thread::sleep(PAUSE);
                }
            };
            all.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
        self.next += 1;
        Ok(all)
    }
}

impl Other {
    /// Reads what is new; whether anything was.
    fn look(&mut self, head: &str) -> Result<bool, Reason> {
        let mut new = false;
        for line in self.file.lines()? {
            let Ok(text) = str::from_utf8(&line) else { return Ok(new) };
            if self.file.is_new() {
                if text.trim_end() != head {
                    return Err(format!("{} is of other work", self.file.path.display()).into());
                }
            } else {
                let Some((iteration, counts)) = read(text) else { return Ok(new) };
                self.results.insert(iteration, counts);
            }
            (new, _) = (true, self.file.take(&line));
        }
        Ok(new)
    }
}

/// Reads `iteration losses draws wins`.
fn read(line: &str) -> Option<(u64, Counts)> {
    let mut numbers = line.split_whitespace().map(|word| word.parse().ok());
    let mut next = || numbers.next().flatten();
    let read = (next()?, [next()?, next()?, next()?]);
    next().is_none().then_some(read)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn shards_of_an_iteration_add_up_and_play_nothing_twice() {
        let folder = std::env::temp_dir().join(format!("duiyi-iterations-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let name = folder.join("climb");
        let counts = |index: u64, iteration: u64| [index, iteration, 10 * index + iteration];
        let run = |index: u64, from: u64| {
            let mut shard = Iterations::open(&name, Shard::new(index, 3).unwrap(), "work").unwrap();
            (1..=4)
                .map(|iteration| {
                    let play = || {
                        assert!(iteration >= from, "iteration {iteration} was played before");
                        Ok(counts(index, iteration))
                    };
                    shard.result(play).unwrap()
                })
                .collect::<Vec<_>>()
        };
        let expected: Vec<Counts> = (1..=4).map(|iteration| [3, 3 * iteration, 30 + 3 * iteration]).collect();
        thread::scope(|scope| {
            let shards: Vec<_> = (0..3).map(|index| scope.spawn(move || run(index, 1))).collect();
            shards.into_iter().for_each(|shard| assert_eq!(shard.join().unwrap(), expected));
        });
        // Killed in the middle of a line.
        let file = folder.join("climb.1-of-3.games");
        let text = fs::read_to_string(&file).unwrap();
        assert_eq!(text, "# work\n1 1 1 11\n2 1 2 12\n3 1 3 13\n4 1 4 14\n");
        fs::write(&file, &text[..text.len() - 3]).unwrap();
        assert_eq!(run(1, 4), expected);
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
        assert!(Iterations::open(&name, Shard::new(1, 3).unwrap(), "other work").is_err());
        fs::remove_dir_all(folder).unwrap();
    }
}
