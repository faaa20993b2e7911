//! The files of a match: `NAME.jsonl`, one line a game, and `NAME.pgn`.
//!
//! The JSON lines are the record: first the heading, then every game as soon as
//! it is finished, in one write. The PGN says the same for people and other
//! programs. A program killed in the middle of a write leaves an incomplete last line;
//! it is cut off when the match is resumed, and the PGN is written anew from
//! what is left, so that both hold the same games.

use crate::{GameRecord, Heading, Rules};
use std::{
    collections::HashSet,
    fs::{self, File, OpenOptions},
    io::{self, Write},
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

/// Reads the record of a match; of `NAME.pgn`, the JSON lines beside it.
///
/// # Errors
/// [`JournalError`] if a line is damaged, other than an incomplete last one, or a game
/// occurs twice.
pub fn read_match(path: &Path) -> Result<MatchRecord, JournalError> {
    let path = path.with_extension("jsonl");
    let text = fs::read(&path).map_err(io_error(&path))?;
    parse(&path, &text).map(|(record, _)| record)
}

/// The record, and how many bytes of the text it takes.
fn parse(path: &Path, text: &[u8]) -> Result<(MatchRecord, usize), JournalError> {
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
    let mut games = Vec::new();
    let mut seen = HashSet::new();
    for (number, line) in lines {
        let game: GameRecord = serde_json::from_slice(line).map_err(|e| error(number, format!("not a game: {e}")))?;
        if !seen.insert(game.number) {
            return Err(error(number, format!("game {} for the second time", game.number)));
        }
        games.push(game);
    }
    Ok((MatchRecord { heading, games }, whole))
}

/// The open files of a running match.
#[derive(Debug)]
pub struct Journal {
    heading: Heading,
    json: (PathBuf, File),
    pgn: (PathBuf, File),
}

impl Journal {
    /// Opens `stem.jsonl` and `stem.pgn`; with `resume`, an existing record is
    /// continued, and its games are returned.
    ///
    /// # Errors
    /// [`JournalError`] if the files can't be written, if there is a record and
    /// not `resume`, or if it is of another match.
    pub fn open(
        stem: &Path,
        heading: Heading,
        rules: &dyn Rules,
        resume: bool,
    ) -> Result<(Journal, Vec<GameRecord>), JournalError> {
        let (json_path, pgn_path) = (stem.with_extension("jsonl"), stem.with_extension("pgn"));
        let old = match fs::read(&json_path) {
            Ok(text) => Some(text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(io_error(&json_path)(error)),
        };
        let (heading, games) = match old {
            Some(_) if !resume => return Err(JournalError::Exists(json_path)),
            // Killed before the heading was written: nothing is lost.
            Some(text) if text.contains(&b'\n') => {
                let (record, whole) = parse(&json_path, &text)?;
                if let Some(field) = record.heading.difference(&heading) {
                    return Err(JournalError::OtherMatch { path: json_path, field });
                }
                let file = OpenOptions::new().write(true).open(&json_path).map_err(io_error(&json_path))?;
                file.set_len(whole as u64).map_err(io_error(&json_path))?;
                (record.heading, record.games)
            }
            _ => {
                let line = json_line(&heading).map_err(io_error(&json_path))?;
                fs::write(&json_path, line).map_err(io_error(&json_path))?;
                (heading, Vec::new())
            }
        };
        let pgn: String = games.iter().map(|game| game.to_pgn(&heading, rules)).collect();
        fs::write(&pgn_path, pgn).map_err(io_error(&pgn_path))?;
        let append = |path: PathBuf| {
            let file = OpenOptions::new().append(true).open(&path).map_err(io_error(&path))?;
            Ok((path, file))
        };
        let journal = Journal { heading, json: append(json_path)?, pgn: append(pgn_path)? };
        Ok((journal, games))
    }

    /// The heading in the file.
    pub fn heading(&self) -> &Heading {
        &self.heading
    }

    /// Writes a finished game.
    ///
    /// # Errors
    /// [`JournalError::Io`] if the system refuses.
    pub fn write(&mut self, game: &GameRecord, rules: &dyn Rules) -> Result<(), JournalError> {
        let (path, file) = &mut self.json;
        let line = json_line(game).map_err(io_error(path))?;
        file.write_all(&line).map_err(io_error(path))?;
        let (path, file) = &mut self.pgn;
        file.write_all(game.to_pgn(&self.heading, rules).as_bytes()).map_err(io_error(path))
    }
}

fn json_line(value: &impl serde::Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    Ok(line)
}
