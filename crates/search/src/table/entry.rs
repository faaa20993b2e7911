//! A table entry and its packed form.

use super::slots::{Contents, EVALUATION_SHIFT, PRINCIPAL_SHIFT};
use crate::{Depth, Score};
use std::num::NonZeroI16;

/// The meaning of a stored score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// No information: only the move is useful.
    None = 0,
    /// The true score is at most this (the search failed low).
    Upper = 1,
    /// The true score is at least this (the search failed high).
    Lower = 2,
    /// The score is exact.
    Exact = 3,
}

impl Bound {
    /// Whether a score with this bound decides a node with this window.
    #[inline]
    pub fn answers(self, score: Score, alpha: Score, beta: Score) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
            Bound::None => false,
        }
    }
}

/// An optional static evaluation in 16 bits, so that an entry fits into two registers; a search
/// that stores no evaluations would otherwise become slower.
///
/// ```
/// use duiyi_search::{EntryEvaluation, Score};
///
/// assert_eq!(EntryEvaluation::of(Some(Score::new(-35))).get(), Some(Score::new(-35)));
/// assert_eq!(EntryEvaluation::NONE.get(), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EntryEvaluation(Option<NonZeroI16>);

impl EntryEvaluation {
    /// No evaluation.
    pub const NONE: EntryEvaluation = EntryEvaluation(None);
    /// Represents 0, which the integer type excludes; no evaluation has this value.
    const ZERO: i16 = i16::MIN;

    /// An evaluation, clamped to the band of evaluations.
    #[inline]
    pub fn of(evaluation: Option<Score>) -> EntryEvaluation {
        EntryEvaluation(evaluation.and_then(|evaluation| match evaluation.clamped().get() as i16 {
            0 => NonZeroI16::new(EntryEvaluation::ZERO),
            other => NonZeroI16::new(other),
        }))
    }

    /// The evaluation.
    #[inline]
    pub fn get(self) -> Option<Score> {
        let value = self.0?.get();
        Some(Score::new(if value == EntryEvaluation::ZERO { 0 } else { value as i32 }))
    }

    #[inline]
    fn to_bits(self) -> u16 {
        self.0.map_or(0, |value| value.get() as u16)
    }

    #[inline]
    fn from_bits(bits: u16) -> EntryEvaluation {
        EntryEvaluation(NonZeroI16::new(bits as i16))
    }
}

/// The table's data about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The packed best move, 0 for none.
    pub mv: u32,
    /// The score, with mates counted from the node.
    pub score: Score,
    /// The depth of the search, below 128 plies.
    pub depth: Depth,
    /// The meaning of the score.
    pub bound: Bound,
    /// The static evaluation for the side to move, as returned by the
    /// [`Evaluator`](crate::Evaluator).
    pub evaluation: EntryEvaluation,
    /// Whether the position was on the principal variation when it was stored, or before.
    pub principal: bool,
}

impl Entry {
    /// The better estimate of a position: the stored score if its bound points beyond the
    /// evaluation, otherwise the evaluation.
    #[inline]
    pub(crate) fn refine(self, evaluation: Score, ply: usize) -> Score {
        let score = self.score.from_root(ply);
        let better = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score > evaluation,
            Bound::Upper => score < evaluation,
            Bound::None => false,
        };
        if better && !score.is_decisive() { score } else { evaluation }
    }
}

/// A packed entry: move 24 bits, score 16, depth 13, bound 2, size 5, generation 4. The evaluation
/// is packed separately and stored in the check word.
const MOVE_MASK: u64 = (1 << 24) - 1;
const DEPTH_MASK: u64 = (1 << 13) - 1;
const BOUND_SHIFT: u32 = 53;
const BOUND_MASK: u64 = 3 << BOUND_SHIFT;
const GENERATION_SHIFT: u32 = 60;
const GENERATION_MASK: u64 = (GENERATIONS - 1) << GENERATION_SHIFT;
const EVALUATION_MASK: u64 = (u16::MAX as u64) << EVALUATION_SHIFT;
const PRINCIPAL_MASK: u64 = 1 << PRINCIPAL_SHIFT;

/// Generations wrap around.
pub(super) const GENERATIONS: u64 = 1 << (64 - GENERATION_SHIFT);

/// The generation of a packed entry.
#[inline]
pub(super) fn generation_of(data: u64) -> u64 {
    data >> GENERATION_SHIFT
}

/// The size class of a packed entry: the binary logarithm of the nodes below it.
#[inline]
pub(super) fn size_of_entry(data: u64) -> u64 {
    data >> 55 & 31
}

/// The depth of a packed entry.
#[inline]
pub(super) fn depth_of(data: u64) -> Depth {
    Depth::fraction((data >> 40 & DEPTH_MASK) as i32)
}

/// Whether a packed entry has a bound.
#[inline]
pub(super) fn has_bound(data: u64) -> bool {
    data & BOUND_MASK != 0
}

/// Whether the score of a packed entry is exact.
#[inline]
pub(super) fn is_exact(data: u64) -> bool {
    data & BOUND_MASK == BOUND_MASK
}

/// Whether a packed entry has a move.
#[inline]
pub(super) fn has_move(data: u64) -> bool {
    data & MOVE_MASK != 0
}

impl Contents {
    /// The entry with the move of another entry.
    #[inline]
    pub(super) fn with_move_of(self, other: Contents) -> Contents {
        Contents { data: self.data & !MOVE_MASK | other.data & MOVE_MASK, ..self }
    }

    /// The entry with data of an older one that does not depend on the search: its evaluation, if
    /// this entry has none, and its mark of the principal variation.
    #[inline]
    pub(super) fn with_facts_of(self, old: Contents) -> Contents {
        let evaluation = if self.top & EVALUATION_MASK == 0 { old.top & EVALUATION_MASK } else { 0 };
        Contents { top: self.top | evaluation | old.top & PRINCIPAL_MASK, ..self }
    }

    /// The entry with another generation.
    #[inline]
    pub(super) fn in_generation(self, generation: u64) -> Contents {
        Contents { data: self.data & !GENERATION_MASK | generation << GENERATION_SHIFT, ..self }
    }
}

impl Entry {
    /// Packs the entry and the logarithm of its subtree's size, with generation 0.
    #[inline(always)]
    pub(super) fn pack(self, nodes: u64) -> Contents {
        let depth = (self.depth.sixty_fourths().max(0) as u64).min(DEPTH_MASK);
        let size = (nodes | 1).ilog2().min(31) as u64;
        Contents {
            data: self.mv as u64 & MOVE_MASK
                | (self.score.get() as i16 as u16 as u64) << 24
                | depth << 40
                | (self.bound as u64) << BOUND_SHIFT
                | size << 55,
            top: (self.evaluation.to_bits() as u64) << EVALUATION_SHIFT | (self.principal as u64) << PRINCIPAL_SHIFT,
        }
    }

    /// The inverse of [`Entry::pack`], without size and generation.
    #[inline]
    pub(super) fn unpack(Contents { data, top }: Contents) -> Entry {
        Entry {
            mv: (data & MOVE_MASK) as u32,
            score: Score::new((data >> 24) as u16 as i16 as i32),
            depth: depth_of(data),
            principal: top & PRINCIPAL_MASK != 0,
            evaluation: EntryEvaluation::from_bits((top >> EVALUATION_SHIFT) as u16),
            bound: match data >> BOUND_SHIFT & 3 {
                0 => Bound::None,
                1 => Bound::Upper,
                2 => Bound::Lower,
                _ => Bound::Exact,
            },
        }
    }
}
