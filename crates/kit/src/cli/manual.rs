//! Shell completions and manual pages, generated from a program's arguments.

use crate::cli::say;
use clap::{Command, CommandFactory, Subcommand};
use clap_complete::Shell;
use clap_mangen::Man;
use duiyi_game::{Reason, files};
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
                fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
                // `help` would repeat the content of each page.
                let mut command = command.disable_help_subcommand(true);
                command.build();
                let mut pages = Vec::new();
                add_pages(command, &mut pages).map_err(|error| error.to_string())?;
                for (name, page) in pages {
                    let path = folder.join(name);
                    let failed = |error: io::Error| format!("{}: {error}", path.display());
                    files::replace(&path, &page, |head| title(head) == title(&page)).map_err(failed)?;
                }
                Ok(())
            }
        }
    }
}

/// Adds the pages of a command and of the commands below it, with their file names.
fn add_pages(command: Command, pages: &mut Vec<(String, Vec<u8>)>) -> io::Result<()> {
    for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
        add_pages(below.clone(), pages)?;
    }
    let (man, mut page) = (Man::new(command), Vec::new());
    man.render(&mut page)?;
    pages.push((man.get_filename(), page));
    Ok(())
}

/// The title and the section of a manual page: the rest of its line contains the version.
fn title(page: &[u8]) -> Option<Vec<&[u8]>> {
    let mut lines = page.split(|&byte| byte == b'\n');
    let line = lines.find(|line| line.starts_with(b".TH "))?;
    Some(line.split(|&byte| byte == b' ').take(3).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(folder: &std::path::Path, version: &'static str) -> Result<(), Reason> {
        let command = Command::new("game").version(version).subcommand(Command::new("bench"));
        Manual::Man { folder: folder.to_owned() }.run_for(command)
    }

    #[test]
    fn manual_pages_replace_only_pages_of_the_same_command() {
        let folder = std::env::temp_dir().join(format!("duiyi-cli-man-{}", std::process::id()));
        let pages = || ["game.1", "game-bench.1"].map(|name| fs::read_to_string(folder.join(name)).unwrap());
        write(&folder, "1.0").unwrap();
        let first = pages();
        assert!(first[0].contains("game 1.0") && first[1].contains("bench"), "{first:?}");
        write(&folder, "1.1").unwrap();
        assert!(pages()[0].contains("game 1.1"), "a page of another version is replaced");
        for name in ["game.1", "game-bench.1"] {
            for foreign in ["a letter\n", ".TH other 1  \"other 1.0\" \n", ".SH game\n"] {
                fs::write(folder.join(name), foreign).unwrap();
                let error = write(&folder, "1.2").unwrap_err().to_string();
                assert!(error.contains(name) && error.ends_with("move it or name another file"), "{error}");
                assert_eq!(fs::read_to_string(folder.join(name)).unwrap(), foreign);
            }
            fs::remove_file(folder.join(name)).unwrap();
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
