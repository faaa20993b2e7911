//! Work in parts for several machines: the option and the files, the plans that tell whether files are parts of one
//! whole, and how parts are put together.

pub(crate) mod merge;
mod parts;
mod plan;

pub(crate) use parts::{ShardArgs, Tail, part_of, whole_of};
pub(crate) use plan::{Layout, Plan};
