//! Lazy SMP: every thread searches the whole position, and the threads share only the transposition
//! table.
//!
//! A thread does not repeat what another has stored, and since no two threads reach a position at
//! the same time with the same data, their trees differ. There is no other cooperation: no locks,
//! no messages, no division of the tree. When the main thread ends, the threads vote.
//!
//! Source: D. Homann's ExChess and M. Costalba's Stockfish 7 (2013–2016) for the scheme; the vote
//! is based on Stockfish and Viridithas (the idea; the rule is ours).

use crate::{
    GameMove, Score, SearchResult,
    sync::atomic::{AtomicU32, Ordering::Relaxed},
};

/// The weight of the lowest score in the vote, in the evaluator's units.
const VOTE_BASE: i32 = 14;

/// How a helper's search differs from the main thread's, so that it stores entries that the main
/// thread will need.
///
/// Source: Stockfish 7 for skipping iterations (the idea).
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum Variation<'a> {
    /// The main thread, or the only one: no difference.
    #[default]
    Main,
    /// Skips iterations less than `lead` plies ahead of the main thread.
    Ahead { main_depth: &'a AtomicU32, lead: u32 },
    /// Alternates between skipping and searching `run` iterations, from a phase on.
    Skipper { run: u32, phase: u32 },
}

impl<'a> Variation<'a> {
    /// The variation of a helper, numbered from 1: odd helpers stay ahead of the main thread, each
    /// by one more ply; even helpers skip iterations independently of it.
    pub(super) fn of_helper(number: usize, main_depth: &'a AtomicU32) -> Self {
        if number % 2 == 1 {
            Variation::Ahead { main_depth, lead: number as u32 / 2 + 1 }
        } else {
            Variation::skipper(number / 2)
        }
    }

    /// The skipping helper with this number, from 1: 1 and 2 skip every second iteration,
    /// alternately; 3 to 6 skip two and search two, 7 to 12 three, each with a different phase.
    fn skipper(number: usize) -> Self {
        let (mut run, mut phase) = (1, number as u32 - 1);
        while phase >= 2 * run {
            phase -= 2 * run;
            run += 1;
        }
        Variation::Skipper { run, phase }
    }

    /// Whether to skip the iteration at a depth.
    pub(crate) fn skips(self, depth: u32) -> bool {
        match self {
            Variation::Main => false,
            Variation::Ahead { main_depth, lead } => depth < main_depth.load(Relaxed) + lead,
            Variation::Skipper { run, phase } => (depth + phase) / run % 2 == 1,
        }
    }
}

/// A thread's result as the vote needs it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ballot {
    /// The packed move; none if the thread has none.
    mv: Option<u32>,
    score: Score,
    /// The depth of its last completed iteration.
    depth: u32,
}

impl Ballot {
    pub(super) fn of<M: GameMove>(outcome: &SearchResult<M>) -> Ballot {
        Ballot { mv: outcome.best.map(GameMove::to_bits), score: outcome.score, depth: outcome.depth }
    }
}

/// The index of the thread whose result counts; the first ballot is the main thread's.
///
/// A proven win comes first, the shortest of several. Otherwise the threads with the deepest
/// completed iteration vote for their moves, with more weight for better scores. In a tie, the
/// first thread counts.
pub(super) fn elect(ballots: &[Ballot]) -> usize {
    let candidates = || ballots.iter().enumerate().filter(|(_, ballot)| ballot.mv.is_some());
    let wins = candidates().filter(|(_, ballot)| ballot.score > Score::ZERO && ballot.score.is_decisive());
    // `max_by` returns the last of equal ballots, so the order is reversed.
    if let Some((winner, _)) = wins.rev().max_by_key(|(_, ballot)| ballot.score) {
        return winner;
    }
    let deepest = candidates().map(|(_, ballot)| ballot.depth).max();
    let voters = || candidates().filter(|(_, ballot)| Some(ballot.depth) == deepest);
    let least = voters().map(|(_, ballot)| ballot.score.get()).min().unwrap_or(0);
    let votes = |mv| {
        let supporters = voters().filter(|(_, ballot)| ballot.mv == mv);
        supporters.map(|(_, ballot)| (ballot.score.get() - least + VOTE_BASE) as i64).sum::<i64>()
    };
    voters().rev().max_by_key(|(_, ballot)| votes(ballot.mv)).map_or(0, |(winner, _)| winner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MAX_PLY;

    fn ballot(mv: u32, score: i32, depth: u32) -> Ballot {
        Ballot { mv: Some(mv), score: Score::new(score), depth }
    }

    #[test]
    fn the_main_thread_wins_ties() {
        assert_eq!(elect(&[ballot(1, 20, 9), ballot(2, 20, 9)]), 0);
        assert_eq!(elect(&[ballot(1, 20, 9), ballot(1, 20, 9)]), 0);
    }

    #[test]
    fn depth_precedes_score_and_number_of_votes() {
        assert_eq!(elect(&[ballot(1, 20, 9), ballot(2, -20, 10)]), 1);
        assert_eq!(elect(&[ballot(1, 20, 9), ballot(2, 300, 8), ballot(2, 300, 8)]), 0);
        assert_eq!(elect(&[ballot(1, 20, 9), ballot(2, 45, 9)]), 1);
        assert_eq!(elect(&[ballot(1, 20, 9), ballot(2, 15, 9), ballot(2, 12, 9)]), 1);
    }

    #[test]
    fn the_shortest_proven_win_is_played() {
        let (long, short) = (Score::mate_in(9).get(), Score::mate_in(5).get());
        assert_eq!(elect(&[ballot(1, long, 12), ballot(2, short, 7), ballot(1, long, 14)]), 1);
        assert_eq!(elect(&[ballot(1, 500, 12), ballot(2, long, 7)]), 1);
        assert_eq!(elect(&[ballot(1, short, 12), ballot(2, short, 13)]), 0);
    }

    #[test]
    fn a_proven_loss_at_greater_depth_is_elected() {
        assert_eq!(elect(&[ballot(1, Score::mated_in(6).get(), 12), ballot(2, 10, 11)]), 0);
        assert_eq!(elect(&[ballot(1, Score::mated_in(6).get(), 12), ballot(2, 10, 12)]), 1);
    }

    #[test]
    fn a_thread_without_a_move_has_no_vote() {
        let none = Ballot { mv: None, score: Score::new(900), depth: 20 };
        assert_eq!(elect(&[ballot(1, 20, 9), none]), 0);
    }

    #[test]
    fn each_iteration_is_searched_by_half_of_the_helpers() {
        assert!((1..MAX_PLY as u32).all(|depth| !Variation::default().skips(depth)));
        let skipped = |number, depth| Variation::skipper(number).skips(depth);
        for depth in 1..60 {
            assert_ne!(skipped(1, depth), skipped(2, depth));
            for block in [3..=6, 7..=12] {
                let searching = block.clone().filter(|&number| !skipped(number, depth)).count();
                assert_eq!(searching * 2, block.count(), "depth {depth}");
            }
        }
    }

    #[test]
    fn a_leading_helper_stays_ahead_of_the_main_thread() {
        let main_depth = AtomicU32::new(7);
        let [near, far] = [1, 2].map(|lead| Variation::Ahead { main_depth: &main_depth, lead });
        assert!((1..=7).all(|depth| near.skips(depth)) && !near.skips(8));
        assert!(far.skips(8) && !far.skips(9));
        main_depth.store(8, Relaxed);
        assert!(near.skips(8) && !near.skips(9));
    }
}
