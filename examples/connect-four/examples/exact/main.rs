//! How often evaluations keep the value of a position of Connect Four, by exact solutions:
//!
//! `cargo run --release -p connect-four --example exact -- FILE.learned [POSITIONS [NODES [SEED]]]`
//!
//! Positions come from random games with at least 14 discs. The solver is the search of this workspace to the end of
//! the game; a move keeps the value if the position after it has the same value for the mover.
#![allow(clippy::print_stdout)]

use connect_four::{ConnectFour, evaluate};
use duiyi::train::learn::{Learnt, PictureEvaluator};
use duiyi_search::{Evaluator, Game, Limits, Score, Searcher, Table, legal_moves};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use std::{error::Error, sync::Arc};

/// The least number of discs of a position.
const DISCS: usize = 14;
/// The number of cells.
const CELLS: u32 = 42;

/// The value of a position for the side to move: 1, 0 or −1.
fn solve(game: &ConnectFour, table: &Table) -> i32 {
    let mut searcher = Searcher::new(evaluate);
    let found = searcher.search(game).table(table).limits(Limits::depth(CELLS)).run();
    match found.over {
        Some(outcome) => outcome.winner.map_or(0, |winner| if winner == game.side_to_move() { 1 } else { -1 }),
        None => found.score.mate_distance().map_or(0, |_| (found.score > Score::ZERO) as i32 * 2 - 1),
    }
}

/// Whether the move of a search with this evaluator keeps the value.
fn keeps<E: Evaluator<ConnectFour>>(
    game: &ConnectFour,
    (value, nodes): (i32, u64),
    searcher: &mut Searcher<ConnectFour, E>,
    table: &Table,
) -> bool {
    let own = Table::new(4);
    searcher.new_game();
    let best = searcher.search(game).table(&own).limits(Limits::nodes(nodes)).run().best;
    let mut after = *game;
    best.is_some_and(|mv| {
        after.make(mv);
        -solve(&after, table) == value
    })
}

/// A position of a random game, in which the side to move has a choice and cannot win at once.
fn draw(random: &mut Xoshiro256PlusPlus) -> ConnectFour {
    loop {
        let mut game = ConnectFour::default();
        let discs = DISCS + (random.next_u64() % 8) as usize;
        for _ in 0..discs {
            let moves = legal_moves(&game);
            if moves.is_empty() || game.outcome().is_some() {
                break;
            }
            game.make(moves[(random.next_u64() % moves.len() as u64) as usize]);
        }
        let moves = legal_moves(&game);
        let wins = |&mv: &u8| {
            let mut after = game;
            after.make(mv);
            after.outcome().is_some()
        };
        if game.outcome().is_none() && moves.len() > 1 && !moves.iter().any(wins) {
            return game;
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, default: u64| arguments.get(at).map_or(Ok(default), |text| text.parse());
    let file = arguments.first().ok_or("expected the file of a learned evaluation")?;
    let (positions, nodes, seed) = (number(1, 1000)?, number(2, 1000)?, number(3, 1)?);
    let learnt = Arc::new(Learnt::from_bytes(&std::fs::read(file)?)?);
    let mut learned = Searcher::new(PictureEvaluator::new(Arc::clone(&learnt), &ConnectFour::default())?);
    learned.prunes = learnt.prunes();
    let mut hand = Searcher::new(evaluate);
    let mut unknowing = Searcher::new(|_: &ConnectFour| Score::ZERO);
    let table = Table::new(256);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut kept = [0u64; 3];
    for _ in 0..positions {
        let game = draw(&mut random);
        let task = (solve(&game, &table), nodes);
        kept[0] += u64::from(keeps(&game, task, &mut learned, &table));
        kept[1] += u64::from(keeps(&game, task, &mut hand, &table));
        kept[2] += u64::from(keeps(&game, task, &mut unknowing, &table));
    }
    println!("evaluation,positions,nodes,seed,kept,share in %");
    for (name, kept) in ["learned", "hand", "none"].into_iter().zip(kept) {
        println!("{name},{positions},{nodes},{seed},{kept},{:.1}", 100.0 * kept as f64 / positions as f64);
    }
    Ok(())
}
