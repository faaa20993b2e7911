//! The switches: every enhancement of the search can be turned off, so that
//! its worth can be measured.

use crate::Depth;

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
    /// Resolve loud moves before evaluating.
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
    /// Order loud moves by what they take.
    pub loud_ordering: bool,
    /// Try losing exchanges last.
    pub exchange_ordering: bool,
    /// Try quiet moves that cut off at the same ply elsewhere.
    pub killers: bool,
    /// Order quiet moves by how often they have cut off.
    pub history: bool,
    /// Look positions of the quiescence search up in the table, and store them there.
    pub quiescence_table: bool,
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
    /// Order loud moves by their success, too.
    pub loud_history: bool,
    /// Correct the evaluation by how it erred in like positions.
    pub correction_history: bool,
    /// Prune and reduce less where the evaluation is rising.
    pub improving: bool,
    /// Search a node deeper or less deep in view of what its reduction expected.
    pub hindsight: bool,
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
            loud_ordering: false,
            exchange_ordering: false,
            killers: false,
            history: false,
            quiescence_table: false,
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
            loud_history: false,
            correction_history: false,
            improving: false,
            hindsight: false,
        }
    }

    /// Everything that leaves the value of a fixed-depth search what minimax says.
    pub const fn exact() -> Enhancements {
        Enhancements {
            iterative_deepening: true,
            aspiration: true,
            principal_variation: true,
            table: true,
            exact_table: true,
            fail_low_correction: true,
            mate_distance: true,
            table_move: true,
            loud_ordering: true,
            exchange_ordering: true,
            killers: true,
            history: true,
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

    fn switches_mut(&mut self) -> [(&'static str, &mut bool); 34] {
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
            ("loud_ordering", &mut self.loud_ordering),
            ("exchange_ordering", &mut self.exchange_ordering),
            ("killers", &mut self.killers),
            ("history", &mut self.history),
            ("quiescence_table", &mut self.quiescence_table),
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
            ("loud_history", &mut self.loud_history),
            ("correction_history", &mut self.correction_history),
            ("improving", &mut self.improving),
            ("hindsight", &mut self.hindsight),
        ]
    }
}

impl Default for Enhancements {
    fn default() -> Enhancements {
        Enhancements {
            quiescence_table: true,
            late_move_reductions: true,
            late_move_pruning: true,
            reverse_futility: true,
            razoring: true,
            futility: true,
            exchange_pruning: true,
            history_pruning: true,
            internal_reduction: true,
            probcut: true,
            singular: true,
            continuation_history: true,
            loud_history: true,
            correction_history: true,
            improving: true,
            hindsight: true,
            ..Enhancements::classical()
        }
    }
}

/// A name that no switch of [`Enhancements`] has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no enhancement; there are: {names}", names = Enhancements::names().collect::<Vec<_>>().join(", "))]
pub struct UnknownSwitch(pub String);

/// The constants of the search, in the evaluator's units and in 1/64 ply where not said otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Parameters {
    /// The first half-width of the aspiration window.
    pub aspiration_width: i32,
    /// The first iteration with an aspiration window, in plies.
    pub aspiration_from: u32,
    /// Null move.
    pub null_move: NullMoveParameters,
    /// How much deeper a single reply to a threat is searched: 2/3 ply (ZMBL thesis 3.8).
    pub single_reply: Depth,
    /// How much more than its gain a loud move may be worth in the quiescence search.
    pub delta_margin: i32,
    /// The largest history value.
    pub history_limit: i32,
    /// A cut-off at a depth of d plies moves the history by d² times this …
    pub history_bonus: i32,
    /// … but by at most this.
    pub history_bonus_limit: i32,
    /// Late move reductions: the reduction of a quiet move is this, in 1/64 ply …
    pub lmr_base: i32,
    /// … plus this times ln(depth) × ln(move number), in 1/64 ply.
    pub lmr_factor: i32,
    /// So much history, of 16,384, takes 1/64 ply off the reduction.
    pub lmr_history: i32,
    /// The first move number (from 0) that is reduced.
    pub lmr_from: u32,
    /// Late move pruning: so many moves, plus the square of the depth, are searched.
    pub late_move_base: i32,
    /// The greatest depth at which late moves are left out, in plies.
    pub late_move_depth: i32,
    /// Reverse futility: the margin for each ply.
    pub reverse_futility_margin: i32,
    /// The greatest depth of reverse futility, in plies.
    pub reverse_futility_depth: i32,
    /// Razoring: the margin at no depth.
    pub razor_base: i32,
    /// Razoring: the margin for each ply.
    pub razor_margin: i32,
    /// The greatest depth of razoring, in plies.
    pub razor_depth: i32,
    /// Futility: the margin at no depth.
    pub futility_base: i32,
    /// Futility: the margin for each ply.
    pub futility_margin: i32,
    /// The greatest depth of futility pruning, in plies.
    pub futility_depth: i32,
    /// What a quiet move may lose by exchange for each ply of depth, squared.
    pub exchange_quiet: i32,
    /// What a loud move may lose by exchange for each ply of depth.
    pub exchange_loud: i32,
    /// The greatest depth of exchange pruning, in plies.
    pub exchange_depth: i32,
    /// History pruning: the failure that a move may have for each ply of depth.
    pub history_margin: i32,
    /// The greatest depth of history pruning, in plies.
    pub history_depth: i32,
    /// The smallest depth of the internal reduction, in plies.
    pub internal_depth: i32,
    /// ProbCut: how far above beta the shallow search must end.
    pub probcut_margin: i32,
    /// The smallest depth of ProbCut, in plies.
    pub probcut_depth: i32,
    /// The smallest depth of singular extensions, in plies.
    pub singular_depth: i32,
    /// How far all other moves must be behind for each ply of depth.
    pub singular_margin: i32,
    /// The largest correction of the evaluation, in its units.
    pub correction_limit: i32,
}

/// How far the null move reduces. Source: ZMBL thesis 3.9 (less with few strong
/// pieces and at small depth), Heinz's adaptive null move pruning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct NullMoveParameters {
    /// The reduction at small depth.
    pub base: Depth,
    /// The remaining depth divided by this is added to the reduction.
    pub depth_divisor: i32,
    /// For each of so many units above beta one ply is added …
    pub margin: i32,
    /// … but not more than so many plies.
    pub margin_plies: i32,
    /// With less strength than this (see [`Heuristics::null_move`](crate::Heuristics::null_move))
    /// the reduction is one ply smaller.
    pub full_strength: u32,
    /// The smallest remaining depth at which the null move is tried.
    pub from: Depth,
}

impl Default for Parameters {
    fn default() -> Parameters {
        Parameters {
            aspiration_width: 30,
            aspiration_from: 4,
            null_move: NullMoveParameters {
                base: Depth::plies(3),
                depth_divisor: 4,
                margin: 200,
                margin_plies: 2,
                full_strength: 3,
                from: Depth::plies(2),
            },
            single_reply: Depth::fraction(43),
            delta_margin: 150,
            history_limit: 16_384,
            history_bonus: 16,
            history_bonus_limit: 2_000,
            lmr_base: 40,
            lmr_factor: 26,
            lmr_history: 256,
            lmr_from: 2,
            late_move_base: 4,
            late_move_depth: 7,
            reverse_futility_margin: 75,
            reverse_futility_depth: 8,
            razor_base: 200,
            razor_margin: 150,
            razor_depth: 3,
            futility_base: 110,
            futility_margin: 90,
            futility_depth: 8,
            exchange_quiet: 40,
            exchange_loud: 110,
            exchange_depth: 8,
            history_margin: 3000,
            history_depth: 5,
            internal_depth: 4,
            probcut_margin: 220,
            probcut_depth: 5,
            singular_depth: 7,
            singular_margin: 2,
            correction_limit: 64,
        }
    }
}

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
