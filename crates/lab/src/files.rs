//! The output files of commands: records that grow line by line, saved states, and results.

use duiyi_game::{
    Reason,
    files::{WriterLock, check_own, lock_alone, same_heading},
    hash::digest,
};
use duiyi_train::{
    Curve,
    state::{save, write_whole},
};
use serde::Serialize;
use std::{
    collections::HashMap,
    fmt::Display,
    fs::{self, File, OpenOptions},
    io::{Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

/// The maximum size in bytes of positions, games and samples, which are read piece by piece: 4 GiB.
pub const MAX_INPUT: u64 = 4 << 30;

/// The files of a list, which must be different: games that are read twice count twice. One file may have several
/// names, and NAME.jsonl and NAME.pgn are one record of a match.
///
/// # Errors
/// The first two names of one file.
pub fn distinct(files: &[PathBuf]) -> Result<&[PathBuf], Reason> {
    let mut known: HashMap<PathBuf, &Path> = HashMap::new();
    for file in files {
        let path = fs::canonicalize(file).unwrap_or_else(|_| file.clone());
        let is_record = path.extension().is_some_and(|end| end == "jsonl" || end == "pgn");
        let key = if is_record { path.with_extension("jsonl") } else { path };
        if let Some(other) = known.insert(key, file) {
            return Err(format!(
                "{} and {} are one file or record; expected each once",
                other.display(),
                file.display()
            )
            .into());
        }
    }
    Ok(files)
}

/// `NAME.end`, even if the name contains dots.
pub fn beside(name: &Path, end: &str) -> PathBuf {
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
    write_headed(&beside(name, "csv"), &curve.to_string())?;
    write_headed(&beside(name, "svg"), &curve.svg(title)?)
}

/// Writes a text; an existing file must begin with the same line, or be a picture as well.
///
/// # Errors
/// If the file can't be written, or another program wrote it.
pub fn write_headed(path: &Path, text: &str) -> Result<(), Reason> {
    const PICTURE: &str = "<svg ";
    let same = same_heading(text.as_bytes());
    // The first line of a picture has its size.
    let own = |head: &[u8]| same(head) || text.starts_with(PICTURE) && frame(head) == frame(text.as_bytes());
    Ok(write_whole(path, text, own)?)
}

/// The first line without its digits.
fn frame(text: &[u8]) -> Vec<u8> {
    text.iter().copied().take_while(|&byte| byte != b'\n').filter(|byte| !byte.is_ascii_digit()).collect()
}

/// Writes named values as JSON; the first name of an existing file must be the same.
///
/// # Errors
/// If the file can't be written, or another program wrote it.
pub(crate) fn write_values(path: &Path, text: &str) -> Result<(), Reason> {
    let begin = &text.as_bytes()[..text.find(':').map_or(text.len(), |end| end + 1)];
    Ok(write_whole(path, text, |head| head.starts_with(begin))?)
}

/// Writes NAME.txt: the command and a description as comments, then the weights.
///
/// # Errors
/// If the file can't be written.
pub(crate) fn write_weights(
    name: &Path,
    command: &str,
    description: &str,
    weights: impl Display,
) -> Result<(), Reason> {
    let text = format!("# {command}\n# {description}\n{weights}");
    Ok(write_whole(&beside(name, "txt"), text, |head| head.starts_with(COMMAND.as_bytes()))?)
}

/// The beginning of a file whose first line is the command that wrote it.
pub(crate) const COMMAND: &str = "# lab ";

/// Saves the state of a run in NAME.json. Its lock is a file beside it, NAME.lock, because each save replaces the
/// state; that file remains.
pub struct Keeper {
    path: PathBuf,
    kept: Instant,
    _lock: WriterLock,
}

impl Keeper {
    /// The minimum interval between saves: games are short and disks are slow.
    const PAUSE: Duration = Duration::from_secs(2);

    /// Locks the state of a run, before it is read.
    ///
    /// # Errors
    /// If another program has locked it, or the lock can't be created.
    pub fn open(name: &Path) -> Result<Keeper, Reason> {
        let lock = WriterLock::of(name)?;
        Ok(Keeper { path: beside(name, "json"), kept: Instant::now(), _lock: lock })
    }

    /// Saves the state.
    ///
    /// # Errors
    /// If the file can't be written.
    pub fn keep(&mut self, state: &impl Serialize) -> Result<(), Reason> {
        save(&self.path, state)?;
        self.kept = Instant::now();
        Ok(())
    }

    /// Saves the state unless it was saved recently.
    ///
    /// # Errors
    /// If the file can't be written.
    pub fn keep_at_times(&mut self, state: &impl Serialize) -> Result<(), Reason> {
        if self.kept.elapsed() > Keeper::PAUSE { self.keep(state) } else { Ok(()) }
    }
}

/// A line of results, followed by a tab and its checksum.
pub(crate) fn sealed_line(line: &str) -> String {
    format!("{line}\t{:016x}", digest(line.bytes()))
}

/// The results in a line of [`sealed_line`]; `None` if its checksum does not match.
pub(crate) fn unsealed_line(sealed: &str) -> Option<&str> {
    let (line, _) = sealed.rsplit_once('\t')?;
    (sealed_line(line) == sealed).then_some(line)
}

/// A growing file, locked so that two programs cannot continue the same file and do the same
/// work twice.
pub(crate) struct Growing {
    path: PathBuf,
    file: File,
}

impl Growing {
    /// Opens a file with the given options and returns its complete lines. A truncated last line is
    /// not returned; the next [`Growing::write`] overwrites it. An existing file must begin with `begin`, or
    /// have been cut off before its end.
    ///
    /// # Errors
    /// If the file can't be opened or read, has another beginning, or another program writes it.
    pub(crate) fn open(path: &Path, options: &mut OpenOptions, begin: &str) -> Result<(Growing, String), Reason> {
        let failed = |error: std::io::Error| format!("{}: {error}", path.display());
        let own = |head: &[u8]| head.iter().zip(begin.as_bytes()).all(|(found, expected)| found == expected);
        check_own(path, own).map_err(failed)?;
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

    /// Writes lines in one call, so that a crash can only truncate the last line.
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
    use duiyi_train::state::load;

    #[test]
    fn a_growing_file_returns_complete_lines_and_has_one_writer() {
        let path = std::env::temp_dir().join(format!("duiyi-lab-growing-{}", std::process::id()));
        fs::write(&path, "one\ntwo\nbroken over more than two lines").unwrap();
        let open = || Growing::open(&path, OpenOptions::new().create(true), "one\n");
        let (mut growing, there) = open().unwrap();
        assert_eq!(there, "one\ntwo\n");
        let refused = open().err().expect("another writer").to_string();
        assert!(refused.ends_with("is being written by another program"), "{refused}");
        growing.write(b"three\n").unwrap();
        growing.write(b"four\n").unwrap();
        drop(growing);
        assert_eq!(fs::read_to_string(&path).unwrap(), "one\ntwo\nthree\nfour\n", "nothing of the broken line is left");
        assert_eq!(open().unwrap().1, "one\ntwo\nthree\nfour\n");
        fs::write(&path, "on").unwrap();
        assert_eq!(open().unwrap().1, "", "cut off");
        for foreign in ["once upon a time", "two\n"] {
            fs::write(&path, foreign).unwrap();
            let refused = open().err().expect("another program's file").to_string();
            assert!(refused.ends_with("move it or name another file"), "{refused}");
            assert_eq!(fs::read_to_string(&path).unwrap(), foreign);
        }
        fs::remove_file(&path).unwrap();
    }

    /// An empty folder.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("duiyi-lab-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn a_line_with_any_changed_or_missing_byte_is_not_read() {
        let sealed = sealed_line("3 1\t-");
        assert_eq!(unsealed_line(&sealed), Some("3 1\t-"));
        for at in 0..sealed.len() {
            let mut changed = sealed.clone().into_bytes();
            changed[at] ^= 1;
            for text in [str::from_utf8(&changed).unwrap(), &sealed[..at]] {
                assert_eq!(unsealed_line(text), None, "{text}");
            }
        }
    }

    #[test]
    fn a_state_has_one_writer() {
        let folder = folder("keeper");
        let name = folder.join("run");
        let mut keeper = Keeper::open(&name).unwrap();
        keeper.keep(&[1]).unwrap();
        for _ in 0..2 {
            let refused = Keeper::open(&name).err().expect("another writer").to_string();
            assert!(refused.ends_with("run is being written by another program"), "{refused}");
            // Each save replaces the file, and the lock remains.
            keeper.keep(&[2]).unwrap();
        }
        Keeper::open(&folder.join("other")).unwrap();
        drop(keeper);
        fs::write(beside(&name, "lock"), "a letter").unwrap();
        Keeper::open(&name).unwrap().keep(&[3]).unwrap();
        assert_eq!(load::<[u8; 1]>(&beside(&name, "json")).unwrap(), [3]);
        assert_eq!(fs::read_to_string(beside(&name, "lock")).unwrap(), "a letter");
        fs::write(beside(&name, "json"), "a letter").unwrap();
        Keeper::open(&name).unwrap().keep(&[4]).unwrap_err();
        assert_eq!(fs::read_to_string(beside(&name, "json")).unwrap(), "a letter");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn results_replace_only_results_with_the_same_beginning() {
        let folder = folder("headed");
        let path = folder.join("curve.svg");
        let plot = |size: u32| format!("<svg width=\"{size}\" viewBox=\"0 0 {size} 5\">\n<rect/>\n</svg>\n");
        let text = "step,error\n1,2\n".to_owned();
        for (first, second) in [(plot(800), plot(960)), (text.clone(), text.clone() + "2,3\n")] {
            for contents in [&first, &second] {
                write_headed(&path, contents).unwrap();
                assert_eq!(fs::read_to_string(&path).unwrap(), *contents);
            }
            for foreign in ["<svg xmlns=\"http://www.w3.org/2000/svg\">\n</svg>\n", "<svg ", "step\n1\n"] {
                fs::write(&path, foreign).unwrap();
                write_headed(&path, &first).unwrap_err();
                assert_eq!(fs::read_to_string(&path).unwrap(), foreign);
            }
            fs::remove_file(&path).unwrap();
        }
        write_values(&path, "{\"a\":1}").unwrap();
        write_values(&path, "{\"a\":2}").unwrap();
        write_values(&path, "{\"b\":2}").unwrap_err();
        assert_eq!(fs::read_to_string(&path).unwrap(), "{\"a\":2}");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_file_with_two_names_is_refused() {
        let folder = folder("distinct");
        let names = ["m.jsonl", "m.pgn", "n.pgn", "m", "m.txt"].map(|name| folder.join(name));
        names.iter().for_each(|name| fs::write(name, "").unwrap());
        let [record, pgn, other, plain, text] = names;
        let roundabout = folder.join("..").join(folder.file_name().unwrap()).join("m.txt");
        for twice in [[&record, &pgn], [&text, &roundabout], [&other, &other]] {
            assert!(
                distinct(&[vec![plain.clone()], twice.map(PathBuf::clone).to_vec()].concat()).is_err(),
                "{twice:?}"
            );
        }
        #[cfg(unix)]
        {
            let link = folder.join("link.pgn");
            let _ = std::os::unix::fs::symlink(&other, &link);
            assert!(distinct(&[other.clone(), link]).is_err());
        }
        let missing = folder.join("missing");
        assert!(distinct(&[missing.clone(), missing.clone()]).is_err());
        assert_eq!(distinct(&[record, other, text, missing]).unwrap().len(), 4);
    }
}
