//! Records what a player's search finds in positions of real games, iteration by
//! iteration: the records of the simulator of `duiyi-clock`.
//!
//! One side of each game is drawn, and every position in which it was to move
//! is searched in the order of the game, with the table that the search before
//! left behind, as an engine that plays has it. The games go on with the moves
//! that were really played, so that one search does not decide what the next
//! one sees. Every move that was best in some iteration then gets a reference
//! value: it is searched alone, with a table of its own, and the values of all
//! candidates are taken at one depth, which all of them reached and which is
//! beyond the record. Values from different depths would not do: the move that
//! was looked at last would seem best (the winner's curse).
//!
//! Node counts do not depend on the machine, and a recorded time is nodes over
//! a given speed; or, for the relation of the two, processor time is measured.

use super::positions::{open, read_games};
use crate::{
    files::Growing,
    games::{LabGame, PlayerSpec},
    progress::resumed_bar,
    say,
};
use clap::Args;
use cpu_time::ThreadTime;
use duiyi_clock::sim::{TraceGame, TraceIteration, TracePosition, TraceSet};
use duiyi_game::{Game, History, Notation, Reason, Score, Side, legal_moves};
use duiyi_player::{Player, Request};
use duiyi_search::{Bound, LimitControl, Limits, Observer, Report, StopHandle};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use std::{
    collections::HashSet,
    fs::OpenOptions,
    path::{Path, PathBuf},
};

/// Games of fewer plies are torsos and left out.
const LEAST_PLIES: usize = 20;
/// The deepest iteration that is recorded: beyond, in a position nearly
/// decided, the iterations say nothing new.
const DEEPEST: u32 = 40;
/// A reference search may take so many times the nodes of the record before it has to do with the depth it has.
const REFERENCE_MULTIPLE: u64 = 25;

/// What to record.
#[derive(Debug, Args)]
pub(crate) struct TraceArgs {
    /// Collections of games, as `lab positions` reads them.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Games to draw; of each, one side is recorded.
    #[arg(long, default_value_t = 100)]
    sides: usize,
    /// Leave out so many of the games drawn first, which another recording has.
    #[arg(long, default_value_t = 0)]
    skip: usize,
    /// Record only so many positions of each side, evenly spread; all of them without it.
    #[arg(long)]
    positions: Option<usize>,
    /// Nodes of each search.
    #[arg(long, default_value_t = 100_000)]
    nodes: u64,
    /// Plies that the reference searches go beyond the record; with 0 there are none, and no loss is measured.
    #[arg(long, default_value_t = 2)]
    deeper: u32,
    /// Nodes per second by which nodes become time.
    #[arg(long, default_value_t = 1_000_000)]
    speed: u64,
    /// Measure the processor time instead.
    #[arg(long, conflicts_with = "speed")]
    measured: bool,
    /// The table in MiB.
    #[arg(long, default_value_t = 16)]
    hash: usize,
    /// Seed of the choice of games and sides.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Rule set.
    #[arg(long, default_value = "")]
    rules: String,
    /// The file to write, one line of JSON for each side.
    #[arg(long)]
    out: PathBuf,
    /// Go on with the recording that is there.
    #[arg(long)]
    resume: bool,
}

/// A game, and whose moves are recorded.
struct Selected<G: Game> {
    name: String,
    side: Side,
    game: History<G>,
}

/// Keeps every whole iteration.
struct Recorder<'a, M> {
    started: ThreadTime,
    measured: bool,
    speed: u64,
    moves: &'a mut Vec<M>,
    iterations: Vec<TraceIteration>,
}

impl<M: Copy + PartialEq> Observer<M> for Recorder<'_, M> {
    fn progress(&mut self, report: &Report<'_, M>) {
        let Some(&best) = report.pv.first().filter(|_| report.bound == Bound::Exact) else { return };
        let index = self.moves.iter().position(|&mv| mv == best).unwrap_or_else(|| {
            self.moves.push(best);
            self.moves.len() - 1
        });
        let micros = if self.measured {
            self.started.elapsed().as_micros()
        } else {
            u128::from(report.nodes) * 1_000_000 / u128::from(self.speed.max(1))
        };
        self.iterations.push(TraceIteration {
            depth: report.depth,
            nodes: report.nodes,
            micros: micros as u64,
            score: report.score.get(),
            best: index as u16,
            share: report.best_move_permille.min(1000) as u16,
            mate: report.score.mate_distance(),
        });
    }
}

/// Keeps the score of every whole iteration; index 0 is depth 1.
struct Scores(Vec<Score>);

impl<M> Observer<M> for Scores {
    fn progress(&mut self, report: &Report<'_, M>) {
        if report.bound == Bound::Exact {
            self.0.push(report.score);
        }
    }
}

/// Two players that do not learn from each other.
struct Bench<G> {
    start: G,
    playing: Box<dyn Player<G>>,
    judging: Box<dyn Player<G>>,
}

impl<G: Notation> Bench<G> {
    fn new(game: &LabGame<G>, hash: usize) -> Result<Bench<G>, Reason> {
        let mut spec = PlayerSpec::default();
        spec.set_option("Hash", &hash.to_string());
        Ok(Bench { start: game.start().clone(), playing: game.player(&spec)?, judging: game.player(&spec)? })
    }

    fn new_game(&mut self) {
        self.playing.new_game(&self.start);
        self.judging.new_game(&self.start);
    }

    /// What is found in the position at the end of a game.
    fn record(&mut self, game: &History<G>, args: &TraceArgs) -> Option<TracePosition> {
        let context = self.playing.context(game);
        let mut moves = Vec::new();
        let mut recorder = Recorder {
            started: ThreadTime::now(),
            measured: args.measured,
            speed: args.speed,
            moves: &mut moves,
            iterations: Vec::new(),
        };
        let mut limits = Limits::nodes(args.nodes);
        limits.depth = Some(DEEPEST);
        self.playing.decide(&mut Request {
            game,
            allowed: &|_| true,
            control: &mut LimitControl::new(limits, StopHandle::new()),
            observer: &mut recorder,
        });
        let mut iterations = recorder.iterations;
        // A mate that is proved ends an engine's search, too.
        if let Some(proved) = iterations.iter().position(|i| i.mate.is_some_and(|m| m.unsigned_abs() <= i.depth)) {
            iterations.truncate(proved + 1);
        }
        let last = iterations.last()?;
        let values = self.reference(game, &moves, last, args);
        Some(TracePosition {
            ply: context.ply,
            legal: context.legal_moves.unwrap_or_else(|| legal_moves(game.now()).len() as u32),
            material: context.material.map(|share| (share * 1000.0).round() / 1000.0),
            phase: context.phase,
            recapture: context.forced_recapture,
            moves: moves.iter().map(|&mv| game.now().write_move(mv)).collect(),
            values,
            iterations,
        })
    }

    /// What each candidate is worth, all at one depth.
    fn reference(&mut self, game: &History<G>, moves: &[G::Move], last: &TraceIteration, args: &TraceArgs) -> Vec<i32> {
        // Where there is one candidate there is nothing to lose.
        if moves.len() < 2 || args.deeper == 0 {
            return vec![last.score; moves.len()];
        }
        let mut limits = Limits::nodes(args.nodes.saturating_mul(REFERENCE_MULTIPLE));
        limits.depth = Some((last.depth + args.deeper).min(DEEPEST + args.deeper));
        let mut of = |candidate: G::Move| {
            let mut scores = Scores(Vec::new());
            self.judging.decide(&mut Request {
                game,
                allowed: &|mv| mv == candidate,
                control: &mut LimitControl::new(limits.clone(), StopHandle::new()),
                observer: &mut scores,
            });
            scores.0
        };
        let scores: Vec<Vec<Score>> = moves.iter().map(|&candidate| of(candidate)).collect();
        let common = scores.iter().map(Vec::len).min().unwrap_or_default();
        scores.iter().map(|scores| scores.get(common.wrapping_sub(1)).map_or(last.score, |s| s.get())).collect()
    }
}

/// Records what was asked for.
///
/// # Errors
/// If there are too few games, or a file can't be read or written.
pub(crate) fn record<G: Notation>(game: &LabGame<G>, args: &TraceArgs, command: &str) -> Result<(), Reason> {
    let heading = format!("# {}", command.replace(" --resume", ""));
    let of = game.by(&args.rules)?;
    let selected = select(args, &of)?;
    // What is there is somebody's work: only `--resume` touches it.
    let (mut out, there) = Growing::open(&args.out, OpenOptions::new().create_new(!args.resume))?;
    let already = if args.resume { recorded(&args.out, &there, &heading)? } else { HashSet::new() };
    if !args.resume {
        out.write(format!("{heading}\n").as_bytes())?;
    }
    let bar = resumed_bar(0, selected.iter().map(|game| searched_plies(game, args).len() as u64).sum());
    let mut bench = Bench::new(&of, args.hash)?;
    for game in &selected {
        let plies = searched_plies(game, args);
        if already.contains(&game.name) {
            bar.inc(plies.len() as u64);
            bar.reset_eta();
            continue;
        }
        bench.new_game();
        let mut played = History::new(game.game.start().clone());
        let mut positions = Vec::with_capacity(plies.len());
        for (ply, &mv) in game.game.moves().iter().enumerate() {
            if plies.contains(&ply) {
                positions.extend(bench.record(&played, args));
                bar.inc(1);
            }
            played.play(mv)?;
        }
        let side = G::SIDES[game.side.index()].to_lowercase();
        let trace = TraceGame { game: game.name.clone(), side, positions };
        let mut line = Vec::new();
        TraceSet::new(vec![trace])?.write(&mut line)?;
        out.write(&line)?;
    }
    bar.finish_and_clear();
    say::result(format_args!("{} sides in {}", selected.len(), args.out.display()))
}

/// The plies of a game that are searched: where a turn of the side begins.
fn searched_plies<G: Game + Clone>(selected: &Selected<G>, args: &TraceArgs) -> Vec<usize> {
    let movers: Vec<Side> = selected.game.movers().collect();
    let begins = |ply: &usize| G::ALTERNATES || *ply == 0 || movers[ply - 1] != movers[*ply];
    let all: Vec<usize> = (0..movers.len()).filter(|&ply| movers[ply] == selected.side).filter(begins).collect();
    match args.positions {
        Some(wanted) if wanted < all.len() => {
            (0..wanted).map(|i| all[(2 * i + 1) * all.len() / (2 * wanted)]).collect()
        }
        _ => all,
    }
}

/// Draws games, and of each a side.
fn select<G: Notation>(args: &TraceArgs, of: &LabGame<G>) -> Result<Vec<Selected<G>>, Reason> {
    let mut games = Vec::new();
    for path in &args.games {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let mut number = 0;
        read_games(of, path, &mut *open(path)?, &mut |played| {
            number += 1;
            // A collection has games that break off at an illegal move; there are enough others.
            if let Some(played) = played.ok().filter(|played| played.game.turns().count() >= LEAST_PLIES) {
                games.push((played.name.unwrap_or_else(|| format!("{stem} {number}")), played.game));
            }
        })
        .map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let drawn = args.skip + args.sides;
    if games.len() < drawn {
        let found = games.len();
        return Err(format!("{found} games of {LEAST_PLIES} plies or more: {drawn} are needed").into());
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(args.seed);
    // The beginning of a shuffle by Fisher and Yates: drawing more games leaves the first ones as they are.
    let mut sides = Vec::with_capacity(drawn);
    for i in 0..drawn {
        let other = i + (rng.next_u64() % (games.len() - i) as u64) as usize;
        games.swap(i, other);
        sides.push(if rng.next_u64() & 1 == 0 { Side::First } else { Side::Second });
    }
    let drawn = games.into_iter().zip(sides).skip(args.skip);
    Ok(drawn.map(|((name, game), side)| Selected { name, side, game }).collect())
}

/// The names of the games that a recording has already.
fn recorded(path: &Path, text: &str, heading: &str) -> Result<HashSet<String>, Reason> {
    let first = text.lines().next().unwrap_or_default();
    if first != heading {
        return Err(format!("{}: it was recorded by {first:?}, not by {heading:?}", path.display()).into());
    }
    let traces = TraceSet::read(text.as_bytes()).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(traces.games().iter().map(|game| game.game.clone()).collect())
}
