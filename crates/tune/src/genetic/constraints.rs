//! What values must obey whatever chance makes of them.
//!
//! The thesis's valuation rules (5.3; row C-C8 of docs/sources.md) bind strong patterns to weak
//! ones: a greater effect has a greater value (rule 1), and even four weak
//! patterns, one in each direction, weigh no more than a threat (rule 2). It
//! does not say what happens when a mutation breaks them; here the weaker
//! value is brought down.

use serde::{Deserialize, Serialize};

/// One rule between two values, or about one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Constraint {
    /// `times` × the value of `weak` is not more than the value of `strong`.
    AtMost {
        /// Index of the value that gives way.
        weak: usize,
        /// How many of them must not outweigh the other.
        times: u16,
        /// Index of the value that stays.
        strong: usize,
    },
    /// A value that never changes, such as that of a won game (rule 3).
    Fixed {
        /// Its index.
        index: usize,
        /// What it is.
        value: u16,
    },
}

/// Rules that are kept after each step.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Constraints {
    rules: Vec<Constraint>,
}

impl Constraints {
    /// These rules. One that names an index which the values lack says nothing.
    pub fn new(rules: Vec<Constraint>) -> Constraints {
        Constraints { rules }
    }

    /// The rules.
    pub fn rules(&self) -> &[Constraint] {
        &self.rules
    }

    /// Whether the values obey all rules.
    pub fn hold(&self, values: &[u16]) -> bool {
        self.rules.iter().all(|rule| match *rule {
            Constraint::AtMost { weak, times, strong } => match (values.get(weak), values.get(strong)) {
                (Some(&weak), Some(&strong)) => u32::from(weak) * u32::from(times) <= u32::from(strong),
                _ => true,
            },
            Constraint::Fixed { index, value } => values.get(index).is_none_or(|&now| now == value),
        })
    }

    /// Brings values to obey: fixed ones first, then weak ones down until
    /// nothing moves. A fixed value that a rule would have brought down is
    /// brought down all the same: rules that contradict each other can't all hold.
    pub fn enforce(&self, values: &mut [u16]) {
        for rule in &self.rules {
            if let Constraint::Fixed { index, value } = *rule
                && let Some(now) = values.get_mut(index)
            {
                *now = value;
            }
        }
        // Every round brings at least one value down, so it ends.
        loop {
            let mut moved = false;
            for rule in &self.rules {
                if let Constraint::AtMost { weak, times, strong } = *rule
                    && let (Some(&low), Some(&high)) = (values.get(weak), values.get(strong))
                    && u32::from(low) * u32::from(times) > u32::from(high)
                {
                    values[weak] = high / times;
                    moved = true;
                }
            }
            if !moved {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn weak_values_give_way_in_a_chain() {
        let rules = Constraints::new(vec![
            Constraint::AtMost { weak: 0, times: 4, strong: 1 },
            Constraint::AtMost { weak: 1, times: 1, strong: 2 },
            Constraint::Fixed { index: 3, value: 50_000 },
        ]);
        let mut values = [900, 2000, 1000, 7];
        assert!(!rules.hold(&values));
        rules.enforce(&mut values);
        assert_eq!(values, [250, 1000, 1000, 50_000]);
        assert!(rules.hold(&values));
    }

    #[test]
    fn a_circle_ends_at_nothing() {
        let rules = Constraints::new(vec![
            Constraint::AtMost { weak: 0, times: 2, strong: 1 },
            Constraint::AtMost { weak: 1, times: 2, strong: 0 },
        ]);
        let mut values = [65_535, 65_535];
        rules.enforce(&mut values);
        assert_eq!(values, [0, 0]);
    }

    proptest! {
        #[test]
        fn what_is_enforced_holds(
            values in prop::collection::vec(any::<u16>(), 6),
            rules in prop::collection::vec((0usize..8, 1u16..6, 0usize..8), 0..8),
        ) {
            let rules = Constraints::new(
                rules.into_iter().map(|(weak, times, strong)| Constraint::AtMost { weak, times, strong }).collect(),
            );
            let mut values = values;
            rules.enforce(&mut values);
            prop_assert!(rules.hold(&values));
            let again = values.clone();
            rules.enforce(&mut values);
            prop_assert_eq!(values, again);
        }
    }
}
