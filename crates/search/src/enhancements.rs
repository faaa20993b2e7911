//! The switches: every enhancement of the search can be turned off, so that
//! its worth can be measured.

use crate::UnknownName;

/// The sets that a switch may belong to.
const OFF: u8 = 0;
const EXACT: u8 = 1;
const CLASSICAL: u8 = 2;
const DEFAULT: u8 = 4;
const ALL: u8 = EXACT | CLASSICAL | DEFAULT;

/// Whether a switch of `own` sets belongs to one of `sets`.
const fn is_in(own: u8, sets: u8) -> bool {
    own & sets != 0
}

/// Declares the switches once: the fields, the sets that each belongs to, and access by name.
macro_rules! enhancements {
    ($($(#[$doc:meta])* $name:ident: $sets:expr,)*) => {
        /// Which enhancements are on. [`Enhancements::default`] is the full search,
        /// [`Enhancements::exact`] those that never change a fixed-depth value,
        /// [`Enhancements::none`] plain alpha-beta.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[non_exhaustive]
        pub struct Enhancements {
            $($(#[$doc])* pub $name: bool,)*
        }

        impl Enhancements {
            /// The names of the switches, in the order of the fields.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name),)*];

            /// The names of the switches as options of a player, in the same order: `switch.table`.
            pub const OPTIONS: &'static [&'static str] = &[$(concat!("switch.", stringify!($name)),)*];

            /// The switches that belong to one of the sets.
            const fn of(sets: u8) -> Enhancements {
                Enhancements { $($name: is_in($sets, sets),)* }
            }

            /// Whether a switch is on, by its name.
            pub fn get(&self, name: &str) -> Option<bool> {
                match name {
                    $(stringify!($name) => Some(self.$name),)*
                    _ => None,
                }
            }

            /// Sets a switch by its name, so that a bench or an option can reach it.
            ///
            /// # Errors
            /// If no switch has the name.
            pub fn set(&mut self, name: &str, on: bool) -> Result<(), UnknownName> {
                match name {
                    $(stringify!($name) => self.$name = on,)*
                    _ => return Err(UnknownName::new("enhancement", name, Enhancements::NAMES)),
                }
                Ok(())
            }
        }
    };
}

enhancements! {
    /// Search depth 1, 2, 3 … instead of the last depth at once.
    iterative_deepening: ALL,
    /// Start each iteration with a window around the last score.
    aspiration: ALL,
    /// Null-window searches for all but the first move (PVS, NegaScout).
    principal_variation: ALL,
    /// Look positions up in the transposition table and store them there.
    table: ALL,
    /// Take a table score only if its depth is exactly the wanted one, so that
    /// the result does not depend on what was searched before.
    exact_table: EXACT,
    /// A store without a best move keeps the move that the table had.
    fail_low_correction: ALL,
    /// Cut the window to the mates that are still possible.
    mate_distance: ALL,
    /// Resolve noisy moves before evaluating.
    quiescence: CLASSICAL | DEFAULT,
    /// Leave losing exchanges out of the quiescence search.
    quiescence_exchange: CLASSICAL | DEFAULT,
    /// Leave out of the quiescence search what cannot raise alpha even with its gain.
    delta: CLASSICAL | DEFAULT,
    /// Let the opponent move twice: if that does not help, cut.
    null_move: CLASSICAL | DEFAULT,
    /// Extend positions that deserve it (checks).
    extensions: CLASSICAL | DEFAULT,
    /// Extend the only reply to a threat.
    single_reply: CLASSICAL | DEFAULT,
    /// Try the table's move first.
    table_move: ALL,
    /// Order noisy moves by what they take.
    noisy_ordering: ALL,
    /// Try losing exchanges last.
    exchange_ordering: ALL,
    /// Try quiet moves that cut off at the same ply elsewhere.
    killers: ALL,
    /// Order quiet moves by how often they have cut off.
    history: ALL,
    /// Look positions of the quiescence search up in the table, and store them there.
    quiescence_table: DEFAULT,
    /// Have a child's place in the table fetched before its move is made, where the game tells
    /// its key ([`Heuristics::key_after`](crate::Heuristics::key_after)). Changes no result.
    prefetch: ALL,
    /// Search late moves less deep first.
    late_move_reductions: DEFAULT,
    /// Leave late quiet moves out near the horizon.
    late_move_pruning: DEFAULT,
    /// Cut a node whose evaluation is far above beta near the horizon.
    reverse_futility: DEFAULT,
    /// Go to the quiescence search at once when the evaluation is far below alpha.
    razoring: OFF,
    /// Leave quiet moves out that cannot lift the evaluation to alpha.
    futility: DEFAULT,
    /// Leave moves out near the horizon that lose an exchange.
    exchange_pruning: DEFAULT,
    /// Leave quiet moves out near the horizon that have failed nearly always.
    history_pruning: DEFAULT,
    /// Search a node without a table move one ply less deep.
    internal_reduction: DEFAULT,
    /// Cut a node where a capture beats beta by far in a shallower search.
    probcut: DEFAULT,
    /// Extend a table move that is far better than all others; cut if several beat beta.
    singular: OFF,
    /// Order quiet moves by how well they follow the moves before.
    continuation_history: DEFAULT,
    /// Order noisy moves by their success, too.
    noisy_history: OFF,
    /// Correct the evaluation by how it erred in like positions.
    correction_history: DEFAULT,
    /// Prune and reduce less where the evaluation is rising.
    improving: DEFAULT,
    /// Search a node deeper or less deep in view of what its reduction expected.
    hindsight: OFF,
    /// Search a reduced move that surprises by much a ply deeper, by little a ply less deep.
    deeper_research: DEFAULT,
    /// Search the moves after one that raised alpha less deep.
    raised_alpha: DEFAULT,
    /// Let a move gain history that left the opponent without a good answer.
    prior_history: DEFAULT,
    /// Verify deep null move cuts by a search without null moves, against zugzwang.
    null_verification: OFF,
    /// Let a quiet table move that cuts by its table score gain history.
    table_history: OFF,
    /// Search less deep after the aspiration window failed high.
    fail_high_depth: OFF,
    /// Know what a move is worth that repeats a position before it is made.
    upcoming_repetition: EXACT | DEFAULT,
    /// Order quiet moves near the root by their success there, too.
    low_ply_history: DEFAULT,
    /// Look four plies back, too, for the continuation history.
    long_continuation: DEFAULT,
    /// Take the static evaluation of a position from the table, where it is there.
    stored_evaluation: DEFAULT,
    /// Store what a node of the quiescence search is worth that stands pat.
    stand_pat_table: DEFAULT,
    /// Correct the evaluation by how it erred with the same pieces of either side, too.
    side_correction: DEFAULT,
    /// Correct the evaluation by how it erred after the same two moves, too.
    move_correction: DEFAULT,
    /// Reduce late moves less where the evaluation is corrected by much.
    correction_reductions: OFF,
    /// After a failure below the aspiration window, pull its upper end down to its middle.
    narrow_aspiration: OFF,
    /// Order quiet replies to a threat by what they follow, too.
    evasion_history: DEFAULT,
    /// Try quiet moves earlier that make a threat and lose nothing by exchange.
    threat_ordering: DEFAULT,
    /// Try quiet moves earlier that take a piece out of the reach of lesser ones, and later those that
    /// take one into it.
    escape_ordering: OFF,
    /// Tell moves apart in the history by whether they begin and end on an attacked place.
    threat_history: OFF,
    /// In the quiescence search, leave quiet replies to a threat out once another reply holds.
    skip_evasions: DEFAULT,
    /// Let a node that a move cuts off be worth less than the move, the nearer it is to the horizon.
    fail_high_mean: DEFAULT,
    /// Reduce late moves less in nodes that were once on the principal variation.
    former_principal: DEFAULT,
    /// Try killers before noisy moves (row H-8 of docs/sources.md).
    killers_first: OFF,
    /// Order noisy moves by what they take less what takes it (row Z-C16 of docs/sources.md).
    victim_less_attacker: OFF,
    /// Take a mate from the table whatever the depth of its entry (row H-5 of docs/sources.md).
    mate_waives_depth: OFF,
    /// Count the moves searched by stage ([`Statistics::moves`](crate::Statistics::moves)). Changes
    /// no result.
    move_counts: OFF,
}

impl Enhancements {
    /// Plain alpha-beta to a fixed depth.
    pub const fn none() -> Enhancements {
        Enhancements::of(OFF)
    }

    /// Everything that leaves the value of a fixed-depth search what minimax says. One
    /// exception: in a game that names a [repeating move](crate::Heuristics::repeating_move),
    /// `upcoming_repetition` sees at the horizon a repetition that is a ply beyond it.
    pub const fn exact() -> Enhancements {
        Enhancements::of(EXACT)
    }

    /// The classical set of the ZMBL thesis (chapter 3): what a strong engine
    /// of 2004 used. The ablation tables beside the thesis's are made with it.
    pub const fn classical() -> Enhancements {
        Enhancements::of(CLASSICAL)
    }
}

impl Default for Enhancements {
    /// What was kept after the matches played so far. `razoring`, `singular`,
    /// `noisy_history` and `hindsight` lost theirs (`singular` won another at few nodes a
    /// move); `table_history` and `fail_high_depth` have not proved a gain;
    /// `null_verification` changed next to nothing; `narrow_aspiration` and
    /// `correction_reductions` did not win. All of them are off (the figures are in the repository's
    /// `docs/strength.md`).
    fn default() -> Enhancements {
        Enhancements::of(DEFAULT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_switch_can_be_read_and_set_by_name() {
        for name in Enhancements::NAMES {
            let mut switches = Enhancements::default();
            let before = switches;
            switches.set(name, false).unwrap();
            let off = switches;
            switches.set(name, true).unwrap();
            assert_ne!(off, switches, "{name}");
            assert_eq!((off.get(name), switches.get(name)), (Some(false), Some(true)));
            assert!(before == off || before == switches);
        }
        assert!(Enhancements::default().set("luck", true).unwrap_err().to_string().contains("null_move"));
        assert_eq!(Enhancements::default().get("luck"), None);
    }

    #[test]
    fn the_sets_differ_as_they_say() {
        let count = |set: Enhancements| Enhancements::NAMES.iter().filter(|name| set.get(name) == Some(true)).count();
        assert_eq!(count(Enhancements::none()), 0);
        assert_eq!(count(Enhancements::exact()), 14);
        assert_eq!(count(Enhancements::classical()), 18);
        assert_eq!(count(Enhancements::default()), 45);
    }
}
