//! The described variants: counts of Fairy-Stockfish, ends of games, texts, and play.

use duiyi_game::{
    Game, History, Notation, OutcomeKind, Reach, Score, Side, Verdict,
    kit::{self as game_kit, Plan},
    legal_moves, perft,
};
use duiyi_search::kit as search_kit;
use duiyi_xiangqi::{
    Position,
    variants::{
        Description, Manchu, MiniXiangqi, QUIET_LIMIT, VariantFenError, VariantGame,
        description::{ADVISOR, CANNON, ELEPHANT, HORSE, KING, PAWN, PieceRule, ROOK},
        material_and_mobility,
    },
};

/// Xiangqi itself as a description, to compare with the rules of the crate.
#[derive(Clone, Copy, Debug, Default)]
struct Described;

impl Description for Described {
    const NAME: &'static str = "described";
    const TITLES: [&'static str; 2] = ["Xiangqi", "象棋"];
    const COLUMNS: u8 = 9;
    const ROWS: u8 = 10;
    const RIVER: Option<u8> = Some(4);
    const START: &'static str = duiyi_xiangqi::fen::START;
    const PIECES: &'static [PieceRule] = &[KING, ADVISOR, ELEPHANT, HORSE, ROOK, CANNON, PAWN];
}

fn read<D: Description>(text: &str) -> VariantGame<D> {
    VariantGame::from_fen(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn check_counts<D: Description>(_: VariantGame<D>, fen: &str, counts: &str) {
    let mut game = read::<D>(fen);
    assert_eq!(game.write_position(), fen);
    for (depth, count) in (1..).zip(counts.split(' ')) {
        assert_eq!(perft(&mut game, depth), count.parse::<u64>().unwrap(), "{} {fen}, depth {depth}", D::NAME);
    }
    assert_eq!(game.write_position(), fen);
}

/// Counts by tools/foreign/variant_perft.py.
#[test]
fn counts_equal_those_of_fairy_stockfish() {
    let mut lines = 0;
    for line in include_str!("../data/perft-variants.tsv").lines().skip(2) {
        lines += 1;
        match *line.split('\t').collect::<Vec<_>>() {
            ["minixiangqi", fen, counts] => check_counts(MiniXiangqi::default(), fen, counts),
            ["manchu", fen, counts] => check_counts(Manchu::default(), fen, counts),
            _ => panic!("{line}"),
        }
    }
    assert!(lines >= 8);
}

#[test]
fn counts_equal_those_of_fairy_stockfish_s_own_tests() {
    let lines = include_str!("../data/perft-fairysf.tsv").lines().skip(1);
    let counted = lines.map(|line| {
        let [variant, fen, depth, expected] = *line.split('\t').collect::<Vec<_>>() else { panic!("{line}") };
        let depth = depth.parse().unwrap();
        let found = match variant {
            "xiangqi" => duiyi_xiangqi::perft(&mut fen.parse().unwrap(), depth),
            "manchu" => perft(&mut read::<duiyi_xiangqi::variants::ManchuRules>(fen), depth),
            other => panic!("{other}"),
        };
        assert_eq!(found, expected.parse::<u64>().unwrap(), "{line}");
    });
    assert_eq!(counted.count(), 4);
}

#[test]
fn a_description_of_xiangqi_has_the_moves_of_xiangqi() {
    for line in include_str!("../data/perft.epd").lines() {
        let fen = line.split(';').next().unwrap().trim();
        let position: Position = fen.parse().unwrap();
        let mut described = read::<Described>(fen);
        assert_eq!(perft(&mut described, 2), duiyi_xiangqi::perft(&mut position.clone(), 2), "{fen}");
        assert_eq!(described.in_check(), position.in_check(), "{fen}");
    }
}

fn check_kits<D: Description>() {
    let start = VariantGame::<D>::default();
    let plan = Plan { games: 6, most: 120, ..Plan::default() };
    let tally = game_kit::check(&start, &plan).unwrap_or_else(|broken| panic!("{broken}"));
    assert!(tally.moves > 4_000 && tally.refused > 1_000, "{tally:?}");
    game_kit::check_diagram(&start, &plan).unwrap_or_else(|broken| panic!("{broken}"));
    let plan = Plan { games: 2, ..plan };
    let tally = search_kit::check(&start, &plan).unwrap_or_else(|broken| panic!("{broken}"));
    assert!(tally.noisy > 100 && tally.threatened > 2, "{tally:?}");
    search_kit::check_search(&start, &plan, material_and_mobility).unwrap_or_else(|broken| panic!("{broken}"));
}

#[test]
fn the_descriptions_are_consistent() {
    check_kits::<duiyi_xiangqi::variants::MiniRules>();
    check_kits::<duiyi_xiangqi::variants::ManchuRules>();
}

fn after<D: Description>(text: &str) -> VariantGame<D> {
    History::<VariantGame<D>>::read("", text).unwrap_or_else(|error| panic!("{text}: {error}")).now().clone()
}

/// The winner, the kind of rule and the reason.
fn end<D: Description>(game: &VariantGame<D>) -> Option<(Option<Side>, OutcomeKind, String)> {
    game.outcome().map(|outcome| (outcome.winner, outcome.kind, outcome.reason.to_string()))
}

#[test]
fn a_side_without_a_move_has_lost() {
    let mate: MiniXiangqi = read("3k2R/R6/7/7/7/7/2K4 b - - 0 1");
    assert_eq!(end(&mate), Some((Some(Side::First), OutcomeKind::Position, "checkmate".into())));
    let stalemate: MiniXiangqi = read("2k4/R6/7/7/7/7/3K3 b - - 0 1");
    assert_eq!(end(&stalemate), Some((Some(Side::First), OutcomeKind::Position, "stalemate".into())));
    assert_eq!(stalemate.stuck(3), Score::mated_in(3));
}

#[test]
fn a_third_occurrence_draws_and_a_perpetual_check_loses() {
    let idle = "moves b1b2 b7b6 b2b1 b6b7";
    let once: MiniXiangqi = after(idle);
    assert_eq!((once.outcome(), once.verdict(3)), (None, Verdict::Open));
    assert_eq!(once.verdict(4), Verdict::Exact(Score::ZERO, Reach::Plies(4)));
    let twice: MiniXiangqi = after(&format!("{idle} b1b2 b7b6 b2b1 b6b7"));
    assert_eq!(end(&twice), Some((None, OutcomeKind::Repetition, "repetition".into())));
    assert_eq!(twice.verdict(0), Verdict::Exact(Score::ZERO, Reach::Plies(8)));
    // Red's banner checks with each move.
    let checks = "3k5/9/9/9/9/9/9/9/4M4/5K3 w - - 0 1 moves e2d2 d10e10 d2e2 e10d10 e2d2 d10e10 d2e2 e10d10";
    let lost: Manchu = after(checks);
    assert_eq!(end(&lost), Some((Some(Side::Second), OutcomeKind::Ruling, "perpetual check".into())));
    assert_eq!(lost.verdict(0), Verdict::Exact(Score::rule_loss(0), Reach::Plies(8)));
    // The same after Red's check, with Black to move.
    let won: Manchu = after(&format!("{checks} e2d2"));
    assert_eq!(end(&won), Some((Some(Side::Second), OutcomeKind::Ruling, "perpetual check".into())));
    assert_eq!(won.verdict(1), Verdict::Exact(Score::rule_win(1), Reach::Plies(8)));
}

#[test]
fn a_hundred_plies_without_a_capture_draw_unless_it_is_mate() {
    assert_eq!(QUIET_LIMIT, 100);
    let quiet = "3k3/7/7/7/7/7/R1K4 w - - 99 80 moves";
    let drawn: MiniXiangqi = after(&format!("{quiet} a1a2"));
    assert_eq!(end(&drawn).map(|end| (end.0, end.1)), Some((None, OutcomeKind::MoveLimit)));
    assert_eq!(drawn.verdict(1), Verdict::Exact(Score::ZERO, Reach::Game));
    let mated: MiniXiangqi = after("3k3/R6/6R/7/7/7/2K4 w - - 99 80 moves g5g7");
    assert_eq!(end(&mated).map(|end| (end.0, end.2)), Some((Some(Side::First), "checkmate".into())));
    let open: MiniXiangqi = after("3k3/7/7/7/7/7/R1K4 w - - 98 80 moves a1a2");
    assert_eq!(open.outcome(), None);
}

#[test]
fn the_banner_moves_as_rook_cannon_and_horse() {
    let game: Manchu = read("3k5/9/9/4p4/9/4p4/9/9/p3M3c/5K3 w - - 0 1");
    let moves: Vec<String> = legal_moves(&game).into_iter().map(|mv| game.write_move(mv)).collect();
    let can = |mv: &str| moves.iter().any(|found| found == mv);
    // The first and the second piece on the column, the pieces on the row, and the leaps.
    for mv in ["e2e5", "e2e7", "e2a2", "e2i2", "e2d4", "e2f4", "e2g3", "e2c1", "e2e4"] {
        assert!(can(mv), "{mv}");
    }
    for mv in ["e2e6", "e2e8", "e2d3", "f1f4"] {
        assert!(!can(mv), "{mv}");
    }
}

#[test]
fn errors_of_positions_contain_the_input_and_its_place() {
    use duiyi_xiangqi::variants::MiniRules;
    let start = MiniRules::START;
    let error = |text: &str| VariantGame::<MiniRules>::from_fen(text).unwrap_err();
    assert_eq!(error(""), VariantFenError::Rows { found: 1, expected: 7 });
    assert_eq!(error(&start.replace("p1ppp1p", "p1pxp1p")), VariantFenError::Character { found: 'x', row: 6 });
    assert_eq!(error(&start.replace("p1ppp1p", "p1ppp2p")), VariantFenError::Width { row: 6, found: 8, expected: 7 });
    assert_eq!(error(&start.replace(" w", " x")), VariantFenError::Side("x".into()));
    assert!(matches!(error(&start.replace(" 0 1", " -3 1")), VariantFenError::Clock { .. }));
    assert_eq!(error(&format!("{start} more")), VariantFenError::Trailing("more".into()));
    assert_eq!(error(&start.replace('k', "1")), VariantFenError::Kings { side: Side::Second, found: 0 });
    assert_eq!(error("3k3/7/7/7/7/7/3K3 w - - 0 1"), VariantFenError::Check(Side::Second));
    // Both letters of the horse are read.
    let horses = start.replace('n', "h").replace('N', "H");
    assert_eq!(read::<MiniRules>(&horses).write_position(), start);
}

#[test]
fn the_generic_search_plays_the_variants() {
    use duiyi_engine::{Player as _, Request};
    use duiyi_search::{LimitControl, Limits, StopHandle};
    let kit = duiyi_xiangqi::variants::kit::<duiyi_xiangqi::variants::MiniRules>();
    // Red mates with the second rook.
    let game = History::<MiniXiangqi>::read("", "3k3/R6/6R/7/7/7/2K4 w - - 0 1").unwrap();
    let mut control = LimitControl::new(Limits::depth(3), StopHandle::new());
    let mut request = Request { game: &game, allowed: &|_| true, control: &mut control, observer: &mut () };
    let decision = kit.player().decide(&mut request).expect("a move");
    assert_eq!(game.now().write_turn(&decision.turn), "g5g7");
}
