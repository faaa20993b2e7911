//! The evaluator equals the sum from scratch, and files are checked.

use crate::{games::Race, nine::Nine};
use duiyi_game::{Notation, hash::mix64, legal_moves};
use duiyi_search::Evaluator;
use duiyi_train::learn::{LearnError, Learnable, Learner, Learnt, PictureEvaluator, Plan};
use std::sync::Arc;

fn quick() -> Plan {
    Plan { iterations: 1, games: 40, nodes: (10, 10), guard_pairs: 2, ..Plan::default() }
}

fn learnt<G: Learnable>(start: G) -> Arc<Learnt> {
    let mut learner = Learner::new(start, quick()).unwrap();
    learner.step(&|_| true).unwrap().unwrap();
    Arc::clone(learner.learnt().unwrap())
}

/// Random games, forwards and back, with jumps between positions.
fn the_sums_agree<G: Learnable>(start: &G) {
    let network = learnt(start.clone());
    let mut evaluator = PictureEvaluator::new(Arc::clone(&network), start).unwrap();
    let mut scores = std::collections::HashSet::new();
    for seed in 0..30u64 {
        let mut game = start.clone();
        let mut undone = Vec::new();
        for number in 0..60u64 {
            let moves = legal_moves(&game);
            if moves.is_empty() || game.outcome().is_some() {
                break;
            }
            let random = mix64(seed << 32 | number);
            if random.is_multiple_of(4) && !undone.is_empty() {
                let (mv, undo) = undone.pop().unwrap();
                game.unmake(mv, undo);
            } else {
                let mv = moves[(random >> 8) as usize % moves.len()];
                undone.push((mv, game.make(mv)));
            }
            if !random.is_multiple_of(3) {
                let score = evaluator.evaluate(&game);
                assert_eq!(score, evaluator.from_scratch(&game), "seed {seed}, move {number}");
                scores.insert(score);
            }
        }
    }
    assert!(scores.len() > 20, "the network distinguishes positions");
}

#[test]
fn updated_sums_equal_sums_from_scratch() {
    the_sums_agree(&Nine::default());
    the_sums_agree(&Race::default());
}

#[test]
fn a_file_round_trips_and_names_what_it_is_of() {
    let network = learnt(Race::default());
    let read = Learnt::from_bytes(&network.to_bytes()).unwrap();
    assert!(read == *network);
    assert!(read.provenance().contains("iteration 1"), "{}", read.provenance());
    assert!(read.check(&Race::default()).is_ok());
    let error = PictureEvaluator::new(network, &Nine::default()).unwrap_err();
    let text = "learnt for race on 3 by 5 squares; expected nine on 9 by 1 squares";
    assert_eq!(error.to_string(), text);
}

#[test]
fn networks_of_other_features_are_refused() {
    let origin = duiyi_nnue::Origin { features: "squares".to_owned(), provenance: String::new() };
    let network = duiyi_train::network::random_network(4, 32, 1, 1);
    let network = duiyi_nnue::FloatNetwork { scale: 400.0, ..network };
    let bytes = network.quantise(origin).unwrap().to_bytes();
    assert!(matches!(Learnt::from_bytes(&bytes), Err(LearnError::OtherFeatures(name)) if name == "squares"));
    assert!(matches!(Learnt::from_bytes(b"DUIYINN1"), Err(LearnError::Network(_))));
}

/// A network for the same board and other rules.
#[test]
fn networks_for_other_rules_are_refused() {
    let network = learnt(Race::default());
    let parameters = duiyi_nnue::Parameters::from_bytes(&network.to_bytes()).unwrap();
    let features = &parameters.origin().features;
    let rules = format!("\"rules\":\"{}\"", Race::default().rules());
    let changed = features.replacen(&rules, "\"rules\":\"backwards\"", 1);
    assert_ne!(&changed, features);
    let origin = duiyi_nnue::Origin { features: changed, provenance: String::new() };
    let other = Learnt::from_bytes(&parameters.to_float().quantise(origin).unwrap().to_bytes()).unwrap();
    assert!(matches!(other.check(&Race::default()), Err(LearnError::OtherGame { .. })));
}

/// The description in a file may have any numbers.
#[test]
fn impossible_descriptions_are_refused() {
    let network = learnt(Race::default());
    let parameters = duiyi_nnue::Parameters::from_bytes(&network.to_bytes()).unwrap();
    let features = &parameters.origin().features;
    for (part, other) in [
        ("\"extra\":3", "\"extra\":18446744073709551615"),
        ("\"columns\":3,\"rows\":5", "\"columns\":0,\"rows\":5"),
        ("\"pieces\":[", "\"pieces\":[9"),
        ("\"patterns\":\"None\"", "\"patterns\":{\"Lines\":200}"),
    ] {
        let changed = features.replacen(part, other, 1);
        assert_ne!(&changed, features, "{part}");
        let origin = duiyi_nnue::Origin { features: changed, provenance: String::new() };
        let bytes = parameters.to_float().quantise(origin).unwrap().to_bytes();
        assert!(Learnt::from_bytes(&bytes).is_err(), "{other}");
    }
}
