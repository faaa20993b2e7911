//! The time of reading a text grows with its length, not with its square.

use cpu_time::ThreadTime;
use duiyi_xiangqi::{
    Xiangqi,
    formats::{GameReader, GameRecord, xqf},
};
use std::{hint::black_box, time::Duration};

/// The factor of the lengths, and the allowed one of the times; a quadratic reader takes 16 times as long.
const LONGER: usize = 4;
const MOST: u32 = 8;

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

/// Checks that reading four times as much takes less than eight times as long.
fn check(name: &str, of: impl Fn(usize) -> Vec<u8>, read: impl Fn(&[u8])) {
    let texts = [10_000, LONGER * 10_000].map(of);
    let is_linear = |_| {
        let [short, long] = texts.each_ref().map(|bytes| time(|| read(bytes)));
        // Times below a millisecond are noise.
        long < MOST * short.max(Duration::from_millis(1))
    };
    assert!((0..ATTEMPTS).any(is_linear), "{name}: four times as much takes eight times as long");
}

fn games(bytes: &[u8]) {
    for game in GameReader::new(bytes) {
        let _ = black_box(game);
    }
}

/// `before`, `part` repeated, with `#` replaced by the number of the repetition, and `after`.
fn text(before: &str, part: &str, after: &str) -> impl Fn(usize) -> Vec<u8> {
    let [before, part, after] = [before, part, after].map(str::to_owned);
    move |length| {
        let parts: String = (0..length).map(|number| part.replace('#', &number.to_string())).collect();
        [before.as_str(), &parts, &after].concat().into_bytes()
    }
}

#[test]
fn the_time_of_reading_pgn_is_linear() {
    let tag = "[Red \"a\"]\n\n";
    for (before, part, after) in [
        ("", "[Tag# \"a\"]\n", "\n*"),
        ("[Red \"", "\\\"] ", "\"]\n*"),
        ("[Red \"", "\" ", "\"]\n*"),
        (tag, "{a}\n", "*"),
        (tag, "$1 ", "*"),
        (tag, "1.", " *"),
        (tag, "h2e2 ", "*"),
        (tag, "(", "*"),
        ("[Red \"a\"]\n\n1. h2e2 ", "(g3g4) ", "*"),
        ("[Red \"a\"]\n\n1. h2e2 ", "(h2d2 ", "*"),
        ("", "[Red \"a\"]\n\n1. h2e2 *\n", ""),
    ] {
        check(part, text(before, part, after), games);
    }
}

#[test]
fn the_time_of_reading_pasted_texts_is_linear() {
    let fen = "4k4/9/9/9/9/9/9/9/9/3K5 w ";
    for (before, part, after) in [
        ("<br>", "<a", ""),
        ("<br>", "<a>", "h2e2"),
        ("", "word ", "\n1. h2e2"),
        ("", "a line of text\n", "1. h2e2 h9g7"),
        ("h2e2 ", "(word) ", ""),
        ("炮二平五\n", "红方：炮二平二\n", ""),
        (fen, "bm a0a1; ", "\n"),
        (fen, "- ", ""),
        ("", "a/b/c/d/e/f/g/h/i/", ""),
        ("", "position ", ""),
        ("", "[DhtmlXQ][DhtmlXQ_movelist]77[/DhtmlXQ_movelist][/DhtmlXQ]", ""),
    ] {
        check(part, text(before, part, after), games);
    }
}

#[test]
fn the_time_of_reading_dhtmlxq_is_linear() {
    for (before, part, after) in [
        ("[DhtmlXQ]", "[DhtmlXQ_tag#]a[/DhtmlXQ_tag#]", "[/DhtmlXQ]"),
        ("[DhtmlXQ]", "[DhtmlXQ_comment0]a[/DhtmlXQ_comment0]\n", "[/DhtmlXQ]"),
        ("[DhtmlXQ]", "[DhtmlXQ_", "[/DhtmlXQ]"),
        ("[DhtmlXQ]", "[DhtmlXQ_move_0_1_#]7747[/DhtmlXQ_move_0_1_#]", "[/DhtmlXQ]"),
        ("[DhtmlXQ][DhtmlXQ_movelist]", "7747", "[/DhtmlXQ_movelist][/DhtmlXQ]"),
        ("", "[DhtmlXQ][DhtmlXQ_red]a[/DhtmlXQ_red][/DhtmlXQ]\n", ""),
    ] {
        check(part, text(before, part, after), games);
    }
}

#[test]
fn the_time_of_reading_wxf_and_cbf_is_linear() {
    let (wxf, cbf) = ("FORMAT WXF\n", "<ChineseChessRecord>");
    for (before, part, after) in [
        (wxf, "RED a\n", "START{\n}END\n"),
        (wxf, "START{", "}END\n"),
        ("FORMAT WXF\nSTART{\n", "h2e2 ", "}END\n"),
        ("FORMAT WXF\nSTART{\n", "{a}\n", "}END\n"),
        ("FORMAT WXF\nSTART{\n1. h2e2 ", "(h2d2 ", "}END\n"),
        ("", "FORMAT WXF\nSTART{\n1. h2e2\n}END\n", ""),
        (cbf, "<A#>a</A#>", "</ChineseChessRecord>"),
        (cbf, "<Move ", ""),
        (cbf, "<!--", ""),
        ("<ChineseChessRecord><MoveList>", "<Move value=\"77-47\"/>", "</MoveList></ChineseChessRecord>"),
        ("<ChineseChessRecord><MoveList>", "<Move value=\"", "</MoveList></ChineseChessRecord>"),
    ] {
        check(part, text(before, part, after), games);
    }
}

#[test]
fn the_time_of_reading_cbr_and_cbl_is_linear() {
    // An entry has flags, an unused byte and two squares: h2e2 with an alternative that is the same move, and a comment.
    let header = [&b"CCBridge Record\0\0\0\0\x02"[..], &[0; 2194]].concat();
    let record = move |entry: &'static [u8]| {
        let mut file = header.clone();
        for (square, piece) in (2120..).zip(b"\x21\x22\x23\x24\x25\x24\x23\x22\x21".iter()) {
            (file[square], file[square + 81]) = (*piece, piece - 0x10);
        }
        // Red to move, a cannon on h2, and a pawn between the kings.
        (file[2112], file[2120 + 70], file[2120 + 58]) = (1, 0x16, 0x17);
        move |length| [&file[..], &[0; 4], &entry.repeat(length)].concat()
    };
    for entry in [&[2, 0, 70, 67][..], &[0, 0, 70, 67], &[3, 0, 70, 67], &[6, 0, 70, 67, 2, 0, 0, 0, 65, 0]] {
        let file = record(entry);
        assert!(GameReader::new(&file(1)[..]).lenient().next().is_some_and(|game| game.is_ok()));
        check(&format!("entries {entry:?}"), &file, |bytes| {
            for game in GameReader::new(bytes).lenient() {
                let _ = black_box(game);
            }
        });
    }
    let one = record(&[1, 0, 70, 67])(1);
    let library = |length: usize| {
        let mut file = [&b"CCBridgeLibrary\0"[..], &[0; 4080]].concat();
        for _ in 0..length / 100 {
            file.extend(&one);
            file.resize(file.len().next_multiple_of(4096), 0);
        }
        file
    };
    assert_eq!(GameReader::new(&library(200)[..]).count(), 2);
    check("CBL", library, games);
}

#[test]
fn the_time_of_reading_xqf_is_linear() {
    let file = |length: usize| {
        let mut record = GameRecord::default();
        record.edit().node_mut().add_comment(&"a\n".repeat(length));
        let moves = ["h2e2", "h9g7", "e2h2", "g7h9"].iter().cycle().take(length.min(4000));
        let mut editor = record.edit();
        for mv in moves {
            editor.read(mv).unwrap();
            editor.node_mut().add_comment("b");
        }
        xqf::write(&record)
    };
    check("xqf", file, |bytes| drop(black_box(xqf::read(bytes))));
}

#[test]
fn the_time_of_reading_openings_is_linear() {
    let start = Xiangqi::default();
    for part in ["h2e2 h9g7 e2h2 g7h9 ", "x ", "1. "] {
        let read = |bytes: &[u8]| {
            let line = format!("moves {}", String::from_utf8_lossy(bytes));
            let _ = black_box(duiyi_game::History::read_by(&start, &line));
        };
        check(part, text("", part, ""), read);
    }
    let line = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w ; h2e2 1/2/3\n";
    let read = |bytes: &[u8]| drop(black_box(duiyi_book::read_text(&start, &mut &bytes[..])));
    check("EPD", |length| text("", line, "")(length / 10), read);
}
