//! Wins by a ruling are not mates.

use crate::problems::game;
use duiyi_game::{Game, History, Notation, Side};
use duiyi_proof::{Accepted, Claim, Fault, ProofError, Tree, verify, write};
use duiyi_search::{Limits, Searcher, Table};
use duiyi_xiangqi::{Evaluation, Xiangqi};

/// Red has given perpetual check, and Black's next move repeats the position for the third time.
fn before_the_ruling() -> History<Xiangqi> {
    let mut game = game("c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w - - 0 1");
    game.read_turns("h8h9 f9f8 h9h8 f8f9 h8h9 f9f8 h9h8".split(' ')).unwrap();
    game
}

#[test]
fn a_win_by_a_ruling_is_accepted_as_a_win_but_not_as_a_mate() {
    let game = before_the_ruling();
    let tree = Tree::after(game.now().read_move("f8f9").unwrap(), Tree::default());
    let text = write(&game, Claim::Win, &tree).unwrap();
    let end = "ruled perpetual check by AXF 3.1: h8h9 f9f8 h9h8 f8f9 h8h9 f9f8 h9h8 f8f9";
    assert!(text.ends_with(&format!("\nclaim: win\n\nf8f9 {end}\n")), "{text}");
    assert_eq!(verify::<Xiangqi>(&text), Ok(Accepted { plies: 1, leaves: 1 }));

    let fault = |text: &str| match verify::<Xiangqi>(text) {
        Err(ProofError::Refused(refused)) => refused.fault,
        other => panic!("{other:?}\n{text}"),
    };
    let mate = text.replace("claim: win", "claim: mate 1");
    assert_eq!(fault(&mate), Fault::NotMate("perpetual check".to_owned()));
    // Another reason, article or cycle.
    let others =
        ["mated", "ruled perpetual check", &end.replace("check", "chase"), &end.replace("AXF 3.1", "WXF 2018 20.1")];
    for other in others.into_iter().chain([&*end.replace("h8h9", "h8h7")]) {
        assert!(matches!(fault(&text.replace(end, other)), Fault::OtherEnd { .. }), "{other}");
    }
    // Without the moves before it, or by rules without such a ruling, nothing is won.
    let (position, _) = text.split_once(" moves ").unwrap();
    let alone = format!("{}\nclaim: win\n\nf9e9 ruled perpetual check\n", position.replace(" w ", " b "));
    assert!(matches!(fault(&alone), Fault::NotOver(_)));
    let drawn = text.replace("asian-120", "none-120");
    assert!(matches!(fault(&drawn), Fault::OtherEnd { .. }));
}

/// Other engines have shown such wins as a mate in 1.
#[test]
fn the_search_scores_a_win_by_a_ruling_in_centipawns() {
    let game = before_the_ruling();
    let mut searcher = Searcher::new(Evaluation::new());
    let found = searcher.search(game.now()).table(&Table::new(1)).limits(Limits::depth(4)).run();
    assert_eq!((found.score.mate_distance(), found.score.rule_distance()), (None, Some(1)));
    assert_eq!(found.score.centipawns(), Some(19_999));
    let mut after = game;
    after.play(found.best.unwrap()).unwrap();
    let outcome = after.now().outcome().unwrap();
    assert_eq!((outcome.winner, outcome.reason.as_ref()), (Some(Side::Second), "perpetual check"));
}
