//! The plan of a part: what all parts of one whole have in common.

use super::parts::part_of;
use crate::files::beside;
use duiyi_arena::Shard;
use duiyi_game::{Reason, files::check_own};
use duiyi_train::state::{load, save};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The layout of the items in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Layout {
    /// Records of games (`duiyi_train::network::records`).
    Records,
    /// One line per item; lines that begin with `#` are comments.
    Lines,
}

/// The plan of work in parts: item `i` of the whole belongs to the part with number `i` modulo the number of
/// parts, and items are in the order of their numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Plan {
    /// The part.
    pub(crate) shard: Shard,
    /// The total number of items.
    pub(crate) items: u64,
    /// Their layout in a file.
    pub(crate) layout: Layout,
    /// Everything else that determines the items.
    pub(crate) work: String,
}

impl Plan {
    /// The file NAME.I-of-N.plan of the part NAME.I-of-N.
    pub(crate) fn beside(part: &Path) -> PathBuf {
        beside(part, "plan")
    }

    /// The output file of this part; its plan is written next to it. A whole needs no plan.
    ///
    /// # Errors
    /// If a part of other work, with more items or without a plan exists, or the plan can't be written.
    pub(crate) fn begin(&self, name: &Path) -> Result<PathBuf, Reason> {
        let part = part_of(name, self.shard);
        if self.shard == Shard::WHOLE {
            return Ok(part);
        }
        let path = Plan::beside(&part);
        if path.exists() {
            let there: Plan = load(&path)?;
            // The number of items may grow: the first ones are the same.
            if there.work != self.work || there.layout != self.layout || there.items > self.items {
                let path = path.display();
                return Err(format!("{path} belongs to other work: {} items, {}", there.items, there.work).into());
            }
        } else {
            // The plan is written before the part.
            check_own(&part, |_| false).map_err(|error| format!("{}: {error}", part.display()))?;
        }
        save(&path, self)?;
        Ok(part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_items_of_a_part_may_only_grow() {
        let folder = std::env::temp_dir().join(format!("duiyi-lab-plan-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let begin = |items, work: &str| {
            let plan = Plan { shard: "1/3".parse().unwrap(), items, layout: Layout::Lines, work: work.to_owned() };
            plan.begin(&folder.join("numbers")).map_err(|error| error.to_string())
        };
        let part = folder.join("numbers.1-of-3");
        assert_eq!([7, 7, 9].map(|items| begin(items, "counting")), [(); 3].map(|()| Ok(part.clone())));
        for (items, work) in [(8, "counting"), (9, "adding")] {
            let error = begin(items, work).unwrap_err();
            assert!(error.ends_with("belongs to other work: 9 items, counting"), "{error}");
        }
        std::fs::remove_dir_all(folder).unwrap();
    }
}
