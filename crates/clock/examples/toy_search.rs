//! A search that uses the time keeper with four calls.
//!
//! The game is Nim with piles of a few matches (the player who takes the last
//! match wins), searched by plain negamax with iterative deepening. The
//! interface is `start` before the search, `must_stop` every few nodes,
//! `report` after each iteration, and `finish` when the move is made.
//!
//! ```text
//! cargo run --release -p duiyi-clock --example toy_search -- 2+0.05
//! ```
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::error::Error;
use std::time::Instant;

use duiyi_clock::{
    Foresight, Ledger, MoveContext, MoveSummary, Phase, PollInterval, SearchProgress, TimeControl, TimeKeeper,
};

/// Piles of matches.
type Piles = [u8; 6];

/// A move: the pile and the number of matches.
#[derive(Clone, Copy, PartialEq)]
struct Take {
    pile: usize,
    count: u8,
}

fn moves(piles: Piles) -> impl Iterator<Item = Take> {
    (0..piles.len()).flat_map(move |pile| (1..=piles[pile].min(3)).map(move |count| Take { pile, count }))
}

/// A search in progress, with counters for the clock.
struct Search<'a> {
    keeper: &'a TimeKeeper,
    poll: PollInterval,
    begun: Instant,
    nodes: u64,
    next_look: u64,
}

/// The search was stopped without a value.
struct Stopped;

impl Search<'_> {
    fn negamax(&mut self, piles: &mut Piles, depth: u32) -> Result<i32, Stopped> {
        self.nodes += 1;
        if self.nodes >= self.next_look {
            let elapsed = self.begun.elapsed();
            self.poll.observe(self.nodes, elapsed);
            self.next_look = self.nodes + self.poll.nodes();
            if self.keeper.must_stop(elapsed, self.nodes) {
                return Err(Stopped);
            }
        }
        if piles.iter().all(|p| *p == 0) {
            return Ok(-100);
        }
        if depth == 0 {
            return Ok(0);
        }
        let mut best = -100;
        for take in moves(*piles) {
            piles[take.pile] -= take.count;
            let value = self.negamax(piles, depth - 1).map(|v| -v);
            piles[take.pile] += take.count;
            best = best.max(value?);
        }
        Ok(best)
    }

    /// The best move at this depth, with its value and its share of the nodes.
    fn root(&mut self, piles: &mut Piles, depth: u32) -> Result<(Take, i32, f32), Stopped> {
        let begun = self.nodes;
        let mut best = (Take { pile: 0, count: 0 }, i32::MIN, 0);
        for take in moves(*piles) {
            let before = self.nodes;
            piles[take.pile] -= take.count;
            let value = self.negamax(piles, depth - 1).map(|v| -v);
            piles[take.pile] += take.count;
            let value = value?;
            if value > best.1 {
                best = (take, value, self.nodes - before);
            }
        }
        Ok((best.0, best.1, best.2 as f32 / (self.nodes - begun).max(1) as f32))
    }
}

/// Searches one move within the time that the keeper allows.
fn think(keeper: &mut TimeKeeper, ledger: &Ledger, piles: &mut Piles, ply: u32) -> Option<(Take, MoveSummary)> {
    let legal = moves(*piles).count() as u32;
    let mut answer = moves(*piles).next()?;
    let mut poll = PollInterval::default();
    let begun = Instant::now();
    keeper.start(&ledger.go(), &MoveContext { ply, legal_moves: Some(legal), ..MoveContext::default() });
    let mut summary = MoveSummary::default();
    for depth in 1..64 {
        let next_look = summary.nodes + poll.nodes();
        let mut search = Search { keeper, poll, begun, nodes: summary.nodes, next_look };
        let result = search.root(piles, depth);
        (summary.nodes, poll) = (search.nodes, search.poll);
        summary.elapsed = begun.elapsed();
        let Ok((take, score, share)) = result else { break };
        answer = take;
        (summary.depth, summary.score) = (depth, score);
        let report = SearchProgress {
            depth,
            elapsed: summary.elapsed,
            nodes: summary.nodes,
            score,
            best: (take.pile * 4) as u32 + u32::from(take.count),
            best_share: Some(share),
            mate: (score.abs() == 100).then_some(if score > 0 { depth as i32 } else { -(depth as i32) }),
            ..SearchProgress::default()
        };
        if keeper.report(&report) {
            break;
        }
    }
    keeper.finish(&summary);
    Some((answer, summary))
}

fn main() -> std::process::ExitCode {
    match run() {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            std::process::ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let control: TimeControl = std::env::args().nth(1).unwrap_or_else(|| "2+0.05".to_owned()).parse()?;
    let mut ledgers = [Ledger::new(&control), Ledger::new(&control)];
    let mut keepers = [0, 1].map(|_| TimeKeeper::new(Box::new(Foresight::default())));
    let mut piles: Piles = [7, 6, 5, 5, 4, 3];
    println!("{control}, piles {piles:?}");
    for ply in 0.. {
        let side = ply as usize % 2;
        let Some((take, summary)) = think(&mut keepers[side], &ledgers[side], &mut piles, ply) else {
            println!("player {} took the last match and wins", 2 - side);
            break;
        };
        piles[take.pile] -= take.count;
        ledgers[side].spend(summary.elapsed, Phase::Middlegame)?;
        // For the hour-glass; under any other control this changes nothing.
        ledgers[1 - side].opponent_used(summary.elapsed);
        println!(
            "player {} takes {} from pile {}: depth {}, {} nodes, {:?}, {:?} left",
            side + 1,
            take.count,
            take.pile + 1,
            summary.depth,
            summary.nodes,
            summary.elapsed,
            ledgers[side].left().unwrap_or_default()
        );
    }
    Ok(())
}
