//! The selection of moves in simulations, and of the move to play.

use super::{
    bounds::Bounds,
    node::{Node, joined},
    parameters::{MonteCarloParameters, Selection},
};
use std::cmp::Ordering;

/// The data of the node that selection needs, for the side to move there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parent {
    /// At least 1.
    pub(super) visits: u32,
    /// The mean of its results.
    pub(super) mean: f32,
    pub(super) bounds: Bounds,
}

/// The weights of a selection, computed once per node.
struct Urge {
    selection: Selection,
    weight: f32,
    /// The value of a move that was not tried.
    untried: f32,
}

impl Urge {
    fn new(selection: Selection, parent: Parent, parameters: &MonteCarloParameters) -> Urge {
        let thousandths = |number: i32| number as f32 / 1000.0;
        let visits = parent.visits.max(1) as f32;
        let (weight, first_play) = match selection {
            Selection::Uct => (thousandths(parameters.uct_exploration) * visits.ln().sqrt(), parameters.uct_first_play),
            Selection::Puct => {
                let growth = (1.0 + visits / parameters.puct_growth as f32).ln();
                let weight = (thousandths(parameters.puct_exploration) + growth) * visits.sqrt();
                (weight, parameters.puct_first_play)
            }
        };
        Urge { selection, weight, untried: parent.mean - thousandths(first_play) }
    }

    /// The exploration term of a move.
    fn exploration(&self, visits: u32, prior: f32) -> f32 {
        match self.selection {
            Selection::Uct => self.weight / (visits.max(1) as f32).sqrt(),
            Selection::Puct => self.weight * prior / (1 + visits) as f32,
        }
    }
}

/// The index of the child for the next simulation; `None` if every child is decided, or cannot
/// exceed the proved value of the node.
///
/// The children are in the order of their priors, so that the first one without visits represents
/// all others without visits.
pub(super) fn select(
    children: &[Node],
    parent: Parent,
    selection: Selection,
    parameters: &MonteCarloParameters,
) -> Option<usize> {
    let urge = Urge::new(selection, parent, parameters);
    let (mut best, mut best_value) = (None, f32::NEG_INFINITY);
    for (place, child) in children.iter().enumerate() {
        let bounds = child.bounds();
        if bounds != Bounds::OPEN && (bounds.is_decided() || bounds.greatest <= parent.bounds.least) {
            continue;
        }
        let visits = child.visits();
        let mean = if visits == 0 { urge.untried } else { child.mean(visits) };
        let prior = if selection == Selection::Puct { child.prior() } else { 0.0 };
        let value = mean + urge.exploration(visits, prior);
        if value > best_value {
            (best, best_value) = (Some(place), value);
        }
        if visits == 0 {
            break;
        }
    }
    best
}

/// The index of the best child in the given order; among equals the first, which has the highest
/// prior.
///
/// It is the shortest proved win; otherwise the most visited child that is not decided ("robust
/// child", Chaslot et al. 2008), unless its mean is no better than a proved draw; and if all
/// children are lost, the longest loss.
pub(super) fn best_child<'a, I>(children: I) -> Option<usize>
where
    I: DoubleEndedIterator<Item = &'a Node> + ExactSizeIterator + Clone,
{
    // `max_by` returns the last of equals, so the order is reversed.
    let numbered = children.clone().enumerate().rev();
    let decided = numbered.clone().filter(|(_, node)| node.bounds().is_decided());
    let sure = decided.max_by_key(|(_, node)| node.bounds().score());
    let least = joined(children).least;
    let is_open = |node: &Node| !node.bounds().is_decided() && node.bounds().greatest > least;
    let open = numbered.filter(|(_, node)| is_open(node)).max_by(|(_, a), (_, b)| by_visits(a, b));
    match (sure, open) {
        (Some(sure), Some(open)) => {
            let (result, visits) = (sure.1.bounds().result(), open.1.visits());
            let is_better = result > 0.0 && (visits == 0 || result >= open.1.mean(visits));
            Some(if is_better || sure.1.bounds().is_win() { sure.0 } else { open.0 })
        }
        (sure, open) => sure.or(open).map(|(number, _)| number),
    }
}

/// Compares by visits, then by mean.
fn by_visits(a: &Node, b: &Node) -> Ordering {
    let mean = |node: &Node| if node.visits() == 0 { 0.0 } else { node.mean(node.visits()) };
    a.visits().cmp(&b.visits()).then(mean(a).total_cmp(&mean(b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Score;
    use crate::mcts::node::tests::child;

    fn parent(visits: u32, mean: f32) -> Parent {
        Parent { visits, mean, bounds: Bounds::OPEN }
    }

    fn choose(children: &[Node], parent: Parent, selection: Selection) -> Option<usize> {
        select(children, parent, selection, &MonteCarloParameters::default())
    }

    #[test]
    fn uct_tries_each_move_and_then_balances_means_and_visits() {
        let children = [child(0.2, 3, 0.0), child(0.5, 0, 0.0), child(0.5, 0, 0.0)];
        assert_eq!(choose(&children, parent(3, 0.2), Selection::Uct), Some(1));
        // Even if the first move is much better than its node.
        assert_eq!(choose(&[child(0.9, 3, 0.0), child(0.5, 0, 0.0)], parent(3, 0.3), Selection::Uct), Some(1));
        let children = [child(0.6, 10, 0.0), child(0.5, 10, 0.0)];
        assert_eq!(choose(&children, parent(20, 0.55), Selection::Uct), Some(0));
        let children = [child(0.6, 40, 0.0), child(0.5, 5, 0.0)];
        assert_eq!(choose(&children, parent(45, 0.55), Selection::Uct), Some(1));
    }

    #[test]
    fn puct_follows_the_prior_until_results_outweigh_it() {
        let likely = |mean, visits| child(mean, visits, 0.8);
        let unlikely = || child(0.5, 0, 0.2);
        assert_eq!(choose(&[likely(0.5, 1), unlikely()], parent(1, 0.5), Selection::Puct), Some(0));
        assert_eq!(choose(&[likely(0.1, 9), unlikely()], parent(9, 0.1), Selection::Puct), Some(1));
        // Among equals the one with the higher prior, wherever it stands; moves without visits
        // count less than the node's mean.
        assert_eq!(choose(&[child(0.5, 4, 0.2), child(0.5, 4, 0.8)], parent(8, 0.5), Selection::Puct), Some(1));
        assert_eq!(choose(&[child(0.5, 4, 0.4), child(0.5, 0, 0.1)], parent(4, 0.5), Selection::Puct), Some(0));
    }

    /// A child with proved bounds.
    fn proved(bounds: Bounds, mean: f32, visits: u32) -> Node {
        let node = child(mean, visits, 0.5);
        node.prove(bounds);
        node
    }

    #[test]
    fn decided_or_useless_children_are_not_selected() {
        let lost = || proved(Bounds::exactly(Score::mated_in(4)), 0.9, 9);
        for selection in [Selection::Uct, Selection::Puct] {
            assert_eq!(choose(&[lost(), child(0.1, 9, 0.1)], parent(18, 0.5), selection), Some(1));
            assert_eq!(choose(&[lost(), lost()], parent(18, 0.5), selection), None);
            // A draw is proved: children that cannot exceed it are not selected.
            let no_win = || proved(Bounds { greatest: Score::ZERO, ..Bounds::OPEN }, 0.9, 9);
            let drawn = || proved(Bounds::exactly(Score::ZERO), 0.5, 9);
            let sure = Parent { bounds: Bounds { least: Score::ZERO, ..Bounds::OPEN }, ..parent(18, 0.5) };
            assert_eq!(choose(&[no_win(), drawn(), child(0.1, 9, 0.1)], sure, selection), Some(2));
            assert_eq!(choose(&[no_win(), drawn()], sure, selection), None);
        }
    }

    #[test]
    fn the_most_visited_child_is_best_unless_a_result_is_proved() {
        let best = |children: &[Node]| best_child(children.iter());
        let children = [child(0.9, 5, 0.0), child(0.6, 50, 0.0), child(0.6, 50, 0.0)];
        assert_eq!(best(&children), Some(1));
        children[1].prove(Bounds::exactly(Score::mated_in(8)));
        assert_eq!(best(&children), Some(2));
        children[2].prove(Bounds { greatest: Score::ZERO, ..Bounds::OPEN });
        children[0].prove(Bounds { least: Score::ZERO, ..Bounds::OPEN });
        assert_eq!(best(&children), Some(0), "the others cannot be better");
        let lost = |ply| proved(Bounds::exactly(Score::mated_in(ply)), 0.9, 9);
        assert_eq!(best(&[lost(8), lost(12), lost(4)]), Some(1), "the longest loss");
        assert_eq!(best(&[lost(8), child(0.0, 0, 0.1)]), Some(1));
        let won = |ply| proved(Bounds { least: Score::mate_in(ply), ..Bounds::OPEN }, 0.9, 1);
        assert_eq!(best(&[child(0.9, 50, 0.1), won(9), won(7)]), Some(2));
        let drawn = || proved(Bounds::exactly(Score::ZERO), 0.5, 2);
        assert_eq!(best(&[child(0.4, 50, 0.1), drawn()]), Some(1));
        assert_eq!(best(&[child(0.6, 50, 0.1), drawn()]), Some(0));
        assert_eq!(best(&[]), None);
    }
}
