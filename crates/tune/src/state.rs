//! States of long runs: JSON files that are replaced whole or not at all.

use serde::{Serialize, de::DeserializeOwned};
use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

/// A state that could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum StateError {
    /// The file system refused.
    #[error("{path}: {error}", path = .path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The text is no state of this kind.
    #[error("{path}: {error}", path = .path.display())]
    Text {
        /// Which file.
        path: PathBuf,
        /// Where and why.
        error: serde_json::Error,
    },
}

/// Writes a file, text or bytes: a reader sees the old file or the new one, never a part.
///
/// # Errors
/// What the file system says; the old file is then untouched.
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
/// What the file system says, or that the state has no JSON form.
pub fn save<T: Serialize>(path: &Path, state: &T) -> Result<(), StateError> {
    let text = serde_json::to_string(state).map_err(|error| StateError::Text { path: path.to_owned(), error })?;
    write_whole(path, &text)
}

/// Reads a state.
///
/// # Errors
/// What the file system says, or where the text is not what it should be.
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
