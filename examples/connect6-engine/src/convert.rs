//! `convert`: a record from one format to another.

use crate::whole::write_whole;
use clap::Args;
use duiyi_connect6::{
    Rules,
    formats::{Format, GameRecord, ccgc},
};
use duiyi_search::Reason;
use std::{
    fs,
    io::{Read, Write, stdin, stdout},
    path::{Path, PathBuf},
};

/// Stands for the standard input or output.
const STANDARD: &str = "-";

/// From where to where, and in which formats.
#[derive(Args)]
pub struct Convert {
    /// The record; - is the standard input.
    #[arg(default_value = STANDARD)]
    input: PathBuf,
    /// Where it goes; - is the standard output, and in a folder a CCGC record has the name that the contests want.
    #[arg(default_value = STANDARD)]
    output: PathBuf,
    /// The format of the input: sgf, sgf-stones, ccgc, ccgc-gb or line. Otherwise the name of the file
    /// says it (.sgf, .ccgc, .line), or what it begins with.
    #[arg(long)]
    from: Option<Format>,
    /// The format of the output, unless the name of the file says it.
    #[arg(long)]
    to: Option<Format>,
    /// The game of a line: connect6, gomoku, tictactoe or Connect(m,n,k,p,q). SGF says its own.
    #[arg(long, default_value = "connect6")]
    rules: Rules,
}

impl Convert {
    /// Reads the record and writes it.
    ///
    /// # Errors
    ///
    /// Which file cannot be read or written, or what is wrong with it, and where.
    pub fn run(&self) -> Result<(), Reason> {
        let to = self.to.or_else(|| Format::of_file_name(&self.output)).ok_or_else(|| {
            let names = Format::ALL.map(Format::name).join(", ");
            format!("the name '{}' does not say the format; expected --to with one of {names}", self.output.display())
        })?;
        let record = self.read()?;
        let bytes = to.write(&record).map_err(|error| format!("{}: {error}", named(&self.input)))?;
        self.write(to, &record, &bytes).map_err(|error| format!("{}: {error}", named(&self.output)).into())
    }

    fn read(&self) -> Result<GameRecord, Reason> {
        let at = |error: &dyn std::fmt::Display| -> Reason { format!("{}: {error}", named(&self.input)).into() };
        let mut bytes = Vec::new();
        if is_standard(&self.input) {
            stdin().lock().read_to_end(&mut bytes).map_err(|error| at(&error))?;
        } else {
            bytes = fs::read(&self.input).map_err(|error| at(&error))?;
        }
        let by_name = || Format::of_file_name(&self.input);
        let from = self.from.or_else(by_name).unwrap_or_else(|| Format::of_text(&bytes));
        from.read(self.rules, &bytes).map_err(|error| at(&format_args!("read as {from}: {error}")))
    }

    fn write(&self, to: Format, record: &GameRecord, bytes: &[u8]) -> std::io::Result<()> {
        if is_standard(&self.output) {
            let mut output = stdout().lock();
            output.write_all(bytes)?;
            return output.flush();
        }
        if matches!(to, Format::Ccgc | Format::CcgcGb) && self.output.is_dir() {
            return write_whole(&self.output.join(ccgc::file_name(record)), bytes);
        }
        write_whole(&self.output, bytes)
    }
}

fn is_standard(path: &Path) -> bool {
    path == Path::new(STANDARD)
}

/// A file as messages name it.
fn named(path: &Path) -> String {
    if is_standard(path) { "standard input or output".to_owned() } else { format!("'{}'", path.display()) }
}
