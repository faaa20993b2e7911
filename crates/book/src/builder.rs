//! Building a book from games, in one pass and bounded memory.

use crate::{
    BookError, Entry, Results,
    canonical::{in_order, place},
    header::Header,
    label::Label,
    run::{Record, Run, compact, merge},
    writer::Writer,
};
use duiyi_game::{History, Notation, Side};
use std::{
    collections::HashMap,
    marker::PhantomData,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
};

/// A game that a book is built from.
#[derive(Debug)]
pub struct PlayedGame<'a, G: Notation> {
    /// The moves.
    pub game: &'a History<G>,
    /// Who won; `None` is a draw.
    pub winner: Option<Side>,
    /// The ratings of the sides, where they are known.
    pub ratings: [Option<u32>; 2],
    /// Names of what was played: each holds from after so many moves on, until the next one.
    pub names: &'a [(usize, String)],
}

/// Which games and which of their moves go into a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Only games that somebody won.
    pub decisive: bool,
    /// Only games whose sides both have at least this rating; those without one are left out.
    pub rating: Option<u32>,
    /// Only games of at least and at most so many turns.
    pub length: (usize, usize),
    /// Only moves of one side.
    pub side: Option<Side>,
    /// Only moves of the side that won, or of both in a draw.
    pub winners: bool,
    /// Only the turns from the first number on (0 is the first turn) and before the second.
    pub turns: (usize, usize),
}

impl Default for Filter {
    /// Everything.
    fn default() -> Filter {
        let all = (0, usize::MAX);
        Filter { decisive: false, rating: None, length: all, side: None, winners: false, turns: all }
    }
}

impl Filter {
    fn takes<G: Notation>(&self, played: &PlayedGame<'_, G>) -> bool {
        let turns = played.game.turns().count();
        (played.winner.is_some() || !self.decisive)
            && self.rating.is_none_or(|least| played.ratings.iter().all(|rating| rating.is_some_and(|is| is >= least)))
            && (self.length.0..=self.length.1).contains(&turns)
    }

    fn takes_moves_of(&self, mover: Side, winner: Option<Side>) -> bool {
        self.side.is_none_or(|side| side == mover) && !(self.winners && winner == Some(!mover))
    }
}

/// What a built book keeps, and says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Finish {
    /// Only moves that were played at least so often.
    pub least_games: u64,
    /// Only positions that at least so many games reached.
    pub least_reached: u64,
    /// Who is to be named wherever the book goes.
    pub credit: String,
}

/// What was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Built {
    /// Games that were taken.
    pub games: u64,
    /// Positions with a move.
    pub positions: u64,
    /// Moves of positions.
    pub moves: u64,
    /// Positions with a name.
    pub named: u64,
    /// Bytes of the file.
    pub bytes: u64,
}

/// Builds a book from games that are given one after the other.
///
/// What they say is sorted in memory, [`Builder::RECORDS`] moves at a time, and set aside in
/// temporary files, which are merged in the end: memory does not grow with the number of games.
pub struct Builder<G> {
    header: Header,
    filter: Filter,
    directory: PathBuf,
    most: usize,
    records: Vec<Record>,
    runs: Vec<Run>,
    names: Vec<String>,
    numbers: HashMap<String, u32>,
    game: PhantomData<fn() -> G>,
}

/// Tells temporary files of one process from each other.
static RUNS: AtomicU64 = AtomicU64::new(0);

impl<G: Notation> Builder<G> {
    /// Moves that are kept in memory at a time, of 32 bytes each.
    pub const RECORDS: usize = 1 << 20;

    /// A builder for the board and rules of a position, with a directory for temporary files.
    pub fn new(rules: &G, filter: Filter, directory: impl Into<PathBuf>) -> Builder<G> {
        Builder {
            header: Header::of(rules),
            filter,
            directory: directory.into(),
            most: Builder::<G>::RECORDS,
            records: Vec::new(),
            runs: Vec::new(),
            names: Vec::new(),
            numbers: HashMap::new(),
            game: PhantomData,
        }
    }

    /// Another number of moves that are kept in memory at a time, at least 1.
    pub fn with_records(mut self, most: usize) -> Builder<G> {
        self.most = most.max(1);
        self
    }

    /// Adds a game; whether it was taken.
    ///
    /// # Errors
    /// If a temporary file cannot be written.
    pub fn add(&mut self, played: &PlayedGame<'_, G>) -> Result<bool, BookError> {
        if !self.filter.takes(played) {
            return Ok(false);
        }
        self.header.games += 1;
        let mut now = played.game.start().clone();
        let mut before = 0;
        for (number, turn) in played.game.turns().enumerate() {
            if number >= self.filter.turns.1 {
                break;
            }
            let mover = now.side_to_move();
            if number >= self.filter.turns.0 && self.filter.takes_moves_of(mover, played.winner) {
                let name = self.number_of(played, before);
                self.take_turn(&now, turn, name, Results::of(mover, played.winner))?;
            }
            turn.iter().for_each(|&mv| {
                now.make(mv);
            });
            before += turn.len();
        }
        Ok(true)
    }

    fn take_turn(&mut self, now: &G, turn: &[G::Move], name: u32, results: Results) -> Result<(), BookError> {
        let mut then = now.clone();
        for mv in in_order(now, turn) {
            let (key, bits) = place(&mut then, mv);
            then.make(mv);
            let counts = [results.wins, results.draws, results.losses];
            self.records.push(Record { key, mv: bits, name, counts });
            if self.records.len() >= self.most {
                self.set_aside()?;
            }
        }
        Ok(())
    }

    /// The number of the name that a game has after so many moves, and 1; 0 for none.
    fn number_of(&mut self, played: &PlayedGame<'_, G>, moves: usize) -> u32 {
        let Some((_, name)) = played.names.iter().rev().find(|(from, _)| *from <= moves) else { return 0 };
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        // A line is a name.
        self.names.push(name.replace(['\n', '\r'], " "));
        let number = self.names.len() as u32;
        self.numbers.insert(name.clone(), number);
        number
    }

    fn set_aside(&mut self) -> Result<(), BookError> {
        compact(&mut self.records);
        // Where games repeat each other much, what is left is kept.
        if self.records.len() < self.most / 2 {
            return Ok(());
        }
        let number = RUNS.fetch_add(1, Ordering::Relaxed);
        let name = format!("duiyi-book-{}-{number}.run", std::process::id());
        self.runs.push(Run::write(&self.directory.join(name), &self.records)?);
        self.records.clear();
        Ok(())
    }

    /// Writes the book; the file appears whole or not at all.
    ///
    /// # Errors
    /// If it cannot be written; a file that was there is then untouched.
    pub fn finish(mut self, path: impl AsRef<Path>, keep: &Finish) -> Result<Built, BookError> {
        compact(&mut self.records);
        let mut built = Built { games: self.header.games, ..Built::default() };
        let mut writer = Writer::create(path.as_ref(), self.header)?;
        merge(&self.runs, &self.records, |group| {
            let (entries, label) = of_position(group, keep);
            for entry in &entries {
                writer.entry(entry)?;
            }
            built.positions += u64::from(!entries.is_empty());
            built.moves += entries.len() as u64;
            match label.filter(|_| !entries.is_empty()) {
                Some(label) => {
                    built.named += 1;
                    writer.label(label)
                }
                None => Ok(()),
            }
        })?;
        built.bytes = writer.finish(&keep.credit, &self.names)?;
        Ok(built)
    }
}

/// What a book keeps of a position: its moves, and the name that most games had there.
fn of_position(group: &[Record], keep: &Finish) -> (Vec<Entry>, Option<Label>) {
    let mut entries: Vec<Entry> = Vec::new();
    let mut named: Vec<(u32, u64)> = Vec::new();
    for record in group {
        match entries.last_mut().filter(|last| last.mv == record.mv) {
            Some(last) => last.results.add(record.results()),
            None => entries.push(Entry { results: record.results(), ..Entry::new(record.key, record.mv) }),
        }
        let games = record.results().games();
        match named.iter_mut().find(|(name, _)| *name == record.name) {
            Some((_, sum)) => *sum += games,
            None => named.push((record.name, games)),
        }
    }
    let reached: u64 = named.iter().map(|(_, games)| games).sum();
    entries.retain(|entry| entry.results.games() >= keep.least_games && reached >= keep.least_reached);
    for entry in &mut entries {
        entry.weight = usual_weight(entry.results);
    }
    // Of names with as many games the one met first.
    let most = named.into_iter().filter(|(name, _)| *name > 0).rev().max_by_key(|&(_, games)| games);
    let label = most.zip(group.first()).map(|((name, games), first)| Label {
        key: first.key,
        name: name - 1,
        games: games.min(u64::from(u32::MAX)) as u32,
    });
    (entries, label)
}

/// The weight of a move by its results: two for a win, one for a draw, at least one.
pub(crate) fn usual_weight(results: Results) -> u16 {
    let points = 2 * u64::from(results.wins) + u64::from(results.draws);
    points.clamp(1, u64::from(u16::MAX)) as u16
}
