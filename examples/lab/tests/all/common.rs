//! Helpers of the command line tests.

use std::{
    fs,
    path::PathBuf,
    process::{Command, Output, Stdio},
};

/// The program with these arguments and no input.
pub(crate) fn lab(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lab"));
    command.args(args).stdin(Stdio::null());
    command
}

/// The results and messages of a command that succeeds.
pub(crate) fn succeeds(args: &[&str]) -> (String, String) {
    output_of(&lab(args).output().expect("runs"))
}

/// The results and messages of a finished command that succeeded.
pub(crate) fn output_of(output: &Output) -> (String, String) {
    let [results, news] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
    assert!(output.status.success(), "{news}");
    (results, news)
}

/// Only the results.
pub(crate) fn printed(output: &Output) -> String {
    output_of(output).0
}

/// The error message of a command that fails.
pub(crate) fn refusal(args: &[&str]) -> String {
    let output = lab(args).output().expect("runs");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success(), "{args:?}: {error}");
    error
}

/// An empty folder.
pub(crate) fn scratch(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("made");
    folder
}

/// An empty folder, and the names of files in it.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        Folder(scratch(name))
    }

    pub(crate) fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("UTF-8").to_owned()
    }

    pub(crate) fn write(&self, name: &str, contents: impl AsRef<[u8]>) -> String {
        let file = self.file(name);
        fs::write(&file, contents).expect("written");
        file
    }
}
