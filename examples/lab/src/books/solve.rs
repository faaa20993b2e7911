//! What a solver proves of the moves of a book.

use super::open_whole;
use crate::{
    games::{Solved, Tunable, WinFinder},
    progress::progress_bar,
    say,
};
use clap::Args;
use duiyi_book::{BookError, Draft, Proof, walk};
use duiyi_game::{Game, Reason};
use std::{collections::HashMap, path::PathBuf};

/// Which book, and how far to look.
#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    /// The book, of ours, that begins where games begin.
    book: PathBuf,
    /// Where to write it with what is proved.
    #[arg(long)]
    out: PathBuf,
    /// Positions that the solver looks at for each position of the book, at most.
    #[arg(long, default_value_t = 20_000)]
    nodes: u64,
    /// Rule set.
    #[arg(long, default_value = "")]
    rules: String,
}

/// A solver, and what it has said so far of positions, by their keys.
struct Proofs<G: Game> {
    solver: WinFinder<G>,
    known: HashMap<u64, Solved<G::Move>>,
}

impl<G: Game> Proofs<G> {
    fn of(&mut self, position: &G) -> &Solved<G::Move> {
        self.known.entry(position.key()).or_insert_with(|| (self.solver)(position))
    }

    fn count(&self, is: impl Fn(&Solved<G::Move>) -> bool) -> usize {
        self.known.values().filter(|solved| is(solved)).count()
    }
}

/// Marks the moves of a book that are proved to win or to lose, and adds the turns that win.
///
/// # Errors
/// If the game has no solver, or a file can't be read or written.
pub(crate) fn run<G: Tunable>(args: &SolveArgs) -> Result<(), Reason> {
    let rules = G::begin(&args.rules)?;
    let solver = rules.solver(args.nodes).ok_or_else(|| format!("{} by {} has no solver", G::NAME, rules.rules()))?;
    let mut draft = Draft::of(&open_whole(&args.book, &rules)?)?;
    let mut positions = Vec::new();
    walk(&draft, &rules, usize::MAX, |position: &G, moves| {
        positions.push((position.clone(), moves.iter().map(|found| found.mv).collect::<Vec<_>>()));
        Ok::<(), BookError>(())
    })?;
    let mut proofs = Proofs { solver, known: HashMap::new() };
    let bar = progress_bar();
    bar.set_length(positions.len() as u64);
    for (position, moves) in &positions {
        bar.inc(1);
        if let Solved::Win(turn) = proofs.of(position) {
            draft.turn(position, turn, |entry| entry.proof = Some(Proof::Win));
        }
        for &mv in moves {
            if let Some(proof) = proof_of(position, mv, &mut proofs) {
                draft.prove(position, mv, proof);
            }
        }
    }
    bar.finish_and_clear();
    draft.save(&args.out)?;
    let (won, unknown) = (
        proofs.count(|solved| matches!(solved, Solved::Win(_))),
        proofs.count(|solved| matches!(solved, Solved::Unknown)),
    );
    say::news(format_args!(
        "{} positions, {won} of them won for the side to move, {unknown} not decided within {} positions; {} moves",
        proofs.known.len(),
        args.nodes,
        draft.len()
    ));
    Ok(())
}

/// What a move of a position leads to: the end of the game, or a position that one side is proved to win.
fn proof_of<G: Tunable>(position: &G, mv: G::Move, proofs: &mut Proofs<G>) -> Option<Proof> {
    let mover = position.side_to_move();
    let mut then = position.clone();
    then.make(mv);
    let winner = match then.outcome() {
        Some(outcome) => outcome.winner,
        None => matches!(proofs.of(&then), Solved::Win(_)).then_some(then.side_to_move()),
    };
    winner.map(|winner| if winner == mover { Proof::Win } else { Proof::Loss })
}
