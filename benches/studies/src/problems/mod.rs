//! Problems of xiangqi for the page: mates from games and suites, and endgames from tables.

mod endgames;
mod mates;
mod sources;

use clap::Args;
use duiyi_game::Reason;
use duiyi_lab::{files::distinct, say};
use duiyi_xiangqi::{BLACK, Move, Piece, Position, Square, endgame::EndgameTable};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use std::{collections::HashSet, fs, path::PathBuf};

/// The most moves of a mate.
const MAX_TURNS: usize = 5;

/// Options of selecting problems.
#[derive(Clone, Debug, Args)]
pub(crate) struct ProblemsArgs {
    /// Where mates are sought, the best first: suites (EPD with `id`), games one a line (`id|result|…`), or records of
    /// self-play.
    #[arg(required = true, value_name = "FILE")]
    sources: Vec<PathBuf>,
    /// Number of mates in 1, 2, 3, 4 and 5.
    #[arg(long, value_name = "COUNTS", value_delimiter = ',', default_values_t = [80, 120, 120, 60, 30])]
    mates: Vec<usize>,
    /// Endgame tables from which positions with a single winning move are drawn.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    tables: Vec<EndgameTable>,
    /// Folder of the tables.
    #[arg(long, value_name = "FOLDER", requires = "tables", default_value = "tables")]
    dir: PathBuf,
    /// Number of endgames from each table.
    #[arg(long, default_value_t = 8)]
    endgames: usize,
    /// Maximum number of games or positions examined in each source.
    #[arg(long, default_value_t = 10_000)]
    examined: usize,
    /// Maximum number of positions in the proof of a mate and of its single first move.
    #[arg(long, default_value_t = 2_000_000)]
    nodes: u64,
    /// Seed of the order of games and of the endgames.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// File for the problems.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// A problem; Red moves.
struct Found {
    /// `m` (mate) or `e` (endgame), and the turns.
    asked: String,
    turns: u32,
    difficulty: u32,
    theme: String,
    first: Move,
    name: String,
    position: Position,
}

/// The problems found so far.
#[derive(Default)]
struct Collection {
    found: Vec<Found>,
    names: HashSet<String>,
}

impl Collection {
    /// Adds a problem unless its name or nearly the same position is there.
    fn add(&mut self, problem: Found) -> bool {
        let repeats = self.found.iter().any(|other| is_similar(&other.position, &problem.position));
        if repeats || !self.names.insert(problem.name.clone()) {
            return false;
        }
        self.found.push(problem);
        true
    }

    /// The lines, by goal, length, difficulty and name.
    fn lines(mut self) -> String {
        self.found.sort_by(|a, b| {
            let key = |of: &Found| (of.asked.starts_with('e'), of.turns, of.difficulty, of.theme.clone());
            key(a).cmp(&key(b)).then_with(|| a.name.cmp(&b.name))
        });
        let line = |of: &Found| {
            let fen = of.position.to_fen();
            let board = fen.split(' ').next().unwrap_or_default().to_owned();
            format!("{}{},{},{},{},{},{board}\n", of.asked, of.turns, of.difficulty, of.theme, of.first, of.name)
        };
        self.found.iter().map(line).collect()
    }
}

/// Pieces with their squares.
fn pieces(position: &Position) -> HashSet<(Square, Piece)> {
    position.pieces().collect()
}

/// Whether two positions differ by at most one piece, moved or added, possibly in a mirror.
fn is_similar(one: &Position, other: &Position) -> bool {
    let first = pieces(one);
    [pieces(other), pieces(&other.mirrored())].iter().any(|second| first.symmetric_difference(second).count() <= 2)
}

/// The position with Red to move, and clocks as at the beginning.
fn with_red_to_move(position: &Position) -> Position {
    let position = if position.side_to_move() == BLACK { position.color_swapped() } else { *position };
    let mut setup = duiyi_xiangqi::Setup::of(&position);
    (setup.quiet_plies, setup.fullmove) = (0, 1);
    Position::from_setup(&setup).unwrap_or(position)
}

/// A name without the separator of the file.
fn plain_name(name: &str) -> String {
    name.replace([',', '\n'], " ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Selects problems and writes them.
///
/// # Errors
/// If an option is invalid or a file can't be read or written.
pub(crate) fn run(args: &ProblemsArgs) -> Result<(), Reason> {
    if args.mates.len() > MAX_TURNS {
        return Err(format!("--mates: {} counts, expected at most {MAX_TURNS}", args.mates.len()).into());
    }
    let mut random = Xoshiro256PlusPlus::seed_from_u64(args.seed);
    let mut all = Collection::default();
    let mut wanted = args.mates.clone();
    for source in distinct(&args.sources)? {
        let candidates = sources::read(source, &mut random)?;
        mates::select(candidates.take(args.examined), &mut wanted, args.nodes, &mut all);
        say::news(format_args!("{}: {} problems, {wanted:?} mates missing", source.display(), all.found.len()));
    }
    endgames::select(&args.tables, &args.dir, args.endgames, &mut random, &mut all)?;
    say::news(format_args!("{} problems", all.found.len()));
    fs::write(&args.out, all.lines()).map_err(|error| format!("{}: {error}", args.out.display()).into())
}
