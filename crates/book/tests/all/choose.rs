//! Choosing moves of a book.

use duiyi_book::{BookMove, Policy, Proof, Results};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use std::collections::HashSet;

#[path = "../../examples/regret/simulation.rs"]
mod simulation;
use simulation::{regret, strong, weak};

/// A move with results of games, and its default weight.
fn known(mv: char, wins: u32, draws: u32, losses: u32) -> BookMove<char> {
    let weight = (2 * wins + draws).max(1) as u16;
    BookMove { mv, results: Results { wins, draws, losses }, learned: Results::default(), weight, proof: None }
}

/// How often each move is chosen in a thousand choices.
fn shares(policy: Policy, moves: &[BookMove<char>]) -> Vec<usize> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut counts = vec![0; moves.len()];
    (0..1000).for_each(|_| counts[policy.choose(moves, &mut random).unwrap()] += 1);
    counts
}

#[test]
fn every_policy_follows_its_rule() {
    // Many games with a good score; few games with a perfect score; many with a bad score.
    let moves = [known('a', 300, 200, 100), known('b', 2, 0, 0), known('c', 400, 100, 900)];
    assert_eq!(shares(Policy::Best, &moves), [0, 0, 1000], "the greatest weight");
    assert_eq!(shares(Policy::Score { z: 1.96 }, &moves), [1000, 0, 0]);
    assert_eq!(shares(Policy::ArgMax, &moves), [1000, 0, 0]);
    let weight = shares(Policy::Weight, &moves);
    let all: u32 = moves.iter().map(|mv| u32::from(mv.weight)).sum();
    for (count, mv) in weight.iter().zip(&moves) {
        assert!(count.abs_diff((u32::from(mv.weight) * 1000 / all) as usize) < 50, "{weight:?}");
    }
    let varied = shares(Policy::default(), &moves);
    assert!(varied[0] > 800 && varied[1] > 0 && varied[2] == 0, "{varied:?}");
    for name in Policy::NAMES {
        assert_eq!(name.parse::<Policy>().unwrap().to_string(), name);
        assert_eq!(
            name.parse::<Policy>().unwrap().choose::<char>(&[], &mut Xoshiro256PlusPlus::seed_from_u64(1)),
            None
        );
    }
    assert_eq!(
        "greedy".parse::<Policy>().unwrap_err().to_string(),
        "unknown policy 'greedy'; expected one of varied, best, weight, score, ucb, thompson, argmax"
    );
}

/// The weights by hand: √(games + weight/2) of the moves whose score with four more draws is at most 0.05 below the best
/// lower bound, 0.4503 for 50 wins of 100 games: (0.505 − √(0.0025 + 0.000025)) / 1.01.
#[test]
fn the_varied_policy_chooses_by_the_roots_of_games_and_weights() {
    let weighted = |mv: BookMove<char>, weight| BookMove { weight, ..mv };
    let moves = [
        weighted(known('a', 50, 0, 50), 600),
        weighted(known('b', 12, 1, 12), 150),
        // (40 + 2)/104 = 0.404, and (39 + 2)/104 = 0.394.
        weighted(known('c', 40, 0, 60), 200),
        weighted(known('d', 39, 0, 61), 200),
        weighted(known('e', 0, 0, 0), 0),
    ];
    let weights = [20.0, 10.0, 200.0f64.sqrt(), 0.0, 1.0];
    let mut random = Xoshiro256PlusPlus::seed_from_u64(9);
    let mut counts = [0; 5];
    (0..20_000).for_each(|_| counts[Policy::default().choose(&moves, &mut random).unwrap()] += 1);
    for (count, weight) in counts.into_iter().zip(weights) {
        let expected = 20_000.0 * weight / weights.iter().sum::<f64>();
        assert!((f64::from(count) - expected).abs() <= 4.0 * expected.sqrt(), "{counts:?}, expected {expected}");
    }
}

/// A proved win is played, a proved loss is not, by every policy and however the games ended.
#[test]
fn proofs_have_priority_over_results() {
    let proved = |mv: BookMove<char>, proof| BookMove { proof: Some(proof), ..mv };
    for name in Policy::NAMES {
        let policy: Policy = name.parse().unwrap();
        let lost =
            [proved(known('a', 90, 0, 0), Proof::Loss), known('b', 0, 0, 9), proved(known('c', 9, 0, 0), Proof::Loss)];
        assert_eq!(shares(policy, &lost), [0, 1000, 0], "{name}");
        let won = [known('a', 90, 0, 0), proved(known('b', 0, 0, 90), Proof::Win), known('c', 9, 0, 0)];
        assert_eq!(shares(policy, &won), [0, 1000, 0], "{name}");
        let none = policy.choose(&[lost[0], lost[2]], &mut Xoshiro256PlusPlus::seed_from_u64(1));
        assert_eq!(none, None, "{name}: every move loses");
    }
}

/// The printed rule plays the first move that won a game until its losses exceed its wins (row C-E1 of
/// docs/sources.md).
#[test]
fn the_greatest_sum_of_results_does_not_explore() {
    let mut moves = [known('a', 0, 0, 0), known('b', 0, 0, 0), known('c', 0, 0, 0)];
    moves[0].learned = Results { wins: 2, draws: 0, losses: 1 };
    assert_eq!(shares(Policy::ArgMax, &moves), [1000, 0, 0]);
    // The others are untried: exploring policies try them.
    let ucb = shares(Policy::Ucb { exploration: 1.0 }, &moves);
    assert!(ucb[0] == 0 && ucb[1] > 400 && ucb[2] > 400, "{ucb:?}");
    let thompson = shares(Policy::Thompson, &moves);
    assert!(thompson.iter().all(|&count| count > 150), "{thompson:?}");
    moves[0].learned = Results { wins: 2, draws: 9, losses: 3 };
    assert_eq!(shares(Policy::ArgMax, &moves), [0, 1000, 0]);
}

/// However large a collection is, thirty games of its own outweigh it for an engine that learns.
#[test]
fn learned_results_outweigh_a_collection() {
    for collection in [10, 1_000, 100_000_000] {
        let mut moves = [known('a', collection, 0, 0), known('b', 5, 0, 5)];
        moves[0].learned = Results { wins: 0, draws: 0, losses: 30 };
        assert_eq!(shares(Policy::Ucb { exploration: 0.0 }, &moves), [0, 1000], "{collection} games");
        let thompson = shares(Policy::Thompson, &moves);
        assert!(thompson[0] < 150, "{thompson:?} with {collection} games");
        // Without them the collection is the best information.
        moves[0].learned = Results::default();
        assert_eq!(shares(Policy::Ucb { exploration: 0.0 }, &moves), [1000, 0]);
    }
}

/// Exploring policies lose less in the long run; with the printed rule the loss keeps growing.
#[test]
fn exploring_policies_lose_less_in_the_long_run() {
    const GAMES: usize = 4_000;
    let growth = |regret: &[f64]| regret[GAMES - 1] - regret[GAMES / 2 - 1];
    let greedy = regret(Policy::ArgMax, strong(), GAMES, 60);
    for policy in [Policy::Thompson, Policy::Ucb { exploration: 0.35 }] {
        let regret = regret(policy, strong(), GAMES, 60);
        assert!(regret[GAMES - 1] < greedy[GAMES - 1] / 2.0, "{policy}: {} {}", regret[GAMES - 1], greedy[GAMES - 1]);
        assert!(growth(&regret) < growth(&greedy) / 3.0, "{policy}: {} {}", growth(&regret), growth(&greedy));
    }
    let [greedy, ucb] =
        [Policy::ArgMax, Policy::Ucb { exploration: 0.35 }].map(|policy| regret(policy, weak(), GAMES, 60));
    assert!(ucb[GAMES - 1] < greedy[GAMES - 1], "{} {}", ucb[GAMES - 1], greedy[GAMES - 1]);
}

/// Ten games against the same opponent with a book of eight sound moves at each of four positions.
#[test]
fn ten_games_differ() {
    let moves: Vec<_> = ('a'..'i').map(|mv| known(mv, 50 + mv as u32 - 'a' as u32, 40, 50)).collect();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut lines = HashSet::new();
    for _ in 0..10 {
        let line: Vec<_> = (0..4).map(|_| Policy::default().choose(&moves, &mut random)).collect();
        lines.insert(line);
    }
    assert_eq!(lines.len(), 10);
    // The same seed gives the same choice.
    let choice = |seed| {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        (0..20).map(|_| Policy::default().choose(&moves, &mut random)).collect::<Vec<_>>()
    };
    assert_eq!(choice(1), choice(1));
    assert_ne!(choice(1), choice(2));
}
