//! Searches positions and writes the scores next to the results: a second label without the
//! noise of the later moves of the game.

use crate::{
    files::Growing,
    games::{EvaluationSpec, LabGame},
    matches::spec::read_player,
    progress::resumed_bar,
    shards::{Layout, Plan, ShardArgs},
};
use clap::Args;
use duiyi_engine::Request;
use duiyi_game::files;
use duiyi_game::hash::digest;
use duiyi_game::{History, Notation, Reason, Side};
use duiyi_search::{LimitControl, Limits, StopHandle};
use std::{fs::OpenOptions, path::PathBuf, thread};

/// Options of the searches.
#[derive(Clone, Debug, Args)]
pub(crate) struct LabelArgs {
    /// Positions, as written by `lab positions`.
    positions: PathBuf,
    /// Output: the same lines with the score for the first side added, in centipawns or the units of the game's
    /// evaluation. An existing file is continued.
    #[arg(long)]
    out: PathBuf,
    /// Nodes per position.
    #[arg(long, default_value_t = 1500)]
    nodes: u64,
    /// Evaluation of the search, as in the description of an engine [default: the player's evaluation].
    #[arg(long)]
    eval: Option<String>,
    /// Rule set.
    #[arg(long, default_value = "", hide_default_value = true)]
    rules: String,
    /// Number of positions to search at a time.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
    #[command(flatten)]
    shard: ShardArgs,
}

impl LabelArgs {
    /// The settings that the parts of the file have in common, for these positions.
    fn plan(&self, text: &str, lines: u64) -> Plan {
        let (positions, out, shard) =
            (format!("{:016x}", digest(text.bytes())).into(), PathBuf::new(), ShardArgs::default());
        let work = format!("{:?}", LabelArgs { positions, out, concurrency: 1, shard, ..self.clone() });
        Plan { shard: self.shard.shard, items: lines, layout: Layout::Lines, work }
    }
}

/// Lines searched between two writes.
const BLOCK: usize = 2_000;
/// The number of fields to keep; an existing score is replaced.
const FIELDS: usize = 4;

/// Labels the positions that have no label yet.
///
/// # Errors
/// If a file can't be read or written.
pub(crate) fn run<G: Notation>(game: &LabGame<G>, args: &LabelArgs) -> Result<(), Reason> {
    let game = &game.by(&args.rules)?;
    let text =
        files::read_text(&args.positions, 1 << 32).map_err(|error| format!("{}: {error}", args.positions.display()))?;
    let shard = args.shard.shard;
    let lines: Vec<(usize, &str)> = (1..).zip(text.lines()).filter(|(line, _)| shard.has(*line as u64 - 1)).collect();
    let out = args.plan(&text, text.lines().count() as u64).begin(&args.out)?;
    // The label follows the fields of the first position.
    let begin = lines.first().map_or(String::new(), |(_, line)| format!("{}\t", kept(line)));
    let (mut out, there) = Growing::open(&out, OpenOptions::new().create(true), &begin)?;
    for (number, (there, (_, line))) in (1..).zip(there.lines().zip(&lines)) {
        if !there.starts_with(&format!("{}\t", kept(line))) {
            let (out, positions) = (args.out.display(), args.positions.display());
            return Err(format!("{out}, line {number}: '{there}' is not the position in {positions}").into());
        }
    }
    let done = there.lines().count();
    let bar = resumed_bar(done as u64, lines.len() as u64);
    for block in lines[done.min(lines.len())..].chunks(BLOCK) {
        let share = block.len().div_ceil(args.concurrency as usize);
        let scores = thread::scope(|scope| {
            let workers: Vec<_> = block.chunks(share).map(|part| scope.spawn(|| search(game, part, args))).collect();
            workers
                .into_iter()
                .map(|worker| worker.join().map_err(|_| "a search failed")?)
                .collect::<Result<Vec<_>, Reason>>()
        })?;
        let labelled = block
            .iter()
            .zip(scores.into_iter().flatten())
            .map(|((_, line), score)| format!("{}\t{score}\n", kept(line)));
        out.write(labelled.collect::<String>().as_bytes())?;
        bar.inc(block.len() as u64);
    }
    bar.finish_and_clear();
    Ok(())
}

/// The fields of a line without its label.
fn kept(line: &str) -> String {
    line.split('\t').take(FIELDS).collect::<Vec<_>>().join("\t")
}

/// The scores of the positions of some lines, for the first side.
fn search<G: Notation>(game: &LabGame<G>, lines: &[(usize, &str)], args: &LabelArgs) -> Result<Vec<i32>, Reason> {
    let rules = game.start();
    let mut spec = read_player(game, "hash=1")?;
    spec.evaluation = args.eval.as_deref().map_or(EvaluationSpec::Usual, EvaluationSpec::named);
    let mut player = game.player(&spec)?;
    let mut score = |&(number, line): &(usize, &str)| {
        let at = || format!("{}, line {number}", args.positions.display());
        let text = line.split('\t').next().unwrap_or_default();
        let position = rules.read_position(text).map_err(|error| format!("{}: {error}", at()))?;
        let sign = if position.side_to_move() == Side::First { 1 } else { -1 };
        // The player is reset, so that a label does not depend on the order.
        player.new_game(rules);
        let decision = player.decide(&mut Request {
            game: &History::new(position),
            allowed: &|_| true,
            control: &mut LimitControl::new(Limits::nodes(args.nodes), StopHandle::new()),
            observer: &mut (),
        });
        let score = decision.and_then(|decision| decision.score).ok_or_else(|| format!("{}: no score", at()))?;
        Ok(sign * score.get())
    };
    lines.iter().map(&mut score).collect()
}
