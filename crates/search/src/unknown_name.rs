//! The error for unknown names.

/// A name that does not belong to a switch or constant of a set.
///
/// ```
/// let error = duiyi_search::Parameters::default().set("luck", 1).unwrap_err();
/// assert!(error.to_string().starts_with("unknown constant 'luck'; expected one of aspiration_width, "));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown {kind} '{name}'; expected one of {names}", names = expected.join(", "))]
pub struct UnknownName {
    kind: &'static str,
    name: String,
    expected: &'static [&'static str],
}

impl UnknownName {
    /// The name that was read (its first 40 characters are kept), the kind of name, and the valid
    /// names.
    pub fn new(kind: &'static str, name: &str, expected: &'static [&'static str]) -> UnknownName {
        UnknownName { kind, name: name.chars().take(40).collect(), expected }
    }
}
