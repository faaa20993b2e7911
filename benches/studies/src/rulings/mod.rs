//! Cycles of xiangqi, judged by every rule set: where the rule books disagree, and by which articles.

mod classes;
mod cycles;
mod mixed;
mod starts;

use clap::Args;
use classes::{Classes, list_heading, list_line};
use cycles::{LONGEST, SHORTEST};
use duiyi_game::Reason;
use duiyi_lab::{
    files::{Keeper, beside, distinct, write_headed},
    progress::resumed_bar,
    say,
    shards::{ShardArgs, part_of},
};
use duiyi_train::state::load;
use duiyi_xiangqi::{Move, Position};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use serde::{Deserialize, Serialize};
use starts::{Starts, draw};
use std::path::{Path, PathBuf};

/// Options of judging cycles.
#[derive(Clone, Debug, Args)]
pub(crate) struct RulingsArgs {
    /// Where to write the classes: NAME.csv, with the state for continuing in NAME.json.
    #[arg(long, value_name = "NAME")]
    out: PathBuf,
    /// Number of pieces, both kings included.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(3..=8))]
    pieces: u8,
    /// Number of random start positions [default: all positions, for 3 or 4 pieces].
    #[arg(long)]
    positions: Option<u64>,
    /// Take only every Nth of all positions.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,
    /// Judge all cycles of four plies of each position in addition to random cycles.
    #[arg(long)]
    all_short: bool,
    /// Random cycles of each even length from 4 to 12 plies per position.
    #[arg(long, default_value_t = 1)]
    cycles: u32,
    /// Seed of the random positions and cycles.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write the sum of these finished states (NAME.json of other runs) instead of judging cycles.
    #[arg(long, value_name = "STATE", num_args = 1..)]
    merge: Vec<PathBuf>,
    /// Only list the cycles with their rulings in NAME.csv, to compare them with other programs.
    #[arg(long, conflicts_with = "merge")]
    list: bool,
    /// Only solve these tables of endgames and write positions that rulings decide, or seem to, to NAME.epd.
    #[arg(long, value_name = "TABLE", num_args = 1.., conflicts_with_all = ["merge", "list"])]
    mixed: Vec<String>,
    /// Only write positions like this one, in which the side to move holds by mixed cycles of its rooks, to
    /// NAME.epd.
    #[arg(long, value_name = "FEN", conflicts_with_all = ["merge", "list", "mixed"])]
    held: Option<Position>,
    /// With --mixed: the last ranks on which pawns stand.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u8).range(1..=10))]
    pawn_ranks: u8,
    #[command(flatten)]
    shard: ShardArgs,
}

/// A random position with a number of pieces, kings included.
pub(crate) fn random_start(pieces: usize, seed: u64) -> Option<Position> {
    Starts::Random { pieces, positions: 1, seed }.position(0)
}

/// A random cycle of 4 to 12 plies from a position, in which both sides prefer checks and attacks.
pub(crate) fn random_cycle(start: &Position, random: &mut Xoshiro256PlusPlus) -> Option<Vec<Move>> {
    let half = SHORTEST / 2 + draw(random, ((LONGEST - SHORTEST) / 2 + 1) as u64) as usize;
    cycles::random(start, 2 * half, [true, draw(random, 2) > 0], random)
}

/// The state of a run.
#[derive(Debug, Serialize, Deserialize)]
struct State {
    /// Everything that determines the cycles.
    rulings: String,
    /// The next start position, and their number.
    next: u64,
    all: u64,
    classes: Classes,
}

/// Judges cycles, or merges the results of several runs.
///
/// # Errors
/// If an option is invalid or a file can't be read or written.
pub(crate) fn run(args: &RulingsArgs, line: &str) -> Result<(), Reason> {
    let out = part_of(&args.out, args.shard.shard);
    if !args.merge.is_empty() {
        return write(&out, &merged(distinct(&args.merge)?)?, line);
    }
    if args.held.is_some() || !args.mixed.is_empty() {
        let most = args.positions.unwrap_or(100) as usize;
        let text = match &args.held {
            Some(start) => mixed::held_suite(start, most, args.seed)?,
            None => mixed::suite(&args.mixed, most, (args.seed, args.pawn_ranks))?,
        };
        return write_headed(&beside(&out, "epd"), &format!("# Command: {line}\n{text}"));
    }
    let pieces = usize::from(args.pieces);
    let starts = match args.positions {
        Some(positions) => Starts::Random { pieces, positions, seed: args.seed },
        None => Starts::all(pieces)?,
    };
    if args.list {
        let mut text = list_heading();
        for index in (0..starts.count()).filter(|&index| is_chosen(args, index)) {
            if let Some(start) = starts.position(index) {
                each_cycle(args, &start, index, |cycle| {
                    text += &list_line(&start, cycle)?;
                    Ok(())
                })?;
            }
        }
        return write_headed(&beside(&out, "csv"), &format!("# Command: {line}\n{text}"));
    }
    let work = format!("{:?}", RulingsArgs { out: PathBuf::new(), ..args.clone() });
    let path = beside(&out, "json");
    let mut keeper = Keeper::open(&out)?;
    let mut state = match path.exists() {
        true => load::<State>(&path)?,
        false => State { rulings: work.clone(), next: 0, all: starts.count(), classes: Classes::default() },
    };
    if state.rulings != work {
        return Err(format!("{} belongs to other work: {}", path.display(), state.rulings).into());
    }
    let bar = resumed_bar(state.next, state.all);
    while state.next < state.all {
        if is_chosen(args, state.next) {
            judge_start(args, &starts, state.next, &mut state.classes)?;
        }
        state.next += 1;
        if state.next % 256 == 0 {
            bar.set_position(state.next);
            keeper.keep_at_times(&state)?;
        }
    }
    bar.finish_and_clear();
    keeper.keep(&state)?;
    write(&out, &state.classes, line)
}

/// Whether a start position belongs to the work of this run.
fn is_chosen(args: &RulingsArgs, index: u64) -> bool {
    index.is_multiple_of(args.every) && (index / args.every) % args.shard.shard.of() == args.shard.shard.index()
}

/// Judges the cycles of one start position.
fn judge_start(args: &RulingsArgs, starts: &Starts, index: u64, classes: &mut Classes) -> Result<(), Reason> {
    let Some(start) = starts.position(index) else { return Ok(()) };
    classes.positions += 1;
    each_cycle(args, &start, index, |cycle| classes.judge(&start, cycle))
}

/// Passes the cycles of a start position to a function.
///
/// # Errors
/// The first error of the function; it is called for all cycles.
fn each_cycle(
    args: &RulingsArgs,
    start: &Position,
    index: u64,
    mut take: impl FnMut(&[Move]) -> Result<(), Reason>,
) -> Result<(), Reason> {
    let mut failed = None;
    let mut take = |cycle: &[Move]| failed = failed.take().or(take(cycle).err());
    if args.all_short {
        cycles::of_four_plies(start, &mut take);
    }
    let mut random = Xoshiro256PlusPlus::seed_from_u64(args.seed ^ index.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    for plies in (SHORTEST..=LONGEST).step_by(2) {
        for _ in 0..args.cycles {
            let forcing = [draw(&mut random, 4) > 0, draw(&mut random, 2) > 0];
            if let Some(cycle) = cycles::random(start, plies, forcing, &mut random) {
                take(&cycle);
            }
        }
    }
    failed.map_or(Ok(()), Err)
}

/// The sum of finished runs.
fn merged(states: &[PathBuf]) -> Result<Classes, Reason> {
    let mut sum = Classes::default();
    for path in states {
        let state: State = load(path)?;
        if state.next < state.all {
            let (path, next, all) = (path.display(), state.next, state.all);
            return Err(format!("{path} is not finished: {next} of {all} start positions").into());
        }
        sum.add(state.classes);
    }
    Ok(sum)
}

fn write(out: &Path, classes: &Classes, line: &str) -> Result<(), Reason> {
    write_headed(&beside(out, "csv"), &format!("# Command: {line}\n{classes}"))?;
    say::result(classes.summary())
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_arena::Shard;
    use std::fs;

    fn args(out: &Path, shard: Shard) -> RulingsArgs {
        RulingsArgs {
            out: out.to_owned(),
            pieces: 5,
            positions: Some(12),
            every: 1,
            all_short: false,
            cycles: 1,
            seed: 3,
            merge: Vec::new(),
            list: false,
            mixed: Vec::new(),
            held: None,
            pawn_ranks: 10,
            shard: ShardArgs { shard },
        }
    }

    #[test]
    fn shards_add_up_and_other_work_is_refused() {
        let folder = std::env::temp_dir().join(format!("duiyi-lab-rulings-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let classes = |out: &Path| {
            let text = fs::read_to_string(beside(out, "csv")).unwrap();
            text.split_once('\n').unwrap().1.to_owned()
        };
        let (whole, parts) = (folder.join("whole"), folder.join("parts"));
        run(&args(&whole, Shard::WHOLE), "studies rulings").unwrap();
        let shards = [0, 1].map(|index| Shard::new(index, 2).unwrap());
        for shard in shards {
            run(&args(&parts, shard), "studies rulings").unwrap();
        }
        let merge = shards.map(|shard| beside(&part_of(&parts, shard), "json")).to_vec();
        run(&RulingsArgs { merge, ..args(&parts, Shard::WHOLE) }, "studies rulings").unwrap();
        assert_eq!(classes(&parts), classes(&whole));
        assert!(classes(&whole).starts_with("# 12 start positions, "), "{}", classes(&whole));
        let listed = folder.join("listed");
        run(&RulingsArgs { list: true, ..args(&listed, Shard::WHOLE) }, "studies rulings").unwrap();
        let cycles = fs::read_to_string(beside(&listed, "csv")).unwrap().lines().count() - 2;
        assert!(classes(&whole).contains(&format!(", {cycles} cycles, ")), "{cycles}");
        let other = run(&RulingsArgs { seed: 4, ..args(&whole, Shard::WHOLE) }, "studies rulings").unwrap_err();
        assert!(other.to_string().contains("belongs to other work"), "{other}");
        let same = Keeper::open(&whole).unwrap();
        let second = run(&args(&whole, Shard::WHOLE), "studies rulings").unwrap_err().to_string();
        assert!(second.ends_with("is being written by another program"), "{second}");
        drop(same);
        fs::write(beside(&whole, "json"), "a letter").unwrap();
        run(&args(&whole, Shard::WHOLE), "studies rulings").unwrap_err();
        assert_eq!(fs::read(beside(&whole, "json")).unwrap(), b"a letter");
        fs::remove_dir_all(&folder).unwrap();
    }
}
