//! The constants of the search, by name, so that a tuner can reach them.
//!
//! In the evaluator's units where not said otherwise. The shape of the null move's
//! comes from the ZMBL thesis (3.9: less with few strong pieces and at small depth)
//! and Heinz's adaptive null move pruning; the rest is common practice. The values
//! are our own, tuned by games of xiangqi (`docs/strength.md` of the repository).

crate::constants! {
    /// The constants of the search; see the fields for their units.
    #[non_exhaustive]
    pub struct Parameters {
        /// The first half-width of the aspiration window.
        aspiration_width: 30 in 1..=1000,
        /// The first iteration with an aspiration window, in plies.
        aspiration_from: 4 in 1..=100,
        /// By what the half-width is multiplied when the score leaves the window.
        aspiration_growth: 2 in 2..=100,
        /// The largest half-width: after it the window is opened wholly.
        aspiration_limit: 1000 in 0..=30000,
        /// By how many plies an iteration becomes less deep at most, one for each time that the
        /// score is above the window.
        aspiration_shallower: 3 in 0..=20,
        /// No node is extended that is so many times as far from the root as the iteration is deep.
        extension_limit: 2 in 1..=10,
        /// Null move: the reduction at small depth, in 1/64 ply.
        null_base: 142 in 0..=512,
        /// Null move: the remaining depth divided by this is added to the reduction.
        null_divisor: 4 in 1..=64,
        /// Null move: for each of so many units above beta one ply is added …
        null_margin: 170 in 1..=2000,
        /// … but not more than so many plies.
        null_margin_plies: 2 in 0..=10,
        /// Null move: with less strength than this (see
        /// [`Pass::strength`](crate::Pass::strength)) the reduction is smaller …
        null_strength: 3 in 0..=100,
        /// … by this, in 1/64 ply.
        null_weakness: 64 in 0..=256,
        /// Null move: the smallest remaining depth at which it is tried, in plies.
        null_depth: 2 in 1..=20,
        /// Null move: the smallest depth at which a cut is verified by a search without null moves,
        /// in plies.
        null_verification_depth: 14 in 1..=60,
        /// Null move: the part of the verifying search, in 1/64 of its depth, that has no null moves.
        null_verification_share: 48 in 0..=64,
        /// How much deeper a single reply to a threat is searched, in 1/64 ply: 2/3 ply (ZMBL thesis
        /// 3.8).
        single_reply: 43 in 0..=64,
        /// How much more than its gain a noisy move may be worth in the quiescence search.
        delta_margin: 221 in 0..=2000,
        /// The largest history value, below 32,768.
        history_limit: 16384 in 1024..=32767,
        /// A quiet move after which the opponent found nothing gains so many sixteenths of the bonus.
        prior_bonus: 8 in 0..=64,
        /// A cut-off at a depth of d plies moves the history by d² times this …
        history_bonus: 20 in 1..=256,
        /// … but by at most this.
        history_bonus_limit: 2000 in 1..=16384,
        /// The history near the root counts so many times as much at the root, and less with each
        /// ply, when quiet moves are ordered.
        low_ply_weight: 4 in 0..=64,
        /// The history of a noisy move is divided by this when noisy moves are ordered.
        noisy_history_divisor: 16 in 1..=1024,
        /// … and added to so many times what the move takes.
        noisy_victim: 4 in 0..=64,
        /// Late move reductions: the reduction of a quiet move is this, in 1/64 ply …
        lmr_base: 0 in -128..=256,
        /// … plus this times ln(depth) × ln(move count), in 1/64 ply.
        lmr_factor: 28 in 0..=128,
        /// So much history, of 16,384 a table, takes 1/64 ply off the reduction.
        lmr_history: 271 in 1..=8192,
        /// The smallest depth at which late moves are reduced, in plies.
        lmr_depth: 2 in 1..=20,
        /// How many moves are searched before one is reduced.
        lmr_from: 2 in 1..=64,
        /// Late move reductions: what a node that should be cut off adds, in 1/64 ply.
        lmr_cut: 190 in 0..=512,
        /// Late move reductions: what a node adds whose evaluation is not rising, in 1/64 ply.
        lmr_unimproved: 51 in 0..=256,
        /// Late move reductions: what the principal variation takes off, in 1/64 ply.
        lmr_principal: 64 in 0..=256,
        /// Late move reductions: what a noisy move takes off, in 1/64 of its reduction.
        lmr_noisy: 32 in 0..=64,
        /// Late move reductions: what a killer takes off, in 1/64 ply.
        lmr_killer: 64 in 0..=256,
        /// Late move reductions: what a reply to a threat takes off, in 1/64 ply.
        lmr_evasion: 64 in 0..=256,
        /// Late move reductions: what a move that makes a threat takes off, in 1/64 ply.
        lmr_threat: 64 in 0..=256,
        /// Late move reductions: what a noisy table move adds for the others, in 1/64 ply.
        lmr_noisy_table: 0 in 0..=256,
        /// Late move reductions: what is added where the children's children were cut off often, in
        /// 1/64 ply.
        lmr_cutoffs: 0 in 0..=256,
        /// More cut-offs than this are often.
        lmr_many_cutoffs: 3 in 0..=64,
        /// A reduced move that ends so far above alpha is searched a ply deeper than the others …
        deeper_margin: 56 in 0..=1000,
        /// … if it was reduced by at least this, in 1/64 ply.
        deeper_reduction: 64 in 0..=512,
        /// A reduced move that ends less than this above alpha is searched a ply less deep again.
        shallower_margin: 5 in 0..=1000,
        /// How much less deep the moves after one that raised alpha are searched, in 1/64 ply.
        raised_reduction: 64 in 0..=256,
        /// Only at depths greater than so many plies.
        raised_above: 2 in 1..=20,
        /// The greatest depth of that, in plies.
        raised_depth: 12 in 0..=60,
        /// Hindsight: a move that was reduced by at least this, in 1/64 ply, and after which the
        /// evaluation is worse for the opponent than thought, is searched a ply deeper.
        hindsight_deeper: 192 in 0..=1024,
        /// Hindsight: a move that was reduced by at least this, in 1/64 ply, …
        hindsight_shallower: 128 in 0..=1024,
        /// … and after which the evaluation is better for the opponent by more than this, …
        hindsight_margin: 120 in 0..=2000,
        /// … is searched a ply less deep, from this depth on, in plies.
        hindsight_depth: 2 in 1..=20,
        /// Late move pruning: so many moves, plus the square of the depth, are searched.
        late_move_base: 7 in 1..=64,
        /// Late move pruning: where the evaluation is not rising, that number is divided by this.
        late_move_unimproved: 2 in 1..=8,
        /// The greatest depth at which late moves are left out, in plies.
        late_move_depth: 7 in 0..=20,
        /// Reverse futility: the margin for each ply.
        reverse_futility_margin: 71 in 1..=500,
        /// The greatest depth of reverse futility, in plies.
        reverse_futility_depth: 8 in 0..=20,
        /// Reverse futility: the part of the evaluation in the score of the cut node, in 1/64; the
        /// rest is beta.
        reverse_futility_share: 32 in 0..=64,
        /// Razoring: the margin at no depth.
        razor_base: 200 in 0..=2000,
        /// Razoring: the margin for each ply.
        razor_margin: 150 in 0..=1000,
        /// The greatest depth of razoring, in plies.
        razor_depth: 3 in 0..=20,
        /// Futility: the margin at no depth.
        futility_base: 91 in 0..=1000,
        /// Futility: the margin for each ply.
        futility_margin: 106 in 0..=1000,
        /// The greatest depth of futility pruning, in plies.
        futility_depth: 8 in 0..=20,
        /// What a quiet move may lose by exchange for each ply of depth, squared.
        exchange_quiet: 56 in 0..=1000,
        /// What a noisy move may lose by exchange for each ply of depth.
        exchange_noisy: 159 in 0..=2000,
        /// The greatest depth of exchange pruning, in plies.
        exchange_depth: 8 in 0..=20,
        /// History pruning: the failure that a move may have for each ply of depth.
        history_margin: 1792 in 0..=32767,
        /// The greatest depth of history pruning, in plies.
        history_depth: 5 in 0..=20,
        /// The smallest depth of the internal reduction, in plies.
        internal_depth: 4 in 1..=60,
        /// The internal reduction: how much less deep a node without a table move is searched, in
        /// 1/64 ply.
        internal_reduction: 64 in 0..=256,
        /// ProbCut: how far above beta the shallow search must end.
        probcut_margin: 151 in 0..=2000,
        /// The smallest depth of ProbCut, in plies.
        probcut_depth: 5 in 1..=60,
        /// ProbCut: how many plies less deep the shallow search is.
        probcut_shallower: 4 in 1..=20,
        /// ProbCut: a table entry whose depth is smaller than the node's by at most so many plies can
        /// tell that the goal is out of reach.
        probcut_entry: 3 in 0..=20,
        /// The smallest depth of singular extensions, in plies.
        singular_depth: 7 in 1..=60,
        /// Singular extensions: the depth of the table entry may be smaller than the node's by at most
        /// so many plies.
        singular_entry: 3 in 0..=20,
        /// Singular extensions: the part of the node's depth, in 1/64, to which the other moves are
        /// searched.
        singular_share: 32 in 1..=64,
        /// How far all other moves must be behind for each ply of depth, in 1/64 of a unit.
        singular_margin: 128 in 0..=6400,
        /// Singular extensions: how much deeper the one good move is searched, in 1/64 ply.
        singular_extension: 64 in 0..=128,
        /// Singular extensions: a table move that is no more than one of several good ones, with a
        /// score above beta, is searched so much less deep, in 1/64 ply.
        singular_negative: 64 in 0..=256,
        /// How far the others must be behind, beyond the margin, for a second extension.
        singular_double: 40 in 0..=1000,
        /// Singular extensions: a table move that is not singular is searched so much less deep
        /// in a node that should be cut off, in 1/64 ply.
        singular_cut: 0 in 0..=256,
        /// What a quiet move that makes a threat and loses nothing by exchange adds to its history
        /// when quiet moves are ordered.
        threat_bonus: 8069 in 0..=32767,
        /// What each unit that a quiet move saves from lesser pieces, or risks, adds to its history when
        /// quiet moves are ordered, or takes off.
        escape_weight: 8 in 0..=64,
        /// A noisy move may lose so much less by exchange, before it is tried last, for each so many
        /// units of failure in its history.
        noisy_exchange_divisor: 128 in 16..=16384,
        /// Late move reductions: what each unit by which the evaluation was corrected takes off, in
        /// 1/1024 ply.
        lmr_correction: 32 in 0..=1024,
        /// Late move reductions: what a node takes off that was once on the principal variation, in
        /// 1/64 ply.
        lmr_former: 64 in 0..=256,
        /// Young Brothers Wait: the smallest depth of a split point that is opened because a thread
        /// has nothing to do, in plies.
        split_depth: 4 in 1..=60,
        /// Young Brothers Wait: the smallest depth of one that is opened for whoever may come, in
        /// plies.
        open_depth: 9 in 1..=60,
        /// The largest correction of the evaluation, in its units.
        correction_limit: 64 in 0..=1000,
        /// The weight of the old average of the evaluation's errors, in which a new error counts for
        /// its depth in plies plus one, …
        correction_inertia: 256 in 64..=4096,
        /// … but for no more than this.
        correction_weight: 16 in 1..=64,
        /// The weight of each structure's average error among all of a position …
        correction_structure: 2 in 0..=64,
        /// … that of each side's pieces …
        correction_side: 1 in 0..=64,
        /// … and that of the last two moves.
        correction_moves: 1 in 0..=64,
        /// Tolerance search ([`Driver::Tolerance`](crate::Driver::Tolerance)): how far below the value
        /// a score may be that it accepts.
        tolerance: 10 in 0..=1000,
        /// No more plies than so many are searched in quiescence; 128 is no limit.
        quiescence_plies: 128 in 1..=128,
        /// Each root move has a bonus by chance, from 0 to this, in the evaluator's units, when the
        /// best is chosen ([`Searcher::seed`](crate::Searcher::seed)); a win or a loss has none.
        root_randomness: 0 in 0..=1000,
    }
}

impl Parameters {
    /// What goes with [`Enhancements::classical`](crate::Enhancements::classical):
    /// the null move reduces by three plies and more, as in the thesis. It stays
    /// when the defaults are tuned, so that the classical tables can be repeated.
    pub fn classical() -> Parameters {
        Parameters { null_base: 192, null_margin: 200, delta_margin: 150, history_bonus: 16, ..Parameters::default() }
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
            assert_eq!(parameters.get(name), Some(*range.start()), "{name} is set to the nearest number");
        }
        assert!(parameters.set("luck", 1).unwrap_err().to_string().contains("lmr_base"));
        assert_eq!(parameters.get("luck"), None);
        assert_eq!(Parameters::range("luck"), None);
    }
}
