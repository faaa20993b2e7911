//! Monte Carlo tree search, beside alpha-beta.
//!
//! A tree grows where results are good: each simulation goes down by a rule that weighs the
//! mean result of a move against how seldom it was tried ([`Selection`]), adds what lies beyond
//! the tree's edge, estimates it ([`Estimator`]: a play-out, an evaluation, a network), and
//! carries the result up. What the rules decide is proved and carried up as bounds
//! (MCTS-Solver), so that a win is played and a loss avoided as soon as it is seen.
//!
//! Whose result counts for whom follows from the side to move at each node, so that turns of
//! several moves need nothing special. The tree has no transpositions: a node has one
//! path, and what the rules say of repetitions holds there.
//!
//! Sources: Kocsis and Szepesvári 2006 (UCT); Coulom 2006 (the tree and its growth); Winands,
//! Björnsson and Saito 2008 (MCTS-Solver), Cazenave and Saffidine 2011 (with bounds); Rosin
//! 2011 and Silver et al. 2017 (PUCT); Chaslot, Winands and van den Herik 2008 (parallel, virtual
//! loss); Enzenberger and Müller 2009 (without locks); Teytaud and Teytaud 2010 (decisive
//! moves).

mod bounds;
mod choice;
mod estimator;
mod node;
mod parameters;
mod playouts;
mod searcher;
mod tree;
mod worker;

pub use estimator::{Estimator, Evaluated, Leaf};
pub use parameters::{MonteCarloParameters, Selection};
pub use playouts::{Candidates, LegalMoves, Playouts, Rollout};
pub use searcher::{MonteCarloSearcher, TreeSizeError};
