//! Named constants with ranges, for tuners and options, each declared once.

/// Declares a struct of constants, each with its default and its range.
///
/// The struct gets `Default`, the list `NAMES`, and `get`, `set` and `range` by name.
/// [`Parameters`](crate::Parameters) is declared with it; a game can declare its own.
///
/// ```
/// duiyi_search::constants! {
///     /// The constants of a player.
///     pub struct Constants {
///         /// The number of moves searched.
///         width: 12 in 1..=40,
///         /// The bonus of the side to move, in units of the evaluation.
///         tempo: 5 in -50..=50,
///     }
/// }
///
/// let mut constants = Constants::default();
/// constants.set("tempo", -3)?;
/// assert_eq!((constants.tempo, constants.get("width")), (-3, Some(12)));
/// constants.set("width", 1_000)?;
/// assert_eq!(constants.width, 40, "clamped to its range");
/// assert!(constants.set("luck", 1).is_err());
/// # Ok::<(), duiyi_search::UnknownName>(())
/// ```
#[macro_export]
macro_rules! constants {
    (
        $(#[$about:meta])*
        $visibility:vis struct $set:ident {
            $($(#[$doc:meta])* $name:ident: $default:literal in $least:literal..=$most:literal,)*
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        $visibility struct $set {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Default for $set {
            fn default() -> $set {
                $set { $($name: $default,)* }
            }
        }

        impl $set {
            /// The names of all constants, in field order.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name),)*];

            /// The names of all constants as options of a player, in field order: `param.width`.
            pub const OPTIONS: &'static [&'static str] = &[$(concat!("param.", stringify!($name)),)*];

            /// The value of a constant by name.
            pub fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) => Some(self.$name),)*
                    _ => None,
                }
            }

            /// The range of a constant by name.
            pub fn range(name: &str) -> Option<std::ops::RangeInclusive<i32>> {
                match name {
                    $(stringify!($name) => Some($least..=$most),)*
                    _ => None,
                }
            }

            /// Sets a constant by name; the value is clamped to its range.
            ///
            /// # Errors
            /// If there is no constant with this name.
            pub fn set(&mut self, name: &str, value: i32) -> Result<(), $crate::UnknownName> {
                match name {
                    $(stringify!($name) => self.$name = value.clamp($least, $most),)*
                    _ => return Err($crate::UnknownName::new("constant", name, $set::NAMES)),
                }
                Ok(())
            }
        }
    };
}
