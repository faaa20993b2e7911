//! The check of a numbering.

use crate::{
    AnalysisError, Numbered,
    expand::{Edge, Expander, Node},
};

/// Checks a numbering: each position has the index that it came from, and if there are predecessors,
/// they agree with the moves. It is slow, and meant for tests of small tables.
///
/// # Errors
///
/// [`AnalysisError::Index`], [`AnalysisError::Unused`], [`AnalysisError::Range`] or
/// [`AnalysisError::Predecessor`] with the first wrong index.
pub fn check_numbering<N: Numbered>(numbering: &N) -> Result<(), AnalysisError> {
    let mut expander = Expander::inside(numbering);
    let mut before = Vec::new();
    for index in 0..numbering.size() {
        let Some(position) = numbering.position(index) else { continue };
        let found = numbering.index(&position);
        if found != Some(index) {
            return Err(AnalysisError::Index { index, found });
        }
        if let Node::Open = expander.expand(index)? {
            for &Edge { index: to, .. } in expander.edges() {
                if numbering.position(to).is_none() {
                    return Err(AnalysisError::Unused { from: index, to });
                }
                before.clear();
                numbering.predecessors(to, &mut before);
                if N::HAS_PREDECESSORS && !before.contains(&index) {
                    return Err(AnalysisError::Predecessor { from: index, to });
                }
            }
        }
        before.clear();
        numbering.predecessors(index, &mut before);
        for &from in &before {
            if let Node::Open = expander.expand(from)?
                && !expander.edges().iter().any(|edge| edge.index == index)
            {
                return Err(AnalysisError::Predecessor { from, to: index });
            }
        }
    }
    Ok(())
}
