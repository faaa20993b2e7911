//! The switches: every enhancement of the search can be turned off, so that
//! its worth can be measured.

/// Which enhancements are on. [`Enhancements::default`] is the full search,
/// [`Enhancements::exact`] those that never change a fixed-depth value,
/// [`Enhancements::none`] plain alpha-beta.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Enhancements {
    /// Search depth 1, 2, 3 … instead of the last depth at once.
    pub iterative_deepening: bool,
    /// Start each iteration with a window around the last score.
    pub aspiration: bool,
    /// Null-window searches for all but the first move (PVS, NegaScout).
    pub principal_variation: bool,
    /// Look positions up in the transposition table and store them there.
    pub table: bool,
    /// Take a table score only if its depth is exactly the wanted one, so that
    /// the result does not depend on what was searched before.
    pub exact_table: bool,
    /// A store without a best move keeps the move that the table had.
    pub fail_low_correction: bool,
    /// Cut the window to the mates that are still possible.
    pub mate_distance: bool,
    /// Resolve noisy moves before evaluating.
    pub quiescence: bool,
    /// Leave losing exchanges out of the quiescence search.
    pub quiescence_exchange: bool,
    /// Leave out of the quiescence search what cannot raise alpha even with its gain.
    pub delta: bool,
    /// Let the opponent move twice: if that does not help, cut.
    pub null_move: bool,
    /// Extend positions that deserve it (checks).
    pub extensions: bool,
    /// Extend the only reply to a threat.
    pub single_reply: bool,
    /// Try the table's move first.
    pub table_move: bool,
    /// Order noisy moves by what they take.
    pub noisy_ordering: bool,
    /// Try losing exchanges last.
    pub exchange_ordering: bool,
    /// Try quiet moves that cut off at the same ply elsewhere.
    pub killers: bool,
    /// Order quiet moves by how often they have cut off.
    pub history: bool,
    /// Look positions of the quiescence search up in the table, and store them there.
    pub quiescence_table: bool,
    /// Have a child's place in the table fetched before its move is made, where the game tells
    /// its key ([`Heuristics::key_after`](crate::Heuristics::key_after)). Changes no result.
    pub prefetch: bool,
    /// Search late moves less deep first.
    pub late_move_reductions: bool,
    /// Leave late quiet moves out near the horizon.
    pub late_move_pruning: bool,
    /// Cut a node whose evaluation is far above beta near the horizon.
    pub reverse_futility: bool,
    /// Go to the quiescence search at once when the evaluation is far below alpha.
    pub razoring: bool,
    /// Leave quiet moves out that cannot lift the evaluation to alpha.
    pub futility: bool,
    /// Leave moves out near the horizon that lose an exchange.
    pub exchange_pruning: bool,
    /// Leave quiet moves out near the horizon that have failed nearly always.
    pub history_pruning: bool,
    /// Search a node without a table move one ply less deep.
    pub internal_reduction: bool,
    /// Cut a node where a capture beats beta by far in a shallower search.
    pub probcut: bool,
    /// Extend a table move that is far better than all others; cut if several beat beta.
    pub singular: bool,
    /// Order quiet moves by how well they follow the moves before.
    pub continuation_history: bool,
    /// Order noisy moves by their success, too.
    pub noisy_history: bool,
    /// Correct the evaluation by how it erred in like positions.
    pub correction_history: bool,
    /// Prune and reduce less where the evaluation is rising.
    pub improving: bool,
    /// Search a node deeper or less deep in view of what its reduction expected.
    pub hindsight: bool,
    /// Search a reduced move that surprises by much a ply deeper, by little a ply less deep.
    pub deeper_research: bool,
    /// Search the moves after one that raised alpha less deep.
    pub raised_alpha: bool,
    /// Let a move gain history that left the opponent without a good answer.
    pub prior_history: bool,
    /// Verify deep null move cuts by a search without null moves, against zugzwang.
    pub null_verification: bool,
    /// Let a quiet table move that cuts by its table score gain history.
    pub table_history: bool,
    /// Search less deep after the aspiration window failed high.
    pub fail_high_depth: bool,
    /// Know what a move is worth that repeats a position before it is made.
    pub upcoming_repetition: bool,
    /// Order quiet moves near the root by their success there, too.
    pub low_ply_history: bool,
    /// Look four plies back, too, for the continuation history.
    pub long_continuation: bool,
}

impl Enhancements {
    /// Plain alpha-beta to a fixed depth.
    pub const fn none() -> Enhancements {
        Enhancements {
            iterative_deepening: false,
            aspiration: false,
            principal_variation: false,
            table: false,
            exact_table: false,
            fail_low_correction: false,
            mate_distance: false,
            quiescence: false,
            quiescence_exchange: false,
            delta: false,
            null_move: false,
            extensions: false,
            single_reply: false,
            table_move: false,
            noisy_ordering: false,
            exchange_ordering: false,
            killers: false,
            history: false,
            quiescence_table: false,
            prefetch: false,
            late_move_reductions: false,
            late_move_pruning: false,
            reverse_futility: false,
            razoring: false,
            futility: false,
            exchange_pruning: false,
            history_pruning: false,
            internal_reduction: false,
            probcut: false,
            singular: false,
            continuation_history: false,
            noisy_history: false,
            correction_history: false,
            improving: false,
            hindsight: false,
            deeper_research: false,
            raised_alpha: false,
            prior_history: false,
            null_verification: false,
            table_history: false,
            fail_high_depth: false,
            upcoming_repetition: false,
            low_ply_history: false,
            long_continuation: false,
        }
    }

    /// Everything that leaves the value of a fixed-depth search what minimax says.
    pub const fn exact() -> Enhancements {
        Enhancements {
            iterative_deepening: true,
            aspiration: true,
            principal_variation: true,
            table: true,
            prefetch: true,
            exact_table: true,
            fail_low_correction: true,
            mate_distance: true,
            table_move: true,
            noisy_ordering: true,
            exchange_ordering: true,
            killers: true,
            history: true,
            upcoming_repetition: true,
            ..Enhancements::none()
        }
    }

    /// The classical set of the ZMBL thesis (chapter 3): what a strong engine
    /// of 2004 used. The ablation tables beside the thesis's are made with it.
    pub const fn classical() -> Enhancements {
        Enhancements {
            exact_table: false,
            quiescence: true,
            quiescence_exchange: true,
            delta: true,
            null_move: true,
            extensions: true,
            single_reply: true,
            upcoming_repetition: false,
            ..Enhancements::exact()
        }
    }

    /// Sets a switch by its field name, so that a bench or an option can reach it.
    ///
    /// # Errors
    /// The name, if no switch has it.
    pub fn set(&mut self, name: &str, on: bool) -> Result<(), UnknownSwitch> {
        let switch = self
            .switches_mut()
            .into_iter()
            .find(|(own, _)| *own == name)
            .ok_or_else(|| UnknownSwitch(name.chars().take(40).collect()))?;
        *switch.1 = on;
        Ok(())
    }

    /// The names of the switches, in the order of the fields.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Enhancements::none().switches_mut().map(|(name, _)| name).into_iter()
    }

    fn switches_mut(&mut self) -> [(&'static str, &mut bool); 44] {
        [
            ("iterative_deepening", &mut self.iterative_deepening),
            ("aspiration", &mut self.aspiration),
            ("principal_variation", &mut self.principal_variation),
            ("table", &mut self.table),
            ("exact_table", &mut self.exact_table),
            ("fail_low_correction", &mut self.fail_low_correction),
            ("mate_distance", &mut self.mate_distance),
            ("quiescence", &mut self.quiescence),
            ("quiescence_exchange", &mut self.quiescence_exchange),
            ("delta", &mut self.delta),
            ("null_move", &mut self.null_move),
            ("extensions", &mut self.extensions),
            ("single_reply", &mut self.single_reply),
            ("table_move", &mut self.table_move),
            ("noisy_ordering", &mut self.noisy_ordering),
            ("exchange_ordering", &mut self.exchange_ordering),
            ("killers", &mut self.killers),
            ("history", &mut self.history),
            ("quiescence_table", &mut self.quiescence_table),
            ("prefetch", &mut self.prefetch),
            ("late_move_reductions", &mut self.late_move_reductions),
            ("late_move_pruning", &mut self.late_move_pruning),
            ("reverse_futility", &mut self.reverse_futility),
            ("razoring", &mut self.razoring),
            ("futility", &mut self.futility),
            ("exchange_pruning", &mut self.exchange_pruning),
            ("history_pruning", &mut self.history_pruning),
            ("internal_reduction", &mut self.internal_reduction),
            ("probcut", &mut self.probcut),
            ("singular", &mut self.singular),
            ("continuation_history", &mut self.continuation_history),
            ("noisy_history", &mut self.noisy_history),
            ("correction_history", &mut self.correction_history),
            ("improving", &mut self.improving),
            ("hindsight", &mut self.hindsight),
            ("deeper_research", &mut self.deeper_research),
            ("raised_alpha", &mut self.raised_alpha),
            ("prior_history", &mut self.prior_history),
            ("null_verification", &mut self.null_verification),
            ("table_history", &mut self.table_history),
            ("fail_high_depth", &mut self.fail_high_depth),
            ("upcoming_repetition", &mut self.upcoming_repetition),
            ("low_ply_history", &mut self.low_ply_history),
            ("long_continuation", &mut self.long_continuation),
        ]
    }
}

impl Default for Enhancements {
    /// What was kept after the matches played so far. `razoring`, `singular`,
    /// `noisy_history` and `hindsight` lost theirs (`singular` won another at few nodes a
    /// move); `table_history` and `fail_high_depth` have not proved a gain;
    /// `null_verification` has not been measured. All of them are off (the figures are
    /// in the repository's `docs/strength.md`).
    fn default() -> Enhancements {
        Enhancements {
            quiescence_table: true,
            late_move_reductions: true,
            late_move_pruning: true,
            reverse_futility: true,
            futility: true,
            exchange_pruning: true,
            history_pruning: true,
            internal_reduction: true,
            probcut: true,
            continuation_history: true,
            correction_history: true,
            improving: true,
            deeper_research: true,
            raised_alpha: true,
            prior_history: true,
            upcoming_repetition: true,
            low_ply_history: true,
            long_continuation: true,
            ..Enhancements::classical()
        }
    }
}

/// A name that no switch of [`Enhancements`] has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no enhancement; there are: {names}", names = Enhancements::names().collect::<Vec<_>>().join(", "))]
pub struct UnknownSwitch(pub String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_switch_can_be_set_by_name() {
        for name in Enhancements::names() {
            let mut switches = Enhancements::default();
            let before = switches;
            switches.set(name, false).unwrap();
            let off = switches;
            switches.set(name, true).unwrap();
            assert_ne!(off, switches, "{name}");
            assert!(before == off || before == switches);
        }
        assert!(Enhancements::default().set("telepathy", true).unwrap_err().to_string().contains("null_move"));
    }
}
