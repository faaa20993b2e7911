//! Trains a network for Connect Four from scratch: self-play games, training, a match. The chapter on
//! networks describes it.
#![allow(clippy::print_stdout)]
#![forbid(unsafe_code)]

mod learning;

use connect_four::{ConnectFour, Stones};
use duiyi_arena::{
    Adjudication, BradleyTerry, ClockRules, Entrant, Format, Plan, Shard, TimeControl, Tournament, parse_openings,
    summary,
};
use duiyi_engine::{Player, SearchPlayer};
use duiyi_nnue::{Network, Parameters};
use duiyi_search::{Notation, Reason};
use duiyi_train::network::{InputSet, Trainer, TrainingSettings};
use learning::{games, lessons};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use std::{sync::Arc, sync::atomic::AtomicBool, time::Duration};

/// Trains a network on self-play games with the evaluation by hand.
fn train(count: u64) -> Result<Parameters, Reason> {
    let lessons = lessons(&games(count)?)?;
    let settings = TrainingSettings {
        epochs: 15,
        batch: 1024,
        rate: 0.002,
        scale: 100.0,
        result_share: 0.7,
        ..TrainingSettings::default()
    };
    let mut trainer = Trainer::begin(&InputSet::of::<Stones>(), 32, settings)?;
    while let Some(epoch) = trainer.epoch(&lessons.training, &lessons.held_out, &mut |_| true)? {
        println!("epoch {}: error {:.5} on training, {:.5} held out", epoch.number, epoch.training, epoch.held_out);
    }
    Ok(trainer.parameters(&InputSet::of::<Stones>(), format!("{count} games of the example"))?)
}

fn main() -> Result<(), Reason> {
    // The number of games to train on, and the seed of the openings.
    let mut numbers = std::env::args().skip(1).map(|number| number.parse());
    let (games, seed) = (numbers.next().unwrap_or(Ok(30_000))?, numbers.next().unwrap_or(Ok(2))?);
    let network = Network::<Stones>::new(Arc::new(train(games)?))?;
    // Openings of four random moves.
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut openings = String::new();
    for _ in 0..100 {
        let mut column = || char::from(b'a' + (random.next_u64() % 7) as u8);
        openings += &format!("moves {} {} {} {}\n", column(), column(), column(), column());
    }
    let by_network = move || {
        let network = network.clone();
        Ok(Box::new(SearchPlayer::new(move || network.clone())) as Box<dyn Player<ConnectFour>>)
    };
    let contest = Tournament {
        start: ConnectFour::begin("")?,
        entrants: vec![Entrant::local("network", by_network), Entrant::local("by hand", || Ok(connect_four::player()))],
        openings: parse_openings(&openings),
        plan: Plan { format: Format::Gauntlet, rounds: 100, seed: 1 },
        shard: Shard::WHOLE,
        control: TimeControl::Nodes(1000),
        clock: ClockRules::new(Duration::ZERO),
        known: None,
        adjudication: Adjudication::default(),
        sprt: None,
        concurrency: 1,
        fresh_players: false,
    };
    let heading = contest.heading("connect-four network");
    let (standings, _) = contest.run(Vec::new(), None, &mut |_| {}, &AtomicBool::new(false))?;
    println!("{}", summary(&[&heading], &standings, BradleyTerry::default()));
    Ok(())
}
