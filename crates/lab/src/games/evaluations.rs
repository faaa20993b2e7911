//! Evaluations by name, file or text.

use super::{EvaluationSpec, LabGame};
use crate::say;
use duiyi_engine::{EvaluationSource, NamedEvaluation};
use duiyi_game::{Notation, Reason, files};
use duiyi_kit::tuning::{Sum, WeightsOf};
use duiyi_train::genetic::{read_json, read_xml};
use std::{borrow::Cow, path::Path};

/// The static score of a position for its side to move.
pub(crate) type Judge<G> = Box<dyn Fn(&G) -> i32>;

/// The source of an evaluation.
enum Origin {
    BuiltIn,
    File(String),
    Text(String),
}

impl<G: Notation> LabGame<G> {
    /// The name of an evaluation, and its source if it is not built in.
    fn origin(&self, of: &EvaluationSpec) -> Result<(&'static str, Origin), Reason> {
        let known = self.kit().parts.evaluations();
        let by_file = |path: &str| -> Result<&NamedEvaluation<G>, Reason> {
            let found = self.kit().parts.evaluation_of_file(path);
            Ok(found.ok_or_else(|| {
                let names: Vec<&str> = known.iter().map(|known| known.name()).collect();
                let endings: Vec<&str> = known.iter().filter_map(NamedEvaluation::file_ending).collect();
                let files = if endings.is_empty() {
                    String::new()
                } else {
                    format!(", or a file that ends in {}", endings.join(" or "))
                };
                format!(
                    "eval={path}: no evaluation has this name or reads this file; expected {}{files}",
                    names.join(", ")
                )
            })?)
        };
        match of {
            EvaluationSpec::Usual => Ok((known[0].name(), Origin::BuiltIn)),
            EvaluationSpec::Text(text) => Ok((by_file("")?.name(), Origin::Text(text.to_string()))),
            EvaluationSpec::Named(name) => {
                if let Some(known) = known.iter().find(|known| known.name() == name) {
                    return Ok((known.name(), Origin::BuiltIn));
                }
                // `pattern:FILE`: a file for the evaluation with that name.
                let chosen = name
                    .split_once(':')
                    .and_then(|(one, path)| known.iter().find(|known| known.name() == one).map(|known| (known, path)));
                let (found, path) = match chosen {
                    Some(chosen) => chosen,
                    None => (by_file(name)?, name.as_str()),
                };
                let origin = match values_as_text(path)? {
                    Some(text) => Origin::Text(text),
                    None => Origin::File(path.to_owned()),
                };
                Ok((found.name(), origin))
            }
        }
    }

    /// Sets the evaluation of a player.
    pub(crate) fn give_evaluation(
        &self,
        player: &mut duiyi_engine::EnginePlayer<G>,
        of: &EvaluationSpec,
    ) -> Result<(), Reason> {
        let (name, origin) = self.origin(of)?;
        player.take_evaluation(name, origin.source())
    }

    /// A function that evaluates positions without a search.
    pub(crate) fn judge(&self, of: &EvaluationSpec) -> Result<Judge<G>, Reason> {
        let (name, origin) = self.origin(of)?;
        let known = self.kit().parts.evaluations().iter().find(|known| known.name() == name);
        let known = known.ok_or_else(|| format!("unknown evaluation '{name}'"))?.make(origin.source())?;
        Ok(Box::new(move |game| known.static_score(game).get()))
    }

    /// Calls a function with the weights of an evaluation.
    pub(crate) fn with_weights<T>(
        &self,
        of: &EvaluationSpec,
        then: impl FnOnce(WeightsOf<'_>) -> Result<T, Reason>,
    ) -> Result<T, Reason> {
        if *of == EvaluationSpec::Usual {
            return then(WeightsOf::Usual);
        }
        match self.origin(of)? {
            (name, Origin::BuiltIn) => then(WeightsOf::Named(name)),
            (_, Origin::Text(text)) => {
                self.warn_of_constraints(&text);
                then(WeightsOf::Text(&text))
            }
            (_, Origin::File(path)) => {
                let text = files::read_text(&path, files::MAX_TEXT).map_err(|error| format!("{path}: {error}"))?;
                self.warn_of_constraints(&text);
                then(WeightsOf::Text(&text)).map_err(|error| format!("{path}: {error}").into())
            }
        }
    }

    /// Prints a line for each constraint that the text of weights breaks. A wrong text is reported elsewhere.
    fn warn_of_constraints(&self, text: &str) {
        let broken = self.tuning().check.and_then(|check| check(WeightsOf::Text(text)).ok());
        for constraint in broken.unwrap_or_default() {
            say::news(format_args!("warning: the weights break a constraint: {constraint}"));
        }
    }

    /// An evaluation by its name or file, as a sum of weights.
    pub(crate) fn sum(&self, name: &str) -> Result<Box<dyn Sum<G>>, Reason> {
        let make = self.tuning().sum.ok_or_else(|| format!("{} has no weights to tune", self.kit().name))?;
        self.with_weights(&EvaluationSpec::named(name), |of| make(self.start(), of))
    }
}

impl Origin {
    fn source(&self) -> Option<EvaluationSource<'_>> {
        match self {
            Origin::BuiltIn => None,
            Origin::File(path) => Some(EvaluationSource::File(path)),
            Origin::Text(text) => Some(EvaluationSource::Text(text)),
        }
    }
}

/// The values of an XML or JSON file of the genetic algorithm, with a name and a value per line;
/// `None` for any other file.
fn values_as_text(file: &str) -> Result<Option<String>, Reason> {
    let failed = |error: Reason| -> Reason { format!("{file}: {error}").into() };
    let text = || files::read_text(file, files::MAX_TEXT).map_err(|error| failed(error.into()));
    let values = match Path::new(file).extension().map(|end| end.to_string_lossy()) {
        Some(Cow::Borrowed("xml")) => read_xml(&text()?).map_err(|error| failed(error.into()))?,
        Some(Cow::Borrowed("json")) => read_json(&text()?).map_err(|error| failed(error.into()))?,
        _ => return Ok(None),
    };
    Ok(Some(values.iter().map(|(name, value)| format!("{name} {value}\n")).collect()))
}
