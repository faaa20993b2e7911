//! Trains a network on games that the engine played against itself.
//!
//! Files are records of `lab generate`, or text: a game is a line with the position that it starts
//! from, the result (`r`, `b` or `d`), and moves with their scores for the mover in hundredths of
//! a pawn; vertical bars are between the three.

use super::positions::open;
use crate::{
    files::{beside, write_curve},
    progress::{progress_bar, spinner},
    say,
};
use clap::Args;
use duiyi_game::Reason;
use duiyi_nnue::{Features, NetworkError, Origin, Parameters};
use duiyi_tune::{
    Curve,
    records::{PlayedGame, Reader},
    sparse::{Model, Sample, SampleError, Samples, Settings, Trainer},
};
use duiyi_xiangqi::{Color, Move, PieceSquares, Position, Square};
use indicatif::ProgressBar;
use std::{
    fmt::Display,
    io::BufRead,
    path::{Path, PathBuf},
};

/// How to train.
#[derive(Debug, Args)]
pub(crate) struct TrainArgs {
    /// Files of games: records of `lab generate`, or text, a line each; `-` is the standard input.
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
    // A shape that no file can have is refused before anything is learnt.
    network(args, &trainer)?;
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
    write_bytes(&beside(&args.out, "nnue"), &network(args, &trainer)?.to_bytes())
}

/// The network as an engine reads it.
fn network(args: &TrainArgs, trainer: &Trainer) -> Result<Parameters, NetworkError> {
    let network = trainer.model().to_float_network(trainer.settings().scale);
    let features = PieceSquares::NAME.to_owned();
    network.quantise(Origin { features, provenance: provenance(args, trainer) })
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

/// The samples to train on, and those held out: whole games.
struct Sets {
    sets: [Samples; 2],
    hold_out: u64,
    limit: i32,
    games: u64,
    broken: u64,
    bar: ProgressBar,
}

/// The samples of all files.
fn read(args: &TrainArgs) -> Result<[Samples; 2], Reason> {
    let none = || Samples::new(PieceSquares::INPUTS, PieceSquares::BUCKETS);
    let mut sets = Sets {
        sets: [none(), none()],
        hold_out: args.hold_out,
        limit: args.limit.into(),
        games: 0,
        broken: 0,
        bar: spinner(),
    };
    for path in &args.games {
        let failed = |error: &dyn Display| format!("{}: {error}", path.display());
        let mut input = open(path)?;
        if input.fill_buf().map_err(|error| failed(&error))?.starts_with(b"DUIYIGR1") {
            for game in Reader::new(input).map_err(|error| failed(&error))? {
                let game = game.map_err(|error| failed(&error))?;
                sets.take(|limit, set| take_record(&game, limit, set));
            }
        } else {
            for (line, number) in input.lines().zip(1..) {
                let line = line.map_err(|error| failed(&format_args!("line {number}: {error}")))?;
                sets.take(|limit, set| take_line(&line, limit, set));
            }
        }
    }
    sets.bar.finish_and_clear();
    say::news(format_args!("{} games, {} of them broken", sets.games, sets.broken));
    Ok(sets.sets)
}

impl Sets {
    /// A further game.
    fn take(&mut self, take: impl FnOnce(i32, &mut Samples) -> Option<()>) {
        let set = &mut self.sets[usize::from(self.games.is_multiple_of(self.hold_out))];
        self.games += 1;
        self.broken += u64::from(take(self.limit, set).is_none());
        if self.games.is_multiple_of(256) {
            self.bar.set_message(format!("{} games", self.games));
            self.bar.tick();
        }
    }
}

/// Adds the positions of a game in text; `None` where it is broken.
fn take_line(line: &str, limit: i32, set: &mut Samples) -> Option<()> {
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
        let score: i32 = words.next()?.parse().ok()?;
        let square = |text: &str| text.parse::<Square>().ok();
        let mv = Move::new(square(text.get(..2)?)?, square(text.get(2..)?)?)?;
        take_ply(&mut position, mv, Some(score).filter(|score| score.abs() <= limit), Some(red), set)?;
    }
    Some(())
}

/// Adds the positions of a record; `None` where it is broken.
fn take_record(game: &PlayedGame, limit: i32, set: &mut Samples) -> Option<()> {
    let mut position = if game.start.is_empty() { Position::start() } else { game.start.parse().ok()? };
    let red = Some(f32::from(game.result) / 2.0).filter(|_| !game.ruled);
    for &(mv, score) in &game.plies {
        let score = score.map(i32::from).filter(|score| score.abs() <= limit);
        take_ply(&mut position, Move::from_bits(u16::try_from(mv).ok()?)?, score, red, set)?;
    }
    Some(())
}

/// Plays a move; the position before it is learnt from if it has a score, is quiet and so is the
/// move. A game that a ruling decided has no result to learn from: what the score expects counts.
fn take_ply(position: &mut Position, mv: Move, score: Option<i32>, red: Option<f32>, set: &mut Samples) -> Option<()> {
    position.check_move(mv).ok()?;
    let mover = position.side_to_move();
    let quiet = position.piece_at(mv.to()).is_none() && !position.in_check();
    if let Some(score) = score.filter(|_| quiet) {
        let result = match red {
            Some(red) if mover == Color::Red => red,
            Some(red) => 1.0 - red,
            None => (1.0 + (score as f32 / 300.0).clamp(-1.0, 1.0).round()) / 2.0,
        };
        add(position, score as i16, result, set).ok()?;
        add(&position.mirrored(), score as i16, result, set).ok()?;
    }
    position.make(mv);
    Some(())
}

fn add(position: &Position, score: i16, result: f32, set: &mut Samples) -> Result<(), SampleError> {
    let mover = position.side_to_move();
    let [own, other] = [mover, !mover].map(|view| PieceSquares::of(position, view).collect::<Vec<u16>>());
    let bucket = PieceSquares::bucket_of(position) as u8;
    set.push(Sample { own: &own, other: &other, bucket, score, result })
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_game::GameMove;

    const LIMIT: i32 = 2000;

    fn none() -> Samples {
        Samples::new(PieceSquares::INPUTS, PieceSquares::BUCKETS)
    }

    /// The samples of a game, as scores and results; the inputs are those of the positions.
    fn learnt(start: &str, result: u8, ruled: bool, plies: &[(&str, Option<i16>)]) -> Vec<(i16, f32)> {
        let mv = |text: &str| Move::new(text[..2].parse().unwrap(), text[2..].parse().unwrap()).unwrap();
        let plies = plies.iter().map(|&(text, score)| (mv(text).to_bits(), score)).collect();
        let mut set = none();
        take_record(&PlayedGame { start: start.to_owned(), result, ruled, plies }, LIMIT, &mut set).unwrap();
        (0..set.len()).map(|number| set.get(number)).map(|sample| (sample.score, sample.result)).collect()
    }

    #[test]
    fn quiet_positions_are_learnt_from_with_their_mirror_images() {
        // The third move is a capture that gives check, the fourth the answer.
        let plies = [("h2e2", Some(30)), ("d9e8", Some(-20)), ("e2e6", Some(5)), ("e9d9", Some(40)), ("a0a1", Some(7))];
        assert_eq!(learnt("", 2, false, &plies), [(30, 1.0), (30, 1.0), (-20, 0.0), (-20, 0.0), (7, 1.0), (7, 1.0)]);
        assert_eq!(
            learnt("", 0, false, &[("h2e2", None), ("h9g7", Some(-2001))]),
            [],
            "no score, one beyond the limit"
        );
        let pawn = "4k4/9/9/9/9/9/4P4/9/9/4K4 b - - 0 1";
        assert_eq!(learnt(pawn, 1, false, &[("e9d9", Some(-2000))]), [(-2000, 0.5), (-2000, 0.5)]);
    }

    #[test]
    fn a_game_that_a_ruling_decided_has_the_results_of_its_scores() {
        let plies = [("h2e2", Some(151)), ("h9g7", Some(-151)), ("h0g2", Some(149)), ("i9h9", Some(-2000))];
        let results: Vec<f32> = learnt("", 0, true, &plies).iter().map(|&(_, result)| result).step_by(2).collect();
        assert_eq!(results, [1.0, 0.0, 0.5, 0.0]);
    }

    #[test]
    fn a_sample_is_seen_from_both_sides() {
        let mut position: Position = "3k5/9/9/9/9/9/4P4/9/9/4K4 b - - 0 1".parse().unwrap();
        let (mut set, mirrored) = (none(), position.mirrored());
        let away = Move::new("d9".parse().unwrap(), "d8".parse().unwrap()).unwrap();
        let inputs = |position: &Position, view| PieceSquares::of(position, view).collect::<Vec<_>>();
        let seen = [&position, &mirrored].map(|it| [Color::Black, Color::Red].map(|view| inputs(it, view)));
        take_ply(&mut position, away, Some(3), None, &mut set).unwrap();
        for (number, [black, red]) in seen.iter().enumerate() {
            let sample = set.get(number);
            assert_eq!((sample.own, sample.other, sample.bucket), (&black[..], &red[..], 0));
        }
        assert_eq!(position.to_fen(), "9/3k5/9/9/9/9/4P4/9/9/4K4 w - - 1 2");
    }

    /// What was read of a broken game before stays: its positions are as good as others.
    #[test]
    fn a_line_is_read_as_far_as_it_is_whole() {
        let start = Position::start().to_fen();
        let of = |line: &str| {
            let mut set = none();
            let whole = take_line(line, LIMIT, &mut set).is_some();
            (whole, set.len())
        };
        assert_eq!(of(&format!("{start}|r|h2e2 30 h9g7 -20")), (true, 4));
        assert_eq!(of(&format!("{start}|r|h2e2 30 h9g7")), (false, 2));
        assert_eq!(of(&format!("{start}|r|h2e2 30 h2e2 1")), (false, 2), "an illegal move");
        for line in [format!("{start}|x|h2e2 30"), format!("{start}|r|h2e2 much"), format!("{start}|r"), String::new()]
        {
            assert_eq!(of(&line), (false, 0), "{line}");
        }
    }

    /// Whole games are held out, the first and every so manyth after it.
    #[test]
    fn whole_games_are_held_out() {
        let bar = ProgressBar::hidden();
        let mut sets = Sets { sets: [none(), none()], hold_out: 3, limit: 9, games: 0, broken: 0, bar };
        for game in 0..7 {
            sets.take(|limit, set| {
                let sample = Sample { own: &[], other: &[], bucket: 0, score: game, result: 0.5 };
                (0..limit).try_for_each(|_| set.push(sample)).ok().filter(|()| game != 4)
            });
        }
        let games = |set: &Samples| (0..set.len()).step_by(9).map(|number| set.get(number).score).collect::<Vec<_>>();
        assert_eq!((games(&sets.sets[0]), games(&sets.sets[1])), (vec![1, 2, 4, 5], vec![0, 3, 6]));
        assert_eq!((sets.games, sets.broken), (7, 1));
    }
}
