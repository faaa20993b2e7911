//! Which move a simulation goes on with, and which one is played in the end.

use super::{
    bounds::Bounds,
    node::{Node, joined},
    parameters::{MonteCarloParameters, Selection},
};
use crate::Score;
use std::cmp::Ordering;

/// What selection needs to know of the node itself, for the side to move there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parent {
    /// At least 1.
    pub(super) visits: u32,
    /// The mean of its results.
    pub(super) mean: f32,
    pub(super) bounds: Bounds,
}

/// The weights of a selection, worked out once for a node.
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
            Selection::Uct => {
                (thousandths(parameters.uct_exploration) * visits.ln().sqrt(), parameters.uct_first_play)
            }
            Selection::Puct => {
                let growth = (1.0 + visits / parameters.puct_growth as f32).ln();
                let weight = (thousandths(parameters.puct_exploration) + growth) * visits.sqrt();
                (weight, parameters.puct_first_play)
            }
        };
        Urge { selection, weight, untried: parent.mean - thousandths(first_play) }
    }

    /// What is added for what is not known of a move.
    fn exploration(&self, visits: u32, prior: f32) -> f32 {
        match self.selection {
            Selection::Uct => self.weight / (visits.max(1) as f32).sqrt(),
            Selection::Puct => self.weight * prior / (1 + visits) as f32,
        }
    }
}

/// The child that a simulation goes on with; `None` if each is proved lost or useless.
///
/// The children are in the order of their priors, so that the first one that was not tried
/// stands for all of its kind.
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
        let visits = child.visits();
        let value = if bounds == Bounds::OPEN || !bounds.is_decided() {
            if bounds.is_dominated(parent.bounds.least) {
                continue;
            }
            let mean = if visits == 0 { urge.untried } else { child.mean(visits) };
            let prior = if selection == Selection::Puct { child.prior() } else { 0.0 };
            mean + urge.exploration(visits, prior)
        } else if bounds.is_loss() || bounds.is_dominated(parent.bounds.least) {
            continue;
        } else {
            // Nothing is left to find out.
            bounds.result()
        };
        if value > best_value {
            (best, best_value) = (Some(place), value);
        }
        if visits == 0 && !bounds.is_decided() {
            break;
        }
    }
    best
}

/// How good a move is in the end: what is proved first, then how often it was tried.
#[derive(Clone, Copy, Debug)]
struct Standing {
    /// 2: a proved win, 0: a proved loss, or no better than another move surely is.
    class: u8,
    /// For proved results: sooner wins and later losses are better.
    score: Score,
    visits: u32,
    mean: f32,
}

impl Standing {
    fn of(node: &Node, least: Score) -> Standing {
        let (bounds, visits) = (node.bounds(), node.visits());
        let class = match () {
            () if bounds.is_win() => 2,
            () if bounds.is_loss() || bounds.is_dominated(least) => 0,
            () => 1,
        };
        let score = match class {
            2 => bounds.least,
            0 => bounds.greatest,
            _ => Score::ZERO,
        };
        Standing { class, score, visits, mean: if visits == 0 { 0.0 } else { node.mean(visits) } }
    }

    fn compare(&self, other: &Standing) -> Ordering {
        let keys = |standing: &Standing| (standing.class, standing.score, standing.visits);
        keys(self).cmp(&keys(other)).then(self.mean.total_cmp(&other.mean))
    }
}

/// Which of some children of a node is the best: its number in the order given. Of equals the first,
/// which has the highest prior.
///
/// It is the most visited one that is not proved to be lost ("robust child", Chaslot et al.
/// 2008), unless a win is proved.
pub(super) fn best_child<'a, I>(children: I) -> Option<usize>
where
    I: DoubleEndedIterator<Item = &'a Node> + ExactSizeIterator + Clone,
{
    let least = joined(children.clone()).least;
    let standings = children.enumerate().map(|(number, node)| (number, Standing::of(node, least)));
    standings.rev().max_by(|a, b| a.1.compare(&b.1)).map(|(number, _)| number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcts::node::{WHOLE, tests::child};

    fn parent(visits: u32, mean: f32) -> Parent {
        Parent { visits, mean, bounds: Bounds::OPEN }
    }

    fn choose(children: &[Node], parent: Parent, selection: Selection) -> Option<usize> {
        select(children, parent, selection, &MonteCarloParameters::default())
    }

    #[test]
    fn uct_tries_each_move_and_then_weighs_means_against_visits() {
        let children = [child(0.2, 3, 0.0), child(0.5, 0, 0.0), child(0.5, 0, 0.0)];
        assert_eq!(choose(&children, parent(3, 0.2), Selection::Uct), Some(1));
        let children = [child(0.6, 10, 0.0), child(0.5, 10, 0.0)];
        assert_eq!(choose(&children, parent(20, 0.55), Selection::Uct), Some(0));
        let children = [child(0.6, 40, 0.0), child(0.5, 5, 0.0)];
        assert_eq!(choose(&children, parent(45, 0.55), Selection::Uct), Some(1));
    }

    #[test]
    fn puct_follows_the_prior_until_results_say_otherwise() {
        let likely = |mean, visits| child(mean, visits, 0.8);
        let unlikely = || child(0.5, 0, 0.2);
        assert_eq!(choose(&[likely(0.5, 1), unlikely()], parent(1, 0.5), Selection::Puct), Some(0));
        assert_eq!(choose(&[likely(0.1, 9), unlikely()], parent(9, 0.1), Selection::Puct), Some(1));
    }

    #[test]
    fn what_is_proved_lost_or_useless_is_left_alone() {
        let with = |bounds: Bounds, visits| {
            let node = child(0.9, visits, 0.5);
            node.prove(bounds);
            node
        };
        let lost = || with(Bounds::exactly(Score::mated_in(4)), 9);
        for selection in [Selection::Uct, Selection::Puct] {
            assert_eq!(choose(&[lost(), child(0.1, 9, 0.1)], parent(18, 0.5), selection), Some(1));
            assert_eq!(choose(&[lost(), lost()], parent(18, 0.5), selection), None);
            // A draw is sure: what can be no better is not looked at, the draw is.
            let no_win = with(Bounds { greatest: Score::ZERO, ..Bounds::OPEN }, 9);
            let drawn = with(Bounds::exactly(Score::ZERO), 9);
            let sure = Bounds { least: Score::ZERO, ..Bounds::OPEN };
            assert_eq!(choose(&[no_win, drawn], Parent { bounds: sure, ..parent(18, 0.5) }, selection), Some(1));
        }
    }

    #[test]
    fn the_most_visited_move_is_best_unless_something_is_proved() {
        let best = |children: &[Node]| best_child(children.iter());
        let children = [child(0.9, 5, 0.0), child(0.6, 50, 0.0), child(0.6, 50, 0.0)];
        assert_eq!(best(&children), Some(1));
        children[1].prove(Bounds::exactly(Score::mated_in(8)));
        assert_eq!(best(&children), Some(2));
        children[2].prove(Bounds { greatest: Score::ZERO, ..Bounds::OPEN });
        children[0].prove(Bounds { least: Score::ZERO, ..Bounds::OPEN });
        assert_eq!(best(&children), Some(0), "the others can be no better");
        children[0].begin(1, 0);
        children[0].prove(Bounds::exactly(Score::mated_in(12)));
        children[2].prove(Bounds::exactly(Score::mated_in(4)));
        assert_eq!(best(&children), Some(0), "the latest loss");
        children[1].begin(1, WHOLE as u32);
        children[1].prove(Bounds::exactly(Score::mate_in(9)));
        assert_eq!(best(&children), Some(1));
        assert_eq!(best(&[]), None);
    }
}
