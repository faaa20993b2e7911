//! Files that are never visible half written.

use std::{fs, io::Result, path::Path};

/// Writes a file by way of a temporary one, `NAME.part`, which is then renamed; a failed write
/// leaves no file.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut part = path.to_owned().into_os_string();
    part.push(".part");
    fs::write(&part, bytes).and_then(|()| fs::rename(&part, path)).inspect_err(|_| {
        // A failure to remove it is not reported in addition.
        let _ = fs::remove_file(&part);
    })
}
