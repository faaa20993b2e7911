//! The fixed points against all strategies on small random graphs.

use super::{
    graph::{Exit, Graph, Node},
    sort_from,
    winning::{NOT_WON, winning},
};
use duiyi_game::Side;
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use std::convert::Infallible;

const NODES: u32 = 12;

/// A graph in which the sides alternate, with one to three moves from each node. More or fewer nodes are
/// in check and have exits; a node without exits has at least one move.
fn random_graph(random: &mut Xoshiro256PlusPlus) -> Graph {
    let mut below = |most: u64| random.next_u64() % most;
    let checks = 1 + below(9);
    let exits = below(3);
    let made: Result<Graph, Infallible> = Graph::new(NODES, |node, into| {
        let mover = Side::BOTH[(node % 2) as usize];
        let start = into.len();
        for _ in 0..1 + below(3) {
            // An odd node after an even one, and the other way round.
            into.push(below(u64::from(NODES) / 2) as u32 * 2 + (node + 1) % 2);
        }
        sort_from(into, start);
        let exit = match below(20) {
            0 if exits > 0 => Exit::Won,
            1 | 2 if exits > 1 => Exit::Drawn,
            _ => Exit::Lost,
        };
        Ok(Node { mover, checked: below(10) < checks, exit })
    });
    match made {
        Ok(graph) => graph,
    }
}

/// A choice at a node: a successor, or the exit.
#[derive(Clone, Copy, PartialEq)]
enum Choice {
    To(u32),
    Exit,
}

fn choices(graph: &Graph, node: u32) -> Vec<Choice> {
    let exit = (graph.node(node).exit != Exit::Lost).then_some(Choice::Exit);
    graph.after(node).iter().map(|&to| Choice::To(to)).chain(exit).collect()
}

/// The winner of a play that repeats these nodes, by the words of the definition.
fn winner(graph: &Graph, cycle: &[u32]) -> Option<Side> {
    // The opponent of the side to move checks with every move.
    let checks = |side: Side| cycle.iter().map(|&at| graph.node(at)).all(|node| node.mover == side || node.checked);
    match Side::BOTH.map(checks) {
        [true, false] => Some(Side::Second),
        [false, true] => Some(Side::First),
        _ => None,
    }
}

/// Whether the opponent of `side` has, against fixed choices of the side, no play from the end of `path` that
/// `side` does not win.
fn always_wins(graph: &Graph, side: Side, fixed: &[Choice], path: &mut Vec<u32>) -> bool {
    let &at = path.last().unwrap();
    let own = graph.node(at).mover == side;
    let all = if own { vec![fixed[at as usize]] } else { choices(graph, at) };
    all.into_iter().all(|choice| match choice {
        Choice::Exit => own && graph.node(at).exit == Exit::Won,
        Choice::To(to) => match path.iter().position(|&node| node == to) {
            Some(start) => winner(graph, &path[start..]) == Some(side),
            None => {
                path.push(to);
                let wins = always_wins(graph, side, fixed, path);
                path.pop();
                wins
            }
        },
    })
}

/// The nodes that a side wins, by a trial of all its choices that depend on the node alone.
fn tried(graph: &Graph, side: Side) -> Vec<bool> {
    let mut won = vec![false; NODES as usize];
    let all: Vec<Vec<Choice>> = (0..NODES).map(|node| choices(graph, node)).collect();
    let mut digits = vec![0; NODES as usize];
    loop {
        let fixed: Vec<Choice> = all.iter().zip(&digits).map(|(choices, &digit)| choices[digit]).collect();
        for node in 0..NODES {
            if !won[node as usize] {
                won[node as usize] = always_wins(graph, side, &fixed, &mut vec![node]);
            }
        }
        // The next combination of the side's choices.
        let own = |&at: &usize| graph.node(at as u32).mover == side;
        let Some(at) = (0..all.len()).filter(own).find(|&at| {
            digits[at] = (digits[at] + 1) % all[at].len();
            digits[at] > 0
        }) else {
            return won;
        };
        debug_assert!(digits[at] > 0);
    }
}

#[test]
fn the_fixed_points_agree_with_a_trial_of_all_strategies_on_1000_graphs() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut wins, mut by_cycles, mut draws) = (0, 0, 0);
    for number in 0..1_000 {
        let graph = random_graph(&mut random);
        let without_exits = graph.nodes().all(|(_, node)| node.exit == Exit::Lost);
        for side in Side::BOTH {
            let found: Vec<bool> = winning(&graph, side).iter().map(|&order| order != NOT_WON).collect();
            assert_eq!(found, tried(&graph, side), "graph {number}, {side:?}: {graph:?}");
            let count = found.iter().filter(|&&won| won).count();
            wins += count;
            by_cycles += if without_exits { count } else { 0 };
            draws += found.len() - count;
        }
    }
    // Each kind of result occurs often.
    assert!(wins > 1_000 && by_cycles > 500 && draws > 1_000, "{wins} {by_cycles} {draws}");
}

#[test]
fn the_first_successor_in_the_order_wins() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    for _ in 0..1_000 {
        let graph = random_graph(&mut random);
        for side in Side::BOTH {
            let order = winning(&graph, side);
            let first = |node| match graph.node(node).exit {
                Exit::Won => Choice::Exit,
                _ => graph
                    .after(node)
                    .iter()
                    .min_by_key(|&&to| order[to as usize])
                    .map_or(Choice::Exit, |&to| Choice::To(to)),
            };
            let fixed: Vec<Choice> = (0..NODES).map(first).collect();
            for node in (0..NODES).filter(|&node| order[node as usize] != NOT_WON) {
                assert!(always_wins(&graph, side, &fixed, &mut vec![node]), "{node} {side:?}: {graph:?}");
            }
        }
    }
}

/// A ring of alternating moves from node 0, with these nodes in check.
fn ring(checked: [bool; 4]) -> Graph {
    let made: Result<Graph, Infallible> = Graph::new(4, |node, into| {
        into.push((node + 1) % 4);
        let mover = Side::BOTH[(node % 2) as usize];
        Ok(Node { mover, checked: checked[node as usize], exit: Exit::Lost })
    });
    match made {
        Ok(graph) => graph,
    }
}

#[test]
fn only_perpetual_check_of_one_side_loses() {
    let wins = |checked| {
        let graph = ring(checked);
        Side::BOTH.map(|side| winning(&graph, side)[0] != NOT_WON)
    };
    // The second side checks the first one at nodes 0 and 2.
    assert_eq!(wins([true, false, true, false]), [true, false]);
    assert_eq!(wins([true, true, true, false]), [true, false]);
    assert_eq!(wins([false, true, false, true]), [false, true]);
    assert_eq!(wins([true, true, true, true]), [false, false]);
    assert_eq!(wins([true, false, false, false]), [false, false]);
}
