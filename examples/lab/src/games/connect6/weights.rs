//! Sets of weights by their names or from files.

use crate::games::EvaluationSpec;
use duiyi_connect6::evaluation::Weights;
use duiyi_game::Reason;
use duiyi_tune::genetic::{read_json, read_xml};
use std::{fs, path::Path};

/// The weights: `tuned`, `plain` (by hand), or a file of [`Weights`], or of stone values as XML or JSON.
pub(crate) fn weights(evaluation: &EvaluationSpec) -> Result<Weights, Reason> {
    match evaluation {
        EvaluationSpec::Usual => Ok(Weights::tuned()),
        EvaluationSpec::Text(text) => Ok(text.parse()?),
        EvaluationSpec::Named(name) if name == "plain" => Ok(Weights::plain()),
        EvaluationSpec::Named(file) => read(Path::new(file)).map_err(|error| format!("{file}: {error}").into()),
    }
}

fn read(path: &Path) -> Result<Weights, Reason> {
    let text = fs::read_to_string(path)?;
    let pairs = match path.extension().and_then(|end| end.to_str()) {
        Some("xml") => read_xml(&text)?,
        Some("json") => read_json(&text)?,
        _ => return Ok(text.parse()?),
    };
    let lines: String = pairs.iter().map(|(name, value)| format!("{name} {value}\n")).collect();
    Ok(lines.parse()?)
}
