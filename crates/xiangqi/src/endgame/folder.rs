//! Endgame tables in a folder.

use super::{EndgameNameError, EndgameTable};
#[cfg(feature = "engine")]
use crate::search::CLOCK_MARGIN;
use crate::{Move, Piece, PieceKind, Position, Side, Xiangqi};
use alloc::{
    string::{String, ToString},
    vec::Vec,
};
use duiyi_endgame::{
    Analysis, AnalysisError, Numbered as _, Probe, Progress, Table, TableError, TableFile, Value, ranked_moves,
    table_name,
};
#[cfg(feature = "engine")]
use duiyi_game::{MAX_PLY, Reach, Score, Verdict};
use std::{
    collections::HashMap,
    fs, io,
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::OnceLock,
};

/// The extension of the files.
pub const EXTENSION: &str = "endgame";

/// Tables in memory that are read from a folder when they are needed: files such as
/// `krkaabb.endgame`.
///
/// A position with the colours exchanged is found in the same table.
#[derive(Debug)]
pub struct EndgameFolder {
    path: PathBuf,
    /// By [`material`].
    tables: HashMap<u64, Stored>,
    /// The number of pieces of the largest table.
    most: u32,
}

/// A table that is read at its first use.
#[derive(Debug)]
struct Stored {
    file: TableFile<EndgameTable>,
    exact: bool,
    /// `None` if it cannot be read.
    table: OnceLock<Option<Table<EndgameTable>>>,
}

impl Stored {
    /// The table; `None` if it cannot be read.
    fn table(&self) -> Option<&Table<EndgameTable>> {
        self.table.get_or_init(|| self.file.load().ok()).as_ref()
    }
}

/// Why a folder cannot be used, or a table cannot be built in it.
#[derive(Debug, thiserror::Error)]
pub enum EndgameFolderError {
    /// The folder cannot be read or written.
    #[error("'{}': {source}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The error.
        source: io::Error,
    },
    /// A file has a name that is not that of a table.
    #[error("'{}': {source}", path.display())]
    Name {
        /// The file.
        path: PathBuf,
        /// The error.
        source: EndgameNameError,
    },
    /// A table cannot be read or written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A table cannot be computed.
    #[error(transparent)]
    Analysis(#[from] AnalysisError),
}

/// The numbers of pieces of each kind and side, three bits each, with the colours exchanged if `swapped`.
pub(super) fn material(position: &Position, swapped: bool) -> u64 {
    let mut material = 0;
    for color in Side::BOTH {
        let own = position.occupied_by(if swapped { !color } else { color });
        for kind in PieceKind::ALL {
            material = material << 3 | u64::from((position.of_kind(kind) & own).len());
        }
    }
    material
}

/// The [`material`] of the positions of a table.
pub(super) fn material_of(table: &EndgameTable) -> u64 {
    let count = |color, kind| {
        let piece = Piece::new(color, kind);
        table.groups.iter().find(|group| group.piece == piece).map_or(0, |group| group.count as u64)
    };
    let kinds = Side::BOTH.into_iter().flat_map(|color| PieceKind::ALL.map(|kind| count(color, kind)));
    kinds.fold(0, |material, count| material << 3 | count)
}

impl EndgameFolder {
    /// No tables, for [`EndgameFolder::insert`] where there is no file system.
    pub fn in_memory() -> EndgameFolder {
        EndgameFolder { path: PathBuf::new(), tables: HashMap::new(), most: 0 }
    }

    /// Opens all tables of a folder; other files are ignored.
    ///
    /// # Errors
    /// The folder cannot be read, or a file with the extension [`EXTENSION`] is not a table or is damaged.
    pub fn open(path: impl Into<PathBuf>) -> Result<EndgameFolder, EndgameFolderError> {
        let path = path.into();
        let failed = |source| EndgameFolderError::Folder { path: path.clone(), source };
        let mut folder = EndgameFolder { path: path.clone(), ..EndgameFolder::in_memory() };
        for entry in fs::read_dir(&path).map_err(failed)? {
            let file = entry.map_err(failed)?.path();
            if file.extension().is_some_and(|extension| extension == EXTENSION) {
                folder.add(file)?;
            }
        }
        Ok(folder)
    }

    /// Adds the table of a file.
    fn add(&mut self, path: PathBuf) -> Result<(), EndgameFolderError> {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let table = name.parse().map_err(|source| EndgameFolderError::Name { path: path.clone(), source })?;
        self.store(TableFile::open(path, table)?);
        Ok(())
    }

    /// Adds a table from the contents of its file, and returns its name.
    ///
    /// # Errors
    /// The bytes are not a table of xiangqi, or are damaged.
    pub fn insert(&mut self, bytes: Vec<u8>) -> Result<String, EndgameFolderError> {
        let name = table_name(&bytes, "endgame table")?;
        let path = PathBuf::from(&name);
        let table = name.parse().map_err(|source| EndgameFolderError::Name { path: path.clone(), source })?;
        self.store(TableFile::from_bytes(bytes, path, table)?);
        Ok(name)
    }

    fn store(&mut self, file: TableFile<EndgameTable>) {
        let table = file.numbering();
        self.most = self.most.max(table.pieces());
        let (material, exact) = (material_of(table), table.is_exact());
        self.tables.insert(material, Stored { file, exact, table: OnceLock::new() });
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The names of the tables, in alphabetical order.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.tables.values().map(|stored| stored.file.numbering().to_string()).collect();
        names.sort();
        names
    }

    /// The table of a position, and whether the position is there with the colours exchanged.
    fn find(&self, position: &Position) -> Option<(&Stored, bool)> {
        if position.occupied().len() > self.most {
            return None;
        }
        let find = |swapped| Some((self.tables.get(&material(position, swapped))?, swapped));
        find(false).or_else(|| find(true))
    }

    /// The value of a position for the side to move, in the table's plies; `None` if it is in no table, or if
    /// its table turns out to be damaged when it is read ([`Probe::probe`] returns that error). With
    /// `exact` only values that hold under every repetition rule are returned: a draw in which both sides
    /// have pieces that attack may be won by a ruling.
    pub fn value(&self, game: &Xiangqi, exact: bool) -> Option<Value> {
        let (stored, swapped) = self.find(game.position())?;
        let table = stored.table()?;
        let index = if swapped {
            table.numbering().index(&Xiangqi::new(game.position().color_swapped()))
        } else {
            table.numbering().index(game)
        };
        let value = table.value(index?)?;
        (!exact || stored.exact || value != Value::Draw).then_some(value)
    }

    /// The value of a position for the side to move, as [`EndgameFolder::value`] without `exact`; a damaged
    /// table is an error.
    ///
    /// # Errors
    /// The table is damaged.
    pub fn look_up(&self, position: &Position) -> Result<Option<Value>, TableError> {
        self.probe(&Xiangqi::new(*position))
    }

    /// The legal moves of a position with their values for the side to move, the best first; `None` if the
    /// position is in no table. Earlier positions and the clock of quiet moves do not matter.
    ///
    /// # Errors
    /// A table is damaged, or a position after a move is in none.
    pub fn moves(&self, position: &Position) -> Result<Option<Vec<(Move, Value)>>, TableError> {
        let mut fresh = *position;
        fresh.set_clocks(0, 1);
        match self.look_up(&fresh)? {
            Some(_) => ranked_moves(self, &mut Xiangqi::new(fresh)).map(Some),
            None => Ok(None),
        }
    }

    /// Builds a table and those that it needs; existing files are opened and not built again, so that
    /// a build that was stopped goes on. `begin` is called for each table before it is built.
    ///
    /// # Errors
    /// A table cannot be built or written, an existing file is damaged, or `progress` stopped the build.
    pub fn build(
        &mut self,
        table: &EndgameTable,
        threads: usize,
        progress: &(dyn Fn(Progress) -> ControlFlow<()> + Sync),
        begin: &mut dyn FnMut(&EndgameTable),
    ) -> Result<(), EndgameFolderError> {
        for pieces in table.with_smaller().into_iter().map(EndgameTable::stronger_first) {
            if self.tables.contains_key(&material_of(&pieces)) {
                continue;
            }
            let path = self.path.join(pieces.to_string()).with_extension(EXTENSION);
            if !path.exists() {
                begin(&pieces);
                let analysis = Analysis::new(pieces.clone()).smaller_tables(&*self).threads(threads).progress(progress);
                let solved = analysis.solve()?;
                solved.save(&path)?;
            }
            self.add(path)?;
        }
        Ok(())
    }

    /// Reads a table and checks that each value follows from those of the successors.
    ///
    /// # Errors
    /// The table is not in the folder, cannot be read, or has a wrong value.
    pub fn verify(&self, table: &EndgameTable, threads: usize) -> Result<Table<EndgameTable>, EndgameFolderError> {
        let loaded = self.load(table)?;
        Analysis::new(table.clone()).smaller_tables(self).threads(threads).verify(&loaded)?;
        Ok(loaded)
    }

    /// Reads a table.
    ///
    /// # Errors
    /// The table is not in the folder or cannot be read.
    pub fn load(&self, table: &EndgameTable) -> Result<Table<EndgameTable>, EndgameFolderError> {
        match self.tables.get(&material_of(table)) {
            Some(stored) => Ok(stored.file.load()?),
            None => {
                let path = self.path.join(table.to_string()).with_extension(EXTENSION);
                Ok(TableFile::open(path, table.clone())?.load()?)
            }
        }
    }
}

impl Probe<Xiangqi> for EndgameFolder {
    fn probe(&self, position: &Xiangqi) -> Result<Option<Value>, TableError> {
        match self.find(position.position()) {
            Some((stored, _)) if stored.table().is_none() => stored.file.load().map(|_| None),
            _ => Ok(self.value(position, false)),
        }
    }
}

/// The tables as the search uses them: a win or a loss is a mate in the table's plies if it comes before
/// the move limit, and a draw is certain.
#[cfg(feature = "engine")]
impl duiyi_search::Endgames<Xiangqi> for EndgameFolder {
    fn verdict(&self, game: &Xiangqi, ply: usize) -> Verdict {
        let Some(value) = self.value(game, true) else { return Verdict::Open };
        let Some(plies) = value.plies() else { return Verdict::Exact(Score::ZERO, Reach::Position) };
        if game.plies_to_limit().is_some_and(|left| plies > left) {
            // A capture may still start the count again, but the table does not contain where.
            return Verdict::Open;
        }
        let limited = game.game_rules().move_limit.is_some() && plies > CLOCK_MARGIN;
        let reach = if limited { Reach::Game } else { Reach::Position };
        let end = ply + usize::from(plies);
        // A mate beyond the greatest depth is shown as an evaluation.
        let win = if end < MAX_PLY { Score::mate_in(end) } else { Score::new(Score::LIMIT.get() - end as i32) };
        Verdict::Exact(if matches!(value, Value::Win(_)) { win } else { -win }, reach)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_endgame::best_line;

    /// A folder for a test, removed at the end.
    struct Temporary(PathBuf);

    impl Temporary {
        fn new(name: &str) -> Temporary {
            let path = std::env::temp_dir().join(format!("duiyi-endgames-{name}-{}", std::process::id()));
            fs::create_dir_all(&path).unwrap();
            Temporary(path)
        }

        /// The folder with a table and those that it needs, and the names of the tables that were built.
        fn with(&self, name: &str) -> (EndgameFolder, Vec<String>) {
            let mut folder = EndgameFolder::open(&self.0).unwrap();
            let mut built = Vec::new();
            let mut begin = |table: &EndgameTable| built.push(table.to_string());
            folder.build(&name.parse().unwrap(), 2, &|_| ControlFlow::Continue(()), &mut begin).unwrap();
            (folder, built)
        }
    }

    impl Drop for Temporary {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn game(fen: &str) -> Xiangqi {
        Xiangqi::new(fen.parse().unwrap())
    }

    #[test]
    fn a_build_goes_on_with_what_is_there() {
        let temporary = Temporary::new("build");
        assert_eq!(temporary.with("knk").1, ["knk"]);
        // The pawn of Black alone is the table of Red's pawn with the colours exchanged.
        assert_eq!(temporary.with("knkp").1, ["kpk", "knkp"]);
        let (folder, built) = temporary.with("knkp");
        assert!(built.is_empty());
        assert_eq!(folder.names(), ["knk", "knkp", "kpk"]);
        let table = "knkp".parse().unwrap();
        assert_eq!(folder.verify(&table, 2).unwrap().counts(), folder.load(&table).unwrap().counts());
        let stopped = EndgameFolder::open(&temporary.0).unwrap().build(
            &"krk".parse().unwrap(),
            1,
            &|_| ControlFlow::Break(()),
            &mut |_| (),
        );
        assert!(matches!(stopped, Err(EndgameFolderError::Analysis(AnalysisError::Stopped))), "{stopped:?}");
        assert!(!temporary.0.join("krk.endgame").exists());
    }

    #[test]
    fn values_do_not_depend_on_colours_and_sides_of_the_board() {
        let temporary = Temporary::new("colours");
        let (folder, _) = temporary.with("kpk");
        let red = game("4k4/9/9/9/2P6/9/9/9/9/3K5 w");
        let found = folder.value(&red, true);
        assert!(matches!(found, Some(Value::Win(_))), "{found:?}");
        for same in [red.position().mirrored(), red.position().color_swapped()] {
            assert_eq!(folder.value(&Xiangqi::new(same), true), found);
        }
        assert_eq!(folder.value(&game("4k4/9/9/9/2N6/9/9/9/9/3K5 w"), true), None);
    }

    #[test]
    fn the_longest_win_is_mate_in_its_distance() {
        let temporary = Temporary::new("line");
        let (folder, _) = temporary.with("knka");
        let start = game("9/9/3ak4/9/9/9/9/9/9/N2K5 w");
        assert_eq!(folder.value(&start, true), Some(Value::Win(37)));
        assert_eq!(best_line(&folder, &start).unwrap().len(), 37);
    }

    #[cfg(feature = "engine")]
    #[test]
    fn a_mate_counts_only_before_the_move_limit() {
        use crate::GameRules;
        use duiyi_search::Endgames as _;
        let temporary = Temporary::new("limit");
        let (folder, _) = temporary.with("knka");
        let at = |clock: u32| folder.verdict(&game(&format!("9/9/3ak4/9/9/9/9/9/9/N2K5 w - - {clock} 60")), 1);
        let mate = Verdict::Exact(Score::mate_in(38), Reach::Position);
        // The mate comes in 37 plies, the draw in 120 from the last capture.
        assert_eq!([0, 82, 83].map(at), [mate; 3]);
        assert_eq!([84, 118].map(at), [Verdict::Open; 2]);
        let free = GameRules { move_limit: None, ..GameRules::default() };
        let late = game("9/9/3ak4/9/9/9/9/9/9/N2K5 w - - 119 60").with_rules(free);
        assert_eq!(folder.verdict(&late, 1), mate);
    }

    #[test]
    fn files_that_are_not_tables_are_refused() {
        let temporary = Temporary::new("wrong");
        let (_, _) = temporary.with("kpk");
        fs::write(temporary.0.join("notes.txt"), "ignored").unwrap();
        assert!(EndgameFolder::open(&temporary.0).is_ok());
        let wrong = temporary.0.join("kxk.endgame");
        fs::write(&wrong, "").unwrap();
        let error = EndgameFolder::open(&temporary.0).unwrap_err().to_string();
        assert!(error.contains("kxk.endgame': table 'kxk': expected k,"), "{error}");
        fs::rename(&wrong, temporary.0.join("krk.endgame")).unwrap();
        let error = EndgameFolder::open(&temporary.0).unwrap_err().to_string();
        assert!(error.ends_with("the table is damaged: it ends within the header"), "{error}");
        // A damaged block is found when the table is read.
        fs::remove_file(temporary.0.join("krk.endgame")).unwrap();
        let path = temporary.0.join("kpk.endgame");
        let mut bytes = fs::read(&path).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        fs::write(&path, bytes).unwrap();
        let folder = EndgameFolder::open(&temporary.0).unwrap();
        let won = game("4k4/9/9/9/2P6/9/9/9/9/3K5 w");
        assert_eq!(folder.value(&won, true), None);
        let error = folder.probe(&won).unwrap_err().to_string();
        assert!(error.contains("the table is damaged: block "), "{error}");
        let missing = EndgameFolder::open(temporary.0.join("missing"));
        assert!(matches!(missing, Err(EndgameFolderError::Folder { .. })));
    }

    #[test]
    fn tables_in_memory_equal_those_of_the_folder() {
        let temporary = Temporary::new("memory");
        let (folder, _) = temporary.with("kpka");
        let mut inserted = EndgameFolder::in_memory();
        for name in folder.names() {
            let bytes = fs::read(temporary.0.join(&name).with_extension(EXTENSION)).unwrap();
            assert_eq!(inserted.insert(bytes.clone()).unwrap(), name);
            let error = EndgameFolder::in_memory().insert(bytes[..200].to_vec()).unwrap_err().to_string();
            assert!(error.contains(&format!("'{name}': the table is damaged")), "{error}");
        }
        let error = inserted.insert(b"DUIYIEG".to_vec()).unwrap_err().to_string();
        assert_eq!(error, "'endgame table': the table is damaged: it ends within the header");
        // The clock has reached the limit of quiet moves: the values remain.
        let start = game("3k1a3/9/9/4P4/9/9/9/9/9/4K4 w - - 119 90");
        let moves = inserted.moves(start.position()).unwrap().unwrap();
        assert_eq!(moves, folder.moves(start.position()).unwrap().unwrap());
        assert_eq!(moves.len(), duiyi_game::legal_moves(&start).len());
        assert_eq!(inserted.value(&start, false), Some(moves[0].1));
        assert!(moves.is_sorted_by_key(|&(_, value)| core::cmp::Reverse(value)));
        assert_eq!(inserted.moves(game("4k4/9/9/9/2N6/9/9/9/9/3K5 w").position()).unwrap(), None);
    }

    #[test]
    fn a_draw_with_pieces_that_attack_on_both_sides_is_not_exact() {
        let temporary = Temporary::new("exact");
        let (folder, _) = temporary.with("knkp");
        let drawn = game("3k5/9/9/9/9/4p4/9/9/9/4KN3 b");
        assert_eq!((folder.value(&drawn, false), folder.value(&drawn, true)), (Some(Value::Draw), None));
    }
}
