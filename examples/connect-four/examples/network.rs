//! A network for Connect Four from nothing: its own games, training, a match. The page about
//! networks has this file.
#![allow(clippy::print_stdout)]
#![forbid(unsafe_code)]

use connect_four::{ConnectFour, evaluate};
use duiyi_arena::{
    Adjudication, BradleyTerry, Entrant, Format, Plan, Shard, TimeControl, Told, Tournament, parse_openings, summary,
};
use duiyi_nnue::{
    Change, Features, Network, Origin, Parameters,
    train::{Sample, Samples, Settings, Trainer, random_network},
};
use duiyi_player::{Player, Request, SearchPlayer};
use duiyi_search::{
    Diagram, Game, Grid, History, LimitControl, Limits, Notation, Reason, Side, Square, Stateless, StopHandle,
    legal_moves,
};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use std::{sync::Arc, sync::atomic::AtomicBool, time::Duration};

/// An input for each stone and cell, and for each free cell on which a side would make four;
/// the view's own first. A bucket for every seven stones.
struct Stones;

/// The stones of both sides, a bit each: seven bits a column.
fn stones(game: &ConnectFour) -> [u64; 2] {
    let mut stones = [0; 2];
    for (column, row) in (0..7).flat_map(|column| (0..6).map(move |row| (column, row))) {
        if let Some(owner) = game.owner(Square { column, row }) {
            stones[owner.index()] |= 1 << (7 * column + row);
        }
    }
    stones
}

/// The cells that would complete a line of four.
fn winning(stones: u64) -> u64 {
    let mut cells = stones << 1 & stones << 2 & stones << 3;
    for step in [6, 7, 8] {
        let (above, below) = (stones << step & stones << (2 * step), stones >> step & stones >> (2 * step));
        cells |= above & (stones << (3 * step) | stones >> step) | below & (stones >> (3 * step) | stones << step);
    }
    cells & 0x0000_fdfb_f7ef_dfbf
}

/// What is on in a view: own stones, the other's, own winning cells, the other's.
fn view(stones: [u64; 2], view: Side) -> [u64; 4] {
    let [own, other] = [stones[view.index()], stones[(!view).index()]];
    let free = !(own | other);
    [own, other, winning(own) & free, winning(other) & free]
}

/// The inputs of such sets.
fn inputs(sets: [u64; 4]) -> impl Iterator<Item = u16> {
    sets.into_iter()
        .zip([0, 49, 98, 147])
        .flat_map(|(set, first)| (0..49).filter(move |cell| set >> cell & 1 == 1).map(move |cell| first + cell))
}

impl Features for Stones {
    type Game = ConnectFour;
    const NAME: &'static str = "connect-four stones and winning cells";
    const INPUTS: usize = 4 * 49;
    const BUCKETS: usize = 6;

    fn inputs(game: &ConnectFour, side: Side, on: impl FnMut(u16)) {
        inputs(view(stones(game), side)).for_each(on);
    }

    fn change(game: &ConnectFour, column: u8, side: Side) -> Change {
        let before = stones(game);
        let mut after = before;
        for Square { column, row } in game.squares(column) {
            after[game.side_to_move().index()] |= 1 << (7 * column + row);
        }
        let (before, after) = (view(before, side), view(after, side));
        let mut change = Change::default();
        inputs(std::array::from_fn(|set| after[set] & !before[set])).for_each(|input| change.switch_on(input));
        inputs(std::array::from_fn(|set| before[set] & !after[set])).for_each(|input| change.switch_off(input));
        change
    }

    fn bucket(game: &ConnectFour) -> usize {
        (stones(game).map(u64::count_ones).iter().sum::<u32>() as usize / 7).min(5)
    }
}

/// Plays a game from an opening by chance, and adds its positions with their scores and result.
fn play(
    player: &mut dyn Player<ConnectFour>,
    random: &mut Xoshiro256PlusPlus,
    samples: &mut Samples,
) -> Result<(), Reason> {
    let mut game = History::new(ConnectFour::default());
    let chance = 2 + random.next_u64() % 10;
    let mut scored = Vec::new();
    player.new_game(game.start());
    while game.outcome().is_none() {
        let moves = legal_moves(game.now());
        let mut mv = moves[(random.next_u64() % moves.len() as u64) as usize];
        if game.moves().len() as u64 >= chance {
            let mut control = LimitControl::new(Limits::nodes(400), StopHandle::new());
            let request = &mut Request { game: &game, allowed: &|_| true, control: &mut control, observer: &mut () };
            let decision = player.decide(request).ok_or("no move")?;
            mv = decision.turn[0];
            let score = decision.score.unwrap_or_default();
            // What ends by force the search sees itself.
            if score.mate_distance().is_none() {
                scored.push((*game.now(), score.get().clamp(-300, 300) as i16));
            }
        }
        game.play(mv)?;
    }
    let winner = game.outcome().and_then(|outcome| outcome.winner);
    for (position, score) in scored {
        let mover = position.side_to_move();
        let of = |side| inputs(view(stones(&position), side)).collect::<Vec<u16>>();
        let result = winner.map_or(0.5, |winner| if winner == mover { 1.0 } else { 0.0 });
        let (own, other) = (of(mover), of(!mover));
        let bucket = Stones::bucket(&position) as u8;
        samples.push(Sample { own: &own, other: &other, bucket, score, result })?;
    }
    Ok(())
}

/// Trains a network on so many games of the player with the evaluation by hand.
fn train(games: u64) -> Result<Parameters, Reason> {
    let (mut training, mut held_out) = (Samples::new(Stones::INPUTS, 6), Samples::new(Stones::INPUTS, 6));
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut player = SearchPlayer::new(|| Stateless(evaluate));
    player.set_option("Hash", "1")?;
    for game in 0..games {
        play(&mut player, &mut random, if game % 20 == 0 { &mut held_out } else { &mut training })?;
    }
    let settings =
        Settings { epochs: 15, batch: 1024, rate: 0.002, scale: 100.0, result_share: 0.7, ..Settings::default() };
    let mut trainer = Trainer::new(random_network(Stones::INPUTS, 32, 6, 1), settings)?;
    while let Some(epoch) = trainer.epoch(&training, &held_out, &mut |_| true)? {
        println!("epoch {}: error {:.5} on training, {:.5} held out", epoch.number, epoch.training, epoch.held_out);
    }
    let origin = Origin { features: Stones::NAME.to_owned(), provenance: format!("{games} games of the example") };
    Ok(trainer.network().quantise(origin)?)
}

fn main() -> Result<(), Reason> {
    // Games to train on, and the seed of the openings.
    let mut numbers = std::env::args().skip(1).map(|number| number.parse());
    let (games, seed) = (numbers.next().unwrap_or(Ok(30_000))?, numbers.next().unwrap_or(Ok(2))?);
    let network = Network::<Stones>::new(Arc::new(train(games)?))?;
    // Openings of four moves by chance.
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut openings = String::new();
    for _ in 0..100 {
        let mut column = || char::from(b'a' + (random.next_u64() % 7) as u8);
        openings += &format!("moves {} {} {} {}\n", column(), column(), column(), column());
    }
    let rules = Told::<ConnectFour>::new("")?;
    let start = ConnectFour::begin("")?;
    let by_network = move || {
        let network = network.clone();
        Ok(Box::new(SearchPlayer::new(move || network.clone())) as Box<dyn Player<ConnectFour>>)
    };
    let contest = Tournament {
        rules: &rules,
        entrants: vec![
            Entrant::local("network", start, by_network),
            Entrant::local("by hand", start, || Ok(connect_four::player())),
        ],
        openings: parse_openings(&openings),
        plan: Plan { format: Format::Gauntlet, rounds: 100, seed: 1 },
        shard: Shard::WHOLE,
        control: TimeControl::Nodes(1000),
        margin: Duration::ZERO,
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
