//! `endgame`: builds, checks and reads endgame tables.

use crate::shares::shares;
use clap::{Args, Subcommand};
use duiyi_endgame::{Numbered as _, Probe as _, Progress, RuledCounts, RuledValue, Stage, Table, Value, ranked_moves};
use duiyi_game::{BySide, Notation, Reason, Side};
use duiyi_xiangqi::{
    Xiangqi,
    endgame::{EndgameFolder, EndgameTable, PerpetualTables},
    player::EVALUATIONS,
};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use serde_json::json;
use std::{fs, ops::ControlFlow, path::PathBuf, time::Instant};

/// The commands of `endgame`.
#[derive(Subcommand)]
pub enum Endgames {
    /// Build tables, and those that they need; existing ones are kept, so that a build that was stopped
    /// goes on.
    Build {
        /// The tables.
        #[command(flatten)]
        tables: Tables,
        /// The number of threads.
        #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
        threads: u16,
    },
    /// Check that each value of a table follows from those of the positions after its moves.
    Verify {
        /// The tables.
        #[command(flatten)]
        tables: Tables,
        /// The number of threads.
        #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
        threads: u16,
    },
    /// Count the positions of a table, and show one with the longest win.
    Longest {
        /// The tables.
        #[command(flatten)]
        tables: Tables,
    },
    /// Count the draws of tables that the rule decides that perpetual check loses, and show one.
    Perpetual {
        /// The tables.
        #[command(flatten)]
        tables: Tables,
    },
    /// Compare the static scores of the evaluations with tables: the share of draws that they score as an
    /// advantage, and of wins that they do not, as lines of CSV.
    Compare {
        /// The tables.
        #[command(flatten)]
        tables: Tables,
        /// The number of random positions of each table.
        #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
        positions: u32,
        /// The score that counts as an advantage, in centipawns.
        #[arg(long, default_value_t = 150, value_parser = clap::value_parser!(i32).range(1..=30_000))]
        margin: i32,
        /// The seed of the positions.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Count from all tables of a folder the share of an advantage that can be won, in 64ths, for Red and
    /// Black: the file `shares.txt` of the evaluations.
    Shares {
        /// The folder of the tables.
        #[arg(long, value_name = "FOLDER")]
        dir: PathBuf,
    },
    /// Draw problems from tables: positions that one move alone wins, as EPD lines with the move (`bm`)
    /// and the moves to mate (`dm`), the shortest first.
    Problems {
        /// The tables.
        #[command(flatten)]
        tables: Tables,
        /// The number of problems from each table.
        #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=10_000))]
        count: u32,
        /// The minimum number of moves to mate.
        #[arg(long, default_value_t = 3)]
        least: u16,
        /// The seed of the choice.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Look up a position: its value, and that of every move.
    Probe {
        /// The folder of the tables.
        #[arg(long, value_name = "FOLDER")]
        dir: PathBuf,
        /// The position.
        #[arg(long)]
        fen: String,
    },
}

/// Tables in a folder.
#[derive(Args)]
pub struct Tables {
    /// Tables: `k`, Red's other pieces, `k`, Black's, as in krkaabb.
    #[arg(required = true, value_name = "NAME")]
    names: Vec<EndgameTable>,
    /// The folder of the tables.
    #[arg(long, value_name = "FOLDER")]
    dir: PathBuf,
    /// Print a JSON object for each table.
    #[arg(long)]
    json: bool,
}

impl Endgames {
    /// Runs the command; `say` receives each line of the result.
    ///
    /// # Errors
    /// A folder or a table cannot be read, written or built, a value is wrong, or a position is invalid
    /// or in no table.
    pub fn run(&self, say: &mut dyn FnMut(String)) -> Result<(), Reason> {
        match self {
            Endgames::Build { tables, threads } => tables.build(usize::from(*threads), say),
            Endgames::Verify { tables, threads } => {
                let folder = EndgameFolder::open(&tables.dir)?;
                for table in &tables.names {
                    let counts = folder.verify(table, usize::from(*threads))?.counts();
                    let positions: u64 = Side::BOTH.map(|side| counts[side].positions()).iter().sum();
                    say(format!("{table}: {positions} values are right"));
                }
                Ok(())
            }
            Endgames::Longest { tables } => tables.describe(&EndgameFolder::open(&tables.dir)?, say),
            Endgames::Perpetual { tables } => perpetual(&EndgameFolder::open(&tables.dir)?, tables, say),
            Endgames::Compare { tables, positions, margin, seed } => {
                let folder = EndgameFolder::open(&tables.dir)?;
                say("table,evaluation,draws,scored as an advantage,decided,not scored as an advantage".to_owned());
                for table in &tables.names {
                    compare(&folder.load(table)?, (*positions, *margin), *seed).into_iter().for_each(&mut *say);
                }
                Ok(())
            }
            Endgames::Shares { dir } => {
                let folder = EndgameFolder::open(dir)?;
                for name in folder.names() {
                    say(shares(&folder.load(&name.parse()?)?));
                }
                Ok(())
            }
            Endgames::Problems { tables, count, least, seed } => {
                let folder = EndgameFolder::open(&tables.dir)?;
                for table in &tables.names {
                    problems(&folder, table, (*count, *least), *seed)?.into_iter().for_each(&mut *say);
                }
                Ok(())
            }
            Endgames::Probe { dir, fen } => probe(&EndgameFolder::open(dir)?, fen, say),
        }
    }
}

impl Tables {
    /// Builds the tables and describes them.
    fn build(&self, threads: usize, say: &mut dyn FnMut(String)) -> Result<(), Reason> {
        fs::create_dir_all(&self.dir).map_err(|error| format!("{}: {error}", self.dir.display()))?;
        let mut folder = EndgameFolder::open(&self.dir)?;
        let bar = duiyi_kit::cli::progress::bar(0);
        let progress = |at: Progress| {
            let doing = match at.stage {
                Stage::Counting => "counting moves".to_owned(),
                Stage::Deciding => format!("distance {}", at.plies),
                Stage::Verifying => "verifying".to_owned(),
            };
            bar.set_length(at.size);
            bar.set_position(at.done);
            bar.set_message(doing);
            ControlFlow::Continue(())
        };
        for table in &self.names {
            let started = Instant::now();
            let mut begin = |table: &EndgameTable| bar.println(format!("building {table}"));
            folder.build(table, threads, &progress, &mut begin)?;
            bar.println(format!("{table} in {:.1} s", started.elapsed().as_secs_f64()));
        }
        bar.finish_and_clear();
        self.describe(&folder, say)
    }

    /// Prints the counts of the tables.
    fn describe(&self, folder: &EndgameFolder, say: &mut dyn FnMut(String)) -> Result<(), Reason> {
        for table in &self.names {
            say(describe(&folder.load(table)?, self.json));
        }
        Ok(())
    }
}

/// The attempts to find a problem; a table without problems must not be searched forever.
const ATTEMPTS: u32 = 20_000;

/// Up to `count` problems of at least `least` moves from a table, the shortest first.
fn problems(
    folder: &EndgameFolder,
    table: &EndgameTable,
    (count, least): (u32, u16),
    seed: u64,
) -> Result<Vec<String>, Reason> {
    let loaded = folder.load(table)?;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut found: Vec<(u16, String)> = Vec::new();
    for _ in 0..ATTEMPTS.saturating_mul(count) {
        let index = random.next_u64() % table.size();
        let Some(Value::Win(plies)) = loaded.value(index) else { continue };
        let moves = plies.div_ceil(2);
        let Some(mut game) = loaded.position(index).filter(|_| moves >= least) else { continue };
        let ranked = ranked_moves(folder, &mut game)?;
        let [(mv, _), (_, second), ..] = ranked[..] else { continue };
        let fen = game.position().to_fen();
        if matches!(second, Value::Win(_)) || found.iter().any(|(_, line)| line.starts_with(&fen)) {
            continue;
        }
        found.push((moves, format!("{fen}; bm {}; dm {moves}; id \"{table}\"", game.write_move(mv))));
        if found.len() == count as usize {
            break;
        }
    }
    found.sort();
    Ok(found.into_iter().map(|(_, line)| line).collect())
}

/// How an evaluation scores the positions of a table.
#[derive(Clone, Copy, Default)]
struct Agreement {
    draws: u32,
    /// Draws with a score of at least the margin for either side.
    advantages: u32,
    decided: u32,
    /// Decided positions whose score for the winner is below the margin.
    missed: u32,
}

impl Agreement {
    fn add(&mut self, value: Value, score: i32, margin: i32) {
        let for_winner = match value {
            Value::Draw => {
                self.draws += 1;
                self.advantages += u32::from(score.abs() >= margin);
                return;
            }
            Value::Win(_) => score,
            Value::Loss(_) => -score,
        };
        self.decided += 1;
        self.missed += u32::from(for_winner < margin);
    }
}

/// The agreement of each evaluation with random positions of a table.
fn compare(table: &Table<EndgameTable>, (positions, margin): (u32, i32), seed: u64) -> Vec<String> {
    let parts = duiyi_xiangqi::player::parts();
    let shown = parts.evaluations().iter().filter(|known| EVALUATIONS.contains(&known.name()));
    let evaluations: Vec<_> = shown.filter_map(|known| Some((known.name(), known.make(None).ok()?))).collect();
    let mut found = vec![Agreement::default(); evaluations.len()];
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut count = 0;
    for _ in 0..u64::from(positions) * 100 {
        let index = random.next_u64() % table.numbering().size();
        let (Some(value), Some(game)) = (table.value(index), table.position(index)) else { continue };
        for ((_, evaluation), found) in evaluations.iter().zip(&mut found) {
            found.add(value, evaluation.static_score(&game).get(), margin);
        }
        count += 1;
        if count == positions {
            break;
        }
    }
    let line = |((name, _), of): (&(&str, _), &Agreement)| {
        let Agreement { draws, advantages, decided, missed } = of;
        format!("{},{name},{draws},{advantages},{decided},{missed}", table.numbering())
    };
    evaluations.iter().zip(&found).map(line).collect()
}

/// The counts of a table and a position with Red's longest win.
fn describe(table: &Table<EndgameTable>, json: bool) -> String {
    let counts: BySide<_> = table.counts();
    let [red, black] = Side::BOTH.map(|side| counts[side]);
    let longest = red.longest_win.and_then(|(index, plies)| Some((table.position(index)?, plies)));
    let plies = longest.as_ref().map_or(0, |&(_, plies)| plies);
    let fen = longest.map(|(position, _)| position.position().to_fen());
    if json {
        let counts = json!({
            "name": table.numbering().to_string(),
            "legal_w": red.positions(), "win_w": red.wins, "loss_w": red.losses, "draw_w": red.draws,
            "legal_b": black.positions(), "win_b": black.wins, "loss_b": black.losses, "draw_b": black.draws,
            "max_win_w_plies": plies, "longest": fen,
        });
        return counts.to_string();
    }
    let side = |name: &str, [wins, losses, draws]: [u64; 3]| {
        format!("{name} to move: {wins} wins, {losses} losses, {draws} draws")
    };
    let red_line = side("Red", [red.wins, red.losses, red.draws]);
    let black_line = side("Black", [black.wins, black.losses, black.draws]);
    let longest = fen.map_or_else(String::new, |fen| format!("\n  longest win: {plies} plies from {fen}"));
    format!("{}\n  {red_line}\n  {black_line}{longest}", table.numbering())
}

/// Prints the number of draws of each table, and of those that the rule of perpetual check decides.
fn perpetual(folder: &EndgameFolder, tables: &Tables, say: &mut dyn FnMut(String)) -> Result<(), Reason> {
    let mut ruled = PerpetualTables::new(folder);
    for table in &tables.names {
        let found = ruled.solve(table)?;
        let table = found.numbering();
        let plain = folder.load(table)?;
        let (counts, changed) = (plain.counts(), found.counts());
        let won = |side| {
            let won = |&&(index, value): &&(u64, RuledValue)| {
                value.wins() == Some(true) && table.side_to_move(index) == Some(side)
            };
            let &(index, _) = found.decided().iter().find(won)?;
            Some(plain.position(index)?.position().to_fen())
        };
        let examples = Side::BOTH.map(won);
        if tables.json {
            let [red, black] = Side::BOTH.map(|side| (counts[side].draws, changed[side]));
            let object = json!({
                "name": table.to_string(),
                "draw_w": red.0, "ruled_win_w": red.1.wins, "ruled_loss_w": red.1.losses,
                "draw_b": black.0, "ruled_win_b": black.1.wins, "ruled_loss_b": black.1.losses,
                "example_w": examples[0], "example_b": examples[1],
            });
            say(object.to_string());
            continue;
        }
        say(table.to_string());
        for (side, name) in Side::BOTH.into_iter().zip(["Red", "Black"]) {
            let RuledCounts { wins, losses } = changed[side];
            let draws = counts[side].draws;
            say(format!("  {name} to move: of {draws} draws, {wins} become wins and {losses} losses"));
        }
        examples.into_iter().flatten().for_each(|fen| say(format!("  a win by the rule: {fen}")));
    }
    Ok(())
}

/// The value of a position in words; a draw may depend on the repetition rule.
fn in_words(value: Value, exact: bool) -> String {
    match value {
        Value::Draw if !exact => "draw by the plain rules; repetition rules may change it".to_owned(),
        value => value.to_string(),
    }
}

/// The value of a position by the tables of a folder, in words; `None` if it is in no table.
///
/// # Errors
/// The folder or the table cannot be read.
pub fn in_tables(folder: &str, game: &Xiangqi) -> Result<Option<String>, Reason> {
    let value = EndgameFolder::open(folder)?.probe(game)?;
    Ok(value.map(|value| in_words(value, EndgameTable::of(game.position()).is_exact())))
}

/// Prints the value of a position and of each move, the best first.
fn probe(folder: &EndgameFolder, fen: &str, say: &mut dyn FnMut(String)) -> Result<(), Reason> {
    let mut game = Xiangqi::begin("")?.read_position(fen)?;
    let table = EndgameTable::of(game.position());
    let value = folder.probe(&game)?.ok_or_else(|| format!("no table of {table} in {}", folder.path().display()))?;
    say(in_words(value, table.is_exact()));
    for (mv, value) in ranked_moves(folder, &mut game)? {
        say(format!("  {} {}", game.write_move(mv), in_words(value, table.is_exact())));
    }
    Ok(())
}
