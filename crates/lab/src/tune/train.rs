//! Trains a network on self-play games, for any game with input features.
//!
//! `python/train_network.py` implements the same training in PyTorch for the same files; a test compares them.

use super::positions::open;
use crate::{
    files::{beside, write_curve},
    games::{LabGame, scored},
    progress::{progress_bar, spinner},
    say,
};
use clap::Args;
use duiyi_game::{Notation, Reason};
use duiyi_nnue::{
    NetworkError, Parameters,
    train::{InputSet, Lessons, Trainer, TrainingSettings, games::ScoredGame},
};
use duiyi_tune::{Curve, state::write_whole};
use std::path::{Path, PathBuf};

/// Options of the training.
#[derive(Debug, Args)]
pub(crate) struct TrainArgs {
    /// Files of games: records of `lab generate`, or text with a game per line (position|r, b or d|move score move
    /// score …); `-` is the standard input.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Where to write: NAME.nnue (the network), NAME.state (to resume), NAME.csv and NAME.svg (learning curve).
    #[arg(long, value_name = "NAME", required_unless_present = "error_of")]
    out: Option<PathBuf>,
    /// Print the error of a network on the positions, with the scale stored in its file, without training.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["out", "resume", "scale"])]
    error_of: Option<PathBuf>,
    /// Resume from NAME.state; its settings stay.
    #[arg(long)]
    resume: bool,
    /// Hidden units per side.
    #[arg(long, default_value_t = 256)]
    hidden: usize,
    /// Number of epochs.
    #[arg(long, default_value_t = 20)]
    epochs: u32,
    /// Positions per minibatch.
    #[arg(long, default_value_t = 16384)]
    batch: usize,
    /// Initial AdamW step size.
    #[arg(long, default_value_t = 0.001)]
    rate: f32,
    /// Weight decay per step, relative to the step size.
    #[arg(long, default_value_t = 0.01)]
    decay: f32,
    /// Weight of the result in the target, from 0 to 1; the score has the rest.
    #[arg(long, default_value_t = 0.3)]
    result_share: f32,
    /// Score with an expected result of 0.731.
    #[arg(long, default_value_t = 400.0)]
    scale: f32,
    /// Hold out every Nth game, starting with the first.
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u64).range(2..))]
    hold_out: u64,
    /// Skip positions with a score beyond this limit.
    #[arg(long, default_value_t = 2000)]
    limit: u16,
    /// Description of the games, stored in the file of the network.
    #[arg(long, default_value = "", hide_default_value = true)]
    provenance: String,
    /// Seed of the initial weights and the order of positions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl TrainArgs {
    fn settings(&self) -> TrainingSettings {
        TrainingSettings {
            epochs: self.epochs,
            batch: self.batch,
            rate: self.rate,
            decay: self.decay,
            result_share: self.result_share,
            scale: self.scale,
            seed: self.seed,
            ..TrainingSettings::default()
        }
    }
}

/// Reads the games and trains, or prints the error of a network.
///
/// # Errors
/// If a file can't be read or written, or there are no positions.
pub(crate) fn run<G: Notation>(game: &LabGame<G>, args: &TrainArgs) -> Result<(), Reason> {
    let inputs =
        game.tuning().inputs.clone().ok_or_else(|| format!("{} has no network to train", game.kit().name()))?;
    let lessons = read(game.start(), inputs.clone(), args)?;
    let (training, held_out) = (lessons.training.len(), lessons.held_out.len());
    say::news(format_args!("{training} positions to train on, {held_out} held out"));
    match (&args.error_of, &args.out) {
        (Some(network), _) => print_error(network, &inputs, args, &lessons),
        (None, Some(out)) => train(out, &inputs, args, &lessons),
        (None, None) => Err("expected --out or --error-of".into()),
    }
}

/// Reads a file.
fn bytes_of(path: &Path) -> Result<Vec<u8>, Reason> {
    Ok(std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?)
}

fn print_error<G: Notation>(
    path: &Path,
    inputs: &InputSet<G>,
    args: &TrainArgs,
    lessons: &Lessons<G>,
) -> Result<(), Reason> {
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let parameters = Parameters::from_bytes(&bytes_of(path)?).map_err(|error| failed(&error))?;
    if parameters.origin().features != inputs.name {
        return Err(failed(&format_args!("a network for {}", parameters.origin().features)).into());
    }
    let network = parameters.to_float();
    let settings = TrainingSettings { scale: network.scale, ..args.settings() };
    let trainer = Trainer::new(network, settings)?;
    let [training, held_out] = [&lessons.training, &lessons.held_out].map(|samples| trainer.error(samples));
    say::result(format_args!("error {training:.9} on training, {held_out:.9} held out"))
}

/// Trains the network and saves the state after each epoch.
fn train<G: Notation>(out: &Path, inputs: &InputSet<G>, args: &TrainArgs, lessons: &Lessons<G>) -> Result<(), Reason> {
    let state = beside(out, "state");
    let mut trainer = if args.resume {
        Trainer::from_bytes(&bytes_of(&state)?)?
    } else {
        Trainer::begin(inputs, args.hidden, args.settings())?
    };
    // A shape that no file supports is rejected before the training.
    network(inputs, args, &trainer)?;
    let bar = progress_bar();
    bar.set_length(lessons.training.len() as u64);
    let mut progress = |done| bar.set_position(done as u64);
    trainer.run(&lessons.training, &lessons.held_out, &mut progress, &mut |trainer, epoch| {
        say::news(format_args!(
            "epoch {}: error {:.6} on training, {:.6} held out",
            epoch.number, epoch.training, epoch.held_out
        ));
        write_whole(&state, trainer.to_bytes())?;
        let mut curve = Curve::new("epoch", &["training", "held out"]);
        trainer.history().iter().for_each(|it| curve.push(it.number.into(), &[it.training, it.held_out]));
        write_curve(out, &curve, "mean squared error")
    })?;
    bar.finish_and_clear();
    Ok(write_whole(&beside(out, "nnue"), network(inputs, args, &trainer)?.to_bytes())?)
}

/// The network in the form of the engine.
fn network<G: Notation>(inputs: &InputSet<G>, args: &TrainArgs, trainer: &Trainer) -> Result<Parameters, NetworkError> {
    trainer.parameters(inputs, provenance(args, trainer))
}

/// The description of a network's origin.
fn provenance(args: &TrainArgs, trainer: &Trainer) -> String {
    let held_out = trainer.history().last().map_or(0.0, |epoch| epoch.held_out);
    let TrainingSettings { epochs, batch, rate, decay, result_share, scale, seed, .. } = trainer.settings();
    format!(
        "{}; lab train: epochs {epochs}, batch {batch}, rate {rate}, decay {decay}, result share {result_share}, scale {scale}, \
         seed {seed}; error held out {held_out:.6}",
        args.provenance
    )
}

/// Reads the samples of the files.
fn read<G: Notation>(rules: &G, inputs: InputSet<G>, args: &TrainArgs) -> Result<Lessons<G>, Reason> {
    let bar = spinner();
    let mut lessons = Lessons::new(inputs, args.hold_out, args.limit);
    for path in &args.games {
        let mut take = |game: Result<ScoredGame<G>, Reason>| {
            // An error in a game affects only the rest of that game; the count is printed.
            let _ = lessons.add(game.ok().as_ref());
            if lessons.games().is_multiple_of(256) {
                bar.set_message(format!("{} games", lessons.games()));
                bar.tick();
            }
        };
        scored::read(rules, &mut *open(path)?, &mut take).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    bar.finish_and_clear();
    say::news(format_args!("{} games, {} of them broken", lessons.games(), lessons.broken()));
    Ok(lessons)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::FromArgMatches;
    use duiyi_nnue::train::{LessonError, Samples};
    use duiyi_xiangqi::{BLACK, Move, PieceSquares, Position, RED, Xiangqi};

    const LIMIT: u16 = 2000;

    /// The samples of a game, and whether the whole game was read.
    fn lessons_of(game: &ScoredGame<Xiangqi>) -> (Samples, Result<(), LessonError>) {
        let mut lessons = Lessons::new(InputSet::of::<PieceSquares>(), 2, LIMIT);
        let learnt = lessons.add(Some(game));
        assert_eq!((lessons.games(), lessons.broken()), (1, u64::from(learnt.is_err())));
        (lessons.held_out, learnt)
    }

    /// The samples of a game, as scores and results.
    fn samples_of(start: &str, result: Option<f32>, plies: &[(&str, Option<i32>)]) -> Vec<(i16, f32)> {
        let rules = Xiangqi::default();
        let start = if start.is_empty() { rules } else { rules.read_position(start).unwrap() };
        let plies = plies.iter().map(|&(text, score)| (text.parse::<Move>().unwrap(), score)).collect();
        let (set, learnt) = lessons_of(&ScoredGame { start, result, plies });
        learnt.unwrap();
        (0..set.len()).map(|number| set.get(number)).map(|sample| (sample.score, sample.result)).collect()
    }

    #[test]
    fn quiet_positions_and_their_mirror_images_become_samples() {
        // The third move is a capture that gives check, the fourth move the answer.
        let plies = [("h2e2", Some(30)), ("d9e8", Some(-20)), ("e2e6", Some(5)), ("e9d9", Some(40)), ("a0a1", Some(7))];
        assert_eq!(
            samples_of("", Some(1.0), &plies),
            [(30, 1.0), (30, 1.0), (-20, 0.0), (-20, 0.0), (7, 1.0), (7, 1.0)]
        );
        let unscored = [("h2e2", None), ("h9g7", Some(-2001))];
        assert_eq!(samples_of("", Some(0.0), &unscored), [], "no score, one beyond the limit");
        let pawn = "4k4/9/9/9/9/9/4P4/9/9/4K4 b - - 0 1";
        assert_eq!(samples_of(pawn, Some(0.5), &[("e9d9", Some(-2000))]), [(-2000, 0.5), (-2000, 0.5)]);
    }

    #[test]
    fn a_game_decided_by_a_ruling_takes_results_from_its_scores() {
        let plies = [("h2e2", Some(151)), ("h9g7", Some(-151)), ("h0g2", Some(149)), ("i9h9", Some(-2000))];
        let results: Vec<f32> = samples_of("", None, &plies).iter().map(|&(_, result)| result).step_by(2).collect();
        assert_eq!(results, [1.0, 0.0, 0.5, 0.0]);
    }

    #[test]
    fn a_sample_has_the_features_of_both_sides() {
        let position: Position = "3k5/9/9/9/9/9/4P4/9/9/4K4 b - - 0 1".parse().unwrap();
        let mirrored = position.mirrored();
        let inputs = |position: &Position, view| PieceSquares::of(position, view).collect::<Vec<_>>();
        let seen = [&position, &mirrored].map(|it| [BLACK, RED].map(|view| inputs(it, view)));
        let plies = vec![("d9d8".parse().unwrap(), Some(3))];
        let (set, _) = lessons_of(&ScoredGame { start: position.into(), result: None, plies });
        assert_eq!(set.len(), seen.len());
        for (number, [black, red]) in seen.iter().enumerate() {
            let sample = set.get(number);
            assert_eq!((sample.own, sample.other, sample.bucket), (&black[..], &red[..], 0));
        }
    }

    /// The samples before an illegal move stay: they are as good as those of other games.
    #[test]
    fn samples_end_at_the_first_illegal_move() {
        let mv: Move = "h2e2".parse().unwrap();
        let plies = vec![(mv, Some(30)), (mv, Some(1))];
        let (set, learnt) = lessons_of(&ScoredGame { start: Xiangqi::default(), result: None, plies });
        assert_eq!((set.len(), learnt), (2, Err(LessonError::Illegal(2))));
    }

    /// Whole games are held out, the first and every third after it; broken games count.
    #[test]
    fn whole_games_are_held_out() {
        let path = std::env::temp_dir().join(format!("duiyi-train-{}.txt", std::process::id()));
        let start = Position::start().to_fen();
        let game = |score| format!("{start}|{}|h2e2 {score} h9g7 {score}\n", if score == 4 { "x" } else { "d" });
        std::fs::write(&path, (0..7).map(game).collect::<String>()).unwrap();
        let command = TrainArgs::augment_args(clap::Command::new("train"));
        let given = ["train", path.to_str().unwrap(), "--out", "n", "--hold-out", "3"];
        let args = TrainArgs::from_arg_matches(&command.get_matches_from(given)).unwrap();
        let sets = read(&Xiangqi::default(), InputSet::of::<PieceSquares>(), &args).unwrap();
        std::fs::remove_file(&path).unwrap();
        let games = |set: &Samples| (0..set.len()).step_by(4).map(|number| set.get(number).score).collect::<Vec<_>>();
        assert_eq!((games(&sets.training), games(&sets.held_out)), (vec![1, 2, 5], vec![0, 3, 6]));
    }
}
