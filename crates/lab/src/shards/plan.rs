//! The plan of an output that grows: what made it, and what all parts of one whole have in common.

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

/// The plan of work, which may be in parts: item `i` of the whole belongs to the part with number `i` modulo the
/// number of parts, and items are in the order of their numbers.
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
    /// The file NAME.I-of-N.plan of the part NAME.I-of-N, or NAME.plan of the whole.
    pub(crate) fn beside(part: &Path) -> PathBuf {
        beside(part, "plan")
    }

    /// The output file of this part or of the whole; its plan is written next to it.
    ///
    /// # Errors
    /// If a file of other work, with more items or without a plan exists, or the plan can't be written.
    pub(crate) fn begin(&self, name: &Path) -> Result<PathBuf, Reason> {
        let part = part_of(name, self.shard);
        let path = Plan::beside(&part);
        let mut plan = self.clone();
        // The plan of a file without items binds nobody.
        if path.exists() && std::fs::metadata(&part).is_ok_and(|part| part.len() > 0) {
            let there: Plan = load(&path)?;
            // The number of items may grow: the first ones are the same. A whole may have them already.
            let shrinks = there.items > self.items && self.shard != Shard::WHOLE;
            if there.work != self.work || there.layout != self.layout || shrinks {
                let path = path.display();
                return Err(format!("{path} belongs to other work: {} items, {}", there.items, there.work).into());
            }
            plan.items = plan.items.max(there.items);
        } else {
            // The plan is written before the items.
            check_own(&part, |_| false).map_err(|error| {
                let (part, path) = (part.display(), path.display());
                format!("{part}: {error}; the options that made it are not known without {path}")
            })?;
        }
        save(&path, &plan)?;
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
        for (shard, file) in [("1/3", "numbers.1-of-3"), ("0/1", "numbers")] {
            let begin = |items, work: &str| {
                let plan = Plan { shard: shard.parse().unwrap(), items, layout: Layout::Lines, work: work.to_owned() };
                plan.begin(&folder.join("numbers")).map_err(|error| error.to_string())
            };
            let part = folder.join(file);
            // Other work may have failed before the first item.
            assert_eq!(begin(9, "adding"), Ok(part.clone()));
            assert_eq!(begin(7, "counting"), Ok(part.clone()));
            std::fs::write(&part, "1\n").unwrap();
            assert_eq!([7, 9].map(|items| begin(items, "counting")), [(); 2].map(|()| Ok(part.clone())));
            let error = begin(9, "adding").unwrap_err();
            assert!(error.ends_with("belongs to other work: 9 items, counting"), "{error}");
            // A whole that has more items is finished.
            assert_eq!(begin(8, "counting").is_ok(), shard == "0/1");
            let planned: Plan = load(&Plan::beside(&part)).unwrap();
            assert_eq!(planned.items, 9);
            std::fs::remove_file(Plan::beside(&part)).unwrap();
            let error = begin(9, "counting").unwrap_err();
            assert!(error.contains("; the options that made it are not known without "), "{error}");
        }
        std::fs::remove_dir_all(folder).unwrap();
    }
}
