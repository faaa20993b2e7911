//! The constants of the player with the names of their options, in addition to those of every
//! alpha-beta search: for tuning and for matches.

use crate::search::SearchSettings;
use duiyi_engine::{OptionError, OptionKind, OptionSpec};

/// A constant: the name of its option, and the function that sets it.
type Constant = (&'static str, fn(&mut SearchSettings, i32));

/// The player's own constants.
const TABLE: [Constant; 11] = [
    ("param.width_root", |settings, value| settings.width.root = byte(value)),
    ("param.width_inner", |settings, value| settings.width.inner = byte(value)),
    ("param.effort_principal", |settings, value| settings.effort.principal = whole(value)),
    ("param.effort_root", |settings, value| settings.effort.root = whole(value)),
    ("param.effort_inner", |settings, value| settings.effort.inner = whole(value)),
    ("param.effort_leaf", |settings, value| settings.effort.leaf = whole(value)),
    ("param.root_effort", |settings, value| settings.root_effort = whole(value).into()),
    ("param.standing_threat_cost", |settings, value| settings.standing_threat.cost = short(value)),
    ("param.standing_threat_plies", |settings, value| settings.standing_threat.plies = byte(value)),
    ("param.prior", |settings, value| settings.prior = short(value)),
    ("param.pairs", |settings, value| settings.pairs = short(value)),
];

fn byte(value: i32) -> u8 {
    value.clamp(0, u8::MAX.into()) as u8
}

fn short(value: i32) -> u16 {
    value.clamp(0, u16::MAX.into()) as u16
}

fn whole(value: i32) -> u32 {
    value.max(0) as u32
}

/// The options of the constants, which front ends do not show.
pub(super) fn specs() -> impl Iterator<Item = OptionSpec> {
    let kind = OptionKind::Spin { default: 0, min: i32::MIN.into(), max: i32::MAX.into() };
    TABLE.iter().map(move |(name, _)| OptionSpec::new(name, kind.clone()).hidden())
}

/// Sets a constant by the name of its option; `None` for another name. A number out of range
/// becomes the nearest one in the range.
pub(super) fn set(settings: &mut SearchSettings, name: &str, value: &str) -> Option<Result<(), OptionError>> {
    let (_, set) = TABLE.iter().find(|constant| constant.0 == name)?;
    let number = value.parse().map_err(|_| OptionError::value(name, value, "a whole number"));
    Some(number.map(|number| set(settings, number)))
}
