//! The network of the program counts material for both sides and prefers captures; other networks are refused.

use duiyi::{
    connect6::{Board, Rules},
    engine::{Evaluating, Player, Request},
    game::{History, Notation},
    search::{LimitControl, Limits, StopHandle},
    xiangqi::Xiangqi,
};
use onnx_example::{MATERIAL, Network};
use std::{
    io::Write,
    process::{Command, Stdio},
};

fn position(fen: &str) -> Xiangqi {
    Xiangqi::default().read_position(fen).unwrap()
}

fn network() -> Network {
    Network::read(MATERIAL, &Xiangqi::default()).unwrap()
}

/// The move after `nodes` nodes, and the score.
fn best(game: &Xiangqi, nodes: u64) -> (String, i32) {
    let mut player: Box<dyn Player<Xiangqi>> = network().player("puct");
    let found = player.decide(&mut Request {
        game: &History::new(game.clone()),
        allowed: &|_| true,
        control: &mut LimitControl::new(Limits::nodes(nodes), StopHandle::new()),
        observer: &mut (),
    });
    let found = found.unwrap();
    (game.write_move(found.turn[0]), found.score.unwrap().get())
}

/// tanh of the balance in tens of pawns as a score: odds of 10 to 1 for 400.
fn score_of(balance: f64) -> f64 {
    let result = f64::midpoint(1.0, (balance / 10.0).tanh());
    (result / (1.0 - result)).log10() * 400.0
}

#[test]
fn the_value_is_that_of_the_side_to_move() {
    for (pieces, balance) in [("3k5/9/9/9/9/9/9/9/9/R3K4", 9.0), ("4k4/9/9/3n5/9/9/9/4c4/9/3K1A3", 2.0 - 8.5)] {
        for (side, sign) in [("w", 1.0), ("b", -1.0)] {
            let score = network().static_score(&position(&format!("{pieces} {side}")));
            let expected = score_of(sign * balance);
            assert!((f64::from(score.get()) - expected).abs() < 2.0, "{pieces} {side}: {score:?}, not {expected}");
        }
    }
}

/// With one node, the policy alone decides: a rook before a horse, and a pawn takes it before a rook does.
#[test]
fn the_policy_prefers_the_best_capture_for_both_sides() {
    for (fen, expected) in [
        ("3k5/9/9/r1n6/P1P6/9/9/9/9/4K4 w", "a5a6"),
        ("4k4/9/9/9/9/6p1p/6N1R/9/9/3K5 b", "i4i3"),
        ("3k5/9/9/9/rR7/P8/9/9/9/4K4 w", "a4a5"),
    ] {
        assert_eq!(best(&position(fen), 1).0, expected, "{fen}");
        assert_eq!(best(&position(fen), 400).0, expected, "{fen}");
    }
}

#[test]
fn networks_that_do_not_fit_are_refused_with_the_reason() {
    let refused = |bytes: &[u8]| Network::read(bytes, &Xiangqi::default()).err().unwrap().to_string();
    assert!(refused(b"12345678").contains("not a network in the ONNX format"));
    assert!(refused(&MATERIAL[..MATERIAL.len() - 100]).contains("not a network in the ONNX format"));

    let other = Network::read(MATERIAL, &Board::new(Rules::CONNECT6)).err().unwrap().to_string();
    assert!(other.contains("does not accept [1, 2, 19, 19]"), "{other}");

    // The name of the output, in the list of outputs and where it is computed.
    let refused = refused(&replaced(b"value", b"worth"));
    assert!(refused.contains("`planes` (batch × 14 × 10 × 9)") && refused.contains("`worth` (batch × 1)"), "{refused}");
}

/// The network with all occurrences of `from` replaced by the same number of bytes.
fn replaced(from: &[u8; 5], to: &[u8; 5]) -> Vec<u8> {
    let mut bytes = MATERIAL.to_vec();
    for at in 0..bytes.len() - from.len() {
        if bytes[at..].starts_with(from) {
            bytes[at..at + from.len()].copy_from_slice(to);
        }
    }
    bytes
}

#[test]
fn the_program_plays_with_a_network_from_a_file() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/src/material.onnx");
    let mut program = Command::new(env!("CARGO_BIN_EXE_xiangqi-onnx"));
    let mut session = program.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let commands = format!(
        "uci\nsetoption name EvalFile value {file}\nsetoption name Batch value 4\n\
         position fen 3k5/9/9/9/r8/P8/9/9/R8/4K4 w - - 0 1\ngo nodes 200\nquit\n"
    );
    session.stdin.take().unwrap().write_all(commands.as_bytes()).unwrap();
    let output = session.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.contains("option name Batch type spin default 16"), "{text}");
    assert!(text.contains("\nbestmove a4a5"), "{text}");
}
