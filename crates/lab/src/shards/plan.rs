//! What the parts of one whole have in common, written beside each.

use super::parts::part_of;
use crate::files::beside;
use duiyi_arena::Shard;
use duiyi_game::Reason;
use duiyi_tune::state::{load, save};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// How the items of a file stand in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Layout {
    /// Records of games (`duiyi_nnue::train::records`).
    Records,
    /// A line each; lines that begin with `#` are none.
    Lines,
}

/// What is written in parts: item `i` of the whole is in the part that has the number `i`, and items stand in
/// the order of their numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Plan {
    /// The part.
    pub(crate) shard: Shard,
    /// How many items there are in all.
    pub(crate) items: u64,
    /// How they stand in a file.
    pub(crate) layout: Layout,
    /// Everything else that the items depend on.
    pub(crate) work: String,
}

impl Plan {
    /// NAME.I-of-N.plan of the file NAME.I-of-N.
    pub(crate) fn beside(part: &Path) -> PathBuf {
        beside(part, "plan")
    }

    /// The file where this part is written; its plan is written beside it. A whole needs none.
    ///
    /// # Errors
    /// If there is a part of other work, or of more items, or the plan can't be written.
    pub(crate) fn begin(&self, name: &Path) -> Result<PathBuf, Reason> {
        let part = part_of(name, self.shard);
        if self.shard == Shard::WHOLE {
            return Ok(part);
        }
        let path = Plan::beside(&part);
        if path.exists() {
            let there: Plan = load(&path)?;
            // More items may be asked for than before: the first ones are the same.
            if there.work != self.work || there.layout != self.layout || there.items > self.items {
                let path = path.display();
                return Err(format!("{path} is of other work: {} items, {}", there.items, there.work).into());
            }
        }
        save(&path, self)?;
        Ok(part)
    }
}
