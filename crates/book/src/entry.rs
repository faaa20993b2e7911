//! The entry of a book for a move of a position.

use duiyi_game::Side;

/// Results of games from the view of the side that made the move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Results {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl Results {
    /// One game from the view of a side, by its winner; `None` for a draw.
    ///
    /// ```
    /// use duiyi_book::Results;
    /// use duiyi_game::Side;
    ///
    /// let mut results = Results::of(Side::First, Some(Side::First));
    /// results.add(Results::of(Side::First, None));
    /// assert_eq!((results.games(), results.score()), (2, Some(0.75)));
    /// ```
    pub fn of(mover: Side, winner: Option<Side>) -> Results {
        Results {
            wins: u32::from(winner == Some(mover)),
            draws: u32::from(winner.is_none()),
            losses: u32::from(winner == Some(!mover)),
        }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        u64::from(self.wins) + u64::from(self.draws) + u64::from(self.losses)
    }

    /// The mean score, from 0 (all lost) to 1 (all won); `None` without games.
    pub fn score(&self) -> Option<f64> {
        let games = self.games();
        (games > 0).then(|| (f64::from(self.wins) + f64::from(self.draws) / 2.0) / games as f64)
    }

    /// Adds results; counts saturate at their maximum.
    pub fn add(&mut self, other: Results) {
        self.wins = self.wins.saturating_add(other.wins);
        self.draws = self.draws.saturating_add(other.draws);
        self.losses = self.losses.saturating_add(other.losses);
    }
}

/// A solver's proof about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Proof {
    /// The move wins by force.
    Win,
    /// The other side wins by force after the move.
    Loss,
}

impl Proof {
    /// The word in texts: `win` or `loss`.
    pub fn word(self) -> &'static str {
        match self {
            Proof::Win => "win",
            Proof::Loss => "loss",
        }
    }
}

/// An entry of a book: a move of a position in canonical form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The canonical key of the position.
    pub key: u64,
    /// The packed move in the canonical form of the position, from 1 to 2²⁴ − 1.
    pub mv: u32,
    /// Results of the games that the book was built from.
    pub results: Results,
    /// Results of the games that were learned; a file stores counts up to 65,535.
    pub learned: Results,
    /// The weight of the move relative to others for choosing by weight; 0 is never chosen.
    pub weight: u16,
    /// The proof about it, if any.
    pub proof: Option<Proof>,
}

/// The number of bits of a packed move; the bits above store the proof.
const MOVE_BITS: u32 = 24;

impl Entry {
    /// The length of an entry in a file in bytes.
    pub(crate) const SIZE: usize = 32;

    /// A move without results.
    pub(crate) fn new(key: u64, mv: u32) -> Entry {
        Entry { key, mv, results: Results::default(), learned: Results::default(), weight: 0, proof: None }
    }

    /// The sort key of entries.
    pub(crate) fn place(&self) -> (u64, u32) {
        (self.key, self.mv)
    }

    /// Merges the entry of another book for the same move: results are added, the greater weight
    /// and any proof are kept.
    pub(crate) fn merge(&mut self, other: &Entry) {
        self.results.add(other.results);
        self.learned.add(other.learned);
        self.weight = self.weight.max(other.weight);
        self.proof = self.proof.or(other.proof);
    }

    pub(crate) fn to_bytes(self) -> [u8; Entry::SIZE] {
        let proof = match self.proof {
            None => 0,
            Some(Proof::Win) => 1,
            Some(Proof::Loss) => 2,
        };
        let short = |count: u32| count.min(u32::from(u16::MAX)) as u16;
        let mut bytes = [0; Entry::SIZE];
        bytes[..8].copy_from_slice(&self.key.to_le_bytes());
        bytes[8..12].copy_from_slice(&(self.mv | proof << MOVE_BITS).to_le_bytes());
        let counts = [self.results.wins, self.results.draws, self.results.losses];
        for (place, count) in bytes[12..24].chunks_exact_mut(4).zip(counts) {
            place.copy_from_slice(&count.to_le_bytes());
        }
        let counts = [self.learned.wins, self.learned.draws, self.learned.losses].map(short);
        for (place, count) in bytes[24..].chunks_exact_mut(2).zip([self.weight].into_iter().chain(counts)) {
            place.copy_from_slice(&count.to_le_bytes());
        }
        bytes
    }

    /// `None` if the bytes are not a valid entry.
    pub(crate) fn from_bytes(bytes: &[u8; Entry::SIZE]) -> Option<Entry> {
        let long = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        let short = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        let (mv, proof) = (long(8) & ((1 << MOVE_BITS) - 1), long(8) >> MOVE_BITS);
        let proof = match proof {
            0 => None,
            1 => Some(Proof::Win),
            2 => Some(Proof::Loss),
            _ => return None,
        };
        let learned = Results { wins: short(26).into(), draws: short(28).into(), losses: short(30).into() };
        let results = Results { wins: long(12), draws: long(16), losses: long(20) };
        let key = u64::from(long(0)) | u64::from(long(4)) << 32;
        (mv > 0).then_some(Entry { key, mv, results, learned, weight: short(24), proof })
    }
}

/// A move of a position in a book.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BookMove<M> {
    /// The move in the requested position.
    pub mv: M,
    /// Results of the games that the book was built from, from the mover's view.
    pub results: Results,
    /// Results of the games that were learned.
    pub learned: Results,
    /// The weight of the move relative to others for choosing by weight.
    pub weight: u16,
    /// The proof about it, if any.
    pub proof: Option<Proof>,
}

impl<M> BookMove<M> {
    pub(crate) fn new(mv: M, entry: &Entry) -> BookMove<M> {
        let Entry { results, learned, weight, proof, .. } = *entry;
        BookMove { mv, results, learned, weight, proof }
    }

    /// All results added up.
    pub fn all(&self) -> Results {
        let mut all = self.results;
        all.add(self.learned);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_stores_counts_up_to_their_limits() {
        for (learned, stored) in [(0, 0), (65_535, 65_535), (65_536, 65_535), (70_000, 65_535), (u32::MAX, 65_535)] {
            let results = Results { wins: u32::MAX, draws: 65_536, losses: 7 };
            let all = Results { wins: learned, draws: learned, losses: learned };
            let entry = Entry { results, learned: all, weight: u16::MAX, ..Entry::new(u64::MAX - 1, 9) };
            let read = Entry::from_bytes(&entry.to_bytes()).unwrap();
            let all = Results { wins: stored, draws: stored, losses: stored };
            assert_eq!(read, Entry { learned: all, ..entry });
        }
    }
}
