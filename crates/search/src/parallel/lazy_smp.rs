//! Lazy SMP: every thread searches the whole position, and they share nothing but
//! the transposition table.
//!
//! What one thread has stored, the others need not search again, and since no
//! two of them come to a position at the same time with the same knowledge,
//! their trees differ. That is all the cooperation there is: no lock, no
//! message, no division of the tree. When the main thread ends, the threads vote.
//!
//! Source: D. Homann's ExChess and M. Costalba's Stockfish 7 (2013–2016) for the
//! scheme, the vote after Stockfish and Viridithas (the idea; the rule is ours).

use crate::{
    GameMove, Score, SearchResult,
    sync::atomic::{AtomicU32, Ordering::Relaxed},
};

/// What the lowest score weighs in the vote, in the evaluator's units.
const VOTE_BASE: i32 = 14;

/// How the search of a helping thread differs from the main one's, so that what it
/// stores is what the main thread is about to need.
///
/// Source: Stockfish 7 for the skipping (the idea).
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum Variation<'a> {
    /// The main thread, or the only one: nothing is different.
    #[default]
    Main,
    /// Leaves out what is not at least `lead` plies ahead of the main thread.
    Ahead { main_depth: &'a AtomicU32, lead: u32 },
    /// Leaves out `run` iterations and searches as many, from a phase on.
    Skipper { run: u32, phase: u32 },
}

impl<'a> Variation<'a> {
    /// What a helper does, numbered from 1: the odd ones keep ahead of the main thread,
    /// each by a ply more; the even ones skip iterations whatever it does.
    pub(super) fn of_helper(number: usize, main_depth: &'a AtomicU32) -> Self {
        if number % 2 == 1 {
            Variation::Ahead { main_depth, lead: number as u32 / 2 + 1 }
        } else {
            Variation::skipper(number / 2)
        }
    }

    /// Skipping thread number so and so, from 1: the first two leave out every second
    /// iteration, the one where the other does not; 3 to 6 skip two and search two, 7
    /// to 12 three, each of a block at another phase.
    fn skipper(number: usize) -> Self {
        let (mut run, mut phase) = (1, number as u32 - 1);
        while phase >= 2 * run {
            phase -= 2 * run;
            run += 1;
        }
        Variation::Skipper { run, phase }
    }

    /// Whether to leave the iteration of a depth out.
    pub(crate) fn skips(self, depth: u32) -> bool {
        match self {
            Variation::Main => false,
            Variation::Ahead { main_depth, lead } => depth < main_depth.load(Relaxed) + lead,
            Variation::Skipper { run, phase } => (depth + phase) / run % 2 == 1,
        }
    }
}

/// What a thread found, as far as the vote needs it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ballot {
    /// The packed move; none if the thread had none.
    mv: Option<u32>,
    score: Score,
    /// The last iteration that it finished.
    depth: u32,
}

impl Ballot {
    pub(super) fn of<M: GameMove>(outcome: &SearchResult<M>) -> Ballot {
        Ballot { mv: outcome.best.map(GameMove::to_bits), score: outcome.score, depth: outcome.depth }
    }
}

/// The thread whose result counts; the first ballot is the main thread's.
///
/// A proven win comes first, the shortest of several. Otherwise those threads
/// that have finished the deepest iteration vote, each for its move and with
/// the more weight the better it finds it. If they are equal, the first counts.
pub(super) fn elect(ballots: &[Ballot]) -> usize {
    let candidates = || ballots.iter().enumerate().filter(|(_, ballot)| ballot.mv.is_some());
    let wins = candidates().filter(|(_, ballot)| ballot.score > Score::ZERO && ballot.score.is_decisive());
    // The last of equals is the greatest, so they are looked at from behind.
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
    fn the_main_thread_wins_a_tie() {
        assert_eq!(elect(&[ballot(1, 20, 9), ballot(2, 20, 9)]), 0);
        assert_eq!(elect(&[ballot(1, 20, 9), ballot(1, 20, 9)]), 0);
    }

    #[test]
    fn depth_comes_before_score_and_numbers() {
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
    fn a_proven_loss_at_greater_depth_counts() {
        assert_eq!(elect(&[ballot(1, Score::mated_in(6).get(), 12), ballot(2, 10, 11)]), 0);
        assert_eq!(elect(&[ballot(1, Score::mated_in(6).get(), 12), ballot(2, 10, 12)]), 1);
    }

    #[test]
    fn a_thread_without_a_move_has_no_vote() {
        let none = Ballot { mv: None, score: Score::new(900), depth: 20 };
        assert_eq!(elect(&[ballot(1, 20, 9), none]), 0);
    }

    #[test]
    fn each_iteration_is_left_to_some_thread() {
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
    fn a_thread_stays_ahead_of_the_main_one() {
        let main_depth = AtomicU32::new(7);
        let [near, far] = [1, 2].map(|lead| Variation::Ahead { main_depth: &main_depth, lead });
        assert!((1..=7).all(|depth| near.skips(depth)) && !near.skips(8));
        assert!(far.skips(8) && !far.skips(9));
        main_depth.store(8, Relaxed);
        assert!(near.skips(8) && !near.skips(9));
    }
}
