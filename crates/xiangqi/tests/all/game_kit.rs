//! The implementation of the game, checked by the kit: rules, texts, symmetry and squares.

use duiyi_game::{
    Game, History, Notation, Side,
    kit::{self, Plan},
};
use duiyi_xiangqi::{GameRules, Position, Xiangqi, fen, rulings::RuleSet};

/// Endgames that repeat, reach the move limit, are soon stalemates, or have no mating material.
const ENDGAMES: [&str; 5] = [
    "4k4/4a4/4b4/9/9/9/9/4B4/4A1R2/3K2r2 w - - 96 60",
    "3ak4/9/9/9/9/4p4/9/9/9/2B1KA3 b - - 0 40",
    "4k4/9/9/2r6/9/4C4/9/9/4A4/3K1R3 w - - 0 1",
    "5k3/9/9/9/9/1C7/1r7/9/1C5R1/4K4 w - - 0 1",
    "3k5/5P3/9/9/9/9/9/9/9/4K4 w - - 0 1",
];

#[test]
fn the_kit_finds_nothing_from_the_start_by_any_rules() {
    for rules in Xiangqi::RULES {
        let start = Xiangqi::begin(rules).unwrap();
        let plan = Plan { games: 5, most: 150, ..Plan::default() };
        let tally = kit::check(&start, &plan).unwrap_or_else(|broken| panic!("{rules}: {broken}"));
        assert!(tally.positions > 400 && tally.images > tally.positions, "{tally:?}");
        let moves = kit::check_diagram(&start, &Plan { games: 1, ..plan }).unwrap();
        assert!(moves > 1_000, "{moves}");
    }
}

#[test]
fn the_kit_finds_nothing_in_endgames_by_any_rules() {
    let more = ["asian,limit=none,occurrences=2", "cxa2020-30,checks=2,material=play"];
    for rules in Xiangqi::RULES.iter().chain(&more) {
        for fen in ENDGAMES {
            let start = Xiangqi::begin(rules).unwrap().read_position(fen).unwrap();
            let plan = Plan { games: 10, most: 120, ..Plan::default() };
            let tally = kit::check(&start, &plan).unwrap_or_else(|broken| panic!("{rules} {fen}: {broken}"));
            assert!(tally.ended > 0 || rules.contains("none,"), "{rules} {fen}: {tally:?}");
            kit::check_diagram(&start, &plan).unwrap();
        }
    }
}

#[test]
fn the_usual_rules_have_names() {
    assert_eq!(Xiangqi::begin("").unwrap().rules(), Xiangqi::RULES[0]);
    assert_eq!(Xiangqi::default().game_rules(), &GameRules::default());
    for book in RuleSet::ALL {
        let name = GameRules::from(book).to_string();
        assert!(Xiangqi::RULES.contains(&name.as_str()), "{name}");
        assert_eq!(Xiangqi::begin(book.name()).unwrap().rules(), name);
    }
    assert!(Xiangqi::begin("chess").unwrap_err().to_string().starts_with("'chess' is not a rule set: expected none"));
}

#[test]
fn texts_are_read_and_refused_with_reasons() {
    let start = Xiangqi::default();
    assert_eq!(start.write_position(), fen::START);
    for (text, expected) in [
        ("h2h9x", "not a move"),
        ("a0a5", "cannot reach"),
        ("a9a8", "no piece"),
        ("☃", "not a move"),
        ("h2-e2", "not a move"),
    ] {
        let error = start.read_move(text).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    assert!(start.read_position("startpos").is_err());
    let text = "4k4/9/9/9/9/9/9/9/r8/3K5 b - - 118 90 moves a1a2 d0d1";
    let game = History::<Xiangqi>::read("asian-120", text).unwrap();
    assert_eq!(game.write(), text);
    assert_eq!(game.outcome().unwrap().to_string(), "1/2-1/2 move limit");
    assert_eq!(game.movers().collect::<Vec<_>>(), [Side::Second, Side::First]);
}

#[test]
fn only_the_moves_since_the_last_capture_are_relevant() {
    let game = History::<Xiangqi>::read("", "moves b2b9 a9b9 h2e2").unwrap();
    let (then, moves) = game.since_irreversible();
    assert_eq!(then.write_position(), "1rbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/7C1/9/RNBAKABNR w - - 0 2");
    assert_eq!(moves, ["h2e2".parse().unwrap()]);
    assert_eq!(game.now().last_played(), Some((moves[0], None)));
}

#[test]
fn a_position_and_its_mirror_image_have_one_canonical_key() {
    let position: Position = "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1".parse().unwrap();
    let (one, other) = (Xiangqi::new(position), Xiangqi::new(position.mirrored()));
    let ((key, symmetry), (mirrored, other_symmetry)) = (one.canonical(), other.canonical());
    assert_eq!(key, mirrored);
    assert_ne!(symmetry, other_symmetry);
    let mv = "f3f8".parse().unwrap();
    let image = other.image(mv, 1);
    assert!(one.is_legal(mv) && other.is_legal(image));
    assert_eq!(one.image(mv, symmetry), other.image(image, other_symmetry));
}

#[test]
fn perft_counts_as_the_board_does() {
    assert_eq!(Xiangqi::default().perft(3), 79_666);
    assert_eq!(duiyi_game::perft(&mut Xiangqi::default(), 3), 79_666);
}
