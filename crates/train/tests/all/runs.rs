//! Whole runs: the same network from the same seed, resuming, stopping, and learning something.

use crate::{games::Race, nine::Nine};
use duiyi_train::learn::{LearnError, Learnable, Learner, Learnt, Patterns, Plan};
use std::sync::Arc;

fn plan() -> Plan {
    Plan { iterations: 4, games: 60, nodes: (10, 20), guard_pairs: 4, ..Plan::default() }
}

fn finish<G: Learnable>(mut learner: Learner<G>) -> Arc<Learnt> {
    while learner.step(&|_| true).unwrap().is_some() {}
    Arc::clone(learner.learnt().unwrap())
}

fn on_threads(threads: usize) -> Arc<Learnt> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| finish(Learner::new(Race::default(), plan()).unwrap()))
}

#[test]
fn a_seed_gives_the_same_network_on_any_number_of_threads() {
    let one = on_threads(1);
    assert!(one == on_threads(2));
    let other = finish(Learner::new(Race::default(), Plan { seed: 2, ..plan() }).unwrap());
    assert_ne!(one.to_bytes(), other.to_bytes());
}

#[test]
fn a_run_resumes_where_it_was_saved() {
    let whole = finish(Learner::new(Race::default(), plan()).unwrap());
    let mut learner = Learner::new(Race::default(), plan()).unwrap();
    for _ in 0..2 {
        learner.step(&|_| true).unwrap().unwrap();
    }
    // A stop within an iteration leaves the run as before it.
    let before = learner.to_bytes().unwrap();
    assert!(learner.step(&|games| games < 20).unwrap().is_none());
    assert_eq!(learner.to_bytes().unwrap(), before);
    let resumed = Learner::from_bytes(Race::default(), plan(), &before).unwrap();
    assert_eq!(resumed.steps(), learner.steps());
    assert!(finish(resumed) == whole);
}

#[test]
fn states_that_are_damaged_or_of_another_run_are_refused() {
    let mut learner = Learner::new(Nine::default(), plan()).unwrap();
    learner.step(&|_| true).unwrap().unwrap();
    let bytes = learner.to_bytes().unwrap();
    let read = |bytes: &[u8]| Learner::from_bytes(Nine::default(), plan(), bytes).map(|_| ()).unwrap_err();
    for at in (0..bytes.len()).step_by(997) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x10;
        assert!(matches!(read(&damaged), LearnError::State(_)), "byte {at}");
        assert!(matches!(read(&bytes[..at]), LearnError::State(_)), "{at} bytes");
    }
    let other_game = Learner::from_bytes(Race::default(), plan(), &bytes).map(|_| ()).unwrap_err();
    assert!(matches!(other_game, LearnError::OtherPlan { what: "game", .. }), "{other_game}");
    let other_plan = Plan { games: 61, ..plan() };
    let error = Learner::from_bytes(Nine::default(), other_plan, &bytes).map(|_| ()).unwrap_err();
    assert!(matches!(error, LearnError::OtherPlan { what: "plan", .. }), "{error}");
    // More iterations continue the same run.
    let longer = Plan { iterations: 9, ..plan() };
    assert!(Learner::from_bytes(Nine::default(), longer, &bytes).is_ok());
}

/// The first network beats play without knowledge, and the result each one before it.
#[test]
fn a_game_is_learned() {
    let plan = Plan { iterations: 3, games: 600, nodes: (20, 40), guard_pairs: 50, ..Plan::default() };
    let mut learner = Learner::new(Race::default(), plan).unwrap();
    while learner.step(&|_| true).unwrap().is_some() {}
    let steps = learner.steps();
    assert!(steps[0].taken, "{steps:?}");
    assert!(steps.iter().all(|step| step.taken == (step.score >= 0.5) || step.number == 1), "{steps:?}");
    assert!(steps[2].elo > 40.0, "{steps:?}");
}

/// Small runs produce networks that are worse than those before; they are not taken.
#[test]
fn a_network_that_loses_to_the_one_before_is_not_taken() {
    let plan = Plan { iterations: 10, games: 16, nodes: (10, 10), guard_pairs: 8, pruning: false, ..Plan::default() };
    let mut refused = 0;
    for seed in 1..=4 {
        let mut learner = Learner::new(Race::default(), Plan { seed, ..plan.clone() }).unwrap();
        let mut before = None;
        while let Some(step) = learner.step(&|_| true).unwrap() {
            let now = learner.learnt().cloned();
            assert_eq!(step.taken, step.number == 1 || step.score >= 0.5, "{step:?}");
            if !step.taken {
                refused += 1;
                assert!(now == before, "the network before stays");
            }
            before = now;
        }
    }
    assert!(refused > 0);
}

#[test]
fn patterns_that_win_are_kept() {
    let plan = Plan { iterations: 3, games: 300, nodes: (5, 5), guard_pairs: 20, ..Plan::default() };
    let mut learner = Learner::new(Nine::default(), plan.clone()).unwrap();
    while learner.step(&|_| true).unwrap().is_some() {}
    let kept = learner.steps()[2].patterns;
    assert_ne!(kept, Patterns::None, "{:?}", learner.steps());
    assert_eq!(learner.learnt().unwrap().patterns(), kept);
    let without = Plan { patterns: false, ..plan };
    let mut learner = Learner::new(Nine::default(), without).unwrap();
    while learner.step(&|_| true).unwrap().is_some() {}
    assert_eq!(learner.steps()[2].patterns, Patterns::None);
}

/// An iteration is trained on its own games and on those before it in the window.
#[test]
fn games_are_trained_on_while_they_are_in_the_window() {
    let samples = |window| {
        let plan = Plan { window, iterations: 3, patterns: false, pruning: false, ..plan() };
        let mut learner = Learner::new(Nine::default(), plan).unwrap();
        while learner.step(&|_| true).unwrap().is_some() {}
        learner.steps().iter().map(|step| step.samples as f64).collect::<Vec<_>>()
    };
    let (one, two) = (samples(1), samples(2));
    assert_eq!(one[0], two[0]);
    assert!(one.iter().all(|&samples| samples < 1.5 * one[0] && samples > 0.5 * one[0]), "{one:?}");
    assert!(two[1..].iter().all(|&samples| samples < 2.5 * one[0] && samples > 1.5 * one[0]), "{two:?}");
}

#[test]
fn patterns_are_tried_only_with_one_kind_of_piece() {
    assert!(Patterns::candidates(Learner::new(Race::default(), plan()).unwrap().survey()).is_empty());
    assert!(!Patterns::candidates(Learner::new(Nine::default(), plan()).unwrap().survey()).is_empty());
}
