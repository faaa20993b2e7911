//! Exclusive access to files.

use std::{
    fs::{File, TryLockError},
    io, thread,
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::env;

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
