//! The `go` command as a front end writes it: time controls in the terms of the protocols.
//!
//! Both protocols support a time per move, a clock with an increment, and a number of moves to the
//! next time control; UCCI supports either the increment or the moves. Other time controls are
//! approximated safely: an engine that keeps to the received time never loses on time, and never
//! loses a byo-yomi period.
//!
//! | control | UCI | UCCI |
//! |---|---|---|
//! | a time per move | `movetime` | a clock for one move |
//! | sudden death, increment | `wtime`, `winc` | `time`, `increment` |
//! | a number of moves in a time | and `movestogo` | `time`, `movestogo`; an increment is omitted |
//! | Bronstein delay | as an increment of the delay | the same |
//! | US delay | the time plus the delay, and the delay as increment | the same |
//! | byo-yomi, main time left | the time plus one period, and a period as increment | the same |
//! | byo-yomi or US delay, no main time left | a time for the move: the period or the delay | the same |
//! | hourglass | the time, without an increment | the same |
//! | depth, nodes | `depth`, `nodes` | the same |
//! | no limit | `infinite`; the front end sends `stop` | the same |

use super::ChessProtocol;
use duiyi_clock::{Bonus, GoParameters};
use duiyi_game::Side;
use std::{fmt::Write, num::NonZeroU32, time::Duration};

/// The limit of a move in the terms of the protocols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Limit {
    None,
    Depth(u32),
    Nodes(u64),
    MoveTime(Duration),
    Clock(Clock),
}

/// A clock in the terms of the protocols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Clock {
    left: Duration,
    increment: Duration,
    moves: Option<NonZeroU32>,
}

impl Limit {
    fn new(go: &GoParameters) -> Limit {
        if let Some(time) = go.move_time {
            return Limit::MoveTime(time);
        }
        let Some(own) = go.own else {
            return match (go.depth, go.soft_nodes.or(go.nodes)) {
                (Some(depth), _) => Limit::Depth(depth),
                (_, Some(nodes)) => Limit::Nodes(nodes),
                (None, None) => Limit::None,
            };
        };
        let period = own.byo_yomi.map_or(Duration::ZERO, |periods| periods.time);
        // Time that is available for this move only and cannot be saved.
        let free = own.bonus.grace().saturating_add(period);
        let nothing_is_saved = matches!(own.bonus, Bonus::None | Bonus::Delay(_));
        if own.left.is_zero() && nothing_is_saved && !free.is_zero() {
            return Limit::MoveTime(free);
        }
        Limit::Clock(Clock {
            left: own.left.saturating_add(free),
            increment: own.bonus.amount().saturating_add(period),
            moves: go.moves_to_go,
        })
    }

    /// The same limit with less time, to withhold a reserve from a player.
    fn without(self, reserve: Duration) -> Limit {
        match self {
            Limit::MoveTime(time) => Limit::MoveTime(time.saturating_sub(reserve)),
            Limit::Clock(clock) => Limit::Clock(Clock { left: clock.left.saturating_sub(reserve), ..clock }),
            other => other,
        }
    }

    /// The limit as a clock; `None` for untimed limits.
    fn clock(self) -> Option<Clock> {
        match self {
            Limit::MoveTime(left) => Some(Clock { left, increment: Duration::ZERO, moves: NonZeroU32::new(1) }),
            Limit::Clock(clock) => Some(clock),
            _ => None,
        }
    }
}

impl ChessProtocol {
    /// The `go` command for the side `mover`, with its clock and the opponent's. `reserve` is withheld from the mover's
    /// time; `milliseconds` selects the unit of UCCI times.
    ///
    /// Time controls that a protocol does not support are approximated safely: delays and byo-yomi as
    /// increments that are already included in the time, an hourglass as a clock that only runs
    /// down. An engine that keeps to the received time does not lose on time.
    pub fn go(
        self,
        own: &GoParameters,
        opponent: &GoParameters,
        mover: Side,
        reserve: Duration,
        milliseconds: bool,
    ) -> String {
        let ponder = if own.ponder { "ponder " } else { "" };
        let own = Limit::new(own).without(reserve);
        let opponent = Limit::new(opponent).clock();
        let limits = match (self, own) {
            (_, Limit::None) => "infinite".to_owned(),
            (_, Limit::Depth(depth)) => format!("depth {depth}"),
            (_, Limit::Nodes(nodes)) => format!("nodes {nodes}"),
            (ChessProtocol::Uci, Limit::MoveTime(time)) => format!("movetime {}", time.as_millis()),
            (ChessProtocol::Uci, Limit::Clock(own)) => uci_clock(mover, own, opponent),
            // UCCI has no time per move; a clock for one move is equivalent.
            (ChessProtocol::Ucci, Limit::MoveTime(time)) => {
                format!("time {} movestogo 1", ucci_time(time, milliseconds))
            }
            (ChessProtocol::Ucci, Limit::Clock(own)) => ucci_clock(own, opponent, milliseconds),
        };
        format!("go {ponder}{limits}")
    }
}

fn uci_clock(mover: Side, own: Clock, opponent: Option<Clock>) -> String {
    // If the opponent has no clock, the mover's clock is used.
    let mut clocks = [opponent.unwrap_or(own); 2];
    clocks[mover.index()] = own;
    let [first, second] = clocks;
    let mut text = format!(
        "wtime {} btime {} winc {} binc {}",
        first.left.as_millis(),
        second.left.as_millis(),
        first.increment.as_millis(),
        second.increment.as_millis()
    );
    if let Some(moves) = own.moves {
        // Writing to a string can't fail.
        let _ = write!(text, " movestogo {moves}");
    }
    text
}

fn ucci_time(time: Duration, milliseconds: bool) -> u128 {
    if milliseconds { time.as_millis() } else { time.as_secs().into() }
}

fn ucci_clock(own: Clock, opponent: Option<Clock>, milliseconds: bool) -> String {
    let part = |prefix: &str, clock: Clock| {
        let time = ucci_time(clock.left, milliseconds);
        match clock.moves {
            Some(moves) => format!("{prefix}time {time} {prefix}movestogo {moves}"),
            None => format!("{prefix}time {time} {prefix}increment {}", ucci_time(clock.increment, milliseconds)),
        }
    };
    let own = part("", own);
    match opponent {
        Some(opponent) => format!("{own} {}", part("opp", opponent)),
        None => own,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::GoLine;
    use duiyi_clock::{Ledger, Phase, PlayerClock, TimeControl};
    use proptest::prelude::*;

    fn clock(text: &str) -> Ledger {
        Ledger::new(&text.parse::<TimeControl>().unwrap_or_else(|error| panic!("{text}: {error}")))
    }

    /// The command for the second side, whose opponent has ten seconds and 0.1 s per move.
    fn go(protocol: ChessProtocol, own: &Ledger) -> String {
        protocol.go(&own.go(), &clock("10+0.1").go(), Side::Second, Duration::ZERO, true)
    }

    #[test]
    fn every_control_in_both_protocols() {
        for (control, uci, ucci) in [
            ("20+0.2", "wtime 10000 btime 20000 winc 100 binc 200", "time 20000 increment 200"),
            ("60", "wtime 10000 btime 60000 winc 100 binc 0", "time 60000 increment 0"),
            ("40/60", "wtime 10000 btime 60000 winc 100 binc 0 movestogo 40", "time 60000 movestogo 40"),
            ("40/60+1:30", "wtime 10000 btime 60000 winc 100 binc 1000 movestogo 40", "time 60000 movestogo 40"),
            ("60;b5", "wtime 10000 btime 60000 winc 100 binc 5000", "time 60000 increment 5000"),
            ("60;d5", "wtime 10000 btime 65000 winc 100 binc 5000", "time 65000 increment 5000"),
            ("60+3x10s", "wtime 10000 btime 70000 winc 100 binc 10000", "time 70000 increment 10000"),
            ("60+1+3x10s", "wtime 10000 btime 70000 winc 100 binc 11000", "time 70000 increment 11000"),
            ("*60", "wtime 10000 btime 60000 winc 100 binc 0", "time 60000 increment 0"),
        ] {
            assert_eq!(go(ChessProtocol::Uci, &clock(control)), format!("go {uci}"), "{control}");
            let opponent = "opptime 10000 oppincrement 100";
            assert_eq!(go(ChessProtocol::Ucci, &clock(control)), format!("go {ucci} {opponent}"), "{control}");
        }
        for (control, uci, ucci) in [
            ("movetime=0.1", "movetime 100", "time 100 movestogo 1"),
            ("3x10s", "movetime 10000", "time 10000 movestogo 1"),
            ("0;d5", "movetime 5000", "time 5000 movestogo 1"),
            ("nodes=77", "nodes 77", "nodes 77"),
            ("depth=7", "depth 7", "depth 7"),
            ("-", "infinite", "infinite"),
        ] {
            assert_eq!(go(ChessProtocol::Uci, &clock(control)), format!("go {uci}"), "{control}");
            assert_eq!(go(ChessProtocol::Ucci, &clock(control)), format!("go {ucci}"), "{control}");
        }
    }

    #[test]
    fn byo_yomi_and_delay_without_main_time_become_a_time_for_the_move() {
        for (control, uci) in [("5+3x10s", "go movetime 10000"), ("5;d2", "go movetime 2000")] {
            let mut ledger = clock(control);
            ledger
                .spend(ledger.available().expect("timed").min(Duration::from_secs(7)), Phase::default())
                .expect("in time");
            assert_eq!(go(ChessProtocol::Uci, &ledger), uci, "{control}");
        }
    }

    #[test]
    fn ucci_may_count_in_seconds() {
        let (first, second) = (clock("10+0.1"), clock("20+0.2"));
        let text = ChessProtocol::Ucci.go(&second.go(), &first.go(), Side::Second, Duration::ZERO, false);
        assert_eq!(text, "go time 20 increment 0 opptime 10 oppincrement 0");
    }

    #[test]
    fn an_untimed_opponent_has_the_movers_clock_or_none() {
        for (opponent, uci, ucci) in [
            ("depth=3", "go wtime 20000 btime 20000 winc 200 binc 200", "go time 20000 increment 200"),
            (
                "movetime=3",
                "go wtime 3000 btime 20000 winc 0 binc 200",
                "go time 20000 increment 200 opptime 3000 oppmovestogo 1",
            ),
        ] {
            let (own, opponent) = (clock("20+0.2").go(), clock(opponent).go());
            let go = |protocol: ChessProtocol| protocol.go(&own, &opponent, Side::Second, Duration::ZERO, true);
            assert_eq!([go(ChessProtocol::Uci), go(ChessProtocol::Ucci)], [uci, ucci]);
        }
    }

    #[test]
    fn a_reserve_reduces_the_sent_time() {
        let go = |text: &str, reserve| {
            let (own, opponent) = (clock(text).go(), clock("10+0.1").go());
            ChessProtocol::Uci.go(&own, &opponent, Side::First, Duration::from_millis(reserve), true)
        };
        assert_eq!(go("movetime=0.1", 30), "go movetime 70");
        assert_eq!(go("1+0.1", 1500), "go wtime 0 btime 10000 winc 100 binc 100");
        assert_eq!(go("3x1s", 30), "go movetime 970");
        assert_eq!(go("depth=3", 30), "go depth 3");
    }

    /// A session reads the limits that a front end has written, for both sides and protocols.
    #[test]
    fn limits_are_read_as_they_are_written() {
        for control in ["20+0.2", "60", "40/60", "*60", "movetime=0.1", "nodes=77", "depth=7", "-"] {
            let (own, opponent) = (clock(control).go(), clock("10+0.1").go());
            for (protocol, mover) in [
                (ChessProtocol::Uci, Side::First),
                (ChessProtocol::Uci, Side::Second),
                (ChessProtocol::Ucci, Side::First),
            ] {
                let text = protocol.go(&GoParameters { ponder: true, ..own }, &opponent, mover, Duration::ZERO, true);
                let words: Vec<&str> = text.split(' ').skip(1).collect();
                let line = match protocol {
                    ChessProtocol::Uci => GoLine::read_uci(&words, mover),
                    ChessProtocol::Ucci => GoLine::read_ucci(&words, true),
                };
                let read = line.limits.go;
                assert!(line.ignored.is_empty() && read.ponder, "{text}");
                assert_eq!((read.depth, read.nodes, read.move_time), (own.depth, own.nodes, own.move_time), "{text}");
                let left = |clock: Option<PlayerClock>| clock.map(|clock| (clock.left, clock.bonus.amount()));
                assert_eq!(left(read.own), left(own.own), "{text}");
                // UCCI's time for a move is a clock for one move.
                let one = NonZeroU32::new(1).filter(|_| protocol == ChessProtocol::Ucci && own.move_time.is_some());
                assert_eq!(read.moves_to_go, one.or(own.moves_to_go), "{text}");
            }
        }
    }

    proptest! {
        /// An engine that keeps to the sent time never loses on time, for all time controls.
        #[test]
        fn the_sent_time_is_safe(
            control in prop::sample::select(vec![
                "60", "60+30", "60;d5", "0;d5", "60;b5", "5/20+1", "3/10:4/8:30+2", "60+3x10s", "3x1s", "movetime=9", "*40",
                "20+1+2x4s",
            ]),
            shares in prop::collection::vec(0.0_f64..=1.0, 1..60),
        ) {
            let mut ledger = clock(control);
            let periods = ledger.periods();
            for share in shares {
                let sent = match Limit::new(&ledger.go()) {
                    Limit::MoveTime(time) => time,
                    Limit::Clock(clock) => clock.left,
                    other => panic!("{other:?}"),
                };
                prop_assert!(Some(sent) <= ledger.available());
                let used = if share > 0.9 { sent } else { sent.mul_f64(share) };
                prop_assert!(ledger.spend(used, Phase::default()).is_ok());
                prop_assert_eq!(ledger.periods(), periods, "no period is lost");
            }
        }
    }
}
