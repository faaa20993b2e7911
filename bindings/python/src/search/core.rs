//! A player and its searches, for any game.

use super::{
    found::{Report, Score, SearchResult, VariationLine},
    limits::SearchLimits,
    reserved::Reserved,
    watch::watched,
};
use crate::error::{no_table, refused};
use duiyi_engine::{
    Decision, HashTable, OptionKind, Player, Seat, Signals, TableError,
    protocol::{ChessProtocol, OptionLine},
    table_identity,
};
use duiyi_game::{Game, History, Notation};
use duiyi_search::{Observer, StopHandle};
use pyo3::{
    prelude::*,
    types::{PyBool, PyDict, PyTuple},
};
use std::{
    collections::BTreeMap,
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc::Sender},
    time::{Duration, Instant},
};

/// Converts a move to a Python object.
pub(crate) type ToPython<M> = fn(Python<'_>, M) -> PyResult<Py<PyAny>>;

/// The name, type, default, minimum, maximum and choices of an option.
pub(crate) type OptionFields = (String, String, Option<String>, Option<String>, Option<String>, Vec<String>);

/// A requested search.
pub(crate) struct Question<M> {
    /// Its limits.
    pub(crate) limits: SearchLimits,
    /// The moves with which the turn may begin; all moves without a list.
    pub(crate) moves: Option<Vec<M>>,
    /// Called with each report.
    pub(crate) on_report: Option<Py<PyAny>>,
    /// Stops it.
    pub(crate) stop: StopHandle,
}

/// A player, used by one search at a time; other searches wait.
pub(crate) struct Core<G: Game> {
    seat: Reserved<Seat<G>>,
    searches: Searches,
    to_python: ToPython<G::Move>,
    /// Positions that identify the game and the evaluation of a table in a file.
    sample: fn() -> Vec<(String, G)>,
    raised: Raised,
}

/// The exception that a Python function of the player raised in the current search.
pub(super) type Raised = Arc<Mutex<Option<PyErr>>>;

/// Locks a mutex. After a panic its value is still valid, because a player is reset for each search.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The running and waiting searches, by number.
type Searches = Mutex<BTreeMap<u64, StopHandle>>;

/// The entry of a search among the running and waiting ones, which is removed when it is dropped.
struct Entered<'s> {
    searches: &'s Searches,
    number: u64,
}

impl<'s> Entered<'s> {
    fn new(searches: &'s Searches, stop: &StopHandle) -> Entered<'s> {
        let mut all = locked(searches);
        let number = all.last_key_value().map_or(0, |(last, _)| last + 1);
        all.insert(number, stop.clone());
        Entered { searches, number }
    }
}

impl Drop for Entered<'_> {
    fn drop(&mut self) {
        locked(self.searches).remove(&self.number);
    }
}

/// A report that owns its moves.
struct OwnedReport<M> {
    depth: u32,
    selective_depth: u32,
    line: usize,
    score: duiyi_search::Score,
    claim: duiyi_search::ScoreClaim,
    bound: duiyi_search::Bound,
    nodes: u64,
    elapsed: Duration,
    table_permille: u32,
    moves: Vec<M>,
}

/// Sends every report to another thread.
struct ReportSender<M>(Sender<OwnedReport<M>>);

impl<M: Copy> Observer<M> for ReportSender<M> {
    fn progress(&mut self, report: &duiyi_search::Report<'_, M>) {
        // If the receiver is gone, the search is being stopped.
        let _ = self.0.send(OwnedReport {
            depth: report.depth,
            selective_depth: report.selective_depth,
            line: report.line,
            score: report.score,
            claim: report.claim,
            bound: report.bound,
            nodes: report.nodes,
            elapsed: report.elapsed,
            table_permille: report.table_permille,
            moves: report.pv.to_vec(),
        });
    }
}

/// The latest report of a best line.
struct BestLine<M> {
    score: duiyi_search::Score,
    depth: u32,
    moves: Vec<M>,
}

impl<G: Notation> Core<G> {
    pub(crate) fn new(
        player: Box<dyn Player<G>>,
        to_python: ToPython<G::Move>,
        sample: fn() -> Vec<(String, G)>,
    ) -> Core<G> {
        Core::calling(player, to_python, sample, Arc::default())
    }

    /// A player that calls a Python function, which stores its exceptions in `raised`.
    pub(super) fn calling(
        player: Box<dyn Player<G>>,
        to_python: ToPython<G::Move>,
        sample: fn() -> Vec<(String, G)>,
        raised: Raised,
    ) -> Core<G> {
        Core { seat: Reserved::new(Seat::new(player)), searches: Mutex::default(), to_python, sample, raised }
    }

    /// Waits for the player, then uses it without the interpreter lock.
    ///
    /// # Errors
    /// The exception of a signal during the wait, and a call by a function of the running search.
    fn with_seat<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut Seat<G>) -> T + Send) -> PyResult<T> {
        let mut seat = self.seat.wait(py)?;
        let seat = &mut *seat;
        Ok(py.detach(move || work(seat)))
    }

    /// Begins a new game.
    ///
    /// # Errors
    /// The exception of a signal during the wait for a search.
    pub(crate) fn new_game(&self, py: Python<'_>, start: &G) -> PyResult<()> {
        self.with_seat(py, |seat| seat.new_game(start))
    }

    /// Stops all running and waiting searches.
    pub(crate) fn stop(&self) {
        locked(&self.searches).values().for_each(StopHandle::stop);
    }

    /// Sets an option. Underscores in its name stand for blanks.
    ///
    /// # Errors
    /// If there is no such option, or it does not take the value.
    pub(crate) fn set_option(&self, py: Python<'_>, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let value = match value.cast::<PyBool>() {
            Ok(value) => value.is_true().to_string(),
            Err(_) => value.str()?.to_string(),
        };
        self.with_seat(py, |seat| {
            let plain = |name: &str| name.replace('_', " ").to_lowercase();
            let known = seat.player.options().iter().find(|option| plain(option.name) == plain(name));
            let name = known.map_or(name, |option| option.name).to_owned();
            seat.player.set_option(&name, &value)
        })?
        .map_err(refused)
    }

    /// Sets the options of a call.
    ///
    /// # Errors
    /// If one cannot be set.
    pub(crate) fn set_options(&self, py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
        options.into_iter().flatten().try_for_each(|(name, value)| self.set_option(py, name.extract()?, &value))
    }

    /// The options by name, each with its valid values.
    ///
    /// # Errors
    /// The exception of a signal during the wait for a search.
    pub(crate) fn options(&self, py: Python<'_>) -> PyResult<BTreeMap<String, String>> {
        let words = |kind: &OptionKind| match kind {
            OptionKind::Check { .. } => "True or False".to_owned(),
            OptionKind::Spin { min, max, .. } => format!("a whole number from {min} to {max}"),
            OptionKind::Combo { choices, .. } => choices.join(", "),
            OptionKind::Text { .. } => "a text".to_owned(),
            OptionKind::Button => "no value: it triggers an action".to_owned(),
        };
        self.with_seat(py, |seat| {
            let options = seat.player.options().iter().filter(|option| !option.hidden);
            options.map(|option| (option.name.to_owned(), words(&option.kind))).collect()
        })
    }

    /// The options as UCI announces them: name, type, default, minimum, maximum and choices.
    ///
    /// # Errors
    /// The exception of a signal during the wait for a search.
    pub(crate) fn option_lines(&self, py: Python<'_>) -> PyResult<Vec<OptionFields>> {
        self.with_seat(py, |seat| {
            let options = seat.player.options().iter().filter(|option| !option.hidden);
            let lines = options.map(|option| OptionLine::new(ChessProtocol::Uci, option.name, option));
            lines.map(|line| (line.name, line.kind, line.default, line.min, line.max, line.vars)).collect()
        })
    }

    /// The number that identifies the player's table in a file.
    fn identity(&self, player: &mut dyn Player<G>) -> u64 {
        let sample = (self.sample)();
        table_identity(player, sample.iter().map(|(_, position)| position))
    }

    /// Saves the table in a file.
    ///
    /// # Errors
    /// If there is no table, or the file cannot be written.
    pub(crate) fn write_table(&self, py: Python<'_>, path: &Path) -> PyResult<()> {
        let saved = self.with_seat(py, |seat| {
            let identity = self.identity(&mut *seat.player);
            table(&mut *seat.player)?.save(path, identity)
        })?;
        saved.map_err(|error| no_table(error, path))
    }

    /// Loads the table of a file.
    ///
    /// # Errors
    /// If the file does not contain a table of this game and evaluation; the player keeps its table.
    pub(crate) fn load_table(&self, py: Python<'_>, path: &Path) -> PyResult<()> {
        let loaded = self.with_seat(py, |seat| {
            let identity = self.identity(&mut *seat.player);
            table(&mut *seat.player)?.load(path, identity)
        })?;
        loaded.map_err(|error| no_table(error, path))
    }

    /// Searches without the interpreter lock. Ctrl-C stops the search.
    ///
    /// # Errors
    /// If the game is over or no move is allowed, and the exceptions of `on_report`, of a function of the player,
    /// or of a signal.
    pub(crate) fn search(
        &self,
        py: Python<'_>,
        game: &History<G>,
        question: Question<G::Move>,
    ) -> PyResult<SearchResult> {
        let Question { limits: SearchLimits { limits }, moves: allowed, on_report, stop } = question;
        if let Some(moves) = &allowed
            && game.outcome().is_none()
            && let Some(&mv) = moves.iter().find(|&&mv| !game.now().is_legal(mv))
        {
            return Err(refused(format_args!("moves: {} is not legal here", game.now().write_move(mv))));
        }
        let first = allowed.clone();
        let (mut signals, to_python) = (Signals::default(), self.to_python);
        signals.stop = stop.clone();
        let search = Entered::new(&self.searches, &stop);
        let mut seat = self.seat.wait(py)?;
        let seat = &mut *seat;
        let _here = self.seat.join();
        let mut lines: BTreeMap<usize, BestLine<G::Move>> = BTreeMap::new();
        let work = move |sender: Sender<OwnedReport<G::Move>>| {
            // The player may call a Python function here.
            let _here = self.seat.join();
            let (started, mut observer) = (Instant::now(), ReportSender(sender));
            let allowed =
                |turn: &[G::Move]| allowed.as_deref().is_none_or(|moves| turn.iter().any(|mv| moves.contains(mv)));
            let context = seat.player.context(game);
            let mut turn = seat.begin(&limits, &context, signals);
            let decision = turn.decide(game, &allowed, &mut observer);
            if decision.is_some() {
                // An infinite search may have found a mate.
                turn.wait_until_wanted();
            }
            turn.finish(decision.as_ref());
            (decision, started.elapsed())
        };
        let found = watched(py, &stop, work, |py, owned| {
            if let Some(on_report) = &on_report {
                on_report.call1(py, (report(py, to_python, &owned)?,))?;
            }
            if owned.bound == duiyi_search::Bound::Exact {
                let best = BestLine { score: owned.score, depth: owned.depth, moves: owned.moves };
                lines.insert(owned.line, best);
            }
            Ok(())
        });
        drop(search);
        // While the player is locked: the exception is that of this search.
        if let Some(error) = locked(&self.raised).take() {
            return Err(error);
        }
        let (decision, elapsed) = found?;
        let Some(decision) = decision else {
            return Err(refused(match game.outcome() {
                Some(outcome) => format!("nothing to search: the game is over, {outcome}"),
                None => "nothing to search: no move is allowed".to_owned(),
            }));
        };
        let decision = beginning_with(game.now(), decision, first.as_deref());
        result(py, to_python, decision, lines.into_values(), elapsed)
    }
}

/// A decision whose turn begins with one of the wanted moves, if it has one. The moves of a turn have no order.
fn beginning_with<G: Notation>(
    now: &G,
    mut decision: Decision<G::Move>,
    wanted: Option<&[G::Move]>,
) -> Decision<G::Move> {
    let Some(at) = wanted.and_then(|wanted| decision.turn.iter().position(|mv| wanted.contains(mv))) else {
        return decision;
    };
    let mut turn = decision.turn.clone();
    turn[..=at].rotate_right(1);
    let mut after = now.clone();
    let is_legal = turn.iter().all(|&mv| {
        after.is_legal(mv) && {
            after.make(mv);
            true
        }
    });
    if at > 0 && is_legal {
        if decision.line.starts_with(&decision.turn) {
            decision.line[..=at].rotate_right(1);
        }
        decision.turn = turn;
    }
    decision
}

/// The table of a player.
///
/// # Errors
/// If the player has no table.
fn table<G: Game>(player: &mut dyn Player<G>) -> Result<&mut HashTable, TableError> {
    player.inspect().and_then(|inspect| inspect.table()).ok_or(TableError::Absent)
}

/// Converts moves to a Python tuple.
fn tuple<M: Copy>(py: Python<'_>, to_python: ToPython<M>, moves: &[M]) -> PyResult<Py<PyTuple>> {
    let moves: PyResult<Vec<_>> = moves.iter().map(|&mv| to_python(py, mv)).collect();
    Ok(PyTuple::new(py, moves?)?.unbind())
}

fn report<M: Copy>(py: Python<'_>, to_python: ToPython<M>, owned: &OwnedReport<M>) -> PyResult<Report> {
    Ok(Report {
        depth: owned.depth,
        selective_depth: owned.selective_depth,
        line: owned.line,
        score: Score(owned.score),
        claim: owned.claim,
        bound: owned.bound,
        nodes: owned.nodes,
        seconds: owned.elapsed.as_secs_f64(),
        table_use: f64::from(owned.table_permille) / 1000.0,
        moves: tuple(py, to_python, &owned.moves)?,
    })
}

fn result<M: Copy>(
    py: Python<'_>,
    to_python: ToPython<M>,
    decision: Decision<M>,
    lines: impl Iterator<Item = BestLine<M>>,
    elapsed: Duration,
) -> PyResult<SearchResult> {
    let line = |line: BestLine<M>| {
        Py::new(
            py,
            VariationLine { score: Score(line.score), depth: line.depth, moves: tuple(py, to_python, &line.moves)? },
        )
    };
    let lines: PyResult<Vec<_>> = lines.map(line).collect();
    let turn = tuple(py, to_python, &decision.turn)?;
    Ok(SearchResult {
        best: turn.bind(py).get_item(0)?.unbind(),
        turn,
        moves: tuple(py, to_python, &decision.line)?,
        score: decision.score.map(Score),
        claim: decision.claim,
        depth: decision.depth,
        nodes: decision.nodes,
        seconds: elapsed.as_secs_f64(),
        lines: PyTuple::new(py, lines?)?.unbind(),
        reason: decision.reason,
    })
}
