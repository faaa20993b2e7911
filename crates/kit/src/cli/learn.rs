//! The command `learn`: an evaluation from a game's rules and picture.

use crate::cli::{progress, remove_parts_at_termination, say};
use crate::{
    GameKit,
    learning::{LEARNED, LearningRun},
};
use clap::Args;
use duiyi_game::{
    Notation, Reason,
    files::{self, WriterLock, same_heading},
};
use duiyi_train::{
    learn::{Effort, Step},
    state::write_whole,
};
use std::{
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
};

/// The options of the command.
#[derive(Args, Clone, Debug)]
pub struct LearnOptions {
    /// Processor minutes on a usual machine, summed over threads. They stand for numbers of games, so that a seed gives
    /// the same network on every machine.
    #[arg(long, value_name = "MINUTES", default_value_t = 2.0, value_parser = minutes)]
    effort: f64,
    /// Seed of the games and of the training.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of threads; by default one for each core. The result does not depend on it.
    #[arg(long)]
    threads: Option<usize>,
    /// Continue from FILE.state if it exists; it must be of the same game, effort and seed.
    #[arg(long)]
    resume: bool,
    /// Where to write: FILE.learned (the evaluation so far), FILE.state (to resume), FILE.csv (the curve). Each is
    /// replaced after each iteration.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// The maximum size of a state in bytes: 4 GiB.
const MOST: u64 = 4 << 30;

/// Parses an effort.
fn minutes(text: &str) -> Result<f64, String> {
    let minutes = text.parse().ok().filter(|minutes: &f64| (0.01..=100_000.0).contains(minutes));
    minutes.ok_or_else(|| "expected minutes, from 0.01 to 100000".to_owned())
}

/// The file with an ending added.
fn beside(name: &Path, ending: &str) -> PathBuf {
    let mut path = name.to_owned().into_os_string();
    path.push(".");
    path.push(ending);
    path.into()
}

/// Learns an evaluation for the game of a kit and writes it.
///
/// # Errors
/// If the evaluation of the game cannot be learned, a file cannot be written, or the state is of another run,
/// or another program writes these files.
pub fn learn<G: Notation>(kit: &GameKit<G>, options: &LearnOptions) -> Result<(), Reason> {
    let learning = kit.learning.as_ref();
    let begin = learning.ok_or_else(|| format!("{}: its kit has no learned evaluation", kit.name))?.begin;
    remove_parts_at_termination();
    let _lock = WriterLock::of(&options.out)?;
    check(&options.out)?;
    let state = beside(&options.out, "state");
    let before = if options.resume && state.exists() {
        Some(files::read(&state, MOST).map_err(|error| format!("{}: {error}", state.display()))?)
    } else {
        None
    };
    let threads = options.threads.unwrap_or(0);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    pool.install(|| {
        let effort = Effort { minutes: options.effort };
        let run = begin(&kit.start, effort, options.seed, before.as_deref());
        let mut run = run.map_err(|error| format!("{}: {error}", kit.name))?;
        announce(&*run);
        while let Some(step) = step(&mut *run)? {
            show(&step);
            save(&*run, &options.out)?;
        }
        save(&*run, &options.out)?;
        say(format_args!("{}", beside(&options.out, LEARNED).display()));
        Ok(())
    })
}

/// Prints what the survey found, and the counts.
fn announce(run: &dyn LearningRun) {
    let survey = run.survey();
    let (least, most) = survey.pieces;
    eprintln_line(format_args!(
        "{}: {} kinds of pieces, {} symmetries, {least} to {most} pieces, about {} moves a game",
        survey.describe(),
        survey.kinds.len(),
        survey.symmetries.len(),
        survey.length
    ));
    eprintln_line(format_args!("{}", run.plan().describe()));
}

/// Runs an iteration with a bar.
fn step(run: &mut dyn LearningRun) -> Result<Option<Step>, Reason> {
    let bar = progress::bar(run.plan().games.into());
    bar.set_message(format!("iteration {}", run.steps().len() + 1));
    let goes_on = |games: u32| {
        bar.set_position(games.into());
        true
    };
    let step = run.step(&goes_on);
    bar.finish_and_clear();
    Ok(step?)
}

/// Prints an iteration.
fn show(step: &Step) {
    let Step { number, nodes, games, length, samples, held_out, score, guard_games, elo, .. } = step;
    let (score, drawn) = (100.0 * score, 100.0 * step.drawn);
    let verdict = if step.taken { "taken" } else { "not taken" };
    let pruning = if step.prunes { ", pruning" } else { "" };
    eprintln_line(format_args!(
        "{number}: {games} games at {nodes} nodes ({length:.0} moves, {drawn:.0} % drawn), {samples} samples, error \
         {held_out:.4}; {score:.0} % of {guard_games} games against the network before: {verdict}, {elo:+.0} Elo in all \
         [{:?}{pruning}]",
        step.patterns
    ));
}

/// Writes a line to standard error, which is not a result.
fn eprintln_line(text: std::fmt::Arguments<'_>) {
    use std::io::Write;
    // Errors are ignored: progress is not a result.
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// The first line of the curve.
const HEADING: &str = "iteration,nodes,games,drawn,length,samples,held out,score,taken,elo\n";

/// Whether a file is a network by its first bytes.
fn is_learned(head: &[u8]) -> bool {
    head.starts_with(b"DUIYINN1")
}

/// Whether a file is the state of a run by its first bytes.
fn is_state(head: &[u8]) -> bool {
    head.starts_with(b"DUIYILN1")
}

/// Checks before the first game that no file of another program is in the place of a result.
fn check(out: &Path) -> Result<(), Reason> {
    let check = |ending: &str, own: &dyn Fn(&[u8]) -> bool| {
        let path = beside(out, ending);
        files::check_own(&path, own).map_err(|error| format!("{}: {error}", path.display()))
    };
    check(LEARNED, &is_learned)?;
    check("csv", &same_heading(HEADING.as_bytes()))?;
    Ok(check("state", &is_state)?)
}

/// Removes the network of an earlier run, which the curve and the state do not describe.
fn remove(learned: &Path) -> Result<(), Reason> {
    let removed = files::check_own(learned, is_learned).and_then(|()| match fs::remove_file(learned) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        removed => removed,
    });
    Ok(removed.map_err(|error| format!("{}: {error}", learned.display()))?)
}

/// Writes the network, the curve and the state, the state last.
fn save(run: &dyn LearningRun, out: &Path) -> Result<(), Reason> {
    let learned = beside(out, LEARNED);
    match run.learnt() {
        Some(bytes) => write_whole(&learned, bytes, is_learned)?,
        None => remove(&learned)?,
    }
    let mut curve = HEADING.to_owned();
    for step in run.steps() {
        let Step { number, nodes, games, drawn, length, samples, held_out, score, taken, elo, .. } = step;
        curve += &format!(
            "{number},{nodes},{games},{drawn:.3},{length:.1},{samples},{held_out:.5},{score:.3},{taken},{elo:.0}\n"
        );
    }
    write_whole(&beside(out, "csv"), &curve, same_heading(curve.as_bytes()))?;
    Ok(write_whole(&beside(out, "state"), run.state()?, is_state)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_train::learn::{LearnError, Plan, Survey};

    /// A run that has no network yet.
    struct Begun;

    impl LearningRun for Begun {
        fn plan(&self) -> &Plan {
            unreachable!("only saved")
        }

        fn survey(&self) -> &Survey {
            unreachable!("only saved")
        }

        fn steps(&self) -> &[Step] {
            &[]
        }

        fn step(&mut self, _goes_on: &(dyn Fn(u32) -> bool + Sync)) -> Result<Option<Step>, LearnError> {
            Ok(None)
        }

        fn learnt(&self) -> Option<Vec<u8>> {
            None
        }

        fn state(&self) -> Result<Vec<u8>, LearnError> {
            Ok(b"DUIYILN1".to_vec())
        }
    }
    #[test]
    fn the_network_of_an_earlier_run_is_removed() {
        let folder = std::env::temp_dir().join(format!("duiyi-learn-old-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let out = folder.join("game");
        let learned = beside(&out, LEARNED);
        save(&Begun, &out).unwrap();
        fs::write(&learned, "DUIYINN1 of an earlier run").unwrap();
        save(&Begun, &out).unwrap();
        assert!(!learned.exists() && beside(&out, "state").exists());
        fs::write(&learned, "a letter").unwrap();
        save(&Begun, &out).unwrap_err();
        assert_eq!(fs::read(&learned).unwrap(), b"a letter");
        fs::remove_dir_all(&folder).unwrap();
    }
}
