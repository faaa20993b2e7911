//! Analysis by successors alone: for each distance, all undecided positions are visited.

use crate::{
    AnalysisError, Numbered, Probe, Progress, Stage, Value,
    analysis::values::Values,
    expand::{Expander, Node},
    value::Packed,
    work::Workers,
};

/// The result of a pass, of one thread.
struct Pass<'a, N: Numbered> {
    expander: Expander<'a, N>,
    /// The number of decided positions.
    decided: u64,
    /// The smallest greater distance of a move that leaves the table.
    next: Option<u16>,
}

impl<N: Numbered> Pass<'_, N> {
    /// The value of an open position, if it is decided in `plies`.
    fn decide(&mut self, index: u64, values: &Values, plies: u16) -> Result<Option<Value>, AnalysisError> {
        let mut all_lose = true;
        let leaving = self.expander.leaving();
        if let Some(later) = leaving.and_then(Value::plies).filter(|&later| later > plies) {
            self.next = Some(self.next.map_or(later, |next| next.min(later)));
        }
        match leaving {
            Some(Value::Win(at)) if at <= plies => return Ok(leaving),
            Some(Value::Loss(at)) if at <= plies => {}
            Some(_) => all_lose = false,
            None => {}
        }
        for edge in self.expander.edges() {
            let Some(value) = values.before(edge.index, plies) else {
                all_lose = false;
                continue;
            };
            let value = value.of_move(edge.same_mover).ok_or(AnalysisError::TooLong { index })?;
            if let Value::Win(_) = value {
                return Ok(Some(value));
            }
        }
        // A loss in less would have been found earlier.
        Ok(all_lose.then_some(Value::Loss(plies)))
    }
}

/// Finds all values.
pub(crate) fn solve<N: Numbered>(
    numbering: &N,
    outer: &dyn Probe<N::Game>,
    workers: &Workers<'_>,
) -> Result<Vec<Packed>, AnalysisError> {
    let size = numbering.size();
    let values = Values::new(size)?;
    let mut plies = 0;
    loop {
        let make = || Pass { expander: Expander::new(numbering, outer), decided: 0, next: None };
        let visit = |pass: &mut Pass<'_, N>, index| {
            if values.get(index) != Packed::UNDECIDED {
                return Ok(());
            }
            let value = match pass.expander.expand(index)? {
                Node::Unused => Some(Packed::INVALID),
                Node::Ended(value) => Some(Packed::new(value)),
                Node::Open if plies == 0 => None,
                Node::Open => pass.decide(index, &values, plies)?.map(Packed::new),
            };
            if let Some(value) = value {
                values.decide(index, value);
                pass.decided += 1;
            }
            Ok(())
        };
        let passes = workers.pass(Progress { stage: Stage::Deciding, plies, done: 0, size }, make, visit)?;
        let decided: u64 = passes.iter().map(|pass| pass.decided).sum();
        let next = passes.iter().filter_map(|pass| pass.next).min();
        plies = match next {
            _ if plies == 0 || decided > 0 => plies + 1,
            Some(next) => next,
            None => return Ok(values.finish()),
        };
    }
}
