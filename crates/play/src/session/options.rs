//! The view options of a page.

use duiyi_game::NodeId;

/// The view options of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ViewOptions {
    /// The position shown; the last one of the game without one.
    pub node: Option<NodeId>,
    /// Whether the opening explorer is shown.
    pub explores: bool,
}
