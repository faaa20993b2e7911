//! The size of a game of the family (thesis 2.4 and 4.3; row C-A5 of docs/sources.md), as
//! logarithms to the base 10.
//!
//! For Connect6 the thesis gives 10^172 positions, 10^140 games of 30 turns, and a complete tree of
//! 10^765. The first is 3^361. The second is correct for Black's single first stone and 29 pairs
//! without order within a pair. The third is 360!: the first stone in the centre, then single
//! stones in every order. With unordered pairs it is 10^714.

use crate::Rules;

/// The number of ways to fill the points with black stones, white stones and none: 3 to the number
/// of points. Most can't occur in a game, so this is an upper bound on the number of positions.
///
/// ```
/// use duiyi_connect6::{Rules, theory};
/// assert_eq!(format!("{:.2}", theory::positions(Rules::CONNECT6)), "172.24");
/// ```
pub fn positions(rules: Rules) -> f64 {
    rules.cells() as f64 * 3f64.log10()
}

/// The number of sequences of `turns` turns if no row ends the game, without order within a turn.
/// Turns beyond the last free point add nothing.
///
/// ```
/// use duiyi_connect6::{Rules, theory};
/// assert_eq!(format!("{:.1}", theory::games(Rules::CONNECT6, 30)), "140.0");
/// assert_eq!(format!("{:.2}", theory::games(Rules::CONNECT6, 181)), "713.97");
/// ```
pub fn games(rules: Rules, turns: usize) -> f64 {
    let mut free = rules.cells();
    let mut sum = 0.0;
    for turn in 0..turns {
        let stones = usize::from(if turn == 0 { rules.q() } else { rules.p() }).min(free);
        if stones == 0 {
            break;
        }
        sum += choices(free, stones);
        free -= stones;
    }
    sum
}

/// The number of orders in which single stones fill the board, with the first `given` stones fixed.
///
/// ```
/// use duiyi_connect6::{Rules, theory};
/// assert_eq!(format!("{:.1}", theory::full_games(Rules::CONNECT6, 1)), "765.6");
/// assert_eq!(format!("{:.2}", theory::full_games(Rules::CONNECT6, 0)), "768.16");
/// ```
pub fn full_games(rules: Rules, given: usize) -> f64 {
    factorial(rules.cells().saturating_sub(given))
}

/// log10 of n!.
fn factorial(n: usize) -> f64 {
    (2..=n).map(|factor| (factor as f64).log10()).sum()
}

/// log10 of the number of ways to choose `stones` of the `free` points.
fn choices(free: usize, stones: usize) -> f64 {
    (0..stones).map(|stone| ((free - stone) as f64).log10() - ((stone + 1) as f64).log10()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c_a5_the_sizes_of_the_thesis() {
        let rules = Rules::CONNECT6;
        assert!((positions(rules) - 172.2408).abs() < 1e-4);
        assert!((games(rules, 30) - 139.9835).abs() < 1e-4);
        assert!((games(rules, 40) - 186.2940).abs() < 1e-4);
        assert!((full_games(rules, 1) - 765.6002).abs() < 1e-4);
        assert!((full_games(rules, 0) - 768.1577).abs() < 1e-4);
        // All pairs: 361! divided by the two orders of each of 180 pairs.
        assert!((games(rules, 181) - 713.9723).abs() < 1e-4);
        assert!((games(rules, 181) - (full_games(rules, 0) - 180.0 * 2f64.log10())).abs() < 1e-6);
        assert_eq!(games(rules, 500), games(rules, 181));
        // Thirty pairs instead of a stone and 29 pairs.
        let pairs = Rules::new(19, 19, 6, 2, 2).unwrap();
        assert!((games(pairs, 30) - 142.1625).abs() < 1e-4);
        assert!((games(pairs, 40) - 188.4432).abs() < 1e-4);
    }

    #[test]
    fn small_games_agree_with_perft() {
        // One stone a turn and no row within four: 9 · 8 · 7 · 6.
        let tic_tac_toe = Rules::TIC_TAC_TOE;
        let perft = duiyi_game::perft(&mut crate::Board::new(tic_tac_toe), 4) as f64;
        assert!((10f64.powf(games(tic_tac_toe, 4)) - perft).abs() < 1e-6);
        assert!((10f64.powf(full_games(tic_tac_toe, 0)) - 362_880.0).abs() < 1e-3);
        assert_eq!(full_games(tic_tac_toe, 20), 0.0);
    }
}
