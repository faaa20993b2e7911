//! What the search computes about a position when it enters it.

use crate::{Point, PointSet};

/// Why the side to move is not free.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Pressure {
    /// It is free, as far as is known.
    #[default]
    None,
    /// The other side could complete a row.
    Row,
    /// The other side would win by threats.
    Threats,
}

/// What the search computed about a position when it entered it: the pressure on the side to move,
/// and the points where stones help.
#[derive(Clone, Copy, Debug, Default)]
pub struct Insight {
    pub(super) pressure: Pressure,
    /// Under a standing threat, the points one of which must get a stone; `None` if that is not
    /// known. If the side is free and only the best pairs are searched, the stones that lead them.
    pub(super) zone: Option<SmallZone>,
    /// If only the best pairs are searched, the least value of a pair, or within a turn of its
    /// second stone; otherwise 0.
    pub(super) floor: u32,
}

impl Insight {
    /// Whether the other side would win by threats if the side to move passed.
    #[inline]
    pub(super) fn is_under_standing_threat(&self) -> bool {
        self.pressure == Pressure::Threats
    }

    /// Under a standing threat, the points one of which must get a stone now or later in the turn,
    /// lowest first: all other turns lose to the same threats. `None` if there is no standing
    /// threat, or its zone is not known.
    #[inline]
    pub(super) fn zone(&self) -> Option<impl Iterator<Item = Point> + '_> {
        self.zone.as_ref().filter(|_| self.is_under_standing_threat()).map(SmallZone::points)
    }

    /// The stones that lead one of the best pairs, lowest first, if only those are searched.
    #[inline]
    pub(super) fn leaders(&self) -> Option<impl Iterator<Item = Point> + '_> {
        self.zone.as_ref().filter(|_| self.pressure == Pressure::None && self.floor > 0).map(SmallZone::points)
    }
}

/// A zone as stored in the caches, for boards of up to 384 points. On larger boards standing
/// threats have no zone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SmallZone([u64; SmallZone::WORDS]);

impl SmallZone {
    /// The number of words of 64 points.
    pub(super) const WORDS: usize = 6;
    /// Larger boards have no zones.
    pub(super) const CELLS: usize = 64 * SmallZone::WORDS;

    /// The zone as a bit set; the board must fit.
    pub(super) fn of(zone: &PointSet) -> SmallZone {
        let mut words = [0; SmallZone::WORDS];
        for point in zone.points() {
            words[point.index() / 64] |= 1 << (point.index() % 64);
        }
        SmallZone(words)
    }

    /// The points as bits.
    pub(super) fn words(self) -> [u64; SmallZone::WORDS] {
        self.0
    }

    /// The zone with these bits.
    pub(super) fn from_words(words: [u64; SmallZone::WORDS]) -> SmallZone {
        SmallZone(words)
    }

    #[inline]
    fn points(&self) -> impl Iterator<Item = Point> + '_ {
        self.0.iter().enumerate().flat_map(|(index, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    Point::from_index(index * 64 + bit)
                })
            })
        })
    }
}
