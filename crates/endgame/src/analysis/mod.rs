//! Retrograde analysis.

mod counting;
mod fixed_point;
mod values;
mod verification;

use crate::{
    AnalysisError, Numbered, Probe, Table,
    work::{Observer, Workers},
};
use std::{fmt, ops::ControlFlow};

/// An analysis of a table: it finds the value of each position, or verifies the values of a table.
///
/// Values are found in the order of their distance: first the ends of the game, then the positions one
/// ply away, and so on. Positions that are never decided are draws. With predecessors
/// ([`Numbered::HAS_PREDECESSORS`]) each position counts its undecided successors (Thompson's
/// method); without them the successors of all undecided positions are visited for each
/// distance.
pub struct Analysis<'a, N: Numbered> {
    numbering: N,
    outer: &'a dyn Probe<N::Game>,
    workers: Workers<'a>,
}

impl<'a, N: Numbered> Analysis<'a, N> {
    /// An analysis on one thread without smaller tables.
    pub fn new(numbering: N) -> Analysis<'a, N> {
        Analysis { numbering, outer: &(), workers: Workers { threads: 1, observer: &|_| ControlFlow::Continue(()) } }
    }

    /// The tables of positions after moves that leave this table, such as captures. Positions in which
    /// the game is over need no table.
    #[must_use]
    pub fn smaller_tables(self, outer: &'a dyn Probe<N::Game>) -> Analysis<'a, N> {
        Analysis { outer, ..self }
    }

    /// The number of threads; 0 means 1. The values do not depend on it.
    #[must_use]
    pub fn threads(self, threads: usize) -> Analysis<'a, N> {
        Analysis { workers: Workers { threads, ..self.workers }, ..self }
    }

    /// A callback for every few thousand indices, called by all threads. `Break` stops the analysis.
    #[must_use]
    pub fn progress(self, observer: Observer<'a>) -> Analysis<'a, N> {
        Analysis { workers: Workers { observer, ..self.workers }, ..self }
    }

    /// Finds the values of all positions. Two bytes of memory are used for each index, four if the
    /// numbering has predecessors.
    ///
    /// # Errors
    ///
    /// A position or a successor cannot be valued, a smaller table cannot be read, or the callback stopped
    /// the analysis.
    pub fn solve(&self) -> Result<Table<N>, AnalysisError>
    where
        N: Clone,
    {
        let values = if N::HAS_PREDECESSORS {
            counting::solve(&self.numbering, self.outer, &self.workers)?
        } else {
            fixed_point::solve(&self.numbering, self.outer, &self.workers)?
        };
        Ok(Table::new(self.numbering.clone(), values))
    }

    /// Checks that each value of a table follows from the values after its moves. This proves the table:
    /// a win in N plies has a move to a loss in N − 1, down to the ends of the game, and a draw has
    /// no move to a lost position.
    ///
    /// # Errors
    ///
    /// [`AnalysisError::Inconsistent`] with an index whose value is wrong; otherwise those of
    /// [`Analysis::solve`].
    pub fn verify(&self, table: &Table<N>) -> Result<(), AnalysisError> {
        verification::verify(&self.numbering, self.outer, &self.workers, table)
    }
}

impl<N: Numbered> fmt::Debug for Analysis<'_, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = f.debug_struct("Analysis");
        fields.field("table", &self.numbering.name()).field("threads", &self.workers.threads).finish_non_exhaustive()
    }
}
