//! The levels of the games, and the learning of evaluations.

use crate::{
    error::{no_file, refused},
    search::{Reports, watched},
};
use duiyi_connect6::Rules;
use duiyi_game::{Notation, files};
use duiyi_kit::{
    GameKit,
    learning::{LEARNED, LearningRun},
};
use duiyi_search::StopHandle;
use duiyi_train::{
    learn::{Effort, LearnError, Plan, Step},
    state::{StateError, write_whole},
};
use pyo3::prelude::*;
use std::{
    io,
    path::{Path, PathBuf},
};

/// The games by their names.
const GAMES: [&str; 3] = ["xiangqi", "connect6", "gomoku"];

/// What is asked of the kit of any game.
trait Question {
    type Answer;
    fn ask<G: Notation>(self, kit: GameKit<G>) -> Self::Answer;
}

/// Asks the kit with a name.
///
/// # Errors
/// If there is no kit with the name.
fn ask<Q: Question>(game: &str, question: Q) -> PyResult<Q::Answer> {
    Ok(match game {
        "xiangqi" => question.ask(duiyi_xiangqi::kit::kit().learning()),
        "connect6" => question.ask(duiyi_connect6::kit::kit("connect6", Rules::CONNECT6).learning()),
        "gomoku" => question.ask(duiyi_connect6::kit::kit("gomoku", Rules::GOMOKU).learning()),
        other => {
            let other = duiyi_game::shortened(other);
            return Err(refused(format_args!("unknown game '{other}'; expected one of {}", GAMES.join(", "))));
        }
    })
}

/// A level of the player of a game.
#[pyclass(frozen, eq, hash, module = "duiyi")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Level {
    /// Its number, the value of the option.
    #[pyo3(get)]
    level: u32,
    /// The option of the engine that sets it: "Skill Level" or "Level".
    #[pyo3(get)]
    option: &'static str,
    /// Its rating in Elo relative to the other levels of the game, not to people; None if it is unknown.
    #[pyo3(get)]
    elo: Option<i32>,
    /// Whether the rating was measured in games; otherwise it is an estimate.
    #[pyo3(get)]
    measured: bool,
}

#[pymethods]
impl Level {
    fn __repr__(&self) -> String {
        let elo = self.elo.map(|elo| format!(", {elo} Elo")).unwrap_or_default();
        format!("<Level {}{elo}>", self.level)
    }
}

struct Levels;

impl Question for Levels {
    type Answer = Vec<Level>;

    fn ask<G: Notation>(self, kit: GameKit<G>) -> Vec<Level> {
        let Some(levels) = (kit.page)(&kit.start).levels else { return Vec::new() };
        let level = |level| {
            let rating = (levels.rating)(level);
            let measured = rating.is_some_and(|rating| rating.measured);
            Level { level, option: levels.option, elo: rating.map(|rating| rating.elo), measured }
        };
        levels.range().map(level).collect()
    }
}

/// The levels of the player of "xiangqi", "connect6" or "gomoku", from the weakest to the strongest, which is the
/// default.
///
/// >>> import duiyi
/// >>> weakest, *others = duiyi.levels("xiangqi")
/// >>> weakest, weakest.option, others[-1].level
/// (<Level 0, 476 Elo>, 'Skill Level', 20)
/// >>> engine = duiyi.xiangqi.Engine(hash=1)
/// >>> engine.set_option(weakest.option, weakest.level)
#[pyfunction]
pub(crate) fn levels(game: &str) -> PyResult<Vec<Level>> {
    ask(game, Levels)
}

/// The progress of a learning run: during the games of an iteration, and after it.
#[pyclass(frozen, module = "duiyi")]
pub(crate) struct LearningProgress {
    /// The number of the iteration, from 1.
    #[pyo3(get)]
    iteration: usize,
    /// The number of iterations of the run.
    #[pyo3(get)]
    iterations: u32,
    /// The number of games played in the iteration.
    #[pyo3(get)]
    games: u32,
    /// The number of games of an iteration.
    #[pyo3(get)]
    games_planned: u32,
    /// The finished iteration; None during its games.
    step: Option<Step>,
}

#[pymethods]
impl LearningProgress {
    /// The finished iteration; None during its games.
    #[getter]
    fn step(&self) -> Option<LearningStep> {
        self.step.clone().map(LearningStep)
    }

    fn __repr__(&self) -> String {
        let LearningProgress { iteration, iterations, games, games_planned, .. } = self;
        format!("<LearningProgress: iteration {iteration} of {iterations}, game {games} of {games_planned}>")
    }
}

/// A finished iteration of a learning run.
#[pyclass(frozen, module = "duiyi")]
pub(crate) struct LearningStep(Step);

#[pymethods]
impl LearningStep {
    /// The number of the iteration, from 1.
    #[getter]
    fn number(&self) -> u32 {
        self.0.number
    }

    /// The number of its games.
    #[getter]
    fn games(&self) -> u32 {
        self.0.games
    }

    /// The nodes of a move in its games.
    #[getter]
    fn nodes(&self) -> u64 {
        self.0.nodes
    }

    /// The mean squared error of the samples that were not trained on.
    #[getter]
    fn held_out(&self) -> f64 {
        self.0.held_out
    }

    /// The share of the points of the new network against the one before, from 0 to 1.
    #[getter]
    fn score(&self) -> f32 {
        self.0.score
    }

    /// Whether the new network was taken.
    #[getter]
    fn taken(&self) -> bool {
        self.0.taken
    }

    /// The sum of the Elo differences of the networks taken, from 0 for play without knowledge.
    #[getter]
    fn elo(&self) -> f32 {
        self.0.elo
    }

    fn __repr__(&self) -> String {
        format!("<LearningStep {}: {:+.0} Elo>", self.0.number, self.0.elo)
    }
}

/// Why a run failed.
enum Failure {
    Refused(String),
    Learn(LearnError),
    State(StateError),
    File(io::Error, PathBuf),
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> PyErr {
        match failure {
            Failure::Refused(reason) => refused(reason),
            Failure::Learn(error) => refused(error),
            Failure::State(StateError::File { path, error }) => no_file(&error, &path),
            Failure::State(error) => refused(error),
            Failure::File(error, path) => no_file(&error, &path),
        }
    }
}

/// A learning run to do.
struct Run<'a> {
    effort: f64,
    seed: u64,
    resume: bool,
    out: &'a Path,
    stop: &'a StopHandle,
    reports: Reports<LearningProgress>,
}

/// The maximum size of a state in bytes: 4 GiB.
const MOST: u64 = 4 << 30;

/// The path with an ending added.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut path = path.to_owned().into_os_string();
    path.push(".");
    path.push(ending);
    path.into()
}

impl Run<'_> {
    /// Writes the network and the state, the state last.
    fn save(&self, run: &dyn LearningRun) -> Result<(), Failure> {
        if let Some(network) = run.learnt() {
            let own = |head: &[u8]| head.starts_with(b"DUIYINN1");
            write_whole(&beside(self.out, LEARNED), network, own).map_err(Failure::State)?;
        }
        let state = run.state().map_err(Failure::Learn)?;
        let own = |head: &[u8]| head.starts_with(b"DUIYILN1");
        write_whole(&beside(self.out, "state"), state, own).map_err(Failure::State)
    }

    fn report(&self, plan: &Plan, iteration: usize, games: u32, step: Option<Step>) {
        let Plan { iterations, games: games_planned, .. } = *plan;
        // If the receiver is gone, the run is being stopped.
        let _ = self.reports.send(LearningProgress { iteration, iterations, games, games_planned, step });
    }
}

impl Question for Run<'_> {
    type Answer = Result<(), Failure>;

    fn ask<G: Notation>(self, kit: GameKit<G>) -> Result<(), Failure> {
        let learning = kit.learning.as_ref();
        let learning = learning.ok_or_else(|| Failure::Refused(format!("{}: nothing can be learned", kit.name)))?;
        let state = beside(self.out, "state");
        let before = match files::read(&state, MOST) {
            _ if !self.resume => None,
            Ok(bytes) => Some(bytes),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(Failure::File(error, state)),
        };
        let effort = Effort { minutes: self.effort };
        let run = (learning.begin)(&kit.start, effort, self.seed, before.as_deref());
        let mut run = run.map_err(Failure::Learn)?;
        let plan = run.plan().clone();
        // Before the first game: a file that cannot be written, or that another program wrote, is an error.
        self.save(&*run)?;
        loop {
            let iteration = run.steps().len() + 1;
            let goes_on = |games: u32| {
                self.report(&plan, iteration, games, None);
                !self.stop.is_stopped()
            };
            let step = run.step(&goes_on).map_err(Failure::Learn)?;
            self.save(&*run)?;
            let Some(step) = step else { return Ok(()) };
            self.report(&plan, iteration, step.games, Some(step));
            if self.stop.is_stopped() {
                return Ok(());
            }
        }
    }
}

/// Learns an evaluation for "xiangqi", "connect6" or "gomoku" from games of the engine with itself.
///
/// The rules and a picture of the board are enough, as in `xiangqi-engine learn`. `out` is the name of the files: `out`
/// with the ending `.learned` is the network of the evaluation "learned", and `.state` the state of the run, both
/// replaced after each iteration. With `resume=True` a run with the same effort and seed goes on. `effort` is in
/// processor minutes of a usual machine; it stands for numbers of games, so that a seed gives the same network on every
/// machine. `threads` is the number of threads, by default one for each core. `on_progress` is called with the progress;
/// an exception that it raises, or Ctrl-C, ends the run after the games or the training in progress, and what was
/// learned before stays in the files. Returns the path of the network.
///
/// >>> import duiyi
/// >>> duiyi.learn("gomoku", "study", effort=10, on_progress=print)  # doctest: +SKIP
/// PosixPath('study.learned')
#[pyfunction]
#[pyo3(signature = (game, out, *, effort=2.0, seed=1, threads=None, resume=false, on_progress=None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn learn(
    py: Python<'_>,
    game: &str,
    out: PathBuf,
    effort: f64,
    seed: u64,
    threads: Option<usize>,
    resume: bool,
    on_progress: Option<Py<PyAny>>,
) -> PyResult<PathBuf> {
    if !(0.01..=100_000.0).contains(&effort) {
        return Err(refused(format_args!("effort={effort}: expected minutes, from 0.01 to 100000")));
    }
    if threads.is_some_and(|threads| !(1..=256).contains(&threads)) {
        return Err(refused(format_args!("{} threads: expected 1 to 256", threads.unwrap_or_default())));
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build().map_err(refused)?;
    let stop = StopHandle::new();
    let work = |reports| {
        pool.install(|| {
            let run = Run { effort, seed, resume, out: &out, stop: &stop, reports };
            ask(game, run)
        })
    };
    let learned = watched(py, &stop, work, |py, progress| match &on_progress {
        Some(on_progress) => on_progress.call1(py, (progress,)).map(drop),
        None => Ok(()),
    })?;
    learned??;
    Ok(beside(&out, LEARNED))
}
