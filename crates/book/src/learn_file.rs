//! A book to which engines add the results of their own games.

use crate::{Book, BookError, Draft, Entry, Results};
use duiyi_game::{Notation, files};
use std::{
    fs::{self, File, TryLockError},
    io::{Error, ErrorKind},
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

/// The number of attempts to lock the file, and the time between them: two seconds in all.
const ATTEMPTS: u32 = 100;
const PAUSE: Duration = Duration::from_millis(20);
/// The maximum size of a file in bytes: 64 MiB, much more than a file has.
const MAX_BYTES: u64 = 64 << 20;

/// A book in a file to which several engines may add results at the same time.
///
/// Results are kept in memory until [`LearnFile::save`], which reads the file again, adds them and
/// replaces the file while it holds the lock of `NAME.lock`. So neither engine loses a result, and a
/// reader sees either the old or the new file.
///
/// ```
/// use duiyi_book::{LearnFile, Results, Source};
/// use duiyi_game::{Side, nim::Nim};
///
/// let path = std::env::temp_dir().join(format!("duiyi-doc-{}.learn", std::process::id()));
/// let start = Nim::new(5);
/// let mut file = LearnFile::open(&path, &start)?;
/// file.add(&start, &[2], Results::of(Side::First, Some(Side::First)), Some(0.9));
/// file.save()?;
/// let moves = LearnFile::open(&path, &start)?.book().moves(&start)?;
/// assert_eq!((moves[0].mv, moves[0].learned.wins, moves[0].weight), (2, 1, 900));
/// # std::fs::remove_file(&path).and_then(|()| std::fs::remove_file(path.with_extension("learn.lock"))).unwrap();
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct LearnFile<G> {
    path: PathBuf,
    rules: G,
    /// The file as last read, with the results that are not saved yet.
    book: Draft<G>,
    /// The results that are not saved yet.
    pending: Draft<G>,
}

impl<G: Notation> LearnFile<G> {
    /// The maximum number of moves in a file, 2 MiB. Beyond it, the moves with the fewest games are
    /// removed, an eighth at a time.
    pub const MOST: usize = 1 << 16;

    /// Reads a file, for the board and rules of a position; a missing file is an empty book. Nothing
    /// is written.
    ///
    /// # Errors
    /// If it is damaged, belongs to another game, or contains the results of a collection.
    pub fn open(path: impl AsRef<Path>, rules: &G) -> Result<LearnFile<G>, BookError> {
        let path = path.as_ref();
        let book = read(path, rules)?;
        Ok(LearnFile { path: path.to_owned(), rules: rules.clone(), book, pending: Draft::new(rules) })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The results, saved or not.
    pub fn book(&self) -> &Draft<G> {
        &self.book
    }

    /// Whether the file is for the board and keys of a position.
    pub fn belongs_to(&self, rules: &G) -> bool {
        self.book.belongs_to(rules).is_ok()
    }

    /// Adds results of a turn from the mover's view, and the points from 0 to 1 that a search
    /// expected, which replace the previous ones. Both are in the file after the next
    /// [`LearnFile::save`].
    pub fn add(&mut self, position: &G, turn: &[G::Move], results: Results, expected: Option<f64>) {
        let weight = expected.map(|points| ((points * 1000.0) as u16).clamp(1, 999));
        for book in [&mut self.book, &mut self.pending] {
            book.turn(position, turn, |entry| {
                entry.learned.add(results);
                entry.weight = weight.unwrap_or(entry.weight);
            });
        }
    }

    /// Counts a game whose results were added.
    pub fn count_game(&mut self) {
        self.book.count_game();
        self.pending.count_game();
    }

    /// Writes the results that are not saved yet to the file.
    ///
    /// # Errors
    /// If the file cannot be read again or written, is read-only, or stays locked for two seconds. The
    /// file is then unchanged, and the next call tries again with the same results.
    pub fn save(&mut self) -> Result<(), BookError> {
        self.save_by(|book, path| book.save(path))
    }

    fn save_by(&mut self, save: impl FnOnce(&Draft<G>, &Path) -> Result<(), BookError>) -> Result<(), BookError> {
        if self.pending.is_empty() {
            return Ok(());
        }
        if fs::metadata(&self.path).is_ok_and(|data| data.permissions().readonly()) {
            let source = Error::new(ErrorKind::PermissionDenied, "the file is read-only");
            return Err(BookError::File { path: self.path.clone(), source });
        }
        // The lock ends with the file.
        let _lock = lock(&self.path)?;
        let mut book = read(&self.path, &self.rules)?;
        book.absorb(&self.pending);
        bound(&mut book);
        save(&book, &self.path)?;
        self.pending = Draft::new(&self.rules);
        self.book = book;
        Ok(())
    }
}

/// Removes the moves with the fewest games if there are too many.
fn bound<G: Notation>(book: &mut Draft<G>) {
    if book.len() <= LearnFile::<G>::MOST {
        return;
    }
    let mut excess = book.len() - LearnFile::<G>::MOST / 8 * 7;
    let games = |entry: &Entry| entry.learned.games();
    let mut counts: Vec<u64> = book.entries().map(games).collect();
    let (_, &mut least, _) = counts.select_nth_unstable(excess - 1);
    book.retain(|entry| {
        let removed = excess > 0 && games(entry) <= least;
        excess -= usize::from(removed);
        !removed
    });
}

/// Reads a file of learned results; a missing file is an empty book.
fn read<G: Notation>(path: &Path, rules: &G) -> Result<Draft<G>, BookError> {
    let bytes = match files::read(path, MAX_BYTES) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Draft::new(rules)),
        Err(source) => return Err(BookError::File { path: path.to_owned(), source }),
    };
    let book = Book::from_bytes(bytes, rules).and_then(|book| book.check().and_then(|()| Draft::of(&book)));
    let book = book.map_err(|error| error.in_file(path))?;
    if book.entries().any(|entry| entry.results.games() > 0) {
        return Err(BookError::Collection.in_file(path));
    }
    Ok(book)
}

/// Waits for the lock of a file.
fn lock(path: &Path) -> Result<File, BookError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    let name = PathBuf::from(name);
    let file = File::options().create(true).truncate(false).write(true).open(&name).map_err(BookError::file(&name))?;
    for _ in 0..ATTEMPTS {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
            Err(TryLockError::Error(source)) => return Err(BookError::File { path: name, source }),
        }
    }
    let source = Error::new(ErrorKind::WouldBlock, "locked by another program for two seconds");
    Err(BookError::File { path: name, source })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Source;
    use duiyi_game::nim::Nim;

    /// A folder that is removed after the test.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let path = std::env::temp_dir().join(format!("duiyi-learn-file-{name}-{}", std::process::id()));
            fs::create_dir_all(&path).unwrap();
            Folder(path)
        }

        fn file(&self) -> PathBuf {
            self.0.join("nim.learn")
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    const WIN: Results = Results { wins: 1, draws: 0, losses: 0 };
    const LOSS: Results = Results { wins: 0, draws: 0, losses: 1 };

    fn learned(path: &Path) -> Results {
        let moves = LearnFile::open(path, &Nim::new(9)).unwrap().book().moves(&Nim::new(9)).unwrap();
        moves.first().map_or(Results::default(), |mv| mv.learned)
    }

    #[test]
    fn two_engines_on_one_file_lose_no_result() {
        let folder = Folder::new("two");
        let path = folder.file();
        let start = Nim::new(9);
        // Both have read the missing file before either writes.
        let engines = [WIN, LOSS].map(|results| (LearnFile::open(&path, &start).unwrap(), results));
        let threads = engines.map(|(mut file, results)| {
            thread::spawn(move || {
                for _ in 0..25 {
                    file.add(&Nim::new(9), &[1], results, Some(0.25));
                    file.count_game();
                    file.save().unwrap();
                }
                file.book().moves(&Nim::new(9)).unwrap()[0].learned
            })
        });
        let seen = threads.map(|thread| thread.join().unwrap());
        assert_eq!(learned(&path), Results { wins: 25, draws: 0, losses: 25 });
        assert!(seen.iter().any(|seen| seen.games() == 50), "the last one has the results of both: {seen:?}");
        assert_eq!(Book::open(&path, &start).unwrap().games(), 50);
    }

    /// 0 means that no search has scored the move.
    #[test]
    fn the_expectation_of_a_search_is_a_weight_from_1_to_999() {
        let folder = Folder::new("expected");
        let start = Nim::new(9);
        let mut file = LearnFile::open(folder.file(), &start).unwrap();
        let mut weight = |expected| {
            file.add(&start, &[1], WIN, expected);
            file.book().moves(&start).unwrap()[0].weight
        };
        assert_eq!([None, Some(0.0), Some(0.25), None, Some(1.0)].map(&mut weight), [0, 1, 250, 250, 999]);
    }

    #[test]
    fn a_kill_between_writing_and_renaming_leaves_the_old_file() {
        let folder = Folder::new("kill");
        let path = folder.file();
        let mut file = LearnFile::open(&path, &Nim::new(9)).unwrap();
        file.add(&Nim::new(9), &[1], WIN, None);
        file.save().unwrap();
        let old = fs::read(&path).unwrap();
        file.add(&Nim::new(9), &[1], LOSS, None);
        let mut part = PathBuf::new();
        let killed = file.save_by(|_, path| {
            let begun = duiyi_game::files::Part::beside(path).unwrap();
            begun.path().clone_into(&mut part);
            std::mem::forget(begun);
            fs::write(&part, "half").unwrap();
            Err(BookError::NoBook)
        });
        killed.unwrap_err();
        assert_eq!(fs::read(&path).unwrap(), old);
        assert!(part.exists() && learned(&path) == WIN);
        // The next attempt has the same results, and the rest of the last one does not matter.
        file.save().unwrap();
        assert_eq!(learned(&path), Results { wins: 1, draws: 0, losses: 1 });
        assert_eq!(fs::read(&part).unwrap(), b"half");
    }

    #[test]
    fn files_that_cannot_be_used_are_rejected_and_unchanged() {
        let folder = Folder::new("bad");
        let path = folder.file();
        let open = || LearnFile::open(&path, &Nim::new(9)).unwrap_err().to_string();
        let mut own = Draft::new(&Nim::new(9));
        own.entry(&Nim::new(9), 1).results = WIN;
        let mut damaged = own.to_bytes();
        *damaged.last_mut().unwrap() ^= 1;
        for (bytes, error) in
            [(b"no book".to_vec(), "not a book"), (damaged, "damaged"), (own.to_bytes(), "results of a collection")]
        {
            // The file was fine when it was opened.
            let mut file = LearnFile::open(folder.0.join("missing"), &Nim::new(9)).unwrap();
            file.path.clone_from(&path);
            fs::write(&path, &bytes).unwrap();
            assert!(open().contains(error) && open().contains("nim.learn"), "{}", open());
            file.add(&Nim::new(9), &[1], WIN, None);
            assert!(file.save().unwrap_err().to_string().contains(error));
            assert_eq!(fs::read(&path).unwrap(), bytes);
        }
        fs::remove_file(&path).unwrap();
        let mut file = LearnFile::open(&path, &Nim::new(9)).unwrap();
        file.add(&Nim::new(9), &[1], WIN, None);
        file.save().unwrap();
        let set = |readonly| {
            let mut permissions = fs::metadata(&path).unwrap().permissions();
            permissions.set_readonly(readonly);
            fs::set_permissions(&path, permissions).unwrap();
        };
        set(true);
        file.add(&Nim::new(9), &[1], LOSS, None);
        assert!(file.save().unwrap_err().to_string().contains("read-only"));
        assert_eq!(learned(&path), WIN);
        set(false);
        file.save().unwrap();
        assert_eq!(learned(&path).games(), 2, "the result of the failed attempt is kept");
    }

    #[test]
    fn a_full_file_keeps_the_moves_with_the_most_games() {
        let start = Nim::new(9);
        let mut book = Draft::new(&start);
        let most = LearnFile::<Nim>::MOST as u32;
        let mut many = Draft::new(&start);
        for key in 0..=most {
            let entry = many.entry_at(key.into(), 1);
            entry.learned = Results { wins: 1 + u32::from(key % 2 == 0), draws: 0, losses: 0 };
        }
        book.absorb(&many);
        bound(&mut book);
        assert_eq!(book.len() as u32, most / 8 * 7);
        let rare = book.entries().filter(|entry| entry.learned.games() == 1).count() as u32;
        assert_eq!(book.len() as u32 - rare, most / 2 + 1, "only rare moves are removed");
    }
}
