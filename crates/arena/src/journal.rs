//! The files of a match: `NAME.jsonl`, one line a game, and `NAME.pgn`.
//!
//! The JSON lines are the record: first the heading, then every game as soon as
//! it is finished, in one write. The PGN says the same for people and other
//! programs. A program killed in the middle of a write leaves an incomplete last line;
//! it is cut off when the match is resumed, and the PGN is written again from
//! what is left, so that both hold the same games. Two programs that went on with one
//! record would write every game twice, so a journal locks its record.

use crate::{GameRecord, Heading, RuleBook, Shard, lock::lock_alone};
use std::{
    collections::{HashMap, HashSet},
    fs::{self, File, OpenOptions},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

/// Why the files of a match can't be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The system refused.
    #[error("{path}: {source}")]
    Io {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// There is a record already, and the match was not to be resumed.
    #[error("{0} exists: resume that match or name another file")]
    Exists(PathBuf),
    /// Another program writes it.
    #[error("{0} is being written by another program")]
    InUse(PathBuf),
    /// A line is no record of ours.
    #[error("{path}, line {line}: {reason}")]
    Line {
        /// Which file.
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// A game of another shard.
    #[error("{path}: game {number} is not of shard {shard}")]
    Foreign {
        /// Which file.
        path: PathBuf,
        /// The number of the game.
        number: u64,
        /// The shard of the record.
        shard: Shard,
    },
    /// The record is that of another match.
    #[error("{path} is the record of another match: its {field} differ(s)")]
    OtherMatch {
        /// Which file.
        path: PathBuf,
        /// What differs.
        field: &'static str,
    },
}

fn io_error(path: &Path) -> impl FnOnce(io::Error) -> JournalError + '_ {
    |source| JournalError::Io { path: path.to_owned(), source }
}

/// A record read back.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchRecord {
    /// Its heading.
    pub heading: Heading,
    /// Its games, in the order in which they ended.
    pub games: Vec<GameRecord>,
}

/// The file of a record with this end: `stem.jsonl`. A dot in the stem belongs to its name, but for
/// the ends of records themselves.
fn file_of(stem: &Path, end: &str) -> PathBuf {
    if stem.extension().is_some_and(|known| known == "jsonl" || known == "pgn") {
        return stem.with_extension(end);
    }
    let mut name = stem.as_os_str().to_owned();
    name.push(".");
    name.push(end);
    name.into()
}

/// Reads the record of a match by the name that it was written with; of `NAME.pgn`, the JSON lines
/// beside it.
///
/// # Errors
/// [`JournalError`] if a line is damaged, other than an incomplete last one, or a game
/// occurs twice.
pub fn read_match(path: &Path) -> Result<MatchRecord, JournalError> {
    let path = file_of(path, "jsonl");
    let text = fs::read(&path).map_err(io_error(&path))?;
    parse(&path, &text, None).map(|(record, _)| record)
}

/// The record, and how many bytes of the text it takes; `planned` is how many games there may be.
fn parse(path: &Path, text: &[u8], planned: Option<u64>) -> Result<(MatchRecord, usize), JournalError> {
    let error = |line, reason: String| JournalError::Line { path: path.to_owned(), line, reason };
    let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let mut lines = text[..whole].split_inclusive(|&byte| byte == b'\n').enumerate().map(|(i, line)| (i + 1, line));
    let Some((_, first)) = lines.next() else {
        return Err(error(1, "there is no heading".to_owned()));
    };
    let heading: Heading = serde_json::from_slice(first).map_err(|e| error(1, format!("not a heading: {e}")))?;
    if heading.duiyi_arena != 1 {
        return Err(error(1, format!("version {} of the format; 1 is known", heading.duiyi_arena)));
    }
    let mut games: Vec<GameRecord> = Vec::new();
    let mut seen = HashSet::new();
    for (number, line) in lines {
        let game: GameRecord = serde_json::from_slice(line).map_err(|e| error(number, format!("not a game: {e}")))?;
        if !seen.insert(game.number) {
            return Err(error(number, format!("game {} for the second time", game.number)));
        }
        if let Some(most) = planned.filter(|&most| game.number >= most) {
            return Err(error(number, format!("game {} is beyond the plan of {most} games", game.number)));
        }
        games.push(game);
    }
    Ok((MatchRecord { heading, games }, whole))
}

/// The open files of a running match.
#[derive(Debug)]
pub struct Journal {
    heading: Heading,
    rules: RuleBook,
    json: (PathBuf, File),
    pgn: (PathBuf, File),
}

impl Journal {
    /// Opens `stem.jsonl` and `stem.pgn` (a stem may have dots: `at-1+0.01`); with `resume`, an existing record is
    /// continued, and its games are returned. Until the journal is dropped no other can
    /// open the same record.
    ///
    /// # Errors
    /// [`JournalError`] if the files can't be written, if there is a record and
    /// not `resume`, if another program writes it, if it is of another match or shard, or if it
    /// has games beyond the plan or the shard of the heading.
    pub fn open(
        stem: &Path,
        heading: Heading,
        rules: RuleBook,
        resume: bool,
    ) -> Result<(Journal, Vec<GameRecord>), JournalError> {
        let (json_path, pgn_path) = (file_of(stem, "jsonl"), file_of(stem, "pgn"));
        let mut json = locked(&json_path, resume)?;
        let mut text = Vec::new();
        json.read_to_end(&mut text).map_err(io_error(&json_path))?;
        // Killed before the heading was written: nothing is lost.
        let (heading, games) = if text.contains(&b'\n') {
            let planned = heading.plan.games(heading.entrants.len());
            let (record, whole) = parse(&json_path, &text, Some(planned))?;
            if let Some(field) = record.heading.difference(&heading) {
                return Err(JournalError::OtherMatch { path: json_path, field });
            }
            if let Some(game) = record.games.iter().find(|game| !heading.shard.has(game.number / 2)) {
                let (number, shard) = (game.number, heading.shard);
                return Err(JournalError::Foreign { path: json_path, number, shard });
            }
            json.set_len(whole as u64).map_err(io_error(&json_path))?;
            json.seek(SeekFrom::End(0)).map_err(io_error(&json_path))?;
            (record.heading, record.games)
        } else {
            let line = json_line(&heading).map_err(io_error(&json_path))?;
            json.set_len(0).and_then(|()| json.rewind()).map_err(io_error(&json_path))?;
            json.write_all(&line).map_err(io_error(&json_path))?;
            (heading, Vec::new())
        };
        let mut pgn = File::create(&pgn_path).map_err(io_error(&pgn_path))?;
        let written: String = games.iter().map(|game| game.to_pgn(&heading, &rules)).collect();
        pgn.write_all(written.as_bytes()).map_err(io_error(&pgn_path))?;
        Ok((Journal { heading, rules, json: (json_path, json), pgn: (pgn_path, pgn) }, games))
    }

    /// The heading in the file.
    pub fn heading(&self) -> &Heading {
        &self.heading
    }

    /// Writes a finished game.
    ///
    /// # Errors
    /// [`JournalError::Io`] if the system refuses.
    pub fn write(&mut self, game: &GameRecord) -> Result<(), JournalError> {
        let (path, file) = &mut self.json;
        let line = json_line(game).map_err(io_error(path))?;
        file.write_all(&line).map_err(io_error(path))?;
        let (path, file) = &mut self.pgn;
        file.write_all(game.to_pgn(&self.heading, &self.rules).as_bytes()).map_err(io_error(path))
    }
}

/// Writes a record whole, as `stem.jsonl` and `stem.pgn`: a reader sees the old files or the new
/// ones, never a part. A record of the same match may be there already if each of its games is in
/// this one.
///
/// # Errors
/// [`JournalError`] if the files can't be written, if another program writes the record that is there, or if that is of
/// another match or has other games.
pub fn write_match(stem: &Path, record: &MatchRecord, rules: &RuleBook) -> Result<(), JournalError> {
    let (json_path, pgn_path) = (file_of(stem, "jsonl"), file_of(stem, "pgn"));
    let _lock = if json_path.exists() {
        let mut there = locked(&json_path, true)?;
        let mut text = Vec::new();
        there.read_to_end(&mut text).map_err(io_error(&json_path))?;
        let (old, _) = parse(&json_path, &text, None)?;
        if let Some(field) = old.heading.difference(&record.heading) {
            return Err(JournalError::OtherMatch { path: json_path, field });
        }
        let games: HashMap<u64, &GameRecord> = record.games.iter().map(|game| (game.number, game)).collect();
        if old.games.iter().any(|game| games.get(&game.number) != Some(&game)) {
            return Err(JournalError::Exists(json_path));
        }
        Some(there)
    } else {
        None
    };
    let mut json = json_line(&record.heading).map_err(io_error(&json_path))?;
    let mut pgn = String::new();
    for game in &record.games {
        json.extend(json_line(game).map_err(io_error(&json_path))?);
        pgn.push_str(&game.to_pgn(&record.heading, rules));
    }
    replace(&pgn_path, pgn.as_bytes()).map_err(io_error(&pgn_path))?;
    replace(&json_path, &json).map_err(io_error(&json_path))
}

/// Puts a file in the place of another.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let mut file = File::create(&beside)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&beside, path)
}

/// Opens a record for this program alone: an old one, or one that was not there.
fn locked(path: &Path, resume: bool) -> Result<File, JournalError> {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    let file = if resume { options.create(true).open(path) } else { options.create_new(true).open(path) };
    let file = file.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => JournalError::Exists(path.to_owned()),
        _ => io_error(path)(error),
    })?;
    if lock_alone(&file).map_err(io_error(path))? { Ok(file) } else { Err(JournalError::InUse(path.to_owned())) }
}

fn json_line(value: &impl serde::Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    Ok(line)
}
