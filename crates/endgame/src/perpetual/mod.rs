//! Tables under the rule that perpetual check loses.

mod graph;
#[cfg(test)]
mod tests;
mod winning;

use crate::{AnalysisError, Numbered, Table, TableError, Value, probe::value_of};
use duiyi_game::{BySide, Game, Side};
use graph::{Exit, Graph, Node};
use std::fmt;
use winning::{NOT_WON, winning};

/// The value of a position for the side to move under the rule that perpetual check loses; see
/// [`PerpetualChecks`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RuledValue {
    /// The value by the plain rules, which the rule does not change.
    Plain(Value),
    /// A draw by the plain rules that the side to move wins by the rule.
    Win(u32),
    /// A draw by the plain rules that the side to move loses by the rule.
    ///
    /// The number is a position's place in its table in the order in which the analysis finds them. It is
    /// not a distance: the winner makes progress by a move to the lost position with the least number.
    Loss(u32),
}

impl RuledValue {
    /// Whether the side to move wins (`Some(true)`) or loses; `None` in a draw.
    pub const fn wins(self) -> Option<bool> {
        match self {
            RuledValue::Plain(Value::Draw) => None,
            RuledValue::Plain(Value::Win(_)) | RuledValue::Win(_) => Some(true),
            RuledValue::Plain(Value::Loss(_)) | RuledValue::Loss(_) => Some(false),
        }
    }
}

/// The positions of a table that are drawn by the plain rules and decided by the rule that perpetual
/// check loses.
///
/// A play that does not end is lost by a side if from some point on each of its moves gives check,
/// while the opponent makes infinitely many moves that do not. All other plays that do not end are
/// draws; so is mutual perpetual check. A side wins a position if it can force a win by the plain
/// rules or such a play, and the value is a draw if neither side can. What a plain table decides stays
/// decided, with its distance.
///
/// For each side this is a game with a parity condition of three priorities, which is solved exactly by three
/// nested fixed points: the greatest set of positions in which the opponent must check forever and the
/// side need not; around it the least set of positions from which it is forced. In such games
/// the best moves depend on the position alone, so that the result also holds if the third occurrence of
/// a position ends the game and its cycle is judged.
pub struct PerpetualChecks<N: Numbered> {
    numbering: N,
    /// The decided positions, by index.
    decided: Vec<(u64, RuledValue)>,
}

/// The number of plain draws that the rule decides, with one side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RuledCounts {
    /// Those that the side to move wins.
    pub wins: u64,
    /// Those that the side to move loses.
    pub losses: u64,
}

impl<N: Numbered> PerpetualChecks<N> {
    /// Finds the draws of a table that the rule decides. `in_check` is whether the side to move is in
    /// check. `smaller` returns the values of positions after moves that leave the table; it is not needed
    /// for positions in which the game is over. On one thread; memory is used for the moves between draws.
    ///
    /// # Errors
    ///
    /// A successor has no value, `smaller` returns an error, or the moves do not fit into memory.
    pub fn solve(
        table: &Table<N>,
        in_check: impl Fn(&N::Game) -> bool,
        smaller: impl Fn(&N::Game) -> Result<Option<RuledValue>, TableError>,
    ) -> Result<PerpetualChecks<N>, AnalysisError>
    where
        N: Clone,
    {
        let draws = Draws::new(table)?;
        let mut moves = Vec::new();
        let count = draws.indices.len() as u32;
        let graph = Graph::new(count, |node, into| draws.expand(table, node, (&in_check, &smaller), &mut moves, into))?;
        let [first, second] = Side::BOTH.map(|side| winning(&graph, side));
        let value = |node: u32| {
            let place = BySide::new(first[node as usize], second[node as usize]);
            let mover = graph.node(node).mover;
            match (place[mover], place[!mover]) {
                (NOT_WON, NOT_WON) => None,
                (NOT_WON, place) => Some(RuledValue::Loss(place)),
                (place, _) => Some(RuledValue::Win(place)),
            }
        };
        let decided = (0..).zip(&draws.indices).filter_map(|(node, &index)| Some((index, value(node)?)));
        Ok(PerpetualChecks { numbering: table.numbering().clone(), decided: decided.collect() })
    }

    /// The numbering.
    pub fn numbering(&self) -> &N {
        &self.numbering
    }

    /// The value of an index that the rule decides; `None` for all others, whose value is that of the plain
    /// table.
    pub fn value(&self, index: u64) -> Option<RuledValue> {
        let at = self.decided.binary_search_by_key(&index, |&(index, _)| index).ok()?;
        Some(self.decided[at].1)
    }

    /// The indices that the rule decides, in ascending order, with their values.
    pub fn decided(&self) -> &[(u64, RuledValue)] {
        &self.decided
    }

    /// The number of decided positions, by the side to move; an index counts as many as share it
    /// ([`Numbered::images`]).
    pub fn counts(&self) -> BySide<RuledCounts> {
        let mut counts = BySide::<RuledCounts>::default();
        for &(index, value) in &self.decided {
            let Some(side) = self.numbering.side_to_move(index) else { continue };
            let images = self.numbering.images(index);
            match value.wins() {
                Some(true) => counts[side].wins += images,
                Some(false) => counts[side].losses += images,
                None => {}
            }
        }
        counts
    }
}

impl<N: Numbered> fmt::Debug for PerpetualChecks<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = f.debug_struct("PerpetualChecks");
        fields.field("name", &self.numbering.name()).field("decided", &self.decided.len()).finish()
    }
}

/// The predicate and the smaller tables of [`PerpetualChecks::solve`].
type Rules<'a, G> = (&'a dyn Fn(&G) -> bool, &'a dyn Fn(&G) -> Result<Option<RuledValue>, TableError>);

/// The draws of a table as nodes.
struct Draws {
    /// The index of each node, in ascending order.
    indices: Vec<u64>,
    /// The node of each index; [`Draws::NONE`] if it is not a draw.
    nodes: Vec<u32>,
}

impl Draws {
    const NONE: u32 = u32::MAX;

    fn new<N: Numbered>(table: &Table<N>) -> Result<Draws, AnalysisError> {
        let size = table.numbering().size();
        let failed = || AnalysisError::Memory { size };
        let length = usize::try_from(size).ok().filter(|&size| size < Draws::NONE as usize).ok_or_else(failed)?;
        let mut nodes = Vec::new();
        nodes.try_reserve_exact(length).map_err(|_| failed())?;
        let mut indices = Vec::new();
        for index in 0..size {
            let drawn = table.value(index) == Some(Value::Draw);
            nodes.push(if drawn { indices.len() as u32 } else { Draws::NONE });
            if drawn {
                indices.push(index);
            }
        }
        Ok(Draws { indices, nodes })
    }

    /// The node of an index, if it is a draw.
    fn node(&self, index: u64) -> Option<u32> {
        let node = *self.nodes.get(usize::try_from(index).ok()?)?;
        (node != Draws::NONE).then_some(node)
    }

    /// Appends the nodes after a node.
    fn expand<N: Numbered>(
        &self,
        table: &Table<N>,
        node: u32,
        (in_check, smaller): Rules<'_, N::Game>,
        moves: &mut Vec<<N::Game as Game>::Move>,
        into: &mut Vec<u32>,
    ) -> Result<Node, AnalysisError> {
        let (index, numbering) = (self.indices[node as usize], table.numbering());
        let inconsistent = || AnalysisError::Inconsistent { index, found: Some(Value::Draw), expected: None };
        let mut game = numbering.position(index).ok_or_else(inconsistent)?;
        moves.clear();
        game.legal_moves(moves);
        let (mover, checked) = (game.side_to_move(), in_check(&game));
        if Value::of_end(&game, moves.is_empty()).is_some() {
            return Ok(Node { mover, checked, exit: Exit::Drawn });
        }
        let (start, mut exit) = (into.len(), Exit::Lost);
        for &mv in &*moves {
            let undo = game.make(mv);
            match numbering.index(&game) {
                Some(to) => into.extend(self.node(to)),
                None => {
                    let value = match smaller(&game)? {
                        Some(value) => value,
                        None => RuledValue::Plain(value_of(&(), &game)?.ok_or_else(|| AnalysisError::Missing {
                            table: numbering.name(),
                            index,
                            mv: format!("{mv:?}"),
                        })?),
                    };
                    let same_mover = game.side_to_move() == mover;
                    exit = exit.max(match value.wins() {
                        None => Exit::Drawn,
                        Some(wins) if wins == same_mover => Exit::Won,
                        Some(_) => Exit::Lost,
                    });
                }
            }
            game.unmake(mv, undo);
        }
        sort_from(into, start);
        Ok(Node { mover, checked, exit })
    }
}

/// Sorts the elements from `start` and removes duplicates of them.
fn sort_from(items: &mut Vec<u32>, start: usize) {
    items[start..].sort_unstable();
    let mut end = start;
    for at in start..items.len() {
        if end == start || items[at] != items[end - 1] {
            items[end] = items[at];
            end += 1;
        }
    }
    items.truncate(end);
}
