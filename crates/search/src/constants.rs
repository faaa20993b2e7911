//! Constants with names and ranges, for tuners and options: each is written once.

/// Declares a struct of constants, each with its default and its range.
///
/// It gets `Default`, the list `NAMES`, and `get`, `set` and `range` by name.
/// [`Parameters`](crate::Parameters) is declared so; a game may declare its own.
///
/// ```
/// duiyi_search::constants! {
///     /// The constants of a player.
///     pub struct Constants {
///         /// How many moves are looked at.
///         width: 12 in 1..=40,
///         /// What the side to move is worth, in units of the evaluation.
///         tempo: 5 in -50..=50,
///     }
/// }
///
/// let mut constants = Constants::default();
/// constants.set("tempo", -3)?;
/// assert_eq!((constants.tempo, constants.get("width")), (-3, Some(12)));
/// constants.set("width", 1_000)?;
/// assert_eq!(constants.width, 40, "the nearest number of its range");
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
            /// The names of all constants, in the order of the fields.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name),)*];

            /// The names of all constants as options of a player, in the same order: `param.width`.
            pub const OPTIONS: &'static [&'static str] = &[$(concat!("param.", stringify!($name)),)*];

            /// A constant by its name.
            pub fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) => Some(self.$name),)*
                    _ => None,
                }
            }

            /// The numbers that make sense for a constant, by its name.
            pub fn range(name: &str) -> Option<std::ops::RangeInclusive<i32>> {
                match name {
                    $(stringify!($name) => Some($least..=$most),)*
                    _ => None,
                }
            }

            /// Sets a constant by its name. What is outside its range becomes the nearest
            /// number within.
            ///
            /// # Errors
            /// If no constant has the name.
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
