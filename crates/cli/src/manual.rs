//! Completions for shells and pages of the manual, made from a program's own arguments.

use crate::say;
use clap::{Command, CommandFactory, Subcommand};
use clap_complete::Shell;
use duiyi_game::Reason;
use std::{fs, io, path::PathBuf};

/// Commands about the program itself.
#[derive(Clone, Debug, Subcommand)]
pub enum Manual {
    /// Print what completes the arguments in a shell, as in `source <(PROGRAM completions bash)`.
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Write pages of the manual, one for the program and one for each command, into a folder.
    Man {
        /// The folder; it is made if it is not there. `man -l FOLDER/PROGRAM.1` shows a page.
        folder: PathBuf,
    },
}

impl Manual {
    /// Does what is asked, for the program whose arguments are `C`.
    ///
    /// # Errors
    /// If a page can't be written.
    pub fn run<C: CommandFactory>(self) -> Result<(), Reason> {
        self.run_for(C::command())
    }

    /// The same for a command line that is made at run time.
    pub(crate) fn run_for(self, mut command: Command) -> Result<(), Reason> {
        match self {
            Manual::Completions { shell } => {
                let name = command.get_name().to_owned();
                let mut text = Vec::new();
                clap_complete::generate(shell, &mut command, name.clone(), &mut text);
                // clap_complete 4.6 writes a name with a hyphen in two ways into its script for bash, and
                // then finds no command.
                let (once, elsewhere) = (name.replace('-', "__"), name.replace('-', "__subcmd__"));
                let text = String::from_utf8_lossy(&text).replace(&elsewhere, &once);
                say(text.trim_end());
                Ok(())
            }
            Manual::Man { folder } => {
                let failed = |error: io::Error| format!("{}: {error}", folder.display());
                fs::create_dir_all(&folder).map_err(failed)?;
                // `help` repeats what each page says.
                clap_mangen::generate_to(command.disable_help_subcommand(true), &folder).map_err(failed)?;
                Ok(())
            }
        }
    }
}
