//! The time of reading a text grows with its length, not with its square.

use cpu_time::ThreadTime;
use duiyi_connect6::{Rules, formats::Format};
use std::{hint::black_box, time::Duration};

/// The shortest of several measurements of the time on the processor, on which other work has little influence.
fn time(read: impl Fn()) -> Duration {
    let once = |_| {
        let begun = ThreadTime::now();
        read();
        begun.elapsed()
    };
    (0..5).map(once).min().unwrap_or_default()
}

/// The number of attempts: other work on the machine can only lengthen a time.
const ATTEMPTS: usize = 6;

fn games(format: Format, bytes: &[u8]) {
    for game in format.read_all(Rules::CONNECT6, bytes) {
        let _ = black_box(game);
    }
}

/// Checks that reading four times as much takes less than eight times as long; a quadratic reader takes 16 times as
/// long.
fn check(format: Format, [before, part, after]: [&str; 3]) {
    let texts = [10_000, 40_000].map(|length| [before, &part.repeat(length), after].concat());
    let is_linear = |_| {
        let [short, long] = texts.each_ref().map(|text| time(|| games(format, text.as_bytes())));
        // Times below a millisecond are noise.
        long < 8 * short.max(Duration::from_millis(1))
    };
    assert!((0..ATTEMPTS).any(is_linear), "{format}, '{part}': four times as much takes eight times as long");
}

#[test]
fn the_time_of_reading_a_record_is_linear() {
    let headings = "{[C6][a][b][先手胜][2017.07.29][2017 CCGC]";
    for parts in [
        ["(;", "C[a]\n", ")"],
        ["(;", "C[a]\n;", ")"],
        ["(;AB", "[j10]\n", ")"],
        ["(;AB[", "j10", "])"],
        ["(;C[", "\\]", "])"],
        ["(;C", "(;", ")"],
        ["(", "(;", ")"],
        ["(;", ";B[j10]", ")"],
        ["(;B[j10]", "(;W[a1b1])", ")"],
        ["(;B[j10]", "(;W[a1]C[a]BM[1])", ")"],
        ["(;B[j10]", "(;", ")"],
        ["(;B[j10]", ")", ""],
        ["", "(;B[j10];W[a1b1])\n", ""],
        ["(;B[j10])", "( ", ""],
    ] {
        check(Format::Sgf, parts);
    }
    for part in ["B(J,10);", ";", "B(J,10)[a", "\n"] {
        check(Format::Ccgc, [headings, part, "}"]);
    }
    check(Format::Ccgc, ["{[C6]", "[a", "]}"]);
    for parts in [
        ["", "name[a]", ";"],
        ["version[2];x", "[1,0]", ":o;"],
        ["1. [1,0] [0,1] ", "(1. [1,0] [0,2];)", ";"],
        ["1. [1,0] [0,1] ", "<1,1>", ";"],
        ["1. [1,0] [0,1] ", "(", ";"],
        ["1. [1,0] [0,1] ", "!", ";"],
        ["1. [1,0] {", "1", "}"],
    ] {
        check(Format::Htttx, parts);
    }
    for part in ["j10 ", "1. ", "\n", "#"] {
        check(Format::Line, ["", part, ""]);
    }
}
