//! Building a book from games in one pass and with bounded memory.

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
};

/// A game to build a book from.
#[derive(Debug)]
pub struct PlayedGame<'a, G: Notation> {
    /// The moves.
    pub game: &'a History<G>,
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// The ratings of the sides, if known.
    pub ratings: [Option<u32>; 2],
    /// Names of openings: each applies from after the given number of moves, until the next one.
    pub names: &'a [(usize, String)],
}

/// The selection of games and moves for a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Skip draws.
    pub decisive: bool,
    /// Minimum rating of both sides; games without ratings are skipped.
    pub rating: Option<u32>,
    /// Minimum and maximum number of turns of a game.
    pub length: (usize, usize),
    /// Use only the moves of one side.
    pub side: Option<Side>,
    /// Use only moves of the winner, or of both sides in a draw.
    pub winners: bool,
    /// Use only turns from the first number (0 is the first turn) up to but not including the second.
    pub turns: (usize, usize),
}

impl Default for Filter {
    /// No restrictions.
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

/// The selection of moves and the attribution of a book.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Finish {
    /// Minimum number of games in which a move was played.
    pub min_games: u64,
    /// Minimum number of games that reached a position.
    pub min_reached: u64,
    /// The attribution to show wherever the book is used.
    pub credit: String,
}

/// A summary of a written book.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Built {
    /// Games used.
    pub games: u64,
    /// Positions with moves.
    pub positions: u64,
    /// Entries (moves of positions).
    pub moves: u64,
    /// Positions with a name.
    pub named: u64,
    /// Length of the file in bytes.
    pub bytes: u64,
}

/// Builds a book from games that are added one by one.
///
/// The moves are sorted in memory, [`Builder::RECORDS`] at a time, and saved to temporary files,
/// which are merged at the end: memory does not grow with the number of games.
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

impl<G: Notation> Builder<G> {
    /// The number of moves to keep in memory, of 32 bytes each.
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

    /// Sets the number of moves to keep in memory, at least 1.
    pub fn with_records(mut self, most: usize) -> Builder<G> {
        self.most = most.max(1);
        self
    }

    /// Adds a game; returns whether the filter accepted it.
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

    /// The number of the game's name after the given number of moves, plus 1; 0 for no name.
    fn number_of(&mut self, played: &PlayedGame<'_, G>, moves: usize) -> u32 {
        let Some((_, name)) = played.names.iter().rev().find(|(from, _)| *from <= moves) else { return 0 };
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        // Names are stored one per line.
        self.names.push(name.replace(['\n', '\r'], " "));
        let number = self.names.len() as u32;
        self.numbers.insert(name.clone(), number);
        number
    }

    fn set_aside(&mut self) -> Result<(), BookError> {
        compact(&mut self.records);
        // If games repeat each other often, the compacted records stay in memory.
        if self.records.len() < self.most / 2 {
            return Ok(());
        }
        self.runs.push(Run::write(&self.directory, &self.records)?);
        self.records.clear();
        Ok(())
    }

    /// Writes the book; the file is replaced atomically.
    ///
    /// # Errors
    /// If the book cannot be written; an existing file is then unchanged.
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

/// The entries of a position, and its most frequent name.
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
    entries.retain(|entry| entry.results.games() >= keep.min_games && reached >= keep.min_reached);
    for entry in &mut entries {
        entry.weight = usual_weight(entry.results);
    }
    // The first one of several equally frequent names.
    let most = named.into_iter().filter(|(name, _)| *name > 0).rev().max_by_key(|&(_, games)| games);
    let label = most.zip(group.first()).map(|((name, games), first)| Label {
        key: first.key,
        name: name - 1,
        games: games.min(u64::from(u32::MAX)) as u32,
    });
    (entries, label)
}

/// The default weight of a move by its results: two for a win, one for a draw, at least one.
pub(crate) fn usual_weight(results: Results) -> u16 {
    let points = 2 * u64::from(results.wins) + u64::from(results.draws);
    points.clamp(1, u64::from(u16::MAX)) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_weight_counts_wins_twice_within_its_range() {
        let weight = |wins, draws, losses| usual_weight(Results { wins, draws, losses });
        assert_eq!([weight(0, 0, 9), weight(0, 1, 9), weight(3, 1, 0)], [1, 1, 7]);
        assert_eq!([weight(32_767, 1, 0), weight(32_768, 0, 0), weight(40_000, 5, 0)], [65_535; 3]);
        assert_eq!(weight(u32::MAX, u32::MAX, 0), 65_535);
    }
}
