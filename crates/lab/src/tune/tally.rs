//! Results of matches in tuning.

use duiyi_arena::{Estimate, Outcomes, show_elo};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Results counted by games and by pairs with the same opening.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Tally {
    /// Games lost, drawn and won.
    games: [u64; 3],
    /// Pairs of games by points: 0, ½, 1, 1½, 2.
    pairs: [u64; 5],
}

impl Tally {
    /// Adds two games with the same opening.
    pub(crate) fn add(&mut self, results: [i8; 2]) {
        for result in results {
            self.games[(result.signum() + 1) as usize] += 1;
        }
        self.pairs[(results[0].signum() + results[1].signum() + 2) as usize] += 1;
    }

    /// Adds the counts of another tally.
    pub(crate) fn join(&mut self, other: &Tally) {
        for (sum, count) in self.games.iter_mut().zip(other.games).chain(self.pairs.iter_mut().zip(other.pairs)) {
            *sum += count;
        }
    }

    /// The games: won, drawn and lost.
    pub(crate) fn games(&self) -> String {
        let [losses, draws, wins] = self.games;
        format!("+{wins} ={draws} −{losses}")
    }

    /// The number of pairs of games.
    pub(crate) fn pairs(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// The Elo difference.
    pub(crate) fn elo(&self) -> Estimate {
        Outcomes(self.pairs).elo()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [losses, draws, wins] = self.games;
        write!(f, "+{wins} ={draws} -{losses}, pairs {:?}, Elo {}", self.pairs, show_elo(self.elo()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_and_pairs_are_counted() {
        let mut tally = Tally::default();
        for results in [[1, 1], [1, -1], [-1, -1], [0, 1], [-1, 0]] {
            tally.add(results);
        }
        assert_eq!((tally.games, tally.pairs, tally.pairs()), ([4, 2, 4], [1; 5], 5));
        let mut twice = tally;
        twice.join(&tally);
        assert_eq!((twice.games, twice.pairs()), ([8, 4, 8], 10));
        assert!(tally.elo().value.abs() < 1e-9 && tally.elo().margin() > twice.elo().margin());
        assert!(tally.to_string().starts_with("+4 =2 -4, pairs [1, 1, 1, 1, 1], Elo"), "{tally}");
    }
}
