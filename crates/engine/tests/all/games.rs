//! The games that a session reports, in different protocols.

use crate::common::{FrontEnd, GameHandler, Polls};
use duiyi_connect6::{Board, Point};
use duiyi_engine::{Decision, EngineGame, Player, Protocol, Request};
use duiyi_game::legal_moves;
use std::sync::mpsc::channel;

/// The games that are reported in a conversation, each as its turns and the engine's sides. The
/// player takes the first free points of a 7 × 7 board, where four in a row win.
fn reported(protocol: Protocol, lines: &str) -> Vec<String> {
    reported_with(|| Box::new(Polls(0)), protocol, lines)
}

/// The games that another player's session reports.
fn reported_with(
    player: impl Fn() -> Box<dyn Player<Board>> + Send + 'static,
    protocol: Protocol,
    lines: &str,
) -> Vec<String> {
    let (sender, games) = channel();
    let on_game_end: GameHandler = Box::new(move |played: &EngineGame<'_, _>| {
        let over = if played.game.outcome().is_some() { " over" } else { "" };
        let own: String = ["b", "w"].into_iter().zip(played.own).filter(|side| side.1).map(|side| side.0).collect();
        let _ = sender.send(format!("{} {own}{over}", played.game.write().split_once("moves ").unwrap().1));
    });
    let mut front = FrontEnd::with_game_handler(Some(protocol), player, Some(on_game_end));
    for line in lines.lines() {
        front.send(line);
        let answered = line.starts_with("go ") && !line.contains("infinite") && !line.contains("ponder");
        // UCI rejects commands during a search.
        if answered || ["stop", "ponderhit"].contains(&line) {
            front.until("bestmove");
        }
    }
    front.close();
    front.rest();
    games.iter().collect()
}

#[test]
fn a_game_is_reported_at_its_end_or_at_the_next_game_or_at_quit() {
    let games = reported(
        Protocol::CLOUDICT,
        "new black\nmove AGBG\nmove CFDF\nmove EEFE\nnew white\nmove GG\nnew white\nmove FF",
    );
    assert_eq!(games, ["A1 A7-B7 B1-C1 C6-D6 D1 b over", "G7 A1-B1 w", "F6 A1-B1 w"]);
    // The same turns at the end of the input and at `quit`.
    assert_eq!(reported(Protocol::CLOUDICT, "new white\nmove GG\nquit"), ["G7 A1-B1 w"]);
    assert_eq!(reported(Protocol::SAU, "new white\nmove GG\nnew black\nquit"), ["G7 A1-B1 w", "A1 b"]);
    assert_eq!(
        reported(Protocol::CLOUDICT, "new white\nblack GG\nwhite AAAB\nquit"),
        [""; 0],
        "the engine has not played"
    );
}

#[test]
fn a_game_sent_again_before_each_turn_is_the_same_game() {
    let cloudict = "new white\nblack GG\nnext\nnew white\nblack GG\nwhite AABA\nblack FFFG\nnext";
    assert_eq!(reported(Protocol::CLOUDICT, cloudict), ["G7 A1-B1 F6-F7 C1-D1 w over"]);
    let gtp = "boardsize 7\nclear_board\nplay b G7\ngenmove w\ngenmove w\n\
               boardsize 7\nclear_board\nplay b G7\nplay w A1\nplay w B1\nplay b F6\nplay b F7\ngenmove w\nclear_board";
    assert_eq!(reported(Protocol::GTP, gtp), ["G7 A1-B1 F6-F7 C1 w"]);
    // A different game is not.
    let other = "new white\nblack GG\nnext\nmove FFFG\nnew white\nblack EE\nnext";
    assert_eq!(reported(Protocol::CLOUDICT, other), ["G7 A1-B1 F6-F7 C1-D1 w over", "E5 A1-B1 w"]);
    let resigned = "new white\nmove GG\nmove FFEE\nnew white\nmove DD";
    assert_eq!(reported(Protocol::CLOUDICT, resigned), ["G7 A1-B1 E5-F6 C1-D1 w over", "D4 A1-B1 w"]);
}

/// In UCI the front end sends the engine's turn together with the reply.
#[test]
fn the_last_turn_is_in_the_game_without_a_position_command() {
    let game = "position startpos moves G7\ngo nodes 9\nposition startpos moves G7 A1-B1 F6-F7\ngo nodes 9";
    assert_eq!(reported(Protocol::UCI, game), ["G7 A1-B1 F6-F7 C1-D1 w over"]);
    assert_eq!(reported(Protocol::UCI, "position startpos\ngo nodes 9\nquit"), ["A1 b"]);
    // Analysis is not a game.
    assert_eq!(reported(Protocol::UCI, "position startpos moves G7\ngo infinite\nstop\nquit"), [""; 0]);
    let ponders = "position startpos moves G7\ngo ponder nodes 9\n";
    assert_eq!(reported(Protocol::UCI, &format!("{ponders}ponderhit\nquit")), ["G7 A1-B1 w"]);
    // With `ucinewgame` and without it.
    let second = |between: &str| {
        reported(
            Protocol::UCI,
            &format!(
                "position startpos moves G7 A1-B1 F6-F7\ngo nodes 9\n{between}position startpos moves E5\ngo nodes 9\nquit"
            ),
        )
    };
    for between in ["", "ucinewgame\n"] {
        assert_eq!(second(between), ["G7 A1-B1 F6-F7 C1-D1 w over", "E5 A1-B1 w"], "'{between}'");
    }
}

#[test]
fn turns_taken_back_are_not_in_the_game() {
    // The engine's turn and the turn before it.
    let undone = "new white\nmove GG\nmove FFEE\nundo\nundo\nmove AGBG";
    assert_eq!(reported(Protocol::CLOUDICT, undone), ["G7 A1-B1 E5-F6 C1-D1 w over", "G7 A1-B1 A7-B7 C1-D1 w over"]);
    let undone = "new white\nmove GG\nundo\nundo\nmove FF";
    assert_eq!(reported(Protocol::CLOUDICT, undone), ["F6 A1-B1 w"]);
    let replaced = "position startpos moves G7\ngo nodes 9\nposition startpos moves F6\ngo nodes 9\nquit";
    assert_eq!(reported(Protocol::UCI, replaced), ["F6 A1-B1 w"]);
    // Taking back more at once begins another game.
    let longer = "position startpos moves G7 A2-B3 F6-F7\ngo nodes 9\nposition startpos moves G7 A2-B3\nposition startpos\nposition startpos moves A7\ngo nodes 9\nquit";
    assert_eq!(reported(Protocol::UCI, longer), ["A7 A1-B1 w"]);
    let longer = "position startpos moves G7 A2-B3 F6-F7\ngo nodes 9\nposition startpos moves A7\ngo nodes 9\nquit";
    assert_eq!(reported(Protocol::UCI, longer), ["G7 A2-B3 F6-F7 A1-B1 w", "A7 A1-B1 w"]);
}

/// A finished game is reported only once, even if it is sent again.
#[test]
fn a_finished_game_is_reported_once() {
    let won = "position startpos moves G7 A1-B1 F6-F7\ngo nodes 9\nposition startpos moves G7 A1-B1 F6-F7 C1-D1\n";
    for again in ["", "position startpos moves G7 A1-B1 F6-F7 C1-D1\n", "ucinewgame\n"] {
        assert_eq!(reported(Protocol::UCI, &format!("{won}{again}quit")), ["G7 A1-B1 F6-F7 C1-D1 w over"], "'{again}'");
    }
}

/// A long game whose stones are sent again in GTP.
#[test]
fn a_long_game_sent_again_stone_by_stone_is_the_same_game() {
    let first = "boardsize 7\nclear_board\nplay b G7\ngenmove w\ngenmove w\nplay b A2\nplay b B2\ngenmove w\n";
    let again = "clear_board\nplay b G7\nplay w A1\nplay w B1\nplay b A2\nplay b B2\nplay w C1\n";
    let more = "undo\nplay w G1\nplay w G2\nplay b D7\nplay b E4\ngenmove w\ngenmove w\n";
    let (before, one) = ("G7 A1-B1 A2-B2 G1-G2 E4-D7 C1-D1 w over", "G7 A1-B1 A2-B2 C1 w");
    assert_eq!(reported(Protocol::GTP, first), [one]);
    assert_eq!(reported(Protocol::GTP, &format!("{first}{again}")), [one]);
    assert_eq!(reported(Protocol::GTP, &format!("{first}{again}{more}")), [before]);
    // The same if the engine searches its turn again.
    let twice = "clear_board\nplay b G7\ngenmove w\ngenmove w\n".repeat(2);
    assert_eq!(reported(Protocol::GTP, &format!("boardsize 7\n{twice}")), ["G7 A1-B1 w"]);
    // A game sent again completely or in part is the same; the next game is another.
    let (part, other) = ("clear_board\nplay b G7\nplay w A1\n", "clear_board\nplay b F1\ngenmove w\n");
    assert_eq!(reported(Protocol::GTP, &format!("{first}{part}")), [one]);
    assert_eq!(reported(Protocol::GTP, &format!("{first}{again}{other}")), [one, "F1 A1 w"]);
    assert_eq!(reported(Protocol::GTP, &format!("{first}{part}{other}")), [one, "F1 A1 w"]);
}

/// Takes the first free point, and a later one for the second stone in each search.
struct Varies(usize);

impl Player<Board> for Varies {
    fn decide(&mut self, request: &mut Request<'_, Board>) -> Option<Decision<Point>> {
        let mut then = request.game.clone();
        let first = *legal_moves(then.now()).first()?;
        then.play(first).ok()?;
        let second = *legal_moves(then.now()).get(self.0)?;
        self.0 += 1;
        Some(Decision::new(vec![first, second]))
    }
}

/// In GTP the second stone of a turn is not on the board until the next `genmove`.
#[test]
fn a_planned_second_stone_begins_no_other_game() {
    let first = "boardsize 7\nplay b G7\ngenmove w\ngenmove w\nplay b A2\nplay b B2\ngenmove w\n";
    let again = "clear_board\nplay b G7\ngenmove w\nplay w B1\nplay b A2\nplay b B2\nplay w C1\n";
    let varies = |lines: &str| reported_with(|| Box::new(Varies(0)), Protocol::GTP, lines);
    assert_eq!(varies(&format!("{first}{again}")), ["G7 A1-B1 A2-B2 C1 w"]);
    // The second search finds D1.
    let other = "clear_board\nplay b G7\ngenmove w\ngenmove w\n";
    assert_eq!(varies(&format!("{first}{other}")), ["G7 A1-B1 A2-B2 C1 w", "G7 A1-D1 w"]);
}

/// A turn found by pondering is not in the game if another move was played.
#[test]
fn an_unused_ponder_turn_is_not_reported() {
    let game = "position startpos moves G7\ngo nodes 9\n";
    let ponders = "position startpos moves G7 A1-B1 F6-F7\ngo ponder nodes 9\nstop\n";
    assert_eq!(reported(Protocol::UCI, &format!("{game}{ponders}quit")), ["G7 A1-B1 F6-F7 w"]);
    assert_eq!(reported(Protocol::UCI, &format!("{ponders}quit")), [""; 0]);
}

/// The engine plays both sides, and games with other rules or start positions.
#[test]
fn each_game_is_reported_with_the_sides_of_the_engine() {
    let both = "new black\nnext\nmove FFEE\nquit";
    assert_eq!(reported(Protocol::CLOUDICT, both), ["A1 B1-C1 E5-F6 D1-E1 bw over"]);
    let fen = "position fen 7/7/7/3x3/7/7/7 w 2\ngo nodes 9\n";
    assert_eq!(reported(Protocol::UCI, &format!("position startpos moves D4\ngo nodes 9\n{fen}quit")).len(), 2);
    // The empty 7 × 7 board is the same under both rules.
    assert_eq!(reported(Protocol::PISKVORK, "BEGIN\nSTART 7\nBEGIN\nTURN 6,0\nEND"), ["A1 b", "A1 G7 B1 b"]);
    let sizes = "new white\nmove GG\nsize 8\nmove GG\nquit";
    assert_eq!(reported(Protocol::CLOUDICT, sizes), ["G7 A1-B1 w", "G7 A1-B1 w"]);
}

/// The engine has played one side before the game was sent again, and the other since.
#[test]
fn a_game_sent_again_has_the_sides_of_both_times() {
    let first = "position startpos moves A1\ngo nodes 9\nucinewgame\n";
    let again = "position startpos\ngo nodes 9\nposition startpos moves A1 B1-C1\nquit";
    assert_eq!(reported(Protocol::UCI, &format!("{first}{again}")), ["A1 B1-C1 bw"]);
}

/// Answers with a turn without moves, which players should not do.
struct Passes;

impl Player<Board> for Passes {
    fn decide(&mut self, _: &mut Request<'_, Board>) -> Option<Decision<Point>> {
        Some(Decision::new(Vec::new()))
    }
}

/// The side of the previous move does not count as the engine.
#[test]
fn an_answer_without_moves_is_not_a_turn() {
    let game = "position startpos moves G7\ngo nodes 9\nquit";
    assert_eq!(reported_with(|| Box::new(Passes), Protocol::UCI, game), [""; 0]);
}
