//! Proof-number search (Allis, van der Meulen and van den Herik 1994) and PN² (Allis 1994; Breuker
//! 1998): can a side force a win?
//!
//! Each node of an AND/OR tree has the least numbers of leaves that must be proved to prove it, and
//! disproved to disprove it. The search expands the leaf that counts for both numbers of the root.
//! The sides need not alternate: a node is an OR node if the winner is to move. A solved node keeps a
//! single line; the rest of its subtree is deleted. In PN² each leaf is developed by a second search,
//! of which only the children of its root are kept.
//!
//! **Repetition.** A position that occurred before on the path counts as not won, unless the rules
//! decide otherwise. A proof therefore holds for every game. "Disproved" means that the side cannot
//! force a win without a repetition; it is the value of the position if repetitions do not win.
//! Counts of moves and repetitions of positions before the root are judged by the game's verdict.
//!
//! **Graph history.** The result of such a position depends on the path to it. In the tree each node
//! has one path, so its result is valid. The table of solved positions shares results between
//! paths: it is used only in games whose verdicts depend on the position alone, and stores no result
//! that a repetition contributed to.

mod prover;
mod search;
mod settings;
mod solved;
mod tree;
mod value;

pub use prover::ProofStop;
pub use search::{ProofNumberSearch, ProofReport, ProofResult, ProofTree};
pub use settings::SecondLevel;
pub use value::{PositionValue, ValueReport};
