//! Games of the player against itself: the checker plays out every win by threats that it claims.
#![cfg(feature = "player")]
// Figures, printed with --nocapture.
#![allow(clippy::print_stdout)]

use crate::common::holds;
use duiyi_connect6::evaluation::{AnyEvaluation, ScoredPoint, Valuation};
use duiyi_connect6::openings::{NAMED, forms};
use duiyi_connect6::player::ThreatSearch;
use duiyi_connect6::solver::{Solver, SolverLimits};
use duiyi_connect6::{Board, Rules, Side};
use duiyi_engine::{Player, Request};
use duiyi_game::History;
use duiyi_search::{LimitControl, Limits, Score, StopHandle};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::time::{Duration, Instant};

/// The results of the games.
#[derive(Default)]
struct Tally {
    games: usize,
    positions: usize,
    /// Wins claimed by threats, by their number of turns; the last entry is for all longer ones.
    claimed: [usize; 16],
    /// The number of games in which the search claimed a win before the solver proved one, and how
    /// many of them the same side won.
    by_search: [usize; 2],
    checking: Duration,
}

/// A named opening in one of its symmetric forms, then two random turns of good stones.
fn opening(random: &mut Xoshiro256PlusPlus, valuation: &Valuation) -> Board {
    let mut below = |most: usize| (random.next_u64() >> 32) as usize % most;
    let mut board = Board::new(Rules::CONNECT6);
    board.put(Rules::CONNECT6.centre());
    let forms = forms(NAMED[below(NAMED.len())].reply());
    board.play(forms[below(forms.len())].points()).expect("an opening is legal");
    for _ in 0..4 {
        let evaluation = AnyEvaluation::new(&board, valuation.clone());
        let mut buffer = [ScoredPoint::default(); 12];
        let best = evaluation.best_points(board.to_move(), &mut buffer);
        board.put(best[below(best.len())].point);
    }
    board
}

/// Plays games until they have `positions` positions, and checks each win claimed by threats
/// against every turn of the defender.
fn play(positions: usize, nodes: u64, seed: u64) -> Tally {
    let rules = Rules::CONNECT6;
    let valuation = Valuation::usual(rules);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut player = ThreatSearch::new(rules);
    player.set_option("Hash", "2").expect("a size");
    let mut solver = Solver::new(rules, 1 << 24);
    let mut tally = Tally::default();
    while tally.positions < positions {
        let mut board = opening(&mut random, &valuation);
        player.new_game(&board);
        let mut foreseen: Option<Side> = None;
        while !board.is_over() && tally.positions < positions {
            let mut control = LimitControl::new(Limits::nodes(nodes), StopHandle::new());
            let game = &History::new(board.clone());
            let decision =
                player.decide(&mut Request { game, allowed: &|_| true, control: &mut control, observer: &mut () });
            let decision = decision.expect("the game is not over");
            let score = decision.score.expect("a score");
            tally.positions += 1;
            match decision.reason.as_deref() {
                Some(reason) if reason.starts_with("wins by threats in ") => {
                    let turns: u32 = reason.split(' ').nth(4).and_then(|turns| turns.parse().ok()).expect("a number");
                    let started = Instant::now();
                    // Without the player's limit of nodes: its table has results of earlier positions.
                    let limits = SolverLimits::default();
                    solver.clear();
                    let proof = solver.proof(&board, &limits).unwrap_or_else(|| panic!("no proof\n{board}"));
                    assert_eq!(proof.turns(), turns, "{board}");
                    holds(&board, &proof);
                    tally.checking += started.elapsed();
                    tally.claimed[(turns as usize).min(15)] += 1;
                }
                None if score.is_mate() && foreseen.is_none() => {
                    foreseen = Some(if score > Score::ZERO { board.to_move() } else { !board.to_move() });
                }
                _ => {}
            }
            board.play(&decision.turn).expect("the player's turn is legal");
        }
        tally.games += usize::from(board.is_over());
        if let Some(color) = foreseen.filter(|_| board.is_over()) {
            tally.by_search[0] += 1;
            tally.by_search[1] += usize::from(board.winner() == Some(color));
        }
    }
    let Tally { games, claimed, by_search: [foreseen, won], checking, .. } = &tally;
    println!("{positions} positions of {games} games, wins claimed by threats in 0, 1, … turns: {claimed:?}");
    println!("all hold, checked in {checking:?}; the search foresaw the end of {foreseen} games, {won} ended so");
    tally
}

#[test]
fn no_win_that_the_player_claims_is_false() {
    let tally = play(150, 100, 1);
    assert!(tally.claimed.iter().sum::<usize>() >= 10, "{:?}", tally.claimed);
}

#[test]
#[ignore = "10,000 positions of games of its own: minutes in release mode, run by CI"]
fn no_win_that_the_player_claims_in_ten_thousand_positions_is_false() {
    let tally = play(10_000, 300, 2);
    assert!(tally.games > 200 && tally.claimed[3..].iter().sum::<usize>() > 300, "{:?}", tally.claimed);
}
