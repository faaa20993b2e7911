//! The interface: a search for a proof, and for the value of a position.

use super::{
    prover::{ProofStop, Prover, Task},
    settings::SecondLevel,
    solved::SolvedTable,
};
use crate::{Control, Game, Side};

/// A solved question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofTree<M> {
    /// A line of the solution: the moves that decide, and the replies with the largest solutions. It
    /// may end early if the position there was solved before and a limit is reached.
    pub line: Vec<M>,
    /// The number of nodes of the solution, at most 2³² − 1. A position that was found in the table
    /// of solved positions counts as one node.
    pub size: u32,
}

/// The result of a search for a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProofResult<M> {
    /// The side wins.
    Proved(ProofTree<M>),
    /// The side cannot force a win.
    Disproved(ProofTree<M>),
    /// The search stopped before a result.
    Unknown(ProofStop),
}

/// The result of a search for a proof, and its costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofReport<M> {
    /// The result.
    pub result: ProofResult<M>,
    /// The number of positions evaluated.
    pub nodes: u64,
    /// The largest number of nodes in memory at the same time.
    pub peak: usize,
}

impl<M> ProofReport<M> {
    /// The line of the result; empty if it is not known.
    pub fn line(&self) -> &[M] {
        match &self.result {
            ProofResult::Proved(tree) | ProofResult::Disproved(tree) => &tree.line,
            ProofResult::Unknown(_) => &[],
        }
    }
}

/// Proof-number search: whether a side can force a win.
///
/// ```
/// use duiyi_search::{LimitControl, Limits, ProofNumberSearch, ProofResult, Side, StopHandle};
/// use duiyi_game::nim::Nim;
///
/// let search = ProofNumberSearch::new(10_000);
/// let mut control = LimitControl::new(Limits::nodes(1_000), StopHandle::new());
/// let report = search.prove(&mut Nim::new(10), Side::First, &mut control);
/// let ProofResult::Proved(solution) = report.result else { panic!("taking one wins") };
/// assert_eq!(solution.line[0], 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProofNumberSearch {
    /// The maximum number of nodes in memory, 20 bytes each; at least 1, at most 2³² − 1.
    pub memory: usize,
    /// The second level of PN²; `None` is plain proof-number search.
    pub second_level: Option<SecondLevel>,
    /// The number of entries of a table of solved positions, 8 bytes each, rounded up to a power of
    /// two; 0 disables it. It is used only for games with [`Game::PATH_MATTERS`] false, and stores no
    /// result that depends on a repetition.
    pub table: usize,
}

impl ProofNumberSearch {
    /// A plain search with memory for this number of nodes, and as many entries of the table.
    pub fn new(memory: usize) -> ProofNumberSearch {
        ProofNumberSearch { memory, second_level: None, table: memory }
    }

    /// PN²: a search of two levels.
    pub fn two_level(memory: usize) -> ProofNumberSearch {
        ProofNumberSearch { second_level: Some(SecondLevel::default()), ..ProofNumberSearch::new(memory) }
    }

    /// Searches for a proof that `winner` wins. The control's limit of nodes may be exceeded by the
    /// moves of one position. The position is unchanged afterwards.
    pub fn prove<G: Game>(&self, game: &mut G, winner: Side, control: &mut dyn Control) -> ProofReport<G::Move> {
        let task = Task { winner, second_level: self.second_level, memory: self.memory };
        let mut table = SolvedTable::new(if G::PATH_MATTERS { 0 } else { self.table });
        let mut prover = Prover::new(game, control, &mut table, task, 0);
        let result = prover.run();
        let (mut nodes, mut peak) = (prover.nodes(), prover.peak());
        let (mut line, size) = (prover.line().collect::<Vec<_>>(), prover.solution_size());
        let result = match result {
            Err(stop) => ProofResult::Unknown(stop),
            Ok(is_proved) => {
                if !table.is_empty() {
                    let mut rest = Rest { task, is_proved, nodes: &mut nodes, peak: &mut peak };
                    rest.extend(game, control, &mut table, &mut line);
                }
                let tree = ProofTree { line, size };
                if is_proved { ProofResult::Proved(tree) } else { ProofResult::Disproved(tree) }
            }
        };
        ProofReport { result, nodes, peak }
    }
}

/// The rest of a line that ends at a position found in the table.
struct Rest<'a> {
    task: Task,
    is_proved: bool,
    nodes: &'a mut u64,
    peak: &'a mut usize,
}

impl Rest<'_> {
    /// Solves the position at the end of the line again and appends that line, until the game is over
    /// or a position is repeated.
    fn extend<G: Game>(
        &mut self,
        game: &mut G,
        control: &mut dyn Control,
        table: &mut SolvedTable,
        line: &mut Vec<G::Move>,
    ) {
        let mut made = Vec::new();
        let mut keys = vec![game.key()];
        loop {
            for &mv in &line[made.len()..] {
                made.push((mv, game.make(mv)));
                keys.push(game.key());
            }
            let distinct: std::collections::HashSet<u64> = keys.iter().copied().collect();
            if distinct.len() < keys.len() {
                break;
            }
            let mut prover = Prover::new(game, control, table, self.task, *self.nodes);
            let result = prover.run();
            *self.nodes = prover.nodes();
            *self.peak = (*self.peak).max(prover.peak());
            let before = line.len();
            if result == Ok(self.is_proved) {
                line.extend(prover.line());
            }
            if line.len() == before {
                break;
            }
        }
        for (mv, undo) in made.into_iter().rev() {
            game.unmake(mv, undo);
        }
    }
}
