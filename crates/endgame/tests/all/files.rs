//! Tables in files: what is written is read, and damaged files are refused.

use crate::{
    breakthrough::{Breakthrough, Pieces},
    tic_tac_toe::AllPositions,
};
use duiyi_endgame::{Analysis, Numbered, Probe, Table, TableError, TableFile, Value};
use duiyi_game::{Side, SmallGame};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// A file in the folder for temporary files, removed at the end.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str) -> Temporary {
        Temporary(std::env::temp_dir().join(format!("duiyi-endgame-{name}-{}", std::process::id())))
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

const ALL: AllPositions = AllPositions { folded: false };

fn saved(path: &Path) -> Table<AllPositions> {
    let table = Analysis::new(ALL).solve().unwrap();
    assert_eq!(table.save(path).unwrap(), fs::metadata(path).unwrap().len());
    table
}

#[test]
fn a_saved_table_has_the_same_values() {
    let file = Temporary::new("same");
    let table = saved(&file.0);
    for blocks in [1, 2] {
        let opened = TableFile::open(&file.0, ALL).unwrap().cache(blocks);
        let loaded = opened.load().unwrap();
        // From both ends, so that the two blocks take turns.
        for index in (0..ALL.size()).flat_map(|index| [index, ALL.size() - 1 - index]).step_by(7) {
            assert_eq!(opened.value(index).unwrap(), table.value(index));
            assert_eq!(loaded.value(index), table.value(index));
        }
        assert_eq!(opened.value(ALL.size()).unwrap(), None);
        Analysis::new(ALL).verify(&loaded).unwrap();
    }
}

#[test]
fn files_serve_as_smaller_tables() {
    let file = Temporary::new("smaller");
    let bare = |pieces| Pieces::<true> { pieces };
    Analysis::new(bare([1, 1])).solve().unwrap().save(&file.0).unwrap();
    let opened = TableFile::open(&file.0, bare([1, 1])).unwrap();
    let smaller: Vec<Box<dyn Probe<_>>> = vec![Box::new(()), Box::new(opened)];
    let table = Analysis::new(bare([2, 1])).smaller_tables(&smaller).solve().unwrap();
    let won = Breakthrough { pieces: [0o300, 0o1000], turn: Side::First };
    assert_eq!(table.probe(&won).unwrap(), Some(Value::Win(1)));
}

#[test]
fn files_of_other_tables_are_refused() {
    let file = Temporary::new("other");
    saved(&file.0);
    let error = TableFile::open(&file.0, AllPositions { folded: true }).unwrap_err();
    assert!(matches!(&error, TableError::Other { .. }));
    assert!(error.to_string().ends_with(
        "the file contains the table 'all' of tic-tac-toe with 19683 values; expected 'folded' of tic-tac-toe with \
         19683 values"
    ));
    let error = TableFile::open(&file.0, Pieces::<true> { pieces: [1, 1] }).unwrap_err();
    assert!(matches!(error, TableError::Other { .. }), "{error}");
    let missing = TableFile::open(file.0.with_extension("missing"), ALL);
    assert!(matches!(missing, Err(TableError::File { .. })));
}

#[test]
fn damaged_bytes_are_found_in_every_part() {
    let file = Temporary::new("damaged");
    saved(&file.0);
    let whole = fs::read(&file.0).unwrap();
    let is_refused = |bytes: &[u8]| {
        fs::write(&file.0, bytes).unwrap();
        let loaded = TableFile::open(&file.0, ALL).and_then(|file| file.load());
        assert!(!matches!(loaded, Err(TableError::File { .. } | TableError::Other { .. })));
        loaded.is_err()
    };
    assert!(!is_refused(&whole));
    // The header and the list of its two blocks, and some of the blocks.
    for at in (0..160).chain((160..whole.len()).step_by(11)) {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        assert!(is_refused(&bytes), "byte {at} of {}", whole.len());
    }
    for length in (0..whole.len()).step_by(29) {
        assert!(is_refused(&whole[..length]));
    }
    assert!(is_refused(&[&whole[..], &[0]].concat()));
    fs::write(&file.0, b"a text that is long enough for a header".repeat(9)).unwrap();
    assert!(matches!(TableFile::open(&file.0, ALL), Err(TableError::NoTable { .. })));
    fs::write(&file.0, [&whole[..8], &[2], &whole[9..]].concat()).unwrap();
    assert!(matches!(TableFile::open(&file.0, ALL), Err(TableError::Version { found: 2, .. })));
}

#[test]
fn a_failed_save_leaves_the_old_file() {
    let file = Temporary::new("old");
    let table = saved(&file.0);
    // Directories have all the names of temporary files.
    let part = |number| PathBuf::from(format!("{}.{}-{number}.part", file.0.display(), std::process::id()));
    let parts: Vec<PathBuf> = (0..5000).map(part).collect();
    parts.iter().for_each(|part| fs::create_dir(part).unwrap());
    assert!(matches!(table.save(&file.0), Err(TableError::File { .. })));
    parts.iter().for_each(|part| fs::remove_dir(part).unwrap());
    assert!(TableFile::open(&file.0, ALL).unwrap().load().is_ok());
}

/// A countdown: the player who cannot count further loses. Its distances need two bytes.
#[derive(Clone, Copy, Debug)]
struct Countdown(u16, Side);

impl SmallGame for Countdown {
    type Move = u8;

    fn mover(&self) -> Side {
        self.1
    }

    fn moves(&self, moves: &mut impl Extend<u8>) {
        moves.extend((self.0 > 0).then_some(0));
    }

    fn after(&self, _: u8) -> Countdown {
        Countdown(self.0 - 1, !self.1)
    }

    fn identity(&self) -> u64 {
        self.0.into()
    }

    fn ending(&self) -> Option<(Option<Side>, &'static str)> {
        None
    }
}

/// Countdowns from less than `size`, with a name of `name` letters.
#[derive(Clone, Copy, Debug)]
struct Countdowns {
    size: u16,
    name: usize,
}

impl Numbered for Countdowns {
    type Game = Countdown;
    const GAME: &'static str = "countdown";

    fn name(&self) -> String {
        "n".repeat(self.name)
    }

    fn size(&self) -> u64 {
        self.size.into()
    }

    fn position(&self, index: u64) -> Option<Countdown> {
        Some(Countdown(index as u16, Side::First))
    }

    fn index(&self, position: &Countdown) -> Option<u64> {
        Some(position.0.into())
    }
}

#[test]
fn long_wins_need_two_bytes_and_long_names_are_refused() {
    let file = Temporary::new("long");
    let numbering = Countdowns { size: 300, name: 64 };
    let table = Analysis::new(numbering).solve().unwrap();
    assert_eq!((table.value(299), table.value(126)), (Some(Value::Win(299)), Some(Value::Loss(126))));
    table.save(&file.0).unwrap();
    let loaded = TableFile::open(&file.0, numbering).unwrap().load().unwrap();
    assert_eq!((loaded.value(299), loaded.value(126)), (table.value(299), table.value(126)));
    let table = Analysis::new(Countdowns { name: 65, ..numbering }).solve().unwrap();
    assert!(matches!(table.save(&file.0), Err(TableError::Name { most: 64, .. })));
}
