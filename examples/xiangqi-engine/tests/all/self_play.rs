//! The engine against itself over each protocol, every move checked.
#![allow(clippy::print_stdout)]

use duiyi_xiangqi::{Move, Position};
use std::{
    io::{BufRead, BufReader, Lines, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    time::{Duration, Instant},
};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Protocol {
    Ucci,
    Uci,
}

struct Engine {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
    protocol: Protocol,
}

impl Engine {
    fn start(protocol: Protocol) -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_xiangqi-engine"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut engine = Engine { child, input, output, protocol };
        let (hello, ready) = match protocol {
            Protocol::Ucci => ("ucci\nsetoption usemillisec true\nsetoption hashsize 8", "ucciok"),
            Protocol::Uci => ("uci\nsetoption name Hash value 8", "uciok"),
        };
        engine.send(hello);
        engine.wait_for(ready);
        engine
    }

    fn send(&mut self, text: &str) {
        writeln!(self.input, "{text}").unwrap();
        self.input.flush().unwrap();
    }

    fn wait_for(&mut self, start: &str) -> String {
        loop {
            let line = self.output.next().expect("the engine is alive").unwrap();
            assert!(!line.contains("error"), "{line}");
            if line.starts_with(start) || line == "nobestmove" {
                return line;
            }
        }
    }

    /// The best move of a position, and the time that it took.
    fn best_move(&mut self, fen: &str, moves: &[Move], millis: u32) -> (Option<Move>, Duration) {
        let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
        let tail = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        self.send(&format!("position fen {fen}{tail}"));
        let started = Instant::now();
        self.send(&match self.protocol {
            Protocol::Ucci => format!("go time {millis} movestogo 1"),
            Protocol::Uci => format!("go movetime {millis}"),
        });
        let line = self.wait_for("bestmove");
        let elapsed = started.elapsed();
        (line.split(' ').nth(1).and_then(|text| text.parse().ok()), elapsed)
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Plays games from the first `openings` positions, each of at most `plies` plies.
fn play(protocol: Protocol, openings: usize, plies: usize, millis: u32) {
    let mut red = Engine::start(protocol);
    let mut black = Engine::start(protocol);
    let (mut games, mut moves_played, mut slowest) = (0, 0, Duration::ZERO);
    for line in include_str!("../data/openings.epd").lines().take(openings) {
        let fen = line.split(';').next().unwrap().trim();
        let mut position: Position = fen.parse().unwrap();
        let (mut base, mut moves) = (position, Vec::new());
        for ply in 0..plies {
            let engine = if ply % 2 == 0 { &mut red } else { &mut black };
            let (best, elapsed) = engine.best_move(&base.to_fen(), &moves, millis);
            slowest = slowest.max(elapsed);
            let Some(mv) = best else {
                assert!(!position.has_legal_move(), "no move in {}", position.to_fen());
                break;
            };
            let captures = position.piece_at(mv.to()).is_some();
            position = position.play(mv).unwrap_or_else(|error| panic!("{error} in {}", position.to_fen()));
            moves_played += 1;
            moves.push(mv);
            if captures {
                (base, moves) = (position, Vec::new());
            }
            if position.quiet_plies() >= 120 || position.is_drawn_by_material() {
                break;
            }
        }
        games += 1;
    }
    println!("{protocol:?}: {games} games, {moves_played} moves, slowest {} ms", slowest.as_millis());
    assert_eq!(games, openings);
}

#[test]
fn short_games_over_both_protocols() {
    play(Protocol::Ucci, 2, 20, 20);
    play(Protocol::Uci, 2, 20, 20);
}

#[test]
#[ignore = "100 whole games over each protocol: about twenty minutes"]
fn whole_games_from_every_opening() {
    play(Protocol::Ucci, 100, 400, 50);
    play(Protocol::Uci, 100, 400, 50);
}
