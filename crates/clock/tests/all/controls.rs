//! Texts of time controls: usual forms, round trips, precise errors.

use std::num::NonZeroU32;
use std::time::Duration;

use duiyi_clock::{Bonus, ByoYomi, ControlError, Session, Sessions, TimeControl, parse_time};
use proptest::prelude::*;

fn secs(s: u64) -> Duration {
    Duration::from_secs(s)
}

fn count(n: u32) -> NonZeroU32 {
    NonZeroU32::new(n).expect("test counts are positive")
}

/// One session.
fn session(moves: Option<NonZeroU32>, time: Duration, bonus: Bonus) -> TimeControl {
    TimeControl::Sessions(Sessions::new(vec![Session { moves, time, bonus }], None).unwrap())
}

fn read(text: &str) -> TimeControl {
    text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// T-1: sudden death with an increment, such as 60 minutes and 30 seconds a move.
#[test]
fn t1_sudden_death_with_increment() {
    let control = read("60m+30");
    assert_eq!(control, TimeControl::fischer(secs(3600), secs(30)));
    assert_eq!(control.to_string(), "3600+30");
    assert_eq!(read("3600+30"), control);
}

#[test]
fn usual_texts() {
    assert_eq!(read("300"), TimeControl::sudden_death(secs(300)));
    assert_eq!(read("40/5400+30"), session(Some(count(40)), secs(5400), Bonus::Increment(secs(30))));
    assert_eq!(read("40/10"), session(Some(count(40)), secs(10), Bonus::None));
    assert_eq!(read("3x30s"), TimeControl::byo_yomi(Duration::ZERO, count(3), secs(30)));
    assert_eq!(read("600+3x30"), TimeControl::byo_yomi(secs(600), count(3), secs(30)));
    assert_eq!(read("1+0.01"), TimeControl::fischer(secs(1), Duration::from_millis(10)));
    assert_eq!(read("60;d5"), session(None, secs(60), Bonus::Delay(secs(5))));
    assert_eq!(read("60;b5"), session(None, secs(60), Bonus::Bronstein(secs(5))));
    assert_eq!(read("*180"), TimeControl::Hourglass(secs(180)));
    for text in ["st=0.5", "movetime=0.5", "movetime=500ms"] {
        assert_eq!(read(text), TimeControl::MoveTime(Duration::from_millis(500)));
    }
    assert_eq!(read("depth=12"), TimeControl::Depth(12));
    assert_eq!(read("nodes=100000"), TimeControl::Nodes(100_000));
    assert_eq!(read("softnodes=500"), TimeControl::SoftNodes(500));
    for text in ["-", "inf", "infinite"] {
        assert_eq!(read(text), TimeControl::Infinite);
    }
    let TimeControl::Sessions(sessions) = read("40/7200:20/3600:900+30") else { panic!("sessions expected") };
    assert_eq!(sessions.list().len(), 3);
    assert_eq!(sessions.session(2).bonus, Bonus::Increment(secs(30)));
    assert_eq!(sessions.session(9), sessions.session(2));
}

#[test]
fn times_are_exact() {
    assert_eq!(parse_time("0.000000001"), Ok(Duration::from_nanos(1)));
    assert_eq!(parse_time("1500ms"), Ok(Duration::from_millis(1500)));
    assert_eq!(parse_time("0.1"), Ok(Duration::from_millis(100)));
    assert_eq!(parse_time(".5h"), Ok(secs(1800)));
    for text in
        ["", ".", "1.", "-1", "+1", "1e3", "1,5", "٣", "0.0000000001", "99999999999", "5 s", "ms", "1.0000001ms"]
    {
        assert_eq!(parse_time(text), Err(ControlError::Time { text: text.to_owned() }), "{text}");
    }
}

#[test]
fn errors_contain_what_was_read() {
    let error = |text: &str| text.parse::<TimeControl>().expect_err(text);
    assert_eq!(error(""), ControlError::NoSession);
    assert_eq!(error("60:60"), ControlError::SuddenDeathNotLast);
    assert_eq!(error("3x30:60"), ControlError::SuddenDeathNotLast);
    assert_eq!(error("40/60+3x30"), ControlError::ByoYomiAfterMoves);
    assert_eq!(error("0+30"), ControlError::NoTime);
    assert_eq!(error("movetime=0"), ControlError::NoTime);
    assert_eq!(error("*0"), ControlError::NoTime);
    assert_eq!(error("ply=3"), ControlError::Limit { name: "ply".to_owned() });
    assert!(error("ply=3").to_string().contains("unknown limit 'ply='; expected movetime="));
    for text in ["0", "-1", "1+-1", "x/60", "depth=0", "nodes=-5", "nan", "1e300"] {
        error(text);
    }
    assert_eq!(error("0/60"), ControlError::Count { text: "0".to_owned(), what: "moves" });
    assert_eq!(error("0x30"), ControlError::Count { text: "0".to_owned(), what: "periods" });
    assert_eq!(error("depth=-3"), ControlError::Count { text: "-3".to_owned(), what: "plies" });
    assert_eq!(error("60+abc"), ControlError::Time { text: "abc".to_owned() });
    assert_eq!(error("60+1+2"), ControlError::Time { text: "2".to_owned() });
    assert_eq!(error("60;x5"), ControlError::Time { text: "x5".to_owned() });
    assert!(error("60+abc").to_string().contains("\"abc\""));
}

/// Texts in match records from before the common grammar.
#[test]
fn texts_of_old_match_records_are_read() {
    for text in ["8+0.08", "60", "40/60", "40/60.5+1", "movetime=0.1", "nodes=5000", "depth=6"] {
        assert_eq!(read(text).to_string(), text);
    }
}

#[cfg(feature = "serde")]
#[test]
fn serde_writes_the_text() {
    for text in ["8+0.08", "movetime=0.1", "600+3x30s", "*180"] {
        let json = serde_json::to_string(&read(text)).expect("writes");
        assert_eq!(json, format!("\"{text}\""));
        assert_eq!(serde_json::from_str::<TimeControl>(&json).expect("reads"), read(text));
    }
    let error = serde_json::from_str::<TimeControl>("\"soon\"").expect_err("refused").to_string();
    assert!(error.contains("\"soon\" is not a time"), "{error}");
}

fn time() -> impl Strategy<Value = Duration> {
    prop_oneof![
        (1_u64..10_000).prop_map(Duration::from_secs),
        (1_u64..10_000_000).prop_map(Duration::from_millis),
        (1_u64..10_000_000_000_000).prop_map(Duration::from_nanos),
    ]
}

fn bonus() -> impl Strategy<Value = Bonus> {
    prop_oneof![
        Just(Bonus::None),
        time().prop_map(Bonus::Increment),
        time().prop_map(Bonus::Bronstein),
        time().prop_map(Bonus::Delay),
    ]
}

fn control() -> impl Strategy<Value = TimeControl> {
    let sessions = (
        prop::collection::vec((1_u32..200, time(), bonus()), 0..3),
        prop::option::of((time(), bonus())),
        prop::option::of((1_u32..10, time())),
    )
        .prop_filter_map("at least one session", |(limited, rest, overtime)| {
            let mut list: Vec<Session> =
                limited.into_iter().map(|(n, time, bonus)| Session { moves: Some(count(n)), time, bonus }).collect();
            // A delay and byo-yomi in one session have no common text.
            let plain = |b: Bonus| matches!(b, Bonus::None | Bonus::Increment(_));
            let overtime = overtime.filter(|_| rest.is_some_and(|(_, b)| plain(b)));
            list.extend(rest.map(|(time, bonus)| Session { moves: None, time, bonus }));
            let byo_yomi = overtime.map(|(n, time)| ByoYomi { periods: count(n), time });
            Sessions::new(list, byo_yomi).ok().map(TimeControl::Sessions)
        });
    prop_oneof![
        Just(TimeControl::Infinite),
        time().prop_map(TimeControl::MoveTime),
        time().prop_map(TimeControl::Hourglass),
        (1_u32..200).prop_map(TimeControl::Depth),
        (1_u64..u64::MAX).prop_map(TimeControl::Nodes),
        (1_u64..u64::MAX).prop_map(TimeControl::SoftNodes),
        sessions,
    ]
}

proptest! {
    #[test]
    fn printed_controls_are_read_back(control in control()) {
        prop_assert_eq!(control.to_string().parse::<TimeControl>(), Ok(control));
    }

    #[test]
    fn any_text_is_read_or_rejected(text in "[0-9a-z+/:;x*=. -]{0,24}") {
        if let Ok(control) = text.parse::<TimeControl>() {
            prop_assert_eq!(control.to_string().parse::<TimeControl>(), Ok(control));
        }
    }

    #[test]
    fn scaling_keeps_the_shape(control in control(), factor in 0.1_f64..10.0) {
        let back = control.scaled(factor).scaled(1.0 / factor);
        prop_assert_eq!(back.is_timed(), control.is_timed());
        prop_assert_eq!(&control.scaled(1.0), &control);
    }
}

/// Every time of a control is multiplied, and nothing else.
#[test]
fn scaling_multiplies_every_time() {
    for (text, doubled, halved) in [
        ("300", "600", "150"),
        ("60+30", "120+60", "30+15"),
        ("60;d5", "120;d10", "30;d2.5"),
        ("60;b5", "120;b10", "30;b2.5"),
        ("40/5400+30", "40/10800+60", "40/2700+15"),
        ("40/7200:3600+5", "40/14400:7200+10", "40/3600:1800+2.5"),
        ("3x30s", "3x60s", "3x15s"),
        ("600+3x30s", "1200+3x60s", "300+3x15s"),
        ("600+4+3x30s", "1200+8+3x60s", "300+2+3x15s"),
        ("40/60:20+3x30s", "40/120:40+3x60s", "40/30:10+3x15s"),
        ("*180", "*360", "*90"),
        ("movetime=0.1", "movetime=0.2", "movetime=0.05"),
        ("depth=9", "depth=9", "depth=9"),
        ("nodes=100", "nodes=100", "nodes=100"),
        ("-", "-", "-"),
    ] {
        assert_eq!([2.0, 0.5].map(|factor| read(text).scaled(factor).to_string()), [doubled, halved], "{text}");
    }
    for factor in [0.0, -2.0, f64::NAN, f64::INFINITY] {
        assert_eq!(read("600+4+3x30s").scaled(factor), read("600+4+3x30s"), "{factor} counts as 1");
    }
}
