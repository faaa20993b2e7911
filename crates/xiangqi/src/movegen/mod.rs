//! Move generation: tables of lines and leaps, checks and pins, generators,
//! counting of moves, and static exchange.

/// A large table. It is part of the program, unless the compiler is given `--cfg duiyi_small`:
/// then the table is computed when it is first used, which makes a program for downloads a third
/// of a megabyte smaller, and slower.
macro_rules! table {
    ($(#[$doc:meta])* $visibility:vis static $name:ident: $type:ty = $value:expr;) => {
        $(#[$doc])*
        #[cfg(not(all(duiyi_small, feature = "std")))]
        $visibility static $name: $type = $value;
        $(#[$doc])*
        #[cfg(all(duiyi_small, feature = "std"))]
        $visibility static $name: std::sync::LazyLock<Box<$type>> = std::sync::LazyLock::new(|| Box::new($value));
    };
}

pub(crate) mod checks;
pub(crate) mod generation;
pub(crate) mod leapers;
pub(crate) mod lines;
mod perft;
pub mod see;
#[cfg(any(test, feature = "engine"))]
pub(crate) mod slide;

pub use generation::MoveKind;
pub use perft::{perft, perft_divide};
