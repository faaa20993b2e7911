//! Our search compared with the published crate
//! `minimax` (0.6.0, `IterativeSearch`): the same games, the same evaluation, the
//! same depth, one thread, tables of 64 MiB.
//!
//! Both searches return the minimax value, which is asserted, so that
//! neither can be faster by searching less than it must. Ours runs with its exact set of
//! enhancements; theirs with the options that made it fastest: null windows, a
//! two-tier table, countermoves and countermove history. Theirs shuffles the
//! root moves without a seed, so each figure is the median of several runs.
//! Nodes are moves made, counted the same way on both sides, in separate runs that
//! are not timed.
//!
//! `cargo bench -p duiyi-benches --bench minimax_crate`
#![allow(clippy::print_stdout)]

use cpu_time::ThreadTime;
use duiyi_benches::games::{ConnectFour, FourInARow, Hooked, SmallGame, count_move, moves_counted};
use duiyi_search::{Enhancements, Limits, Score, Searcher, Table};
use minimax::{IterativeOptions, IterativeSearch, Replacement, Strategy, Winner};
use std::{marker::PhantomData, time::Duration};

const ROUNDS: usize = 5;
const TABLE: usize = 64;

/// The same game for the other crate. Its states are copied, which is faster
/// there than undoing moves.
struct Theirs<G, const COUNT: bool>(PhantomData<G>);

impl<G: SmallGame, const COUNT: bool> minimax::Game for Theirs<G, COUNT> {
    type S = G;
    type M = u8;
    fn generate_moves(state: &G, moves: &mut Vec<u8>) -> Option<Winner> {
        let winner = Self::get_winner(state);
        if winner.is_none() {
            moves.extend(state.moves());
        }
        winner
    }
    fn apply(state: &mut G, mv: u8) -> Option<G> {
        if COUNT {
            count_move();
        }
        let mut next = *state;
        next.make(mv);
        Some(next)
    }
    fn get_winner(state: &G) -> Option<Winner> {
        if state.is_won() { Some(Winner::PlayerJustMoved) } else { state.is_full().then_some(Winner::Draw) }
    }
    fn zobrist_hash(state: &G) -> u64 {
        state.table_key()
    }
    fn table_index(mv: u8) -> u16 {
        mv as u16
    }
    fn max_table_index() -> u16 {
        G::MOVES - 1
    }
}

impl<G: SmallGame, const COUNT: bool> minimax::Evaluator for Theirs<G, COUNT> {
    type G = Self;
    fn evaluate(&self, state: &G) -> i16 {
        state.evaluate().get() as i16
    }
}

/// The value, unless the game is over, and the processor time of a search.
fn ours<G: SmallGame, const COUNT: bool>(game: &G, depth: u32) -> (Option<i32>, Duration) {
    let table = Table::new(TABLE);
    let mut searcher = Searcher::new(|game: &Hooked<G, COUNT, false>| game.0.evaluate());
    searcher.enhancements = Enhancements::exact();
    let game = Hooked::<G, COUNT, false>(*game);
    let started = ThreadTime::now();
    let found = searcher.search(&game).table(&table).limits(Limits::depth(depth)).run();
    let time = started.elapsed();
    (Some(found.score).filter(|score| !score.is_decisive()).map(Score::get), time)
}

fn theirs<G: SmallGame, const COUNT: bool>(game: &G, depth: u32) -> (Option<i32>, Duration) {
    let options = IterativeOptions::new()
        .with_table_byte_size(TABLE << 20)
        .with_replacement_strategy(Replacement::TwoTier)
        .with_countermoves()
        .with_countermove_history();
    let mut search = IterativeSearch::new(Theirs::<G, COUNT>(PhantomData), options);
    search.set_max_depth(depth as u8);
    let started = ThreadTime::now();
    search.choose_move(game);
    let time = started.elapsed();
    let value = search.root_value();
    (Some(value as i32).filter(|value| value.abs() < 30_000), time)
}

fn median<T: Ord + Copy>(mut values: Vec<T>) -> T {
    values.sort_unstable();
    values[values.len() / 2]
}

fn compare<G: SmallGame>(positions: &[&[u8]], depth: u32) {
    let (mut our_nodes, mut their_nodes) = (0, 0);
    let mut times = vec![(Duration::ZERO, Duration::ZERO); ROUNDS];
    for moves in positions {
        let game = G::after(moves);
        let counted = |search: fn(&G, u32) -> (Option<i32>, Duration)| {
            let before = moves_counted();
            let value = search(&game, depth).0;
            (moves_counted() - before, value)
        };
        let (nodes, value) = counted(ours::<G, true>);
        our_nodes += nodes;
        their_nodes += median(
            (0..ROUNDS)
                .map(|_| {
                    let (nodes, their_value) = counted(theirs::<G, true>);
                    assert_eq!(their_value, value, "{} after {moves:?} to depth {depth}", G::NAME);
                    nodes
                })
                .collect(),
        );
        for (our_time, their_time) in &mut times {
            *our_time += ours::<G, false>(&game, depth).1;
            *their_time += theirs::<G, false>(&game, depth).1;
        }
    }
    let ratio =
        median(times.iter().map(|(ours, theirs)| (theirs.as_nanos() * 1000 / ours.as_nanos()) as u64).collect());
    println!(
        "| {} | {depth} | {our_nodes} | {their_nodes} | {:.2} | {:.0} | {:.0} | {:.2} |",
        G::NAME,
        their_nodes as f64 / our_nodes as f64,
        median(times.iter().map(|times| times.0).collect()).as_secs_f64() * 1e3,
        median(times.iter().map(|times| times.1).collect()).as_secs_f64() * 1e3,
        ratio as f64 / 1e3,
    );
}

fn main() {
    println!("Moves made and milliseconds of processor time, sums over the positions; medians of {ROUNDS} rounds.\n");
    println!("| game | depth | nodes | `minimax` 0.6.0: nodes | ratio | ms | `minimax`: ms | ratio |");
    println!("|---|---|---|---|---|---|---|---|");
    let openings: [&[u8]; 4] = [&[], &[3, 3, 3], &[3, 2, 4, 4, 2, 3], &[1, 3, 3, 5, 5, 3, 3, 1]];
    for depth in [8, 10, 12] {
        compare::<ConnectFour>(&openings, depth);
    }
    // Cells are numbered with eight per row.
    let openings: [&[u8]; 4] = [&[], &[18, 9], &[18, 17, 10, 25], &[0, 36, 4, 32, 18, 10]];
    for depth in [5, 6, 7] {
        compare::<FourInARow>(&openings, depth);
    }
}
