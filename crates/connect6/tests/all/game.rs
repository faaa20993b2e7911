//! The board as a game: checks by the game's kit, and known counts.

use duiyi_connect6::{Board, Game, Grid, History, Notation, Outcome, Rules, Side, Square};
use duiyi_game::kit::{self, Plan};
use duiyi_game::{Placement, RowRule, legal_moves, perft};

fn start(rules: &str) -> Board {
    Board::begin(rules).unwrap()
}

/// Games of the family: named ones, oblong boards, three stones a turn, more in the first turn.
const GAMES: [(&str, Plan); 9] = [
    ("connect6", Plan { seed: 1, games: 2, most: 60 }),
    ("gomoku", Plan { seed: 2, games: 3, most: 225 }),
    ("gomoku-standard", Plan { seed: 2, games: 3, most: 225 }),
    ("renju", Plan { seed: 9, games: 3, most: 225 }),
    ("tictactoe", Plan { seed: 3, games: 200, most: 9 }),
    ("Connect(9,7,5,2,1)", Plan { seed: 4, games: 20, most: 70 }),
    ("8,8,5,3,1", Plan { seed: 5, games: 20, most: 70 }),
    ("connect(5,6,4,3,2)", Plan { seed: 6, games: 40, most: 40 }),
    ("3,5,1,2,4", Plan { seed: 7, games: 10, most: 9 }),
];

#[test]
fn the_kit_reports_no_errors() {
    for (rules, plan) in GAMES {
        let tally = kit::check(&start(rules), &plan).unwrap_or_else(|broken| panic!("{rules}: {broken}"));
        assert!(tally.ended > 0 || rules == "connect6", "{rules}: {tally:?}");
        assert!(tally.refused > 0 && tally.images > tally.positions, "{rules}: {tally:?}");
        assert!(kit::check_diagram(&start(rules), &plan).unwrap() > 0);
    }
}

#[test]
fn a_game_from_the_middle_of_a_turn() {
    let board = start("9,7,5,3,2").read_position("9/9/2xxxx3/9/3ooo3/9/9 w 2").unwrap();
    assert_eq!(legal_moves(&board).len(), 63 - 7);
    kit::check(&board, &Plan { seed: 8, games: 30, most: 60 }).unwrap();
}

#[test]
fn tic_tac_toe_has_the_known_number_of_games() {
    // Of the 9!/(9 − n)! orders, those in which neither side has won before.
    let mut board = start("tictactoe");
    let counts: Vec<u64> = (1..=9).map(|depth| perft(&mut board, depth)).collect();
    assert_eq!(counts, [9, 72, 504, 3024, 15_120, 54_720, 148_176, 200_448, 127_872]);
}

#[test]
fn a_row_by_the_first_stone_of_a_turn_ends_the_game() {
    let mut game =
        History::<Board>::read("connect6", "19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/xxxxx14 b")
            .expect("a position");
    game.read_turns(["F1-S19"]).unwrap();
    assert_eq!(game.moves().len(), 1, "the stone after the row is dropped");
    assert_eq!(game.outcome(), Some(Outcome::win(Side::First, "Black has 6 in a row")));
    assert_eq!(game.now().side_to_move(), Side::First);
    assert_eq!(legal_moves(game.now()).len(), 0);
}

#[test]
fn rules_have_distinct_names() {
    for (read, written) in [
        ("", "connect6"),
        ("19,19,6,2,1", "connect6"),
        ("Gomoku", "gomoku"),
        ("Connect(3,3,3,1,1)", "tictactoe"),
        ("9,7,5,3,1", "Connect(9,7,5,3,1)"),
        ("HeXO", "hexo"),
        ("Connect(59,59,6,2,1,hexagonal,radius 8)", "hexo"),
        ("9,9,5,1,1, radius 3", "Connect(9,9,5,1,1,radius 3)"),
    ] {
        assert_eq!(Notation::rules(&start(read)), written);
        assert_eq!(start(read).rules().to_string(), written);
    }
    for rules in <Board as Notation>::RULES {
        assert_eq!(Notation::rules(&start(rules)), *rules);
    }
    let error = Board::begin("chess").unwrap_err().to_string();
    assert_eq!(
        error,
        "unknown rules 'chess'; expected connect6, gomoku, gomoku-standard, renju, tictactoe, hexo or five \
         numbers, Connect(m,n,k,p,q), and exact, renju, hexagonal or radius N after them"
    );
}

#[test]
fn games_are_written_and_read_as_text() {
    let text = "1x1/3/3 w 1 moves A1 C1 B1";
    let mut game = History::<Board>::read("tictactoe", text).unwrap();
    assert_eq!(game.write(), text);
    assert_eq!(game.now().draw(), " 3 . X .\n 2 . . .\n 1 O O X\n   A B C\nBlack to move, 1 stone");
    assert_eq!(game.now().move_on(&[Square { column: 1, row: 1 }]), Rules::TIC_TAC_TOE.point(1, 1));
    assert_eq!(game.now().move_on(&[Square { column: 0, row: 0 }]), None);
    let error = game.read_turns(["A1"]).unwrap_err().to_string();
    assert_eq!(error, "move 1 of the list: there is a White stone on the point already");
    let connect6 = History::<Board>::read("", "moves J10 I11-K11 L11").unwrap();
    assert!(connect6.write().ends_with(" b 1 moves J10 I11-K11 L11"));
    assert_eq!(connect6.turns().count(), 3);
}

/// A rule for rows changes nothing else: the stones, the side to move, and what is left of its turn.
#[test]
fn a_position_keeps_its_turn_with_another_rule_for_rows() {
    for (rules, rule) in [("connect6", RowRule::Free), ("gomoku", RowRule::Exact), ("renju", RowRule::Free)] {
        let mut game = History::new(start(rules));
        for stones in 0..5 {
            let board = game.now();
            let other = board.with_row_rule(rule).unwrap();
            assert_eq!(other.rules().row_rule(), rule);
            assert_eq!(
                (other.to_move(), other.stones_left()),
                (board.to_move(), board.stones_left()),
                "{rules}, {stones}"
            );
            assert!(other.stones().eq(board.stones()), "{rules}, {stones}");
            let mv = legal_moves(board)[stones * 7];
            game.play(mv).unwrap();
        }
    }
}
