//! Trains a network on self-play games, for any game with input features.
//!
//! `python/train_network.py` implements the same training in PyTorch for the same files; a test compares them.

use super::{positions::open, train_args::TrainArgs, train_blocks::GameIndex};
use crate::{
    files::{beside, distinct, write_curve},
    games::{LabGame, scored},
    progress::{progress_bar, spinner},
    say,
};
use duiyi_game::files::{self, WriterLock};
use duiyi_game::{Notation, Reason};
use duiyi_nnue::{NetworkError, Parameters};
use duiyi_train::{
    Curve,
    network::{InputSet, Lessons, SampleBlocks, Samples, Trainer, TrainingSettings, games::ScoredGame},
    state::write_whole,
};
use std::path::Path;

/// Reads the games and trains, or prints the error of a network.
///
/// # Errors
/// If a file can't be read or written, or there are no positions.
pub(crate) fn run<G: Notation>(game: &LabGame<G>, args: &TrainArgs) -> Result<(), Reason> {
    let _lock = args.out.as_deref().map(WriterLock::of).transpose()?;
    let inputs = game.tuning().inputs.clone().ok_or_else(|| format!("{} has no network to train", game.kit().name))?;
    if let (Some(out), Some(memory)) = (&args.out, args.positions.memory) {
        let bar = spinner();
        let mut progress = |games| {
            bar.set_message(format!("{games} games"));
            bar.tick();
        };
        let chosen = (inputs.clone(), args.selection());
        let index = GameIndex::read(game.start(), chosen, distinct(&args.games)?, memory, &mut progress)?;
        bar.finish_and_clear();
        show_counts(index.lessons(), index.count());
        let trainer = begin(out, &inputs, args)?;
        let (held_out, stream) = index.split(trainer.settings(), memory)?;
        return train((out, &inputs, args), trainer, &stream, &held_out);
    }
    let lessons = read(game.start(), inputs.clone(), args)?;
    let Lessons { training, held_out, .. } = &lessons;
    show_counts(&lessons, training.len());
    match (&args.error_of, &args.out) {
        (Some(network), _) => print_error(network, &inputs, args, &lessons),
        (None, Some(out)) => train((out, &inputs, args), begin(out, &inputs, args)?, training, held_out),
        (None, None) => Err("expected --out or --error-of".into()),
    }
}

/// Prints the numbers of games and positions.
fn show_counts<G: Notation>(lessons: &Lessons<G>, training: usize) {
    say::news(format_args!("{} games, {} of them broken", lessons.games(), lessons.broken()));
    if lessons.selection().repeats > 0 {
        say::news(format_args!("{} repeated positions are left out", lessons.repeated()));
    }
    say::news(format_args!("{training} positions to train on, {} held out", lessons.held_out.len()));
}

/// Reads a file.
fn bytes_of(path: &Path) -> Result<Vec<u8>, Reason> {
    Ok(files::read(path, 1 << 32).map_err(|error| format!("{}: {error}", path.display()))?)
}

fn print_error<G: Notation>(
    path: &Path,
    inputs: &InputSet<G>,
    args: &TrainArgs,
    lessons: &Lessons<G>,
) -> Result<(), Reason> {
    let trainer = start_from(path, inputs, args)?;
    let [training, held_out] = [&lessons.training, &lessons.held_out].map(|samples| trainer.error(samples));
    say::result(format_args!("error {training:.9} on training, {held_out:.9} held out"))
}

/// A training that starts with the network of a file and keeps its scale.
fn start_from<G: Notation>(path: &Path, inputs: &InputSet<G>, args: &TrainArgs) -> Result<Trainer, Reason> {
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let parameters = Parameters::from_bytes(&bytes_of(path)?).map_err(|error| failed(&error))?;
    if parameters.origin().features != inputs.name {
        let found = &parameters.origin().features;
        return Err(failed(&format_args!("a network for {found}; expected {}", inputs.name)).into());
    }
    let network = parameters.to_float();
    let settings = TrainingSettings { scale: network.scale, ..args.settings() };
    Ok(Trainer::new(network, settings)?)
}

/// The training of a symmetric network. One from a file must be symmetric.
fn symmetric<G: Notation>(trainer: Trainer, inputs: &InputSet<G>, args: &TrainArgs) -> Result<Trainer, Reason> {
    let start = trainer.network().clone();
    let trainer = trainer.symmetric(inputs)?;
    match &args.start {
        Some(path) if *trainer.network() != start => {
            Err(format!("{}: a network that is not symmetric; expected one by lab train --symmetric", path.display())
                .into())
        }
        _ => Ok(trainer),
    }
}

/// A new training, or the one to resume.
fn begin<G: Notation>(out: &Path, inputs: &InputSet<G>, args: &TrainArgs) -> Result<Trainer, Reason> {
    let trainer = if args.resume {
        Trainer::from_bytes(&bytes_of(&beside(out, "state"))?)?
    } else {
        let trainer = match &args.start {
            Some(start) => start_from(start, inputs, args)?,
            None => Trainer::begin(inputs, args.hidden, args.settings())?,
        };
        if args.symmetric { symmetric(trainer, inputs, args)? } else { trainer }
    };
    // A shape that no file supports is rejected before the training.
    network(inputs, args, &trainer)?;
    Ok(trainer)
}

/// Trains the network, and saves the state after each epoch.
fn train<G: Notation, B: SampleBlocks<Error: Into<Reason>>>(
    (out, inputs, args): (&Path, &InputSet<G>, &TrainArgs),
    mut trainer: Trainer,
    training: &B,
    held_out: &Samples,
) -> Result<(), Reason> {
    let state = beside(out, "state");
    let bar = progress_bar();
    bar.set_length(training.count() as u64);
    let mut goes_on = |done| {
        bar.set_position(done as u64);
        true
    };
    while let Some(epoch) = trainer.epoch(training, held_out, &mut goes_on).map_err(Into::into)? {
        say::news(format_args!(
            "epoch {}: error {:.6} on training, {:.6} held out",
            epoch.number, epoch.training, epoch.held_out
        ));
        write_whole(&state, trainer.to_bytes(), |head| head.starts_with(b"DUIYITR"))?;
        let mut curve = Curve::new("epoch", &["training", "held out"]);
        trainer.history().iter().for_each(|it| curve.push(it.number.into(), &[it.training, it.held_out]));
        write_curve(out, &curve, "mean squared error")?;
    }
    bar.finish_and_clear();
    if let Some(best) = trainer.result_epoch().filter(|_| trainer.settings().patience.is_some()) {
        say::news(format_args!("the network of epoch {} has the lowest held-out error", best.number));
    }
    let network = network(inputs, args, &trainer)?.to_bytes();
    Ok(write_whole(&beside(out, "nnue"), network, |head| head.starts_with(b"DUIYINN1"))?)
}

/// The network in the form of the engine.
fn network<G: Notation>(inputs: &InputSet<G>, args: &TrainArgs, trainer: &Trainer) -> Result<Parameters, NetworkError> {
    trainer.parameters(inputs, provenance(args, trainer))
}

/// The description of a network's origin; settings without effect are left out.
fn provenance(args: &TrainArgs, trainer: &Trainer) -> String {
    let held_out = trainer.result_epoch().map_or(0.0, |epoch| epoch.held_out);
    let settings = trainer.settings();
    let TrainingSettings { epochs, batch, rate, decay, result_share, scale, seed, .. } = settings;
    let last_share = settings.last_result_share.map_or_else(String::new, |last| format!("..{last}"));
    let warm_up = if settings.warm_up > 0.0 { format!(", warm-up {}", settings.warm_up) } else { String::new() };
    let td = args.selection().td.map_or_else(String::new, |td| format!(", TD λ {}", td.lambda));
    let symmetric = if trainer.is_symmetric() { ", symmetric" } else { "" };
    let best = trainer.result_epoch().filter(|_| settings.patience.is_some());
    let best = best.map_or_else(String::new, |best| format!(", network of epoch {}", best.number));
    format!(
        "{}; lab train: epochs {epochs}, batch {batch}, rate {rate}{warm_up}, decay {decay}, \
         result share {result_share}{last_share}{td}, scale {scale}{symmetric}, seed {seed}{best}; error held out {held_out:.6}",
        args.provenance
    )
}

/// Reads the samples of the files.
fn read<G: Notation>(rules: &G, inputs: InputSet<G>, args: &TrainArgs) -> Result<Lessons<G>, Reason> {
    let bar = spinner();
    let mut lessons = Lessons::of(inputs, args.selection());
    for path in distinct(&args.games)? {
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
    Ok(lessons)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Args, FromArgMatches};
    use duiyi_game::Side;
    use duiyi_train::network::{LessonError, Selection};
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
    fn samples_of(
        start: &str,
        (winner, ruled): (Option<Side>, bool),
        plies: &[(&str, Option<i32>)],
    ) -> Vec<(i16, f32)> {
        let rules = Xiangqi::default();
        let start = if start.is_empty() { rules } else { rules.read_position(start).unwrap() };
        let plies = plies.iter().map(|&(text, score)| (text.parse::<Move>().unwrap(), score)).collect();
        let (set, learnt) = lessons_of(&ScoredGame { start, winner, ruled, plies });
        learnt.unwrap();
        (0..set.len()).map(|number| set.get(number)).map(|sample| (sample.score, sample.result)).collect()
    }

    #[test]
    fn quiet_positions_and_their_mirror_images_become_samples() {
        // The third move is a capture that gives check, the fourth move the answer.
        let plies = [("h2e2", Some(30)), ("d9e8", Some(-20)), ("e2e6", Some(5)), ("e9d9", Some(40)), ("a0a1", Some(7))];
        assert_eq!(
            samples_of("", (Some(RED), false), &plies),
            [(30, 1.0), (30, 1.0), (-20, 0.0), (-20, 0.0), (7, 1.0), (7, 1.0)]
        );
        let unscored = [("h2e2", None), ("h9g7", Some(-2001))];
        assert_eq!(samples_of("", (Some(BLACK), false), &unscored), [], "no score, one beyond the limit");
        let pawn = "4k4/9/9/9/9/9/4P4/9/9/4K4 b - - 0 1";
        assert_eq!(samples_of(pawn, (None, false), &[("e9d9", Some(-2000))]), [(-2000, 0.5), (-2000, 0.5)]);
    }

    #[test]
    fn a_game_decided_by_a_ruling_takes_results_from_its_scores() {
        let plies = [("h2e2", Some(151)), ("h9g7", Some(-151)), ("h0g2", Some(149)), ("i9h9", Some(-2000))];
        let results: Vec<f32> =
            samples_of("", (None, true), &plies).iter().map(|&(_, result)| result).step_by(2).collect();
        assert_eq!(results, [1.0, 0.0, 0.5, 0.0]);
    }

    /// Row C-G5 of docs/sources.md: the score that selects a position is its own, its target the λ-return.
    #[test]
    fn c_g5_td_targets_replace_the_scores_of_samples() {
        let command = TrainArgs::augment_args(clap::Command::new("train"));
        let args = |more: &[&str]| {
            let given = [&["train", "games", "--out", "n", "--hold-out", "2"], more].concat();
            command.clone().try_get_matches_from(given).map(|found| TrainArgs::from_arg_matches(&found).unwrap())
        };
        let mv = |text: &str| text.parse::<Move>().unwrap();
        let plies = vec![(mv("h2e2"), Some(0)), (mv("h9g7"), Some(-2001)), (mv("h0g2"), Some(0))];
        let game = ScoredGame { start: Xiangqi::default(), winner: Some(RED), ruled: false, plies };
        let scores = |more: &[&str]| {
            let mut lessons = Lessons::of(InputSet::of::<PieceSquares>(), args(more).unwrap().selection());
            lessons.add(Some(&game)).unwrap();
            let samples = (0..lessons.held_out.len()).step_by(2).map(|number| lessons.held_out.get(number));
            samples.map(|sample| (sample.score, sample.result)).collect::<Vec<_>>()
        };
        assert_eq!(scores(&[]), [(0, 1.0), (0, 1.0)]);
        // The last target is 3/4, and so 400 ln 3. Before it: the expected result of 2001 is 0.99332, G₁ = 0.87166,
        // G₀ = 0.68583.
        assert_eq!(scores(&["--td-lambda", "0.5"]), [(312, 1.0), (439, 1.0)]);
        assert_eq!(scores(&["--td-lambda", "0.5", "--scale", "800"]).last(), Some(&(879, 1.0)));
        assert_eq!(scores(&["--td-lambda", "0"]), scores(&[]));
        for refused in ["1.1", "-1", "x"] {
            assert!(args(&[&format!("--td-lambda={refused}")]).is_err());
        }
    }

    /// Every option that differs from its default reaches the selection or the settings.
    #[test]
    fn options_select_positions_and_set_the_training() {
        let command = TrainArgs::augment_args(clap::Command::new("train"));
        let args = |more: &str| {
            let given = ["train", "games", "--out", "n"].into_iter().chain(more.split_whitespace());
            TrainArgs::from_arg_matches(&command.clone().get_matches_from(given)).unwrap()
        };
        let selected = |more: &str| {
            let Selection { hold_out, limit, noisy, repeats, images, td } = args(more).selection();
            (hold_out, limit, noisy, repeats, images, td.map(|td| (td.lambda, td.scale)))
        };
        assert_eq!(selected(""), (50, 2000, false, 0, true, None));
        assert_eq!(
            selected("--hold-out 7 --limit 900 --positions all --unique 3 --symmetric --td-lambda 0.5 --scale 300"),
            (7, 900, true, 3 << 20, false, Some((0.5, 300.0)))
        );
        let usual = TrainingSettings { epochs: 20, ..TrainingSettings::default() };
        let usual = TrainingSettings { batch: 16_384, rate: 0.001, decay: 0.01, result_share: 0.3, ..usual };
        let usual = TrainingSettings { scale: 400.0, seed: 1, warm_up: 0.0, patience: None, ..usual };
        assert_eq!(args("").settings(), usual);
        let set = "--epochs 3 --batch 64 --rate 0.5 --warm-up 0.25 --decay 0.125 --result-share 0.25..0.75 --scale 300 \
                   --patience 2 --seed 9";
        let expected = TrainingSettings {
            epochs: 3,
            batch: 64,
            rate: 0.5,
            warm_up: 0.25,
            decay: 0.125,
            result_share: 0.25,
            last_result_share: Some(0.75),
            scale: 300.0,
            patience: Some(2),
            seed: 9,
            ..usual
        };
        assert_eq!(args(set).settings(), expected);
    }

    #[test]
    fn a_sample_has_the_features_of_both_sides() {
        let position: Position = "3k5/9/9/9/9/9/4P4/9/9/4K4 b - - 0 1".parse().unwrap();
        let mirrored = position.mirrored();
        let inputs = |position: &Position, view| PieceSquares::of(position, view).collect::<Vec<_>>();
        let seen = [&position, &mirrored].map(|it| [BLACK, RED].map(|view| inputs(it, view)));
        let plies = vec![("d9d8".parse().unwrap(), Some(3))];
        let (set, _) = lessons_of(&ScoredGame { start: position.into(), winner: None, ruled: true, plies });
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
        let (set, learnt) = lessons_of(&ScoredGame { start: Xiangqi::default(), winner: None, ruled: true, plies });
        assert_eq!((set.len(), learnt), (2, Err(LessonError::Illegal(2))));
    }

    /// A symmetric network gives a position and its mirror image the same score, also with a king in the middle, where
    /// the inputs of both differ; after each step, a saved state, and in integers.
    #[test]
    fn a_symmetric_network_scores_mirror_images_alike() {
        let inputs = InputSet::of::<PieceSquares>();
        let plies = |texts: &[&str]| {
            let scores = [30, -20, 10, 400].into_iter().cycle();
            texts.iter().zip(scores).map(|(text, score)| (text.parse().unwrap(), Some(score))).collect()
        };
        let plies = plies(&["h2e2", "h9g7", "h0g2", "i9h9", "g3g4", "b9c7", "e0e1", "e9e8", "b0c2", "e8d8"]);
        let game = ScoredGame { start: Xiangqi::default(), winner: Some(RED), ruled: false, plies };
        let samples = |images| {
            let selection = Selection { hold_out: 2, limit: LIMIT, noisy: false, repeats: 0, images, td: None };
            let mut lessons = Lessons::of(inputs.clone(), selection);
            lessons.add(Some(&game)).unwrap();
            lessons.held_out
        };
        let (one_each, both) = (samples(false), samples(true));
        assert_eq!(2 * one_each.len(), both.len());
        let settings = TrainingSettings { epochs: 3, batch: 4, rate: 0.01, ..TrainingSettings::default() };
        let error = |trainer: &Trainer, image: usize| {
            let mut set = Samples::new(inputs.inputs, inputs.buckets);
            (image..both.len()).step_by(2).for_each(|number| set.push(both.get(number)).unwrap());
            trainer.error(&set)
        };
        let mut plain = Trainer::begin(&inputs, 32, settings.clone()).unwrap();
        assert_ne!(error(&plain, 0), error(&plain, 1), "the images differ in their inputs");
        let mut trainer = plain.clone().symmetric(&inputs).unwrap();
        assert!(trainer.is_symmetric() && !plain.is_symmetric());
        for _ in 0..3 {
            trainer.epoch(&one_each, &one_each, &mut |_| true).unwrap();
            plain.epoch(&one_each, &one_each, &mut |_| true).unwrap();
            // The sums of single precision are taken in another order.
            assert!((error(&trainer, 0) - error(&trainer, 1)).abs() < 1e-6);
            trainer = Trainer::from_bytes(&trainer.to_bytes()).unwrap();
            assert!(trainer.is_symmetric());
        }
        assert!((error(&plain, 0) - error(&plain, 1)).abs() > 1e-5);
        assert!(trainer.history()[2].training < trainer.history()[0].training);
        let parameters = trainer.parameters(&inputs, String::new()).unwrap();
        for number in (0..both.len()).step_by(2) {
            let [one, image] = [both.get(number), both.get(number + 1)]
                .map(|sample| parameters.evaluate(sample.own, sample.other, sample.bucket.into()));
            assert_eq!(one, image);
        }
        // The first half of the units stays, so that a symmetric network does not change.
        let again = Trainer::new(trainer.network().clone(), settings).unwrap().symmetric(&inputs).unwrap();
        assert_eq!(again.network(), trainer.network());
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
