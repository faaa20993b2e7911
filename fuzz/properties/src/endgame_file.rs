//! Endgame tables from arbitrary bytes: a file is refused with an error or read, each change of a
//! file is found, and a name is refused or survives a round trip.

use duiyi_endgame::{Analysis, TableFile};
use duiyi_xiangqi::endgame::EndgameTable;
use std::{
    fs,
    path::{Path, PathBuf},
    sync::OnceLock,
    thread,
};

/// The table of a pawn against the bare king.
fn pawn() -> EndgameTable {
    "kpk".parse().expect("a name")
}

/// A file of this thread.
fn temporary() -> PathBuf {
    let thread = format!("{:?}", thread::current().id());
    std::env::temp_dir().join(format!("duiyi-fuzz-endgame-{}-{thread}", std::process::id()))
}

/// The bytes of the file of [`pawn`].
fn valid() -> &'static [u8] {
    static VALID: OnceLock<Vec<u8>> = OnceLock::new();
    VALID.get_or_init(|| {
        // Another file than that of the inputs, which may contain anything.
        let path = temporary().with_extension("valid");
        Analysis::new(pawn()).solve().expect("no smaller tables").save(&path).expect("written");
        fs::read(&path).expect("read")
    })
}

/// Whether all of a file can be read.
fn is_readable(path: &Path, bytes: &[u8]) -> bool {
    fs::write(path, bytes).expect("written");
    TableFile::open(path, pawn()).and_then(|file| file.load()).is_ok()
}

fn check_name(text: &str) {
    if let Ok(table) = text.parse::<EndgameTable>() {
        let name = table.to_string();
        assert_eq!(name.parse::<EndgameTable>().as_ref(), Ok(&table), "{name}");
        assert_eq!(name.len(), text.len());
    }
}

/// The property, for any input.
pub fn run(bytes: &[u8]) {
    check_name(&String::from_utf8_lossy(bytes));
    let path = temporary();
    let _ = is_readable(&path, bytes);
    assert!(is_readable(&path, valid()));
    // Each three bytes are a place and a change.
    let mut changed = valid().to_vec();
    for change in bytes.chunks_exact(3).take(4) {
        let place = usize::from(u16::from_le_bytes([change[0], change[1]])) % changed.len();
        changed[place] ^= change[2];
    }
    assert_eq!(is_readable(&path, &changed), changed == valid());
    fs::remove_file(&path).expect("removed");
}
