//! From minutes to counts.

use crate::learn::{Plan, Survey};

/// The nodes of self-play and guarding matches that a minute of a processor stands for: a constant, so that an
/// effort means the same games on every machine.
const NODES_A_MINUTE: f64 = 96e6;

/// A number of processor minutes, summed over threads. It is a unit of counts: nothing is measured while learning,
/// so that a seed gives the same network on every machine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effort {
    /// The minutes, above 0.
    pub minutes: f64,
}

impl Effort {
    /// The counts for a surveyed game.
    ///
    /// ```
    /// # use duiyi_train::learn::{Effort, Plan};
    /// let plan = Effort { minutes: 2.0 }.plan(60, 1);
    /// assert!(plan.games > 100 && plan.iterations >= 8);
    /// // Four times the effort: about four times the nodes.
    /// let more = Effort { minutes: 8.0 }.plan(60, 1);
    /// assert!(more.nodes_of(more.iterations - 1) > plan.nodes_of(plan.iterations - 1));
    /// ```
    pub fn plan(self, length: u32, seed: u64) -> Plan {
        let minutes = self.minutes.clamp(0.01, 100_000.0);
        let iterations = (8.0 * minutes.powf(0.25)).round().clamp(4.0, 40.0) as u32;
        let last = (160.0 * minutes.sqrt()).clamp(100.0, 2000.0) as u64;
        let mean = (100.0 + last as f64) / 2.0;
        let length = f64::from(length.clamp(8, 200));
        let games = NODES_A_MINUTE * minutes / (f64::from(iterations) * mean * length);
        let games = (games as u32).clamp(32, 100_000);
        let hidden = if minutes < 20.0 { 32 } else { 64 };
        Plan {
            seed,
            iterations,
            games,
            guard_pairs: Plan::default().guard_pairs.min(games / 8),
            nodes: (100, last),
            hidden,
            max_moves: (4 * length as u32).max(40),
            ..Plan::default()
        }
    }

    /// The counts for a game by its survey.
    pub fn plan_for(self, survey: &Survey, seed: u64) -> Plan {
        self.plan(survey.length, seed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counts_of_an_effort_are_worked_out_by_hand() {
        // 8 · 16^¼ iterations, up to 160 · √16 nodes, 370 in the mean; 96e6 · 16 nodes in 16 · 370 · 60 plies.
        let plan = Effort { minutes: 16.0 }.plan(60, 7);
        assert_eq!((plan.seed, plan.iterations, plan.nodes, plan.games), (7, 16, (100, 640), 4324));
        assert_eq!((plan.hidden, plan.max_moves), (32, 240));
        assert_eq!(plan.guard_pairs, Plan::default().guard_pairs.min(540));
        // Larger networks from 20 minutes on.
        assert_eq!([19.9, 20.0, 60.0].map(|minutes| Effort { minutes }.plan(60, 1).hidden), [32, 64, 64]);
        // The shortest and the longest games that count.
        assert_eq!(
            [1, 8, 200, 999].map(|length| Effort { minutes: 1.0 }.plan(length, 1).max_moves),
            [40, 40, 800, 800]
        );
        // The least and the greatest effort.
        let [least, greatest] = [0.0, 1e9].map(|minutes| Effort { minutes }.plan(60, 1));
        assert_eq!((least.iterations, least.nodes, least.games, least.guard_pairs), (4, (100, 100), 40, 5));
        assert_eq!((greatest.iterations, greatest.nodes), (40, (100, 2000)));
    }
}
