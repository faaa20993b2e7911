//! Our Monte Carlo tree search against the one of the crate `minimax` (0.6.0,
//! `MonteCarloTreeSearch`): the same games, the same time per move, the same number of threads.
//!
//! The games are Connect Four, and gomoku on 15 × 15 as implemented by `duiyi-connect6`. `uct` uses the same
//! knowledge as theirs: the rules, and playouts of random legal moves. `puct` has an evaluation and the
//! priors of the game. Each opening consists of a few random moves, and is played with both
//! assignments of sides; the error is that of the mean over pairs of games, at 95 %.
//!
//! `cargo bench -p duiyi-benches --bench minimax_mcts -- --games 100 --time 50 --threads 1`
#![allow(clippy::print_stdout)]

use clap::Parser;
use duiyi_benches::games::{ConnectFour, SmallGame};
use duiyi_connect6::{Board, Point, Rules, evaluation::Valuation, search::StonePosition};
use duiyi_search::{
    Estimator, Evaluated, Game, Heuristics, LimitControl, Limits, MonteCarloSearcher, Outcome, Plain, Playouts,
    Selection, Side, StopHandle, Verdict, legal_moves,
};
use minimax::{MCTSOptions, MonteCarloTreeSearch, Strategy, Winner};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use std::{fs, time::Duration};

#[derive(Parser)]
struct Arguments {
    /// The number of games of each match, rounded up to an even number.
    #[arg(long, default_value_t = 100)]
    games: u32,
    /// The time per move in milliseconds.
    #[arg(long, default_value_t = 50)]
    time: u64,
    /// The number of threads of each side.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Only matches whose name contains this text.
    #[arg(long, default_value = "")]
    only: String,
    /// Constants of our search: `name=value`.
    #[arg(long)]
    set: Vec<String>,
    /// Ignored; `cargo bench` passes it to every bench.
    #[arg(long, hide = true)]
    bench: bool,
}

/// Gomoku without heuristics.
type Gomoku = Plain<Board>;

/// A game for the other crate: Connect Four is copied, moves of gomoku are undone.
struct Theirs<G>(std::marker::PhantomData<G>);

fn winner<G: Game>(game: &G) -> Option<Winner> {
    let Verdict::Exact(score, _) = game.verdict(0) else { return None };
    Some(match score.get() {
        0 => Winner::Draw,
        1.. => Winner::PlayerToMove,
        _ => Winner::PlayerJustMoved,
    })
}

impl minimax::Game for Theirs<ConnectFour> {
    type S = ConnectFour;
    type M = u8;
    fn generate_moves(state: &ConnectFour, moves: &mut Vec<u8>) -> Option<Winner> {
        let winner = winner(state);
        if winner.is_none() {
            moves.extend(state.moves());
        }
        winner
    }
    fn apply(state: &mut ConnectFour, mv: u8) -> Option<ConnectFour> {
        let mut next = *state;
        next.make(mv);
        Some(next)
    }
    fn get_winner(state: &ConnectFour) -> Option<Winner> {
        winner(state)
    }
}

impl minimax::Game for Theirs<Gomoku> {
    type S = Gomoku;
    type M = Point;
    fn generate_moves(state: &Gomoku, moves: &mut Vec<Point>) -> Option<Winner> {
        let winner = winner(state);
        if winner.is_none() {
            state.legal_moves(moves);
        }
        winner
    }
    fn apply(state: &mut Gomoku, mv: Point) -> Option<Gomoku> {
        state.make(mv);
        None
    }
    fn undo(state: &mut Gomoku, mv: Point) {
        state.unmake(mv, ());
    }
    fn get_winner(state: &Gomoku) -> Option<Winner> {
        winner(state)
    }
}

/// Our side: a search, and the type of its states.
struct Ours<S: Heuristics, E> {
    searcher: MonteCarloSearcher<S, E>,
    time: Duration,
    nodes: u64,
    moves: u64,
}

impl<S, E> Ours<S, E>
where
    S: Heuristics + Clone + Send,
    E: Estimator<S> + Send,
{
    /// A player; `odds` is the score that corresponds to odds of 10 to 1.
    fn new(arguments: &Arguments, (selection, odds): (Selection, i32), estimator: impl Fn() -> E) -> Ours<S, E> {
        let mut searcher = MonteCarloSearcher::new(estimator());
        searcher.selection = selection;
        searcher.set_threads(arguments.threads, estimator);
        searcher.parameters.tenfold_odds = odds;
        for setting in &arguments.set {
            let (name, value) = setting.split_once('=').expect("name=value");
            searcher.parameters.set(name, value.parse().expect("a number")).expect("a constant");
        }
        Ours { searcher, time: Duration::from_millis(arguments.time), nodes: 0, moves: 0 }
    }

    fn choose(&mut self, game: &mut S) -> S::Move {
        let mut control = LimitControl::new(Limits::time(self.time), StopHandle::new());
        let found = self.searcher.search(game, &mut control, &mut (), |_| true);
        self.nodes += found.statistics.nodes;
        self.moves += 1;
        found.best.expect("an unfinished game has a move")
    }
}

/// Random moves that do not end the game, from those that `near` accepts.
fn opening<G: Game + Clone>(start: &G, moves: u32, near: fn(G::Move) -> bool, random: &mut Xoshiro256PlusPlus) -> G {
    loop {
        let mut game = start.clone();
        for _ in 0..moves {
            let mut legal = legal_moves(&game);
            legal.retain(|&mv| near(mv));
            if legal.is_empty() || game.outcome().is_some() {
                break;
            }
            game.make(legal[(random.next_u64() % legal.len() as u64) as usize]);
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}

/// Plays a match and prints a row of the table.
fn play<G, S, E>(
    (name, arguments): (&str, &Arguments),
    mut ours: Ours<S, E>,
    view: fn(&G) -> S,
    openings: impl Fn(&mut Xoshiro256PlusPlus) -> G,
) where
    G: Heuristics + Clone + Send + Sync,
    S: Heuristics<Move = G::Move> + Clone + Send,
    E: Estimator<S> + Send,
    Theirs<G>: minimax::Game<S = G, M = G::Move> + Sync,
{
    if !name.contains(&arguments.only) {
        return;
    }
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let options = MCTSOptions::default().with_num_threads(arguments.threads).with_max_rollout_depth(1000);
    let mut theirs = MonteCarloTreeSearch::<Theirs<G>>::new(options);
    theirs.set_timeout(ours.time);
    let (mut counts, mut pairs) = ([0_u32; 3], Vec::new());
    for _ in 0..arguments.games.div_ceil(2) {
        let start = openings(&mut random);
        let mut points = 0.0;
        for own in Side::BOTH {
            let mut game = start.clone();
            let ended: Outcome = loop {
                if let Some(outcome) = game.outcome() {
                    break outcome;
                }
                let mv = if game.side_to_move() == own {
                    ours.choose(&mut view(&game))
                } else {
                    theirs.choose_move(&game).expect("an unfinished game has a move")
                };
                assert!(game.is_legal(mv), "{name}: {mv:?}");
                game.make(mv);
            };
            let result = ended.winner.map_or(1, |winner| if winner == own { 2 } else { 0 });
            counts[result] += 1;
            points += result as f64 / 4.0;
        }
        pairs.push(points);
    }
    let count = pairs.len() as f64;
    let mean = pairs.iter().sum::<f64>() / count;
    let variance = pairs.iter().map(|points| (points - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    println!(
        "| {name} | {} | {} | {} | {:.1} ± {:.1} % | {} |",
        counts[2],
        counts[1],
        counts[0],
        100.0 * mean,
        196.0 * (variance / count).sqrt(),
        ours.nodes / ours.moves.max(1),
    );
}

fn load() -> String {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().unwrap_or_default().to_owned()
}

fn main() {
    let arguments = Arguments::parse();
    println!(
        "{} games each, {} ms a move, {} threads a side; load before: {}\n",
        arguments.games,
        arguments.time,
        arguments.threads,
        load()
    );
    println!("| match | won | drawn | lost | score | our simulations a move |\n|---|---|---|---|---|---|");
    let four = |random: &mut Xoshiro256PlusPlus| opening(&ConnectFour::default(), 4, |_| true, random);
    let ours = Ours::new(&arguments, (Selection::Uct, 400), Playouts::new);
    play(("Connect Four, uct", &arguments), ours, ConnectFour::clone, four);
    let ours = Ours::new(&arguments, (Selection::Puct, 60), || Evaluated(ConnectFour::evaluate));
    play(("Connect Four, puct", &arguments), ours, ConnectFour::clone, four);

    let middle = |point: Point| {
        let near = 5..10;
        near.contains(&Rules::GOMOKU.column(point)) && near.contains(&Rules::GOMOKU.row(point))
    };
    let five = |random: &mut Xoshiro256PlusPlus| opening(&Plain(Board::new(Rules::GOMOKU)), 4, middle, random);
    let ours = Ours::new(&arguments, (Selection::Uct, 400), Playouts::new);
    play(("gomoku, uct", &arguments), ours, Gomoku::clone, five);
    let ours =
        Ours::new(&arguments, (Selection::Puct, 400), || Evaluated(|game: &StonePosition| game.position.evaluate()));
    let view = |game: &Gomoku| StonePosition::new(game.0.clone(), Valuation::usual(Rules::GOMOKU));
    play(("gomoku, puct", &arguments), ours, view, five);
    println!("\nload after: {}", load());
}
