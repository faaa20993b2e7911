//! An editable book in memory: learning, weights, proofs, names.

use crate::{
    Book, BookError, BookMove, Entry, Proof, Results, Source,
    book::turned_back,
    canonical::{in_order, place},
    header::{Checksum, Header, is_book},
    label::Label,
};
use duiyi_game::{Game, History, Notation, Side, files};
use std::{borrow::Cow, collections::BTreeMap, marker::PhantomData, path::Path};

/// An editable book that is completely in memory.
///
/// Books built from many games ([`Builder`](crate::Builder)) may not fit in memory; books that are
/// learned, typed or chosen move by move do.
#[derive(Clone, Debug)]
pub struct Draft<G> {
    header: Header,
    entries: BTreeMap<(u64, u32), Entry>,
    names: BTreeMap<u64, (String, u32)>,
    credit: String,
    game: PhantomData<fn() -> G>,
}

impl<G: Notation> Draft<G> {
    /// An empty book, for the board and rules of a position.
    pub fn new(rules: &G) -> Draft<G> {
        Draft {
            header: Header::of(rules),
            entries: BTreeMap::new(),
            names: BTreeMap::new(),
            credit: String::new(),
            game: PhantomData,
        }
    }

    /// Loads a book.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn of(book: &Book<G>) -> Result<Draft<G>, BookError> {
        let entries = book.entries().map(|entry| entry.map(|entry| (entry.place(), entry)));
        let named = book.labels().filter_map(|label| match label {
            Ok(label) => {
                let name = book.names().get(label.name as usize)?;
                Some(Ok((label.key, (name.clone(), label.games))))
            }
            Err(error) => Some(Err(error)),
        });
        Ok(Draft {
            header: book.header.clone(),
            entries: entries.collect::<Result<_, _>>()?,
            names: named.collect::<Result<_, _>>()?,
            credit: book.credit().to_owned(),
            game: PhantomData,
        })
    }

    /// The number of entries (moves of positions).
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Sets the attribution to show wherever the book is used.
    pub fn set_credit(&mut self, credit: &str) {
        credit.clone_into(&mut self.credit);
    }

    /// The entry of a legal move, for editing; a missing entry is added.
    pub fn entry(&mut self, position: &G, mv: G::Move) -> &mut Entry {
        let (key, mv) = place(&mut position.clone(), mv);
        self.entry_at(key, mv)
    }

    /// The entry of a canonical key and a packed canonical move; a missing entry is added.
    pub(crate) fn entry_at(&mut self, key: u64, mv: u32) -> &mut Entry {
        self.entries.entry((key, mv)).or_insert_with(|| Entry::new(key, mv))
    }

    /// Edits the entries of all moves of a turn; missing entries are added.
    pub fn turn(&mut self, position: &G, turn: &[G::Move], mut change: impl FnMut(&mut Entry)) {
        let mut then = position.clone();
        for mv in in_order(position, turn) {
            change(self.entry(&then, mv));
            then.make(mv);
        }
    }

    /// Sets the name of a position, used by `games` games; a name used by more games is kept.
    pub fn set_name(&mut self, position: &G, name: &str, games: u32) {
        let key = position.canonical().0;
        if self.names.get(&key).is_none_or(|(_, said)| *said <= games) {
            self.names.insert(key, (name.replace(['\n', '\r'], " "), games));
        }
    }

    /// Learns from a game: adds its result to the moves of the given sides in its first `turns`
    /// turns. Missing entries are added.
    pub fn learn(&mut self, game: &History<G>, winner: Option<Side>, sides: &[Side], turns: usize) {
        let mut now = game.start().clone();
        for turn in game.turns().take(turns) {
            let mover = now.side_to_move();
            if sides.contains(&mover) {
                self.turn(&now, turn, |entry| entry.learned.add(Results::of(mover, winner)));
            }
            for &mv in turn {
                now.make(mv);
            }
        }
        self.count_game();
    }

    /// Adds one to the number of games.
    pub(crate) fn count_game(&mut self) {
        self.header.games += 1;
    }

    /// All entries, in order.
    pub(crate) fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries.values()
    }

    /// Returns an error if the book is of another game, or was made with other keys.
    pub(crate) fn belongs_to(&self, rules: &G) -> Result<(), BookError> {
        self.header.belongs_to(rules)
    }

    /// Adds the learned results and the games of another book. Weights of the other book replace those
    /// of this one.
    pub(crate) fn absorb(&mut self, other: &Draft<G>) {
        for entry in other.entries() {
            let own = self.entry_at(entry.key, entry.mv);
            own.learned.add(entry.learned);
            if entry.weight > 0 {
                own.weight = entry.weight;
            }
        }
        self.header.games += other.header.games;
    }

    /// Keeps only the entries for which `keep` returns `true`.
    pub fn retain(&mut self, mut keep: impl FnMut(&Entry) -> bool) {
        self.entries.retain(|_, entry| keep(entry));
        let entries = &self.entries;
        self.names.retain(|&key, _| entries.range((key, 0)..=(key, u32::MAX)).next().is_some());
    }

    /// Stores a proof for a move. If all stored moves of a position are proved losses, nothing is
    /// concluded, because the position has moves that are not in the book.
    pub fn prove(&mut self, position: &G, mv: G::Move, proof: Proof) {
        self.entry(position, mv).proof = Some(proof);
    }

    /// The bytes of the book in the file format.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut header = self.header.clone();
        (header.entries, header.labels) = (self.entries.len() as u64, self.names.len() as u64);
        let mut names: Vec<&str> = self.names.values().map(|(name, _)| name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        let mut body: Vec<u8> = self.entries.values().flat_map(|entry| entry.to_bytes()).collect();
        for (&key, (name, games)) in &self.names {
            let name = names.binary_search(&name.as_str()).unwrap_or_default() as u32;
            body.extend(Label { key, name, games: *games }.to_bytes());
        }
        let names: String = names.iter().flat_map(|name| [name, "\n"]).collect();
        (header.credit, header.names) = (self.credit.len() as u64, names.len() as u64);
        body.extend(self.credit.as_bytes());
        body.extend(names.as_bytes());
        header.checksum = Checksum::of(&body);
        let mut bytes = header.to_bytes().to_vec();
        bytes.extend(body);
        bytes
    }

    /// Writes the book atomically: a reader sees either the old or the new file. An existing file must be a book.
    ///
    /// # Errors
    /// File system errors, or a file that is not a book; an existing file is then unchanged.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), BookError> {
        let path = path.as_ref();
        files::replace(path, &self.to_bytes(), is_book).map_err(BookError::file(path))
    }
}

impl<G: Game + Clone> Source<G> for Draft<G> {
    fn moves(&self, position: &G) -> Result<Vec<BookMove<G::Move>>, BookError> {
        let (key, symmetry) = position.canonical();
        let entries: Vec<Entry> = self.entries.range((key, 0)..=(key, u32::MAX)).map(|(_, entry)| *entry).collect();
        Ok(turned_back(position, symmetry, &entries))
    }

    fn name(&self, position: &G) -> Result<Option<Cow<'_, str>>, BookError> {
        Ok(self.names.get(&position.canonical().0).map(|(name, _)| Cow::Borrowed(name.as_str())))
    }
}
