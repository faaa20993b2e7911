//! Matches: who plays, from which openings, and how they go.

pub(crate) mod growth;
pub(crate) mod latency;
pub(crate) mod measure;
pub(crate) mod openings;
pub(crate) mod spec;

use crate::{progress::progress_bar, say};
use duiyi_arena::{BradleyTerry, End, Journal, Progress, Sprt, SprtUnit, Tournament, show_pairing, show_sprt, summary};
use duiyi_game::Reason;
use indicatif::ProgressBar;
use std::{path::PathBuf, sync::atomic::AtomicBool};

/// Where a match is recorded.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recording {
    /// NAME of NAME.jsonl and NAME.pgn.
    pub(crate) out: Option<PathBuf>,
    /// Go on with what is there.
    pub(crate) resume: bool,
    /// The command that is written into the heading.
    pub(crate) command: String,
}

/// Plays a match and prints its summary.
///
/// # Errors
/// If it can't begin, or can't be recorded.
pub(crate) fn conduct(tournament: &Tournament<'_>, recording: &Recording) -> Result<(), Reason> {
    // An engine that does not start is found before any file is made.
    tournament.check()?;
    let heading = tournament.heading(&recording.command);
    let (mut journal, already) = match &recording.out {
        Some(stem) => {
            let (journal, already) = Journal::open(stem, heading.clone(), tournament.rules, recording.resume)?;
            (Some(journal), already)
        }
        None => (None, Vec::new()),
    };
    let (bar, sprt) = (progress_bar(), tournament.sprt);
    let mut observe = |progress: &Progress<'_>| show_progress(&bar, progress, sprt);
    let stop = AtomicBool::new(false);
    let (standings, end) = tournament.run(already, journal.as_mut(), &mut observe, &stop)?;
    bar.finish_and_clear();
    let recorded = journal.as_ref().map_or(&heading, Journal::heading);
    say::result(summary(&[recorded], &standings, BradleyTerry::default()).trim_end())?;
    if sprt.is_some() && end != End::Decided {
        say::result("\nThe test is not decided: it ran out of games.")?;
    }
    Ok(())
}

fn show_progress(bar: &ProgressBar, progress: &Progress<'_>, sprt: Option<(Sprt, SprtUnit)>) {
    bar.set_length(progress.planned);
    bar.set_position(progress.played);
    if progress.game.is_none() {
        // Games of before the resumption took no time of this run.
        bar.reset_eta();
    }
    let results = progress.standings.first_pairing();
    let mut message = if results.games.games() == 0 { String::new() } else { show_pairing(&results) };
    if let (Some((test, _)), Some(state)) = (sprt, progress.sprt) {
        message = format!("{message}, {}", show_sprt(&test, &state));
    }
    bar.set_message(message);
    if let Some((game, forfeit)) = progress.game.and_then(|game| Some((game, game.forfeit.as_ref()?))) {
        let line = format!("game {}: {} forfeits: {}", game.number, forfeit.player, forfeit.fault);
        bar.suspend(|| say::news(line));
    }
}
