//! Plays a match as asked, showing how it goes.

use crate::args::{ConditionsArgs, MatchArgs};
use duiyi_arena::{
    BradleyTerry, End, Entrant, Format, Journal, Opening, Plan, Progress, Rules, Sprt, SprtUnit, Told, Tournament,
    Warden, parse_openings, show_pairing, show_sprt, summary,
};
use duiyi_tune::{Curve, state::save, texel::Trainer};
use duiyi_xiangqi::Xiangqi;
use indicatif::{ProgressBar, ProgressStyle};
use std::{
    error::Error,
    fs,
    io::{IsTerminal, stderr},
    path::Path,
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

/// The command line that started this program, quoted for a shell.
pub(crate) fn command_line() -> String {
    let quoted = |arg: String| {
        let plain = |c: char| c.is_alphanumeric() || "-_./=,+:@%".contains(c);
        if !arg.is_empty() && arg.chars().all(plain) { arg } else { format!("'{}'", arg.replace('\'', r"'\''")) }
    };
    let mut args = std::env::args();
    args.next();
    std::iter::once("lab".to_owned()).chain(args.map(quoted)).collect::<Vec<_>>().join(" ")
}

/// Plays the match and prints its summary.
pub(crate) fn play(
    args: MatchArgs,
    format: Format,
    sprt: Option<(Sprt, SprtUnit)>,
    exactly: Option<usize>,
    command: &str,
) -> Result<(), Box<dyn Error>> {
    if let Some(engines) = exactly.filter(|&engines| args.engines.len() != engines) {
        return Err(format!("{} engine(s) given: this needs {engines}", args.engines.len()).into());
    }
    if args.engines.iter().any(|engine| !engine.can_play_by(&args.conditions.tc)) {
        return Err("builtin=duiyi plays by movetime, nodes or depth; run it as a process to give it a clock".into());
    }
    let rules = Told::<Xiangqi>::new(&args.rules.to_string()).map_err(|error| error.to_string())?;
    let openings = read_openings(args.conditions.openings.as_deref(), &rules)?;
    let warden = Arc::new(Warden::new());
    let entrants = args.engines.into_iter().map(|spec| spec.entrant(&warden)).collect();
    conduct(&rules, entrants, openings, &args.conditions, format, sprt, command)
}

/// Plays a match of any game and prints its summary.
pub(crate) fn conduct(
    rules: &dyn Rules,
    entrants: Vec<Box<dyn Entrant>>,
    openings: Vec<Opening>,
    args: &ConditionsArgs,
    format: Format,
    sprt: Option<(Sprt, SprtUnit)>,
    command: &str,
) -> Result<(), Box<dyn Error>> {
    let tournament = Tournament {
        rules,
        entrants,
        openings,
        plan: Plan { format, rounds: args.games / 2, seed: args.seed },
        control: args.tc.clone(),
        margin: Duration::from_millis(args.margin),
        adjudication: args.adjudication(),
        sprt,
        concurrency: args.concurrency,
        fresh_players: args.fresh,
    };
    let heading = tournament.heading(command);
    // An engine that does not start is found before any file is made.
    tournament.check()?;
    let (mut journal, already) = match &args.out {
        Some(stem) => {
            let (journal, already) = Journal::open(stem, heading.clone(), tournament.rules, args.resume)?;
            (Some(journal), already)
        }
        None => (None, Vec::new()),
    };
    let bar = progress_bar();
    let mut observe = |progress: &Progress<'_>| show_progress(&bar, progress, sprt);
    let stop = AtomicBool::new(false);
    let (standings, end) = tournament.run(already, journal.as_mut(), &mut observe, &stop)?;
    bar.finish_and_clear();
    let recorded = journal.as_ref().map_or(&heading, Journal::heading);
    print!("{}", summary(&[recorded], &standings, BradleyTerry::default()));
    if sprt.is_some() && end != End::Decided {
        println!("\nThe test is not decided: it ran out of games.");
    }
    Ok(())
}

/// The openings of a file; the initial position without one.
pub(crate) fn read_openings(path: Option<&Path>, rules: &dyn Rules) -> Result<Vec<Opening>, Box<dyn Error>> {
    Ok(match path {
        Some(path) => {
            let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
            parse_openings(&text)
        }
        None => vec![Opening { id: "start".to_owned(), position: rules.initial_position() }],
    })
}

/// Trains to the end, keeping the curve and, after every epoch, the state.
pub(crate) fn train(trainer: &mut Trainer<'_>, curve: &mut Curve, state: &Path) -> Result<(), Box<dyn Error>> {
    let bar = spinner();
    let mut failed = None;
    trainer.run(|progress, now| {
        curve.push(f64::from(progress.epoch), &[progress.training, progress.held_out]);
        let (epoch, training, held_out) = (progress.epoch, progress.training, progress.held_out);
        bar.set_message(format!("epoch {epoch}: training {training:.6}, held out {held_out:.6}"));
        bar.tick();
        failed = save(state, now).err();
        failed.is_none()
    });
    bar.finish_and_clear();
    failed.map_or(Ok(()), |error| Err(error.into()))
}

/// A bar on a terminal, nothing elsewhere.
pub(crate) fn progress_bar() -> ProgressBar {
    if !stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:24} {pos}/{len} [{elapsed_precise}<{eta_precise}] {wide_msg}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(0).with_style(style)
}

/// A line that changes as work goes on, on a terminal; nothing elsewhere.
pub(crate) fn spinner() -> ProgressBar {
    if stderr().is_terminal() { ProgressBar::new_spinner() } else { ProgressBar::hidden() }
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
        bar.suspend(|| eprintln!("{line}"));
    }
}

/// Prints how long a test is expected to take at several true strengths.
pub(crate) fn show_plan(sprt: &Sprt) {
    const DEVIATION: f64 = 0.35;
    let (elo0, elo1) = sprt.hypotheses();
    let (lower, upper) = sprt.bounds();
    println!("LLR bounds {lower:.3} and {upper:.3}; expected games if the true {:?} Elo is", sprt.model());
    let step = elo1 - elo0;
    for elo in [elo0 - step, elo0, (elo0 + elo1) / 2.0, elo1, elo1 + step, elo1 + 2.0 * step] {
        println!("{elo:8.2}: {:8.0}", sprt.expected_games(elo, DEVIATION));
    }
    println!("(Wald's approximation; a game's deviation in pairs taken for {DEVIATION})");
}
