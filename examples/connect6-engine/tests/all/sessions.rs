//! Sessions with front ends: the output is compared word for word where the protocol determines it,
//! and by its form where the engine chooses.

use connect6_engine::setup;
use duiyi_connect6::kit::player;
use duiyi_connect6::notation::{Coordinates, game_line};
use duiyi_connect6::{Board, Rules};
use duiyi_engine::{Protocol, run_placement};
use std::io::{Cursor, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The settings of the engine.
#[derive(Clone, Copy)]
struct Settings {
    rules: Rules,
    protocol: Option<Protocol>,
    time: Duration,
    level: u32,
}

/// A writer whose output can be read later.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The engine's output for these lines.
fn converse(settings: &Settings, lines: &str) -> Vec<String> {
    let output = Shared::default();
    let Settings { rules, protocol, time, level } = *settings;
    let mut engine = setup(rules);
    engine.protocol = protocol;
    engine.turn_time = Some(time);
    engine.player = Box::new(move || {
        let mut player = player(rules);
        player.set_option("Level", &level.to_string()).unwrap();
        player
    });
    run_placement(engine, Cursor::new(lines.to_owned()), output.clone());
    let said = output.0.lock().unwrap().clone();
    String::from_utf8(said).unwrap().lines().map(str::to_owned).collect()
}

/// A weak and fast engine.
fn quick() -> Settings {
    Settings { rules: Rules::CONNECT6, protocol: None, time: Duration::from_secs(20), level: 3 }
}

/// The output without the lines that the search prints while it runs.
fn replies(settings: &Settings, lines: &str) -> Vec<String> {
    converse(settings, lines)
        .into_iter()
        .filter(|line| !line.starts_with("info ") && !line.starts_with("MESSAGE "))
        .collect()
}

#[test]
fn cloudict() {
    let said = replies(
        &quick(),
        "name\nnew black\nmove IKLJ\nundo\nundo\nmove JK\ndepth 2\nprint\nnew white\nblack JJ\nwhite IKLJ\nnext\n\
         black AA\nfly\ndepth x\nmove A\nthreads 2\nthreads 0\nsize 5\ntime 0\nvcf\nunvcf\nstop\nhash 2\nnodes 500\nlevel 2\n",
    );
    assert_eq!(said[0], "name Duiyi");
    assert_eq!(said[1], "move JJ");
    assert!(said[2].starts_with("move ") && said[2].len() == 9, "{}", said[2]);
    // Both turns were taken back: White's single stone is not a turn.
    assert_eq!(said[3], "error the stones of the turn are 1: expected 2");
    assert_eq!(said[4], "Set the search depth to 2.");
    let print = said.iter().position(|line| line.starts_with("19 ")).unwrap();
    assert_eq!(print, 5);
    assert!(said[5 + 9].starts_with("10 . . . . . . . . . X . "), "{}", said[14]);
    assert_eq!(said[5 + 20], "White to move, 2 stones");
    let turn = said[26].strip_prefix("move ").unwrap();
    let mut board = game_line::read(Rules::CONNECT6, "J10 I11-L10").unwrap();
    board.play(Coordinates::LetterPairs.read_turn(Rules::CONNECT6, turn).unwrap().points()).unwrap();
    // One more black stone sets up a position; then come the errors.
    assert_eq!(
        said[27..],
        [
            "error unknown command 'fly'",
            "error depth: expected a number from 1 to 100, found 'x'",
            "error 'A' is not a turn: expected two letters a stone, like IKLJ",
            "error threads: expected a number from 1 to 256, found 0",
            "error size: expected a number from 6 to 26, found 5",
            "error time: expected a number from 1 to 86400000, found 0",
        ]
    );
}

#[test]
fn a_set_up_position_is_played_for_the_side_after_the_last_stone() {
    let said = replies(&quick(), "new white\nwhite AAAB\nblack JJJK\nwhite ACAD\nblack JLJM\nnext\nnext\n");
    // White completes six: AA to AD and two more.
    assert_eq!(said, ["move AEAF"]);
}

#[test]
fn an_error_leaves_the_game_as_it_was() {
    let said = replies(&quick(), "new white\nmove JJ\nmove JJKK\nmove IKIK\nmove ZZZZ\nprint\n");
    assert!(said[0].starts_with("move "));
    assert_eq!(said[1], "error JJ is taken by Black");
    assert!(said[2].starts_with("error ") && said[3].starts_with("error "));
    assert_eq!(said[4..].iter().filter(|line| line.contains('X')).count(), 1);
    assert_eq!(said.last().unwrap(), "Black to move, 2 stones");
}

#[test]
fn the_position_in_which_a_peer_replays_a_stale_proof() {
    // The peer answers here from the proof of an earlier turn with O7, which is occupied.
    let black = ["HJIK", "NJII", "KGKL", "HFMK", "OGJL"];
    let mut lines = String::from("new white\ndepth 4\nnodes 2000\nblack JJ\nwhite JIJK\nnext\n");
    for turn in black {
        lines += &format!("move {turn}\n");
    }
    let said = converse(&Settings { level: 9, ..quick() }, &lines);
    let moves = said.iter().filter(|line| line.starts_with("move ")).count();
    // If our own turns occupy points of the recorded ones, those are rejected; every other turn is
    // answered, and every answer was legal, since the session plays it on its board.
    let refused = said.iter().filter(|line| line.starts_with("error ")).count();
    let over = said.iter().filter(|line| line.contains("game over")).count();
    assert_eq!(moves + refused + over, 6, "{said:?}");
    assert!(moves >= 1 && said.iter().all(|line| !line.contains("unknown")));
}

#[test]
fn sau() {
    let said = converse(
        &quick(),
        "name?\nnew black\nmove IKLJ\nerror\nnew white\nmove JJ@@\nmove A\nend black\nquit\nname?\n",
    );
    assert_eq!(said[..2], ["name Duiyi", "move JJ@@"]);
    assert!(said[2].starts_with("move ") && said[2].len() == 9);
    assert!(said[3].starts_with("move ") && said[3].len() == 9);
    assert!(said[4].starts_with("error "));
    assert_eq!(said.len(), 5, "nothing is printed after quit");
}

#[test]
fn gtp_stone_by_stone() {
    let said = converse(
        &quick(),
        "1 protocol_version\nclear_board\nplay b K10\ngenmove w\ngenmove w\ngogui-rules_side_to_move\nundo\nundo\n\
         gogui-rules_side_to_move\nplay w K10\nplay b J10\nplay w I5\n7 fly\ngogui-rules_game_id\ngogui-rules_board_size\n\
         gogui-rules_final_result\nknown_command genmove\nboardsize 2\nquit\n",
    );
    let said: Vec<&str> = said.iter().map(String::as_str).filter(|line| !line.is_empty()).collect();
    assert_eq!(said[..3], ["=1 2", "= ", "= "]);
    for name in &said[3..5] {
        Coordinates::Gtp.read(Rules::CONNECT6, name.strip_prefix("= ").unwrap()).unwrap();
    }
    assert_ne!(said[3], said[4]);
    assert_eq!(
        said[5..],
        [
            "= black",
            "= ",
            "= ",
            "= white",
            "? illegal move: K10 is taken by Black",
            "? illegal move: it is White's turn",
            "? 'I5' is not a point: expected a column letter other than I and a row number, like K10",
            "?7 unknown command",
            "= Connect6",
            "= 19",
            "= ",
            "= true",
            "? boardsize: expected a number from 3 to 59, found 2",
            "= ",
        ]
    );
}

#[test]
fn gtp_by_whole_turns() {
    let said = converse(&quick(), "list_commands\nboardsize 15\nplay b H8\nplay W G8,J9\ngenmove b\nshowboard\n");
    let text = said.join("\n");
    assert!(text.contains("\ngenmove\n") && text.contains("gogui-rules_legal_moves"));
    let turn = said.iter().rev().find(|line| line.starts_with("= ") && line.contains(',')).unwrap();
    let rules = Rules::new(15, 15, 6, 2, 1).unwrap();
    let turn = Coordinates::Gtp.read_turn(rules, &turn[2..]).unwrap();
    assert_eq!(turn.points().len(), 2);
    assert!(text.contains("15 . ") && !text.contains("16 . "));
}

#[test]
fn gtp_final_score_and_resignation() {
    let row = "play b A1\nplay w A9,B9\nplay b B1,C1\nplay w C9,A12\nplay b D1,E1\nplay w A14,A15\nplay b F1,F2\n";
    let said = converse(&quick(), &format!("list_commands\n{row}final_score\ngenmove w\ngogui-rules_legal_moves\n"));
    let said: Vec<&str> = said.iter().map(String::as_str).filter(|line| !line.is_empty()).collect();
    assert_eq!(said[said.len() - 3..], ["= B+", "= resign", "= "]);
}

#[test]
fn botzone() {
    // Black's third turn; -1 -1 means no stone.
    let said = converse(&quick(), "3\n-1 -1 -1 -1\n3 10 -1 -1\n3 7 8 3\n9 14 12 5\n9 0 8 0\n0 0 1 0\n");
    assert_eq!(said.len(), 4, "{said:?}");
    let rules = Rules::new(15, 15, 6, 2, 1).unwrap();
    for line in [&said[0], &said[2]] {
        let words: Vec<&str> = line.split(' ').collect();
        let [x0, y0, x1, y1] = words[..] else { panic!("{line}") };
        Coordinates::Numbers.read(rules, &format!("{x0},{y0}")).unwrap();
        Coordinates::Numbers.read(rules, &format!("{x1},{y1}")).unwrap();
    }
    assert_eq!(said[1], ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<");
    let first = converse(&quick(), "1\n-1 -1 -1 -1\n");
    assert_eq!(first[0], "7 7 -1 -1");
    let white = converse(&quick(), "1\n7 7 -1 -1\n");
    assert_eq!(white[0].split(' ').filter(|word| *word != "-1").count(), 4);
}

#[test]
fn piskvork() {
    let said = replies(
        &quick(),
        "START 15\nINFO timeout_turn 1000\nINFO time_left 60000\nINFO timeout_match 60000\nBEGIN\nTURN 0,0\nTURN 0,0\n\
         BOARD\n7,7,1\n8,8,2\n7,8,1\n8,9,2\nDONE\nTAKEBACK 1,1\nRESTART\nTURN 3,3\nBOARD\n1,1,9\nDONE\nFLY\nABOUT\nEND\n",
    );
    assert_eq!(said[0], "OK");
    assert_eq!(said[1], "7,7");
    let point = |line: &str| Coordinates::Numbers.read(Rules::GOMOKU, line).is_ok();
    assert!(point(&said[2]));
    assert_eq!(said[3], "ERROR 0,0 is taken by White");
    assert!(point(&said[4]));
    assert_eq!(said[5], "ERROR only the last stone can be taken back");
    assert_eq!(said[6], "OK");
    assert!(point(&said[7]));
    assert_eq!(said[8], "ERROR '1,1,9' is not a stone: expected x,y,1 or x,y,2 on the board");
    assert_eq!(said[9], "UNKNOWN 'FLY'");
    assert!(said[10].starts_with("name=\"Duiyi\""));
    assert_eq!(said.len(), 11);
}

#[test]
fn a_game_of_gomoku_is_won_over_piskvork() {
    // The other side never blocks.
    let mut lines = String::from("START 15\nBEGIN\n");
    for x in 0..8 {
        lines += &format!("TURN {},{}\n", 2 * x, 14 - x % 2);
    }
    let said = replies(&Settings { level: 5, ..quick() }, &lines);
    let mut board = Board::new(Rules::GOMOKU);
    let mut theirs = 0;
    for line in &said[1..] {
        let Ok(point) = Coordinates::Numbers.read(Rules::GOMOKU, line) else { break };
        board.play(&[point]).unwrap();
        if board.outcome().is_none() {
            let name = format!("{},{}", 2 * theirs, 14 - theirs % 2);
            board.play(&[Coordinates::Numbers.read(Rules::GOMOKU, &name).unwrap()]).unwrap();
            theirs += 1;
        }
    }
    assert_eq!(
        board.outcome().map(|outcome| outcome.reason).as_deref(),
        Some("Black has 5 in a row"),
        "{board}\n{said:?}"
    );
}

#[test]
fn stop_ends_a_search() {
    let settings = Settings { time: Duration::from_secs(600), level: 9, ..quick() };
    let started = std::time::Instant::now();
    let said = replies(&settings, "new white\nblack JJ\nwhite IKLJ\nnext\nstop\nquit\n");
    assert_eq!(said.len(), 1);
    assert!(said[0].starts_with("move "));
    assert!(started.elapsed() < Duration::from_secs(60));
}

#[test]
fn the_protocol_can_be_given() {
    let settings = Settings { protocol: Some(Protocol::GTP), ..quick() };
    assert_eq!(converse(&settings, "name\n")[0], "= Duiyi");
    assert_eq!("GTP".parse(), Ok(Protocol::GTP));
    assert!("xboard".parse::<Protocol>().is_err());
}

/// What the engine at full strength prints in UCI or UCCI.
fn full(protocol: Protocol, lines: &str) -> Vec<String> {
    converse(&Settings { protocol: Some(protocol), level: 9, ..quick() }, lines)
}

/// The turn after a word of the last line with it.
fn turn_after(said: &[String], word: &str) -> String {
    let line = said.iter().rev().find(|line| line.split(' ').any(|other| other == word)).expect("the line");
    line.split(' ').skip_while(|other| *other != word).nth(1).expect("a turn").to_owned()
}

#[test]
fn a_turn_has_one_spelling_in_variations_and_answers() {
    for moves in ["H16 C9-E17", "J10", "J10 K11-K12 A1-S19"] {
        for (protocol, place) in [(Protocol::UCI, "startpos".to_owned()), (Protocol::UCCI, start_of_ucci())] {
            let said = full(protocol, &format!("position {place} moves {moves}\ngo depth 4\n"));
            assert_eq!(turn_after(&said, "pv"), turn_after(&said, "bestmove"), "{moves}: {said:?}");
        }
    }
}

/// The start position, for UCCI.
fn start_of_ucci() -> String {
    use duiyi_game::Notation;
    format!("fen {}", Board::new(Rules::CONNECT6).write_position())
}

#[test]
fn every_answer_has_a_variation_with_a_score() {
    let six = "J10 A1-A3 J11-J12 C1-C3";
    for (moves, options) in [
        ("", ""),
        (six, ""),
        ("J10 A1-A3 J11-J12 A5-A7 J13-K3", ""),
        ("J10 K11-K12", "setoption name Search value uct\n"),
    ] {
        let moves = if moves.is_empty() { String::new() } else { format!(" moves {moves}") };
        let said = full(Protocol::UCI, &format!("{options}position startpos{moves}\ngo depth 2\n"));
        let line = said.iter().rfind(|line| line.starts_with("info depth")).unwrap_or_else(|| panic!("{said:?}"));
        assert!(line.contains(" score "), "{line}");
        assert_eq!(turn_after(&said, "pv"), turn_after(&said, "bestmove"), "{said:?}");
    }
    // Before the first stone in the other protocols with such lines.
    let said = converse(&Settings { protocol: Some(Protocol::CLOUDICT), ..quick() }, "new black\n");
    assert_eq!(said, ["info depth 0 score +0 nodes 0 pv J10", "move JJ"]);
}

#[test]
fn a_banned_turn_is_not_played_in_either_order() {
    let place = format!("position {} moves J10", start_of_ucci());
    let usual = turn_after(&full(Protocol::UCCI, &format!("{place}\ngo depth 4\n")), "bestmove");
    let (one, other) = usual.split_once('-').expect("two stones");
    for banned in [usual.clone(), format!("{other}-{one}")] {
        let said = full(Protocol::UCCI, &format!("{place}\nbanmoves {banned}\ngo depth 4\n"));
        let best = turn_after(&said, "bestmove");
        assert_ne!(best, usual, "{said:?}");
        assert_eq!(turn_after(&said, "pv"), best);
        assert!(said.iter().all(|line| !line.contains(&format!("pv {usual}"))), "{said:?}");
    }
    // The turns that begin with another first stone of it stay allowed.
    let others = format!("{place}\nbanmoves {usual}\ngo depth 4\n");
    let stones = turn_after(&full(Protocol::UCCI, &others), "bestmove");
    assert!(stones.contains(one) || stones.contains(other), "{stones} instead of {usual}");
    // The first stone and a row that can be completed.
    let said = full(Protocol::UCCI, &format!("position {}\nbanmoves J10\ngo depth 4\n", start_of_ucci()));
    assert_ne!(turn_after(&said, "bestmove"), "J10");
}

#[test]
fn listed_turns_are_searched_in_either_order_wherever_they_are() {
    for (listed, expected) in
        [("A1-S19", "A1-S19"), ("S19-A1", "A1-S19"), ("A19-A1 S19-A1", "A1-S19 A1-A19"), ("K10-L11", "K10-L11")]
    {
        let said = full(Protocol::UCI, &format!("position startpos moves J10\ngo depth 4 searchmoves {listed}\n"));
        let best = turn_after(&said, "bestmove");
        assert!(expected.split(' ').any(|turn| turn == best), "{listed}: {best}");
        assert_eq!(turn_after(&said, "pv"), best);
    }
    // Monte Carlo search considers stones near others only.
    let lines = "setoption name Search value uct\nposition startpos moves J10\ngo nodes 9 searchmoves A1-S19\n";
    assert_eq!(turn_after(&full(Protocol::UCI, lines), "bestmove"), "A1-S19");
    // A part of a turn: any turn with that stone.
    let said = full(Protocol::UCI, "position startpos moves J10\ngo depth 4 searchmoves S19\n");
    assert!(turn_after(&said, "bestmove").split('-').any(|stone| stone == "S19"), "{said:?}");
}
