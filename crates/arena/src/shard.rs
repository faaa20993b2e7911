//! A share of the games of a plan, for one of several machines.

use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// A share of numbered items, every Nth one. For a match the items are pairs of games, so that both
/// games of an opening are in the same shard.
///
/// Written as `I/N`, with I from 0 to N − 1: shard `3/8` contains the pairs with remainder 3 when
/// divided by 8. [`Shard::WHOLE`], `0/1`, contains all.
///
/// ```
/// use duiyi_arena::Shard;
/// let shard: Shard = "3/8".parse()?;
/// assert_eq!((0..20).filter(|&pair| shard.has(pair)).collect::<Vec<_>>(), [3, 11, 19]);
/// assert_eq!(shard.share(20), 3);
/// assert_eq!("8/8".parse::<Shard>().unwrap_err().to_string(), "'8/8' is not a shard; expected I/N with I from 0 to N-1");
/// # Ok::<(), duiyi_arena::ShardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    /// The number of shards; first, so that shards sort by it.
    of: u64,
    /// The index, from 0; less than `of`.
    index: u64,
}

/// An invalid shard.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a shard; expected I/N with I from 0 to N-1")]
pub struct ShardError(String);

impl Shard {
    /// All items.
    pub const WHOLE: Shard = Shard { of: 1, index: 0 };

    /// Shard `index` (from 0) of `of` shards.
    ///
    /// # Errors
    /// If `index` is not less than `of`.
    pub fn new(index: u64, of: u64) -> Result<Shard, ShardError> {
        if index < of { Ok(Shard { of, index }) } else { Err(ShardError(format!("{index}/{of}"))) }
    }

    /// The index, from 0.
    pub fn index(self) -> u64 {
        self.index
    }

    /// The number of shards.
    pub fn of(self) -> u64 {
        self.of
    }

    /// Whether it contains the item with this number, from 0.
    pub fn has(self, number: u64) -> bool {
        number % self.of == self.index
    }

    /// The number of its items if there are `items` in all.
    pub fn share(self, items: u64) -> u64 {
        items / self.of + u64::from(self.index < items % self.of)
    }

    /// Whether it contains all items; for serde, which passes a reference.
    pub(crate) fn is_whole(shard: &Shard) -> bool {
        *shard == Shard::WHOLE
    }
}

impl Default for Shard {
    fn default() -> Shard {
        Shard::WHOLE
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Shard, ShardError> {
        let no_shard = || ShardError(text.to_owned());
        let (index, of) = text.split_once('/').ok_or_else(no_shard)?;
        let number = |text: &str| text.parse().map_err(|_| no_shard());
        Shard::new(number(index)?, number(of)?).map_err(|_| no_shard())
    }
}

impl TryFrom<String> for Shard {
    type Error = ShardError;

    fn try_from(text: String) -> Result<Shard, ShardError> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_in_one_shard() {
        for of in 1..=9 {
            let shards: Vec<_> = (0..of).map(|index| Shard::new(index, of).unwrap()).collect();
            for items in 0..40 {
                let mut all = 0;
                for shard in &shards {
                    let share = (0..items).filter(|&number| shard.has(number)).count() as u64;
                    assert_eq!(shard.share(items), share, "{shard} of {items}");
                    all += share;
                }
                assert_eq!(all, items);
            }
        }
    }

    #[test]
    fn shards_are_parsed_and_printed() {
        let shard = Shard::new(3, 8).unwrap();
        assert_eq!((shard.to_string().as_str(), "3/8".parse()), ("3/8", Ok(shard)));
        assert_eq!(serde_json::to_string(&shard).unwrap(), "\"3/8\"");
        assert_eq!(serde_json::from_str::<Shard>("\"3/8\"").unwrap(), shard);
        assert!(serde_json::from_str::<Shard>("\"8/8\"").unwrap_err().to_string().contains("'8/8' is not a shard"));
        for bad in ["", "3", "3/", "/8", "-1/8", "8/8", "0/0", "3/8/9", "a/b"] {
            assert_eq!(bad.parse::<Shard>(), Err(ShardError(bad.to_owned())));
        }
    }
}
