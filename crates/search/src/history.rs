//! History tables: how often a move has succeeded anywhere in the tree.
//!
//! A move that causes a cut-off gains in proportion to the square of the depth; the moves tried
//! before it lose as much. The gain shrinks as the value approaches its limit ("gravity"), so old
//! results fade without rescaling. Source: ZMBL thesis 3.6 (Schaeffer's history heuristic), which
//! only counts up (the switch `rewards_only`).
//!
//! There are four tables of quiet moves: by side and squares; for each of the first plies (low-ply
//! history); by the moves one, two and four plies before (continuation history); and by the
//! position's first structure, such as its pawns (structure history).

use crate::{
    Depth, Heuristics, Parameters,
    context::Context,
    knowledge::Knowledge,
    node::{CONTINUATION_PLIES, Earlier, Frame, Node, QuietMove},
};

/// The number of plies from the root with their own history.
pub(crate) const LOW_PLIES: usize = 4;

/// Values by side (or ply) and slot.
#[derive(Debug)]
pub(crate) struct History<const SIDES: usize> {
    values: [Box<[i32]>; SIDES],
}

/// Moves a value by `bonus`, which shrinks near the limit.
#[inline]
fn pull(value: i32, bonus: i32, limit: i32) -> i32 {
    value + bonus - value * bonus.abs() / limit
}

/// Moves a value of 16 bits.
#[inline]
fn pull_small(value: &mut i16, bonus: i32, limit: i32) {
    *value = pull(*value as i32, bonus, limit).clamp(i16::MIN as i32, i16::MAX as i32) as i16;
}

/// The bonus of a cut-off at this remaining depth.
#[inline]
fn bonus(depth: Depth, parameters: &Parameters) -> i32 {
    let plies = depth.whole();
    (plies * plies * parameters.history_bonus).min(parameters.history_bonus_limit)
}

impl<const SIDES: usize> History<SIDES> {
    fn new(slots: usize) -> Self {
        History { values: std::array::from_fn(|_| vec![0; slots].into()) }
    }

    fn clear(&mut self) {
        for values in &mut self.values {
            values.fill(0);
        }
    }

    #[inline]
    pub(crate) fn get(&self, side: usize, slot: usize) -> i32 {
        self.values[side][slot]
    }

    /// The values of a side (or ply) by slot.
    #[inline]
    pub(crate) fn of_side(&self, side: usize) -> &[i32] {
        &self.values[side]
    }

    #[inline]
    fn update(&mut self, side: usize, slot: usize, bonus: i32, limit: i32) {
        let value = &mut self.values[side][slot];
        *value = pull(*value, bonus, limit);
    }
}

/// Values by an earlier move and a later move.
#[derive(Debug)]
pub(crate) struct Continuations {
    /// 16 bits hold the limit and keep the table small. The last row stays 0.
    values: Vec<i16>,
    slots: usize,
}

impl Continuations {
    fn new(slots: usize) -> Continuations {
        Continuations { values: vec![0; (CONTINUATION_PLIES.len() * slots + 1) * slots], slots }
    }

    fn clear(&mut self) {
        self.values.fill(0);
    }

    #[inline]
    fn index(&self, table: usize, earlier: usize, slot: usize) -> usize {
        (table * self.slots + earlier) * self.slots + slot
    }

    /// The rows of the earlier moves, for callers that look up many later moves.
    #[inline]
    pub(crate) fn rows(&self, earlier: Earlier) -> [&[i16]; CONTINUATION_PLIES.len()] {
        let nothing = CONTINUATION_PLIES.len() * self.slots;
        std::array::from_fn(|table| {
            let row = earlier[table].map_or(nothing, |earlier| table * self.slots + earlier);
            &self.values[row * self.slots..][..self.slots]
        })
    }

    /// The sum over the earlier moves, one for each table.
    #[inline]
    pub(crate) fn get(&self, earlier: Earlier, slot: usize) -> i32 {
        let mut sum = 0;
        for (table, earlier) in earlier.into_iter().enumerate() {
            if let Some(earlier) = earlier {
                sum += self.values[self.index(table, earlier, slot)] as i32;
            }
        }
        sum
    }

    #[inline]
    fn update(&mut self, earlier: Earlier, slot: usize, bonus: i32, limit: i32) {
        for (table, earlier) in earlier.into_iter().enumerate() {
            if let Some(earlier) = earlier {
                let index = self.index(table, earlier, slot);
                pull_small(&mut self.values[index], bonus, limit);
            }
        }
    }
}

/// The rows of [`StructureHistory`] for each side.
const STRUCTURE_ROWS: usize = 512;

/// Values by side, the position's first structure, and the kind of a move. Empty for a game without
/// structures.
#[derive(Debug)]
pub(crate) struct StructureHistory {
    values: Vec<i16>,
    kinds: usize,
}

impl StructureHistory {
    fn new<G: Heuristics>() -> StructureHistory {
        let rows = if G::STRUCTURES.is_some() { 2 * STRUCTURE_ROWS } else { 0 };
        StructureHistory { values: vec![0; rows * G::CONTINUATION.count], kinds: G::CONTINUATION.count }
    }

    fn clear(&mut self) {
        self.values.fill(0);
    }

    /// The index of the position's row; none for a game without structures.
    #[inline(always)]
    fn start<G: Heuristics>(&self, game: &G) -> Option<usize> {
        let structures = G::STRUCTURES?;
        let row = (structures.key)(game, 0) as usize % STRUCTURE_ROWS;
        Some((game.side_to_move().index() * STRUCTURE_ROWS + row) * self.kinds)
    }

    /// The position's row, if the game has structures.
    #[inline(always)]
    pub(crate) fn row<G: Heuristics>(&self, game: &G) -> Option<&[i16]> {
        self.start(game).map(|start| &self.values[start..start + self.kinds])
    }

    #[inline]
    fn update<G: Heuristics>(&mut self, game: &G, kind: usize, bonus: i32, limit: i32) {
        if let Some(start) = self.start(game) {
            pull_small(&mut self.values[start + kind], bonus, limit);
        }
    }
}

/// The kinds of the moves that led to the node at `ply`, from the frames above it.
#[inline]
pub(crate) fn earlier_moves<G: Heuristics>(
    context: Context<'_, G>,
    frames: &[Frame<G::Insight>],
    ply: usize,
) -> Earlier {
    if !context.enhancements.continuation_history {
        return Earlier::default();
    }
    CONTINUATION_PLIES.map(|back| {
        let wanted = back < 4 || context.enhancements.long_continuation;
        frames[ply.checked_sub(back)?].slot.filter(|_| wanted)
    })
}

/// The moves whose history a cut-off lowers: those tried before it, or none with the switch
/// `rewards_only`.
#[inline(always)]
fn losers<'a, G: Heuristics>(context: Context<'_, G>, tried: &'a [G::Move]) -> &'a [G::Move] {
    if context.enhancements.rewards_only { &[] } else { tried }
}

/// All history tables.
#[derive(Debug)]
pub(crate) struct Histories {
    /// Quiet moves, by side.
    pub(crate) quiet: History<2>,
    /// Quiet moves near the root, by ply.
    pub(crate) low_plies: History<LOW_PLIES>,
    /// Quiet moves, by the earlier moves.
    pub(crate) continuations: Continuations,
    /// Quiet moves, by the position's first structure.
    pub(crate) structures: StructureHistory,
}

impl Histories {
    pub(crate) fn new<G: Heuristics>() -> Histories {
        Histories {
            quiet: History::new(G::HISTORY.count),
            low_plies: History::new(G::HISTORY.count),
            continuations: Continuations::new(G::CONTINUATION.count),
            structures: StructureHistory::new::<G>(),
        }
    }

    /// Clears all tables for a new game.
    pub(crate) fn clear(&mut self) {
        self.quiet.clear();
        self.continuations.clear();
        self.structures.clear();
    }

    /// Clears the tables that belong to one root.
    pub(crate) fn begin_search(&mut self) {
        self.low_plies.clear();
    }

    /// The sum of all history scores of a move; 0 for a noisy move.
    #[inline]
    pub(crate) fn score<G: Heuristics>(&self, context: Context<'_, G>, node: &Node<G::Move>, mv: G::Move) -> i32 {
        let Context { game, .. } = context;
        if game.is_noisy(mv) {
            return 0;
        }
        let kind = game.continuation_slot(mv);
        let by_structure = if context.enhancements.structure_history {
            self.structures.row(game).map_or(0, |row| row[kind] as i32)
        } else {
            0
        };
        self.quiet.get(context.side(), game.history_slot(mv))
            + self.continuations.get(node.earlier, kind)
            + by_structure
    }

    /// Updates the tables after a cut-off by a quiet move: it gains, the quiet moves tried before
    /// it lose.
    #[inline(always)]
    pub(crate) fn learn_cut<G: Heuristics>(
        &mut self,
        context: Context<'_, G>,
        node: &Node<G::Move>,
        mv: G::Move,
        tried: &[G::Move],
    ) {
        let bonus = bonus(node.depth, context.parameters);
        for &quiet in losers(context, tried) {
            self.reward(context, node, quiet, -bonus);
        }
        self.reward(context, node, mv, bonus);
    }

    /// Adds a bonus to a quiet move in all its tables.
    #[inline(always)]
    fn reward<G: Heuristics>(&mut self, context: Context<'_, G>, node: &Node<G::Move>, mv: G::Move, bonus: i32) {
        let Context { game, enhancements, parameters, .. } = context;
        let limit = parameters.history_limit;
        if enhancements.history {
            self.quiet.update(context.side(), game.history_slot(mv), bonus, limit);
        }
        if enhancements.low_ply_history && node.ply < LOW_PLIES {
            self.low_plies.update(node.ply, game.history_slot(mv), bonus, limit);
        }
        if enhancements.continuation_history {
            self.continuations.update(node.earlier, game.continuation_slot(mv), bonus, limit);
        }
        if enhancements.structure_history {
            self.structures.update(game, game.continuation_slot(mv), bonus, limit);
        }
    }

    /// Rewards the quiet move that led to a node that failed low. `earlier` are the moves before
    /// that move, `depth` is the depth of the node.
    #[inline]
    pub(crate) fn reward_previous<G: Heuristics>(
        &mut self,
        context: Context<'_, G>,
        previous: QuietMove,
        depth: Depth,
        earlier: Earlier,
    ) {
        let bonus = bonus(depth, context.parameters) * context.parameters.prior_bonus / 16;
        let limit = context.parameters.history_limit;
        self.quiet.update(previous.side, previous.history_slot, bonus, limit);
        if context.enhancements.continuation_history {
            self.continuations.update(earlier, previous.continuation_slot, bonus, limit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_within_the_limit() {
        let parameters = Parameters::default();
        let mut history = History::<2>::new(3);
        let mut continuations = Continuations::new(4);
        let limit = parameters.history_limit;
        let bonus = bonus(Depth::plies(60), &parameters);
        for _ in 0..10_000 {
            history.update(1, 2, bonus, limit);
            history.update(0, 0, -bonus, limit);
            continuations.update([Some(3), None, None], 1, bonus, limit);
        }
        assert!(history.get(1, 2) > limit / 2 && history.get(1, 2) <= limit);
        assert!(history.get(0, 0) < -limit / 2 && history.get(0, 0) >= -limit);
        assert_eq!(history.get(0, 2), 0);
        assert!(continuations.get([Some(3), Some(3), None], 1) > limit / 2);
        assert_eq!(continuations.get([None, Some(3), None], 1), 0);
        for earlier in [[Some(3), Some(3), None], [None, Some(3), None], [Some(3), None, Some(2)], [None; 3]] {
            for slot in 0..4 {
                let sum: i32 = continuations.rows(earlier).map(|row| row[slot] as i32).iter().sum();
                assert_eq!(sum, continuations.get(earlier, slot), "{earlier:?} {slot}");
            }
        }
    }

    #[test]
    fn a_bonus_grows_with_the_square_of_the_depth_up_to_a_limit() {
        let parameters = Parameters::default();
        let of = |plies| bonus(Depth::plies(plies), &parameters);
        assert_eq!([1, 2, 3].map(of), [1, 4, 9].map(|square| square * parameters.history_bonus));
        assert_eq!(of(60), parameters.history_bonus_limit);
    }
}
