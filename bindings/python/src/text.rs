//! Values that are strings in Python.

use crate::error::refused;
use pyo3::PyResult;

/// The value with a name.
pub(crate) fn choose<T: Copy>(what: &str, word: &str, choices: &[(&str, T)]) -> PyResult<T> {
    let found = choices.iter().find(|(name, _)| *name == word);
    found.map(|&(_, value)| value).ok_or_else(|| {
        let names: Vec<&str> = choices.iter().map(|&(name, _)| name).collect();
        refused(format_args!("unknown {what} '{}'; expected one of {}", duiyi_game::shortened(word), names.join(", ")))
    })
}
