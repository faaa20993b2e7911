//! The strategies, one file per source, and their names.

mod adaptive;
mod average;
mod crafty;
mod elephant_eye;
mod fixed;
mod foresight;
mod fruit;
mod leela;
mod stockfish;

use thiserror::Error;

use crate::control::parse_time;
use crate::strategy::Strategy;

pub use adaptive::{Adaptive, AdaptiveParameters};
pub use average::Average;
pub use crafty::CraftyLike;
pub use elephant_eye::ElephantEyeLike;
pub use fixed::{FixedDepth, FixedNodes, FixedShare, FixedTime};
pub use foresight::{Foresight, ForesightParameters};
pub use fruit::FruitLike;
pub use leela::LeelaLike;
pub use stockfish::StockfishLike;

impl Default for Box<dyn Strategy> {
    /// The default strategy, [`Foresight`].
    fn default() -> Box<dyn Strategy> {
        Box::new(Foresight::default())
    }
}

/// Names that [`strategy_by_name`] accepts without an argument, the default first.
pub const STRATEGY_NAMES: [&str; 10] = [
    "foresight",
    "adaptive",
    "adaptive-interrupt",
    "average",
    "fixed-share",
    "crafty",
    "fruit",
    "elephanteye",
    "stockfish",
    "leela-smooth",
];

/// An unknown name of a strategy, or an invalid argument.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown time strategy '{text}'; expected {}", self.expected())]
pub struct UnknownStrategy {
    /// What was read.
    pub text: String,
}

impl UnknownStrategy {
    /// The expected names, for the error messages of callers.
    pub fn expected(&self) -> String {
        let names = STRATEGY_NAMES.join(", ");
        format!(
            "one of {names}, average=N, adaptive=N, fixed-share=N, fixed-time=SECONDS, fixed-depth=PLIES or fixed-nodes=COUNT"
        )
    }
}

/// Creates a strategy from its name, for options and command lines.
///
/// `average`, `adaptive` and `fixed-share` take an optional divisor N
/// (`average=40`; default 40, and 60 for `fixed-share`); the three static
/// strategies need their constant (`fixed-time=0.5`, `fixed-depth=8`,
/// `fixed-nodes=100000`).
///
/// ```
/// assert_eq!(duiyi_clock::strategy_by_name("average=30")?.name(), "average");
/// assert!(duiyi_clock::strategy_by_name("hourglass").is_err());
/// # Ok::<(), duiyi_clock::UnknownStrategy>(())
/// ```
///
/// # Errors
/// [`UnknownStrategy`] for any other text.
pub fn strategy_by_name(text: &str) -> Result<Box<dyn Strategy>, UnknownStrategy> {
    let error = || UnknownStrategy { text: text.to_owned() };
    let (name, argument) = match text.split_once('=') {
        Some((name, argument)) => (name, Some(argument)),
        None => (text, None),
    };
    let divisor = |default: f64| match argument {
        None => Ok(default),
        Some(a) => a.parse::<f64>().ok().filter(|n| (1.0..1e6).contains(n)).ok_or_else(error),
    };
    let adaptive = |interrupt| {
        let parameters = AdaptiveParameters { divisor: divisor(40.0)?, interrupt, ..AdaptiveParameters::default() };
        Ok(Box::new(Adaptive::new(parameters)) as Box<dyn Strategy>)
    };
    Ok(match (name, argument) {
        ("average", _) => Box::new(Average::new(divisor(40.0)?)),
        ("fixed-share", _) => Box::new(FixedShare::new(divisor(60.0)?)),
        ("adaptive", _) => return adaptive(false),
        ("adaptive-interrupt", _) => return adaptive(true),
        ("foresight", None) => Box::new(Foresight::default()),
        ("crafty", None) => Box::new(CraftyLike::default()),
        ("fruit", None) => Box::new(FruitLike::default()),
        ("elephanteye", None) => Box::new(ElephantEyeLike::default()),
        ("stockfish", None) => Box::new(StockfishLike::new()),
        ("leela-smooth", None) => Box::new(LeelaLike::new()),
        ("fixed-time", Some(a)) => Box::new(FixedTime(parse_time(a).map_err(|_| error())?)),
        ("fixed-depth", Some(a)) => Box::new(FixedDepth(a.parse().map_err(|_| error())?)),
        ("fixed-nodes", Some(a)) => Box::new(FixedNodes(a.parse().map_err(|_| error())?)),
        _ => return Err(error()),
    })
}
