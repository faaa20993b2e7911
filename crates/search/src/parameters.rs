//! The constants of the search, by name, so that a tuner can reach them.
//!
//! In the evaluator's units where not said otherwise. The shape of the null move's
//! comes from the ZMBL thesis (3.9: less with few strong pieces and at small depth)
//! and Heinz's adaptive null move pruning; the rest is common practice. The values
//! are our own, tuned by games of xiangqi (`docs/strength.md` of the repository).

/// Declares the constants once: the struct, its defaults, and access by name.
macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident = $value:expr,)*) => {
        /// The constants of the search; see the fields for their units.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[non_exhaustive]
        pub struct Parameters {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Default for Parameters {
            fn default() -> Parameters {
                Parameters { $($name: $value,)* }
            }
        }

        impl Parameters {
            /// All names, in the order of the fields.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name),)*];

            /// A constant by its name.
            pub fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) => Some(self.$name),)*
                    _ => None,
                }
            }

            /// Sets a constant by its name.
            ///
            /// # Errors
            /// The name, if no constant has it.
            pub fn set(&mut self, name: &str, value: i32) -> Result<(), UnknownParameter> {
                match name {
                    $(stringify!($name) => self.$name = value,)*
                    _ => return Err(UnknownParameter(name.chars().take(40).collect())),
                }
                Ok(())
            }
        }
    };
}

parameters! {
    /// The first half-width of the aspiration window.
    aspiration_width = 30,
    /// The first iteration with an aspiration window, in plies.
    aspiration_from = 4,
    /// Null move: the reduction at small depth, in 1/64 ply.
    null_base = 128,
    /// Null move: the remaining depth divided by this is added to the reduction.
    null_divisor = 4,
    /// Null move: for each of so many units above beta one ply is added …
    null_margin = 200,
    /// … but not more than so many plies.
    null_margin_plies = 2,
    /// Null move: with less strength than this (see
    /// [`Heuristics::null_move`](crate::Heuristics::null_move)) the reduction is one ply smaller.
    null_strength = 3,
    /// Null move: the smallest remaining depth at which it is tried, in plies.
    null_depth = 2,
    /// Null move: the smallest depth at which a cut is verified by a search without null moves, in
    /// plies.
    null_verification_depth = 14,
    /// How much deeper a single reply to a threat is searched, in 1/64 ply: 2/3 ply (ZMBL thesis
    /// 3.8).
    single_reply = 43,
    /// How much more than its gain a noisy move may be worth in the quiescence search.
    delta_margin = 150,
    /// The largest history value, below 32,768.
    history_limit = 16384,
    /// A quiet move after which the opponent found nothing gains so many sixteenths of the bonus.
    prior_bonus = 8,
    /// A cut-off at a depth of d plies moves the history by d² times this …
    history_bonus = 16,
    /// … but by at most this.
    history_bonus_limit = 2000,
    /// Late move reductions: the reduction of a quiet move is this, in 1/64 ply …
    lmr_base = 0,
    /// … plus this times ln(depth) × ln(move number), in 1/64 ply.
    lmr_factor = 27,
    /// So much history, of 16,384 a table, takes 1/64 ply off the reduction.
    lmr_history = 303,
    /// The first move number (from 0) that is reduced.
    lmr_from = 2,
    /// Late move reductions: what a node that should be cut off adds, in 1/64 ply.
    lmr_cut = 191,
    /// Late move reductions: what a node adds whose evaluation is not rising, in 1/64 ply.
    lmr_unimproved = 44,
    /// Late move reductions: what the principal variation takes off, in 1/64 ply.
    lmr_principal = 64,
    /// Late move reductions: what a killer takes off, in 1/64 ply.
    lmr_killer = 64,
    /// Late move reductions: what a reply to a threat takes off, in 1/64 ply.
    lmr_evasion = 64,
    /// Late move reductions: what a move that makes a threat takes off, in 1/64 ply.
    lmr_threat = 64,
    /// Late move reductions: what a noisy table move adds for the others, in 1/64 ply.
    lmr_noisy_table = 0,
    /// Late move reductions: what is added where the children's children were cut off often, in
    /// 1/64 ply.
    lmr_cutoffs = 0,
    /// A reduced move that ends so far above alpha is searched a ply deeper than the others.
    deeper_margin = 60,
    /// A reduced move that ends less than this above alpha is searched a ply less deep again.
    shallower_margin = 5,
    /// How much less deep the moves after one that raised alpha are searched, in 1/64 ply.
    raised_reduction = 64,
    /// The greatest depth of that, in plies.
    raised_depth = 12,
    /// Late move pruning: so many moves, plus the square of the depth, are searched.
    late_move_base = 6,
    /// The greatest depth at which late moves are left out, in plies.
    late_move_depth = 7,
    /// Reverse futility: the margin for each ply.
    reverse_futility_margin = 57,
    /// The greatest depth of reverse futility, in plies.
    reverse_futility_depth = 8,
    /// Razoring: the margin at no depth.
    razor_base = 200,
    /// Razoring: the margin for each ply.
    razor_margin = 150,
    /// The greatest depth of razoring, in plies.
    razor_depth = 3,
    /// Futility: the margin at no depth.
    futility_base = 110,
    /// Futility: the margin for each ply.
    futility_margin = 85,
    /// The greatest depth of futility pruning, in plies.
    futility_depth = 8,
    /// What a quiet move may lose by exchange for each ply of depth, squared.
    exchange_quiet = 40,
    /// What a noisy move may lose by exchange for each ply of depth.
    exchange_noisy = 135,
    /// The greatest depth of exchange pruning, in plies.
    exchange_depth = 8,
    /// History pruning: the failure that a move may have for each ply of depth.
    history_margin = 2553,
    /// The greatest depth of history pruning, in plies.
    history_depth = 5,
    /// The smallest depth of the internal reduction, in plies.
    internal_depth = 4,
    /// ProbCut: how far above beta the shallow search must end.
    probcut_margin = 220,
    /// The smallest depth of ProbCut, in plies.
    probcut_depth = 5,
    /// The smallest depth of singular extensions, in plies.
    singular_depth = 7,
    /// How far all other moves must be behind for each ply of depth.
    singular_margin = 2,
    /// Singular extensions: a table move that is no more than one of several good ones, with a
    /// score above beta, is searched so much less deep, in 1/64 ply.
    singular_negative = 64,
    /// How far the others must be behind, beyond the margin, for a second ply of extension.
    singular_double = 40,
    /// Young Brothers Wait: the smallest depth of a split point that is opened because a thread
    /// has nothing to do, in plies.
    split_depth = 4,
    /// Young Brothers Wait: the smallest depth of one that is opened for whoever may come, in
    /// plies.
    open_depth = 9,
    /// The largest correction of the evaluation, in its units.
    correction_limit = 64,
}

impl Parameters {
    /// What goes with [`Enhancements::classical`](crate::Enhancements::classical):
    /// the null move reduces by three plies and more, as in the thesis. It stays
    /// when the defaults are tuned, so that the classical tables can be repeated.
    pub fn classical() -> Parameters {
        Parameters { null_base: 192, ..Parameters::default() }
    }
}

/// A name that no constant of [`Parameters`] has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no parameter; there are: {names}", names = Parameters::NAMES.join(", "))]
pub struct UnknownParameter(pub String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_constant_can_be_read_and_set_by_name() {
        let mut parameters = Parameters::default();
        for (i, name) in Parameters::NAMES.iter().enumerate() {
            parameters.set(name, i as i32).unwrap();
        }
        for (i, name) in Parameters::NAMES.iter().enumerate() {
            assert_eq!(parameters.get(name), Some(i as i32));
        }
        assert!(parameters.set("luck", 1).unwrap_err().to_string().contains("lmr_base"));
        assert_eq!(parameters.get("luck"), None);
    }
}
