//! States of long runs: JSON files that are replaced atomically.

use duiyi_game::files::{self, MAX_TEXT};
use serde::{Serialize, de::DeserializeOwned};
use std::path::{Path, PathBuf};

/// A state could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum StateError {
    /// A file system error.
    #[error("{path}: {error}", path = .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error.
        error: std::io::Error,
    },
    /// The text is not a valid state.
    #[error("{path}: {error}", path = .path.display())]
    Text {
        /// The file.
        path: PathBuf,
        /// The error with its position.
        error: serde_json::Error,
    },
}

/// Writes a file atomically: a reader sees either the old or the new contents. An existing file is only
/// replaced if it is empty or `own` accepts its beginning ([`files::check_own`]).
///
/// # Errors
/// File system errors, or a file that another program wrote; the old file then stays unchanged.
pub fn write_whole(path: &Path, contents: impl AsRef<[u8]>, own: impl FnOnce(&[u8]) -> bool) -> Result<(), StateError> {
    let failed = |error| StateError::File { path: path.to_owned(), error };
    files::replace(path, contents.as_ref(), own).map_err(failed)
}

/// Writes a state as JSON (see [`write_whole`]); an existing file must begin with the same name of a field.
///
/// # Errors
/// As [`write_whole`], or if the state cannot be represented in JSON.
pub fn save<T: Serialize>(path: &Path, state: &T) -> Result<(), StateError> {
    let text = serde_json::to_string(state).map_err(|error| StateError::Text { path: path.to_owned(), error })?;
    // The name of the first field, or the bracket of a list.
    let begin = text.find(':').map_or(1.min(text.len()), |end| end + 1);
    write_whole(path, &text, |head| head.starts_with(&text.as_bytes()[..begin]))
}

/// Reads a state.
///
/// # Errors
/// File system errors, or if the text is not a valid state.
pub fn load<T: DeserializeOwned>(path: &Path) -> Result<T, StateError> {
    let text = files::read_text(path, MAX_TEXT).map_err(|error| StateError::File { path: path.to_owned(), error })?;
    serde_json::from_str(&text).map_err(|error| StateError::Text { path: path.to_owned(), error })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn states_round_trip_and_errors_name_the_file() {
        let folder = std::env::temp_dir().join(format!("duiyi-state-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a.json");
        save(&path, &vec![0.1f64, 1.0 / 3.0, -2e-300]).unwrap();
        assert_eq!(load::<Vec<f64>>(&path).unwrap(), [0.1, 1.0 / 3.0, -2e-300]);
        fs::write(&path, "1, 2").unwrap();
        let refused = save(&path, &vec![1]).unwrap_err().to_string();
        assert!(refused.contains("a.json: exists and was not written by this program"), "{refused}");
        assert_eq!(fs::read(&path).unwrap(), b"1, 2");
        fs::write(&path, "[1, 2").unwrap();
        assert!(load::<Vec<f64>>(&path).unwrap_err().to_string().contains("a.json"));
        assert!(load::<Vec<f64>>(&folder.join("none")).unwrap_err().to_string().contains("none"));
        fs::remove_dir_all(&folder).unwrap();
    }
}
