//! A genetic algorithm whose fitness is winning games.
//!
//! An individual is a vector of 16-bit values, each a chromosome of sixteen
//! genes. A generation is divided into groups at random; in each group
//! everybody plays everybody twice, with either side; the champions live on
//! and have children with each other, by uniform crossover and by mutation of
//! the five low genes, with rates that adapt to the fitness. With `m`
//! individuals in `n` groups that takes `m` (`m`/`n` − 1) games, where one
//! group for all would take `m` (`m` − 1).
//!
//! Other ways to select ([`Selection`]) and to cross over ([`Crossover`]) are settings, as
//! are the rates and how many genes a mutation may turn.
//!
//! It knows no game. [`Evolution`] hands out the games to play and is told
//! who won; it can be saved between any two of them and taken up again, and
//! the same seed and results give the same generations.
//!
//! Source: the Connect6 thesis of Li Guo (2007), 5.4 to 5.8; where its print is
//! wrong, [`RateFormula`] and the notes at each item say how it is read.

mod chromosome;
mod constraints;
mod evolution;
mod files;
mod rates;
mod selection;
mod settings;
mod tournament;
#[cfg(feature = "xml")]
mod xml;

pub use chromosome::{Crossover, LOW_GENES, crossover, genes, mutate};
pub use constraints::{Constraint, Constraints};
pub use evolution::{Evolution, Generation};
pub use files::{FileError, read_json, write_json};
pub use rates::{RateFormula, Rates};
pub use selection::Selection;
pub use settings::{EvolutionError, Settings};
pub use tournament::{Pairing, Tournament};
#[cfg(feature = "xml")]
pub use xml::{read_xml, write_xml};
