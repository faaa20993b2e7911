//! The stored games, in one SQLite file.

use super::{keys::GameKeys, ladder::RatedGame, secret::Secret};
use crate::message::{GameFilter, GameSummary, IndexEntry, MoveCount, SavedGame};
use rusqlite::{
    Connection, ErrorCode, OpenFlags, OptionalExtension, Row, Transaction, TransactionBehavior, named_params, params,
};
use std::{
    fs::{File, OpenOptions, TryLockError},
    io,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// The application id of our files: "duiy".
const APPLICATION: i64 = 0x6475_6979;
/// The version of the tables. Version 1 had no moves, version 2 only one notation per game, version 3 no keys.
const VERSION: i64 = 4;
/// The number of games in a list.
const PAGE: u32 = 50;

const TABLE: &str = "
    CREATE TABLE games (
        id TEXT PRIMARY KEY NOT NULL DEFAULT (lower(hex(randomblob(8)))),
        game TEXT NOT NULL,
        players TEXT NOT NULL,
        first TEXT NOT NULL,
        second TEXT NOT NULL,
        result TEXT NOT NULL,
        reason TEXT NOT NULL,
        begun INTEGER NOT NULL DEFAULT (unixepoch()),
        turns INTEGER NOT NULL,
        shown TEXT NOT NULL,
        openings TEXT NOT NULL,
        saved TEXT NOT NULL
    ) STRICT;
    CREATE INDEX games_by_day ON games (begun);
";

/// The first moves of each game, for the explorer; `placed` is 1 if the moves of a game are stored.
const MOVES: &str = "
    CREATE TABLE moves (
        id TEXT NOT NULL,
        ply INTEGER NOT NULL,
        kind TEXT NOT NULL,
        key INTEGER NOT NULL,
        move INTEGER NOT NULL,
        side INTEGER NOT NULL,
        PRIMARY KEY (id, ply)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX moves_by_position ON moves (kind, key);
    ALTER TABLE games ADD COLUMN placed INTEGER NOT NULL DEFAULT 0;
";

/// The keys of each game; empty without one.
const KEYS: &str = "
    ALTER TABLE games ADD COLUMN owner TEXT NOT NULL DEFAULT '';
    ALTER TABLE games ADD COLUMN first_key TEXT NOT NULL DEFAULT '';
    ALTER TABLE games ADD COLUMN second_key TEXT NOT NULL DEFAULT '';
";

const MOVES_OF: &str = "
    SELECT moves.move,
        count(DISTINCT moves.id),
        count(DISTINCT CASE WHEN result = CASE side WHEN 0 THEN '1-0' ELSE '0-1' END THEN moves.id END),
        count(DISTINCT CASE WHEN result = '1/2-1/2' THEN moves.id END),
        count(DISTINCT CASE WHEN result = CASE side WHEN 0 THEN '0-1' ELSE '1-0' END THEN moves.id END)
    FROM moves JOIN games ON games.id = moves.id
    WHERE kind = :kind AND key = :key AND moves.id IS NOT :except
    GROUP BY moves.move";

const PUT: &str = "
    INSERT INTO games (id, game, players, first, second, result, reason, turns, shown, openings, saved,
        owner, first_key, second_key)
    VALUES (ifnull(:id, lower(hex(randomblob(8)))), :game, :players, :first, :second, :result, :reason, :turns,
        :shown, :openings, :saved, :owner, :first_key, :second_key)
    ON CONFLICT (id) DO UPDATE SET players = :players, first = :first, second = :second, result = :result,
        reason = :reason, turns = :turns, shown = :shown, openings = :openings, saved = :saved
    RETURNING id";

const FIND: &str = "
    SELECT id, game, first, second, result, reason, datetime(begun, 'unixepoch'), turns, shown FROM games
    WHERE turns > 0 AND (:game = '' OR game = :game)
        AND (:about = '' OR :about = CASE
            WHEN saved ->> '$.begin.problem' IS NOT NULL THEN 'problems'
            WHEN saved ->> '$.begin.seats[0].kind' = 'person' AND saved ->> '$.begin.seats[1].kind' = 'person'
                AND saved ->> '$.begin.clock' = '' AND NOT ifnull(saved ->> '$.begin.friendly', 0) THEN 'analyses'
            ELSE 'games' END)
        AND (:player = '' OR instr(players, :player) > 0)
        AND (:result = '' OR result = :result)
        AND (:since = '' OR begun >= unixepoch(:since))
        AND (:until = '' OR begun < unixepoch(:until, '+1 day'))
        AND (:opening = '' OR instr(openings, char(10) || :opening) > 0)
    ORDER BY begun DESC, rowid DESC LIMIT :most OFFSET :skip";

/// The finished games between named players; `person` stands for players without a name.
const RATED: &str = "
    SELECT first, second, result FROM games
    WHERE game = ? AND result IN ('1-0', '1/2-1/2', '0-1') AND first <> 'person' AND second <> 'person'
    ORDER BY begun, rowid";

/// What precedes the key of an open side.
const OPEN: char = '?';

/// The key of a side as it is stored.
fn side_text(keys: &GameKeys, side: usize) -> String {
    let open = if keys.open[side] { String::from(OPEN) } else { String::new() };
    keys.sides[side].as_ref().map_or_else(String::new, |key| open + key.text())
}

/// Why a game is not stored or found.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file cannot be created or opened.
    #[error("{path}: the file cannot be opened: {reason}", path = .path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// Another server uses the file.
    #[error("{path}: another server uses the file (it holds the lock {lock}); stop it, or choose another file with --games", path = .path.display(), lock = .lock.display())]
    InUse {
        /// The file.
        path: PathBuf,
        /// The file that is locked.
        lock: PathBuf,
    },
    /// The file is not a database, or it is inconsistent.
    #[error("{path}: the file is damaged: {reason}", path = .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The error of the database.
        reason: String,
    },
    /// The file is the database of another program.
    #[error("{path}: the file is a database of another program", path = .path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// The file was created by a later version of the program.
    #[error("{path}: the file has version {version}; this program reads versions 1 to {VERSION}", path = .path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        version: i64,
    },
    /// There is no such game.
    #[error("no game is stored under '{0}'")]
    Unknown(String),
    /// A date is invalid.
    #[error("'{0}' is not a date; expected YYYY-MM-DD, for example 2026-11-23")]
    Day(String),
    /// A stored game cannot be read.
    #[error("the stored game is damaged: {0}")]
    Saved(#[from] serde_json::Error),
    /// The error of the database.
    #[error("the file with the games: {0}")]
    Database(#[from] rusqlite::Error),
}

/// The stored games. Each change is a transaction. Only one store at a time can change a file.
#[derive(Debug)]
pub struct Store {
    connection: Mutex<Connection>,
    /// The locked file; none if the games are only read.
    _lock: Option<File>,
}

impl Store {
    /// Refuses every change, as if the disk were full.
    #[cfg(test)]
    pub(super) fn refuse_changes(&self, full: bool) {
        self.lock().pragma_update(None, "query_only", full).expect("a setting of the connection");
    }

    /// Opens a file of games, and creates it if it does not exist, so that only its user can read it. The
    /// file is locked against other stores until the store is dropped.
    ///
    /// # Errors
    /// If another store has opened it, it cannot be opened, is damaged, or belongs to another program or a
    /// later version.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        let opened = |reason: &dyn ToString| StoreError::Open { path: path.to_owned(), reason: reason.to_string() };
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|error| opened(&error))?;
        }
        match private().create_new(true).open(path) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(opened(&error)),
            _ => {}
        }
        let lock = lock(path)?;
        let connection = Connection::open(path).map_err(|error| opened(&error))?;
        prepare(&connection, path, true).map_err(|error| explained(error, path))?;
        Ok(Store { connection: Mutex::new(connection), _lock: Some(lock) })
    }

    /// Opens a file of games to read them, also while a server uses it.
    ///
    /// # Errors
    /// If it does not exist, is damaged, or belongs to another program or a later version.
    pub fn open_to_read(path: &Path) -> Result<Store, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags).map_err(|error| explained(error.into(), path))?;
        prepare(&connection, path, false).map_err(|error| explained(error, path))?;
        Ok(Store { connection: Mutex::new(connection), _lock: None })
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        // After a panic the open transaction is rolled back, so the connection is consistent.
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stores a game without keys under its id, or under a new id, and returns the id.
    ///
    /// # Errors
    /// If it cannot be written; then the stored game is unchanged.
    pub fn put(&self, id: Option<&str>, saved: &SavedGame, entry: &IndexEntry) -> Result<String, StoreError> {
        self.put_with_keys(id, saved, entry, &GameKeys::default())
    }

    /// Stores a game under its id, or under a new id with these keys, and returns the id. The keys of a
    /// stored game do not change.
    ///
    /// # Errors
    /// If it cannot be written; then the stored game is unchanged.
    pub fn put_with_keys(
        &self,
        id: Option<&str>,
        saved: &SavedGame,
        entry: &IndexEntry,
        keys: &GameKeys,
    ) -> Result<String, StoreError> {
        let owner = keys.owner.as_ref().map_or("", Secret::text);
        let sides = [0, 1].map(|side| side_text(keys, side));
        let [first, second] = &entry.players;
        let ended = saved.ended.as_ref();
        let result = match ended.map(|ended| ended.winner) {
            None => "*",
            Some(None) => "1/2-1/2",
            Some(Some(0)) => "1-0",
            Some(Some(_)) => "0-1",
        };
        // Each opening begins a line, so that a search matches the beginning only.
        let lines = entry.openings.iter().chain([&saved.begin.position]);
        let openings: String = lines.map(|opening| format!("\n{}", opening.to_lowercase())).collect();
        let mut connection = self.lock();
        let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let id: String = change.query_row(
            PUT,
            named_params! {
                ":id": id,
                ":game": saved.begin.game,
                ":players": format!("{first}\n{second}").to_lowercase(),
                ":first": first,
                ":second": second,
                ":result": result,
                ":reason": ended.map_or("", |ended| &ended.reason),
                ":turns": entry.turns as i64,
                ":shown": entry.openings.join("\n"),
                ":openings": openings,
                ":saved": serde_json::to_string(saved)?,
                ":owner": owner,
                ":first_key": sides[0],
                ":second_key": sides[1],
            },
            |row| row.get(0),
        )?;
        index_moves(&change, &id, entry)?;
        change.commit()?;
        Ok(id)
    }

    /// Adds the moves and notations of games stored by an earlier version of the program. A game for which
    /// `index` returns `None` is skipped.
    ///
    /// # Errors
    /// If they cannot be written; then nothing is added.
    pub fn index_old_games(&self, index: impl Fn(&SavedGame) -> Option<IndexEntry>) -> Result<(), StoreError> {
        let mut connection = self.lock();
        let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let old: Vec<(String, String)> = change
            .prepare("SELECT id, saved FROM games WHERE NOT placed")?
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<Result<_, _>>()?;
        for (id, saved) in old {
            let entry = serde_json::from_str(&saved).ok().and_then(|saved| index(&saved));
            index_moves(&change, &id, &entry.clone().unwrap_or_default())?;
            if let Some(entry) = entry {
                change.execute("UPDATE games SET shown = ? WHERE id = ?", params![entry.openings.join("\n"), id])?;
            }
        }
        Ok(change.commit()?)
    }

    /// The counts of the moves made in the position with this key, in all games of a kind except one.
    ///
    /// # Errors
    /// If the games cannot be read.
    pub fn moves(&self, kind: &str, key: u64, except: Option<&str>) -> Result<Vec<MoveCount>, StoreError> {
        let connection = self.lock();
        let mut statement = connection.prepare(MOVES_OF)?;
        let found = statement.query_map(
            named_params! { ":kind": kind, ":key": key.cast_signed(), ":except": except },
            |row| {
                let results = [row.get(2)?, row.get(3)?, row.get(4)?];
                Ok(MoveCount { mv: row.get(0)?, games: row.get(1)?, results })
            },
        )?;
        Ok(found.collect::<Result<_, _>>()?)
    }

    /// The game with an id.
    ///
    /// # Errors
    /// If there is none, or it cannot be read.
    pub fn get(&self, id: &str) -> Result<SavedGame, StoreError> {
        let text: Option<String> =
            self.lock().query_row("SELECT saved FROM games WHERE id = ?", [id], |row| row.get(0)).optional()?;
        Ok(serde_json::from_str(&text.ok_or_else(|| StoreError::Unknown(id.to_owned()))?)?)
    }

    /// The keys of the game with an id.
    ///
    /// # Errors
    /// If there is no such game, or it cannot be read.
    pub fn keys(&self, id: &str) -> Result<GameKeys, StoreError> {
        let key = |row: &Row<'_>, column: usize| {
            row.get(column).map(|text: String| match text.strip_prefix(OPEN) {
                Some(text) => (Secret::read(text), true),
                None => (Secret::read(&text), false),
            })
        };
        let read = |row: &Row<'_>| {
            let [(owner, _), (first, opens), (second, answers)] = [key(row, 0)?, key(row, 1)?, key(row, 2)?];
            Ok(GameKeys { owner, sides: [first, second], open: [opens, answers] })
        };
        let keys = "SELECT owner, first_key, second_key FROM games WHERE id = ?";
        let found = self.lock().query_row(keys, [id], read).optional()?;
        found.ok_or_else(|| StoreError::Unknown(id.to_owned()))
    }

    /// Changes the keys of the sides of the game with an id.
    ///
    /// # Errors
    /// If there is no such game, or it cannot be written.
    pub(super) fn set_side_keys(&self, id: &str, keys: &GameKeys) -> Result<(), StoreError> {
        let [first, second] = [0, 1].map(|side| side_text(keys, side));
        let change = "UPDATE games SET first_key = ?, second_key = ? WHERE id = ?";
        match self.lock().execute(change, params![first, second, id])? {
            0 => Err(StoreError::Unknown(id.to_owned())),
            _ => Ok(()),
        }
    }

    /// The finished games of a kind between named players, the oldest first.
    ///
    /// # Errors
    /// If the games cannot be read.
    pub fn rated(&self, game: &str) -> Result<Vec<RatedGame>, StoreError> {
        let connection = self.lock();
        let mut statement = connection.prepare(RATED)?;
        let found = statement.query_map([game], |row| {
            let half_points = match row.get::<_, String>(2)?.as_str() {
                "1-0" => 2,
                "1/2-1/2" => 1,
                _ => 0,
            };
            Ok(RatedGame { players: [row.get(0)?, row.get(1)?], half_points })
        })?;
        Ok(found.collect::<Result<_, _>>()?)
    }

    /// Deletes a game.
    ///
    /// # Errors
    /// If there is none.
    pub fn delete(&self, id: &str) -> Result<(), StoreError> {
        let mut connection = self.lock();
        let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        change.execute("DELETE FROM moves WHERE id = ?", [id])?;
        match change.execute("DELETE FROM games WHERE id = ?", [id])? {
            0 => Err(StoreError::Unknown(id.to_owned())),
            _ => Ok(change.commit()?),
        }
    }

    /// The games that match, the newest first, at most fifty.
    ///
    /// # Errors
    /// If a date is invalid, or the games cannot be read.
    pub fn find(&self, find: &GameFilter) -> Result<Vec<GameSummary>, StoreError> {
        let connection = self.lock();
        for day in [&find.since, &find.until].into_iter().filter(|day| !day.is_empty()) {
            let time: Option<i64> = connection.query_row("SELECT unixepoch(?)", [day], |row| row.get(0))?;
            time.ok_or_else(|| StoreError::Day(day.clone()))?;
        }
        let mut statement = connection.prepare(FIND)?;
        let found = statement.query_map(
            named_params! {
                ":game": find.game,
                ":about": find.about,
                ":player": find.player.trim().to_lowercase(),
                ":result": find.result,
                ":since": find.since,
                ":until": find.until,
                ":opening": find.opening.trim().to_lowercase(),
                ":most": PAGE,
                ":skip": find.skip,
            },
            summary,
        )?;
        Ok(found.collect::<Result<_, _>>()?)
    }
}

/// Replaces the first moves of a game.
fn index_moves(change: &Transaction<'_>, id: &str, entry: &IndexEntry) -> Result<(), StoreError> {
    change.execute("DELETE FROM moves WHERE id = ?", [id])?;
    let mut insert = change.prepare("INSERT INTO moves (id, ply, kind, key, move, side) VALUES (?, ?, ?, ?, ?, ?)")?;
    for (ply, indexed) in entry.moves.iter().enumerate() {
        insert.execute(params![
            id,
            ply as i64,
            entry.kind,
            indexed.key.cast_signed(),
            indexed.mv,
            indexed.side as i64
        ])?;
    }
    change.execute("UPDATE games SET placed = 1 WHERE id = ?", [id])?;
    Ok(())
}

/// A row of [`FIND`].
fn summary(row: &Row<'_>) -> rusqlite::Result<GameSummary> {
    Ok(GameSummary {
        id: row.get(0)?,
        game: row.get(1)?,
        players: [row.get(2)?, row.get(3)?],
        result: row.get(4)?,
        reason: row.get(5)?,
        begun: row.get(6)?,
        turns: row.get(7)?,
        openings: row.get::<_, String>(8)?.lines().map(str::to_owned).collect(),
    })
}

/// Options to open a file that only its user can read, if it is created.
fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Locks an existing file against other stores: a file beside it, because the database closes the locks of
/// its own file by itself. The lock ends with the process, and the file remains.
fn lock(path: &Path) -> Result<File, StoreError> {
    let opened = |error: io::Error| StoreError::Open { path: path.to_owned(), reason: error.to_string() };
    // The same lock for every path of the file.
    let mut beside = path.canonicalize().map_err(opened)?.into_os_string();
    beside.push(".lock");
    let beside = PathBuf::from(beside);
    let file = private().create(true).truncate(false).open(&beside).map_err(opened)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse { path: path.to_owned(), lock: beside }),
        Err(TryLockError::Error(error)) => Err(opened(error)),
    }
}

/// The error of opening a file, with the file.
fn explained(error: StoreError, path: &Path) -> StoreError {
    let StoreError::Database(error) = error else { return error };
    let (path, reason) = (path.to_owned(), error.to_string());
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => StoreError::Damaged { path, reason },
        _ => StoreError::Open { path, reason },
    }
}

/// Checks the application id, version and integrity of the file; unless it is only read, creates the tables
/// in an empty file, and changes those of an earlier version.
fn prepare(connection: &Connection, path: &Path, writes: bool) -> Result<(), StoreError> {
    let number = |name: &str| connection.query_row(&format!("PRAGMA {name}"), [], |row| row.get::<_, i64>(0));
    connection.busy_timeout(Duration::from_secs(2))?;
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if tables == 0 && writes {
        let make = format!(
            "BEGIN IMMEDIATE; {TABLE} {MOVES} {KEYS} PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION}; COMMIT;"
        );
        return Ok(connection.execute_batch(&make)?);
    }
    if number("application_id")? != APPLICATION {
        return Err(StoreError::Foreign { path: path.to_owned() });
    }
    let version = number("user_version")?;
    if !(1..=VERSION).contains(&version) {
        return Err(StoreError::Version { path: path.to_owned(), version });
    }
    let check: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if check != "ok" {
        return Err(StoreError::Damaged { path: path.to_owned(), reason: check });
    }
    if version < VERSION && writes {
        let change = match version {
            1 => MOVES,
            2 => "UPDATE games SET placed = 0;",
            _ => "",
        };
        connection
            .execute_batch(&format!("BEGIN IMMEDIATE; {change} {KEYS} PRAGMA user_version = {VERSION}; COMMIT;"))?;
    }
    Ok(())
}
