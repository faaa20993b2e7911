//! Playing weaker on purpose, in a natural way.
//!
//! A weak player looks less far and does not tell good from better. So a level
//! limits the nodes of a move, and the move is chosen among the best few
//! (Multi-PV) with a random mistake in the judgement of each: none is chosen
//! that is worse than the best by more than the level's mistake, and of two
//! that are nearly as good either may come. The lowest levels also leave some turns to
//! chance, as a beginner moves without looking: however little is searched, a player that
//! never does so wins all games against one that only takes what it can. The highest level
//! changes nothing.
//!
//! Source: Stockfish's skill levels (the idea of a random push among the lines);
//! the limits and the law of the mistakes are ours.

use crate::{RootMove, Score};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::Rng};

/// A level of strength.
///
/// ```
/// use duiyi_search::Skill;
/// assert!(Skill::FULL.nodes().is_none() && Skill::FULL.lines() == 1);
/// let weak = Skill::new(3);
/// assert!(weak.nodes() < Skill::new(4).nodes());
/// assert_eq!(Skill::for_elo(weak.elo()), weak);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Skill(u32);

impl Skill {
    /// The highest level.
    pub const MAX: u32 = 20;
    /// Full strength.
    pub const FULL: Skill = Skill(Skill::MAX);
    /// How many lines a weakened player chooses from.
    pub const LINES: usize = 4;
    /// The nodes of level 0; each further level has [`Skill::GROWTH`] times as many.
    const NODES: f64 = 400.0;
    const GROWTH: f64 = 1.5;

    /// A level from 0 to [`Skill::MAX`]; larger ones are full strength.
    pub fn new(level: u32) -> Skill {
        Skill(level.min(Skill::MAX))
    }

    /// The level, from 0 to [`Skill::MAX`].
    pub fn level(self) -> u32 {
        self.0
    }

    /// Whether nothing is held back.
    pub fn is_full(self) -> bool {
        self == Skill::FULL
    }

    /// The most nodes for a move; `None` at full strength.
    pub fn nodes(self) -> Option<u64> {
        (!self.is_full()).then(|| (Skill::NODES * Skill::GROWTH.powi(self.0 as i32)) as u64)
    }

    /// How many lines the search must give for a choice.
    pub fn lines(self) -> usize {
        if self.is_full() { 1 } else { Skill::LINES }
    }

    /// In how many of a thousand turns the move is left to chance: the blunders of a beginner.
    pub fn blunders(self) -> u32 {
        BLUNDERS.get(self.0 as usize).copied().unwrap_or(0)
    }

    /// The greatest mistake in the score of a line, in the evaluator's units; 0 at full strength.
    pub fn mistake(self) -> u32 {
        (Skill::MAX - self.0).pow(2)
    }
}

/// Chooses among lines after a random mistake, from 0 to `most` in the evaluator's units, in the
/// score of each; with 0 the first line, the best.
///
/// Of lines from a search that was broken off some may be from an earlier
/// iteration; their scores count all the same. A proven win is not missed
/// for a move that is no win, nor a proven loss chosen without need.
pub fn choose_line<M>(lines: &[RootMove<M>], most: u32, random: &mut Xoshiro256PlusPlus) -> usize {
    if most == 0 {
        return 0;
    }
    // Drawn for every line, so that the stream does not depend on the scores.
    let judged = lines.iter().enumerate().map(|(i, line)| {
        let score = line.score.unwrap_or(-Score::INFINITE).get();
        (score + (random.next_u64() % (most as u64 + 1)) as i32, i)
    });
    let (_, best) = judged.max_by_key(|&(score, i)| (score, std::cmp::Reverse(i))).unwrap_or_default();
    best
}

/// By level, in how many of a thousand turns the move is left to chance; none above.
const BLUNDERS: [u32; 10] = [700, 600, 490, 380, 280, 190, 120, 70, 35, 15];

/// What a level is worth, in Elo: to level 10 by matches between levels of xiangqi
/// (the repository's `docs/parallel.md` has them with their errors), above it continued
/// with falling steps; the zero point is a choice.
const ELO: [i32; Skill::MAX as usize + 1] = [
    10, 190, 365, 495, 620, 770, 920, 1090, 1260, 1505, 1750, 1850, 1945, 2035, 2120, 2200, 2275, 2345, 2410, 2470,
    2530,
];

impl Skill {
    /// The strength of the weakest level, in Elo.
    pub const MIN_ELO: i32 = ELO[0];
    /// The strength of the level below full strength, in Elo. What full
    /// strength is worth depends on the time it is given.
    pub const MAX_ELO: i32 = ELO[Skill::MAX as usize - 1];

    /// About how strong the level plays, in Elo, relative to the other levels.
    pub fn elo(self) -> i32 {
        ELO[self.0 as usize]
    }

    /// The weakened level that is nearest to a strength.
    pub fn for_elo(elo: i32) -> Skill {
        let levels = 0..Skill::MAX;
        Skill(levels.min_by_key(|&level| ELO[level as usize].abs_diff(elo)).unwrap_or(0))
    }
}

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

    /// How often each of the lines is chosen of 10,000 times.
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
    fn full_strength_never_misses() {
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
    fn equal_moves_come_equally_often() {
        for count in choices(5, &[10, 10, 10, 10]) {
            assert!((2_300..2_700).contains(&count), "{count}");
        }
    }

    #[test]
    fn wins_are_taken_and_losses_left() {
        let (win, loss) = (Score::mate_in(3).get(), Score::mated_in(2).get());
        assert_eq!(choices(0, &[win, 500, 400, 0]), [10_000, 0, 0, 0]);
        assert_eq!(choices(0, &[0, loss, loss, loss]), [10_000, 0, 0, 0]);
    }

    #[test]
    fn strength_grows_with_the_level() {
        assert!(ELO.is_sorted_by(|a, b| a < b));
        for level in 0..Skill::MAX {
            assert_eq!(Skill::for_elo(Skill::new(level).elo()), Skill::new(level));
        }
        assert_eq!(Skill::for_elo(-5), Skill::new(0));
        assert_eq!(Skill::for_elo(9_999), Skill::new(Skill::MAX - 1));
    }
}
