//! Constraints that values must satisfy after random changes.
//!
//! The thesis's valuation rules (5.3; row C-C8 of docs/sources.md) relate strong patterns to weak
//! ones: a greater effect has a greater value (rule 1), and even four weak patterns, one in each
//! direction, are worth no more than a threat (rule 2). The thesis does not specify what happens
//! when a mutation breaks them; here the weaker value is reduced.

use serde::{Deserialize, Serialize};

/// A constraint on one or two values.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Constraint {
    /// `times` × the value of `weak` is at most the value of `strong`.
    AtMost {
        /// The index of the value that is reduced.
        weak: usize,
        /// The factor.
        times: u16,
        /// The index of the value that stays.
        strong: usize,
    },
    /// A constant value, such as the value of a won game (rule 3).
    Fixed {
        /// The index.
        index: usize,
        /// The value.
        value: u16,
    },
}

/// Constraints that are enforced after each step.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Constraints {
    rules: Vec<Constraint>,
}

impl Constraints {
    /// These rules. A rule with an index out of range is ignored.
    pub fn new(rules: Vec<Constraint>) -> Constraints {
        Constraints { rules }
    }

    /// The rules.
    pub fn rules(&self) -> &[Constraint] {
        &self.rules
    }

    /// Whether the values satisfy all rules.
    pub fn hold(&self, values: &[u16]) -> bool {
        self.broken(values).next().is_none()
    }

    /// The rules that the values do not satisfy: a check of any values, wherever they are from.
    pub fn broken<'a>(&'a self, values: &'a [u16]) -> impl Iterator<Item = &'a Constraint> {
        self.rules.iter().filter(|rule| match **rule {
            Constraint::AtMost { weak, times, strong } => match (values.get(weak), values.get(strong)) {
                (Some(&weak), Some(&strong)) => u32::from(weak) * u32::from(times) > u32::from(strong),
                _ => false,
            },
            Constraint::Fixed { index, value } => values.get(index).is_some_and(|&now| now != value),
        })
    }

    /// Enforces the rules: sets constant values first, then reduces weak ones until nothing
    /// changes. A constant value is also reduced if a rule requires it: contradicting rules can't
    /// all hold.
    pub fn enforce(&self, values: &mut [u16]) {
        for rule in &self.rules {
            if let Constraint::Fixed { index, value } = *rule
                && let Some(now) = values.get_mut(index)
            {
                *now = value;
            }
        }
        // Every round reduces at least one value, so the loop terminates.
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
    fn weak_values_are_reduced_along_a_chain() {
        let rules = Constraints::new(vec![
            Constraint::AtMost { weak: 0, times: 4, strong: 1 },
            Constraint::AtMost { weak: 1, times: 1, strong: 2 },
            Constraint::Fixed { index: 3, value: 50_000 },
        ]);
        let mut values = [900, 2000, 1000, 7];
        assert!(!rules.hold(&values));
        assert_eq!(rules.broken(&values).collect::<Vec<_>>(), rules.rules().iter().collect::<Vec<_>>());
        assert_eq!(rules.broken(&[500, 2000, 1000, 50_000]).collect::<Vec<_>>(), [&rules.rules()[1]]);
        rules.enforce(&mut values);
        assert_eq!(values, [250, 1000, 1000, 50_000]);
        assert!(rules.hold(&values));
    }

    #[test]
    fn a_cycle_of_constraints_reduces_values_to_0() {
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
        fn enforced_constraints_hold(
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
