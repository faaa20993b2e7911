//! Records the results of a player's search in positions of real games, iteration by iteration, for
//! the simulator of `duiyi-clock`.
//!
//! One side of each game is chosen at random, and every position with that side to move is searched
//! in the order of the game, with the transposition table of the previous search, as in play. The
//! moves of the game are replayed, so that one search does not affect the next position. Every
//! move that was best in some iteration gets a reference value: it is searched alone with a
//! separate table, and the values of all candidates are taken at one depth that all of them
//! reached and that is deeper than the record. Values from different depths would be biased: the
//! move searched last would seem best (the winner's curse).
//!
//! Node counts do not depend on the machine, and a recorded time is the node count divided by a
//! given speed; alternatively, processor time is measured to find the relation of the two.

use super::positions::{open, read_games};
use crate::{
    files::{Growing, distinct},
    games::LabGame,
    matches::ablation::Set,
    progress::resumed_bar,
    say,
};
use clap::Args;
use cpu_time::ThreadTime;
use duiyi_clock::sim::{TraceGame, TraceIteration, TracePosition, TraceSet};
use duiyi_engine::{Player, Request};
use duiyi_game::{Game, History, Notation, Reason, Score, Side, legal_moves};
use duiyi_kit::cli::PlayerArguments;
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

/// Shorter games, in plies, are incomplete and skipped.
const LEAST_PLIES: usize = 20;
/// The deepest recorded iteration: deeper iterations occur in nearly decided positions, where the
/// result no longer changes.
const DEEPEST: u32 = 40;
/// The node limit of a reference search as a multiple of the nodes of the record; after it the reached depth is used.
const REFERENCE_MULTIPLE: u64 = 25;

/// Options of the recording.
#[derive(Debug, Args)]
pub(crate) struct TraceArgs {
    /// Collections of games, in the formats of `lab positions`.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Number of games to draw; one side of each is recorded.
    #[arg(long, default_value_t = 100)]
    sides: usize,
    /// Skip this number of drawn games, for example those of another recording.
    #[arg(long, default_value_t = 0)]
    skip: usize,
    /// Record only N evenly spread positions per side [default: all].
    #[arg(long)]
    positions: Option<usize>,
    /// Nodes of each search.
    #[arg(long, default_value_t = 100_000)]
    nodes: u64,
    /// Depth of the reference searches beyond the record, in plies; 0 disables them and the measurement of losses.
    #[arg(long, default_value_t = 2)]
    deeper: u32,
    /// Nodes per second, to convert nodes to time.
    #[arg(long, default_value_t = 1_000_000)]
    speed: u64,
    /// Measure the processor time instead.
    #[arg(long, conflicts_with = "speed")]
    measured: bool,
    /// The set of switches of the search.
    #[arg(long, value_enum, default_value_t = Set::Default)]
    set: Set,
    #[command(flatten)]
    player: PlayerArguments,
    /// Seed of the selection of games and sides.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Rule set.
    #[arg(long, default_value = "", hide_default_value = true)]
    rules: String,
    /// File to write, one line of JSON for each side.
    #[arg(long)]
    out: PathBuf,
    /// Resume an existing recording.
    #[arg(long)]
    resume: bool,
}

/// A game and the recorded side.
struct Selected<G: Game> {
    name: String,
    side: Side,
    game: History<G>,
}

/// Records every complete iteration.
struct Recorder<'a, M> {
    started: ThreadTime,
    measured: bool,
    speed: u64,
    moves: &'a mut Vec<M>,
    iterations: Vec<TraceIteration>,
}

impl<M: Copy + PartialEq> Observer<M> for Recorder<'_, M> {
    fn progress(&mut self, report: &Report<'_, M>) {
        // At the end a search may repeat an earlier result.
        let is_new = self.iterations.last().map_or(0, |last| last.depth) < report.depth;
        let Some(&best) = report.pv.first().filter(|_| report.bound == Bound::Exact && is_new) else { return };
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

/// Records the score of every complete iteration; index 0 is depth 1.
struct Scores(Vec<Score>);

impl<M> Observer<M> for Scores {
    fn progress(&mut self, report: &Report<'_, M>) {
        if report.bound == Bound::Exact {
            self.0.push(report.score);
        }
    }
}

/// Two players that share no state.
struct Bench<G> {
    start: G,
    playing: Box<dyn Player<G>>,
    judging: Box<dyn Player<G>>,
}

impl<G: Notation> Bench<G> {
    fn new(game: &LabGame<G>, args: &TraceArgs) -> Result<Bench<G>, Reason> {
        let own = args.set.options();
        let player = || args.player.player(game.kit(), &own);
        Ok(Bench { start: game.start().clone(), playing: player()?, judging: player()? })
    }

    fn new_game(&mut self) {
        self.playing.new_game(&self.start);
        self.judging.new_game(&self.start);
    }

    /// The search record of the position at the end of a game.
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
        let limits = Limits::nodes(args.nodes).with_depth(DEEPEST);
        self.playing.decide(&mut Request {
            game,
            allowed: &|_| true,
            control: &mut LimitControl::new(limits, StopHandle::new()),
            observer: &mut recorder,
        });
        let mut iterations = recorder.iterations;
        // A proved mate also ends an engine's search.
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

    /// The values of the candidates, all at the same depth.
    fn reference(&mut self, game: &History<G>, moves: &[G::Move], last: &TraceIteration, args: &TraceArgs) -> Vec<i32> {
        // With a single candidate there is no loss to measure.
        if moves.len() < 2 || args.deeper == 0 {
            return vec![last.score; moves.len()];
        }
        let limits = Limits::nodes(args.nodes.saturating_mul(REFERENCE_MULTIPLE))
            .with_depth((last.depth + args.deeper).min(DEEPEST + args.deeper));
        let mut of = |candidate: G::Move| {
            let mut scores = Scores(Vec::new());
            self.judging.decide(&mut Request {
                game,
                allowed: &|turn| turn.contains(&candidate),
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

/// Records the requested games.
///
/// # Errors
/// If there are too few games, or a file can't be read or written.
pub(crate) fn record<G: Notation>(game: &LabGame<G>, args: &TraceArgs, command: &str) -> Result<(), Reason> {
    let heading = format!("# {}", command.replace(" --resume", ""));
    let of = game.by(&args.rules)?;
    let selected = select(args, &of)?;
    // An existing file is only modified with `--resume`.
    let (mut out, there) = Growing::open(&args.out, OpenOptions::new().create_new(!args.resume), "# lab trace ")?;
    let already = if args.resume { recorded(&args.out, &there, &heading)? } else { HashSet::new() };
    if !args.resume {
        out.write(format!("{heading}\n").as_bytes())?;
    }
    let bar = resumed_bar(0, selected.iter().map(|game| searched_plies(game, args).len() as u64).sum());
    let mut bench = Bench::new(&of, args)?;
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

/// The plies of a game that are searched: the beginnings of the side's turns.
fn searched_plies<G: Game + Clone>(selected: &Selected<G>, args: &TraceArgs) -> Vec<usize> {
    let movers: Vec<Side> = selected.game.movers().collect();
    let begins = |ply: &usize| G::ALTERNATES || *ply == 0 || movers[ply - 1] != movers[*ply];
    let all: Vec<usize> = (0..movers.len()).filter(|&ply| movers[ply] == selected.side).filter(begins).collect();
    match args.positions {
        Some(wanted) if wanted < all.len() => middles(&all, wanted),
        _ => all,
    }
}

/// The items in the middle of each of `parts` equal parts.
fn middles(all: &[usize], parts: usize) -> Vec<usize> {
    (0..parts).map(|part| all[(2 * part + 1) * all.len() / (2 * parts)]).collect()
}

/// Draws games, and a side of each.
fn select<G: Notation>(args: &TraceArgs, of: &LabGame<G>) -> Result<Vec<Selected<G>>, Reason> {
    let mut games = Vec::new();
    for path in distinct(&args.games)? {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let mut number = 0;
        read_games(of, path, &mut *open(path)?, &mut |played| {
            number += 1;
            // A collection may contain games that end in an illegal move; they are skipped.
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
    // The beginning of a Fisher-Yates shuffle: drawing more games does not change the first ones.
    let mut sides = Vec::with_capacity(drawn);
    for i in 0..drawn {
        let other = i + (rng.next_u64() % (games.len() - i) as u64) as usize;
        games.swap(i, other);
        sides.push(if rng.next_u64() & 1 == 0 { Side::First } else { Side::Second });
    }
    let drawn = games.into_iter().zip(sides).skip(args.skip);
    Ok(drawn.map(|((name, game), side)| Selected { name, side, game }).collect())
}

/// The names of the games in an existing recording.
fn recorded(path: &Path, text: &str, heading: &str) -> Result<HashSet<String>, Reason> {
    let first = text.lines().next().unwrap_or_default();
    if first != heading {
        return Err(format!("{}: recorded by {first:?}; expected {heading:?}", path.display()).into());
    }
    let traces = TraceSet::read(text.as_bytes()).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(traces.games().iter().map(|game| game.game.clone()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_positions_are_those_in_the_middle_of_equal_parts() {
        let all: Vec<usize> = (10..20).collect();
        let expected: [(usize, &[usize]); 4] =
            [(1, &[15]), (2, &[12, 17]), (3, &[11, 15, 18]), (5, &[11, 13, 15, 17, 19])];
        for (parts, middle) in expected {
            assert_eq!(middles(&all, parts), middle);
        }
        assert_eq!(middles(&all, 10), all);
        assert!(middles(&all, 0).is_empty());
    }
}
