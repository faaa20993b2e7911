//! The games of an iteration or generation on several machines: each shard writes its results to a
//! text file and reads the files of the others.

use crate::{
    files::{Growing, beside, sealed_line, unsealed_line},
    shards::{Tail, part_of},
};
use duiyi_arena::Shard;
use duiyi_game::Reason;
use std::{
    collections::{BTreeMap, btree_map::Entry},
    fs::OpenOptions,
    path::Path,
    thread,
    time::Duration,
};

/// The numbers of lost, drawn and won games of one side.
pub(crate) type Counts = [u64; 3];

/// The pause between two polls of the other shards' files.
const PAUSE: Duration = Duration::from_millis(100);

/// The results of all shards, iteration by iteration. An iteration depends on the results of the previous
/// ones, so a shard waits until all shards have finished the last iteration; all of them then compute the
/// same state. The items of an iteration, games or pairs of games, are divided among the shards.
pub(crate) struct Iterations {
    head: String,
    own: Growing,
    shard: Shard,
    /// Results that were read but not yet used, by iteration and item.
    results: BTreeMap<(u64, u64), Counts>,
    others: Vec<Tail>,
}

impl Iterations {
    /// Opens or creates NAME.I-of-N.games. `work` describes everything that the shards must have in common.
    ///
    /// # Errors
    /// If the file can't be used, is being written by another program, or belongs to other work.
    pub(crate) fn open(name: &Path, shard: Shard, work: &str) -> Result<Iterations, Reason> {
        let file = |shard| beside(&part_of(name, shard), "games");
        let path = file(shard);
        // The rest of the heading is compared below.
        let (mut own, there) = Growing::open(&path, OpenOptions::new().create(true), "# ")?;
        let head = format!("# {work}");
        let mut lines = there.lines();
        match lines.next() {
            None => own.write(format!("{head}\n").as_bytes())?,
            Some(first) if first == head => {}
            Some(_) => return Err(format!("{} belongs to other work", path.display()).into()),
        }
        let mut results = BTreeMap::new();
        for (line, number) in lines.zip(2..) {
            let (key, counts) = read(line).filter(|&((_, item), _)| shard.has(item)).ok_or_else(|| {
                let expected = "expected an iteration, an item of this shard, losses, draws, wins and their checksum";
                format!("{}, line {number}: '{line}'; {expected}", path.display())
            })?;
            results.insert(key, counts);
        }
        let others = (0..shard.of()).filter(|&index| index != shard.index());
        let others = others.map(|index| Ok::<_, Reason>(Tail::new(file(Shard::new(index, shard.of())?))));
        Ok(Iterations { head, own, shard, results, others: others.collect::<Result<_, _>>()? })
    }

    /// The results of the items of an iteration, in order. Items of this shard are played, by number, unless
    /// they are recorded; then the function waits for the other shards.
    ///
    /// # Errors
    /// If a game can't be played, or a file can't be read or written.
    pub(crate) fn results(
        &mut self,
        iteration: u64,
        items: u64,
        mut play: impl FnMut(u64) -> Result<Counts, Reason>,
    ) -> Result<Vec<Counts>, Reason> {
        for item in (0..items).filter(|&item| self.shard.has(item)) {
            if let Entry::Vacant(missing) = self.results.entry((iteration, item)) {
                let counts @ [losses, draws, wins] = play(item)?;
                let line = sealed_line(&format!("{iteration} {item} {losses} {draws} {wins}"));
                self.own.write(format!("{line}\n").as_bytes())?;
                missing.insert(counts);
            }
        }
        let mut all = Vec::new();
        for item in 0..items {
            all.push(self.wait((iteration, item))?);
        }
        Ok(all)
    }

    /// Waits for a result of another shard.
    fn wait(&mut self, key: (u64, u64)) -> Result<Counts, Reason> {
        loop {
            if let Some(counts) = self.results.remove(&key) {
                return Ok(counts);
            }
            let mut new = false;
            for other in &mut self.others {
                new |= look(other, &self.head, &mut self.results)?;
            }
            if !new {
                thread::sleep(PAUSE);
            }
        }
    }
}

/// Reads new results from another shard's file; returns whether there were any.
fn look(file: &mut Tail, head: &str, results: &mut BTreeMap<(u64, u64), Counts>) -> Result<bool, Reason> {
    let mut new = false;
    for line in file.lines()? {
        let Ok(text) = str::from_utf8(&line) else { return Ok(new) };
        if file.is_new() {
            if text.trim_end() != head {
                return Err(format!("{} belongs to other work", file.path.display()).into());
            }
        } else {
            let Some((key, counts)) = read(text.trim_end()) else { return Ok(new) };
            results.insert(key, counts);
        }
        (new, _) = (true, file.take(&line));
    }
    Ok(new)
}

/// Checks that a state to resume was made with the options of this command that it does not contain.
///
/// # Errors
/// If it was made with others.
pub(crate) fn expect_options(state: &Path, made_with: &str, options: &str) -> Result<(), Reason> {
    if made_with == options {
        return Ok(());
    }
    Err(format!("{} was made with other options: {made_with}; expected {options}", state.display()).into())
}

/// Reads `iteration item losses draws wins` with a checksum.
fn read(line: &str) -> Option<((u64, u64), Counts)> {
    let mut numbers = unsealed_line(line)?.split(' ').map(|word| word.parse().ok());
    let mut next = || numbers.next().flatten();
    let read = ((next()?, next()?), [next()?, next()?, next()?]);
    next().is_none().then_some(read)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn shards_divide_the_items_of_an_iteration_and_play_each_once() {
        let folder = std::env::temp_dir().join(format!("duiyi-iterations-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let name = folder.join("climb");
        let counts = |iteration: u64, item: u64| [iteration, item, 10 * item + iteration];
        // Five items: shard 1 of 3 has 1 and 4.
        let run = |index: u64, from: (u64, u64)| {
            let mut shard = Iterations::open(&name, Shard::new(index, 3).unwrap(), "work").unwrap();
            let iteration = |number: u64| {
                let play = |item| {
                    assert!((number, item) >= from, "item {item} of iteration {number} was played before");
                    assert_eq!(item % 3, index);
                    Ok(counts(number, item))
                };
                shard.results(number, 5, play).unwrap()
            };
            (1..=3).map(iteration).collect::<Vec<_>>()
        };
        let expected: Vec<Vec<Counts>> =
            (1..=3).map(|number| (0..5).map(|item| counts(number, item)).collect()).collect();
        thread::scope(|scope| {
            let shards: Vec<_> = (0..3).map(|index| scope.spawn(move || run(index, (1, 0)))).collect();
            shards.into_iter().for_each(|shard| assert_eq!(shard.join().unwrap(), expected));
        });
        // Killed in the middle of a line: only that item is played again.
        let file = folder.join("climb.1-of-3.games");
        let text = fs::read_to_string(&file).unwrap();
        let lines = ["1 1 1 1 11", "1 4 1 4 41", "2 1 2 1 12", "2 4 2 4 42", "3 1 3 1 13", "3 4 3 4 43"];
        assert_eq!(text, format!("# work\n{}\n", lines.map(sealed_line).join("\n")));
        fs::write(&file, &text[..text.len() - 3]).unwrap();
        assert_eq!(run(1, (3, 4)), expected);
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
        let refused = |shard: u64, work: &str| {
            let opened = Iterations::open(&name, Shard::new(shard, 3).unwrap(), work);
            opened.err().expect("refused").to_string()
        };
        assert!(refused(1, "other work").ends_with("belongs to other work"));
        let unsealed = "4 1 1 1 1".to_owned();
        let sealed = ["4 1 1 1", "4 2 1 1 1", "4 1 1 1 1 1", "4 x 1 1 1"].map(sealed_line);
        for wrong in [unsealed, sealed_line("4 1 1 1 1").replacen("4 1", "4 4", 1)].into_iter().chain(sealed) {
            fs::write(&file, format!("{text}{wrong}\n")).unwrap();
            let error = refused(1, "work");
            assert!(error.contains(&format!("line 8: '{wrong}'; expected an iteration")), "{error}");
        }
        // The file of another shard is read only when its results are needed.
        fs::write(&file, &text).unwrap();
        fs::write(folder.join("climb.0-of-3.games"), format!("# other work\n{}\n", sealed_line("4 0 1 1 1"))).unwrap();
        let mut shard = Iterations::open(&name, Shard::new(1, 3).unwrap(), "work").unwrap();
        let error = shard.results(4, 2, |item| Ok(counts(4, item))).unwrap_err().to_string();
        assert!(error.contains("climb.0-of-3.games belongs to other work"), "{error}");
        fs::remove_dir_all(folder).unwrap();
    }
}
