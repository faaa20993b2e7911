//! Shell completions and manual pages, generated from a program's arguments.

use crate::say;
use clap::{Command, CommandFactory, Subcommand};
use clap_complete::Shell;
use duiyi_game::Reason;
use std::{fs, io, path::PathBuf};

/// Commands about the program itself.
#[derive(Clone, Debug, Subcommand)]
pub enum Manual {
    /// Print a script for shell completion, as in `source <(PROGRAM completions bash)`.
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Write manual pages into a folder, one for the program and one for each command.
    Man {
        /// The folder, created if it does not exist. `man -l FOLDER/PROGRAM.1` shows a page.
        folder: PathBuf,
    },
}

impl Manual {
    /// Runs the command for the program with the arguments `C`.
    ///
    /// # Errors
    /// If a page cannot be written.
    pub fn run<C: CommandFactory>(self) -> Result<(), Reason> {
        self.run_for(C::command())
    }

    /// Like [`Manual::run`], for a command line created at run time.
    pub(crate) fn run_for(self, mut command: Command) -> Result<(), Reason> {
        match self {
            Manual::Completions { shell } => {
                let name = command.get_name().to_owned();
                let mut text = Vec::new();
                clap_complete::generate(shell, &mut command, name.clone(), &mut text);
                // clap_complete 4.6 writes a name with a hyphen in two different forms into its bash
                // script, which then finds no command.
                let (once, elsewhere) = (name.replace('-', "__"), name.replace('-', "__subcmd__"));
                let text = String::from_utf8_lossy(&text).replace(&elsewhere, &once);
                say(text.trim_end());
                Ok(())
            }
            Manual::Man { folder } => {
                let failed = |error: io::Error| format!("{}: {error}", folder.display());
                fs::create_dir_all(&folder).map_err(failed)?;
                // `help` would repeat the content of each page.
                clap_mangen::generate_to(command.disable_help_subcommand(true), &folder).map_err(failed)?;
                Ok(())
            }
        }
    }
}
