//! Trains a network on games that the engine played against itself.
//!
//! A game is a line: the position that it starts from, the result (`r`, `b` or `d`), and moves
//! with their scores for the mover in hundredths of a pawn; vertical bars are between the three.

use super::positions::open;
use crate::{
    files::{beside, write_curve},
    progress::{progress_bar, spinner},
    say,
};
use clap::Args;
use duiyi_game::Reason;
use duiyi_nnue::{Features, Origin};
use duiyi_tune::{
    Curve,
    sparse::{Model, Sample, SampleError, Samples, Settings, Trainer},
};
use duiyi_xiangqi::{Color, Move, PieceSquares, Position, Square};
use std::{
    io::BufRead,
    path::{Path, PathBuf},
};

/// How to train.
#[derive(Debug, Args)]
pub(crate) struct TrainArgs {
    /// Files of games, a line each; `-` is the standard input.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Where to write: NAME.nnue (the network), NAME.state (to go on from), NAME.csv and NAME.svg (learning curve).
    #[arg(long, value_name = "NAME")]
    out: PathBuf,
    /// Go on from NAME.state; its settings stay.
    #[arg(long)]
    resume: bool,
    /// Units over each view.
    #[arg(long, default_value_t = 256)]
    hidden: usize,
    /// Epochs.
    #[arg(long, default_value_t = 20)]
    epochs: u32,
    /// Positions in a minibatch.
    #[arg(long, default_value_t = 16384)]
    batch: usize,
    /// AdamW's step at first.
    #[arg(long, default_value_t = 0.001)]
    rate: f32,
    /// The share of the result in the target; the rest is the score's.
    #[arg(long, default_value_t = 0.3)]
    result_share: f32,
    /// The score whose expected result is 0.731.
    #[arg(long, default_value_t = 400.0)]
    scale: f32,
    /// Every so manyth game is held out.
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u64).range(2..))]
    hold_out: u64,
    /// Positions with a score beyond this are left out.
    #[arg(long, default_value_t = 2000)]
    limit: i16,
    /// What the file of the network says of its games.
    #[arg(long, default_value = "")]
    provenance: String,
    /// Seed of the first weights and the order of positions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Reads the games, trains, and keeps the state after each epoch.
///
/// # Errors
/// If a file can't be read or written, or there is nothing to learn from.
pub(crate) fn run(args: &TrainArgs) -> Result<(), Reason> {
    let [training, held_out] = read(args)?;
    say::news(format_args!("{} positions to train on, {} held out", training.len(), held_out.len()));
    let state = beside(&args.out, "state");
    let mut trainer = if args.resume {
        Trainer::from_bytes(&std::fs::read(&state).map_err(|error| format!("{}: {error}", state.display()))?)?
    } else {
        let settings = Settings {
            epochs: args.epochs,
            batch: args.batch,
            rate: args.rate,
            result_share: args.result_share,
            scale: args.scale,
            seed: args.seed,
            ..Settings::default()
        };
        Trainer::new(Model::random(PieceSquares::INPUTS, args.hidden, PieceSquares::BUCKETS, args.seed), settings)?
    };
    let bar = progress_bar();
    bar.set_length(training.len() as u64);
    loop {
        let epoch = trainer.epoch(&training, &held_out, &mut |done| {
            bar.set_position(done as u64);
            true
        })?;
        let Some(epoch) = epoch else { break };
        say::news(format_args!(
            "epoch {}: error {:.6} on training, {:.6} held out",
            epoch.number, epoch.training, epoch.held_out
        ));
        write_bytes(&state, &trainer.to_bytes())?;
        let mut curve = Curve::new("epoch", &["training", "held out"]);
        trainer.history().iter().for_each(|it| curve.push(it.number.into(), &[it.training, it.held_out]));
        write_curve(&args.out, &curve, "mean squared error")?;
    }
    bar.finish_and_clear();
    let network = trainer.model().to_float_network(trainer.settings().scale);
    let features = PieceSquares::NAME.to_owned();
    let network = network.quantise(Origin { features, provenance: provenance(args, &trainer) })?;
    write_bytes(&beside(&args.out, "nnue"), &network.to_bytes())
}

/// Where a network comes from.
fn provenance(args: &TrainArgs, trainer: &Trainer) -> String {
    let held_out = trainer.history().last().map_or(0.0, |epoch| epoch.held_out);
    let Settings { epochs, batch, rate, result_share, scale, seed, .. } = trainer.settings();
    format!(
        "{}; lab train: epochs {epochs}, batch {batch}, rate {rate}, result share {result_share}, scale {scale}, \
         seed {seed}; error held out {held_out:.6}",
        args.provenance
    )
}

/// Replaces a file whole.
fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), Reason> {
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    let mut new = path.to_owned().into_os_string();
    new.push(".new");
    std::fs::write(&new, bytes).map_err(failed)?;
    Ok(std::fs::rename(&new, path).map_err(failed)?)
}

/// The samples to train on, and those held out.
fn read(args: &TrainArgs) -> Result<[Samples; 2], Reason> {
    let mut sets = [
        Samples::new(PieceSquares::INPUTS, PieceSquares::BUCKETS),
        Samples::new(PieceSquares::INPUTS, PieceSquares::BUCKETS),
    ];
    let bar = spinner();
    let (mut games, mut broken) = (0u64, 0u64);
    for path in &args.games {
        for (number, line) in open(path)?.lines().enumerate() {
            let failed = |error: String| format!("{}, line {}: {error}", path.display(), number + 1);
            let line = line.map_err(|error| failed(error.to_string()))?;
            let set = &mut sets[usize::from(games % args.hold_out == 0)];
            games += 1;
            if take_game(&line, args.limit, set).is_none() {
                broken += 1;
            }
            if games % 256 == 0 {
                bar.set_message(format!("{games} games"));
                bar.tick();
            }
        }
    }
    bar.finish_and_clear();
    say::news(format_args!("{games} games, {broken} of them broken"));
    Ok(sets)
}

/// Adds the positions of a game that are worth learning from.
fn take_game(line: &str, limit: i16, set: &mut Samples) -> Option<()> {
    let mut fields = line.split('|');
    let mut position: Position = fields.next()?.parse().ok()?;
    let red = match fields.next()? {
        "r" => 1.0,
        "b" => 0.0,
        "d" => 0.5,
        _ => return None,
    };
    let mut words = fields.next()?.split_whitespace();
    while let Some(text) = words.next() {
        let score = words.next()?;
        let square = |text: &str| text.parse::<Square>().ok();
        let mv = Move::new(square(text.get(..2)?)?, square(text.get(2..)?)?)?;
        let score: i32 = score.parse().ok()?;
        position.check_move(mv).ok()?;
        let mover = position.side_to_move();
        if score.abs() <= i32::from(limit) && position.piece_at(mv.to()).is_none() && !position.in_check() {
            let result = if mover == Color::Red { red } else { 1.0 - red };
            add(&position, score as i16, result, set).ok()?;
            add(&position.mirrored(), score as i16, result, set).ok()?;
        }
        position.make(mv);
    }
    Some(())
}

fn add(position: &Position, score: i16, result: f32, set: &mut Samples) -> Result<(), SampleError> {
    let mover = position.side_to_move();
    let [own, other] = [mover, !mover].map(|view| PieceSquares::of(position, view).collect::<Vec<u16>>());
    let bucket = PieceSquares::bucket_of(position) as u8;
    set.push(Sample { own: &own, other: &other, bucket, score, result })
}
