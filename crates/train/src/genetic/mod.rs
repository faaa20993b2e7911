//! A genetic algorithm whose fitness is winning games.
//!
//! An individual is a vector of 16-bit values, each a chromosome of sixteen genes. A generation is
//! randomly divided into groups; in each group every pair plays two games with swapped sides; the
//! champions survive and become parents, with uniform crossover and mutation of the five low genes
//! at rates that adapt to the fitness. With `m` individuals in `n` groups that takes `m` (`m`/`n` −
//! 1) games, compared to `m` (`m` − 1) in a single group.
//!
//! Other kinds of selection ([`Selection`]) and crossover ([`Crossover`]), the rates and the number
//! of mutable genes are settings.
//!
//! The module does not depend on a game. [`Evolution`] returns the games to play and receives the
//! results; it can be saved between any two games and resumed, and the same seed and results give
//! the same generations.
//!
//! Source: the Connect6 thesis of Li Guo (2007), 5.4 to 5.8; where its print is
//! wrong, [`RateFormula`] and the notes at each item describe the interpretation.

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
pub use settings::{EvolutionError, GeneticSettings};
pub use tournament::{Pairing, Tournament};
#[cfg(feature = "xml")]
pub use xml::{read_xml, write_xml};
