//! Work in parts for several machines: the option and the file names, the plans that identify the parts of one
//! whole, and the merge of parts.

pub(crate) mod merge;
mod parts;
mod plan;

pub use parts::{ShardArgs, part_of};
pub(crate) use parts::{Tail, whole_of};
pub(crate) use plan::{Layout, Plan};
