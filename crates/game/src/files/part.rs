//! Temporary files beside the files that they are to replace.

use std::{
    collections::BTreeSet,
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Error, ErrorKind},
    mem,
    path::{Path, PathBuf},
    process,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

/// The temporary files of this process.
static PARTS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn parts() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    PARTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes the temporary files of this process, for a program that is about to end by a signal. Another thread that
/// creates, renames or drops one waits until the process has ended.
pub fn remove_parts() {
    let parts = parts();
    for part in &*parts {
        // The program ends in any case.
        let _ = fs::remove_file(part);
    }
    mem::forget(parts);
}

/// A temporary file beside another one, locked, and removed when it is dropped. Its name, `NAME.PROCESS-NUMBER.part`,
/// is never used again by this process.
#[derive(Debug)]
pub struct Part {
    path: PathBuf,
    file: File,
    /// Whether the file has another name.
    renamed: bool,
}

impl Part {
    /// Creates a file beside another one. Those beside it of processes that have ended are removed.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn beside(path: impl AsRef<Path>) -> io::Result<Part> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let path = path.as_ref();
        remove_left_over(path);
        let mut last = Error::from(ErrorKind::AlreadyExists);
        // A killed process, or one on another machine, may have the same number and have created the first ones.
        for _ in 0..1000 {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let mut name = path.as_os_str().to_owned();
            name.push(std::format!(".{}-{number}.part", process::id()));
            let name = PathBuf::from(name);
            let mut parts = parts();
            match OpenOptions::new().read(true).write(true).create_new(true).open(&name) {
                Ok(file) if is_kept(&file, &name) => {
                    parts.insert(name.clone());
                    return Ok(Part { path: name, file, renamed: false });
                }
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::AlreadyExists => last = error,
                Err(error) => return Err(error),
            }
        }
        Err(last)
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file, for reading and writing.
    pub fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// Waits until the bytes are stored, and renames the file.
    pub(super) fn rename(&mut self, path: &Path) -> io::Result<()> {
        self.file.sync_all()?;
        let mut parts = parts();
        fs::rename(&self.path, path)?;
        // The name may now belong to a file of another program.
        parts.remove(&self.path);
        self.renamed = true;
        Ok(())
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        if !self.renamed {
            let mut parts = parts();
            // Another error was reported before.
            let _ = fs::remove_file(&self.path);
            parts.remove(&self.path);
        }
    }
}

/// Locks a new file: `false` if another process has taken it for one that was left over. A file system without locks
/// keeps all.
fn is_kept(file: &File, path: &Path) -> bool {
    !matches!(file.try_lock(), Err(TryLockError::WouldBlock)) && path.exists()
}

/// Removes the temporary files beside a file whose processes have ended: nobody locks them any more. Errors are
/// ignored, because they have no effect on the new file.
fn remove_left_over(path: &Path) {
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_left = entry.file_name().to_str().is_some_and(|entry| process_of(entry, name).is_some_and(has_ended));
        if !is_left {
            continue;
        }
        let left = entry.path();
        if super::open(&left, u64::MAX).is_ok_and(|file| file.try_lock().is_ok() && left.exists()) {
            let _ = fs::remove_file(&left);
        }
    }
}

/// The process in the name of a temporary file beside `name`.
fn process_of(part: &str, name: &str) -> Option<u32> {
    let numbers = part.strip_prefix(name)?.strip_prefix('.')?.strip_suffix(".part")?;
    let (process, number) = numbers.split_once('-')?;
    number.parse::<u64>().ok()?;
    process.parse().ok()
}

/// Whether a process has ended, where the system lists its processes. Elsewhere, and for a process of another
/// container or machine, only the lock shows whether it runs.
fn has_ended(process: u32) -> bool {
    process != process::id() && !Path::new("/proc").join(std::format!("{process}")).exists()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{format, vec::Vec};

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("duiyi-part-{name}-{}", process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// A process that has ended.
    fn ended() -> u32 {
        let mut child = process::Command::new(std::env::current_exe().unwrap())
            .arg("--list")
            .stdout(process::Stdio::null())
            .spawn()
            .unwrap();
        child.wait().unwrap();
        child.id()
    }

    #[test]
    fn files_of_ended_processes_are_removed_and_others_stay() {
        let folder = folder("left");
        let (path, ended, own) = (folder.join("a.csv"), ended(), process::id());
        let kept = [
            format!("a.csv.{own}-900000.part"),
            format!("a.csv.{ended}-x.part"),
            format!("a.csv.{ended}-7.part.txt"),
            format!("a.csv.{ended}.part"),
            "a.csv.x-7.part".to_owned(),
            format!("b.csv.{ended}-7.part"),
            format!("a.csv.{ended}-9.part"),
        ];
        kept.iter().for_each(|name| fs::write(folder.join(name), "1").unwrap());
        // A process of another machine still writes it.
        let lock = File::open(folder.join(&kept[6])).unwrap();
        lock.lock().unwrap();
        for number in [0, 7, u64::MAX] {
            fs::write(folder.join(format!("a.csv.{ended}-{number}.part")), "half").unwrap();
        }
        fs::create_dir(folder.join(format!("a.csv.{ended}-8.part"))).unwrap();
        super::super::replace(&path, b"2", |_| true).unwrap();
        let mut expected = [&kept[..], &["a.csv".to_owned(), format!("a.csv.{ended}-8.part")]].concat();
        expected.sort();
        assert_eq!(names(&folder), expected);
        drop(lock);
        super::super::replace(&path, b"3", |_| true).unwrap();
        assert!(!folder.join(&kept[6]).exists());
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn no_two_temporary_files_have_the_same_name() {
        let folder = folder("names");
        let path = folder.join("a.txt");
        let first = Part::beside(&path).unwrap().path().to_owned();
        assert!(!first.exists(), "it was dropped");
        assert_ne!(Part::beside(&path).unwrap().path(), first);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_finished_replacement_does_not_remove_the_file_of_another_program() {
        let folder = folder("finished");
        let path = folder.join("a.txt");
        let mut part = Part::beside(&path).unwrap();
        assert!(parts().contains(part.path()));
        let name = part.path().to_owned();
        part.rename(&path).unwrap();
        // Another program, whose process may have the same number on another machine.
        fs::write(&name, "of another program").unwrap();
        drop(part);
        assert!(!parts().contains(&name));
        assert_eq!(names(&folder).len(), 2);
        fs::remove_dir_all(&folder).unwrap();
    }
}
