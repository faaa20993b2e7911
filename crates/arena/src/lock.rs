//! Files that one program writes.

use std::{
    fs::{File, TryLockError},
    io, thread,
    time::{Duration, Instant},
};

/// How long a lock is waited for. A program that is being started holds what the program that
/// starts it has open, for a moment.
const PATIENCE: Duration = Duration::from_secs(1);

/// Locks a file for this program alone, by an advisory lock that ends with the file; `false` if
/// another program holds it for longer than a second.
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
    fn a_lock_is_waited_for_but_not_for_ever() {
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
