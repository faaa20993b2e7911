//! Files of training games that several workers fill.

use crate::{progress::spinner, say};
use duiyi_game::files::lock_alone;
use duiyi_game::{Reason, files::check_own};
use duiyi_train::network::records::{PlayedGame, Reader, RecordError, head};
use std::{
    collections::{BTreeMap, HashSet},
    fs::{File, OpenOptions},
    hash::{DefaultHasher, Hash, Hasher},
    io::{BufReader, Seek, SeekFrom, Write},
    path::Path,
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    time::Instant,
};

/// A file of records that grows by complete records, with the duplicates among its games.
pub(crate) struct GameFile {
    file: File,
    games: u64,
    plies: u64,
    /// Hashes of the games, and of the positions after their openings.
    seen: [HashSet<u64>; 2],
    repeated: [u64; 2],
}

fn hash(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

impl GameFile {
    /// Opens or creates a file. A truncated record at the end is dropped.
    pub(crate) fn open(path: &Path, name: &str) -> Result<GameFile, Reason> {
        let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        // The heading of the file is read below; a pipe would wait.
        check_own(path, |_| true).map_err(|error| failed(&error))?;
        let file = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(path);
        let mut file = file.map_err(|error| failed(&error))?;
        if !lock_alone(&file).map_err(|error| failed(&error))? {
            return Err(format!("{} is being written by another program", path.display()).into());
        }
        let mut store = GameFile {
            file: file.try_clone().map_err(|error| failed(&error))?,
            games: 0,
            plies: 0,
            seen: Default::default(),
            repeated: [0; 2],
        };
        if file.metadata().map_err(|error| failed(&error))?.len() == 0 {
            file.write_all(&head(name)).map_err(|error| failed(&error))?;
            return Ok(store);
        }
        let mut reader = Reader::new(BufReader::new(file)).map_err(|error| failed(&error))?;
        if reader.name() != name {
            return Err(failed(&format_args!("games of {}; expected {name}", reader.name())).into());
        }
        for game in reader.by_ref() {
            match game {
                Ok(game) => store.count(&game),
                Err(RecordError::Cut(_)) => break,
                Err(error) => return Err(failed(&error).into()),
            }
        }
        store.file.set_len(reader.whole()).map_err(|error| failed(&error))?;
        store.file.seek(SeekFrom::End(0)).map_err(|error| failed(&error))?;
        Ok(store)
    }

    fn count(&mut self, game: &PlayedGame) {
        self.games += 1;
        self.plies += game.plies.iter().filter(|(_, score)| score.is_some()).count() as u64;
        let opening: Vec<u32> = game.plies.iter().take_while(|(_, score)| score.is_none()).map(|&(mv, _)| mv).collect();
        for (index, hash) in [hash(game), hash(opening)].into_iter().enumerate() {
            self.repeated[index] += u64::from(!self.seen[index].insert(hash));
        }
    }

    /// Adds a game and writes its record at once.
    fn add(&mut self, game: &PlayedGame) -> Result<(), Reason> {
        self.file.write_all(&game.to_bytes())?;
        self.count(game);
        Ok(())
    }

    fn description(&self) -> String {
        let [games, openings] = self.repeated;
        format!(
            "{} games, {} plies with a score; {games} repeated games, {openings} repeated openings",
            self.games, self.plies
        )
    }

    /// The number of games in the file.
    pub(crate) fn games(&self) -> u64 {
        self.games
    }

    /// Adds games until the file has `all`. Each worker runs `work`, which passes games to a [`Desk`] with their
    /// numbers in the file; the games are written in the order of their numbers.
    ///
    /// # Errors
    /// The first error of a worker, or if the file can't be written.
    pub(crate) fn fill(
        &mut self,
        all: u64,
        concurrency: u32,
        work: &(dyn Fn(&Desk<'_>) -> Result<(), Reason> + Sync),
    ) -> Result<(), Reason> {
        say::news(format_args!("{} so far", self.description()));
        let (begun, before, closed) = (Instant::now(), self.plies, AtomicBool::new(false));
        let bar = spinner();
        let done: Result<(), Reason> = std::thread::scope(|scope| {
            let (sender, games) = mpsc::sync_channel(64);
            for _ in 0..concurrency {
                let desk = Desk { closed: &closed, sender: sender.clone() };
                scope.spawn(move || {
                    let failed = work(&desk).err();
                    // The receiver disappears only after it has failed itself.
                    let _ = failed.map(|error| desk.sender.send(Err(error.to_string())));
                });
            }
            drop(sender);
            let mut waiting = BTreeMap::new();
            for game in games {
                let taken = game.map_err(Reason::from).and_then(|(number, game)| {
                    waiting.insert(number, game);
                    // In the order of their numbers, so that the file does not depend on the number of threads.
                    while let Some(game) = waiting.remove(&self.games) {
                        self.add(&game)?;
                    }
                    Ok(())
                });
                if taken.is_err() {
                    closed.store(true, Ordering::Relaxed);
                    return taken;
                }
                let rate = (self.plies - before) as f64 / begun.elapsed().as_secs_f64().max(0.001);
                bar.set_message(format!("{} of {all} games, {rate:.0} plies a second", self.games));
                bar.tick();
            }
            Ok(())
        });
        bar.finish_and_clear();
        done?;
        say::news(self.description());
        Ok(())
    }
}

/// A game with its number in the file, or the error of a worker.
type Delivery = Result<(u64, PlayedGame), String>;

/// Where a worker delivers its games.
pub(crate) struct Desk<'a> {
    closed: &'a AtomicBool,
    sender: mpsc::SyncSender<Delivery>,
}

impl Desk<'_> {
    /// Whether more games are wanted: no worker has failed.
    pub(crate) fn is_open(&self) -> bool {
        !self.closed.load(Ordering::Relaxed)
    }

    /// Passes a game with its number in the file, from 0, and returns whether more games are wanted.
    pub(crate) fn give(&self, number: u64, game: PlayedGame) -> bool {
        self.sender.send(Ok((number, game))).is_ok()
    }
}
