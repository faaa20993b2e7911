#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod analysis;
mod check;
mod error;
mod expand;
mod file;
mod numbered;
mod perpetual;
mod probe;
mod table;
mod value;
mod work;

pub use analysis::Analysis;
pub use check::check_numbering;
pub use error::{AnalysisError, TableError};
pub use file::{TableFile, table_name};
pub use numbered::Numbered;
pub use perpetual::{PerpetualChecks, RuledCounts, RuledValue};
pub use probe::{Probe, best_line, ranked_moves};
pub use table::{Counts, Table};
pub use value::Value;
pub use work::{Progress, Stage};
