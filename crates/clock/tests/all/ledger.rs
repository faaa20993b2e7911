//! The ledger: the paper's quantities and their invariants under every control.

use std::time::Duration;

use duiyi_clock::{Average, Ledger, MoveContext, Phase, Strategy, TimeControl};
use proptest::prelude::*;

fn ledger(text: &str) -> Ledger {
    Ledger::new(&text.parse::<TimeControl>().unwrap_or_else(|e| panic!("{text}: {e}")))
}

fn secs(s: u64) -> Duration {
    Duration::from_secs(s)
}

fn ms(m: u64) -> Duration {
    Duration::from_millis(m)
}

fn spend(ledger: &mut Ledger, time: Duration) {
    ledger.spend(time, Phase::Middlegame).unwrap_or_else(|e| panic!("{e}"));
}

/// T-2: T_total(k) = T0 + Δ·k.
#[test]
fn t2_total_grows_by_the_increment() {
    let mut ledger = ledger("3600+30");
    for k in 0..100 {
        assert_eq!(ledger.total(), Some(secs(3600) + secs(30) * k));
        spend(&mut ledger, secs(u64::from(k)));
    }
}

/// T-3: T_used(k) is the sum of u(1) to u(k).
#[test]
fn t3_used_is_the_sum() {
    let mut ledger = ledger("3600+30");
    assert_eq!(ledger.used(), Duration::ZERO);
    for k in 1..=50_u64 {
        spend(&mut ledger, ms(k));
        assert_eq!(ledger.used(), ms(k * (k + 1) / 2));
    }
}

/// T-4: T_used = T_open + T_mid + T_end, each the mean of its phase times its moves.
#[test]
fn t4_phases_sum_up() {
    let mut ledger = ledger("3600+30");
    for (phase, moves, time) in [(Phase::Opening, 10, 0), (Phase::Middlegame, 25, 70_000), (Phase::Endgame, 20, 12_000)]
    {
        for _ in 0..moves {
            ledger.spend(ms(time), phase).unwrap_or_else(|e| panic!("{e}"));
        }
    }
    let products =
        Phase::ALL.map(|p| ledger.phase(p).mean().map_or(Duration::ZERO, |mean| mean * ledger.phase(p).moves));
    assert_eq!(products.iter().sum::<Duration>(), ledger.used());
    assert_eq!(ledger.phase(Phase::Middlegame).mean(), Some(secs(70)));
    assert_eq!(ledger.phase(Phase::Opening).used, Duration::ZERO);
}

/// T-5: T_left(k) = T_total(k) − T_used(k−1) − u(k).
#[test]
fn t5_left_is_total_less_used() {
    let mut ledger = ledger("60+30");
    let mut used_before = Duration::ZERO;
    for u in [secs(50), secs(10), ms(29_999), ms(1)] {
        spend(&mut ledger, u);
        assert_eq!(ledger.left(), ledger.total().map(|total| total - used_before - u));
        used_before += u;
    }
}

/// T-20: book moves take no time and still gain their increments, so the first search after the
/// book has more time to divide. A delay, before or after the move, only returns time that was
/// used.
#[test]
fn t20_book_moves_gain_their_increments() {
    let book_moves = 12;
    let first_search = |text: &str, of_book: bool| {
        let mut ledger = ledger(text);
        for _ in 0..book_moves {
            let time = if of_book { Duration::ZERO } else { secs(60) };
            ledger.spend(time, Phase::Opening).unwrap_or_else(|e| panic!("{e}"));
        }
        assert_eq!(ledger.phase(Phase::Opening).moves, book_moves);
        let go = ledger.go();
        let clock = go.clock(Duration::ZERO, false).unwrap_or_default();
        (clock, Average::new(40.0).begin(&clock, &MoveContext::default()).soft)
    };
    let (with_book, budget) = first_search("3600+30", true);
    assert_eq!((with_book.left, budget), (secs(3600 + 30 * 12), secs(99) + secs(30)));
    let (without, budget) = first_search("3600+30", false);
    assert_eq!((without.left, budget), (secs(3600 + 30 * 12 - 60 * 12), secs(81) + secs(30)));
    for delay in ["3600;d30", "3600;b30"] {
        assert_eq!(first_search(delay, true).0.left, secs(3600), "{delay}");
        assert_eq!(first_search(delay, false).0.left, secs(3600 - 30 * 12), "{delay}");
    }
    // They count as moves of the session: 28 of 40 moves are left.
    let (session, _) = first_search("40/3600", true);
    assert_eq!(session.moves_to_go.map(|moves| moves.get()), Some(28));
}

#[test]
fn flag_falls_only_beyond_the_time_left() {
    let mut exact = ledger("10");
    spend(&mut exact, secs(10));
    assert_eq!(exact.left(), Some(Duration::ZERO));
    let mut over = ledger("10");
    spend(&mut over, secs(4));
    let fall = over.spend(secs(6) + Duration::from_nanos(1), Phase::Endgame).expect_err("one nanosecond too late");
    assert_eq!((fall.at_move, fall.over), (2, Duration::from_nanos(1)));
    assert_eq!(over.spend(Duration::ZERO, Phase::Endgame), Err(fall));
    assert_eq!(over.left(), Some(Duration::ZERO));
}

#[test]
fn delays_differ_in_when_the_flag_falls() {
    // Within the delay a US clock does not run at all.
    let mut us = ledger("1;d5");
    spend(&mut us, secs(6));
    assert_eq!(us.left(), Some(Duration::ZERO));
    spend(&mut us, secs(5));
    assert!(us.spend(ms(5001), Phase::Endgame).is_err());
    // A Bronstein clock runs and returns the time afterwards.
    let mut bronstein = ledger("6;b5");
    spend(&mut bronstein, secs(6));
    assert_eq!(bronstein.left(), Some(secs(5)));
    assert!(bronstein.spend(ms(5001), Phase::Endgame).is_err());
    // Neither gains time, unlike a Fischer clock.
    let mut fischer = ledger("6+5");
    spend(&mut fischer, Duration::ZERO);
    assert_eq!(fischer.left(), Some(secs(11)));
}

#[test]
fn sessions_follow_each_other_and_the_last_repeats() {
    let mut ledger = ledger("2/10:3/6+1");
    assert_eq!(ledger.go().moves_to_go.map(u32::from), Some(2));
    spend(&mut ledger, secs(4));
    assert_eq!(ledger.go().moves_to_go.map(u32::from), Some(1));
    spend(&mut ledger, secs(4));
    assert_eq!(ledger.left(), Some(secs(2 + 6)));
    for _ in 0..3 {
        spend(&mut ledger, secs(1));
    }
    // Three increments have compensated for three seconds, and six more seconds were added.
    assert_eq!(ledger.left(), Some(secs(8 + 6)));
    assert_eq!(ledger.go().moves_to_go.map(u32::from), Some(3));
}

#[test]
fn byo_yomi_periods_are_restored_unless_used_up() {
    let mut ledger = ledger("10+3x30s");
    spend(&mut ledger, secs(15));
    assert_eq!((ledger.periods(), ledger.left()), (3, Some(secs(90))));
    spend(&mut ledger, secs(30));
    assert_eq!(ledger.periods(), 3);
    spend(&mut ledger, ms(30_001));
    assert_eq!(ledger.periods(), 2);
    spend(&mut ledger, secs(59));
    assert_eq!(ledger.periods(), 1);
    assert!(ledger.spend(ms(30_001), Phase::Endgame).is_err());
}

#[test]
fn an_hour_glass_runs_from_one_side_to_the_other() {
    let mut first = ledger("*60");
    let mut second = first.clone();
    for (a, b) in [(10, 25), (3, 1), (40, 2)] {
        spend(&mut first, secs(a));
        second.opponent_used(secs(a));
        spend(&mut second, secs(b));
        first.opponent_used(secs(b));
        let both = first.left().zip(second.left()).map(|(x, y)| x + y);
        assert_eq!(both, Some(secs(120)));
    }
}

#[test]
fn an_hour_glass_that_ran_out_is_not_filled_again() {
    let mut ledger = ledger("*2");
    spend(&mut ledger, secs(1));
    assert!(ledger.spend(ms(1_001), Phase::Middlegame).is_err());
    ledger.opponent_used(secs(9));
    assert_eq!((ledger.left(), ledger.flag().map(|fall| fall.over)), (Some(Duration::ZERO), Some(ms(1))));
}

#[test]
fn untimed_controls_have_no_clock() {
    for text in ["-", "depth=8", "nodes=1000"] {
        let mut ledger = ledger(text);
        spend(&mut ledger, secs(100_000));
        assert_eq!((ledger.total(), ledger.left(), ledger.flag()), (None, None, None));
        assert_eq!(ledger.used(), secs(100_000));
    }
}

proptest! {
    /// T-5 for every control: total − used = left until the flag falls, and left is never more than total.
    #[test]
    fn invariants_hold_under_every_control(
        control in prop::sample::select(vec![
            "60", "60+30", "60;d5", "60;b5", "5/20+1", "3/10:4/8:30+2", "60+3x10s", "3x1s", "1x5s", "st=9", "*40", "20+1+2x4s",
        ]),
        moves in prop::collection::vec((0_u64..12_000_000_000, 0_u64..9_000_000_000, 0_usize..3), 1..80),
    ) {
        let mut ledger = ledger(control);
        let mut sum = Duration::ZERO;
        for (k, (used, opponent, phase)) in moves.into_iter().enumerate() {
            let used = Duration::from_nanos(used);
            let before = ledger.left().expect("all are timed");
            let available = ledger.available().expect("all are timed");
            sum += used;
            let result = ledger.spend(used, Phase::ALL[phase]);
            prop_assert_eq!(result.is_err(), used > available);
            prop_assert_eq!(ledger.used(), sum);
            prop_assert_eq!(ledger.moves(), k as u32 + 1);
            prop_assert_eq!(Phase::ALL.map(|p| ledger.phase(p).used).iter().sum::<Duration>(), sum);
            if let Err(fall) = result {
                prop_assert!(used > before, "a flag fell with {:?} left after {:?}", before, used);
                prop_assert_eq!(fall.over, used - available);
                prop_assert!(fall.over <= used - before);
                prop_assert_eq!(ledger.left(), Some(Duration::ZERO));
                break;
            }
            prop_assert_eq!(ledger.total().map(|total| total - sum), ledger.left());
            prop_assert!(ledger.total() >= ledger.left());
            ledger.opponent_used(Duration::from_nanos(opponent));
            prop_assert_eq!(ledger.total().map(|total| total - sum), ledger.left());
        }
    }
}
