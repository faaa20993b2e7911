//! Exclusive access to files.

use super::check_own;
use std::{
    fs::{File, OpenOptions, TryLockError},
    io::{self, Error, ErrorKind},
    path::Path,
    thread,
    time::{Duration, Instant},
};

/// The maximum waiting time for a lock. A program that is being started inherits the open files of the
/// program that starts it for a moment.
const PATIENCE: Duration = Duration::from_secs(1);

/// Locks a file exclusively, by an advisory lock that ends when the file is closed; `false` if
/// another program holds the lock for longer than a second.
///
/// # Errors
/// If the system can't lock the file.
pub fn lock_alone(file: &File) -> io::Result<bool> {
    let end = Instant::now() + PATIENCE;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(true),
            Err(TryLockError::WouldBlock) if Instant::now() < end => thread::sleep(Duration::from_millis(10)),
            Err(TryLockError::WouldBlock) => return Ok(false),
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
}

/// The lock of the only writer of a file or of several files with one name. It is a file beside them, NAME.lock,
/// because a file that is replaced does not keep its lock; that file remains.
#[derive(Debug)]
pub struct WriterLock {
    _file: File,
}

impl WriterLock {
    /// Locks the files with this name until the lock is dropped or the process ends.
    ///
    /// # Errors
    /// [`ErrorKind::WouldBlock`] if another program has locked them for longer than a second, or if the lock can't be
    /// created.
    ///
    /// ```
    /// use duiyi_game::files::WriterLock;
    ///
    /// let path = std::env::temp_dir().join(format!("duiyi-doc-lock-{}", std::process::id()));
    /// let lock = WriterLock::of(&path)?;
    /// assert!(WriterLock::of(&path).unwrap_err().to_string().ends_with("is being written by another program"));
    /// # std::fs::remove_file(path.with_extension("lock"))?;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn of(name: &Path) -> io::Result<WriterLock> {
        let mut path = name.as_os_str().to_owned();
        path.push(".lock");
        let failed = |error: Error| Error::new(error.kind(), std::format!("{}: {error}", path.display()));
        // Nothing is written into it, but opening a pipe would wait.
        check_own(&path, |_| true).map_err(failed)?;
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path).map_err(failed)?;
        if lock_alone(&file).map_err(failed)? {
            return Ok(WriterLock { _file: file });
        }
        let refused = std::format!("{} is being written by another program", name.display());
        Err(Error::new(ErrorKind::WouldBlock, refused))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{env, format};

    #[test]
    fn locking_waits_for_a_limited_time() {
        let path = env::temp_dir().join(format!("duiyi-lock-{}", std::process::id()));
        let [first, second] = [(); 2].map(|()| File::options().create(true).append(true).open(&path).unwrap());
        assert!(lock_alone(&first).unwrap());
        assert!(!lock_alone(&second).unwrap());
        thread::scope(|scope| {
            let waits = scope.spawn(|| lock_alone(&second).unwrap());
            drop(first);
            assert!(waits.join().unwrap());
        });
        std::fs::remove_file(path).unwrap();
    }
}
