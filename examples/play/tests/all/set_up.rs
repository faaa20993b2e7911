//! The editor, claims, and explanations of rulings.

use crate::sessions::{board, pieces, run};
use duiyi_game::NodeId;
use duiyi_play::{
    message::{Action, EditorStep, GameEnd, GameSetup, Seat, View},
    session::{AnySession, ViewOptions},
};
use std::time::Duration;

const NOW: Duration = Duration::ZERO;

fn open(game: &str, rules: &str, position: &str) -> Box<dyn AnySession> {
    let begin = GameSetup { game: game.into(), rules: rules.into(), position: position.into(), ..GameSetup::default() };
    play::games().open(&begin).unwrap_or_else(|error| panic!("{game}: {error}"))
}

fn view(session: &mut dyn AnySession) -> View {
    session.view(ViewOptions::default(), NOW)
}

fn step(session: &mut dyn AnySession, step: EditorStep) -> Result<(), String> {
    session.act(&Action::SetUp { step }, NOW).map(drop).map_err(|reason| reason.to_string())
}

fn turn(text: &str) -> Action {
    Action::Turn { text: text.to_owned(), at: None }
}

/// Puts the piece of a letter on a square.
fn put(session: &mut dyn AnySession, letter: &str, at: [u8; 2]) {
    let pieces = view(session).study.draft.unwrap().pieces;
    let piece = pieces.iter().position(|piece| piece.letter == letter);
    assert!(piece.is_some(), "{letter}");
    step(session, EditorStep::Put { at, piece }).unwrap();
}

#[test]
fn a_position_is_set_up_by_hand() {
    let mut session = open("xiangqi", "cxa2020-120", "");
    assert!(view(&mut *session).study.draft.is_none());
    assert_eq!(step(&mut *session, EditorStep::Empty).unwrap_err(), "nothing is set up");
    let before = board(&mut *session);
    step(&mut *session, EditorStep::Begin).unwrap();
    let seen = view(&mut *session);
    assert_eq!(seen.study.draft.as_ref().unwrap().pieces.len(), 14);
    assert_eq!(seen.drawn.unwrap().board, before);
    assert_eq!(session.act(&turn("h2e2"), NOW).unwrap_err().to_string(), "a position is being set up");
    step(&mut *session, EditorStep::Empty).unwrap();
    assert_eq!(pieces(&board(&mut *session)), 0);
    assert_eq!(step(&mut *session, EditorStep::Take).unwrap_err(), "Red has no king");
    for (letter, at) in [("K", [4, 0]), ("k", [4, 9]), ("R", [0, 0]), ("R", [0, 0])] {
        put(&mut *session, letter, at);
    }
    assert!(step(&mut *session, EditorStep::Take).unwrap_err().contains("face each other"));
    put(&mut *session, "P", [4, 8]);
    assert_eq!(pieces(&board(&mut *session)), 4);
    assert!(
        step(&mut *session, EditorStep::Take).unwrap_err().contains("Black is in check but it is not Black's move")
    );
    step(&mut *session, EditorStep::ToMove { side: 1 }).unwrap();
    step(&mut *session, EditorStep::Put { at: [0, 0], piece: None }).unwrap();
    assert_eq!(step(&mut *session, EditorStep::Put { at: [9, 0], piece: None }).unwrap_err(), "that is off the board");
    assert_eq!(
        step(&mut *session, EditorStep::Put { at: [0, 0], piece: Some(99) }).unwrap_err(),
        "there is no such piece"
    );
    step(&mut *session, EditorStep::Take).unwrap();
    let begun = view(&mut *session);
    assert_eq!(
        (begun.start.as_str(), begun.header.rules.as_str(), begun.to_move),
        ("4k4/4P4/9/9/9/9/9/9/9/4K4 b - - 0 1", "cxa2020-120", 1)
    );
    session.act(&turn("e9d9"), NOW).unwrap();
    step(&mut *session, EditorStep::Begin).unwrap();
    step(&mut *session, EditorStep::Leave).unwrap();
    assert_eq!((view(&mut *session).ply, view(&mut *session).study.draft), (1, None), "the game continues");
}

#[test]
fn other_games_are_set_up_the_same_way() {
    let mut session = open("connect6", "", "");
    step(&mut *session, EditorStep::Begin).unwrap();
    put(&mut *session, "X", [9, 9]);
    put(&mut *session, "O", [10, 10]);
    step(&mut *session, EditorStep::Take).unwrap();
    let begun = view(&mut *session);
    assert_eq!((begun.to_move, pieces(&board(&mut *session))), (0, 2));
    session.act(&turn("A1-B1"), NOW).unwrap();
    assert_eq!(view(&mut *session).to_move, 1, "a whole turn of two stones");
    let mut session = open("connect-four", "", "");
    step(&mut *session, EditorStep::Begin).unwrap();
    put(&mut *session, "y", [3, 0]);
    assert_eq!(step(&mut *session, EditorStep::Take).unwrap_err(), "by the number of stones Red is to move");
    step(&mut *session, EditorStep::ToMove { side: 1 }).unwrap();
    step(&mut *session, EditorStep::Take).unwrap();
    assert_eq!(view(&mut *session).to_move, 1);
}

/// An engine does not move while a position is set up, and its answer is dropped.
#[test]
fn an_engine_waits_while_a_position_is_set_up() {
    let engine = Seat::Engine { level: Some(0) };
    let begin =
        GameSetup { game: "connect-four".into(), seats: [engine; 2], clock: "60".into(), ..GameSetup::default() };
    let mut session = play::games().open(&begin).unwrap();
    let job = session.next_job(NOW).unwrap();
    step(&mut *session, EditorStep::Begin).unwrap();
    assert!(session.next_job(NOW).is_none() && !run(&mut *session, job));
    step(&mut *session, EditorStep::Take).unwrap();
    let job = session.next_job(NOW).unwrap();
    assert!(run(&mut *session, job));
    step(&mut *session, EditorStep::Begin).unwrap();
    session.resume(NOW);
    assert_eq!(session.flag_falls(), None, "the clocks are paused");
    step(&mut *session, EditorStep::Leave).unwrap();
    assert!(session.flag_falls().is_some());
}

/// A result that does not end the game automatically can be claimed.
#[test]
fn results_are_claimed_by_the_rules() {
    let rules = "asian,limit=none,occurrences=9";
    let mut session = open("xiangqi", rules, "");
    let cycle = ["b0c2", "b9c7", "c2b0", "c7b9"];
    for text in cycle {
        session.act(&turn(text), NOW).unwrap();
    }
    let premature = session.act(&Action::Claim, NOW).unwrap_err().to_string();
    assert!(premature.starts_with("the position has occurred 2 times and 4 moves took nothing"), "{premature}");
    for text in cycle {
        session.act(&turn(text), NOW).unwrap();
    }
    session.act(&Action::Claim, NOW).unwrap();
    assert_eq!(view(&mut *session).ended, Some(GameEnd { winner: None, reason: "repetition".into() }));
    // A claim after perpetual check loses for the checking side.
    let mut session = open("xiangqi", rules, "3k5/9/9/9/9/9/9/9/9/4K3R w - - 0 1");
    for text in ["i0i9", "d9d8", "i9i8", "d8d9", "i8i9", "d9d8", "i9i8", "d8d9", "i8i9"] {
        session.act(&turn(text), NOW).unwrap();
    }
    session.act(&Action::Claim, NOW).unwrap();
    assert_eq!(view(&mut *session).ended, Some(GameEnd { winner: Some(1), reason: "perpetual check by Red".into() }));
    let mut late = open("xiangqi", rules, "4k4/9/9/9/9/9/9/9/9/R2K5 w - - 119 80");
    assert!(late.act(&Action::Claim, NOW).is_err());
    late.act(&turn("a0a1"), NOW).unwrap();
    late.act(&Action::Claim, NOW).unwrap();
    assert_eq!(view(&mut *late).ended, Some(GameEnd { winner: None, reason: "move limit".into() }));
    let other = open("connect6", "", "").act(&Action::Claim, NOW).unwrap_err().to_string();
    assert_eq!(other, "nothing can be claimed in connect6");
}

/// Move by move, by each rule book.
#[test]
fn a_ruling_is_explained_move_by_move() {
    for (rules, book, chinese_book) in [
        ("asian-120", "asian", "亚洲规则"),
        ("wxf2018-120", "wxf2018", "世象联规则 2018"),
        ("cxa2020-120", "cxa2020", "中国规则 2020"),
    ] {
        let mut session = open("xiangqi", rules, "3k5/9/9/9/9/9/9/9/9/4K3R w - - 0 1");
        let moves = ["i0i9", "d9d8", "i9i8", "d8d9", "i8i9", "d9d8", "i9i8", "d8d9", "i8i9"];
        for (ply, text) in moves.into_iter().enumerate() {
            session.act(&turn(text), NOW).unwrap();
            assert_eq!(view(&mut *session).study.ruling.is_some(), ply > 3, "{ply}");
        }
        let seen = view(&mut *session);
        let [ruling, chinese] = seen.study.ruling.unwrap();
        assert_eq!(ruling.matches("Red rook").count(), 4, "{ruling}");
        assert!(
            ruling.contains("i9: check") && ruling.contains(&format!("{book}: perpetual check by Red")),
            "{ruling}"
        );
        assert!(ruling.ends_with("red-loses"));
        assert_eq!(chinese.lines().count(), ruling.lines().count(), "{chinese}");
        assert_eq!(chinese.matches("红方车 i").count(), 4, "{chinese}");
        assert!(chinese.contains("i8i9：将\n"), "{chinese}");
        assert!(chinese.contains(&format!("\n{chinese_book}：红方长将（")), "{chinese}");
        assert!(chinese.ends_with("。）\n红方不变着即判负"), "{chinese}");
        assert_eq!(seen.ended.unwrap().winner, Some(1));
        assert!(
            session
                .view(ViewOptions { node: Some(NodeId::new(2)), ..ViewOptions::default() }, NOW)
                .study
                .ruling
                .is_none()
        );
    }
}

/// The Chinese texts contain no English words, only squares.
#[test]
fn a_ruling_is_explained_in_chinese() {
    let chinese = |rules: &str, position: &str, moves: &str| {
        let mut session = open("xiangqi", rules, &format!("{position} moves {moves}"));
        view(&mut *session).study.ruling.unwrap()[1].clone()
    };
    let protected = chinese("wxf2018-120", "2b1ka3/4a4/4b4/9/9/9/9/4B3R/4A1rc1/4KA3 w", "i2h2 h1i1 h2i2 i1h1");
    assert_eq!(
        protected,
        "1. 红方车 i2h2：闲（车 h2 攻击炮 h1：有根）\n2. 黑方炮 h1i1：闲\n\
         3. 红方车 h2i2：闲（车 i2 攻击炮 i1：有根）\n4. 黑方炮 i1h1：闲\n\
         世象联规则 2018：双方都没有着着违禁（WXF 2018 20.2–20.10：\
         其他循环均作和：长杀、将捉交替、捉多子、长兑、长献、长拦。）\n和棋"
    );
    let chased = chinese("asian-120", "c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w", "h8h9 f9f8 h9h8 f8f9");
    assert_eq!(
        chased,
        "1. 红方车 h8h9：将\n2. 黑方将 f9f8：捉（炮 a9 攻击车 h9：价值高于攻击的子）\n\
         3. 红方车 h9h8：将\n4. 黑方将 f8f9：捉（炮 c8 攻击车 h8：价值高于攻击的子）\n\
         亚洲规则：红方长将（AXF 3.1：任何情况下，单方长将作负。）\n红方不变着即判负"
    );
}

#[test]
fn an_offer_is_declined() {
    let mut session = open("connect-four", "", "");
    assert_eq!(session.act(&Action::Decline, NOW).unwrap_err().to_string(), "nobody offers a draw");
    session.act(&Action::Draw, NOW).unwrap();
    assert!(session.act(&Action::Decline, NOW).is_err(), "the offering side cannot decline");
    session.act(&turn("d"), NOW).unwrap();
    session.act(&Action::Decline, NOW).unwrap();
    assert_eq!(view(&mut *session).state.draw_offer, None);
}
