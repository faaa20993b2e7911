//! A Connect6 engine: it speaks a protocol without arguments, and runs commands with them.
#![forbid(unsafe_code)]

use clap::{Args, Parser, Subcommand};
use connect6_engine::{Convert, Draw, Place, recorder, setup};
use duiyi_connect6::{
    Board, Rules,
    evaluation::AnyEvaluation,
    kit::{BENCH_DEPTH, bench_positions, explain, player},
    notation::Coordinates,
    player::{EVALUATIONS, valuation},
    problems::{self, Answer, AnswerLimits, ProblemTable, WinSource},
    solver::{Proof, Solver, SolverLimits},
};
use duiyi_engine::{MAX_HASH, MAX_LINES, MAX_PERFT_DEPTH, MAX_THREADS, Player, Protocol, SEARCHES, Setup};
use duiyi_kit::cli::{
    Bounds, Manual, OutputOptions, analyse, bench, doctor, end, perft, progress, say, verify_file, write_proof,
};
use duiyi_search::{History, Reason};
use std::{
    io::{Write, stderr},
    path::PathBuf,
    process::ExitCode,
    time::{Duration, Instant},
};

/// The exit code of `solve` if a limit was reached without a result.
const UNDECIDED: u8 = 3;

/// An engine for Connect6, gomoku and their family. Without a command it speaks a protocol on its
/// standard input and output; the first line determines which.
#[derive(Parser)]
#[command(name = "connect6-engine", version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// The protocol: uci, ucci, cloudict, sau, gtp, botzone or piskvork.
    #[arg(long)]
    protocol: Option<Protocol>,
    /// The game: connect6, gomoku, tictactoe or Connect(m,n,k,p,q).
    #[arg(long, default_value = "connect6")]
    rules: Rules,
    /// The time for a turn in milliseconds.
    #[arg(long)]
    time: Option<u64>,
    /// The playing strength, from 1 to 9.
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u8).range(1..=9))]
    level: u8,
    /// The number of search threads.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=MAX_THREADS as i64))]
    threads: u32,
    /// The evaluation.
    #[arg(long, default_value = EVALUATIONS[0], value_parser = EVALUATIONS)]
    evaluation: String,
    /// The search.
    #[arg(long, default_value = SEARCHES[0], value_parser = SEARCHES)]
    search: String,
    /// A file of problems with their answers: the answer to a position of the file is played.
    #[arg(long, value_name = "FILE")]
    problems: Option<String>,
    /// An opening book, from which the engine plays in the positions it contains.
    #[arg(long, value_name = "FILE")]
    book: Option<String>,
    /// Record the games that the engine plays: the first in this file, others in NAME-2.END and so
    /// on; existing files are not overwritten. The extension determines the format: .ccgc, .line,
    /// and any other SGF.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    /// Search a position and print the progress of the search, the best turn last.
    Analyse {
        #[command(flatten)]
        place: Place,
        #[command(flatten)]
        bounds: Bounds,
        /// The evaluation.
        #[arg(long, default_value = EVALUATIONS[0], value_parser = EVALUATIONS)]
        evaluation: String,
        /// Do not search: print the static score with its terms, and in Connect6 the pattern of
        /// every stone on each line and the changes by the best stone.
        #[arg(long, conflicts_with_all = ["depth", "movetime", "nodes", "lines", "hash", "threads", "json", "statistics"])]
        explain: bool,
        /// The number of best turns to show.
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=MAX_LINES as i64))]
        lines: u32,
        /// The size of the table in MiB.
        #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=MAX_HASH as i64))]
        hash: u32,
        /// The number of search threads.
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=MAX_THREADS as i64))]
        threads: u32,
        /// A file of problems with their answers, looked up first.
        #[arg(long, value_name = "FILE")]
        problems: Option<String>,
        #[command(flatten)]
        output: OutputOptions,
    },
    /// Search for a win by threats. The last line is `win in N: TURN`, `no win` or, with exit code
    /// 3, `unknown`: a limit was reached.
    Solve {
        #[command(flatten)]
        place: Place,
        #[command(flatten)]
        search: Search,
        /// Write the proof of the win to this file; `verify` checks it.
        #[arg(long, value_name = "FILE")]
        prove: Option<PathBuf>,
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
    /// Convert a record to another format: SGF, CCGC, or the line of turns.
    Convert(Convert),
    /// Draw a position, or a game after a number of stones, as an SVG picture.
    Draw(Draw),
    /// Count the sequences of stones, by the first stone.
    Perft {
        #[command(flatten)]
        place: Place,
        /// The depth in stones.
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_PERFT_DEPTH)))]
        depth: u32,
        /// Print a JSON object.
        #[arg(long)]
        json: bool,
    },
    /// Search the named openings to a fixed depth; the node count identifies the search.
    Bench {
        /// The depth in stones.
        #[arg(long, default_value_t = BENCH_DEPTH, value_parser = clap::value_parser!(u32).range(1..))]
        depth: u32,
        /// The level.
        #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u8).range(1..=9))]
        level: u8,
        /// The evaluation.
        #[arg(long, default_value = EVALUATIONS[0], value_parser = EVALUATIONS)]
        evaluation: String,
        #[command(flatten)]
        output: OutputOptions,
    },
    #[command(flatten)]
    Manual(Manual),
}

/// What `solve` searches for in addition to wins by double threats.
#[derive(Args)]
struct Search {
    /// Also search for wins by single threats.
    #[arg(long)]
    single: bool,
    /// If there is no win, list the turns that prevent the other side's.
    #[arg(long)]
    defend: bool,
    /// Look up the position in the table of problems first.
    #[arg(long)]
    table: bool,
    /// Look up the position in a file of problems first.
    #[arg(long, value_name = "FILE", conflicts_with = "table")]
    problems: Option<String>,
    /// The maximum number of nodes.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// The maximum time in milliseconds: a few seconds solve everything that can be solved, and
    /// with the start of the program the total remains below ten.
    #[arg(long, default_value_t = 9_000)]
    movetime: u64,
}

impl Search {
    /// Searches for a win by threats; with its proof, if it is asked for and there is a win.
    fn solve(&self, board: &Board, prove: bool) -> Result<(Answer, Option<Proof>), Reason> {
        let rules = board.rules();
        let started = Instant::now();
        let time = Duration::from_millis(self.movetime);
        let stop = || started.elapsed() >= time;
        let limits =
            SolverLimits { nodes: self.nodes.unwrap_or(u64::MAX), stop: Some(&stop), ..SolverLimits::default() };
        let none = SolverLimits { nodes: 0, ..limits };
        let usual = AnswerLimits::default();
        let effort = AnswerLimits {
            double: limits,
            single: usual.single.filter(|_| self.single),
            single_nodes: self.nodes.unwrap_or(usual.single_nodes),
            defence: if self.defend { SolverLimits { stop: Some(&stop), ..usual.defence } } else { none },
        };
        let table = match &self.problems {
            Some(file) => Some(ProblemTable::from_file(rules, file).map_err(|error| format!("--problems: {error}"))?),
            None => self.table.then(ProblemTable::suite),
        };
        let mut solver = Solver::new(rules, 64 << 20);
        let table = table.as_ref().filter(|table| table.rules() == rules);
        let bar = progress::timed();
        bar.set_message("searching for a win by threats,");
        let answer = problems::solve(board, table, &mut solver, &effort);
        let proof = match &answer {
            Answer::Win { by: WinSource::SingleThreats(proof), .. } if prove => Some((**proof).clone()),
            Answer::Win { .. } if prove => solver.proof(board, &limits),
            _ => None,
        };
        bar.finish_and_clear();
        Ok((answer, proof))
    }
}

/// The file of problems, or an empty name if it can't be read: the engine then prints the error and
/// plays without.
fn known_problems(rules: Rules, file: Option<String>) -> String {
    let Some(file) = file else { return String::new() };
    match ProblemTable::from_file(rules, &file) {
        Ok(_) => file,
        Err(error) => {
            // The standard output is reserved for the protocol.
            let _ = writeln!(stderr(), "--problems: {error}; playing without");
            String::new()
        }
    }
}

/// The file of a book, or an empty name if it can't be read: the engine then prints the error and
/// plays without.
fn known_book(rules: Rules, file: Option<String>) -> String {
    let Some(file) = file else { return String::new() };
    match player(rules).set_option("BookFile", &file) {
        Ok(()) => file,
        Err(error) => {
            // The standard output is reserved for the protocol.
            let _ = writeln!(stderr(), "--book: {error}; playing without");
            String::new()
        }
    }
}

/// The engine with the options of the program.
fn engine(arguments: Arguments) -> Setup<Board> {
    let Arguments { rules, level, threads, evaluation, search, .. } = arguments;
    let problems = known_problems(rules, arguments.problems);
    let book = known_book(rules, arguments.book);
    let mut engine = setup(rules);
    engine.protocol = arguments.protocol;
    engine.turn_time = arguments.time.map(Duration::from_millis);
    engine.on_game_end = arguments.record.map(recorder);
    engine.player = Box::new(move || {
        let mut player = player(rules);
        for (name, value) in [
            ("Evaluation", evaluation.clone()),
            ("Level", level.to_string()),
            ("Threads", threads.to_string()),
            ("Problems", problems.clone()),
            ("BookFile", book.clone()),
            ("OwnBook", (!book.is_empty()).to_string()),
            ("Search", search.clone()),
        ] {
            // The arguments have the same bounds as the options.
            let _ = player.set_option(name, &value);
        }
        player
    });
    engine
}

/// A player with these values of its options.
fn player_with(rules: Rules, options: &[(&str, &str)]) -> Result<Box<dyn Player<Board>>, Reason> {
    let mut player = player(rules);
    for (name, value) in options {
        player.set_option(name, value)?;
    }
    Ok(player)
}

/// Runs a command; the exit code is that of the process.
fn run(mut arguments: Arguments) -> Result<ExitCode, Reason> {
    match arguments.command.take() {
        None => duiyi_engine::run_placement_on_standard(engine(arguments)),
        Some(Command::Analyse { place, explain: true, evaluation, .. }) => {
            let board = place.read(arguments.rules)?;
            let evaluation = AnyEvaluation::new(&board, valuation(&evaluation)(board.rules()));
            say(format_args!("{board}\n\n{}", explain(&board, &evaluation)));
        }
        Some(Command::Analyse { place, bounds, lines, hash, threads, evaluation, problems, output, .. }) => {
            let board = place.read(arguments.rules)?;
            let [hash, threads, lines] = [hash, threads, lines].map(|number| number.to_string());
            let options = [
                ("Evaluation", evaluation.as_str()),
                ("Hash", &hash),
                ("Threads", &threads),
                ("MultiPV", &lines),
                ("Problems", problems.as_deref().unwrap_or_default()),
            ];
            let player = &mut *player_with(board.rules(), &options)?;
            analyse(&History::new(board), player, bounds, output);
        }
        Some(Command::Verify { file }) => say(verify_file::<Board>(&file)?),
        Some(Command::Doctor { file }) => return doctor(&file, || setup(arguments.rules)),
        Some(Command::Solve { place, search, prove }) => {
            let board = place.read(arguments.rules)?;
            let (answer, proof) = search.solve(&board, prove.is_some())?;
            if let Some(path) = prove {
                let proof = proof.ok_or("--prove: no win was found within the limits")?;
                say(write_proof::<Board>(&path, &proof.certificate(&board))?);
            }
            say(format_args!("{board}\n{}", answer.text(board.rules(), Coordinates::Letters)));
            return Ok(if answer.is_decided() { ExitCode::SUCCESS } else { UNDECIDED.into() });
        }
        Some(Command::Convert(convert)) => convert.run()?,
        Some(Command::Draw(draw)) => {
            if let Some(drawn) = draw.run(arguments.rules)? {
                say(drawn.trim_end());
            }
        }
        Some(Command::Perft { place, depth, json }) => perft(&place.read(arguments.rules)?, depth, json),
        Some(Command::Bench { depth, level, evaluation, output }) => {
            let options = [("Hash", "16"), ("Level", &level.to_string()), ("Evaluation", &evaluation)];
            bench(&mut *player_with(Rules::CONNECT6, &options)?, &bench_positions(), depth, output);
        }
        Some(Command::Manual(manual)) => manual.run::<Arguments>()?,
    }
    Ok(ExitCode::SUCCESS)
}

fn main() -> ExitCode {
    run(Arguments::parse()).unwrap_or_else(|reason| end(reason))
}
