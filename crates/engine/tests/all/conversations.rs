//! The exact answers of each protocol: conversations in files, on a 7 × 7 board where four in a
//! row win, with a scripted player.
//!
//! In a file, `> ` marks a line of the front end, `< ` a line of the engine, and `! ` a call of the
//! player. The effects of a line follow it.

use crate::common::{FrontEnd, PATIENCE, first_turn};
use duiyi_connect6::{Board, Point};
use duiyi_engine::{
    Decision, HashTable, Inspect, Known, OptionError, OptionSpec, Player, Probe, Protocol, Request, read_spin,
};
use duiyi_game::{Game, Notation, Score, legal_moves, nim::Nim};
use duiyi_search::{Bound, Limits, Observer, Report, Searcher, Table};
use std::{
    sync::mpsc::{Sender, channel},
    time::{Duration, Instant},
};

/// A deterministic player that records its calls.
struct Scripted {
    calls: Sender<String>,
    options: Vec<OptionSpec>,
    /// The number of moves in the line after its turn.
    reply: usize,
}

impl Scripted {
    fn new(calls: Sender<String>) -> Scripted {
        let options = vec![
            OptionSpec::button("Clear"),
            OptionSpec::spin("Hash", 16, 1..=1024).ucci("hashsize"),
            OptionSpec::spin("Threads", 1, 1..=256).ucci("threads"),
            OptionSpec::spin("MultiPV", 1, 1..=8).ucci("multipv"),
            OptionSpec::spin("Level", 9, 1..=9).ucci("level"),
            OptionSpec::check("Solver", true),
            OptionSpec::combo("Evaluation", "hand", ["hand", "none"]).ucci("evaluation"),
            OptionSpec::spin("Reply", 2, 0..=9),
        ];
        Scripted { calls, options, reply: 2 }
    }

    fn record(&self, text: String) {
        // At the end of a conversation the receiver is dropped.
        let _ = self.calls.send(text);
    }
}

/// A score that is better for the first side.
fn static_score(now: &Board) -> Score {
    Score::new(if now.side_to_move().index() == 0 { 12 } else { -35 })
}

impl Player<Board> for Scripted {
    fn new_game(&mut self, start: &Board) {
        self.record(format!("new game {}", start.rules()));
    }

    fn options(&self) -> &[OptionSpec] {
        &self.options
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        if name == "Reply" || name == "Hash" {
            let number: usize = read_spin(name, value, 1..=1024)?;
            self.reply = if name == "Reply" { number } else { self.reply };
        }
        self.record(format!("{name} = {value}"));
        Ok(())
    }

    fn inspect(&mut self) -> Option<&mut dyn Inspect<Board>> {
        Some(self)
    }

    fn decide(&mut self, request: &mut Request<'_, Board>) -> Option<Decision<Point>> {
        let now = request.game.now();
        let control = &mut *request.control;
        let mut asked = format!("{} thinks", Board::SIDES[now.side_to_move().index()]);
        if let Some(depth) = control.purpose().last_depth {
            asked += &format!(", depth {depth}");
        }
        // Without a limit in nodes, the first interval is longer.
        if control.interval(0) < 100 {
            asked += &format!(", nodes {}", control.interval(0));
        }
        if control.purpose().mate {
            asked += ", a mate";
        }
        if control.purpose().shortest {
            asked += ", time for the turn";
        }
        // A limit is either a few milliseconds or seconds.
        let begun = Instant::now();
        let hurried = loop {
            // In this order, so that an interruption of the thread does not change the result.
            let is_last = begun.elapsed() >= Duration::from_millis(20);
            let hurried = control.poll(0);
            if hurried || is_last {
                break hurried;
            }
        };
        if hurried {
            asked += ", in a hurry";
        }
        let free = legal_moves(now).into_iter().filter(|&mv| (request.allowed)(&[mv])).count();
        self.record(format!("{asked}, {free} moves"));
        let allowed = legal_moves(now).into_iter().find(|&mv| (request.allowed)(&[mv]))?;
        let mut then = request.game.clone();
        then.play(allowed).ok()?;
        let mut turn = vec![allowed];
        if then.now().side_to_move() == now.side_to_move() && then.outcome().is_none() {
            turn.push(first_turn(&then)?[0]);
            then.play(turn[1]).ok()?;
        }
        let mut line = turn.clone();
        while line.len() < turn.len() + self.reply && then.outcome().is_none() {
            let mv = *legal_moves(then.now()).last()?;
            then.play(mv).ok()?;
            line.push(mv);
        }
        let score = static_score(now);
        report(score, &line, request.observer);
        Some(Decision { line, score: Some(score), depth: 3, nodes: 90, ..Decision::new(turn) })
    }
}

/// Reports an iteration: two bounds of its score and the score.
fn report(score: Score, line: &[Point], observer: &mut dyn Observer<Point>) {
    let mut searcher = Searcher::new(|_: &Nim| Score::ZERO);
    searcher
        .search(&Nim::new(1))
        .table(&Table::new(1))
        .limits(Limits::depth(1))
        .observer(&mut ReportForwarder { score, line, observer })
        .run();
}

/// Converts reports of another game's search.
struct ReportForwarder<'a> {
    score: Score,
    line: &'a [Point],
    observer: &'a mut dyn Observer<Point>,
}

impl Observer<u8> for ReportForwarder<'_> {
    fn progress(&mut self, found: &Report<'_, u8>) {
        let mut report = found.with_line(1, self.line);
        (report.depth, report.selective_depth, report.score) = (3, 4, self.score);
        (report.nodes, report.elapsed, report.table_permille) = (90, Duration::from_millis(2), 7);
        for bound in [Bound::Lower, Bound::Upper, Bound::Exact] {
            report.bound = bound;
            self.observer.progress(&report);
        }
    }
}

/// Checks a conversation.
fn check(protocol: Protocol, text: &str) {
    let (sender, calls) = channel();
    let front = FrontEnd::start(Some(protocol), move || Box::new(Scripted::new(sender.clone())));
    let mut done = String::new();
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
        let line = line.replace("{version}", env!("CARGO_PKG_VERSION"));
        let (mark, rest) = line.split_at(1);
        let rest = rest.strip_prefix(' ').unwrap_or(rest);
        let found = match mark {
            ">" => {
                front.send(rest);
                Some(rest.to_owned())
            }
            "<" => front.next_within(PATIENCE),
            "!" => calls.recv_timeout(PATIENCE).ok(),
            _ => panic!("unknown mark in '{line}'"),
        };
        assert_eq!(found.as_deref(), Some(rest), "{protocol:?}, after{done}");
        done += &format!("\n{line}");
    }
    let mut front = front;
    front.close();
    assert_eq!(front.rest(), [""; 0], "{protocol:?}");
    assert_eq!(calls.iter().collect::<Vec<_>>(), [""; 0], "{protocol:?}");
}

#[test]
fn uci() {
    check(Protocol::UCI, include_str!("conversations/uci.txt"));
}

#[test]
fn ucci() {
    check(Protocol::UCCI, include_str!("conversations/ucci.txt"));
}

#[test]
fn cloudict() {
    check(Protocol::CLOUDICT, include_str!("conversations/cloudict.txt"));
}

#[test]
fn sau() {
    check(Protocol::SAU, include_str!("conversations/sau.txt"));
}

#[test]
fn gtp() {
    check(Protocol::GTP, include_str!("conversations/gtp.txt"));
}

#[test]
fn botzone() {
    check(Protocol::BOTZONE, include_str!("conversations/botzone.txt"));
}

#[test]
fn botzone_resumed() {
    check(Protocol::BOTZONE, include_str!("conversations/botzone_resumed.txt"));
}

#[test]
fn piskvork() {
    check(Protocol::PISKVORK, include_str!("conversations/piskvork.txt"));
}

/// Reports a mate at the end of its line, and plays the first legal turn.
struct Mates;

impl Player<Board> for Mates {
    fn decide(&mut self, request: &mut Request<'_, Board>) -> Option<Decision<Point>> {
        let now = request.game.now();
        let mut then = request.game.clone();
        let first = legal_moves(now).into_iter().find(|&mv| (request.allowed)(&[mv]))?;
        then.play(first).ok()?;
        let mut turn = vec![first];
        if then.now().side_to_move() == now.side_to_move() {
            turn.extend(legal_moves(then.now()).first());
            then.play(turn[1]).ok()?;
        }
        let mut line = turn.clone();
        while line.len() < turn.len() + 4 && then.outcome().is_none() {
            let mv = *legal_moves(then.now()).last()?;
            then.play(mv).ok()?;
            line.push(mv);
        }
        let score = Some(Score::mate_in(line.len()));
        Some(Decision { line, score, claim: duiyi_search::ScoreClaim::Mate, ..Decision::new(turn) })
    }
}

/// A known mate is played at once only if the clock is the only limit.
#[test]
fn a_known_mate_is_played_at_once_by_the_clock_only() {
    /// The next line other than an `info` line.
    fn answer(front: &FrontEnd) -> String {
        std::iter::repeat_with(|| front.next()).find(|line| !line.starts_with("info ")).unwrap()
    }
    let front = FrontEnd::start(Some(Protocol::UCI), || Box::new(Mates));
    let by_the_clock = "go wtime 600000 btime 600000";
    front.send(&format!("position startpos\n{by_the_clock}"));
    assert_eq!(answer(&front), "bestmove A1 ponder F7-G7");
    front.send("position startpos moves A1 G7-F7");
    for limit in ["depth 9", "nodes 50", "mate 3", "movetime 60000", "searchmoves B1", "infinite"] {
        front.send(&format!("{by_the_clock} {limit}"));
        if limit == "infinite" {
            front.send("stop");
        }
        assert_eq!(answer(&front), "bestmove B1-C1 ponder D7-E7", "{limit}");
    }
    front.send("go depth 9");
    assert_eq!(answer(&front), "bestmove B1-C1 ponder D7-E7");
    front.send(by_the_clock);
    assert_eq!(front.next(), "info depth 2 score mate 1 pv D7-E7");
    assert_eq!(answer(&front), "bestmove D7-E7");

    let front = FrontEnd::start(Some(Protocol::UCCI), || Box::new(Mates));
    let by_the_clock = "go time 600 increment 1";
    front.send(&format!("position startpos\n{by_the_clock}"));
    assert_eq!(answer(&front), "bestmove A1 ponder F7-G7");
    front.send(&format!("position startpos moves A1 G7-F7\nbanmoves B1\n{by_the_clock}"));
    assert_eq!(answer(&front), "bestmove B1-C1 ponder D7-E7");
    front.send(&format!("banmoves\n{by_the_clock}"));
    assert_eq!(front.next(), "info depth 2 score 9998 pv D7-E7");
    assert_eq!(answer(&front), "bestmove D7-E7");
}

/// The protocols for stones do not print known mates.
#[test]
fn a_known_mate_is_played_without_output_by_the_clock_of_gtp() {
    let mut front = FrontEnd::start(Some(Protocol::GTP), || Box::new(Mates));
    front.send("time_settings 600 0 0\ngenmove b\nplay w G7,F7\ngenmove b");
    front.close();
    assert_eq!(front.rest(), ["=", "", "= A1", "", "=", "", "= D7,E7", ""]);
}

/// The time limit is ten minutes.
#[test]
fn a_quit_after_a_number_ends_a_search_in_gtp() {
    let front = FrontEnd::start(Some(Protocol::GTP), || Box::new(crate::common::Polls(u64::MAX)));
    front.send("time_settings 600 0 0\n3 genmove b\n4 name\n7 quit # enough");
    assert_eq!(front.rest(), ["=", "", "=3 A1", "", "=4 Duiyi", "", "=7", ""]);
}

/// Reports the first two moves at the root, the second one after a second.
struct Names;

impl Player<Board> for Names {
    fn decide(&mut self, request: &mut Request<'_, Board>) -> Option<Decision<Point>> {
        let moves = legal_moves(request.game.now());
        for (number, millis) in [(1, 999), (2, 1000)] {
            request.observer.root_move(4, moves[number], number, Duration::from_millis(millis));
        }
        first_turn(request.game).map(Decision::new)
    }
}

/// Root moves of long searches are printed, as front ends expect.
#[test]
fn root_moves_are_printed_in_two_protocols() {
    for (protocol, ask, printed) in [
        (Protocol::UCI, "go depth 4", &["info depth 4 currmove C1 currmovenumber 2", "bestmove A1"][..]),
        (Protocol::UCCI, "go depth 4", &["info currmove C1 currmovenumber 2", "bestmove A1"]),
        (Protocol::CLOUDICT, "next", &["move AA"]),
        (Protocol::PISKVORK, "BEGIN", &["0,6"]),
        (Protocol::GTP, "genmove b", &["= A1", ""]),
        (Protocol::SAU, "new black", &["move AA@@"]),
    ] {
        let mut front = FrontEnd::start(Some(protocol), || Box::new(Names));
        front.send(ask);
        front.close();
        assert_eq!(front.rest(), printed, "{protocol:?}");
    }
}

impl Inspect<Board> for Scripted {
    fn is_at_full_strength(&self) -> bool {
        true
    }

    fn static_score(&self, game: &Board) -> Option<Score> {
        Some(static_score(game))
    }

    /// The empty board and boards with one or three stones are stored.
    fn probe(&self) -> Option<Probe<Board>> {
        Some(Box::new(|now: &Board| {
            let bound = match legal_moves(now).len() {
                49 => Bound::Exact,
                48 => Bound::Lower,
                46 => Bound::Upper,
                _ => return None,
            };
            Some(Known { best: legal_moves(now).last().copied(), score: static_score(now), bound, depth: 5 })
        }))
    }

    fn table(&mut self) -> Option<&mut HashTable> {
        None
    }
}

/// A player with an option of every kind, some with standard names.
struct Kinds(Vec<OptionSpec>, Sender<String>);

impl Kinds {
    fn new(calls: Sender<String>) -> Kinds {
        let options = vec![
            OptionSpec::text("BookFile").ucci("bookfiles"),
            OptionSpec::check("OwnBook", true).ucci("usebook"),
            OptionSpec::button("Problems").ucci("problems"),
            OptionSpec::combo("Randomness", "b", ["a", "b"]).ucci("randomness"),
            OptionSpec::spin("Skill Seed", 3, 1..=5).ucci("skillseed"),
            OptionSpec::spin("Hash", 8, 1..=9).ucci("hashsize"),
        ];
        Kinds(options, calls)
    }
}

impl Player<Board> for Kinds {
    fn options(&self) -> &[OptionSpec] {
        &self.0
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let _ = self.1.send(format!("{name} = {value}"));
        Ok(())
    }

    fn decide(&mut self, _: &mut Request<'_, Board>) -> Option<Decision<Point>> {
        None
    }
}

/// The output of a session of [`Kinds`], and the options set in its player.
fn kinds(protocol: Protocol, lines: &str) -> (Vec<String>, Vec<String>) {
    let (sender, calls) = channel();
    let mut front = FrontEnd::start(Some(protocol), move || Box::new(Kinds::new(sender.clone())));
    front.send(lines);
    front.close();
    (front.rest(), calls.iter().collect())
}

#[test]
fn options_of_every_kind_are_announced_and_set_in_uci() {
    let (printed, _) = kinds(Protocol::UCI, "uci");
    let options: Vec<&str> = printed.iter().filter_map(|line| line.strip_prefix("option name ")).collect();
    let (known, rest) = options.split_at(8);
    assert_eq!(known[0], "Hash type spin default 8 min 1 max 9");
    assert_eq!(known[1], "Ponder type check default false");
    assert_eq!(
        known[2..6],
        [
            "Skill Seed type spin default 3 min 1 max 5",
            "Randomness type combo default b var a var b",
            "OwnBook type check default true",
            "BookFile type string default <empty>",
        ]
    );
    assert!(known[6].starts_with("Move Overhead ") && known[7].starts_with("Time Strategy "), "{known:?}");
    assert_eq!(
        rest,
        [
            "Problems type button",
            "nodestime type spin default 0 min 0 max 10000",
            "UCI_Variant type combo default connect6 var connect6"
        ]
    );
    // The empty string has a special form in options of this type.
    let lines = "setoption name bookfile value <empty>\nsetoption name BookFile value a b  c\n\
                 setoption name Randomness value <empty>\nsetoption name Problems";
    assert_eq!(
        kinds(Protocol::UCI, lines).1,
        ["BookFile = ", "BookFile = a b c", "Randomness = <empty>", "Problems = "]
    );
}

#[test]
fn options_of_every_kind_are_announced_and_set_in_ucci() {
    let (printed, _) = kinds(Protocol::UCCI, "ucci");
    let options: Vec<&str> = printed.iter().filter_map(|line| line.strip_prefix("option ")).collect();
    assert_eq!(
        options[3..10],
        [
            "bookfiles type string default ",
            "usebook type check default true",
            "problems type button",
            "randomness type combo var a var b default b",
            "skillseed type spin min 1 max 5 default 3",
            "hashsize type spin min 0 max 9 default 0",
            "ponder type check default false",
        ]
        .map(str::trim_end)
    );
    assert_eq!(options.last(), Some(&"newgame type button"));
    let lines = "setoption usebook false\nsetoption bookfiles a b\nsetoption randomness a\nsetoption problems\n\
                 setoption useegtb true\nsetoption style risky\nsetoption level 3";
    let (printed, set) = kinds(Protocol::UCCI, lines);
    assert_eq!(set, ["OwnBook = false", "BookFile = a b", "Randomness = a", "Problems = "]);
    assert_eq!(
        printed,
        [
            "info message error: option useegtb does not take 'true'; expected false: there are no endgame tables",
            "info message error: option style does not take 'risky'; expected normal: there is one style of play",
        ]
    );
}

/// Stored results are also printed during a search.
#[test]
fn a_probe_is_answered_during_a_search() {
    let (sender, _calls) = channel();
    let front = FrontEnd::start(Some(Protocol::UCCI), move || Box::new(Scripted::new(sender.clone())));
    front.send("go infinite\nprobe startpos moves D4\nprobe startpos moves D4 C3");
    front.until("pophash bestmove G7 lowerbound -35 depth 5");
    assert_eq!(front.until("pophash").last().map(String::as_str), Some("pophash"));
    front.send("quit");
    assert!(front.until("bestmove ").len() <= 3, "an iteration and the turn");
    assert_eq!(front.rest(), ["bye"]);
}

#[test]
fn uci_answers_go_after_the_end_of_the_game() {
    let front = FrontEnd::start(Some(Protocol::UCI), || Box::new(crate::common::Panics));
    front.send("position startpos moves A1 G7-F7 A3-C1 E7-D7\neval\ngo depth 1\nquit");
    let printed = front.rest();
    let fault = "info string error: the search failed: the position is too beautiful; any legal turn is played";
    assert_eq!(printed, ["info string static score none", fault, "info depth 0 score mate -0", "bestmove (none)"]);
}

/// Plays the first turn with a fixed score.
struct Worth(i32);

impl Player<Board> for Worth {
    fn decide(&mut self, request: &mut Request<'_, Board>) -> Option<Decision<Point>> {
        Some(Decision { score: Some(Score::new(self.0)), ..Decision::new(first_turn(request.game)?) })
    }
}

#[test]
fn a_draw_offer_is_accepted_by_the_worse_side() {
    for (score, printed) in [(-1, "bestmove A1 draw"), (0, "bestmove A1"), (1, "bestmove A1")] {
        let mut front = FrontEnd::start(Some(Protocol::UCCI), move || Box::new(Worth(score)));
        front.send("go draw nodes 5");
        front.close();
        let rest: Vec<String> = front.rest().into_iter().filter(|line| !line.starts_with("info ")).collect();
        assert_eq!(rest, [printed], "{score}");
    }
}
