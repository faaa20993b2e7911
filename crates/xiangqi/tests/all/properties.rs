//! All functions of `Position` compared with the plain model, on positions from
//! random play and on random setups.
#![allow(clippy::print_stdout)]

use duiyi_xiangqi::{Move, MoveKind, MoveList, Piece, PieceKind, Position, Setup, Side, Square, perft};
use mailbox::Mailbox;
use proptest::prelude::*;
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};

// The plain model is part of the benches, which use the rest of it; symbolic links bring it here and into
// the package.
#[allow(dead_code, unreachable_pub)]
mod mailbox;
#[cfg(feature = "engine")]
#[allow(dead_code, unreachable_pub)]
mod plain_evaluation;

/// The numbers of comparisons.
#[derive(Default)]
struct Tally {
    positions: u64,
    moves: u64,
    pairs: u64,
    checks: u64,
}

pub(crate) fn below(rng: &mut Xoshiro256PlusPlus, limit: usize) -> usize {
    (rng.next_u64() % limit as u64) as usize
}

fn sorted(mut list: MoveList) -> MoveList {
    list.sort();
    list
}

fn generated(position: &Position, kind: MoveKind) -> MoveList {
    let mut list = MoveList::new();
    position.generate(kind, &mut list);
    list
}

/// Compares one position in every respect. `exhaustive` also tests every
/// pair of squares.
fn compare(position: &Position, exhaustive: bool, tally: &mut Tally) {
    let fen = position.to_fen();
    let mut plain = Mailbox::from(position);
    assert!(position.is_consistent(), "{fen}");
    assert!(plain.is_consistent(), "{fen}");
    assert_eq!(position.key(), plain.key(), "{fen}");
    assert_eq!(fen.parse::<Position>().as_ref(), Ok(position), "{fen}");
    assert_eq!(position.is_drawn_by_material(), plain.is_drawn_by_material(), "{fen}");

    assert_eq!(position.in_check(), plain.in_check(), "{fen}");
    let checkers: Vec<Square> = position.checkers().into_iter().collect();
    assert_eq!(checkers, plain.checkers(), "{fen}");
    tally.checks += !checkers.is_empty() as u64;

    let legal = position.legal_moves();
    let expected = sorted(plain.legal_moves());
    assert_eq!(sorted(legal.clone()), expected, "{fen}");
    assert_eq!(position.count_legal() as usize, expected.len(), "{fen}");
    for (kind, count) in PieceKind::ALL.into_iter().zip(position.count_legal_by_kind()) {
        let of_kind = |mv: &&Move| plain.piece_at(mv.from()).is_some_and(|piece| piece.kind == kind);
        assert_eq!(count as usize, expected.iter().filter(of_kind).count(), "{fen}");
    }
    assert_eq!(position.has_legal_move(), !expected.is_empty(), "{fen}");
    let (captures, quiets): (Vec<Move>, Vec<Move>) = expected.iter().partition(|mv| plain.piece_at(mv.to()).is_some());
    assert_eq!(sorted(generated(position, MoveKind::Captures))[..], captures, "{fen}");
    assert_eq!(sorted(generated(position, MoveKind::Quiets))[..], quiets, "{fen}");

    for &mv in &legal {
        compare_move(position, &mut plain, mv);
    }
    tally.positions += 1;
    tally.moves += legal.len() as u64;
    if exhaustive {
        let pairs = Square::all().flat_map(|from| Square::all().filter_map(move |to| Move::new(from, to)));
        for mv in pairs {
            assert_eq!(position.is_legal(mv), plain.is_legal(mv), "{mv} in {fen}");
            assert_eq!(position.check_move(mv).is_ok(), position.is_legal(mv), "{mv} in {fen}");
            tally.pairs += 1;
        }
    }
}

/// Compares the results of both boards for a legal move, and the boards after it.
fn compare_move(position: &Position, plain: &mut Mailbox, mv: Move) {
    let shown = || format!("{mv} in {}", position.to_fen());
    assert!(position.is_legal(mv), "{}", shown());
    assert_eq!(position.gives_check(mv), plain.gives_check(mv), "{}", shown());
    let value = plain.exchange(mv);
    assert!(position.exchange_at_least(mv, value), "exchange of {} by {}", value, shown());
    assert!(!position.exchange_at_least(mv, value + 1), "exchange of {} by {}", value, shown());

    let (mut after, before) = (*position, *plain);
    let (undo, plain_undo) = (after.make(mv), plain.make(mv));
    assert_eq!(undo.captured(), plain_undo.captured(), "{}", shown());
    assert!(after.is_consistent() && plain.is_consistent(), "{}", shown());
    assert_eq!(after.key(), plain.key(), "{}", shown());
    assert_eq!(after.side_to_move(), plain.side_to_move());
    assert_eq!((after.quiet_plies(), after.fullmove()), (plain.quiet_plies(), plain.fullmove()), "{}", shown());
    assert!(Square::all().all(|square| after.piece_at(square) == plain.piece_at(square)), "{}", shown());
    after.unmake(mv, undo);
    plain.unmake(mv, plain_undo);
    assert!(after == *position && after.is_consistent() && after.key() == position.key(), "{}", shown());
    assert!(*plain == before, "{}", shown());
}

/// Compares the evaluation from the line tables with the plain one.
#[cfg(feature = "engine")]
fn compare_evaluation(position: &Position) {
    use duiyi_xiangqi::ThesisEvaluation;
    use plain_evaluation::PlainEvaluation;
    let plain = PlainEvaluation::new().of(&Mailbox::from(position));
    assert_eq!(ThesisEvaluation::new().of(position), plain, "{}", position.to_fen());
}

#[cfg(not(feature = "engine"))]
fn compare_evaluation(_: &Position) {}

/// A random legal move; captures are a little more likely than the others.
fn random_move(position: &Position, rng: &mut Xoshiro256PlusPlus) -> Option<Move> {
    let captures = generated(position, MoveKind::Captures);
    let pool = if !captures.is_empty() && below(rng, 8) == 0 { captures } else { position.legal_moves() };
    (!pool.is_empty()).then(|| pool[below(rng, pool.len())])
}

/// A random square that a piece can reach in play (or have in a lenient setup).
fn random_square(piece: Piece, lenient: bool, rng: &mut Xoshiro256PlusPlus) -> Square {
    loop {
        let square = Square::from_index(below(rng, Square::COUNT)).expect("below 90");
        let (file, rank) = (square.file(), square.rank_from(piece.color));
        let home = match piece.kind {
            PieceKind::King => square.in_palace(piece.color),
            _ if lenient => true,
            PieceKind::Advisor => square.in_palace(piece.color) && (file + rank) % 2 == 1,
            PieceKind::Elephant => matches!((file, rank), (2 | 6, 0 | 4) | (0 | 4 | 8, 2)),
            PieceKind::Pawn => rank >= 5 || rank >= 3 && file % 2 == 0,
            _ => true,
        };
        if home {
            return square;
        }
    }
}

/// A random set of pieces on random squares: always the kings, the others each with
/// a probability that differs from position to position, so that there are sparse and
/// crowded boards.
pub(crate) fn random_setup(rng: &mut Xoshiro256PlusPlus) -> Position {
    loop {
        let lenient = below(rng, 4) == 0;
        let chance = 1 + below(rng, 8);
        let mut setup = Setup { lenient, ..Setup::default() };
        setup.side = Side::BOTH[below(rng, 2)];
        setup.quiet_plies = below(rng, 130) as u16;
        setup.fullmove = 1 + below(rng, 200) as u16;
        for color in Side::BOTH {
            for kind in PieceKind::ALL {
                for _ in 0..kind.count_at_start() {
                    if kind == PieceKind::King || below(rng, 8) < chance {
                        let square = random_square(Piece::new(color, kind), lenient, rng);
                        let on = &mut setup.board[square.index()];
                        if on.is_none_or(|piece| piece.kind != PieceKind::King) {
                            *on = Some(Piece::new(color, kind));
                        }
                    }
                }
            }
        }
        if let Ok(position) = Position::from_setup(&setup) {
            return position;
        }
    }
}

/// The FEN of a lenient setup cannot be read back strictly.
fn compare_lenient(position: &Position, exhaustive: bool, tally: &mut Tally) {
    if position.to_fen().parse::<Position>().is_ok() {
        compare(position, exhaustive, tally);
        compare_evaluation(position);
    } else {
        let mut setup = Setup::from_fen(&position.to_fen()).expect("a written FEN is well formed");
        setup.lenient = true;
        assert_eq!(Position::from_setup(&setup).as_ref(), Ok(position));
        let mut plain = Mailbox::from(position);
        assert_eq!(sorted(position.legal_moves()), sorted(plain.legal_moves()), "{}", position.to_fen());
        for mv in position.legal_moves() {
            compare_move(position, &mut plain, mv);
            tally.moves += 1;
        }
        tally.positions += 1;
    }
}

/// Plays a random game, compares every position, and takes back all moves at the end.
fn compare_game(start: Position, plies: usize, rng: &mut Xoshiro256PlusPlus, tally: &mut Tally) {
    let mut position = start;
    let mut history = vec![];
    for _ in 0..plies {
        compare(&position, false, tally);
        compare_evaluation(&position);
        let Some(mv) = random_move(&position, rng) else { break };
        let before = position;
        history.push((mv, position.make(mv), before));
    }
    while let Some((mv, undo, before)) = history.pop() {
        position.unmake(mv, undo);
        assert!(position == before && position.key() == before.key() && position.is_consistent());
    }
    assert_eq!(position, start);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(48) })]

    #[test]
    fn random_games_agree_with_the_plain_model(seed: u64) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        compare_game(Position::start(), 150, &mut rng, &mut Tally::default());
    }

    #[test]
    fn random_setups_agree_with_the_plain_model(seed: u64) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut tally = Tally::default();
        for _ in 0..50 {
            compare_lenient(&random_setup(&mut rng), false, &mut tally);
        }
        // One position tested with every pair of squares, and one from which a game is played.
        compare_lenient(&random_setup(&mut rng), true, &mut tally);
        let start = random_setup(&mut rng);
        if start.to_fen().parse::<Position>().is_ok() {
            compare_game(start, 40, &mut rng, &mut tally);
        }
    }

    #[test]
    fn symmetric_positions_have_symmetric_moves(seed: u64) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        for _ in 0..50 {
            let position = random_setup(&mut rng);
            let mapped = |map: fn(Square) -> Square, other: Position| {
                let there: MoveList = position
                    .legal_moves()
                    .iter()
                    .map(|mv| Move::new(map(mv.from()), map(mv.to())).expect("two squares"))
                    .collect();
                prop_assert_eq!(sorted(there), sorted(other.legal_moves()), "{}", position.to_fen());
                Ok(())
            };
            mapped(Square::mirror, position.mirrored())?;
            mapped(Square::rotate, position.color_swapped())?;
        }
    }

    #[test]
    fn perft_agrees_with_the_plain_model(seed: u64) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut position = random_setup(&mut rng);
        prop_assert_eq!(perft(&mut position, 2), Mailbox::from(&position).perft(2), "{}", position.to_fen());
    }
}

#[test]
#[ignore = "compares a million positions: run in release mode"]
fn a_million_random_positions_agree_with_the_plain_model() {
    let started = std::time::Instant::now();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(20_190_501);
    let mut tally = Tally::default();
    let mut setups = 0_u64;
    while tally.positions < 1_000_000 {
        // Half of the positions from games from the initial position, half from setups;
        // games are played from some of the latter.
        compare_game(Position::start(), 200, &mut rng, &mut tally);
        while setups * 2 < tally.positions {
            let position = random_setup(&mut rng);
            compare_lenient(&position, setups.is_multiple_of(64), &mut tally);
            setups += 1;
        }
    }
    println!(
        "{} positions ({setups} of them set up at random, {} in check), {} legal moves, {} pairs of squares in {:.0} s",
        tally.positions,
        tally.checks,
        tally.moves,
        tally.pairs,
        started.elapsed().as_secs_f64()
    );
}
