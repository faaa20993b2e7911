//! `convert`: converts a record from one format to another.

use clap::Args;
use duiyi_connect6::{
    Rules,
    formats::{Format, GameRecord, ccgc},
};
use duiyi_game::files;
use duiyi_search::Reason;
use std::{
    io::{Read, Write, stdin, stdout},
    path::{Path, PathBuf},
};

/// The name of the standard input or output.
const STANDARD: &str = "-";

/// The input and the output with their formats.
#[derive(Args)]
pub struct Convert {
    /// The record; - is the standard input.
    #[arg(default_value = STANDARD)]
    input: PathBuf,
    /// The output; - is the standard output, and in a folder a CCGC record gets the name that the
    /// contests require.
    #[arg(default_value = STANDARD)]
    output: PathBuf,
    /// The format of the input: sgf, sgf-stones, ccgc, ccgc-gb or line. By default it is determined
    /// by the file name (.sgf, .ccgc, .line), or by the beginning of the file.
    #[arg(long)]
    from: Option<Format>,
    /// The format of the output, by default determined by the file name.
    #[arg(long)]
    to: Option<Format>,
    /// The game: connect6, gomoku, tictactoe or Connect(m,n,k,p,q), also if the file names another. By default that of
    /// the file, or Connect6.
    #[arg(long)]
    rules: Option<Rules>,
}

impl Convert {
    /// Reads the record and writes it.
    ///
    /// # Errors
    ///
    /// If a file can't be read or written, or is not valid; the error contains the file and the
    /// place.
    pub fn run(&self) -> Result<(), Reason> {
        let to = self.to.or_else(|| Format::of_file_name(&self.output)).ok_or_else(|| {
            let names = Format::ALL.map(Format::name).join(", ");
            format!(
                "the name '{}' does not determine the format; expected --to with one of {names}",
                self.output.display()
            )
        })?;
        let record = self.read()?;
        let bytes = to.write(&record).map_err(|error| format!("{}: {error}", named(&self.input)))?;
        self.write(to, &record, &bytes).map_err(|error| format!("{}: {error}", named(&self.output)).into())
    }

    fn read(&self) -> Result<GameRecord, Reason> {
        let at = |error: &dyn std::fmt::Display| -> Reason { format!("{}: {error}", named(&self.input)).into() };
        let mut bytes = Vec::new();
        if is_standard(&self.input) {
            stdin().lock().take(files::MAX_TEXT + 1).read_to_end(&mut bytes).map_err(|error| at(&error))?;
            if bytes.len() as u64 > files::MAX_TEXT {
                return Err(at(&format_args!("expected at most {} bytes", files::MAX_TEXT)));
            }
        } else {
            bytes = files::read(&self.input, files::MAX_TEXT).map_err(|error| at(&error))?;
        }
        let by_name = || Format::of_file_name(&self.input);
        let from = self.from.or_else(by_name).unwrap_or_else(|| Format::of_text(&bytes));
        let read = match self.rules {
            Some(rules) => from.read_by(rules, &bytes),
            None => from.read(Rules::CONNECT6, &bytes),
        };
        read.map_err(|error| at(&format_args!("read as {from}: {error}")))
    }

    fn write(&self, to: Format, record: &GameRecord, bytes: &[u8]) -> std::io::Result<()> {
        if is_standard(&self.output) {
            let mut output = stdout().lock();
            output.write_all(bytes)?;
            return output.flush();
        }
        if matches!(to, Format::Ccgc | Format::CcgcGb) && self.output.is_dir() {
            return write_new(&self.output.join(ccgc::file_name(record)), bytes);
        }
        write_new(&self.output, bytes)
    }
}

/// Writes a file. Records have no signature: an existing file is only accepted if it has the same contents.
fn write_new(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    files::replace(path, bytes, |head| bytes.starts_with(head))
}

fn is_standard(path: &Path) -> bool {
    path == Path::new(STANDARD)
}

/// The name of a file in messages.
fn named(path: &Path) -> String {
    if is_standard(path) { "standard input or output".to_owned() } else { format!("'{}'", path.display()) }
}
