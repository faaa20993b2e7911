//! A xiangqi engine: UCCI and UCI without arguments, commands with them.
#![forbid(unsafe_code)]

use clap::{Args, Parser, Subcommand};
use duiyi_engine::{
    BENCH_DEPTH, BENCH_HASH, DEFAULT_HASH, MAX_HASH, MAX_LINES, MAX_PERFT_DEPTH, MAX_THREADS, Player, SEARCHES,
};
use duiyi_game::files;
use duiyi_kit::cli::{
    Bounds, Manual, OutputOptions, analyse, bench, certificate, doctor, end, perft, say, verify_file, write_proof,
};
use duiyi_search::{History, Notation, Reason, Score};
use duiyi_xiangqi::{
    Move, Position, Setup, Xiangqi,
    kit::{Explainer, bench_positions, kit, named_fen, player},
    player::{EVALUATIONS, NETWORK, read_network},
    rulings::{self, RuleSet},
};
use std::{path::PathBuf, process::ExitCode};
use xiangqi_engine::{Draw, Endgames, in_tables, setup};

/// A xiangqi engine. Without a command it speaks UCCI or UCI on its standard
/// input and output, depending on the first line from the front end.
#[derive(Parser)]
#[command(name = "xiangqi-engine", version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// The rules of the game: asian, wxf2018, cxa2020, check-only or none,
    /// and the move limit, as in asian-100.
    #[arg(long, default_value = "")]
    rules: String,
}

#[derive(Subcommand)]
enum Command {
    /// Search a position and print each iteration, then the best move.
    Analyse {
        #[command(flatten)]
        place: Place,
        #[command(flatten)]
        bounds: Bounds,
        /// The number of best moves to show.
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=MAX_LINES as i64))]
        lines: u32,
        #[command(flatten)]
        settings: PlayerSettings,
        /// Do not search: print the static score by term for both sides.
        #[arg(long, conflicts_with_all = ["depth", "movetime", "nodes", "lines", "statistics", "json"])]
        explain: bool,
        /// Write the proof of a mate, or of a win by a rule, to this file; `verify` checks it.
        #[arg(long, value_name = "FILE", conflicts_with = "explain")]
        proof: Option<PathBuf>,
        /// The maximum number of nodes for all searches of the proof.
        #[arg(long, default_value_t = 50_000_000, requires = "proof")]
        proof_nodes: u64,
        #[command(flatten)]
        output: OutputOptions,
    },
    /// Check the proof of a win by the rules alone. The exit status is 0 if it is accepted, 1 if it is
    /// refused, and 2 if it is not readable.
    Verify {
        /// The file.
        file: PathBuf,
    },
    /// Report what is wrong in a log of a session in UCI or UCCI. The exit status is 0 if nothing is
    /// wrong, 1 if something is, and 2 if the log is not readable.
    Doctor {
        /// The log: the lines of the front end and of the engine.
        file: PathBuf,
    },
    /// Count the positions a number of plies ahead, by root move.
    Perft {
        #[command(flatten)]
        place: Place,
        /// The depth in plies.
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_PERFT_DEPTH)))]
        depth: u32,
        /// Print one JSON object.
        #[arg(long)]
        json: bool,
    },
    /// Rule on a repetition: print the nature of each move of the cycle, the rule that
    /// decides, and finally `red-loses`, `black-loses`, `draw` or `open`.
    Judge {
        /// none, check-only, asian, wxf2018 or cxa2020.
        #[arg(long, default_value_t)]
        rules: RuleSet,
        /// The position before the moves.
        #[arg(long)]
        fen: String,
        /// The moves in coordinates.
        #[arg(long, num_args = 1.., value_delimiter = ' ', required = true)]
        moves: Vec<String>,
    },
    /// Draw a position, or a game after a number of moves, as an SVG picture.
    Draw(Draw),
    /// Build, check and read endgame tables.
    #[command(subcommand)]
    Endgame(Endgames),
    /// Search fixed positions to a fixed depth; the node count identifies the search.
    Bench {
        /// The depth in plies.
        #[arg(long, default_value_t = BENCH_DEPTH, value_parser = clap::value_parser!(u32).range(1..))]
        depth: u32,
        #[command(flatten)]
        settings: PlayerSettings,
        #[command(flatten)]
        output: OutputOptions,
    },
    #[command(flatten)]
    Manual(Manual),
}

/// The position to use.
#[derive(Args)]
#[group(multiple = false)]
struct Place {
    /// The position as a FEN, which the word `moves` and moves may follow: rulings depend on them. Without
    /// --fen, --file and --position it is the initial position.
    #[arg(long)]
    fen: Option<String>,
    /// A file; its first line that is not empty is a FEN.
    #[arg(long)]
    file: Option<PathBuf>,
    /// The name of a position: mate-in-1 to mate-in-5, or bench-1, bench-2 and so on.
    #[arg(long, value_name = "NAME")]
    position: Option<String>,
}

/// The settings of the player.
#[derive(Args)]
struct PlayerSettings {
    /// The size of the table in MiB.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=MAX_HASH as i64))]
    hash: Option<u32>,
    /// The number of search threads; with several threads the node count varies.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=MAX_THREADS as i64))]
    threads: u32,
    /// The evaluation.
    #[arg(long, default_value = EVALUATIONS[0], value_parser = EVALUATIONS)]
    evaluation: String,
    /// The file of a network, which replaces the evaluation.
    #[arg(long, value_name = "FILE", conflicts_with = "evaluation")]
    network: Option<String>,
    /// The search.
    #[arg(long, default_value = SEARCHES[0], value_parser = SEARCHES)]
    search: String,
    /// A folder of endgame tables.
    #[arg(long, value_name = "FOLDER")]
    endgames: Option<String>,
}

impl Place {
    fn read(&self, rules: &str) -> Result<History<Xiangqi>, Reason> {
        let start = Xiangqi::begin(rules)?;
        match (&self.fen, &self.file, &self.position) {
            (Some(fen), ..) => History::read_by(&start, fen),
            (_, Some(path), _) => {
                let text =
                    files::read_text(path, files::MAX_TEXT).map_err(|error| format!("{}: {error}", path.display()))?;
                let (number, line) = (1..)
                    .zip(text.lines())
                    .find(|(_, line)| !line.trim().is_empty())
                    .ok_or_else(|| format!("{}: no line with a position", path.display()))?;
                // In an EPD line, a semicolon separates the position from its operations.
                let fen = line.split(';').next().unwrap_or_default();
                History::read_by(&start, fen).map_err(|error| format!("{}:{number}: {error}", path.display()).into())
            }
            (.., Some(name)) => {
                let fen = named_fen(name).ok_or_else(|| {
                    let last = bench_positions().len();
                    format!("no position '{name}': expected mate-in-1 to mate-in-5, or bench-1 to bench-{last}")
                })?;
                History::read_by(&start, &fen)
            }
            (None, None, None) => Ok(History::new(start)),
        }
    }
}

impl PlayerSettings {
    /// The name of the evaluation.
    fn evaluation(&self) -> &str {
        if self.network.is_some() { NETWORK } else { &self.evaluation }
    }

    fn player(&self, hash: usize, lines: u32) -> Result<Box<dyn Player<Xiangqi>>, Reason> {
        let mut player = player();
        let hash = self.hash.map_or(hash, |hash| hash as usize);
        if let Some(path) = &self.network {
            player.set_option("EvalFile", path)?;
        }
        player.set_option("Evaluation", self.evaluation())?;
        player.set_option("Hash", &hash.to_string())?;
        player.set_option("Threads", &self.threads.to_string())?;
        player.set_option("MultiPV", &lines.to_string())?;
        player.set_option("Search", &self.search)?;
        if let Some(folder) = &self.endgames {
            player.set_option("EndgamePath", folder)?;
        }
        Ok(player)
    }
}

/// Rules on the repetition at the end of some moves. Diagrams of rule books have pieces
/// on squares that play could not reach, so the position is read leniently.
fn judge(rules: RuleSet, fen: &str, moves: &[String]) -> Result<String, Reason> {
    let setup = Setup { lenient: true, ..Setup::from_fen(fen)? };
    let start = Position::from_setup(&setup)?;
    let moves: Vec<Move> = moves.iter().map(|mv| mv.parse()).collect::<Result<_, _>>()?;
    Ok(rulings::judge(rules, &start, &moves)?.to_string())
}

/// Explains the static score of a position.
fn explain(game: &Xiangqi, settings: &PlayerSettings) -> Result<String, Reason> {
    let network = settings.network.as_deref().map(read_network).transpose()?;
    Ok(Explainer::new(settings.evaluation(), network).explain(game))
}

/// Runs a command; the exit code is that of the process.
fn run(arguments: Arguments) -> Result<ExitCode, Reason> {
    let rules = &arguments.rules;
    match arguments.command {
        None => duiyi_engine::run_on_standard(setup(rules)?),
        Some(Command::Analyse { place, settings, explain: true, .. }) => {
            let game = place.read(rules)?;
            say(format_args!("{}\n\n{}", game.now().draw(), explain(game.now(), &settings)?));
        }
        Some(Command::Analyse { place, bounds, lines, settings, output, proof, proof_nodes, .. }) => {
            let mut player = settings.player(DEFAULT_HASH, lines)?;
            let game = place.read(rules)?;
            if let Some(folder) = settings.endgames.as_ref().filter(|_| !output.is_json())
                && let Some(value) = in_tables(folder, game.now())?
            {
                say(format_args!("{value} by the endgame tables"));
            }
            let json = output.is_json();
            let found = analyse(&game, &mut *player, bounds, output);
            if let Some(path) = proof {
                let score = found.and_then(|found| found.score).unwrap_or(Score::ZERO);
                let text = certificate(&game, score, &mut *player, proof_nodes)?;
                let written = write_proof::<Xiangqi>(&path, &text)?;
                if !json {
                    say(written);
                }
            }
        }
        Some(Command::Verify { file }) => say(verify_file::<Xiangqi>(&file)?),
        Some(Command::Doctor { file }) => {
            let start = Xiangqi::begin(rules)?;
            let configured = || duiyi_engine::Setup { start: start.clone(), ..duiyi_kit::cli::setup(kit()) };
            return doctor(&file, configured);
        }
        Some(Command::Perft { place, depth, json }) => perft(place.read(rules)?.now(), depth, json),
        Some(Command::Judge { rules, fen, moves }) => say(judge(rules, &fen, &moves)?),
        Some(Command::Draw(draw)) => {
            if let Some(drawn) = draw.run(rules)? {
                say(drawn.trim_end());
            }
        }
        Some(Command::Endgame(endgames)) => endgames.run(&mut |line| say(line))?,
        Some(Command::Bench { depth, settings, output }) => {
            bench(&mut *settings.player(BENCH_HASH, 1)?, &bench_positions(), depth, output);
        }
        Some(Command::Manual(manual)) => manual.run::<Arguments>()?,
    }
    Ok(ExitCode::SUCCESS)
}

fn main() -> ExitCode {
    run(Arguments::parse()).unwrap_or_else(|reason| end(reason))
}
