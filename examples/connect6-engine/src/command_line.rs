//! What the engine does besides playing: analyse a position, solve a problem,
//! and measure itself.

use crate::dialects::report;
use crate::level::Level;
use duiyi_connect6::notation::{CoordinateError, Coordinates, game_line};
use duiyi_connect6::player::{DecidedBy, Decision, Player};
use duiyi_connect6::problems::{self, Answer, AnswerLimits, ProblemTable};
use duiyi_connect6::solver::{Limits as SolverLimits, Solver};
use duiyi_connect6::{Board, Color, Point, Rules, SetupError, Turn};
use duiyi_search::{LimitControl, Limits, StopHandle, Table};
use std::time::{Duration, Instant};

/// Which position the command line names.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Position {
    /// The game: connect6, gomoku, tictactoe or Connect(m,n,k,p,q).
    #[arg(long, default_value = "connect6")]
    rules: Rules,
    /// The turns played, as `J10 I11-K11 …`.
    #[arg(long, conflicts_with_all = ["black", "white", "to_move"])]
    turns: Option<String>,
    /// Black's stones, as `J10 K11 …`.
    #[arg(long, requires = "to_move")]
    black: Option<String>,
    /// White's stones.
    #[arg(long, requires = "to_move")]
    white: Option<String>,
    /// Whose turn it is: B or W.
    #[arg(long, value_parser = color)]
    to_move: Option<Color>,
}

/// What is wrong with a position on the command line.
#[derive(Debug, thiserror::Error)]
pub enum PositionError {
    /// The turns.
    #[error("--turns: {0}")]
    Turns(#[from] game_line::GameLineError),
    /// A stone.
    #[error("--black, --white: {0}")]
    Stone(#[from] CoordinateError),
    /// The stones together.
    #[error("--black, --white: {0}")]
    Stones(#[from] SetupError),
}

fn color(text: &str) -> Result<Color, String> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Color::Black),
        "w" | "white" => Ok(Color::White),
        _ => Err("expected B or W".to_owned()),
    }
}

impl Position {
    /// Sets the position up.
    ///
    /// # Errors
    ///
    /// What is wrong with the turns or the stones.
    pub fn read(&self) -> Result<Board, PositionError> {
        let Some(to_move) = self.to_move else {
            return Ok(game_line::read(self.rules, self.turns.as_deref().unwrap_or_default())?);
        };
        let points = |text: &Option<String>| -> Result<Vec<Point>, CoordinateError> {
            let names = text.as_deref().unwrap_or_default().split([' ', ',', '-']).filter(|name| !name.is_empty());
            names.map(|name| Coordinates::Letters.read(self.rules, name)).collect()
        };
        Ok(Board::from_stones(self.rules, &points(&self.black)?, &points(&self.white)?, to_move)?)
    }
}

/// When an analysis ends.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limit {
    /// After so many stones ahead.
    pub depth: Option<u32>,
    /// After so many nodes.
    pub nodes: Option<u64>,
    /// After so long.
    pub time: Option<Duration>,
}

impl Limit {
    fn control(self) -> LimitControl {
        let mut limits = Limits::default();
        (limits.depth, limits.nodes, limits.hard_time) = (self.depth, self.nodes, self.time);
        LimitControl::new(limits, StopHandle::new())
    }
}

fn name(rules: Rules, turn: &Turn) -> String {
    Coordinates::Letters.write_turn(rules, turn)
}

/// Searches a position with a table of so many MiB and so many threads, and
/// tells each iteration as a line; the last line is `bestmove TURN`, or
/// `bestmove none` if the game is over.
pub fn analyse(
    board: &Board,
    limit: Limit,
    hash: usize,
    threads: usize,
    mut tell: impl FnMut(String),
) -> Option<Decision> {
    let rules = board.rules();
    let mut player = Player::new(rules);
    player.set_threads(threads);
    let table = Table::new(hash);
    let decision = player.choose(board, &table, &mut limit.control(), &mut |progress| tell(report(rules, progress)));
    match &decision {
        Some(decision) => {
            let why = match decision.by {
                DecidedBy::Row => "completes a row".to_owned(),
                DecidedBy::Threats(turns) => format!("wins by threats in {turns} turns"),
                DecidedBy::Search => format!("searched to depth {}", decision.depth),
                DecidedBy::FirstStone => "the first stone".to_owned(),
            };
            tell(format!("score {}, {why}", decision.score));
            tell(format!("bestmove {}", name(rules, &decision.turn)));
        }
        None => {
            tell(board.outcome().map(|outcome| outcome.reason.into_owned()).unwrap_or_default());
            tell("bestmove none".to_owned());
        }
    }
    decision
}

/// Milliseconds for `solve` unless it is told otherwise: some seconds solve what
/// can be solved at all, and with the start of the program it stays under ten.
const SOLVE_TIME: u64 = 9_000;

/// What `solve` looks for besides wins by double threats.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct Search {
    /// Also look for wins by single threats.
    #[arg(long)]
    single: bool,
    /// Where there is no win, list the turns that prevent the other side's.
    #[arg(long)]
    defend: bool,
    /// Look the position up in the table of problems first.
    #[arg(long)]
    table: bool,
    /// Stop after so many positions.
    #[arg(long)]
    nodes: Option<u64>,
    /// Stop after so many milliseconds.
    #[arg(long, default_value_t = SOLVE_TIME)]
    movetime: u64,
}

/// Looks for a win by threats. The last line is `win in N: TURN` or `no win`;
/// a line before it tells if a limit came first, so that `no win` is not proved.
pub fn solve(board: &Board, search: &Search) -> String {
    let rules = board.rules();
    let started = Instant::now();
    let time = Duration::from_millis(search.movetime);
    let stop = || started.elapsed() >= time;
    let limits = SolverLimits { nodes: search.nodes.unwrap_or(u64::MAX), stop: Some(&stop), ..SolverLimits::default() };
    let none = SolverLimits { nodes: 0, ..limits };
    let usual = AnswerLimits::default();
    let effort = AnswerLimits {
        double: limits,
        single: usual.single.filter(|_| search.single),
        single_nodes: search.nodes.unwrap_or(usual.single_nodes),
        defence: if search.defend { SolverLimits { stop: Some(&stop), ..usual.defence } } else { none },
    };
    let table = search.table.then(ProblemTable::suite);
    let mut solver = Solver::new(rules, 64 << 20);
    let answer = problems::solve(board, table.as_ref().filter(|table| table.rules() == rules), &mut solver, &effort);
    let unproved = matches!(answer, Answer::NoWin { proved: false });
    let note = if unproved { "a limit came first: this is not proved\n" } else { "" };
    format!("{note}{}", answer.text(rules, Coordinates::Letters))
}

/// The depth of `bench` unless it is told another, in stones.
pub const BENCH_DEPTH: u32 = 6;

/// Searches the named openings to a depth, each from an empty table. The last
/// line is `<nodes> nodes <nodes per second> nps`; the nodes are the same in
/// every run and identify what the search does.
pub fn bench(depth: u32, level: Level, mut tell: impl FnMut(String)) -> String {
    let table = Table::new(16);
    let rules = Rules::CONNECT6;
    let mut player = Player::new(rules);
    level.apply(&mut player);
    let (mut nodes, mut solved, mut time) = (0, 0, Duration::ZERO);
    for opening in &duiyi_connect6::openings::NAMED {
        table.clear();
        player.new_game();
        let limit = Limit { depth: Some(depth), ..Limit::default() };
        let found = player.choose(&opening.board(), &table, &mut limit.control(), &mut |_| {});
        if let Some(found) = found {
            nodes += found.nodes;
            solved += found.solver_nodes;
            // Tables are cleared before each position, which is no part of its search.
            time += found.elapsed;
            tell(format!(
                "{:<15} {:>9} nodes {:>9} solver nodes {:>7} ms  {}  {}",
                opening.romanized,
                found.nodes,
                found.solver_nodes,
                found.elapsed.as_millis(),
                name(rules, &found.turn),
                found.score
            ));
        }
    }
    let micros = time.as_micros().max(1);
    tell(format!("{solved} solver nodes"));
    format!("{nodes} nodes {} nps", u128::from(nodes) * 1_000_000 / micros)
}
