//! Checking written proofs of any game of the package.

use crate::{
    error::{foreign_proof, unproved},
    pickle::{Pickled, pickled},
    search::abandoned_by_signals,
};
use duiyi_game::Notation;
use duiyi_proof::{Accepted, Certificate, Claim, ProofError, check};
use duiyi_xiangqi::Xiangqi;
use pyo3::prelude::*;

/// An accepted proof: what it proves, and its size.
#[pyclass(frozen, eq, hash, module = "duiyi")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Verified {
    /// The name of the game: "xiangqi" or "connect6".
    #[pyo3(get)]
    game: String,
    /// The name of the rules.
    #[pyo3(get)]
    rules: String,
    /// The start position, with the moves before it, if any.
    #[pyo3(get)]
    position: String,
    /// The greatest number of its own turns in which the side to move wins on the board; None if the
    /// proof claims a win by the rules without a number of turns.
    #[pyo3(get)]
    mate: Option<u32>,
    /// The number of lines of play, each of which ends with the win.
    #[pyo3(get)]
    leaves: u64,
    /// The number of moves in the longest line.
    #[pyo3(get)]
    plies: usize,
}

impl Verified {
    fn of(certificate: Certificate, accepted: Accepted) -> Verified {
        let Certificate { game, rules, position, claim, .. } = certificate;
        let mate = match claim {
            Claim::Mate(turns) => Some(turns),
            Claim::Win => None,
        };
        Verified { game, rules, position, mate, leaves: accepted.leaves, plies: accepted.plies }
    }

    fn claim(&self) -> String {
        self.mate.map_or(Claim::Win, Claim::Mate).to_string()
    }
}

/// The fields of an accepted proof.
type Fields = (String, String, String, Option<u32>, u64, usize);

#[pymethods]
impl Verified {
    /// What is proved for the side to move: "mate N" or "win".
    #[getter(claim)]
    fn claim_text(&self) -> String {
        self.claim()
    }

    #[staticmethod]
    fn _restore(game: String, rules: String, position: String, mate: Option<u32>, leaves: u64, plies: usize) -> Self {
        Verified { game, rules, position, mate, leaves, plies }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py, Fields>> {
        let Verified { game, rules, position, mate, leaves, plies } = self.clone();
        pickled::<Verified, _>(py, (game, rules, position, mate, leaves, plies))
    }

    fn __repr__(&self) -> String {
        format!("<Verified {}: {}, {} lines of at most {} plies>", self.game, self.claim(), self.leaves, self.plies)
    }
}

/// Checks a proof by the rules of its game alone, as `xiangqi-engine verify` and `connect6-engine verify`
/// do. Raises UnreadableProofError or RefusedProofError, both ProofError, with the place and the reason.
///
/// It runs without the interpreter lock; Ctrl-C ends the call.
///
/// >>> import duiyi
/// >>> proof = '''duiyi-proof 1
/// ... game: xiangqi
/// ... rules: asian-120
/// ... position: 3k5/R8/1R7/9/9/9/9/9/9/4K4 w - - 0 1
/// ... claim: mate 1
/// ... b7b9 mated
/// ... '''
/// >>> duiyi.verify(proof)
/// <Verified xiangqi: mate 1, 1 lines of at most 1 plies>
/// >>> duiyi.verify(proof.replace("b7b9", "a8a7"))
/// Traceback (most recent call last):
///   ...
/// duiyi.RefusedProofError: line 6, after a8a7: the game is not over, although the proof claims 'mated'
#[pyfunction]
pub(crate) fn verify(py: Python<'_>, text: String) -> PyResult<Verified> {
    let games = [<Xiangqi as Notation>::NAME, <duiyi_connect6::Board as Notation>::NAME];
    let checked = abandoned_by_signals(py, move || -> Result<Result<Verified, String>, ProofError> {
        let certificate = Certificate::read(&text)?;
        let accepted = match &certificate.game {
            game if game == games[0] => check::<Xiangqi>(&certificate)?,
            game if game == games[1] => check::<duiyi_connect6::Board>(&certificate)?,
            _ => return Ok(Err(certificate.game)),
        };
        Ok(Ok(Verified::of(certificate, accepted)))
    })?;
    checked.map_err(|error| unproved(py, error))?.map_err(|game| foreign_proof(py, &game, &games))
}
