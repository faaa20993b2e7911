//! The player answers within its time under every rule set.

// Figures, printed with --nocapture.
#![allow(clippy::print_stdout)]

use duiyi_connect6::player::ThreatSearch;
use duiyi_connect6::{BLACK, Board, Rules, WHITE};
use duiyi_engine::{Player, Request};
use duiyi_game::History;
use duiyi_search::{LimitControl, Limits, StopHandle};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::time::{Duration, Instant};

/// The time for a turn.
const TIME: Duration = Duration::from_millis(50);

/// The time that a turn may take on a busy machine, in a build for tests. The turns that were too
/// slow took ten seconds and more.
const PATIENCE: Duration = Duration::from_secs(3);

/// A position in which a third of the points near the centre have stones, without a row.
fn dense(rules: Rules) -> Board {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut board = Board::new(rules);
    let side = rules.width().min(rules.height()).min(20);
    let [left, below] = [rules.width(), rules.height()].map(|length| (length - side) / 2);
    for number in 0..u64::from(side) * u64::from(side) / 3 {
        let mut at = |from: u8| from + (random.next_u64() % u64::from(side)) as u8;
        let point = rules.point(at(left), at(below)).expect("a point");
        let before = board.clone();
        if board.set(point, if number % 2 == 0 { BLACK } else { WHITE }).is_ok() && board.winner().is_some() {
            board = before;
        }
    }
    board.set_turn(BLACK, rules.p()).expect("a turn");
    board
}

/// Plays `turns` turns, and returns the longest time of one.
fn slowest(start: Board, turns: usize) -> Duration {
    let mut player = ThreatSearch::new(start.rules());
    player.set_option("Hash", "1").expect("an option");
    let mut game = History::new(start);
    let limits = Limits::time(TIME);
    let mut slowest = Duration::ZERO;
    for _ in 0..turns {
        if game.now().is_over() {
            break;
        }
        let started = Instant::now();
        let decision = player.decide(&mut Request {
            game: &game,
            allowed: &|_| true,
            control: &mut LimitControl::new(limits.clone(), StopHandle::new()),
            observer: &mut (),
        });
        slowest = slowest.max(started.elapsed());
        let turn = decision.expect("a turn").turn;
        game.play_turn(&turn).expect("a legal turn");
    }
    slowest
}

fn check(sides: &[u8], rows: &[u8], stones: &[u8], turns: usize) {
    for &side in sides {
        for &k in rows.iter().filter(|&&k| k <= side) {
            for &p in stones {
                let rules = Rules::new(side, side, k, p, 1).expect("a game");
                let time = slowest(Board::new(rules), turns).max(slowest(dense(rules), turns));
                println!("{rules}: {time:?}");
                assert!(time < PATIENCE, "{rules}: {time:?}");
            }
        }
    }
}

#[test]
fn long_rows_and_turns_of_many_stones_are_answered_in_time() {
    for (rules, turns) in [("30,30,10,1,1", 12), ("19,19,6,8,2", 4), ("30,30,16,2,1", 6), ("59,59,8,5,3", 3)] {
        let rules: Rules = rules.parse().expect("a game");
        let time = slowest(Board::new(rules), turns).max(slowest(dense(rules), turns));
        println!("{rules}: {time:?}");
        assert!(time < PATIENCE, "{rules}: {time:?}");
    }
}

#[test]
#[ignore = "the corners of the family: a minute"]
fn the_corners_of_the_family_are_answered_in_time() {
    check(&[3, 19, 59], &[3, 6, 10, 13, 16, 17], &[1, 2, 4, 5, 8, 12], 6);
}
