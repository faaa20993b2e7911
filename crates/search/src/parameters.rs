//! The named constants of the search, for tuners.
//!
//! Units are those of the evaluator unless stated otherwise. The form of the null move's reduction
//! comes from the ZMBL thesis (3.8.3: smaller with few strong pieces and at small depth) and Heinz's
//! adaptive null move pruning; the rest is common practice. The values are ours, tuned by games of
//! xiangqi (`docs/strength.md` of the repository).

crate::constants! {
    /// The constants of the search; see the fields for their units.
    #[non_exhaustive]
    pub struct Parameters {
        /// The initial half-width of the aspiration window.
        aspiration_width: 30 in 1..=1000,
        /// The first iteration with an aspiration window, in plies.
        aspiration_from: 4 in 1..=100,
        /// The factor of the half-width when the score falls outside the window.
        aspiration_growth: 2 in 2..=100,
        /// The largest half-width: beyond it the window is opened fully.
        aspiration_limit: 1000 in 0..=30000,
        /// Nodes are extended only at plies below this multiple of the iteration's depth.
        extension_limit: 2 in 1..=10,
        /// Null move: the reduction at small depth, in 1/64 ply.
        null_base: 142 in 0..=512,
        /// Null move: the remaining depth divided by this is added to the reduction.
        null_divisor: 4 in 1..=64,
        /// Null move: each of these units above beta adds one ply …
        null_margin: 170 in 1..=2000,
        /// … up to this number of plies.
        null_margin_plies: 2 in 0..=10,
        /// Null move: with less strength than this (see [`NullMove::strength`](crate::NullMove::strength))
        /// the reduction is smaller …
        null_strength: 3 in 0..=100,
        /// … by this, in 1/64 ply.
        null_weakness: 64 in 0..=256,
        /// Null move: the minimum remaining depth, in plies.
        null_depth: 2 in 1..=20,
        /// The extension of a single reply to a threat, in 1/64 ply: 2/3 ply (ZMBL thesis 3.8).
        single_reply: 43 in 0..=64,
        /// The margin beyond its gain that a noisy move may add in the quiescence search.
        delta_margin: 221 in 0..=2000,
        /// The largest history value, below 32,768.
        history_limit: 16384 in 1024..=32767,
        /// The reward of a quiet move without a good reply, in sixteenths of the bonus.
        prior_bonus: 8 in 0..=64,
        /// A cut-off at a depth of d plies changes the history by d² times this …
        history_bonus: 26 in 1..=256,
        /// … but by at most this.
        history_bonus_limit: 2000 in 1..=16384,
        /// The weight of the history near the root when quiet moves are ordered; it is the weight
        /// at the root and decreases with each ply.
        low_ply_weight: 4 in 0..=64,
        /// Late move reductions: the reduction of a quiet move is this, in 1/64 ply …
        lmr_base: 0 in -128..=256,
        /// … plus this times ln(depth) × ln(move count), in 1/64 ply.
        lmr_factor: 28 in 0..=128,
        /// This much history, of 16,384 per table, reduces the reduction by 1/64 ply.
        lmr_history: 271 in 1..=8192,
        /// The minimum depth of late move reductions, in plies.
        lmr_depth: 2 in 1..=20,
        /// The number of moves searched before the first reduced one.
        lmr_from: 2 in 1..=64,
        /// Late move reductions: increase in a cut node, in 1/64 ply.
        lmr_cut: 190 in 0..=512,
        /// Late move reductions: increase if the node's evaluation is not rising, in 1/64 ply.
        lmr_unimproved: 51 in 0..=256,
        /// Late move reductions: decrease on the principal variation, in 1/64 ply.
        lmr_principal: 64 in 0..=256,
        /// Late move reductions: decrease for a noisy move, in 1/64 of its reduction.
        lmr_noisy: 32 in 0..=64,
        /// Late move reductions: decrease for a killer, in 1/64 ply.
        lmr_killer: 64 in 0..=256,
        /// Late move reductions: decrease for a reply to a threat, in 1/64 ply.
        lmr_evasion: 64 in 0..=256,
        /// Late move reductions: decrease for a move that makes a threat, in 1/64 ply.
        lmr_threat: 64 in 0..=256,
        /// A reduced move whose score exceeds alpha by this is re-searched one ply more deeply …
        deeper_margin: 56 in 0..=1000,
        /// … if its reduction was at least this, in 1/64 ply.
        deeper_reduction: 64 in 0..=512,
        /// A reduced move whose score exceeds alpha by less than this is re-searched one ply less
        /// deeply.
        shallower_margin: 5 in 0..=1000,
        /// The additional reduction of the moves after one that raised alpha, in 1/64 ply.
        raised_reduction: 64 in 0..=256,
        /// It applies only above this depth, in plies.
        raised_above: 2 in 1..=20,
        /// It applies only up to this depth, in plies.
        raised_depth: 12 in 0..=60,
        /// Late move pruning: this number of moves, plus the square of the depth, are searched.
        late_move_base: 5 in 1..=64,
        /// Late move pruning: the divisor of that number if the evaluation is not rising.
        late_move_unimproved: 2 in 1..=8,
        /// The maximum depth of late move pruning, in plies.
        late_move_depth: 7 in 0..=20,
        /// Reverse futility: the margin per ply.
        reverse_futility_margin: 71 in 1..=500,
        /// The maximum depth of reverse futility, in plies.
        reverse_futility_depth: 8 in 0..=20,
        /// Reverse futility: the weight of the evaluation in the score of the cut node, in 1/64;
        /// the rest is the weight of beta.
        reverse_futility_share: 32 in 0..=64,
        /// Futility: the margin at depth 0.
        futility_base: 91 in 0..=1000,
        /// Futility: the margin per ply.
        futility_margin: 106 in 0..=1000,
        /// The maximum depth of futility pruning, in plies.
        futility_depth: 8 in 0..=20,
        /// The maximum loss of a quiet move by exchange, times the depth squared.
        exchange_quiet: 56 in 0..=1000,
        /// The maximum loss of a noisy move by exchange, per ply of depth.
        exchange_noisy: 159 in 0..=2000,
        /// The maximum depth of exchange pruning, in plies.
        exchange_depth: 8 in 0..=20,
        /// History pruning: the negative history that a move may have, per ply of depth.
        history_margin: 1792 in 0..=32767,
        /// The maximum depth of history pruning, in plies.
        history_depth: 5 in 0..=20,
        /// The minimum depth of the internal reduction, in plies.
        internal_depth: 4 in 1..=60,
        /// Internal reduction: the reduction of a node without a table move, in 1/64 ply.
        internal_reduction: 64 in 0..=256,
        /// ProbCut: the margin above beta that the shallow search must reach.
        probcut_margin: 151 in 0..=2000,
        /// The minimum depth of ProbCut, in plies.
        probcut_depth: 5 in 1..=60,
        /// ProbCut: the reduction of the shallow search, in plies.
        probcut_shallower: 4 in 1..=20,
        /// ProbCut: a table entry at most this many plies shallower than the node can show that the
        /// goal is out of reach.
        probcut_entry: 3 in 0..=20,
        /// The minimum depth of singular extensions, in plies.
        singular_depth: 6 in 1..=60,
        /// Singular extensions: the table entry may be at most this many plies shallower than the
        /// node.
        singular_entry: 3 in 0..=20,
        /// Singular extensions: the depth of the search of the other moves, in 1/64 of the node's
        /// depth.
        singular_share: 32 in 1..=64,
        /// Singular extensions: the margin below the table move per ply of depth, in 1/64 of a
        /// unit.
        singular_margin: 29 in 0..=6400,
        /// Singular extensions: the extension of a singular move, in 1/64 ply.
        singular_extension: 64 in 0..=128,
        /// Singular extensions: the reduction of a table move with a score above beta that is one
        /// of several good moves, in 1/64 ply.
        singular_negative: 128 in 0..=256,
        /// Singular extensions: the additional margin for a second extension.
        singular_double: 20 in 0..=1000,
        /// Singular extensions: the reduction of a table move that is not singular in a cut node,
        /// in 1/64 ply.
        singular_cut: 128 in 0..=256,
        /// The ordering bonus of a quiet move that makes a threat and loses no exchange, in units
        /// of the history.
        threat_bonus: 8069 in 0..=32767,
        /// Late move reductions: decrease in a node that was once on the principal variation, in
        /// 1/64 ply.
        lmr_former: 64 in 0..=256,
        /// Young Brothers Wait: the minimum depth of a split point that is opened because a thread
        /// is idle, in plies.
        split_depth: 4 in 1..=60,
        /// Young Brothers Wait: the minimum depth of a split point that is opened for any thread
        /// that becomes idle later, in plies.
        open_depth: 9 in 1..=60,
        /// The maximum correction of the evaluation.
        correction_limit: 64 in 0..=1000,
        /// The weight of the old average of the evaluation's errors; the weight of a new error is
        /// its depth in plies plus one, …
        correction_inertia: 256 in 64..=4096,
        /// … up to this.
        correction_weight: 16 in 1..=64,
        /// The weight of the average error of each structure of a position …
        correction_structure: 2 in 0..=64,
        /// … of each side's pieces …
        correction_side: 1 in 0..=64,
        /// … and of the last two moves.
        correction_moves: 1 in 0..=64,
        /// Tolerance search ([`Driver::Tolerance`](crate::Driver::Tolerance)): the accepted
        /// distance of the score below the value.
        tolerance: 10 in 0..=1000,
        /// The maximum number of plies in quiescence; 128 means unlimited.
        quiescence_plies: 128 in 1..=128,
        /// The maximum of the random bonus of each root move when the best is chosen
        /// ([`Searcher::seed`](crate::Searcher::seed)); wins and losses have none.
        root_randomness: 0 in 0..=1000,
        /// How much worse than an equal position a draw is for the side to move at the root; better
        /// if it is negative.
        contempt: 0 in -1000..=1000,
    }
}

impl Parameters {
    /// The constants for [`Enhancements::classical`](crate::Enhancements::classical): a null move reduction of at least
    /// three plies. They do not change when the defaults are tuned, so that the classical tables can be reproduced.
    pub fn classical() -> Parameters {
        Parameters { null_base: 192, null_margin: 200, delta_margin: 150, history_bonus: 16, ..Parameters::default() }
    }

    /// The constants for [`Enhancements::thesis`](crate::Enhancements::thesis): as in the classical set, but the null
    /// move is tried at every depth, and its reduction depends on the depth and the strong pieces only (ZMBL thesis
    /// 3.8.3, which prints no number).
    pub fn thesis() -> Parameters {
        Parameters { null_depth: 1, null_margin_plies: 0, ..Parameters::classical() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_constant_can_be_read_and_set_by_name() {
        let mut parameters = Parameters::default();
        for name in Parameters::NAMES {
            let range = Parameters::range(name).unwrap();
            assert!(range.contains(&parameters.get(name).unwrap()), "{name}");
            for value in [*range.start(), *range.end()] {
                parameters.set(name, value).unwrap();
                assert_eq!(parameters.get(name), Some(value));
            }
            parameters.set(name, i32::MIN).unwrap();
            assert_eq!(parameters.get(name), Some(*range.start()), "{name} is clamped to its range");
        }
        assert!(parameters.set("luck", 1).unwrap_err().to_string().contains("lmr_base"));
        assert_eq!(parameters.get("luck"), None);
        assert_eq!(Parameters::range("luck"), None);
    }
}
