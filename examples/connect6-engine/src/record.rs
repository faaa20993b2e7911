//! `--record`: the games that the engine plays, one file each.
//!
//! A file contains one game, because the readers of SGF and CCGC here and at the contests expect
//! that, and because the file is then written completely or not at all.

use duiyi_connect6::{
    Board,
    formats::{Format, GameRecord},
};
use duiyi_engine::{EngineGame, OnGameEnd};
use duiyi_search::Reason;
use std::{
    fs::{self, OpenOptions},
    io::{ErrorKind, Write, stderr},
    path::{Path, PathBuf},
};

/// The engine's name in a record.
const NAME: &str = "Duiyi";

/// Writes every game that the engine has played to a file: the first to this one, others to
/// `NAME-2.END`, `NAME-3.END` and so on. Existing files remain. The extension determines the
/// format, `.ccgc` or `.line`; any other is SGF. Errors are printed on the standard error, and the
/// engine plays on.
pub fn recorder(file: PathBuf) -> OnGameEnd<Board> {
    Box::new(move |played| {
        if let Err(reason) = record(&file, played) {
            // The standard output is reserved for the protocol.
            let _ = writeln!(stderr(), "--record: {reason}; the game is not recorded");
        }
    })
}

fn record(file: &Path, played: &EngineGame<'_, Board>) -> Result<(), Reason> {
    let name = |own: bool| if own { NAME.to_owned() } else { String::new() };
    let [black, white] = played.own.map(name);
    let source = format!("{NAME} {}", env!("CARGO_PKG_VERSION"));
    let record = GameRecord { black, white, source, ..GameRecord::new(played.game.now()) };
    let bytes = Format::of_file_name(file).unwrap_or(Format::Sgf).write(&record)?;
    write_beside(file, &bytes).map_err(|error| format!("'{}': {error}", file.display()).into())
}

/// Writes a new file with this name, or with the next free one.
fn write_beside(file: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut number = 1;
    let free = loop {
        let name = numbered(file, number);
        // The process that creates the file owns the name, also if several engines record at the
        // same time.
        match OpenOptions::new().write(true).create_new(true).open(&name) {
            Ok(_) => break name,
            Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(error),
        }
    };
    // The file is empty.
    duiyi_game::files::replace(&free, bytes, |_| false).inspect_err(|_| {
        // An empty file would look like a game.
        let _ = fs::remove_file(&free);
    })
}

/// `games.sgf`, `games-2.sgf`, `games-3.sgf`.
fn numbered(file: &Path, number: u64) -> PathBuf {
    if number == 1 {
        return file.to_owned();
    }
    let mut name = file.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(end) = file.extension() {
        name.push(".");
        name.push(end);
    }
    file.with_file_name(name)
}
