//! The comparison of values with those of their successors.

use crate::{
    AnalysisError, Numbered, Probe, Progress, Stage, Table, Value,
    expand::{Expander, Node},
    work::Workers,
};

/// Checks all values of a table.
pub(crate) fn verify<N: Numbered>(
    numbering: &N,
    outer: &dyn Probe<N::Game>,
    workers: &Workers<'_>,
    table: &Table<N>,
) -> Result<(), AnalysisError> {
    let at = Progress { stage: Stage::Verifying, plies: 0, done: 0, size: numbering.size() };
    let visit = |expander: &mut Expander<'_, N>, index| {
        let expected = match expander.expand(index)? {
            Node::Unused => None,
            Node::Ended(value) => Some(value),
            Node::Open => Some(by_successors(expander, table, index)?),
        };
        let found = table.value(index);
        if found == expected { Ok(()) } else { Err(AnalysisError::Inconsistent { index, found, expected }) }
    };
    workers.pass(at, || Expander::new(numbering, outer), visit).map(drop)
}

/// The value of an open position by the values after its moves.
fn by_successors<N: Numbered>(
    expander: &Expander<'_, N>,
    table: &Table<N>,
    index: u64,
) -> Result<Value, AnalysisError> {
    let mut best = expander.leaving();
    for edge in expander.edges() {
        let value = table.value(edge.index).ok_or(AnalysisError::Unused { from: index, to: edge.index })?;
        best = best.max(Some(value.of_move(edge.same_mover).ok_or(AnalysisError::TooLong { index })?));
    }
    // A position without moves has ended.
    Ok(best.unwrap_or(Value::Loss(0)))
}
