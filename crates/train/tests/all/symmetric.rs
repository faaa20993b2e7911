//! Symmetric networks: training keeps the weights of mirror images equal.

use crate::nine::Nine;
use duiyi_game::{Diagram, Side, Square, hash::mix64};
use duiyi_nnue::{Change, Features, Trainable};
use duiyi_train::network::{InputSet, Sample, Samples, Trainer, TrainerError, TrainingSettings, random_network};

/// The squares of the view's own stones, then those of the other side's.
#[derive(Debug)]
struct Stones;

impl Features for Stones {
    type Game = Nine;
    const NAME: &'static str = "stones";
    const INPUTS: usize = 18;

    fn inputs(game: &Nine, view: Side, mut on: impl FnMut(u16)) {
        for column in 0..9 {
            if let Some(owner) = game.owner(Square { column, row: 0 }) {
                on(u16::from(column) + if owner == view { 0 } else { 9 });
            }
        }
    }

    fn change(_: &Nine, _: u8, _: Side) -> Change {
        Change::refresh()
    }
}

impl Trainable for Stones {
    fn is_quiet(_: &Nine, _: u8) -> bool {
        true
    }

    fn mirrored_input(input: u16) -> Option<u16> {
        Some(input / 9 * 9 + 8 - input % 9)
    }
}

/// The same features without mirror images.
struct Plain;

impl Features for Plain {
    type Game = Nine;
    const NAME: &'static str = "plain";
    const INPUTS: usize = 18;

    fn inputs(game: &Nine, view: Side, on: impl FnMut(u16)) {
        Stones::inputs(game, view, on);
    }

    fn change(game: &Nine, mv: u8, view: Side) -> Change {
        Stones::change(game, mv, view)
    }
}

impl Trainable for Plain {
    fn is_quiet(_: &Nine, _: u8) -> bool {
        true
    }
}

/// Samples whose scores depend on the side of the row, so that they are far from symmetric.
fn samples(count: u64, seed: u64) -> Samples {
    let mut samples = Samples::new(Stones::INPUTS, 1);
    for number in 0..count {
        let own = [(mix64(seed << 32 | number) % 9) as u16];
        let other = [own[0] + 9];
        let sample = Sample { own: &own, other: &other, bucket: 0, score: own[0] as i16 * 100, result: 0.5 };
        samples.push(sample).unwrap();
    }
    samples
}

#[test]
fn weights_of_mirror_images_stay_equal() {
    const HIDDEN: usize = 8;
    let settings = TrainingSettings { epochs: 3, batch: 10, rate: 0.01, ..TrainingSettings::default() };
    let start = || Trainer::new(random_network(Stones::INPUTS, HIDDEN, 1, 3), settings.clone()).unwrap();
    let mut trainer = start().symmetric(&InputSet::of::<Stones>()).unwrap();
    assert!(trainer.is_symmetric() && !start().is_symmetric());
    let before = trainer.network().clone();
    while trainer.epoch(&samples(200, 1), &samples(50, 2), &mut |_| true).unwrap().is_some() {
        // A state that is read again is symmetric, too.
        trainer = Trainer::from_bytes(&trainer.to_bytes()).unwrap();
    }
    let network = trainer.network();
    assert_ne!(network.feature_weights, before.feature_weights);
    let weight = |input: usize, unit: usize| network.feature_weights[input * HIDDEN + unit];
    for (input, image) in [(0, 8), (1, 7), (4, 4), (8, 0), (9, 17), (11, 15)] {
        for unit in 0..HIDDEN / 2 {
            assert_eq!(weight(input, unit), weight(image, HIDDEN / 2 + unit), "input {input}, unit {unit}");
        }
    }
    let (first, second) = network.feature_bias.split_at(HIDDEN / 2);
    assert_eq!(first, second);
}

#[test]
fn symmetric_networks_need_mirror_images_and_pairs_of_units() {
    let settings = TrainingSettings::default();
    let of = |hidden| Trainer::new(random_network(Stones::INPUTS, hidden, 1, 3), settings.clone()).unwrap();
    assert_eq!(of(8).symmetric(&InputSet::of::<Plain>()), Err(TrainerError::NoImages("plain")));
    let odd = of(7).symmetric(&InputSet::of::<Stones>()).unwrap_err();
    assert_eq!(odd.to_string(), "hidden units is 7; expected an even number for a symmetric network");
}
