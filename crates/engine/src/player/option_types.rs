//! Options as a typed table: name, type, range, default and the names in the protocols are
//! declared once, and generate the struct of values, the specification and the setter.

use crate::player::{OptionError, OptionKind, read_check, read_choice, read_spin};
use std::{fmt::Display, ops::RangeInclusive, str::FromStr};

/// The type of an option: its default and how its value is parsed.
pub trait OptionType {
    /// The type of the value.
    type Value;

    /// The kind in the specification.
    fn kind(&self) -> OptionKind;

    /// The default value.
    fn initial(&self) -> Self::Value;

    /// Reads a value of the option `name`.
    ///
    /// # Errors
    /// If the option does not accept the value.
    fn read(&self, name: &str, text: &str) -> Result<Self::Value, OptionError>;
}

/// On or off, with the default.
#[derive(Clone, Copy, Debug)]
pub struct Check(pub bool);

impl OptionType for Check {
    type Value = bool;

    fn kind(&self) -> OptionKind {
        OptionKind::Check { default: self.0 }
    }

    fn initial(&self) -> bool {
        self.0
    }

    fn read(&self, name: &str, text: &str) -> Result<bool, OptionError> {
        read_check(name, text)
    }
}

/// An integer: the default and the range.
#[derive(Clone, Debug)]
pub struct Spin<T>(pub T, pub RangeInclusive<T>);

impl<T: Copy + FromStr + PartialOrd + Display + TryInto<i64>> OptionType for Spin<T> {
    type Value = T;

    fn kind(&self) -> OptionKind {
        // A number above the range of the protocol is announced as its maximum.
        let number = |value: T| value.try_into().unwrap_or(i64::MAX);
        OptionKind::Spin { default: number(self.0), min: number(*self.1.start()), max: number(*self.1.end()) }
    }

    fn initial(&self) -> T {
        self.0
    }

    fn read(&self, name: &str, text: &str) -> Result<T, OptionError> {
        read_spin(name, text, self.1.clone())
    }
}

/// One of several words, with the index of the default. The value is an index.
#[derive(Clone, Copy, Debug)]
pub struct Choice(pub &'static [&'static str], pub usize);

impl OptionType for Choice {
    type Value = usize;

    fn kind(&self) -> OptionKind {
        let choices: Vec<String> = self.0.iter().map(|&word| word.to_owned()).collect();
        OptionKind::Combo { default: choices.get(self.1).cloned().unwrap_or_default(), choices }
    }

    fn initial(&self) -> usize {
        self.1
    }

    fn read(&self, name: &str, text: &str) -> Result<usize, OptionError> {
        read_choice(name, text, self.0)
    }
}

/// Any text, empty by default, for example the name of a file.
#[derive(Clone, Copy, Debug)]
pub struct Text;

impl OptionType for Text {
    type Value = String;

    fn kind(&self) -> OptionKind {
        OptionKind::Text { default: String::new() }
    }

    fn initial(&self) -> String {
        String::new()
    }

    fn read(&self, _name: &str, text: &str) -> Result<String, OptionError> {
        Ok(text.to_owned())
    }
}

/// An action without a value; any text is ignored.
#[derive(Clone, Copy, Debug)]
pub struct Button;

impl OptionType for Button {
    type Value = ();

    fn kind(&self) -> OptionKind {
        OptionKind::Button
    }

    fn initial(&self) {}

    fn read(&self, _name: &str, _text: &str) -> Result<(), OptionError> {
        Ok(())
    }
}

/// Declares options: a struct of their values and an enum of their names.
///
/// The struct has `Default`, `specs()` with the [specification](crate::player::OptionSpec) of each option in
/// the order of the table, and `set(name, text)`, which stores a value and returns the option, or
/// `None` if the table has no such option. `"Name" / "ucci"` adds the name in UCCI, and `hidden`
/// after the names hides the option from front ends.
///
/// ```
/// use duiyi_engine::{Check, Spin, options};
///
/// options! {
///     /// The options of a clock.
///     pub struct ClockOptions, enum ClockOption {
///         /// The milliseconds reserved at each move.
///         Overhead overhead: Spin<u64> = Spin(30, 0..=5000), "Move Overhead" / "moveoverhead";
///         /// Whether to think on the opponent's time.
///         Ponder ponder: Check = Check(false), "Ponder" / "ponder";
///     }
/// }
///
/// let mut options = ClockOptions::default();
/// assert_eq!(options.set("move overhead", "100")?, Some(ClockOption::Overhead));
/// assert_eq!((options.overhead, options.ponder), (100, false));
/// assert_eq!(options.set("Hash", "1")?, None);
/// assert!(options.set("Ponder", "perhaps").is_err());
/// assert_eq!(ClockOptions::specs()[0].ucci, Some("moveoverhead"));
/// # Ok::<(), duiyi_engine::OptionError>(())
/// ```
#[macro_export]
macro_rules! options {
    (
        $(#[$about:meta])*
        $visibility:vis struct $Options:ident, enum $Option:ident {
            $($(#[$doc:meta])* $Variant:ident $field:ident: $Type:ty = $kind:expr, $name:literal $(/ $ucci:literal)? $($hidden:ident)?;)*
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq)]
        $visibility struct $Options {
            $($(#[$doc])* $visibility $field: <$Type as $crate::OptionType>::Value,)*
        }

        /// An option of the table.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $visibility enum $Option {
            $($(#[$doc])* $Variant,)*
        }

        impl Default for $Options {
            fn default() -> $Options {
                $Options { $($field: <$Type as $crate::OptionType>::initial(&$kind),)* }
            }
        }

        impl $Options {
            /// The options in the order of the table.
            $visibility fn specs() -> Vec<$crate::OptionSpec> {
                vec![$(
                    $crate::OptionSpec::new($name, <$Type as $crate::OptionType>::kind(&$kind))
                        $(.ucci($ucci))? $(.$hidden())?,
                )*]
            }

            /// Stores the value of an option; `None` if the table has no such option.
            ///
            /// # Errors
            /// If the option does not accept the value. Then its value is unchanged.
            $visibility fn set(
                &mut self,
                name: &str,
                text: &str,
            ) -> Result<Option<$Option>, $crate::OptionError> {
                $(if name.eq_ignore_ascii_case($name) {
                    self.$field = <$Type as $crate::OptionType>::read(&$kind, $name, text)?;
                    return Ok(Some($Option::$Variant));
                })*
                Ok(None)
            }
        }
    };
}
