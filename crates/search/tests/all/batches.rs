//! Monte Carlo tree search with batches: proofs are correct, values and priors count for the right side,
//! limits hold, equal seeds give equal results, and errors are returned.

use crate::common::{Cell, Connect};
use duiyi_search::{
    BatchEvaluator, BatchLeaf, BatchSearcher, Game, LimitControl, Limits, Score, SearchResult, Selection, Side,
    StopHandle,
};
use std::{collections::HashSet, convert::Infallible, num::NonZeroUsize};

const SIZES: [usize; 3] = [1, 4, 32];

/// A closure as an evaluator.
struct By<F>(F);

impl<F: FnMut(&mut BatchLeaf<Connect>)> BatchEvaluator<Connect> for By<F> {
    type Error = Infallible;

    fn evaluate(&mut self, leaves: &mut [BatchLeaf<Connect>]) -> Result<(), Infallible> {
        leaves.iter_mut().for_each(&mut self.0);
        Ok(())
    }
}

fn by<F: FnMut(&mut BatchLeaf<Connect>)>(evaluator: F) -> By<F> {
    By(evaluator)
}

fn small<E: BatchEvaluator<Connect>>(size: usize, evaluator: E) -> BatchSearcher<Connect, E> {
    let mut searcher = BatchSearcher::new(evaluator);
    searcher.set_memory(4).unwrap();
    searcher.batch = NonZeroUsize::new(size).unwrap();
    searcher
}

fn search<E: BatchEvaluator<Connect>>(
    searcher: &mut BatchSearcher<Connect, E>,
    game: &Connect,
    nodes: u64,
) -> Result<SearchResult<Cell>, E::Error> {
    let mut control = LimitControl::new(Limits::nodes(nodes), StopHandle::new());
    let mut searched = game.clone();
    let found = searcher.search(&mut searched, &mut control, &mut (), |_| true);
    assert_eq!(&searched, game, "the position is restored");
    found
}

fn connect([m, n, k, p, q]: [usize; 5], moves: &[u8]) -> Connect {
    let mut game = Connect::new(m, n, k, p, q);
    for &cell in moves {
        game.make(Cell(cell));
    }
    game
}

#[test]
fn wins_are_proved_without_knowledge() {
    for size in SIZES {
        let nodes = |moves: &[u8]| {
            let game = connect([3, 3, 3, 1, 1], moves);
            let Ok(found) = search(&mut small(size, by(|_| {})), &game, 50_000);
            (found.best.unwrap().0, found.score, found.statistics.nodes)
        };
        assert_eq!(nodes(&[0, 3, 1, 4]), (2, Score::mate_in(1), 0));
        let (best, score, count) = nodes(&[0, 3]);
        assert!([1, 2, 4].contains(&best) && score > Score::ZERO && score.is_mate() && count < 50_000);
        let (_, score, count) = nodes(&[]);
        assert!(score == Score::ZERO && count < 50_000, "{score} after {count}");
    }
}

/// The first side wants the middle of five by five to be taken.
fn middle(leaf: &mut BatchLeaf<Connect>) {
    let first = if leaf.game().is_legal(Cell(12)) { 0.2 } else { 0.8 };
    leaf.result = if leaf.game().side_to_move() == Side::First { first } else { 1.0 - first };
}

#[test]
fn each_side_maximizes_its_own_value() {
    for size in SIZES {
        for selection in [Selection::Uct, Selection::Puct] {
            for stones in [1, 2] {
                let found = |moves: &[u8]| {
                    let mut searcher = small(size, by(middle));
                    searcher.selection = selection;
                    let Ok(found) = search(&mut searcher, &connect([5, 5, 5, stones, 1], moves), 3000);
                    (found.best.unwrap(), found.score)
                };
                let (first, second) = (found(&[]), found(&[0]));
                assert_eq!(first.0, Cell(12));
                assert_ne!(second.0, Cell(12));
                assert!(first.1 > Score::new(100) && second.1 < first.1, "{} {}", first.1, second.1);
            }
        }
    }
}

#[test]
fn moves_with_a_high_prior_are_visited_most() {
    for (selection, likely) in [(Selection::Puct, true), (Selection::Uct, false)] {
        let mut searcher = small(4, by(|leaf| leaf.set_logits(|_, mv| if mv == Cell(17) { 5.0 } else { 0.0 })));
        (searcher.selection, searcher.multi_pv) = (selection, 25);
        let Ok(found) = search(&mut searcher, &connect([5, 5, 5, 1, 1], &[]), 500);
        let share = found.lines.iter().find(|line| line.mv == Cell(17)).map_or(0, |line| line.all_nodes);
        assert_eq!(share > 250, likely, "{share} visits");
        assert_eq!(found.lines.iter().map(|line| line.all_nodes).sum::<u64>(), 500);
    }
}

/// The sizes of all batches, whose leaves must be different, open and legal.
struct Counting(Vec<usize>);

impl BatchEvaluator<Connect> for Counting {
    type Error = Infallible;

    fn evaluate(&mut self, leaves: &mut [BatchLeaf<Connect>]) -> Result<(), Infallible> {
        self.0.push(leaves.len());
        let keys: HashSet<String> = leaves.iter().map(|leaf| format!("{:?}", leaf.game())).collect();
        assert_eq!(keys.len(), leaves.len(), "one path to each position in this test");
        for leaf in leaves {
            assert!(leaf.moves().iter().all(|&mv| leaf.game().is_legal(mv)));
            assert!(leaf.game().outcome().is_none() && leaf.priors().len() == leaf.moves().len());
        }
        Ok(())
    }
}

impl BatchEvaluator<Connect> for &mut Counting {
    type Error = Infallible;

    fn evaluate(&mut self, leaves: &mut [BatchLeaf<Connect>]) -> Result<(), Infallible> {
        (**self).evaluate(leaves)
    }
}

#[test]
fn batches_have_at_most_their_size_and_limits_are_exact() {
    for size in SIZES {
        let mut counting = Counting(Vec::new());
        let Ok(found) = search(&mut small(size, &mut counting), &connect([7, 7, 5, 1, 1], &[]), 40);
        assert_eq!(found.statistics.nodes, 40);
        assert!(counting.0.iter().all(|&count| count <= size));
        assert_eq!(counting.0.iter().sum::<usize>(), 41, "the root, and a leaf for each simulation");
        let most = counting.0.iter().copied().max();
        assert!(most > Some(size / 2), "virtual loss separates the descents: {most:?} of {size}");
    }
}

#[test]
fn equal_seeds_repeat() {
    let game = connect([7, 7, 5, 1, 1], &[24]);
    for size in SIZES {
        let found = |seed| {
            let mut searcher = small(size, by(|leaf| leaf.result = (leaf.game().key() % 64) as f32 / 63.0));
            (searcher.seed, searcher.multi_pv) = (seed, 50);
            let traits = |found: SearchResult<Cell>| {
                let visits: Vec<_> = found.lines.iter().map(|line| (line.mv, line.all_nodes)).collect();
                (found.pv, found.score, visits)
            };
            let Ok(first) = search(&mut searcher, &game, 600);
            let Ok(second) = search(&mut searcher, &game, 600);
            let (first, second) = (traits(first), traits(second));
            assert_eq!(first, second, "the seed holds for each search");
            first
        };
        assert_eq!(found(5), found(5));
        assert_ne!(found(5), found(6));
    }
}

/// Fails after a number of calls.
struct Failing(usize);

impl BatchEvaluator<Connect> for Failing {
    type Error = &'static str;

    fn evaluate(&mut self, _: &mut [BatchLeaf<Connect>]) -> Result<(), &'static str> {
        self.0 = self.0.checked_sub(1).ok_or("the evaluator fails")?;
        Ok(())
    }
}

#[test]
fn an_error_of_the_evaluator_ends_the_search() {
    for calls in [0, 1, 7] {
        let mut searcher = small(4, Failing(calls));
        let game = connect([5, 5, 4, 1, 1], &[]);
        assert_eq!(search(&mut searcher, &game, 2000).unwrap_err(), "the evaluator fails");
        assert_eq!(search(&mut searcher, &game, 2000).unwrap_err(), "the evaluator fails", "it may be used again");
    }
}

#[test]
fn a_full_tree_and_odd_values_do_no_harm() {
    for value in [f32::NAN, f32::INFINITY, -3.0] {
        let mut searcher = small(
            8,
            by(|leaf| {
                leaf.result = value;
                leaf.set_logits(|_, mv| if mv == Cell(3) { value } else { 0.0 });
            }),
        );
        searcher.set_memory(1).unwrap();
        let game = connect([9, 9, 5, 1, 1], &[]);
        let Ok(found) = search(&mut searcher, &game, 3000);
        assert!(game.is_legal(found.best.unwrap()));
        assert_eq!(found.statistics.nodes, 3000, "1 MiB has room for 400 positions");
    }
}
