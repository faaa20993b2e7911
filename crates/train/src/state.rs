//! States of long runs: files with a checksum that are replaced atomically.

use duiyi_game::{
    files::{self, MAX_TEXT},
    hash::digest,
};
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
    /// The state is damaged, or ends before its checksum.
    #[error("{path}: its checksum does not match", path = .0.display())]
    Checksum(PathBuf),
}

/// Appends a checksum of eight bytes.
pub fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = digest(bytes.iter().copied());
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// The bytes before their checksum ([`sealed`]); `None` if it does not match.
///
/// ```
/// use duiyi_train::state::{sealed, unsealed};
/// let mut bytes = sealed(b"state".to_vec());
/// assert_eq!(unsealed(&bytes), Some(&b"state"[..]));
/// bytes[0] ^= 1;
/// assert_eq!(unsealed(&bytes), None);
/// ```
pub fn unsealed(bytes: &[u8]) -> Option<&[u8]> {
    let (bytes, sum) = bytes.split_last_chunk::<8>()?;
    (digest(bytes.iter().copied()) == u64::from_le_bytes(*sum)).then_some(bytes)
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

/// The second line of a state in JSON: the checksum of the first.
fn seal_of(line: &str) -> String {
    format!("\"checksum {:016x}\"\n", digest(line.bytes()))
}

/// Writes a state as a line of JSON and its checksum (see [`write_whole`]); an existing file must begin with the same
/// name of a field.
///
/// # Errors
/// As [`write_whole`], or if the state cannot be represented in JSON.
pub fn save<T: Serialize>(path: &Path, state: &T) -> Result<(), StateError> {
    let mut text = serde_json::to_string(state).map_err(|error| StateError::Text { path: path.to_owned(), error })?;
    text.push('\n');
    text += &seal_of(&text);
    // The name of the first field, or the bracket of a list.
    let begin = text.find(':').map_or(1.min(text.len()), |end| end + 1);
    write_whole(path, &text, |head| head.starts_with(&text.as_bytes()[..begin]))
}

/// Reads a state.
///
/// # Errors
/// File system errors, or if the text is damaged or not a valid state.
pub fn load<T: DeserializeOwned>(path: &Path) -> Result<T, StateError> {
    let text = files::read_text(path, MAX_TEXT).map_err(|error| StateError::File { path: path.to_owned(), error })?;
    let line = text.split_inclusive('\n').next().unwrap_or_default();
    if text[line.len()..] != seal_of(line) {
        return Err(StateError::Checksum(path.to_owned()));
    }
    serde_json::from_str(line).map_err(|error| StateError::Text { path: path.to_owned(), error })
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

    #[test]
    fn a_state_with_any_changed_or_missing_byte_is_refused() {
        let folder = std::env::temp_dir().join(format!("duiyi-state-damaged-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a.json");
        save(&path, &vec![0.25f64, 1.5]).unwrap();
        let whole = fs::read(&path).unwrap();
        for at in 0..whole.len() {
            // One digit becomes another by the lowest bit.
            let mut changed = whole.clone();
            changed[at] ^= 1;
            for bytes in [&changed, &whole[..at]] {
                fs::write(&path, bytes).unwrap();
                load::<Vec<f64>>(&path).unwrap_err();
            }
        }
        fs::remove_dir_all(&folder).unwrap();
        let bytes = sealed(b"state".to_vec());
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            assert_eq!([unsealed(&changed), unsealed(&bytes[..at])], [None; 2], "byte {at}");
        }
    }
}
