//! Written moves: the examples of the standards, and round trips of every
//! legal move of random positions through every notation.

use duiyi_xiangqi::{
    BLACK, Piece, PieceKind, Position, RED, Setup, Side, Square,
    notation::{self, ChineseStyle, DigitWidth, Notation, ReadMoveError, Script, WxfSpelling, chinese, iccs, wxf},
};
use proptest::prelude::*;
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};

const CHINESE: Notation = Notation::Chinese(ChineseStyle { script: Script::Simplified, digits: DigitWidth::Full });
const HALF: Notation = Notation::Chinese(ChineseStyle { script: Script::Simplified, digits: DigitWidth::Half });
const TRADITIONAL: Notation = Notation::Chinese(ChineseStyle { script: Script::Traditional, digits: DigitWidth::Full });
const XQBASE: Notation = Notation::Wxf(WxfSpelling::Xqbase);
const AXF: Notation = Notation::Wxf(WxfSpelling::Axf);

/// Checks writing and reading one spelling of a move; the position is given without its side to move.
fn both(notation: Notation, fen: &str, mv: &str, text: &str) {
    let position: Position = fen.parse().unwrap();
    let mv = mv.parse().unwrap();
    assert_eq!(notation.write(&position, mv).as_deref(), Ok(text), "{fen} {mv}");
    assert_eq!(notation.read(&position, text), Ok(mv), "{fen} {text}");
    assert_eq!(notation::read(&position, text), Ok(mv), "{fen} {text}");
}

/// Checks a spelling that is read but not written.
fn read(fen: &str, text: &str, mv: &str) {
    let position: Position = fen.parse().unwrap();
    assert_eq!(notation::read(&position, text).map(|mv| mv.to_string()), Ok(mv.to_owned()), "{fen} {text}");
}

/// The cases of Fairy-Stockfish's tests: a position, moves, and their texts.
#[test]
fn moves_are_written_as_fairy_stockfish_writes_them() {
    let mut moves = 0;
    for line in include_str!("../data/notation-fairysf.tsv").lines().skip(1) {
        let [fen, played, texts] = *line.split('\t').collect::<Vec<_>>() else { panic!("{line}") };
        let mut position: Position = fen.parse().unwrap();
        for (mv, text) in played.split(' ').zip(texts.split(' ')) {
            both(AXF, &position.to_fen(), mv, text);
            position = position.play(mv.parse().unwrap()).unwrap();
            moves += 1;
        }
    }
    assert_eq!(moves, 21);
}

#[test]
fn the_worked_game_of_the_standard() {
    let game = [
        ("炮二平五", "h2e2"),
        ("炮８平５", "h7e7"),
        ("炮五进四", "e2e6"),
        ("士４进５", "d9e8"),
        ("马二进三", "h0g2"),
        ("马８进７", "h9g7"),
        ("炮八平五", "b2e2"),
        ("马２进３", "b9c7"),
        ("前炮退二", "e6e4"),
        ("车９平８", "i9h9"),
    ];
    let mut position = Position::start();
    for (text, mv) in game {
        let mv = mv.parse().unwrap();
        assert_eq!(CHINESE.write(&position, mv).as_deref(), Ok(text));
        assert_eq!(chinese::read(&position, text), Ok(mv), "{text}");
        position = position.play(mv).unwrap();
    }
}

#[test]
fn the_xqbase_table_of_tandem_pawns() {
    let fen = "4k4/3P1P3/4P4/3P1P3/9/9/9/9/9/3K5 w - - 0 1";
    for (mv, chinese, xqbase, axf) in [
        ("f8e8", "一兵平五", "Pa.5", "14=5"),
        ("f6e6", "二兵平五", "Pb.5", "24=5"),
        ("e7e8", "兵五进一", "P5+1", "P5+1"),
        ("d8e8", "三兵平五", "Pc.5", "16=5"),
        ("d6e6", "四兵平五", "Pd.5", "26=5"),
    ] {
        both(CHINESE, fen, mv, chinese);
        both(XQBASE, fen, mv, xqbase);
        both(AXF, fen, mv, axf);
    }
    for (text, mv) in [
        ("前兵四平五", "f8e8"),
        ("后兵四平五", "f6e6"),
        ("後兵四平五", "f6e6"),
        ("二兵四平五", "f6e6"),
        ("一兵六平五", "d8e8"),
        ("二兵六平五", "d6e6"),
        ("前四平五", "f8e8"),
        ("后六平五", "d6e6"),
        ("二六平五", "d6e6"),
        ("前卒４平５", "f8e8"),
        ("pA=5", "f8e8"),
    ] {
        read(fen, text, mv);
    }
    let position: Position = fen.parse().unwrap();
    assert!(
        matches!(notation::read(&position, "前兵平五"), Err(ReadMoveError::Ambiguous { candidates, .. }) if candidates.len() == 2)
    );
    assert!(matches!(notation::read(&position, "五兵平五"), Err(ReadMoveError::Illegal { .. })));
}

#[test]
fn tandem_pieces_have_the_spellings_of_the_books() {
    let horses = "3k5/9/9/9/1N7/9/1N7/9/9/4K4 w";
    both(CHINESE, horses, "b5c7", "前马进七");
    both(CHINESE, horses, "b3c5", "后马进七");
    both(TRADITIONAL, horses, "b3c5", "後馬進七");
    both(XQBASE, horses, "b3c5", "N.+7");
    both(AXF, horses, "b3c5", "H-+7");
    read(horses, "马前进七", "b5c7");
    read(horses, "前马八进七", "b5c7");
    read(horses, "N-+7", "b3c5");
    read(horses, "H.+7", "b3c5");

    let cannons = "3k5/9/9/9/4C4/9/4C4/9/9/4K4 w";
    both(CHINESE, cannons, "e5e4", "前炮退一");
    both(XQBASE, cannons, "e5e4", "C+-1");
    both(AXF, cannons, "e5e4", "C+-1");

    let advisors = "4k4/9/9/9/9/9/9/3A5/9/3A1K3 w";
    both(CHINESE, advisors, "d0e1", "仕六进五");
    both(CHINESE, advisors, "d2e1", "仕六退五");
    both(AXF, advisors, "d2e1", "A6-5");
    read(advisors, "前仕退五", "d2e1");
    read(advisors, "后士上五", "d0e1");
}

#[test]
fn three_four_and_five_pawns() {
    let three = "3k5/9/9/4P4/4P4/9/4P4/9/9/4K4 w";
    for (mv, chinese, xqbase, axf) in [
        ("e6d6", "前兵平六", "P+.6", "15=6"),
        ("e5d5", "中兵平六", "P-.6", "25=6"),
        ("e3e4", "后兵进一", "P.+1", "35+1"),
    ] {
        both(CHINESE, three, mv, chinese);
        both(XQBASE, three, mv, xqbase);
        both(AXF, three, mv, axf);
    }
    read(three, "一兵平六", "e6d6");
    read(three, "二兵平六", "e5d5");
    read(three, "三兵进一", "e3e4");

    let five = "3k5/9/4P4/4P4/4P4/4P4/4P4/9/9/4K4 w";
    for (mv, chinese, xqbase, axf) in [
        ("e7d7", "一兵平六", "Pa.6", "15=6"),
        ("e6d6", "二兵平六", "Pb.6", "25=6"),
        ("e5d5", "三兵平六", "Pc.6", "35=6"),
    ] {
        both(CHINESE, five, mv, chinese);
        both(XQBASE, five, mv, xqbase);
        both(AXF, five, mv, axf);
    }
    read(five, "前兵平六", "e7d7");

    let two_files = "3k5/9/2P1P4/2P1P4/4P4/9/9/9/9/4K4 w";
    for (mv, chinese) in
        [("e7f7", "一兵平四"), ("e6f6", "二兵平四"), ("e5f5", "三兵平四"), ("c7b7", "四兵平八"), ("c6b6", "五兵平八")]
    {
        both(CHINESE, two_files, mv, chinese);
    }
    read(two_files, "中兵平四", "e6f6");
}

#[test]
fn pawns_of_black_are_numbered_from_its_right() {
    let two = "4k4/9/9/9/9/4p4/4p4/9/9/3K5 b";
    both(CHINESE, two, "e3d3", "前卒平４");
    both(HALF, two, "e4d4", "后卒平4");
    read(two, "前兵平四", "e3d3");
    read(two, "前卒5平4", "e3d3");
    // Black's right is file a; the front pawn of each file is the lower one.
    let four = "3k5/9/9/9/2p1p4/2p1p4/9/9/9/5K3 b";
    both(CHINESE, four, "c4b4", "一卒平２");
    both(CHINESE, four, "e4f4", "三卒平６");
    both(TRADITIONAL, four, "e4d4", "三卒平４");
    read(four, "前卒5進1", "e4e3");
}

#[test]
fn moves_of_the_start_in_the_english_notation() {
    let start = Position::start();
    let mut black = start;
    black.pass();
    for (position, mv, text) in [
        (start, "h2e2", "C2=5"),
        (black, "h9g7", "H8+7"),
        (start, "h0g2", "H2+3"),
        (black, "c9e7", "E3+5"),
        (start, "a0a2", "R9+2"),
        (black, "i9i8", "R9+1"),
        (start, "h2h9", "C2+7"),
    ] {
        let mv = mv.parse().unwrap();
        assert_eq!(wxf::write(&position, mv, WxfSpelling::Axf).as_deref(), Ok(text));
        assert_eq!(wxf::read(&position, text), Ok(mv));
        assert_eq!(wxf::read(&position, &text.to_ascii_lowercase()), Ok(mv));
    }
    let rook: Position = "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b".parse().unwrap();
    assert_eq!(AXF.write(&rook, "i9h9".parse().unwrap()).as_deref(), Ok("R9=8"));
    for text in ["C2.5", "62.5", "62=5", "Ｃ２．５", "c2=5"] {
        assert_eq!(wxf::read(&start, text).unwrap().to_string(), "h2e2", "{text}");
    }
    assert_eq!(iccs::write(&start, "h2e2".parse().unwrap()).as_deref(), Ok("H2-E2"));
}

#[test]
fn a_digit_means_a_pawn_where_pawns_are_numbered_and_a_piece_elsewhere() {
    // The king on e1 and three pawns on file e: 15=6 is the front pawn, K5.6 and 15.6 the king.
    let three = "5k3/9/9/4P4/4P4/9/4P4/9/4K4/9 w";
    read(three, "15=6", "e6d6");
    read(three, "15.6", "e1d1");
    read(three, "15-1", "e1e0");
    read(three, "25=6", "e5d5");
    let single = "5k3/9/9/9/4P4/9/9/9/4K4/9 w";
    read(single, "15=6", "e1d1");
    read(single, "15+1", "e1e2");
    read(single, "75=6", "e5d5");
}

/// There is no file 0 and no piece 0, but texts from other programs may contain them.
#[test]
fn a_wxf_move_with_a_zero_is_refused() {
    let start = Position::start();
    for text in ["C0=5", "C2=0", "02+3", "+0.1", "00=1"] {
        assert!(matches!(wxf::read(&start, text), Err(ReadMoveError::Unreadable { .. })), "{text}");
    }
}

#[test]
fn names_and_numerals_of_the_other_side_and_old_words_are_read() {
    let start = Position::start();
    for text in ["炮二平五", "砲二平五", "包2平5", "炮２平５", "炮 二 平 五", "炮二平5"] {
        assert_eq!(chinese::read(&start, text).unwrap().to_string(), "h2e2", "{text}");
    }
    for text in ["傌二进三", "馬二進三", "马二上三", "马2进3"] {
        assert_eq!(chinese::read(&start, text).unwrap().to_string(), "h0g2", "{text}");
    }
    assert_eq!(chinese::read(&start, "士四进五").unwrap().to_string(), "f0e1");
    assert_eq!(chinese::read(&start, "象三进五").unwrap().to_string(), "g0e2");
    assert_eq!(chinese::read(&start, "卒七進一").unwrap().to_string(), "c3c4");
    assert_eq!(chinese::read(&start, "將五進一").unwrap().to_string(), "e0e1");
    let two: Position = "3k5/9/9/9/4C4/9/9/9/9/4K4 w".parse().unwrap();
    assert_eq!(chinese::read(&two, "炮五下二").unwrap().to_string(), "e5e3");
}

#[test]
fn studies_with_misplaced_advisors_have_distinct_names() {
    let mut setup = Setup { lenient: true, ..Setup::default() };
    let mut put = |square: &str, color, kind| {
        let square: Square = square.parse().unwrap();
        setup.board[square.index()] = Some(Piece::new(color, kind));
    };
    put("f0", RED, PieceKind::King);
    put("d9", BLACK, PieceKind::King);
    put("d0", RED, PieceKind::Advisor);
    put("d1", RED, PieceKind::Advisor);
    round_trip(&Position::from_setup(&setup).unwrap());
}

/// Checks every legal move in every notation and spelling.
fn round_trip(position: &Position) {
    for mv in position.legal_moves() {
        for notation in Notation::ALL {
            let text = notation.write(position, mv).unwrap();
            assert_eq!(notation.read(position, &text), Ok(mv), "{notation:?} {text} in {}", position.to_fen());
            assert_eq!(notation::read(position, &text), Ok(mv), "{notation:?} {text} in {}", position.to_fen());
        }
    }
}

fn below(rng: &mut Xoshiro256PlusPlus, n: usize) -> usize {
    (rng.next_u64() % n as u64) as usize
}

/// Plays random moves from a position and checks each position on the way;
/// returns their number.
fn playout(rng: &mut Xoshiro256PlusPlus, mut position: Position, plies: usize) -> u64 {
    let mut checked = 0;
    for _ in 0..plies {
        round_trip(&position);
        checked += 1;
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.make(moves[below(rng, moves.len())]);
    }
    checked
}

/// An endgame with pawns crowded on few files and pairs of other pieces, or
/// `None` if the random board is not a position.
fn crowded(rng: &mut Xoshiro256PlusPlus) -> Option<Position> {
    let mut setup = Setup { side: Side::BOTH[below(rng, 2)], ..Setup::default() };
    let files = [below(rng, 9), below(rng, 9)];
    let palace = |rng: &mut Xoshiro256PlusPlus| (3 + below(rng, 3), below(rng, 3));
    for color in Side::BOTH {
        let mut put = |kind, (file, rank): (usize, usize)| {
            let square = Square::new(file as u8, rank as u8)?;
            let square = if color == RED { square } else { square.rotate() };
            let place = &mut setup.board[square.index()];
            if place.is_none() {
                *place = Some(Piece::new(color, kind));
            }
            Some(())
        };
        put(PieceKind::King, palace(rng));
        for _ in 0..below(rng, 6) {
            put(PieceKind::Pawn, (files[below(rng, 2)], 5 + below(rng, 5)));
        }
        for kind in [PieceKind::Rook, PieceKind::Horse, PieceKind::Cannon] {
            for _ in 0..below(rng, 3) {
                put(kind, (files[below(rng, 2)], below(rng, 10)));
            }
        }
        for place in [(3, 0), (3, 2)] {
            if below(rng, 3) == 0 {
                put(PieceKind::Advisor, place);
            }
        }
        for place in [(2, 0), (2, 4)] {
            if below(rng, 3) == 0 {
                put(PieceKind::Elephant, place);
            }
        }
    }
    Position::from_setup(&setup).ok()
}

/// Positions from playouts and crowded endgames, at least `wanted`.
fn random_positions(seed: u64, wanted: u64) -> u64 {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut checked = 0;
    while checked < wanted {
        checked += playout(&mut rng, Position::start(), 150);
        for _ in 0..50 {
            if let Some(position) = crowded(&mut rng) {
                checked += playout(&mut rng, position, 4);
            }
        }
    }
    checked
}

#[test]
fn every_legal_move_of_random_positions_round_trips() {
    assert!(random_positions(1, 2_000) >= 2_000);
}

#[test]
#[ignore = "10^6 positions; run in release mode"]
#[allow(clippy::print_stdout)]
fn every_legal_move_of_a_million_positions_round_trips() {
    let halves = std::thread::scope(|scope| {
        [2, 3].map(|seed| scope.spawn(move || random_positions(seed, 500_000))).map(|half| half.join().unwrap())
    });
    println!("{} positions", halves[0] + halves[1]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_panics(text in ".*") {
        let start = Position::start();
        let _ = notation::read(&start, &text);
        for notation in Notation::ALL {
            let _ = notation.read(&start, &text);
        }
    }

    #[test]
    fn texts_of_the_right_alphabet_do_not_panic_and_give_legal_moves(
        text in "[1-9a-iKABNRCPEHSkabnrcpehs+=.\\-一二三四五六七八九帅仕相马车炮兵卒前中后进退平１-９]{2,5}"
    ) {
        let mut position = Position::start();
        for _ in 0..2 {
            if let Ok(mv) = notation::read(&position, &text) {
                prop_assert!(position.is_legal(mv));
            }
            position.pass();
        }
    }

    #[test]
    fn playouts_round_trip(seed in any::<u64>()) {
        // A random position of a game or a crowded endgame.
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let position = if seed % 2 == 0 { crowded(&mut rng) } else { Some(Position::start()) };
        if let Some(mut position) = position {
            for _ in 0..below(&mut rng, 60) {
                let moves = position.legal_moves();
                if moves.is_empty() { break; }
                position.make(moves[below(&mut rng, moves.len())]);
            }
            round_trip(&position);
        }
    }
}
