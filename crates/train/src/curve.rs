//! Learning curves: numbers by step, as CSV.

use serde::{Deserialize, Serialize};
use std::fmt::{self, Write as _};

/// Several series over the same steps.
///
/// ```
/// use duiyi_train::Curve;
/// let mut curve = Curve::new("epoch", &["training", "held out"]);
/// curve.push(1.0, &[0.130, 0.131]);
/// curve.push(2.0, &[0.120, 0.122]);
/// assert_eq!(curve.to_string(), "epoch,training,held out\n1,0.13,0.131\n2,0.12,0.122\n");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Curve {
    pub(crate) step: String,
    pub(crate) names: Vec<String>,
    pub(crate) rows: Vec<(f64, Vec<f64>)>,
}

impl Curve {
    /// A curve without points.
    pub fn new(step: &str, names: &[&str]) -> Curve {
        Curve { step: step.to_owned(), names: names.iter().map(|&name| name.to_owned()).collect(), rows: Vec::new() }
    }

    /// Adds a step with a value for each series; missing values are not drawn.
    pub fn push(&mut self, step: f64, values: &[f64]) {
        self.rows.push((step, values.to_vec()));
    }
}

/// The curve as CSV with a header line.
impl fmt::Display for Curve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = self.step.clone();
        for name in &self.names {
            write!(text, ",{name}")?;
        }
        text.push('\n');
        for (step, values) in &self.rows {
            write!(text, "{step}")?;
            for value in values {
                write!(text, ",{value}")?;
            }
            text.push('\n');
        }
        f.write_str(&text)
    }
}
