//! Late move reductions: with good ordering a late move is rarely the best, so it is searched to a
//! reduced depth first, and again at full depth if its score is above alpha.
//!
//! The reduction grows with the logarithms of depth and move count; history, the principal
//! variation and threats decrease it. Source: Stockfish and its successors (the shape; the
//! constants are ours).

use crate::{
    Depth, Heuristics, Parameters, Stage,
    context::Context,
    node::{Node, Role},
};

/// Greater depths and move counts use this entry.
const SIZE: usize = 64;

/// Reductions by depth and move count.
#[derive(Debug)]
pub(crate) struct Reductions {
    table: Vec<i32>,
}

/// A candidate for a reduction.
pub(crate) struct LateMove {
    /// The stage of move ordering that it comes from.
    pub(crate) stage: Stage,
    /// The number of moves searched before it.
    pub(crate) move_count: u32,
    /// Its history score.
    pub(crate) history: i32,
}

impl Reductions {
    pub(crate) fn new(parameters: &Parameters) -> Reductions {
        let mut table = vec![0; SIZE * SIZE];
        for depth in 1..SIZE {
            for move_count in 1..SIZE {
                let product = (depth as f64).ln() * (move_count as f64).ln();
                table[depth * SIZE + move_count] =
                    parameters.lmr_base + (parameters.lmr_factor as f64 * product) as i32;
            }
        }
        Reductions { table }
    }

    /// For a search without reductions.
    pub(crate) fn none() -> Reductions {
        Reductions { table: Vec::new() }
    }

    /// In 1/64 ply, after `move_count` moves.
    #[inline]
    pub(crate) fn get(&self, depth: Depth, move_count: u32) -> i32 {
        let depth = depth.whole().clamp(0, SIZE as i32 - 1) as usize;
        self.table[depth * SIZE + (move_count as usize).min(SIZE - 1)]
    }

    /// Whether a move is late enough to be reduced.
    #[inline(always)]
    pub(crate) fn reduces<G: Heuristics>(context: Context<'_, G>, node: &Node<G::Move>, move_count: u32) -> bool {
        let p = context.parameters;
        context.enhancements.late_move_reductions
            && context.is_prunable
            && node.depth >= Depth::plies(p.lmr_depth)
            && move_count as i32 >= p.lmr_from + (node.role == Role::Principal) as i32
    }

    /// The initial reduction of a late move, in 1/64 ply.
    #[inline(always)]
    pub(crate) fn reduction<M>(&self, p: &Parameters, node: &Node<M>, late: &LateMove) -> i32 {
        let mut reduction = self.get(node.depth, late.move_count);
        reduction -= late.history / p.lmr_history.max(1);
        match late.stage {
            Stage::GoodNoisy | Stage::BadNoisy => reduction -= reduction * p.lmr_noisy / 64,
            Stage::Killer => reduction -= p.lmr_killer,
            Stage::Evasion => reduction -= p.lmr_evasion,
            Stage::Quiet | Stage::Table => {}
        }
        if node.role == Role::Principal {
            reduction -= p.lmr_principal;
        } else if node.former_principal {
            reduction -= p.lmr_former;
        }
        if node.role == Role::Cut {
            reduction += p.lmr_cut;
        }
        if !node.improving {
            reduction += p.lmr_unimproved;
        }
        reduction.max(0)
    }
}

/// The reduction of a move that has been made, at `depth`: smaller for a move that makes a threat.
/// At least one ply remains, so that a reduced search is more than quiescence.
#[inline(always)]
pub(crate) fn reduction_when_made<G: Heuristics>(context: Context<'_, G>, reduction: i32, depth: Depth) -> i32 {
    let threat = if reduction > 0 && context.game.threatened() { context.parameters.lmr_threat } else { 0 };
    (reduction - threat).min((depth - Depth::PLY).sixty_fourths()).max(0)
}

/// The depth of the re-search of a reduced move whose score is `above` alpha.
#[inline(always)]
pub(crate) fn depth_of_research<G>(context: Context<'_, G>, depth: Depth, reduction: i32, above: i32) -> Depth
where
    G: Heuristics,
{
    let p = context.parameters;
    if !context.enhancements.deeper_research {
        depth
    } else if above > p.deeper_margin && reduction >= p.deeper_reduction {
        depth + Depth::PLY
    } else if above < p.shallower_margin && depth > Depth::PLY {
        depth - Depth::PLY
    } else {
        depth
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reductions_grow_with_depth_and_move_count() {
        let reductions = Reductions::new(&Parameters::default());
        for depth in 2..60 {
            for move_count in 2..60 {
                let here = reductions.get(Depth::plies(depth), move_count);
                assert!(here <= reductions.get(Depth::plies(depth + 1), move_count));
                assert!(here <= reductions.get(Depth::plies(depth), move_count + 1));
                assert!(here >= 0);
            }
        }
    }
}
