//! The files that commands write: records that grow line by line, states to go on from,
//! and what was found.

use duiyi_arena::lock_alone;
use duiyi_game::Reason;
use duiyi_tune::{
    Curve,
    state::{save, write_whole},
};
use serde::Serialize;
use std::{
    fmt::Display,
    fs::{File, OpenOptions},
    io::{Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

/// `NAME.end`, whatever points the name has.
pub(crate) fn beside(name: &Path, end: &str) -> PathBuf {
    let mut path = name.to_owned().into_os_string();
    path.push(".");
    path.push(end);
    PathBuf::from(path)
}

/// Writes NAME.csv and NAME.svg.
///
/// # Errors
/// If a file can't be written, or there is nothing to draw.
pub(crate) fn write_curve(name: &Path, curve: &Curve, title: &str) -> Result<(), Reason> {
    write_whole(&beside(name, "csv"), curve.to_string())?;
    Ok(write_whole(&beside(name, "svg"), &curve.svg(title)?)?)
}

/// Writes NAME.txt: weights below the command that found them and what it says of them.
///
/// # Errors
/// If the file can't be written.
pub(crate) fn write_weights(name: &Path, command: &str, told: &str, weights: impl Display) -> Result<(), Reason> {
    Ok(write_whole(&beside(name, "txt"), format!("# {command}\n# {told}\n{weights}"))?)
}

/// Keeps the state of a run in NAME.json.
pub(crate) struct Keeper {
    path: PathBuf,
    kept: Instant,
}

impl Keeper {
    /// Games are short, disks slow.
    const PAUSE: Duration = Duration::from_secs(2);

    pub(crate) fn new(name: &Path) -> Keeper {
        Keeper { path: beside(name, "json"), kept: Instant::now() }
    }

    /// Keeps the state.
    ///
    /// # Errors
    /// If the file can't be written.
    pub(crate) fn keep(&mut self, state: &impl Serialize) -> Result<(), Reason> {
        save(&self.path, state)?;
        self.kept = Instant::now();
        Ok(())
    }

    /// Keeps the state if it was not kept lately.
    ///
    /// # Errors
    /// If the file can't be written.
    pub(crate) fn keep_at_times(&mut self, state: &impl Serialize) -> Result<(), Reason> {
        if self.kept.elapsed() > Keeper::PAUSE { self.keep(state) } else { Ok(()) }
    }
}

/// A file that grows. It is locked: two programs that went on with one file would do
/// everything twice.
pub(crate) struct Growing {
    path: PathBuf,
    file: File,
}

impl Growing {
    /// Opens a file as the options say, with the lines that are there. A last one that
    /// broke off is not among them; the next [`Growing::write`] takes its place.
    ///
    /// # Errors
    /// If the file can't be opened or read, or another program writes it.
    pub(crate) fn open(path: &Path, options: &mut OpenOptions) -> Result<(Growing, String), Reason> {
        let failed = |error: std::io::Error| format!("{}: {error}", path.display());
        let mut file = options.read(true).write(true).open(path).map_err(failed)?;
        if !lock_alone(&file).map_err(failed)? {
            return Err(format!("{} is being written by another program", path.display()).into());
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(failed)?;
        text.truncate(text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1));
        file.seek(SeekFrom::Start(text.len() as u64)).map_err(failed)?;
        let text = String::from_utf8(text).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok((Growing { path: path.to_owned(), file }, text))
    }

    /// Writes lines, all at once: what a crash cuts off is the last line.
    ///
    /// # Errors
    /// If they can't be written.
    pub(crate) fn write(&mut self, lines: &[u8]) -> Result<(), Reason> {
        let written = self.file.stream_position().and_then(|end| {
            self.file.set_len(end)?;
            self.file.write_all(lines)
        });
        Ok(written.map_err(|error| format!("{}: {error}", self.path.display()))?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_growing_file_has_whole_lines_and_one_writer() {
        let path = std::env::temp_dir().join(format!("duiyi-lab-growing-{}", std::process::id()));
        fs::write(&path, "one\ntwo\nbroken o").unwrap();
        let open = || Growing::open(&path, OpenOptions::new().create(true));
        let (mut growing, there) = open().unwrap();
        assert_eq!(there, "one\ntwo\n");
        let refused = open().err().expect("another writer").to_string();
        assert!(refused.ends_with("is being written by another program"), "{refused}");
        growing.write(b"three\n").unwrap();
        growing.write(b"four\n").unwrap();
        drop(growing);
        assert_eq!(open().unwrap().1, "one\ntwo\nthree\nfour\n");
        fs::remove_file(&path).unwrap();
    }
}
