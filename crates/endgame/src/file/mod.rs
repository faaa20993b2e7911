//! Files of tables.

mod header;
mod reader;
mod writer;

pub use reader::{TableFile, table_name};
