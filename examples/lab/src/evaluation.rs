//! Which evaluation, by name: `tuned`, `hand`, `thesis` or a file of weights.

use duiyi_xiangqi::Weights;
use std::{convert::Infallible, fmt, fs, path::PathBuf, str::FromStr, sync::Arc};

/// An evaluation as named on the command line.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) enum EvaluationSpec {
    /// The tuned weights, which are built in.
    #[default]
    Tuned,
    /// The weights set by hand from which tuning starts.
    Hand,
    /// The evaluation of the thesis.
    Thesis,
    /// Weights of a file, written by `lab texel`.
    File(PathBuf),
}

impl EvaluationSpec {
    /// The weights; `None` for the thesis's evaluation, which has other features.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub(crate) fn weights(&self) -> Result<Option<Arc<Weights>>, String> {
        Ok(match self {
            EvaluationSpec::Tuned => Some(Weights::tuned()),
            EvaluationSpec::Hand => Some(Arc::new(Weights::by_hand())),
            EvaluationSpec::Thesis => None,
            EvaluationSpec::File(path) => {
                let read = || -> Result<Weights, Box<dyn std::error::Error>> { Ok(fs::read_to_string(path)?.parse()?) };
                Some(Arc::new(read().map_err(|error| format!("{}: {error}", path.display()))?))
            }
        })
    }
}

impl FromStr for EvaluationSpec {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<EvaluationSpec, Infallible> {
        Ok(match text {
            "tuned" => EvaluationSpec::Tuned,
            "hand" => EvaluationSpec::Hand,
            "thesis" => EvaluationSpec::Thesis,
            path => EvaluationSpec::File(path.into()),
        })
    }
}

impl fmt::Display for EvaluationSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EvaluationSpec::Tuned => f.write_str("tuned"),
            EvaluationSpec::Hand => f.write_str("hand"),
            EvaluationSpec::Thesis => f.write_str("thesis"),
            EvaluationSpec::File(path) => write!(f, "{}", path.display()),
        }
    }
}
