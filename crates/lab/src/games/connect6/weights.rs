//! Sets of weights by their names or from files.

use crate::games::EvaluationSpec;
use duiyi_connect6::evaluation::{Weights, WeightsError};
use duiyi_game::Reason;
use duiyi_tune::genetic::{read_json, read_xml};
use std::{fs, path::Path};

/// The weights: `tuned`, `plain` (by hand), or a file of [`Weights`], or of stone values as XML or JSON.
pub(crate) fn weights(evaluation: &EvaluationSpec) -> Result<Weights, Reason> {
    match evaluation {
        EvaluationSpec::Usual => Ok(Weights::tuned()),
        EvaluationSpec::Text(text) => Ok(text.parse()?),
        EvaluationSpec::Named(name) if name == "tuned" => Ok(Weights::tuned()),
        EvaluationSpec::Named(name) if name == "plain" => Ok(Weights::plain()),
        EvaluationSpec::Named(file) => read(file),
    }
}

/// The pairs of a name and a value in a file of XML or JSON; none in any other.
pub(super) fn pairs(file: &str) -> Result<Option<Vec<(String, u16)>>, Reason> {
    let failed = |error: Reason| -> Reason { format!("{file}: {error}").into() };
    let path = Path::new(file);
    let text = || fs::read_to_string(path).map_err(|error| failed(error.into()));
    match path.extension().and_then(|end| end.to_str()) {
        Some("xml") => Ok(Some(read_xml(&text()?).map_err(|error| failed(error.into()))?)),
        Some("json") => Ok(Some(read_json(&text()?).map_err(|error| failed(error.into()))?)),
        _ => Ok(None),
    }
}

fn read(file: &str) -> Result<Weights, Reason> {
    let Some(pairs) = pairs(file)? else {
        let failed = |error: Reason| format!("{file}: {error}");
        let text = fs::read_to_string(file).map_err(|error| failed(error.into()))?;
        return Ok(text.parse().map_err(|error: WeightsError| failed(error.into()))?);
    };
    let lines: String = pairs.iter().map(|(name, value)| format!("{name} {value}\n")).collect();
    Ok(lines.parse().map_err(|error: WeightsError| format!("{file}: {error}"))?)
}
