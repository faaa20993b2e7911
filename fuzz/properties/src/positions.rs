//! The properties of every position, shared by the targets.

use duiyi_xiangqi::{MAX_MOVES, MoveKind, MoveList, Position};

/// Positions from which walks begin: the start, middlegames, checks and endgames.
pub(crate) const STARTS: [&str; 8] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
    "1r1a1k3/3Ra4/n2cb1n2/p1p3p1p/4C4/2P1r4/P3N1P1P/4BC3/4A4/2BAK2R1 w - - 0 1",
    "5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w - - 0 1",
    "C1nNk4/9/9/9/9/9/n1pp5/B3C4/9/3A1K3 w - - 0 1",
    "4kcP1N/8n/3rb4/9/9/9/9/3p1A3/4K4/5CB2 w - - 0 1",
    "2bk1ab1C/4a4/n8/p8/8r/1NN6/P8/4BA1R1/4K1C2/3r4c b - - 0 1",
    "4k4/9/9/9/4N4/9/9/9/9/4K4 w - - 100 70",
];

/// One of [`STARTS`], selected by any byte.
pub(crate) fn start(choice: u8) -> Position {
    STARTS[choice as usize % STARTS.len()].parse().expect("the starts are positions")
}

/// The redundant forms of the board agree, and the generators agree with each other and
/// with the tests of single moves.
pub(crate) fn check_generation(position: &Position) -> MoveList {
    assert!(position.is_consistent());
    let moves = position.legal_moves();
    assert!(moves.len() < MAX_MOVES);
    assert_eq!(moves.len(), position.count_legal() as usize);
    assert_eq!(!moves.is_empty(), position.has_legal_move());
    assert_eq!(position.in_check(), !position.checkers().is_empty());
    let mut parts = MoveList::new();
    position.generate(MoveKind::Captures, &mut parts);
    assert!(parts.iter().all(|mv| position.piece_at(mv.to()).is_some()));
    let captures = parts.len();
    position.generate(MoveKind::Quiets, &mut parts);
    assert!(parts[captures..].iter().all(|mv| position.piece_at(mv.to()).is_none()));
    let mut all = moves.clone();
    all.sort();
    parts.sort();
    assert_eq!(parts, all);
    assert!(all.windows(2).all(|pair| pair[0] != pair[1]), "no move twice");
    assert_eq!(position.mirrored().count_legal() as usize, moves.len());
    assert_eq!(position.color_swapped().count_legal() as usize, moves.len());
    moves
}

/// Every legal move can be played, made and taken back.
pub(crate) fn check_moves(position: &Position, moves: &MoveList) {
    let mut board = *position;
    for &mv in moves {
        assert!(position.is_legal(mv), "{mv} in {position:?}");
        let played = position.play(mv).expect("a legal move can be played");
        let gives_check = position.gives_check(mv);
        let undo = board.make(mv);
        assert_eq!(board, played);
        assert_eq!(board.key(), played.key());
        assert!(board.is_consistent());
        assert_eq!(gives_check, board.in_check(), "{mv} in {position:?}");
        board.unmake(mv, undo);
        assert_eq!(&board, position);
        assert_eq!(board.key(), position.key());
        assert!(board.is_consistent());
    }
}
