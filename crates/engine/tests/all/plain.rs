//! A game without stones, in the two protocols for any game.

use crate::common::Page;
use duiyi_connect6::Board;
use duiyi_engine::{Decision, Player, Protocol, RandomPlayer, Request, Setup, run};
use duiyi_game::{History, legal_moves, nim::Nim};

/// Plays the first legal move.
struct First;

impl Player<Nim> for First {
    fn decide(&mut self, request: &mut Request<'_, Nim>) -> Option<Decision<u8>> {
        Some(Decision::new(vec![*legal_moves(request.game.now()).first()?]))
    }
}

/// The output of a session, in a given protocol or the one of the first line.
fn output(protocol: Option<Protocol>, input: &'static str) -> String {
    let page = Page::default();
    let setup = Setup {
        start: Nim::new(9),
        player: Box::new(|| Box::new(First)),
        bench: Vec::new(),
        protocol,
        turn_time: None,
        on_game_end: None,
    };
    run(setup, input.as_bytes(), page.clone());
    page.text()
}

#[test]
fn the_first_line_selects_ucci_or_uci() {
    let uci = output(None, "uci\nposition fen 3 b\nd\ngo depth 1\n");
    assert!(uci.starts_with("id name Duiyi"), "{uci}");
    assert!(uci.contains("\noption name UCI_Variant type combo default nim var nim\nuciok\n"), "{uci}");
    assert!(uci.ends_with("\nbestmove 1\n"), "{uci}");
    let ucci = output(None, "ucci\nposition fen 3 b\ngo depth 1\nquit\nisready\n");
    assert!(ucci.contains("\nucciok\n"), "{ucci}");
    assert!(ucci.ends_with("\nucciok\nbestmove 1\nbye\n"), "{ucci}");
}

#[test]
fn other_first_lines_select_uci() {
    for first in ["name?", "1 list_commands", "START 15", "3"] {
        let answer = output(None, Box::leak(format!("{first}\nisready\n").into_boxed_str()));
        let word = first.split(' ').next().unwrap();
        assert_eq!(answer, format!("info string error: unknown command '{word}'\nreadyok\n"));
    }
    assert_eq!(output(Some(Protocol::GTP), "name\n"), "info string error: unknown command 'name'\n");
    assert_eq!(output(Some(Protocol::UCCI), "isready\nquit\n"), "readyok\nbye\n");
    // An empty line does not select the protocol, and an overlong one is answered.
    assert!(output(None, "\n \nucci\n").ends_with("\nucciok\n"));
    assert_eq!(output(None, "\n\n  \nucci?\n"), "info string error: unknown command 'ucci?'\n");
    let long = Box::leak(format!("{}\nisready\n", "x".repeat(600_000)).into_boxed_str());
    assert_eq!(output(None, long), "info string error: a line of more than 524288 bytes\nreadyok\n");
}

/// A finished game has the score of its result, which may be a draw.
#[test]
fn a_drawn_board_scores_zero() {
    let page = Page::default();
    let setup = Setup {
        start: Board::new("tictactoe".parse().expect("rules")),
        player: Box::new(|| Box::new(RandomPlayer::new(1))),
        bench: Vec::new(),
        protocol: None,
        turn_time: None,
        on_game_end: None,
    };
    let lines = "position startpos moves A1 B2 C3 B3 B1 C1 A3 A2 C2\ngo depth 1\nstop\nposition startpos moves A1 B2 A2 B3 A3\ngo depth 1\n";
    run(setup, lines.as_bytes(), page.clone());
    assert_eq!(page.text(), "info depth 0 score cp 0\nbestmove (none)\ninfo depth 0 score mate -0\nbestmove (none)\n");
}

/// A player whose file cannot be written, and that counts the ends of its games.
struct Learns(usize);

impl Player<Nim> for Learns {
    fn decide(&mut self, request: &mut Request<'_, Nim>) -> Option<Decision<u8>> {
        First.decide(request)
    }

    fn end_game(&mut self, game: &History<Nim>) {
        self.0 = game.moves().len() + 1;
    }

    fn take_note(&mut self) -> Option<String> {
        let moves = std::mem::take(&mut self.0).checked_sub(1)?;
        Some(format!("a game of {moves} moves is not written"))
    }
}

#[test]
fn the_notes_of_a_player_are_printed_at_the_end_of_each_game() {
    let said = |protocol, input: &'static str| {
        let page = Page::default();
        let player = || Box::new(Learns(0)) as Box<dyn Player<Nim>>;
        let setup = Setup {
            start: Nim::new(9),
            player: Box::new(player),
            bench: Vec::new(),
            protocol: Some(protocol),
            turn_time: None,
            on_game_end: None,
        };
        run(setup, input.as_bytes(), page.clone());
        page.text()
    };
    let game = "position startpos moves 1 2\ngo depth 1\nstop\n";
    let two = format!("{game}ucinewgame\nposition startpos moves 1\nquit\n").leak();
    let note = |style: &str, moves: u32| format!("{style} a game of {moves} moves is not written\n");
    let expected = format!("bestmove 1\n{}{}", note("info string", 2), note("info string", 1));
    assert_eq!(said(Protocol::UCI, two), expected);
    assert_eq!(said(Protocol::UCI, game), format!("bestmove 1\n{}", note("info string", 2)), "the end of the input");
    let quits = format!("{game}quit\n").leak();
    assert_eq!(said(Protocol::UCCI, quits), format!("bestmove 1\n{}bye\n", note("info message", 2)));
}
