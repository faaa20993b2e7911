//! Files that nobody sees half written.

use std::{fs, io::Result, path::Path};

/// Writes a file by way of a neighbour, `NAME.part`, which then takes its name; of a write that
/// fails nothing is left.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut part = path.to_owned().into_os_string();
    part.push(".part");
    fs::write(&part, bytes).and_then(|()| fs::rename(&part, path)).inspect_err(|_| {
        // That it cannot be removed either is no second error.
        let _ = fs::remove_file(&part);
    })
}
