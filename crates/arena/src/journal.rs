//! The files of a match: `NAME.jsonl`, with one line per game, and `NAME.pgn`.
//!
//! The JSON lines are the record: first the heading, then every game as soon as it is finished, in
//! one write. The PGN contains the same games for people and other programs. A program killed in
//! the middle of a write leaves an incomplete last line; it is removed when the match is resumed,
//! and the PGN is rewritten from the remaining games, so that both files agree. Two programs that
//! continued the same record would write every game twice, so a journal locks its record. Each line
//! ends with a checksum of the rest; if the heading has one, a line without is damaged.

use crate::{GameRecord, Heading, RuleBook, Shard};
use duiyi_game::{
    files::{self, lock_alone},
    hash::digest,
};
use std::{
    collections::{HashMap, HashSet},
    fs::{File, OpenOptions},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

/// Why the files of a match can't be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// A file system error.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The error.
        source: io::Error,
    },
    /// A record exists, but resuming was not requested.
    #[error("{0} exists: resume that match or name another file")]
    Exists(PathBuf),
    /// Another program is writing it.
    #[error("{0} is being written by another program")]
    InUse(PathBuf),
    /// A line is not part of a record.
    #[error("{path}, line {line}: {reason}")]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The error.
        reason: String,
    },
    /// A game of another shard.
    #[error("{path}: game {number} is not of shard {shard}")]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The number of the game.
        number: u64,
        /// The shard of the record.
        shard: Shard,
    },
    /// The record belongs to another match.
    #[error("{path} is the record of another match: its {field} differ(s)")]
    OtherMatch {
        /// The file.
        path: PathBuf,
        /// The differing field.
        field: &'static str,
    },
}

fn io_error(path: &Path) -> impl FnOnce(io::Error) -> JournalError + '_ {
    |source| JournalError::Io { path: path.to_owned(), source }
}

/// A record read from a file.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchRecord {
    /// Its heading.
    pub heading: Heading,
    /// The games, in the order in which they ended.
    pub games: Vec<GameRecord>,
}

/// The file of a record with this extension: `stem.jsonl`. A dot in the stem is part of the name, except for
/// the extensions of records.
fn file_of(stem: &Path, end: &str) -> PathBuf {
    if stem.extension().is_some_and(|known| known == "jsonl" || known == "pgn") {
        return stem.with_extension(end);
    }
    let mut name = stem.as_os_str().to_owned();
    name.push(".");
    name.push(end);
    name.into()
}

/// Reads the record of a match by the name that it was written with; for `NAME.pgn`, reads the JSON
/// lines in the same folder.
///
/// # Errors
/// [`JournalError`] if a line is damaged, except for an incomplete last one, or a game
/// is repeated.
pub fn read_match(path: &Path) -> Result<MatchRecord, JournalError> {
    let path = file_of(path, "jsonl");
    let text = files::read(&path, MOST).map_err(io_error(&path))?;
    parse(&path, files::without_mark(&text), None).map(|(record, _)| record)
}

/// The maximum size of a record in bytes: 4 GiB.
const MOST: u64 = 4 << 30;
/// The tag that every game of a match has.
const SITE: &str = "[Site \"duiyi-arena\"]";
/// The beginning of every record.
const SIGNATURE: &[u8] = b"{\"duiyi_arena\":";

/// Whether a file is a record by its beginning, which may be cut off.
fn is_record(head: &[u8]) -> bool {
    head.starts_with(SIGNATURE) || SIGNATURE.starts_with(head)
}

/// The record, and its length in the text in bytes; `planned` is the maximum number of games.
fn parse(path: &Path, text: &[u8], planned: Option<u64>) -> Result<(MatchRecord, usize), JournalError> {
    let error = |line, reason: String| JournalError::Line { path: path.to_owned(), line, reason };
    let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let mut lines = text[..whole].split_inclusive(|&byte| byte == b'\n').enumerate().map(|(i, line)| (i + 1, line));
    let Some((_, first)) = lines.next() else {
        return Err(error(1, "there is no heading".to_owned()));
    };
    let heading: Heading = serde_json::from_slice(first).map_err(|e| error(1, format!("not a heading: {e}")))?;
    let sealed = has_checksum(first).map_err(|reason| error(1, reason))?;
    if heading.duiyi_arena != 1 {
        return Err(error(1, format!("version {} of the format; expected 1", heading.duiyi_arena)));
    }
    let mut games: Vec<GameRecord> = Vec::new();
    let mut seen = HashSet::new();
    for (number, line) in lines {
        let game: GameRecord = serde_json::from_slice(line).map_err(|e| error(number, format!("not a game: {e}")))?;
        if !has_checksum(line).map_err(|reason| error(number, reason))? && sealed {
            return Err(error(number, "a game without a checksum".to_owned()));
        }
        if !seen.insert(game.number) {
            return Err(error(number, format!("game {} is repeated", game.number)));
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
    /// Opens `stem.jsonl` and `stem.pgn` (a stem may contain dots: `at-1+0.01`); with `resume`, an existing record is
    /// continued, and its games are returned. The record is locked until the journal is
    /// dropped.
    ///
    /// # Errors
    /// [`JournalError`] if the files can't be written, if a record exists and `resume` is not set, if
    /// another program is writing it, if it belongs to another match or shard, or if it has games
    /// beyond the plan or the shard of the heading.
    pub fn open(
        stem: &Path,
        heading: Heading,
        rules: RuleBook,
        resume: bool,
    ) -> Result<(Journal, Vec<GameRecord>), JournalError> {
        let (json_path, pgn_path) = (file_of(stem, "jsonl"), file_of(stem, "pgn"));
        if json_path.exists() {
            if !resume {
                return Err(JournalError::Exists(json_path));
            }
        } else {
            files::check_own(&pgn_path, |_| false).map_err(io_error(&pgn_path))?;
        }
        let mut json = locked(&json_path, resume)?;
        let mut text = Vec::new();
        json.read_to_end(&mut text).map_err(io_error(&json_path))?;
        // Killed before the heading was written: no games are lost.
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
        let written: String = games.iter().map(|game| game.to_pgn(&heading, &rules)).collect();
        files::check_own(&pgn_path, is_pgn_of(&written)).map_err(io_error(&pgn_path))?;
        let mut pgn = File::create(&pgn_path).map_err(io_error(&pgn_path))?;
        pgn.write_all(written.as_bytes()).map_err(io_error(&pgn_path))?;
        Ok((Journal { heading, rules, json: (json_path, json), pgn: (pgn_path, pgn) }, games))
    }

    /// The heading of the file.
    pub fn heading(&self) -> &Heading {
        &self.heading
    }

    /// Writes a finished game.
    ///
    /// # Errors
    /// [`JournalError::Io`] for a file system error.
    pub fn write(&mut self, game: &GameRecord) -> Result<(), JournalError> {
        let (path, file) = &mut self.json;
        let line = json_line(game).map_err(io_error(path))?;
        file.write_all(&line).map_err(io_error(path))?;
        let (path, file) = &mut self.pgn;
        file.write_all(game.to_pgn(&self.heading, &self.rules).as_bytes()).map_err(io_error(path))
    }
}

/// Writes a whole record atomically as `stem.jsonl` and `stem.pgn`: a reader sees either the old or the
/// new files. An existing record of the same match is only replaced if the new one contains all its
/// games.
///
/// # Errors
/// [`JournalError`] if the files can't be written, if another program is writing the existing record, or if that
/// belongs to another match or has other games.
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
    files::replace(&pgn_path, pgn.as_bytes(), is_pgn_of(&pgn)).map_err(io_error(&pgn_path))?;
    files::replace(&json_path, &json, is_record).map_err(io_error(&json_path))
}

/// Whether a file is a PGN of this crate: the tags of its first game contain the site. One that was cut off before
/// is the beginning of the new one.
fn is_pgn_of(pgn: &str) -> impl Fn(&[u8]) -> bool {
    move |head| {
        let tags = head.split_inclusive(|&byte| byte == b'\n').take_while(|line| *line != b"\n");
        tags.into_iter().any(|line| line.trim_ascii_end() == SITE.as_bytes()) || pgn.as_bytes().starts_with(head)
    }
}

/// Opens a record with an exclusive lock: an existing one, or a new one.
fn locked(path: &Path, resume: bool) -> Result<File, JournalError> {
    if resume {
        files::check_own(path, is_record).map_err(io_error(path))?;
    }
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    let file = if resume { options.create(true).open(path) } else { options.create_new(true).open(path) };
    let file = file.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => JournalError::Exists(path.to_owned()),
        _ => io_error(path)(error),
    })?;
    if lock_alone(&file).map_err(io_error(path))? { Ok(file) } else { Err(JournalError::InUse(path.to_owned())) }
}

/// What precedes the checksum of a line, its last value.
const CHECKSUM: &str = ",\"checksum\":\"";

fn json_line(value: &impl serde::Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    let sum = digest(line.iter().copied());
    line.pop();
    writeln!(line, "{CHECKSUM}{sum:016x}\"}}")?;
    Ok(line)
}

/// Whether a line has a checksum; records of earlier versions have none. An error if it is not that of the rest.
fn has_checksum(line: &[u8]) -> Result<bool, String> {
    let line = line.trim_ascii_end();
    let length = CHECKSUM.len() + 18;
    let Some((rest, sum)) = line.len().checked_sub(length).map(|at| line.split_at(at)) else { return Ok(false) };
    if !sum.starts_with(CHECKSUM.as_bytes()) {
        return Ok(false);
    }
    let expected = digest(rest.iter().copied().chain(*b"}"));
    if sum[CHECKSUM.len()..] == *format!("{expected:016x}\"}}").as_bytes() {
        return Ok(true);
    }
    Err("its checksum does not match".to_owned())
}
