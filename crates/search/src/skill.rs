//! Playing strength below the maximum, with natural mistakes.
//!
//! A weak player searches less deeply and misjudges moves. A level therefore limits the nodes per
//! move, and the move is chosen among the best few (Multi-PV) after a random error is added to each
//! score: a move that is worse than the best by more than the level's maximum error is never
//! chosen, and nearly equal moves are both likely. The lowest levels also play some turns at
//! random, as a beginner moves without looking: without this, a player with the smallest search
//! still wins every game against one that only captures. The highest level changes nothing.
//!
//! Source: Stockfish's skill levels (the idea of random errors in the scores of lines); the limits
//! and the distribution of errors are ours.

use crate::{RootMove, Score};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::Rng};

/// A level of playing strength.
///
/// ```
/// use duiyi_search::Skill;
/// assert!(Skill::FULL.nodes().is_none() && Skill::FULL.lines() == 1);
/// let weak = Skill::new(3);
/// assert!(weak.nodes() < Skill::new(4).nodes());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Skill(u32);

impl Skill {
    /// The highest level.
    pub const MAX: u32 = 20;
    /// Full strength.
    pub const FULL: Skill = Skill(Skill::MAX);
    /// The number of lines that a weakened player chooses from.
    pub const LINES: usize = 4;
    /// The nodes of level 0; each further level has [`Skill::GROWTH`] times as many.
    const NODES: f64 = 400.0;
    const GROWTH: f64 = 1.5;

    /// A level from 0 to [`Skill::MAX`]; larger values mean full strength.
    pub fn new(level: u32) -> Skill {
        Skill(level.min(Skill::MAX))
    }

    /// The level, from 0 to [`Skill::MAX`].
    pub fn level(self) -> u32 {
        self.0
    }

    /// Whether the level is full strength.
    pub fn is_full(self) -> bool {
        self == Skill::FULL
    }

    /// The maximum number of nodes for a move; `None` at full strength.
    pub fn nodes(self) -> Option<u64> {
        (!self.is_full()).then(|| (Skill::NODES * Skill::GROWTH.powi(self.0 as i32)) as u64)
    }

    /// The number of lines that the search must return.
    pub fn lines(self) -> usize {
        if self.is_full() { 1 } else { Skill::LINES }
    }

    /// How many of a thousand turns are played at random: the blunders of a beginner.
    pub fn blunders(self) -> u32 {
        BLUNDERS.get(self.0 as usize).copied().unwrap_or(0)
    }

    /// The maximum error in the score of a line, in the evaluator's units; 0 at full strength.
    pub fn mistake(self) -> u32 {
        (Skill::MAX - self.0).pow(2)
    }
}

/// Chooses among lines after adding to each score a random error from 0 to `most`, in the
/// evaluator's units; with 0 it chooses the first line, the best.
///
/// In an interrupted search some lines may come from an earlier iteration; their scores are used as
/// they are. A proven win is always preferred to other moves, and a proven loss is avoided if
/// possible.
pub fn choose_line<M>(lines: &[RootMove<M>], most: u32, random: &mut Xoshiro256PlusPlus) -> usize {
    if most == 0 {
        return 0;
    }
    // Drawn for every line, so that the random stream does not depend on the scores.
    let judged = lines.iter().enumerate().map(|(i, line)| {
        let score = line.score.unwrap_or(-Score::INFINITE).get();
        (score + (random.next_u64() % (most as u64 + 1)) as i32, i)
    });
    let (_, best) = judged.max_by_key(|&(score, i)| (score, std::cmp::Reverse(i))).unwrap_or_default();
    best
}

/// How many of a thousand turns are played at random, by level; none above.
const BLUNDERS: [u32; 10] = [700, 600, 490, 380, 280, 190, 120, 70, 35, 15];

impl Default for Skill {
    fn default() -> Skill {
        Skill::FULL
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::rand_core::SeedableRng;

    fn lines(scores: &[i32]) -> Vec<RootMove<u8>> {
        let line = |(i, &score): (usize, &i32)| {
            let mut line = RootMove::new(i as u8);
            line.note(Score::new(score), 3);
            line
        };
        scores.iter().enumerate().map(line).collect()
    }

    /// How often each line is chosen in 10,000 trials.
    fn choices(level: u32, scores: &[i32]) -> Vec<u32> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
        let lines = lines(scores);
        let mut counts = vec![0; scores.len()];
        for _ in 0..10_000 {
            counts[choose_line(&lines, Skill::new(level).mistake(), &mut random)] += 1;
        }
        counts
    }

    #[test]
    fn full_strength_always_chooses_the_best_line() {
        assert_eq!(choices(20, &[10, 10, 9, 9]), [10_000, 0, 0, 0]);
        assert_eq!(choices(99, &[10, 10, 9, 9]), [10_000, 0, 0, 0]);
    }

    #[test]
    fn weaker_levels_err_more_often_and_by_more() {
        let scores = [60, 30, 0, -300];
        let mut last = 0;
        for level in (0..Skill::MAX).rev() {
            let counts = choices(level, &scores);
            assert!(counts.is_sorted_by(|a, b| a >= b), "level {level}: {counts:?}");
            let errors = 10_000 - counts[0];
            assert!(errors + 300 >= last, "level {level}");
            last = errors;
            if Skill::new(level).mistake() < 360 {
                assert_eq!(counts[3], 0, "level {level}");
            }
        }
        assert!(last > 5_000, "level 0 errs {last} times in 10,000");
    }

    #[test]
    fn equal_moves_are_chosen_equally_often() {
        for count in choices(5, &[10, 10, 10, 10]) {
            assert!((2_300..2_700).contains(&count), "{count}");
        }
    }

    #[test]
    fn proven_wins_are_chosen_and_proven_losses_avoided() {
        let (win, loss) = (Score::mate_in(3).get(), Score::mated_in(2).get());
        assert_eq!(choices(0, &[win, 500, 400, 0]), [10_000, 0, 0, 0]);
        assert_eq!(choices(0, &[0, loss, loss, loss]), [10_000, 0, 0, 0]);
    }
}
