//! A table in memory.

use crate::{Numbered, Probe, TableError, Value, value::Packed};
use duiyi_game::BySide;
use std::fmt;

/// The values of all positions of a numbering: one byte for each index, two if a distance exceeds 126
/// plies.
#[derive(Clone)]
pub struct Table<N: Numbered> {
    numbering: N,
    values: Values,
}

/// Packed values, in one byte if all of them fit.
#[derive(Clone)]
enum Values {
    Narrow(Vec<u8>),
    Wide(Vec<Packed>),
}

/// The number of positions of each value with one side to move, and the longest distances.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The positions that the side to move wins.
    pub wins: u64,
    /// The drawn positions.
    pub draws: u64,
    /// The positions that the side to move loses.
    pub losses: u64,
    /// The first index with the longest win, and its plies.
    pub longest_win: Option<(u64, u16)>,
    /// The first index with the longest loss, and its plies.
    pub longest_loss: Option<(u64, u16)>,
}

impl Counts {
    /// The number of positions.
    pub const fn positions(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    fn add(&mut self, index: u64, images: u64, value: Value) {
        let longer = |longest: &mut Option<(u64, u16)>, plies| {
            if longest.is_none_or(|(_, longest)| longest < plies) {
                *longest = Some((index, plies));
            }
        };
        match value {
            Value::Draw => self.draws += images,
            Value::Win(plies) => {
                self.wins += images;
                longer(&mut self.longest_win, plies);
            }
            Value::Loss(plies) => {
                self.losses += images;
                longer(&mut self.longest_loss, plies);
            }
        }
    }
}

impl<N: Numbered> Table<N> {
    /// `values` has an element for each index.
    pub(crate) fn new(numbering: N, values: Vec<Packed>) -> Table<N> {
        let fits = values.iter().all(|value| value.0 <= u16::from(u8::MAX));
        let values = if fits {
            Values::Narrow(values.into_iter().map(|value| value.0 as u8).collect())
        } else {
            Values::Wide(values)
        };
        Table { numbering, values }
    }

    /// The numbering.
    pub fn numbering(&self) -> &N {
        &self.numbering
    }

    /// The bytes of a value: 1 or 2.
    pub(crate) fn width(&self) -> u32 {
        match self.values {
            Values::Narrow(_) => 1,
            Values::Wide(_) => 2,
        }
    }

    /// The values in blocks of a length, each in its bytes.
    pub(crate) fn blocks(&self, length: usize) -> Box<dyn Iterator<Item = Vec<u8>> + '_> {
        match &self.values {
            Values::Narrow(values) => Box::new(values.chunks(length).map(<[u8]>::to_vec)),
            Values::Wide(values) => {
                let bytes = |block: &[Packed]| block.iter().flat_map(|value| value.0.to_le_bytes()).collect();
                Box::new(values.chunks(length).map(bytes))
            }
        }
    }

    /// The value of an index; `None` if it is unused or not in the table.
    pub fn value(&self, index: u64) -> Option<Value> {
        let index = usize::try_from(index).ok()?;
        match &self.values {
            Values::Narrow(values) => Packed((*values.get(index)?).into()).value(),
            Values::Wide(values) => values.get(index)?.value(),
        }
    }

    /// The position of an index; `None` if it is unused or not in the table.
    pub fn position(&self, index: u64) -> Option<N::Game> {
        self.value(index).and_then(|_| self.numbering.position(index))
    }

    /// The number of positions of each value, by the side to move; an index counts as many as share it
    /// ([`Numbered::images`]).
    pub fn counts(&self) -> BySide<Counts> {
        let mut counts = BySide::default();
        for index in 0..self.numbering.size() {
            if let Some(value) = self.value(index)
                && let Some(side) = self.numbering.side_to_move(index)
            {
                let counts: &mut Counts = &mut counts[side];
                counts.add(index, self.numbering.images(index), value);
            }
        }
        counts
    }
}

impl<N: Numbered> Probe<N::Game> for Table<N> {
    fn probe(&self, position: &N::Game) -> Result<Option<Value>, TableError> {
        Ok(self.numbering.index(position).and_then(|index| self.value(index)))
    }
}

impl<N: Numbered> fmt::Debug for Table<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("name", &self.numbering.name()).field("size", &self.numbering.size()).finish()
    }
}
