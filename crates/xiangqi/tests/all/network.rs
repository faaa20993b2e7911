//! Networks for xiangqi: incremental inputs, and the scaling by the rules.
#![cfg(feature = "network")]

use duiyi_nnue::{Change, Features, FloatNetwork, Network, Origin, Parameters};
use duiyi_search::{Evaluator, Game, Side};
use duiyi_xiangqi::{NetworkEvaluation, PieceSquares, Position, Xiangqi};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use std::{collections::BTreeSet, sync::Arc};

fn random_network(hidden: usize) -> FloatNetwork {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut fill = |count: usize, most: f32| -> Vec<f32> {
        (0..count).map(|_| ((random.next_u64() >> 40) as f32 / (1 << 23) as f32 - 1.0) * most).collect()
    };
    let (inputs, buckets) = (PieceSquares::INPUTS, PieceSquares::BUCKETS);
    FloatNetwork {
        inputs,
        hidden,
        buckets,
        feature_weights: fill(inputs * hidden, 0.2),
        feature_bias: fill(hidden, 0.2),
        output_weights: fill(buckets * 2 * hidden, 0.3),
        output_bias: fill(buckets, 0.1),
        scale: 400.0,
    }
}

fn integers(float: &FloatNetwork) -> Arc<Parameters> {
    let origin = Origin { features: PieceSquares::NAME.to_owned(), provenance: "random".to_owned() };
    Arc::new(float.quantise(origin).unwrap())
}

/// Plays games of random moves; `look` may make and unmake moves in each position.
fn random_games(moves: usize, mut look: impl FnMut(&mut Xiangqi, duiyi_xiangqi::Move, &mut dyn FnMut() -> u64)) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut game = Xiangqi::default();
    for ply in 0..moves {
        let legal = game.position().legal_moves();
        if legal.is_empty() || ply % 300 == 0 {
            game = Xiangqi::default();
            continue;
        }
        let mv = legal[random.next_u64() as usize % legal.len()];
        look(&mut game, mv, &mut || random.next_u64());
        game.make(mv);
    }
}

fn inputs(game: &Xiangqi, view: Side) -> BTreeSet<u16> {
    let mut inputs = BTreeSet::new();
    PieceSquares::inputs(game, view, |input| assert!(inputs.insert(input), "input passed twice"));
    inputs
}

/// A change is the difference of the inputs, or a refresh when the own king crosses the middle.
#[test]
fn incremental_changes_are_the_differences_of_the_inputs() {
    let (mut refreshes, mut captures) = (0, 0);
    random_games(20_000, |game, mv, _| {
        for view in Side::BOTH {
            let (before, change) = (inputs(game, view), PieceSquares::change(game, mv, view));
            let mut after = game.clone();
            after.make(mv);
            let after = inputs(&after, view);
            assert!(after.iter().all(|&input| usize::from(input) < PieceSquares::INPUTS));
            if change.is_refresh() {
                refreshes += 1;
                continue;
            }
            let set = |inputs: &[u16]| inputs.iter().copied().collect::<BTreeSet<u16>>();
            assert_eq!(&after - &before, set(change.on()), "{mv}");
            assert_eq!(&before - &after, set(change.off()), "{mv}");
            captures += usize::from(change.off().len() == 2);
        }
        assert!(PieceSquares::bucket(game) < PieceSquares::BUCKETS);
    });
    assert!(refreshes > 20 && captures > 500, "{refreshes} {captures}");
    let quiet = PieceSquares::change(&Xiangqi::default(), "e0e1".parse().unwrap(), Side::Second);
    assert_ne!(quiet, Change::refresh());
}

/// Mirrored positions with a king off the middle file have the same inputs, and so do positions with the
/// colours exchanged.
#[test]
fn views_are_those_of_each_side() {
    random_games(2_000, |game, _, _| {
        let position = game.position();
        // Turned by 180°, and back to the same files.
        let swapped = position.color_swapped().mirrored();
        for view in Side::BOTH {
            let of = |position: &Position, view| PieceSquares::of(position, view).collect::<BTreeSet<u16>>();
            assert_eq!(of(position, view), of(&swapped, !view));
            if position.king(view).file() != 4 {
                assert_eq!(of(position, view), of(&position.mirrored(), view));
            } else if *position != position.mirrored() {
                assert_ne!(of(position, view), of(&position.mirrored(), view));
            }
        }
    });
}

/// Compares over a number of moves: 10⁵ by default, 10⁶ with `--include-ignored`.
fn incremental_is_refresh(moves: usize) {
    let mut network = Network::<PieceSquares>::new(integers(&random_network(32))).unwrap();
    let (mut fresh, mut depth) = (true, 0);
    random_games(moves, |game, mv, random| {
        if game.position() == Xiangqi::default().position() {
            fresh = true;
        }
        if fresh || depth > 100 {
            network.reset(game);
            (fresh, depth) = (false, 0);
        }
        // Another move, made and taken back, before the real one.
        let legal = game.position().legal_moves();
        let aside = legal[random() as usize % legal.len()];
        network.push(game, aside);
        let undo = game.make(aside);
        if random() % 2 == 0 {
            assert_eq!(network.evaluate(game), network.of(game));
        }
        game.unmake(aside, undo);
        network.pop();
        if random() % 4 == 0 {
            assert_eq!(network.evaluate(game), network.of(game));
        }
        network.push(game, mv);
        depth += 1;
    });
}

#[test]
fn incremental_sums_equal_full_sums() {
    incremental_is_refresh(50_000);
}

#[test]
#[ignore = "a million moves: many seconds without optimisation"]
fn incremental_sums_equal_full_sums_over_a_million_moves() {
    incremental_is_refresh(1_000_000);
}

/// The largest difference between integers and floating point on a number of positions, and the largest score.
fn widest_difference(integers: &Parameters, float: &FloatNetwork, positions: usize) -> (f32, f32) {
    let (mut widest, mut largest) = (0.0f32, 0.0f32);
    random_games(positions, |game, _, _| {
        let position = game.position();
        let mover = position.side_to_move();
        let [own, other] = [mover, !mover].map(|view| PieceSquares::of(position, view).collect::<Vec<u16>>());
        let bucket = PieceSquares::bucket_of(position);
        let (score, twin) = (integers.evaluate(&own, &other, bucket) as f32, float.evaluate(&own, &other, bucket));
        widest = widest.max((score - twin).abs());
        largest = largest.max(twin.abs());
    });
    (widest, largest)
}

#[test]
fn integers_agree_with_floating_point() {
    let float = random_network(32);
    let (widest, _) = widest_difference(&integers(&float), &float, 100_000);
    assert!(widest > 0.0 && widest <= 20.0, "{widest}");
}

/// Compares the network of the crate with its parameters in floating point: only the last rounding differs.
/// The rounding from the trained parameters to integers is not covered.
fn assert_built_in_integers_agree_with_floating_point(positions: usize) {
    let evaluation = NetworkEvaluation::built_in();
    let integers = evaluation.parameters();
    let (widest, largest) = widest_difference(integers, &integers.to_float(), positions);
    #[allow(clippy::print_stdout)]
    {
        println!("{widest} at most on {positions} positions, with scores up to {largest}");
    }
    assert!(widest > 0.0 && widest < 1.01 && largest > 1000.0, "{widest}, {largest}");
}

#[test]
fn the_network_of_the_crate_agrees_with_floating_point() {
    assert_built_in_integers_agree_with_floating_point(2_000);
}

#[test]
#[ignore = "a hundred thousand positions: seconds without optimisation"]
fn the_network_of_the_crate_agrees_with_floating_point_on_many_positions() {
    assert_built_in_integers_agree_with_floating_point(100_000);
}

/// A side that cannot win has a small score, whatever the output of the network is.
#[test]
fn an_advantage_that_cannot_be_won_counts_for_little() {
    // Only the bias, by which the side to move is far ahead or behind.
    let [ahead, behind] = [1.0, -1.0].map(|bias| {
        let mut float = random_network(32);
        float.output_weights.fill(0.0);
        float.output_bias.fill(bias);
        NetworkEvaluation::new(integers(&float)).unwrap()
    });
    for (fen, scores) in [
        // The value of an ending that is won is added.
        ("4k4/9/9/9/9/9/9/9/9/R2K5 w - - 0 1", [400 + 200, 200]),
        ("4k4/9/9/9/9/9/9/9/9/R2K5 b - - 0 1", [-200, -400 - 200]),
        ("4k4/4r4/9/9/9/9/9/9/9/R2K5 w - - 0 1", [400, -400]),
        ("2bak4/4a4/4b4/9/9/9/9/R8/9/3K5 w - - 0 1", [400 * 7 / 64, 0]),
        ("2bak4/4a4/4b4/9/9/9/9/R8/9/3K5 b - - 0 1", [0, -400 * 7 / 64]),
        ("4k4/9/9/9/9/9/9/9/4A4/3AK4 w - - 0 1", [0, 0]),
        ("3k5/9/9/9/9/9/9/9/9/C3K4 w - - 0 1", [0, 0]),
        ("3k5/9/9/9/9/9/9/9/9/C3K4 b - - 0 1", [0, 0]),
    ] {
        let position: Position = fen.parse().unwrap();
        for position in [position, position.color_swapped()] {
            for (evaluation, score) in [&ahead, &behind].into_iter().zip(scores) {
                assert_eq!(evaluation.of(&position), score, "{position:?}");
                let game = Xiangqi::new(position);
                let mut following = evaluation.clone();
                following.reset(&game);
                assert_eq!(following.evaluate(&game).get(), score, "{position:?}");
            }
        }
    }
}

#[test]
fn the_worth_of_a_piece_is_the_loss_of_score_without_it() {
    let evaluation = NetworkEvaluation::new(integers(&random_network(32))).unwrap();
    let position = Position::start();
    let worth = evaluation.worth(&position);
    assert_eq!(worth.len(), 30);
    let whole = evaluation.of(&position);
    let without: Position = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR w - - 0 1".parse().unwrap();
    let rook = worth.iter().find(|(square, _)| square.to_string() == "a0").unwrap();
    assert_eq!(rook.1, whole - evaluation.of(&without));
}

#[path = "../../examples/network_sums.rs"]
#[allow(dead_code)]
mod network_sums;

/// The same number on every processor and in WebAssembly (`.ci/network-sums`); a new network has another.
#[test]
fn scores_of_ten_thousand_positions_have_their_checksum() {
    let network = NetworkEvaluation::built_in();
    let (mut scores, mut seen) = (BTreeSet::new(), 0);
    let sum = network_sums::checksum(|game, score| {
        seen += 1;
        scores.insert(score);
        assert_eq!(network.of(game.position()), score, "{:?}", game.position());
    });
    assert_eq!((seen, format!("{sum:016x}").as_str()), (network_sums::POSITIONS, SUM));
    assert!(scores.len() > 1000, "{} different scores", scores.len());
}

/// The recorded checksum of the built-in network.
const SUM: &str = "8faaf620b2d80fb0";
