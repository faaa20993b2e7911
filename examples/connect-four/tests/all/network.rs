//! A network for Connect Four with the generic code: records, samples, training, evaluation.

#[path = "../../examples/network/learning.rs"]
mod learning;

use connect_four::{ConnectFour, Stones};
use duiyi_nnue::{Features, Network};
use duiyi_search::{Evaluator, Game};
use duiyi_train::network::{InputSet, Trainer, TrainingSettings, records::Reader};
use learning::{games, lessons};
use std::sync::Arc;

#[test]
fn a_small_network_is_trained_on_self_play_games() {
    let file = games(25).unwrap();
    let reader = Reader::new(&file[..]).unwrap();
    assert_eq!(reader.name(), "connect-four");
    let scored: Vec<usize> =
        reader.map(|game| game.unwrap().plies.iter().filter(|ply| ply.1.is_some()).count()).collect();
    let lessons = lessons(&file).unwrap();
    assert_eq!((lessons.games(), lessons.broken()), (25, 0));
    // Games 0 and 20 are held out; there are no mirrored samples.
    let held_out = scored[0] + scored[20];
    assert_eq!((lessons.held_out.len(), lessons.training.len()), (held_out, scored.iter().sum::<usize>() - held_out));

    let settings = TrainingSettings { epochs: 1, batch: 16, rate: 0.01, scale: 100.0, ..TrainingSettings::default() };
    let mut trainer = Trainer::begin(&InputSet::of::<Stones>(), 32, settings).unwrap();
    let before = trainer.error(&lessons.training);
    let (mut states, mut done) = (Vec::new(), 0);
    let mut goes_on = |samples| {
        done = samples;
        true
    };
    while let Some(epoch) = trainer.epoch(&lessons.training, &lessons.held_out, &mut goes_on).unwrap() {
        states.push((epoch.number, trainer.to_bytes()));
    }
    assert_eq!((states.len(), states[0].0, done), (1, 1, lessons.training.len()));
    assert_eq!(Trainer::from_bytes(&states[0].1).unwrap(), trainer);
    assert!(trainer.error(&lessons.training) < before);

    let parameters = trainer.parameters(&InputSet::of::<Stones>(), "a test".to_owned()).unwrap();
    let mut network = Network::<Stones>::new(Arc::new(parameters)).unwrap();
    let mut game = ConnectFour::default();
    for column in [3, 3, 2, 4, 2] {
        network.reset(&game);
        let sides = [game.side_to_move(), !game.side_to_move()];
        let [own, other] = sides.map(|side| {
            let mut inputs = Vec::new();
            Stones::inputs(&game, side, |input| inputs.push(input));
            inputs
        });
        let exact = trainer.network().evaluate(&own, &other, Stones::bucket(&game));
        let found = network.evaluate(&game).get();
        assert!((f64::from(found) - f64::from(exact)).abs() <= 3.0, "{found}, in floating point {exact}");
        game.make(column);
    }
}
