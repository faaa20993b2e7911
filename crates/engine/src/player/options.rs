//! Options that are set by name, from a protocol or a command line.

use duiyi_game::shortened;
use std::{fmt::Display, ops::RangeInclusive, str::FromStr};

/// An option of a player or a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// The name in UCI: `Hash`, `Skill Level`. It is matched without regard to case.
    pub name: &'static str,
    /// The name in UCCI, if it has one: `hashsize`.
    pub ucci: Option<&'static str>,
    /// The type of the value.
    pub kind: OptionKind,
    /// Whether a session accepts the option without announcing it, as for switches and constants of
    /// the search, which only tests and tuners set.
    pub hidden: bool,
}

/// The type of an option, with its default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `true` or `false`.
    Check {
        /// The default.
        default: bool,
    },
    /// An integer within bounds.
    Spin {
        /// The default.
        default: i64,
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// The default.
        default: String,
        /// All words.
        choices: Vec<String>,
    },
    /// Any text, for example the name of a file. The empty text means none.
    Text {
        /// The default.
        default: String,
    },
    /// An action without a value.
    Button,
}

impl OptionSpec {
    /// An option of a kind.
    pub const fn new(name: &'static str, kind: OptionKind) -> OptionSpec {
        OptionSpec { name, ucci: None, kind, hidden: false }
    }

    /// Sets the name in UCCI.
    pub fn ucci(self, name: &'static str) -> OptionSpec {
        OptionSpec { ucci: Some(name), ..self }
    }

    /// Hides the option from front ends.
    pub fn hidden(self) -> OptionSpec {
        OptionSpec { hidden: true, ..self }
    }

    /// An option that is on or off.
    pub fn check(name: &'static str, default: bool) -> OptionSpec {
        OptionSpec::new(name, OptionKind::Check { default })
    }

    /// An integer within bounds.
    pub fn spin(name: &'static str, default: i64, bounds: RangeInclusive<i64>) -> OptionSpec {
        OptionSpec::new(name, OptionKind::Spin { default, min: *bounds.start(), max: *bounds.end() })
    }

    /// One of several words.
    pub fn combo<T: Into<String>>(
        name: &'static str,
        default: &str,
        choices: impl IntoIterator<Item = T>,
    ) -> OptionSpec {
        let choices = choices.into_iter().map(Into::into).collect();
        OptionSpec::new(name, OptionKind::Combo { default: default.to_owned(), choices })
    }

    /// A text, empty by default.
    pub fn text(name: &'static str) -> OptionSpec {
        OptionSpec::new(name, OptionKind::Text { default: String::new() })
    }

    /// A button.
    pub fn button(name: &'static str) -> OptionSpec {
        OptionSpec::new(name, OptionKind::Button)
    }

    /// Whether a text names the option.
    pub fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }
}

/// The reason why an option was not set. Its value is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// There is no such option.
    #[error("unknown option '{name}'; expected one of {}", expected.join(", "))]
    Unknown {
        /// What was read.
        name: String,
        /// The available options.
        expected: Vec<String>,
    },
    /// The option does not accept the value.
    #[error("option {name} does not take '{value}'; expected {expected}")]
    Value {
        /// The option.
        name: String,
        /// What was read.
        value: String,
        /// What was expected.
        expected: String,
    },
    /// The file cannot be read, or has the wrong format.
    #[error("option {name}: {reason}")]
    File {
        /// The option.
        name: String,
        /// The file, what was read at which place, and what was expected.
        reason: String,
    },
    /// The player is searching.
    #[error("option {name} cannot be set during a search")]
    Searching {
        /// The option.
        name: String,
    },
    /// The search has no switch or constant of this name.
    #[error("{reason}")]
    Constant {
        /// What was read, and what was expected.
        reason: String,
    },
    /// There is not enough memory for a table of this size.
    #[error("option {name}: {wanted} MiB cannot be allocated{}; the table stays at {kept} MiB", free_memory(*.available))]
    Memory {
        /// The option.
        name: String,
        /// The requested size, in MiB.
        wanted: usize,
        /// The available memory in MiB, if it is known to be too little.
        available: Option<u64>,
        /// The unchanged size of the table, in MiB.
        kept: usize,
    },
    /// There is not enough memory for this number of threads.
    #[error(
        "option Threads: {wanted} threads need {needed} MiB more, {}; their number stays at {kept}",
        .available.map_or_else(|| "which cannot be allocated".to_owned(), |free| format!("{free} MiB are free"))
    )]
    Threads {
        /// The requested number.
        wanted: usize,
        /// The memory that more threads need, in MiB.
        needed: u64,
        /// The available memory in MiB, if it is known to be too little.
        available: Option<u64>,
        /// The unchanged number of threads.
        kept: usize,
    },
}

fn free_memory(available: Option<u64>) -> String {
    available.map_or_else(String::new, |mebibytes| format!(", {mebibytes} MiB are free"))
}

impl OptionError {
    /// An error for a name that none of these options has.
    pub fn unknown<'a>(name: &str, options: impl IntoIterator<Item = &'a OptionSpec>) -> OptionError {
        let announced = options.into_iter().filter(|option| !option.hidden);
        let expected = announced.map(|option| option.name.to_owned()).collect();
        OptionError::Unknown { name: shortened(name), expected }
    }

    /// An error for a value that an option does not accept.
    pub fn value(name: &str, value: &str, expected: impl Into<String>) -> OptionError {
        OptionError::Value { name: name.to_owned(), value: shortened(value), expected: expected.into() }
    }
}

/// Reads an integer within bounds.
///
/// # Errors
/// If the text is not an integer within the bounds.
pub fn read_spin<T>(name: &str, text: &str, bounds: RangeInclusive<T>) -> Result<T, OptionError>
where
    T: FromStr + PartialOrd + Display,
{
    text.parse().ok().filter(|value| bounds.contains(value)).ok_or_else(|| {
        OptionError::value(name, text, format!("a whole number from {} to {}", bounds.start(), bounds.end()))
    })
}

/// Reads `true` or `false`, or `on` or `off`, which some front ends send.
///
/// # Errors
/// If the text is neither.
pub fn read_check(name: &str, text: &str) -> Result<bool, OptionError> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "on" => Ok(true),
        "false" | "off" => Ok(false),
        _ => Err(OptionError::value(name, text, "true or false")),
    }
}

/// Reads one of several words and returns its index.
///
/// # Errors
/// If the text is none of them.
pub fn read_choice(name: &str, text: &str, choices: &[&str]) -> Result<usize, OptionError> {
    choices.iter().position(|choice| choice.eq_ignore_ascii_case(text)).ok_or_else(|| {
        let (last, rest) = choices.split_last().unwrap_or((&"", &[]));
        let expected = if rest.is_empty() { (*last).to_owned() } else { format!("{} or {last}", rest.join(", ")) };
        OptionError::value(name, text, expected)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_within_bounds() {
        assert_eq!(read_spin("Hash", "16", 1..=64), Ok(16));
        for (text, least) in [("0", 1), ("65", 1), ("x", 1), ("", 1), ("-1", 0)] {
            let error = read_spin("Hash", text, least..=64).unwrap_err().to_string();
            assert_eq!(
                error,
                format!("option Hash does not take '{text}'; expected a whole number from {least} to 64")
            );
        }
        assert_eq!((read_check("Ponder", "On"), read_check("Ponder", "false")), (Ok(true), Ok(false)));
        assert!(read_check("Ponder", "yes").unwrap_err().to_string().ends_with("expected true or false"));
        assert_eq!(read_choice("Pruning", "large", &["none", "large"]), Ok(1));
        let error = read_choice("Pruning", "huge", &["none", "small", "large"]).unwrap_err().to_string();
        assert_eq!(error, "option Pruning does not take 'huge'; expected none, small or large");
    }

    #[test]
    fn an_unknown_name_is_reported_with_the_known_ones() {
        let options = [OptionSpec::check("Ponder", false), OptionSpec::button("Clear Hash")];
        let error = OptionError::unknown("Pondre\u{7}", &options).to_string();
        assert_eq!(error, "unknown option 'Pondre'; expected one of Ponder, Clear Hash");
        assert!(options[1].is_named("clear hash") && !options[0].is_named("clear hash"));
        assert_eq!(shortened(&"x".repeat(100)).chars().count(), 61);
    }
}
