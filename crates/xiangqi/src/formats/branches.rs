//! The tree of moves in depth-first order, as XQF and CBR store it: a move is followed by its continuation, then by
//! the alternatives to it that its flags announce.

use super::record::{Editor, NodeId};

/// The alternatives that are announced and not yet read.
#[derive(Debug, Default)]
pub(super) struct Branches {
    /// The nodes from which they branch.
    pending: Vec<NodeId>,
    /// In a branch that is left out, the number of those pending outside of it.
    broken: Option<usize>,
}

impl Branches {
    /// Begins a move, which may announce an alternative. Returns whether it is to be played.
    pub(super) fn begin(&mut self, editor: &Editor<'_>, has_alternative: bool) -> bool {
        if has_alternative {
            self.pending.push(editor.id());
        }
        self.broken.is_none()
    }

    /// Leaves out the rest of the branch, as the move cannot be played.
    pub(super) fn break_off(&mut self) {
        self.broken = Some(self.pending.len());
    }

    /// Ends a line; the next move is the last alternative announced. Returns false if there is none.
    pub(super) fn end_line(&mut self, editor: &mut Editor<'_>) -> bool {
        let outside = self.broken.is_none_or(|outside| outside == self.pending.len());
        let Some(branch) = self.pending.pop() else { return false };
        if outside {
            self.broken = None;
            editor.go_to(branch);
        }
        true
    }
}
