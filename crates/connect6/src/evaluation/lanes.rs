//! The type of the sums over the points.

/// The value of a point to one colour, in a form to be added up: one lane for each
/// [`Role`](super::Role), then two counts in each of the other lanes (see the tables). With a
/// network, all lanes except that of the wins contain two counts of the network each.
pub(crate) type Lanes = [i32; 8];
