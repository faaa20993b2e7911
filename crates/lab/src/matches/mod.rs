//! Matches: engine descriptions, openings, play, records and measurements.

pub(crate) mod ablation;
pub(crate) mod blunders;
pub(crate) mod growth;
pub(crate) mod latency;
pub(crate) mod measure;
pub(crate) mod merge;
pub(crate) mod openings;
mod pool;
pub(crate) mod recent;
pub(crate) mod report;
pub(crate) mod results;
pub(crate) mod spec;

use crate::{progress::progress_bar, say, shards::part_of};
use duiyi_arena::{
    BradleyTerry, End, Heading, Journal, Progress, Sprt, SprtUnit, Tournament, show_pairing, show_sprt, summary,
};
use duiyi_game::{Notation, Reason};
use duiyi_kit::cli::json;
use indicatif::ProgressBar;
use pool::Pool;
use results::Results;
use std::{
    io::{IsTerminal, stderr},
    path::PathBuf,
    sync::atomic::{AtomicBool, Ordering},
};

/// Where and how a match is recorded.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recording {
    /// NAME of NAME.jsonl and NAME.pgn, or of the records of shards.
    pub(crate) out: Option<PathBuf>,
    /// Resume the existing record.
    pub(crate) resume: bool,
    /// The command stored in the heading.
    pub(crate) command: String,
    /// The test of the whole match if this is a shard. A shard alone is not tested.
    pub(crate) test: Option<(Sprt, SprtUnit)>,
    /// Whether the shard reads the records of the others, and stops when the test is decided.
    pub(crate) pool: bool,
    /// Whether the result is printed as a JSON object.
    pub(crate) json: bool,
}

impl Recording {
    /// The records of all shards, if the test covers all of them.
    fn pool(&self, heading: &Heading) -> Option<Pool> {
        let (name, test) = self.out.as_ref().zip(self.test)?;
        self.pool.then(|| Pool::new(name, heading.clone(), test))
    }
}

/// Plays a match and prints its summary.
///
/// # Errors
/// If it can't start, or can't be recorded.
pub(crate) fn conduct<G: Notation>(tournament: &Tournament<G>, recording: &Recording) -> Result<(), Reason> {
    // An engine that does not start is detected before any file is created.
    tournament.check()?;
    let mut heading = tournament.heading(&recording.command);
    heading.sprt = heading.sprt.or(recording.test);
    let (mut journal, already) = match &recording.out {
        Some(stem) => {
            let stem = part_of(stem, tournament.shard);
            let (journal, already) = Journal::open(&stem, heading.clone(), tournament.rule_book(), recording.resume)?;
            (Some(journal), already)
        }
        None => (None, Vec::new()),
    };
    // Without a terminal a line is printed after each game instead.
    let bar = if stderr().is_terminal() { progress_bar() } else { ProgressBar::hidden() };
    let sprt = tournament.sprt;
    let (stop, mut pool) = (AtomicBool::new(false), recording.pool(&heading));
    let mut failed: Option<Reason> = None;
    let mut observe = |progress: &Progress<'_>| {
        show_progress(&bar, progress, sprt);
        let decided = pool.as_mut().map_or(Ok(false), Pool::decided);
        if !matches!(decided, Ok(false)) {
            stop.store(true, Ordering::Relaxed);
        }
        failed = failed.take().or(decided.err());
    };
    let (standings, end) = tournament.run(already, journal.as_mut(), &mut observe, &stop)?;
    bar.finish_and_clear();
    failed.map_or(Ok(()), Err)?;
    let recorded = journal.as_ref().map_or(&heading, Journal::heading);
    if recording.json {
        let decided = match &mut pool {
            Some(pool) => Some(pool.decided()?),
            None => sprt.map(|_| end == End::Decided),
        };
        return say::result(json::line(&Results::new(&standings, BradleyTerry::default(), decided)));
    }
    // The test covers all shards, the summary only this one.
    let shown = Heading { sprt, ..recorded.clone() };
    say::result(summary(&[&shown], &standings, BradleyTerry::default()).trim_end())?;
    if let Some(mut pool) = pool {
        let decided = pool.decided()?;
        let open = if decided { "decided" } else { "not decided yet" };
        say::result(format_args!("\nAll shards so far: {}. The test is {open}.", pool.description()))?;
    }
    if sprt.is_some() && end != End::Decided {
        say::result("\nThe test is not decided: it ran out of games.")?;
    }
    Ok(())
}

fn show_progress(bar: &ProgressBar, progress: &Progress<'_>, sprt: Option<(Sprt, SprtUnit)>) {
    bar.set_length(progress.planned);
    bar.set_position(progress.played);
    if progress.game.is_none() {
        // Games before the resumption took no time in this run.
        bar.reset_eta();
    }
    let results = progress.standings.first_pairing();
    let mut message = if results.games.games() == 0 { String::new() } else { show_pairing(&results) };
    if let (Some((test, _)), Some(state)) = (sprt, progress.sprt) {
        message = format!("{message}, {}", show_sprt(&test, &state));
    }
    bar.set_message(message);
    if let (true, Some(game)) = (bar.is_hidden(), progress.game) {
        let [first, second] = &game.players;
        let (played, planned, result) = (progress.played, progress.planned, game.result);
        say::news(format_args!("{played} of {planned}: {first} – {second} {result} {}", game.ending));
    }
    if let Some((game, forfeit)) = progress.game.and_then(|game| Some((game, game.forfeit.as_ref()?))) {
        let line = format!("game {}: {} forfeits: {}", game.number, forfeit.player, forfeit.fault);
        bar.suspend(|| say::news(line));
    }
}
