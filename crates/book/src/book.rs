//! Looking up positions in a book in place, without loading it.

use crate::{
    BookError, BookMove, Entry, Source,
    canonical::shown,
    header::{Checksum, HEAD, Header},
    index::Index,
    label::Label,
    store::Store,
};
use duiyi_game::{Game, GameMove, Notation, files};
use std::{borrow::Cow, marker::PhantomData, path::Path};

/// A book of a game.
///
/// A book is a sorted file, in which a look-up reads about ten keys; a book in memory (as part of a
/// program) is read there directly.
///
/// ```
/// use duiyi_book::{Book, Draft, Source};
/// use duiyi_game::{History, Side, nim::Nim};
///
/// let mut draft = Draft::new(&Nim::new(5));
/// let mut game = History::new(Nim::new(5));
/// game.play_turn(&[2])?;
/// draft.learn(&game, Some(Side::First), &Side::BOTH, usize::MAX);
/// let book = Book::<Nim>::from_bytes(draft.to_bytes(), &Nim::new(5))?;
/// let moves = book.moves(&Nim::new(5))?;
/// assert_eq!((moves[0].mv, moves[0].learned.wins), (2, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Book<G> {
    pub(crate) header: Header,
    store: Store,
    credit: String,
    names: Vec<String>,
    entries: Index,
    labels: Index,
    game: PhantomData<fn() -> G>,
}

/// The maximum length of the texts of a book in bytes.
const MAX_TEXT: u64 = 1 << 24;
/// The number of entries to read at a time when all are read.
const BLOCK: u64 = 2048;

impl<G: Notation> Book<G> {
    /// Opens a file, for the board and rules of a position. Only its header, its names and a
    /// few hundred keys are read.
    ///
    /// # Errors
    /// If it cannot be read, is not a book, or is for another game.
    pub fn open(path: impl AsRef<Path>, rules: &G) -> Result<Book<G>, BookError> {
        let path = path.as_ref();
        let failed = |source| BookError::File { path: path.to_owned(), source };
        let store = files::open(path, u64::MAX).and_then(Store::file).map_err(failed)?;
        Book::from_store(store, rules)
    }

    /// Opens a book whose bytes are in memory.
    ///
    /// # Errors
    /// If they are not a book, or it is for another game.
    pub fn from_bytes(bytes: impl Into<Cow<'static, [u8]>>, rules: &G) -> Result<Book<G>, BookError> {
        Book::from_store(Store::Bytes(bytes.into()), rules)
    }

    fn from_store(store: Store, rules: &G) -> Result<Book<G>, BookError> {
        let mut head = [0; HEAD];
        if store.length() < HEAD as u64 {
            return Err(BookError::NoBook);
        }
        store.read(0, &mut head)?;
        let header = Header::from_bytes(&head, store.length())?;
        header.belongs_to(rules)?;
        let length = header.credit + header.names;
        if length > MAX_TEXT {
            return Err(BookError::damaged(format!("{length} bytes of texts; expected at most {MAX_TEXT}")));
        }
        let mut texts = vec![0; length as usize];
        store.read(header.texts_at(), &mut texts)?;
        let texts = String::from_utf8(texts).map_err(|error| BookError::damaged(format!("its texts: {error}")))?;
        let Some((credit, names)) = texts.split_at_checked(header.credit as usize) else {
            return Err(BookError::damaged("its credit ends within a character"));
        };
        let (credit, names) = (credit.to_owned(), names.lines().map(str::to_owned).collect());
        let entries = Index::new(header.entries, |index| entry_key(&store, index))?;
        let labels = Index::new(header.labels, |index| label(&store, &header, index).map(|label| label.key))?;
        Ok(Book { header, store, credit, names, entries, labels, game: PhantomData })
    }

    /// Verifies the whole book: the checksum of all bytes, the order of the entries and labels, and
    /// each of them.
    ///
    /// # Errors
    /// The first error.
    pub fn check(&self) -> Result<(), BookError> {
        let mut sum = Checksum::new();
        let mut at = HEAD as u64;
        let mut block = vec![0; BLOCK as usize * Entry::SIZE];
        while at < self.store.length() {
            let length = block.len().min((self.store.length() - at) as usize);
            self.store.read(at, &mut block[..length])?;
            sum.add(&block[..length]);
            at += length as u64;
        }
        if sum.finish() != self.header.checksum {
            return Err(BookError::damaged("wrong checksum of the contents"));
        }
        let mut last = None;
        for (number, entry) in self.entries().enumerate() {
            let place = entry?.place();
            if last.is_some_and(|last| last >= place) {
                return Err(BookError::damaged(format!("entry {number} is out of order")));
            }
            last = Some(place);
        }
        let mut last = None;
        for (number, label) in self.labels().enumerate() {
            let label = label?;
            if last.is_some_and(|last| last >= label.key) || label.name as usize >= self.names.len() {
                return Err(BookError::damaged(format!("label {number} is out of order, or has no name")));
            }
            last = Some(label.key);
        }
        Ok(())
    }
}

impl<G> Book<G> {
    /// The number of entries (moves of positions).
    pub fn len(&self) -> u64 {
        self.header.entries
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.header.entries == 0
    }

    /// The number of games that the book was built from.
    pub fn games(&self) -> u64 {
        self.header.games
    }

    /// The attribution to show wherever the book is used; may be empty.
    pub fn credit(&self) -> &str {
        &self.credit
    }

    /// The names of positions, in the order of their numbers.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The number of positions with a name.
    pub fn named(&self) -> u64 {
        self.header.labels
    }

    /// All entries, in order.
    pub fn entries(&self) -> impl Iterator<Item = Result<Entry, BookError>> + '_ {
        let mut block: Vec<u8> = Vec::new();
        (0..self.header.entries).map(move |index| {
            let within = (index % BLOCK) as usize * Entry::SIZE;
            if within == 0 {
                let length = BLOCK.min(self.header.entries - index) as usize * Entry::SIZE;
                block.resize(length, 0);
                if let Err(error) = self.store.read(HEAD as u64 + index * Entry::SIZE as u64, &mut block) {
                    block.clear();
                    return Err(error.into());
                }
            }
            let bytes = block.get(within..within + Entry::SIZE).and_then(|bytes| bytes.try_into().ok());
            bytes.and_then(Entry::from_bytes).ok_or_else(|| BookError::damaged(format!("entry {index} is invalid")))
        })
    }

    /// All labels, in order.
    pub(crate) fn labels(&self) -> impl Iterator<Item = Result<Label, BookError>> + '_ {
        (0..self.header.labels).map(|index| self.label(index))
    }

    fn label(&self, index: u64) -> Result<Label, BookError> {
        label(&self.store, &self.header, index)
    }

    fn entry(&self, index: u64) -> Result<Entry, BookError> {
        let mut bytes = [0; Entry::SIZE];
        self.store.read(HEAD as u64 + index * Entry::SIZE as u64, &mut bytes)?;
        Entry::from_bytes(&bytes).ok_or_else(|| BookError::damaged(format!("entry {index} is invalid")))
    }

    /// The entries of a canonical key.
    fn find(&self, key: u64) -> Result<Vec<Entry>, BookError> {
        let mut index = self.entries.lower_bound(key, |index| entry_key(&self.store, index))?;
        let mut found = Vec::new();
        while index < self.header.entries {
            let entry = self.entry(index)?;
            if entry.key != key {
                break;
            }
            found.push(entry);
            index += 1;
        }
        Ok(found)
    }

    fn name_of(&self, key: u64) -> Result<Option<&str>, BookError> {
        let index = self.labels.lower_bound(key, |index| self.label(index).map(|label| label.key))?;
        if index == self.header.labels {
            return Ok(None);
        }
        let label = self.label(index)?;
        Ok(self.names.get(label.name as usize).filter(|_| label.key == key).map(String::as_str))
    }
}

/// The key of an entry.
fn entry_key(store: &Store, index: u64) -> Result<u64, BookError> {
    let mut bytes = [0; 8];
    store.read(HEAD as u64 + index * Entry::SIZE as u64, &mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

fn label(store: &Store, header: &Header, index: u64) -> Result<Label, BookError> {
    let mut bytes = [0; Label::SIZE];
    store.read(header.labels_at() + index * Label::SIZE as u64, &mut bytes)?;
    Ok(Label::from_bytes(&bytes))
}

/// The legal moves of the entries of a position, mapped back by its symmetry.
pub(crate) fn turned_back<G: Game + Clone>(position: &G, symmetry: u8, entries: &[Entry]) -> Vec<BookMove<G::Move>> {
    let mut now = position.clone();
    let turned = |entry: &Entry| {
        let mv = now.preimage(G::Move::from_bits(entry.mv)?, symmetry);
        now.is_legal(mv).then(|| BookMove::new(shown(&mut now, mv), entry))
    };
    entries.iter().filter_map(turned).collect()
}

impl<G: Game + Clone> Source<G> for Book<G> {
    fn moves(&self, position: &G) -> Result<Vec<BookMove<G::Move>>, BookError> {
        let (key, symmetry) = position.canonical();
        Ok(turned_back(position, symmetry, &self.find(key)?))
    }

    fn name(&self, position: &G) -> Result<Option<Cow<'_, str>>, BookError> {
        Ok(self.name_of(position.canonical().0)?.map(Cow::Borrowed))
    }
}
