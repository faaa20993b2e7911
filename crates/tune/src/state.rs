//! States of long runs: JSON files that are replaced atomically.

use serde::{Serialize, de::DeserializeOwned};
use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

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

/// Writes a file atomically: a reader sees either the old or the new contents.
///
/// # Errors
/// File system errors; the old file then stays unchanged.
pub fn write_whole(path: &Path, contents: impl AsRef<[u8]>) -> Result<(), StateError> {
    let failed = |error| StateError::File { path: path.to_owned(), error };
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let beside = PathBuf::from(beside);
    let mut file = fs::File::create(&beside).map_err(failed)?;
    file.write_all(contents.as_ref()).and_then(|()| file.sync_all()).map_err(failed)?;
    fs::rename(&beside, path).map_err(failed)
}

/// Writes a state as JSON (see [`write_whole`]).
///
/// # Errors
/// File system errors, or if the state cannot be represented in JSON.
pub fn save<T: Serialize>(path: &Path, state: &T) -> Result<(), StateError> {
    let text = serde_json::to_string(state).map_err(|error| StateError::Text { path: path.to_owned(), error })?;
    write_whole(path, &text)
}

/// Reads a state.
///
/// # Errors
/// File system errors, or if the text is not a valid state.
pub fn load<T: DeserializeOwned>(path: &Path) -> Result<T, StateError> {
    let text = fs::read_to_string(path).map_err(|error| StateError::File { path: path.to_owned(), error })?;
    serde_json::from_str(&text).map_err(|error| StateError::Text { path: path.to_owned(), error })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_round_trip_and_errors_name_the_file() {
        let folder = std::env::temp_dir().join(format!("duiyi-state-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a.json");
        save(&path, &vec![0.1f64, 1.0 / 3.0, -2e-300]).unwrap();
        assert_eq!(load::<Vec<f64>>(&path).unwrap(), [0.1, 1.0 / 3.0, -2e-300]);
        fs::write(&path, "[1, 2").unwrap();
        assert!(load::<Vec<f64>>(&path).unwrap_err().to_string().contains("a.json"));
        assert!(load::<Vec<f64>>(&folder.join("none")).unwrap_err().to_string().contains("none"));
        fs::remove_dir_all(&folder).unwrap();
    }
}
