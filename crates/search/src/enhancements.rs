//! The switches: every enhancement of the search can be turned off to measure its effect.

use crate::UnknownName;

/// The sets that a switch may belong to.
const OFF: u8 = 0;
const EXACT: u8 = 1;
const CLASSICAL: u8 = 2;
const DEFAULT: u8 = 4;
const THESIS: u8 = 8;
const ALL: u8 = EXACT | CLASSICAL | DEFAULT | THESIS;

/// Whether a switch of `own` sets belongs to one of `sets`.
const fn is_in(own: u8, sets: u8) -> bool {
    own & sets != 0
}

/// Declares the switches once: the fields, the sets of each, and access by name.
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
            /// The names of the switches, in field order.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name),)*];

            /// The names of the switches as options of a player, in field order: `switch.table`.
            pub const OPTIONS: &'static [&'static str] = &[$(concat!("switch.", stringify!($name)),)*];

            /// The switches in one of the sets.
            const fn of(sets: u8) -> Enhancements {
                Enhancements { $($name: is_in($sets, sets),)* }
            }

            /// The state of a switch by name.
            pub fn get(&self, name: &str) -> Option<bool> {
                match name {
                    $(stringify!($name) => Some(self.$name),)*
                    _ => None,
                }
            }

            /// Sets a switch by name, for benches and options.
            ///
            /// # Errors
            /// If there is no switch with this name.
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
    aspiration: EXACT | CLASSICAL | DEFAULT,
    /// Null-window searches for all but the first move (PVS, NegaScout).
    principal_variation: ALL,
    /// Probe and store positions in the transposition table.
    table: ALL,
    /// Use a table score only if its depth equals the required depth, so that the result does not
    /// depend on earlier searches.
    exact_table: EXACT,
    /// Keep the table's move when an entry without a best move is stored.
    fail_low_correction: ALL,
    /// Narrow the window to the mates that are still possible (mate distance pruning).
    mate_distance: EXACT | CLASSICAL | DEFAULT,
    /// Resolve noisy moves before evaluating.
    quiescence: CLASSICAL | DEFAULT | THESIS,
    /// Skip losing exchanges in the quiescence search.
    quiescence_exchange: CLASSICAL | DEFAULT,
    /// Skip moves in the quiescence search that cannot raise alpha even with their gain.
    delta: CLASSICAL | DEFAULT,
    /// Let the opponent move twice: if the score still reaches beta, cut off.
    null_move: CLASSICAL | DEFAULT | THESIS,
    /// Pass only in expected cut nodes.
    null_cut_nodes: DEFAULT,
    /// Pass only if the evaluation already reaches beta.
    null_evaluation: CLASSICAL | DEFAULT,
    /// Extend positions that the game selects (checks).
    extensions: CLASSICAL | DEFAULT | THESIS,
    /// Extend the only reply to a threat.
    single_reply: CLASSICAL | DEFAULT | THESIS,
    /// Try the table move first.
    table_move: ALL,
    /// Order noisy moves by the value of their captures.
    noisy_ordering: ALL,
    /// Try losing exchanges last.
    exchange_ordering: ALL,
    /// Try quiet moves that caused cut-offs at other nodes of the same ply.
    killers: ALL,
    /// Order quiet moves by how often they have caused cut-offs.
    history: ALL,
    /// Probe and store positions of the quiescence search in the table.
    quiescence_table: DEFAULT,
    /// Prefetch a child's table slot before its move is made, if the game provides the key
    /// ([`Heuristics::key_after`](crate::Heuristics::key_after)). Does not change results.
    prefetch: ALL,
    /// Search late moves to a reduced depth first.
    late_move_reductions: DEFAULT,
    /// Skip late quiet moves near the horizon.
    late_move_pruning: DEFAULT,
    /// Cut off a node near the horizon whose evaluation is far above beta.
    reverse_futility: DEFAULT,
    /// Skip quiet moves that cannot lift the evaluation to alpha.
    futility: DEFAULT,
    /// Skip moves near the horizon that lose an exchange.
    exchange_pruning: DEFAULT,
    /// Skip quiet moves near the horizon that have nearly always failed.
    history_pruning: DEFAULT,
    /// Search a node without a table move one ply less deeply.
    internal_reduction: DEFAULT,
    /// Cut off a node if a capture beats beta by a margin in a shallower search.
    probcut: DEFAULT,
    /// Extend a table move that is far better than all others; cut off if several beat beta.
    singular: DEFAULT,
    /// Order quiet moves by their success after the earlier moves.
    continuation_history: DEFAULT,
    /// Also order quiet moves by their success with the same structure (pawns).
    structure_history: DEFAULT,
    /// Correct the evaluation by its error in similar positions.
    correction_history: DEFAULT,
    /// Prune and reduce less where the evaluation is rising.
    improving: DEFAULT,
    /// Re-search a reduced move one ply more deeply if it exceeds alpha by much, one ply less
    /// deeply if by little.
    deeper_research: DEFAULT,
    /// Search the moves after one that raised alpha less deeply.
    raised_alpha: DEFAULT,
    /// Reward a move in the history if the opponent has no good reply.
    prior_history: DEFAULT,
    /// Use the value of a repeating move before it is made.
    upcoming_repetition: EXACT | DEFAULT,
    /// [Mixed cycles](crate::Heuristics::offences): a repetition that loses is a draw if the loser can
    /// alternate with another cycle.
    mixed_cycles: DEFAULT,
    /// Also order quiet moves near the root by their success there.
    low_ply_history: DEFAULT,
    /// Also use the move four plies before in the continuation history.
    long_continuation: DEFAULT,
    /// Take the static evaluation of a position from the table if stored there.
    stored_evaluation: DEFAULT,
    /// Store the value of a quiescence node that stands pat.
    stand_pat_table: DEFAULT,
    /// Also correct the evaluation by its error with the same pieces of either side.
    side_correction: DEFAULT,
    /// Also correct the evaluation by its error after the same two moves.
    move_correction: DEFAULT,
    /// Also order quiet replies to a threat by the continuation history.
    evasion_history: DEFAULT,
    /// Try quiet moves earlier that make a threat and lose no exchange.
    threat_ordering: DEFAULT,
    /// In the quiescence search, skip quiet replies to a threat once another reply holds.
    skip_evasions: DEFAULT,
    /// Move the value of a node after a cut-off towards beta, more so near the horizon.
    fail_high_mean: DEFAULT,
    /// Reduce late moves less in nodes that were once on the principal variation.
    former_principal: DEFAULT,
    /// Try killers before noisy moves (row H-8 of docs/sources.md).
    killers_first: OFF,
    /// Try losing noisy moves before the quiet moves.
    losing_before_quiet: THESIS,
    /// Order noisy moves by victim minus attacker (row Z-C16 of docs/sources.md).
    victim_less_attacker: OFF,
    /// Use a mate from the table at any depth of its entry (row H-5 of docs/sources.md).
    mate_waives_depth: OFF,
    /// Use table scores at nodes of the principal variation, too (rows Z-C9 and H-4 of
    /// docs/sources.md). The line may then end before the depth.
    principal_table_cuts: THESIS,
    /// Reward the best move of a node without a cut-off as killer and in the histories (row Z-C20b
    /// of docs/sources.md).
    best_move_rewards: THESIS,
    /// Do not lower the history of the moves tried before the one that caused a cut-off (row Z-C20
    /// of docs/sources.md).
    rewards_only: THESIS,
    /// Let the upper bound of a node allow for the moves that futility and delta pruning skip.
    pruned_bounds: DEFAULT,
    /// Count the moves searched by stage ([`Statistics::moves`](crate::Statistics::moves)). Does
    /// not change results.
    move_counts: OFF,
}

impl Enhancements {
    /// Plain alpha-beta to a fixed depth.
    pub const fn none() -> Enhancements {
        Enhancements::of(OFF)
    }

    /// The switches that preserve the minimax value of a fixed-depth search. One exception: in a
    /// game with [repeating moves](crate::Heuristics::repeating_move), `upcoming_repetition`
    /// detects a repetition one ply beyond the horizon.
    pub const fn exact() -> Enhancements {
        Enhancements::of(EXACT)
    }

    /// The techniques of a strong engine of 2004: those of the ZMBL thesis (chapter 3), but its
    /// killers and history as in the default search, and in addition aspiration windows, delta and
    /// exchange pruning in quiescence, and mate distance pruning.
    pub const fn classical() -> Enhancements {
        Enhancements::of(CLASSICAL)
    }

    /// The techniques that the ZMBL thesis describes (chapter 3), and no others. The ablation tables
    /// that are compared with the thesis use it, with [`Parameters::thesis`](crate::Parameters::thesis)
    /// and a table of 2,097,152 entries.
    pub const fn thesis() -> Enhancements {
        Enhancements::of(THESIS)
    }
}

impl Default for Enhancements {
    /// The enhancements that matches have confirmed so far (the repository's `docs/strength.md` has
    /// the figures).
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
    fn the_sets_contain_the_documented_switches() {
        let count = |set: Enhancements| Enhancements::NAMES.iter().filter(|name| set.get(name) == Some(true)).count();
        assert_eq!(count(Enhancements::none()), 0);
        assert_eq!(count(Enhancements::exact()), 14);
        assert_eq!(count(Enhancements::classical()), 19);
        assert_eq!(count(Enhancements::default()), 51);
        assert_eq!(count(Enhancements::thesis()), 18);
        let differs = |name: &&&str| Enhancements::thesis().get(name) != Enhancements::classical().get(name);
        let different: Vec<_> = Enhancements::NAMES.iter().filter(differs).copied().collect();
        let only_classical = ["aspiration", "mate_distance", "null_evaluation", "quiescence_exchange", "delta"];
        let only_thesis = ["principal_table_cuts", "losing_before_quiet", "best_move_rewards", "rewards_only"];
        let mut expected = [&only_classical[..], &only_thesis].concat();
        expected.sort_by_key(|name| Enhancements::NAMES.iter().position(|other| other == name));
        assert_eq!(different, expected);
    }

    /// The thesis's set has a switch for each technique of its chapter 3, and no other.
    #[test]
    fn the_set_of_the_thesis_has_what_the_thesis_names() {
        let named = [
            // 3.2 NegaScout, 3.4 table (also on the principal line) and its move, 3.5 iterative deepening.
            "principal_variation",
            "table",
            "principal_table_cuts",
            "table_move",
            "iterative_deepening",
            // 3.3 quiescence.
            "quiescence",
            // 3.6 static order by exchanges and gains, killers, history; the best child feeds them, without maluses.
            "noisy_ordering",
            "exchange_ordering",
            "losing_before_quiet",
            "killers",
            "history",
            "best_move_rewards",
            "rewards_only",
            // 3.7 fail-low correction, 3.8 extensions and null move.
            "fail_low_correction",
            "extensions",
            "single_reply",
            "null_move",
            // Changes no node.
            "prefetch",
        ];
        let mut set: Vec<&str> =
            Enhancements::NAMES.iter().filter(|name| Enhancements::thesis().get(name) == Some(true)).copied().collect();
        let mut expected = named.to_vec();
        set.sort_unstable();
        expected.sort_unstable();
        assert_eq!(set, expected);
    }
}
