//! Matches: who plays, from which openings, and how they go.

pub(crate) mod latency;
pub(crate) mod openings;
pub(crate) mod spec;

use crate::{games::LabGame, progress::progress_bar, say};
use duiyi_arena::{
    BradleyTerry, End, Heading, Journal, Opening, Progress, Sprt, SprtUnit, Tournament, read_match, show_pairing,
    show_sprt, summary,
};
use duiyi_game::Reason;
use indicatif::ProgressBar;
use std::{
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

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
pub(crate) fn conduct<G: LabGame>(
    tournament: &mut Tournament<'_>,
    rules: &G,
    recording: &Recording,
) -> Result<(), Reason> {
    // An engine that does not start is found before any file is made.
    tournament.check()?;
    let mut heading = tournament.heading(&recording.command);
    let (mut journal, already) = match &recording.out {
        Some(stem) => {
            if recording.resume {
                heading = as_recorded(tournament, rules, stem, heading);
            }
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

/// The heading, or that of the same match as records had it before 2026-11-22, if
/// that is what is recorded.
fn as_recorded<G: LabGame>(tournament: &mut Tournament<'_>, rules: &G, stem: &Path, heading: Heading) -> Heading {
    let (Some([game, name]), Ok(record)) = (rules.former_names(), read_match(stem)) else { return heading };
    let former = |opening: &Opening| Opening { position: rules.former_opening(&opening.position), ..opening.clone() };
    let openings = tournament.openings.iter().map(former).collect();
    let now = std::mem::replace(&mut tournament.openings, openings);
    let former = Heading { game, rules: name, ..tournament.heading(&heading.command) };
    tournament.openings = now;
    if record.heading.difference(&former).is_none() { former } else { heading }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::spec::read;
    use duiyi_arena::{Adjudication, Format, Plan, TimeControl, Told, Warden};
    use duiyi_connect6::Board;
    use duiyi_game::Notation;
    use std::{sync::Arc, time::Duration};

    fn tournament<'a>(rules: &'a Told<Board>, start: &Board, openings: &str) -> Tournament<'a> {
        let warden = Arc::new(Warden::new());
        let engine = |text| read::<Board>(text).map(|spec| spec.entrant(start, &warden)).unwrap();
        Tournament {
            rules,
            entrants: ["builtin=random seed=1", "builtin=windows"].map(|text| engine(text).unwrap()).into(),
            openings: openings::read(Some(openings), start).unwrap(),
            plan: Plan { format: Format::Gauntlet, rounds: 2, seed: 1 },
            control: TimeControl::Nodes(10),
            margin: Duration::ZERO,
            adjudication: Adjudication::default(),
            sprt: None,
            concurrency: 1,
            fresh_players: false,
        }
    }

    /// A heading as it was written before the game's texts were told once, its digest
    /// of openings included, is gone on with.
    #[test]
    fn former_records_are_gone_on_with() {
        let stem = std::env::temp_dir().join(format!("duiyi-lab-former-{}", std::process::id()));
        let (rules, start) = (Told::<Board>::new("").unwrap(), Board::begin("").unwrap());
        let mut tournament = tournament(&rules, &start, "named");
        let heading = tournament.heading("lab match");
        let former = |digest: &str| Heading {
            game: "connect6".to_owned(),
            rules: "Connect(19,19,6,2,1)".to_owned(),
            openings_digest: digest.to_owned(),
            ..heading.clone()
        };
        let digest = "7c717178dfbfee98";
        std::fs::write(stem.with_extension("jsonl"), serde_json::to_string(&former(digest)).unwrap() + "\n").unwrap();
        let found = as_recorded(&mut tournament, &start, &stem, heading.clone());
        assert_eq!((found.rules.as_str(), found.openings_digest.as_str()), ("Connect(19,19,6,2,1)", digest));
        let recording = Recording { out: Some(stem.clone()), resume: true, command: String::new() };
        conduct(&mut tournament, &start, &recording).unwrap();
        assert_eq!(read_match(&stem).unwrap().games.len(), 4);
        // Another match stays another one.
        std::fs::write(stem.with_extension("jsonl"), serde_json::to_string(&former("0")).unwrap() + "\n").unwrap();
        assert_eq!(as_recorded(&mut tournament, &start, &stem, heading.clone()), heading);
        for end in ["jsonl", "pgn"] {
            std::fs::remove_file(stem.with_extension(end)).unwrap();
        }
    }
}
