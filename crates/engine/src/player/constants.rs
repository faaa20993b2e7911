//! The switches and constants of a search as options: `switch.null_move`, `param.lmr_factor`.

use crate::player::{OptionError, OptionKind, OptionSpec, read_check};
use duiyi_search::{Enhancements, MonteCarloParameters, Parameters};

/// The prefix of switch options.
const SWITCH: &str = "switch.";
/// The prefix of constant options.
const CONSTANT: &str = "param.";

/// The options of every alpha-beta search for its switches and constants, hidden from front ends.
pub fn constant_specs() -> impl Iterator<Item = OptionSpec> {
    let (usual, constants) = (Enhancements::default(), Parameters::default());
    let switches = Enhancements::NAMES.iter().zip(Enhancements::OPTIONS);
    let switches = switches.map(move |(name, option)| OptionSpec::check(option, usual.get(name).unwrap_or_default()));
    let constants = Parameters::NAMES.iter().zip(Parameters::OPTIONS).map(move |(name, option)| {
        let range = Parameters::range(name).unwrap_or(0..=0);
        let default = constants.get(name).unwrap_or_default().into();
        OptionSpec::new(option, OptionKind::Spin { default, min: (*range.start()).into(), max: (*range.end()).into() })
    });
    switches.chain(constants).map(OptionSpec::hidden)
}

/// Sets a switch or a constant by the name of its option; `None` for any other name. The value of a
/// constant is clamped to its range.
pub fn set_constant(
    enhancements: &mut Enhancements,
    parameters: &mut Parameters,
    name: &str,
    value: &str,
) -> Option<Result<(), OptionError>> {
    if let Some(switch) = name.strip_prefix(SWITCH) {
        return Some(read_check(name, value).and_then(|on| {
            enhancements.set(switch, on).map_err(|error| OptionError::Constant { reason: error.to_string() })
        }));
    }
    let constant = name.strip_prefix(CONSTANT)?;
    Some(read_constant(name, value).and_then(|number| {
        parameters.set(constant, number).map_err(|error| OptionError::Constant { reason: error.to_string() })
    }))
}

/// Sets a constant of a Monte Carlo tree search by the name of its option; `None` for any other name.
pub(crate) fn set_tree_constant(
    parameters: &mut MonteCarloParameters,
    name: &str,
    value: &str,
) -> Option<Result<(), OptionError>> {
    let constant = name.strip_prefix(CONSTANT)?;
    Some(read_constant(name, value).and_then(|number| {
        parameters.set(constant, number).map_err(|error| OptionError::Constant { reason: error.to_string() })
    }))
}

/// Reads the value of a constant.
///
/// # Errors
/// If it is not a 32-bit integer.
fn read_constant(name: &str, value: &str) -> Result<i32, OptionError> {
    value.parse().map_err(|_| OptionError::value(name, value, "a whole number"))
}
