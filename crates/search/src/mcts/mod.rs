//! Monte Carlo tree search, an alternative to alpha-beta.
//!
//! The tree grows where results are good: each simulation descends by a rule that balances the mean
//! result of a move and its number of visits ([`Selection`]), expands the tree, estimates the leaf
//! ([`Estimator`]: a playout, an evaluation, a network), and backs up the result. Results decided
//! by the rules are proved and backed up as bounds (MCTS-Solver), so that proved wins are played
//! and proved losses avoided at once.
//!
//! The side to move at each node determines the sign of results, so that turns of several moves
//! need no special treatment. The tree has no transpositions: a node has one path, so verdicts on
//! repetitions hold there.
//!
//! [`BatchSearcher`] estimates leaves in batches, for networks.
//!
//! Sources: Kocsis and Szepesvári 2006 (UCT); Coulom 2006 (the tree and its growth); Winands,
//! Björnsson and Saito 2008 (MCTS-Solver), Cazenave and Saffidine 2011 (with bounds); Rosin 2011
//! and Silver et al. 2017 (PUCT); Chaslot, Winands and van den Herik 2008 (parallel, virtual loss);
//! Enzenberger and Müller 2009 (without locks); Teytaud and Teytaud 2010 (decisive moves).

mod batch;
mod batch_searcher;
mod batch_worker;
mod bounds;
mod choice;
mod driver;
mod estimator;
mod node;
mod parameters;
mod playouts;
mod searcher;
mod simulation;
mod tree;
mod worker;

pub use batch::{BatchEvaluator, BatchLeaf};
pub use batch_searcher::BatchSearcher;
pub use estimator::{Estimator, Evaluated, Leaf};
pub use parameters::{MonteCarloParameters, Selection};
pub use playouts::{Candidates, LegalMoves, Playouts, Rollout};
pub use searcher::{MonteCarloSearcher, TreeSizeError};
