//! The destination of generated moves.

/// Receives the moves that a game generates.
#[derive(Debug)]
pub struct MoveSink<'a, M> {
    stack: &'a mut Vec<Candidate<M>>,
}

/// A generated move with its ordering score.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate<M> {
    pub(crate) mv: M,
    pub(crate) value: i32,
}

impl<'a, M> MoveSink<'a, M> {
    pub(crate) fn new(stack: &'a mut Vec<Candidate<M>>) -> Self {
        MoveSink { stack }
    }

    /// Adds a move.
    #[inline]
    pub fn push(&mut self, mv: M) {
        self.stack.push(Candidate { mv, value: 0 });
    }
}

impl<M> Extend<M> for MoveSink<'_, M> {
    fn extend<I: IntoIterator<Item = M>>(&mut self, moves: I) {
        // The stack is a local variable while it grows, so that its length stays in a register.
        let mut stack = std::mem::take(self.stack);
        stack.extend(moves.into_iter().map(|mv| Candidate { mv, value: 0 }));
        *self.stack = stack;
    }
}
