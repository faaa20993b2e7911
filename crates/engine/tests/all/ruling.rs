//! Scores of wins by a ruling on a repetition, in the two protocols with numbers.

use crate::common::Page;
use duiyi_engine::{EnginePlayer, PlayerParts, Protocol, Setup, run};
use duiyi_game::Score;
use duiyi_xiangqi::Xiangqi;

/// Red's rook has checked in two cycles (example 2 of rules-wxf2018.tsv): every other move lets
/// Black mate, another check loses by the ruling.
const CHECKED: &str = "position fen 9/4k4/9/9/9/9/9/9/2p6/3K1RBc1 w - - 0 1 moves f0e0 e8f8 e0f0 f8e8 f0e0 e8f8";

/// The lines that a search of a position to six plies prints.
fn searched(protocol: Protocol, position: &str) -> Vec<String> {
    let page = Page::default();
    let setup = Setup {
        start: Xiangqi::default(),
        player: Box::new(|| Box::new(EnginePlayer::new(PlayerParts::by(|| |_: &Xiangqi| Score::ZERO).into()))),
        bench: Vec::new(),
        protocol: Some(protocol),
        turn_time: None,
        on_game_end: None,
    };
    run(setup, std::io::Cursor::new(format!("{position}\ngo depth 6\n")), page.clone());
    page.text().lines().map(str::to_owned).collect()
}

/// The score of the last iteration, and the message about the ruling.
fn found(protocol: Protocol, position: &str) -> (String, Option<String>) {
    let lines = searched(protocol, position);
    let last = lines.iter().rfind(|line| line.contains(" score ")).expect("an iteration");
    let (_, score) = last.split_once(" score ").expect("a score");
    let words = if protocol == Protocol::UCI { 2 } else { 1 };
    let rulings: Vec<&String> = lines.iter().filter(|line| line.contains(" ruling ")).collect();
    assert!(rulings.len() <= 1, "{rulings:?}");
    (score.split(' ').take(words).collect::<Vec<_>>().join(" "), rulings.first().map(|&line| line.clone()))
}

#[test]
fn a_win_by_a_ruling_is_below_all_mates_and_the_ruling_is_named() {
    let message = |start: &str, after| {
        Some(format!(
            "info {start} ruling asian-120 AXF 3.1: 0-1 perpetual check after {after}, cycle f0e0 e8f8 e0f0 f8e8 f0e0 e8f8 e0f0 f8e8"
        ))
    };
    let red = CHECKED;
    let black = &format!("{CHECKED} e0f0");
    assert_eq!(found(Protocol::UCI, red), ("cp -19998".to_owned(), message("string", "2 plies")));
    assert_eq!(found(Protocol::UCI, black), ("cp 19999".to_owned(), message("string", "1 ply")));
    assert_eq!(found(Protocol::UCCI, red), ("-9848".to_owned(), message("message", "2 plies")));
    assert_eq!(found(Protocol::UCCI, black), ("9849".to_owned(), message("message", "1 ply")));
}

#[test]
fn other_scores_have_no_ruling() {
    assert_eq!(found(Protocol::UCI, "position startpos"), ("cp 0".to_owned(), None));
    let mate = "position fen 3k5/R8/1R7/9/9/9/9/9/9/4K4 w - - 0 1";
    assert_eq!(found(Protocol::UCI, mate), ("mate 1".to_owned(), None));
}
