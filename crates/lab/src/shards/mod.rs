//! Work in parts for several machines: the option and the file names, the plans that identify the parts of one
//! whole, and the merge of parts.

pub(crate) mod merge;
mod parts;
mod plan;

pub(crate) use parts::{ShardArgs, Tail, part_of, whole_of};
pub(crate) use plan::{Layout, Plan};
