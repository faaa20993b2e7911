//! The solver and its proofs.

use super::board::{Board, rules_of, turn_text};
use crate::{
    error::{refused, unproved},
    pickle::{Pickled, pickled},
    search::{Reports, Reserved, abandoned_by_signals, watched},
};
use duiyi_connect6::{
    Rules,
    solver::{self, SolverLimits},
};
use duiyi_search::StopHandle;
use pyo3::prelude::*;

/// The largest table in MiB. It is filled when it is first used.
const MAX_MEBIBYTES: u64 = 2048;

/// A search for wins by consecutive threats, with its table; its wins are proved.
///
/// It runs without the interpreter lock; Ctrl-C ends it.
///
/// >>> from duiyi.connect6 import Board, Solver
/// >>> board = Board.read("moves J10 A1-S1 K10-L10 A19-S19")
/// >>> solver = Solver()
/// >>> found = solver.solve(board)
/// >>> found.status, found.turns
/// ('win', 4)
/// >>> solver.proof(board).check(board)
#[pyclass(frozen, weakref, module = "duiyi.connect6")]
pub(crate) struct Solver(Reserved<solver::Solver>);

/// The result of a solver.
#[pyclass(frozen, module = "duiyi.connect6")]
pub(crate) struct Solution {
    /// "win", "no win" (by double threats within the turns allowed), or "unknown".
    #[pyo3(get)]
    status: String,
    /// The number of turns to the win of the side to move; None without a win.
    #[pyo3(get)]
    turns: Option<u32>,
    /// The first turn of the win, as text; None without a win.
    #[pyo3(get)]
    turn: Option<String>,
    /// The searched positions with the attacker to move.
    #[pyo3(get)]
    nodes: u64,
}

impl Solution {
    fn of(found: &solver::Solution, rules: Rules, nodes: u64) -> Solution {
        let (status, turns, turn) = match found {
            solver::Solution::Win { turns, turn } => ("win", Some(*turns), Some(turn_text(rules, turn))),
            solver::Solution::NoWin => ("no win", None, None),
            solver::Solution::Unknown => ("unknown", None, None),
        };
        Solution { status: status.to_owned(), turns, turn, nodes }
    }
}

/// The fields of a result.
type Fields = (String, Option<u32>, Option<String>, u64);

#[pymethods]
impl Solution {
    #[staticmethod]
    fn _restore(status: String, turns: Option<u32>, turn: Option<String>, nodes: u64) -> Solution {
        Solution { status, turns, turn, nodes }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py, Fields>> {
        pickled::<Solution, _>(py, (self.status.clone(), self.turns, self.turn.clone(), self.nodes))
    }

    fn __repr__(&self) -> String {
        let win = self.turns.zip(self.turn.as_ref()).map(|(turns, turn)| format!(" in {turns}: {turn}"));
        format!("<Solution {}{}>", self.status, win.unwrap_or_default())
    }
}

/// A proof of a win: an answer to every reply of the other side.
#[pyclass(frozen, module = "duiyi.connect6")]
pub(crate) struct Proof {
    proof: solver::Proof,
    rules: Rules,
}

#[pymethods]
impl Proof {
    /// The winner's turns in the longest line.
    #[getter]
    fn turns(&self) -> u32 {
        self.proof.turns()
    }

    /// The winner's turns in the whole tree.
    #[getter]
    fn size(&self) -> usize {
        self.proof.size()
    }

    /// A longest line: the winner's turn, the reply, and so on, as text.
    #[getter]
    fn line(&self) -> Vec<String> {
        self.proof.line().iter().map(|turn| turn_text(self.rules, turn)).collect()
    }

    /// The proof for a board as a text that `connect6-engine verify` checks by the rules alone.
    fn certificate(&self, board: &Board) -> PyResult<String> {
        let rules = board.now().rules();
        if rules != self.rules {
            return Err(refused(format_args!(
                "a board of the rules {rules}: expected those of the proof, {}",
                self.rules
            )));
        }
        Ok(self.proof.certificate(board.now()))
    }

    /// Checks the proof by the rules alone. Raises ProofError with the place if it is wrong.
    fn check(&self, py: Python<'_>, board: &Board) -> PyResult<()> {
        let text = self.certificate(board)?;
        let checked = abandoned_by_signals(py, move || duiyi_proof::verify::<duiyi_connect6::Board>(&text))?;
        checked.map(drop).map_err(|error| unproved(py, error))
    }

    fn __repr__(&self) -> String {
        format!("<Proof in {} turns, {} in all: {}>", self.turns(), self.size(), self.line().join(" "))
    }
}

/// The limits of a call.
struct Reach {
    turns: u32,
    nodes: Option<u64>,
}

impl Solver {
    /// Runs the solver; Ctrl-C stops it.
    fn run<T: Send>(
        &self,
        board: &Bound<'_, Board>,
        reach: Reach,
        work: impl FnOnce(&mut solver::Solver, &duiyi_connect6::Board, &SolverLimits<'_>) -> T + Send,
    ) -> PyResult<T> {
        if !(1..=250).contains(&reach.turns) {
            return Err(refused(format_args!("{} turns: expected 1 to 250", reach.turns)));
        }
        let now = board.borrow().now().clone();
        let stop = StopHandle::new();
        let stopped = stop.clone();
        let mut solver = self.0.wait(board.py())?;
        let solver = &mut *solver;
        let _here = self.0.join();
        let run = move |_reports: Reports<()>| {
            let is_stopped = || stopped.is_stopped();
            let limits =
                SolverLimits { turns: reach.turns, nodes: reach.nodes.unwrap_or(u64::MAX), stop: Some(&is_stopped) };
            work(solver, &now, &limits)
        };
        watched(board.py(), &stop, run, |_, ()| Ok(()))
    }
}

#[pymethods]
impl Solver {
    #[new]
    #[pyo3(signature = (*, rules="", mebibytes=16))]
    fn new(rules: &str, mebibytes: u64) -> PyResult<Solver> {
        let most = duiyi_engine::usable_memory().unwrap_or(MAX_MEBIBYTES).clamp(1, MAX_MEBIBYTES);
        if !(1..=most).contains(&mebibytes) {
            return Err(refused(format_args!("mebibytes={mebibytes}: expected 1 to {most}")));
        }
        let mebibytes = mebibytes as usize;
        Ok(Solver(Reserved::new(solver::Solver::new(rules_of(rules)?, mebibytes << 20))))
    }

    /// Searches for a win by threats of the side to move within `turns` of its turns.
    /// `conservative` finds fewer wins, with less effort: its "no win" proves nothing.
    #[pyo3(signature = (board, *, turns=40, nodes=None, conservative=false))]
    fn solve(
        &self,
        board: &Bound<'_, Board>,
        turns: u32,
        nodes: Option<u64>,
        conservative: bool,
    ) -> PyResult<Solution> {
        let rules = board.borrow().now().rules();
        let (solution, nodes) = self.run(board, Reach { turns, nodes }, |solver, board, limits| {
            let found =
                if conservative { solver.solve_conservatively(board, limits) } else { solver.solve(board, limits) };
            (found, solver.nodes())
        })?;
        Ok(Solution::of(&solution, rules, nodes))
    }

    /// The proof of the win that `solve` finds; None if it finds none: it may still be unknown whether there is one.
    #[pyo3(signature = (board, *, turns=40, nodes=None))]
    fn proof(&self, board: &Bound<'_, Board>, turns: u32, nodes: Option<u64>) -> PyResult<Option<Proof>> {
        let rules = board.borrow().now().rules();
        let proof = self.run(board, Reach { turns, nodes }, |solver, board, limits| solver.proof(board, limits))?;
        Ok(proof.map(|proof| Proof { proof, rules }))
    }
}
