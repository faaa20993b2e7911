//! Named parameters, which tuners vary and engines read.

use serde::{Deserialize, Serialize};

/// A parameter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    /// The name, unique in its set.
    pub name: String,
    /// The current value.
    pub value: f64,
    /// The minimum.
    pub min: f64,
    /// The maximum.
    pub max: f64,
    /// A change with a noticeable effect: SPSA's c at the end, or the size of a mutation. Above 0.
    pub step: f64,
}

/// An invalid parameter or set.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ParameterError {
    /// The text is not `name=value,min,max,step`.
    #[error("'{0}': expected NAME=VALUE,MIN,MAX,STEP")]
    Form(String),
    /// The numbers are inconsistent.
    #[error("{0}: expected min ≤ value ≤ max and a step above 0")]
    Range(String),
    /// A duplicate name.
    #[error("duplicate parameter {0}: expected unique names")]
    Twice(String),
    /// An unknown name.
    #[error("unknown parameter '{name}'; expected one of {expected}")]
    Unknown {
        /// The unknown name, shortened.
        name: String,
        /// The known names.
        expected: String,
    },
}

impl Parameter {
    /// A parameter.
    ///
    /// # Errors
    /// If the value is out of range, the range is empty, or the step is not above 0.
    pub fn new(name: &str, value: f64, min: f64, max: f64, step: f64) -> Result<Parameter, ParameterError> {
        let sound = min <= value && value <= max && step > 0.0 && step.is_finite() && (max - min).is_finite();
        let parameter = Parameter { name: name.to_owned(), value, min, max, step };
        if sound { Ok(parameter) } else { Err(ParameterError::Range(name.to_owned())) }
    }

    /// Clamps a value to the range.
    pub fn clamp(&self, value: f64) -> f64 {
        value.clamp(self.min, self.max)
    }
}

/// Reads `name=value,min,max,step`.
impl std::str::FromStr for Parameter {
    type Err = ParameterError;

    fn from_str(text: &str) -> Result<Parameter, ParameterError> {
        let form = || ParameterError::Form(text.chars().take(60).collect());
        let (name, numbers) = text.split_once('=').ok_or_else(form)?;
        let numbers: Vec<f64> = numbers.split(',').map(str::parse).collect::<Result<_, _>>().map_err(|_| form())?;
        match numbers[..] {
            [value, min, max, step] if !name.is_empty() => Parameter::new(name, value, min, max, step),
            _ => Err(form()),
        }
    }
}

/// A vector of named parameters.
///
/// ```
/// use duiyi_train::{Parameter, ParameterSet};
/// let mut set = ParameterSet::new(vec!["lmr_base=0,-64,128,8".parse()?, Parameter::new("margin", 75.0, 20.0, 200.0, 10.0)?])?;
/// set.set("margin", 1000.0)?;
/// assert_eq!(set.get("margin"), Some(200.0), "values stay in their range");
/// assert_eq!(set.values(), [0.0, 200.0]);
/// # Ok::<(), duiyi_train::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct ParameterSet {
    parameters: Vec<Parameter>,
}

impl ParameterSet {
    /// A set.
    ///
    /// # Errors
    /// If a name is duplicated.
    pub fn new(parameters: Vec<Parameter>) -> Result<ParameterSet, ParameterError> {
        for (i, parameter) in parameters.iter().enumerate() {
            if parameters[..i].iter().any(|other| other.name == parameter.name) {
                return Err(ParameterError::Twice(parameter.name.clone()));
            }
        }
        Ok(ParameterSet { parameters })
    }

    /// The parameters in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Parameter> {
        self.parameters.iter()
    }

    /// The number of parameters.
    pub fn len(&self) -> usize {
        self.parameters.len()
    }

    /// Whether there are no parameters.
    pub fn is_empty(&self) -> bool {
        self.parameters.is_empty()
    }

    /// The value of the parameter with this name.
    pub fn get(&self, name: &str) -> Option<f64> {
        self.parameters.iter().find(|parameter| parameter.name == name).map(|parameter| parameter.value)
    }

    /// Sets a value by name, clamped to its range.
    ///
    /// # Errors
    /// If no parameter has the name.
    pub fn set(&mut self, name: &str, value: f64) -> Result<(), ParameterError> {
        let Some(at) = self.parameters.iter().position(|parameter| parameter.name == name) else {
            let names: Vec<&str> = self.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
            return Err(ParameterError::Unknown { name: name.chars().take(60).collect(), expected: names.join(", ") });
        };
        self.parameters[at].value = self.parameters[at].clamp(value);
        Ok(())
    }

    /// All values, in order.
    pub fn values(&self) -> Vec<f64> {
        self.parameters.iter().map(|parameter| parameter.value).collect()
    }

    /// The same parameters with other values, clamped to their ranges; parameters
    /// without a new value keep the old one.
    #[must_use]
    pub fn with_values(&self, values: &[f64]) -> ParameterSet {
        let mut set = self.clone();
        for (parameter, &value) in set.parameters.iter_mut().zip(values) {
            parameter.value = parameter.clamp(value);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_parameter_texts_are_reported() {
        let parameter: Parameter = "margin=75,20,200,10".parse().unwrap();
        assert_eq!(parameter, Parameter::new("margin", 75.0, 20.0, 200.0, 10.0).unwrap());
        for bad in ["", "margin", "margin=1,2,3", "=1,0,2,1", "margin=1,0,2,1,5", "margin=a,0,2,1"] {
            assert!(matches!(bad.parse::<Parameter>(), Err(ParameterError::Form(_))), "{bad}");
        }
        for bad in ["m=3,0,2,1", "m=1,0,2,0", "m=NaN,0,2,1", "m=1,0,inf,1"] {
            assert_eq!(bad.parse::<Parameter>(), Err(ParameterError::Range("m".into())), "{bad}");
        }
        let twice = ParameterSet::new(vec![parameter.clone(), parameter]);
        assert_eq!(twice, Err(ParameterError::Twice("margin".into())));
    }
}
