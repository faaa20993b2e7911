//! Incremental updates agree with recomputation, and integers agree with floating point.

use crate::{
    lamps::{LAMPS, Lamps, Row},
    random::{integers, network},
};
use duiyi_nnue::{Features, Network, NetworkError, Origin};
use duiyi_search::{Evaluator, Game, Side};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use std::sync::Arc;

/// Random moves, undone moves and passes, in a path as deep as in a search and deeper.
#[test]
fn incremental_updates_agree_with_recomputation() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    for hidden in [32, 96] {
        let mut network = Network::<Row>::new(Arc::new(integers(hidden, 7))).unwrap();
        let mut game = Lamps::default();
        network.reset(&game);
        let (mut path, mut scores, mut deepest) = (Vec::new(), Vec::new(), 0);
        for step in 0..20_000 {
            let back = path.len() > 300 || random.next_u64() % 16 < 7;
            if let (true, Some((mv, undo))) = (back, path.last().copied()) {
                game.unmake(mv, undo);
                path.pop();
                network.pop();
            } else {
                let mv = (random.next_u64() % (2 * u64::from(LAMPS) + 1)) as u8;
                network.push(&game, mv);
                path.push((mv, game.make(mv)));
            }
            deepest = deepest.max(path.len());
            // Some plies are never evaluated.
            if random.next_u64() % 3 == 0 {
                assert_eq!(network.evaluate(&game), network.of(&game), "step {step}");
                scores.push(network.of(&game).get());
                let passed = Lamps { second: !game.second, ..game };
                assert_eq!(network.evaluate(&passed), network.of(&passed), "step {step}");
            }
        }
        assert!(deepest > 200, "{deepest}");
        scores.sort_unstable();
        scores.dedup();
        assert!(scores.len() > 300, "{} scores", scores.len());
    }
}

#[test]
fn a_new_game_resets_the_accumulator() {
    let mut network = Network::<Row>::new(Arc::new(integers(32, 7))).unwrap();
    let mut game = Lamps::default();
    network.reset(&game);
    let first = network.evaluate(&game);
    network.push(&game, 3);
    game.make(3);
    assert_ne!(network.evaluate(&game), first);
    let other = Lamps { on: 0xfff, ..game };
    network.reset(&other);
    assert_eq!(network.evaluate(&other), network.of(&other));
    // Undoing more moves than were made has no effect.
    network.pop();
    assert_eq!(network.evaluate(&other), network.of(&other));
}

/// Two views of 24 inputs, weights rounded to 1/255 and about 1/400: within 1 % of the scale and 1 unit.
#[test]
fn integers_agree_with_floating_point() {
    let float = network(64, 0.4, 0.3, 3);
    let origin = Origin { features: Row::NAME.to_owned(), provenance: String::new() };
    let integers = Arc::new(float.quantise(origin).unwrap());
    let twin = integers.to_float();
    let evaluator = Network::<Row>::new(Arc::clone(&integers)).unwrap();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut widest = [0.0f32; 2];
    for _ in 0..10_000 {
        let game =
            Lamps { on: random.next_u64() as u32 & 0xff_ffff, second: random.next_u64() % 2 == 0, turned: false };
        let view = |side: Side| {
            let mut inputs = Vec::new();
            Row::inputs(&game, side, |input| inputs.push(input));
            inputs
        };
        let (own, other) = (view(game.side_to_move()), view(!game.side_to_move()));
        let score = evaluator.of(&game).get() as f32;
        let bucket = Row::bucket(&game);
        // The reference has the same weights: only the division rounds.
        widest[0] = widest[0].max((twin.evaluate(&own, &other, bucket) - score).abs());
        widest[1] = widest[1].max((float.evaluate(&own, &other, bucket) - score).abs());
    }
    assert!(widest[0] <= 1.01 && widest[1] <= 20.0, "{widest:?}");
    assert!(widest[1] > 1.0, "weights are rounded: {widest:?}");
}

#[test]
fn a_network_for_other_features_is_rejected() {
    let other = Origin { features: "lamp".to_owned(), provenance: String::new() };
    let parameters = Arc::new(network(32, 0.1, 0.1, 1).quantise(other).unwrap());
    let error = Network::<Row>::new(parameters).err().expect("refused");
    assert_eq!(
        error.to_string(),
        "a network for the features lamp with 48 inputs and 3 buckets; expected lamps with 48 inputs and 3 buckets"
    );
}

#[test]
fn unsupported_numbers_are_rejected() {
    let origin = || Origin { features: "lamps".to_owned(), provenance: String::new() };
    let good = network(32, 0.1, 0.1, 1);
    let mut bad = good.clone();
    bad.output_bias.pop();
    assert_eq!(bad.quantise(origin()), Err(NetworkError::Float("output bias")));
    let mut bad = good.clone();
    bad.feature_weights[5] = f32::NAN;
    assert_eq!(bad.quantise(origin()), Err(NetworkError::Float("weights of features")));
    let bad = duiyi_nnue::FloatNetwork { hidden: 33, ..good.clone() };
    assert!(matches!(bad.quantise(origin()), Err(NetworkError::Shape { value: 33, .. })));
    let bad = duiyi_nnue::FloatNetwork { scale: 0.0, ..good };
    assert_eq!(bad.quantise(origin()), Err(NetworkError::Float("scale")));
}

#[test]
fn weights_whose_sums_could_overflow_are_rejected() {
    let origin = || Origin { features: "lamps".to_owned(), provenance: String::new() };
    let good = network(32, 0.1, 0.1, 1);
    let with = |unit: usize, weight: f32| {
        let mut large = good.clone();
        large.feature_weights.iter_mut().skip(unit).step_by(32).for_each(|value| *value = weight);
        large.feature_bias[unit] = 0.0;
        large.quantise(origin()).unwrap()
    };
    // 48 inputs with weights of 2.67 units of 255: 32,688 of at most 32,767.
    assert_eq!(with(20, 2.67).check_active(48), Ok(()));
    let error = with(20, -2.7).check_active(48).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the 48 largest weights of hidden unit 20 and its bias add up to 33072; expected at most 32767"
    );
    // A few inputs have room for large weights.
    assert_eq!(with(0, 60.0).check_active(2), Ok(()));
    assert!(with(0, 60.0).check_active(3).is_err());
    assert!(Network::<Row>::new(Arc::new(with(31, 2.7))).is_err());
}
