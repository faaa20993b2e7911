//! Mating patterns with names (基本杀法), recognized in the final position.
//!
//! The names and what they stand for are common knowledge among players. A pattern is a predicate on the
//! position with the loser to move. Predicates see the winner as Red, so that the mated king stands on the ranks 7 to 9.

use crate::{BLACK, Piece, PieceKind, Position, RED, Square};

/// A mating pattern.
#[derive(Clone, Copy, Debug)]
pub struct MatingPattern {
    /// Its short name in data files.
    pub code: &'static str,
    /// Its name in English and in Chinese.
    pub names: [&'static str; 2],
    holds: fn(&Final) -> bool,
}

/// All patterns. The first that holds names the mate.
pub static MATING_PATTERNS: [MatingPattern; 15] = [
    MatingPattern { code: "stuck", names: ["Stalemate", "困毙"], holds: |mate| mate.checkers.is_empty() },
    MatingPattern { code: "cannons", names: ["Double cannons", "重炮"], holds: double_cannons },
    MatingPattern { code: "horsecannon", names: ["Cannon behind the horse", "马后炮"], holds: cannon_behind_horse },
    MatingPattern { code: "heaven", names: ["Heaven and earth cannons", "天地炮"], holds: heaven_and_earth },
    MatingPattern { code: "smothered", names: ["Smothered palace", "闷宫"], holds: smothered_palace },
    MatingPattern { code: "throat", names: ["Throat horse", "卧槽马"], holds: throat_horse },
    MatingPattern { code: "corner", names: ["Corner horse", "挂角马"], holds: corner_horse },
    MatingPattern { code: "bolt", names: ["Iron bolt", "铁门栓"], holds: iron_bolt },
    MatingPattern { code: "rooks", names: ["Alternating rooks", "双车错"], holds: alternating_rooks },
    MatingPattern { code: "angler", names: ["Angler horse", "钓鱼马"], holds: angler_horse },
    MatingPattern { code: "octagon", names: ["Octagonal horse", "八角马"], holds: octagonal_horse },
    MatingPattern { code: "devils", names: ["Two pawns at the gate", "二鬼拍门"], holds: two_pawns_at_the_gate },
    MatingPattern { code: "throne", names: ["Pawn on the throne", "小鬼坐龙庭"], holds: pawn_on_the_throne },
    MatingPattern { code: "facing", names: ["Facing kings", "对面笑"], holds: facing_kings },
    MatingPattern { code: "double", names: ["Double check", "双将"], holds: |mate| mate.checkers.len() > 1 },
];

/// The pattern of a position in which the side to move has no legal move.
///
/// ```
/// use duiyi_xiangqi::{Position, kit::mating_pattern};
/// let mated: Position = "3k5/9/3N5/9/9/9/9/9/9/3CK4 b".parse()?;
/// assert_eq!(mating_pattern(&mated).unwrap().names[1], "马后炮");
/// # Ok::<(), duiyi_xiangqi::FenError>(())
/// ```
pub fn mating_pattern(position: &Position) -> Option<&'static MatingPattern> {
    if position.has_legal_move() {
        return None;
    }
    let position = if position.side_to_move() == BLACK { *position } else { position.color_swapped() };
    let mate = Final { position, king: position.king(BLACK), checkers: position.checkers().into_iter().collect() };
    MATING_PATTERNS.iter().find(|pattern| (pattern.holds)(&mate))
}

/// A position in which Black is mated or has no move.
struct Final {
    position: Position,
    king: Square,
    checkers: Vec<Square>,
}

impl Final {
    fn kind(&self, square: Square) -> Option<PieceKind> {
        self.position.piece_at(square).map(|piece| piece.kind)
    }

    /// The checkers of a kind.
    fn checkers(&self, kind: PieceKind) -> impl Iterator<Item = Square> + '_ {
        self.checkers.iter().copied().filter(move |&square| self.kind(square) == Some(kind))
    }

    fn has(&self, piece: Piece, file: u8, rank: u8) -> bool {
        Square::new(file, rank).is_some_and(|square| self.position.piece_at(square) == Some(piece))
    }

    /// Red's pieces of a kind.
    fn red(&self, kind: PieceKind) -> impl Iterator<Item = Square> + '_ {
        self.position.squares_of(RED, kind)
    }

    /// Whether Black would not be mated without a piece.
    fn needs(&self, square: Square) -> bool {
        !self.position.without(square).is_checkmate()
    }

    fn is_at(&self, file: u8, rank: u8) -> bool {
        (self.king.file(), self.king.rank()) == (file, rank)
    }

    /// The pieces between a square and the king on a line.
    fn between(&self, from: Square) -> Vec<(Square, Piece)> {
        self.position.pieces().filter(|&(square, _)| lies_between(square, from, self.king)).collect()
    }
}

fn lies_between(square: Square, one: Square, other: Square) -> bool {
    let strictly = |at: u8, a: u8, b: u8| a.min(b) < at && at < a.max(b);
    let (file, rank) = (square.file(), square.rank());
    (one.file() == other.file() && file == one.file() && strictly(rank, one.rank(), other.rank()))
        || (one.rank() == other.rank() && rank == one.rank() && strictly(file, one.file(), other.file()))
}

fn distance(one: Square, other: Square) -> u8 {
    one.file().abs_diff(other.file()) + one.rank().abs_diff(other.rank())
}

/// Whether a cannon gives check over a single piece that satisfies `screen`.
fn cannon_over(mate: &Final, screen: impl Fn(Square, Piece) -> bool) -> bool {
    mate.checkers(PieceKind::Cannon)
        .any(|cannon| matches!(mate.between(cannon)[..], [(at, piece)] if screen(at, piece)))
}

/// 重炮: a cannon gives check over the other cannon.
fn double_cannons(mate: &Final) -> bool {
    cannon_over(mate, |_, piece| piece == Piece::new(RED, PieceKind::Cannon))
}

/// 马后炮: a cannon gives check over a horse that stands two points from the king on the same line.
fn cannon_behind_horse(mate: &Final) -> bool {
    cannon_over(mate, |at, piece| piece == Piece::new(RED, PieceKind::Horse) && distance(at, mate.king) == 2)
}

/// 闷宫: a cannon gives check over an advisor, and the king is enclosed by its own pieces.
fn smothered_palace(mate: &Final) -> bool {
    let steps = Square::all().filter(|square| square.in_palace(BLACK) && distance(*square, mate.king) == 1);
    let enclosed = |at: Square| mate.position.piece_at(at).is_some_and(|piece| piece.color == BLACK);
    let on_line = |at: Square, cannon: Square| at.file() == cannon.file() || at.rank() == cannon.rank();
    let [cannon] = mate.checkers[..] else { return false };
    cannon_over(mate, |_, piece| piece == Piece::new(BLACK, PieceKind::Advisor))
        && steps.filter(|&at| !enclosed(at)).all(|at| on_line(at, cannon) && on_line(mate.king, cannon))
}

/// 卧槽马: a horse on the point before the elephant's home gives check to the king at home.
fn throat_horse(mate: &Final) -> bool {
    mate.is_at(4, 9) && mate.checkers(PieceKind::Horse).any(|horse| matches!((horse.file(), horse.rank()), (2 | 6, 8)))
}

/// 挂角马: a horse on a front corner of the palace gives check to the king at home.
fn corner_horse(mate: &Final) -> bool {
    mate.is_at(4, 9) && mate.checkers(PieceKind::Horse).any(|horse| matches!((horse.file(), horse.rank()), (3 | 5, 7)))
}

/// 铁门栓: a cannon on the middle file pins two pieces before the king, and a rook or pawn mates next to it.
fn iron_bolt(mate: &Final) -> bool {
    let beside = |square: &Square| square.rank() == 9 && matches!(square.file(), 3 | 5);
    let mut mating = mate.checkers(PieceKind::Rook).chain(mate.checkers(PieceKind::Pawn)).filter(beside);
    mate.is_at(4, 9)
        && mating.next().is_some()
        && mate.red(PieceKind::Cannon).any(|at| at.file() == 4 && mate.between(at).len() == 2 && mate.needs(at))
}

/// 天地炮: one cannon controls the middle file, the other the king's home rank.
fn heaven_and_earth(mate: &Final) -> bool {
    let on_file = mate.red(PieceKind::Cannon).find(|at| at.file() == 4 && at.rank() < 9);
    let on_rank = mate.red(PieceKind::Cannon).find(|at| at.rank() == 9);
    mate.king.file() == 4
        && mate.king.rank() == 9
        && on_file.is_some_and(|at| mate.needs(at))
        && on_rank.is_some_and(|at| mate.needs(at))
}

/// 双车错: one rook gives check, the other controls the next line.
fn alternating_rooks(mate: &Final) -> bool {
    let (king, needs) = (mate.king, |at| mate.needs(at));
    mate.checkers(PieceKind::Rook).any(|rook| {
        let by_rank = rook.rank() == king.rank();
        let line = |at: Square| if by_rank { at.rank() } else { at.file() };
        mate.red(PieceKind::Rook).any(|other| line(other).abs_diff(line(king)) == 1 && needs(other))
    })
}

/// 钓鱼马: a horse two points in front of the elephant's home controls the king's steps, and a rook mates.
fn angler_horse(mate: &Final) -> bool {
    let stands = |at: &Square| matches!((at.file(), at.rank()), (2 | 6, 7));
    mate.checkers(PieceKind::Rook).next().is_some()
        && mate.red(PieceKind::Horse).filter(stands).any(|at| mate.needs(at))
}

/// 八角马: a horse on a corner of the palace confines the king on the opposite corner.
fn octagonal_horse(mate: &Final) -> bool {
    mate.red(PieceKind::Horse).any(|at| {
        let apart = (at.file().abs_diff(mate.king.file()), at.rank().abs_diff(mate.king.rank()));
        at.in_palace(BLACK) && apart == (2, 2) && mate.needs(at)
    })
}

/// 二鬼拍门: two pawns on the files beside the middle enclose the king.
fn two_pawns_at_the_gate(mate: &Final) -> bool {
    let on =
        |file| mate.red(PieceKind::Pawn).any(|at| at.file() == file && matches!(at.rank(), 7 | 8) && mate.needs(at));
    on(3) && on(5)
}

/// 小鬼坐龙庭: a pawn in the centre of the palace.
fn pawn_on_the_throne(mate: &Final) -> bool {
    mate.has(Piece::new(RED, PieceKind::Pawn), 4, 8) && Square::new(4, 8).is_some_and(|at| mate.needs(at))
}

/// 对面笑 (白脸将): Red's king controls a file, without which the mated king could escape.
fn facing_kings(mate: &Final) -> bool {
    let red_king = mate.position.king(RED);
    let steps = Square::all().filter(|at| at.in_palace(BLACK) && at.file() == red_king.file());
    let open = |to: Square| !mate.position.pieces().any(|(at, _)| at != mate.king && lies_between(at, to, red_king));
    let attacks = |at: Square| {
        // Red's king stands on another file, in a position of which only the king's steps matter.
        let elsewhere = Square::all()
            .find(|to| to.in_palace(RED) && to.file() != red_king.file() && mate.position.piece_at(*to).is_none());
        let moved = elsewhere.and_then(|to| with_king_on(&mate.position, to));
        moved.is_some_and(|position| position.king_may_step(at))
    };
    let takes_own = |at: Square| mate.position.piece_at(at).is_some_and(|piece| piece.color == BLACK);
    steps.filter(|&at| distance(at, mate.king) == 1 && !takes_own(at)).any(|at| open(at) && attacks(at))
}

/// The position with Red's king on another empty square.
fn with_king_on(position: &Position, to: Square) -> Option<Position> {
    let mut setup = crate::Setup::of(position);
    let from = position.king(RED);
    setup.board[to.index()] = setup.board[from.index()].take();
    Position::from_setup(&setup).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A mate for each pattern.
    const MATES: [(&str, &str); 16] = [
        ("stuck", "3k5/4P4/9/9/9/9/9/9/9/4K4"),
        ("cannons", "3aka3/9/4C4/9/4C4/9/9/9/9/3K5"),
        ("horsecannon", "3k5/9/3N5/9/9/9/9/9/9/3CK4"),
        ("heaven", "4ka2C/4n4/4b4/9/9/4C4/9/9/9/3K5"),
        ("smothered", "C2ak4/4a4/9/9/9/9/9/9/9/4K4"),
        ("throat", "4k4/2N1a4/9/9/9/9/9/9/9/3R1K3"),
        ("corner", "3aka3/4n4/3N5/9/9/9/9/9/9/4K4"),
        ("bolt", "3Rk4/4a4/4b4/9/9/4C4/9/9/9/3K5"),
        ("rooks", "R3k4/1R7/9/9/9/9/9/9/9/3K5"),
        ("angler", "R3k4/9/6N2/9/9/9/9/9/9/3K5"),
        ("octagon", "3k5/9/5N3/9/9/9/9/9/9/3R1K3"),
        ("devils", "4k4/3P1P3/9/9/4R4/9/9/9/9/4K4"),
        ("throne", "3k5/4P4/9/9/9/9/9/9/9/3R1K3"),
        ("facing", "3k5/9/9/9/9/9/9/9/9/3RK4"),
        ("double", "3kn4/1N7/9/9/9/9/9/9/9/3R1K3"),
        ("", "R3k4/CP7/9/9/9/9/9/9/9/3K5"),
    ];

    fn code(position: &Position) -> &'static str {
        mating_pattern(position).map_or("", |pattern| pattern.code)
    }

    #[test]
    fn each_pattern_is_recognized_also_mirrored_and_with_exchanged_colours() {
        for (expected, board) in MATES {
            let position: Position = format!("{board} b").parse().unwrap();
            assert!(!position.has_legal_move(), "{board}");
            for image in [position, position.mirrored(), position.color_swapped()] {
                assert_eq!(code(&image), expected, "{}", image.to_fen());
            }
        }
        let seen: Vec<_> = MATES.iter().map(|(code, _)| *code).filter(|code| !code.is_empty()).collect();
        assert_eq!(seen, MATING_PATTERNS.map(|pattern| pattern.code));
    }

    /// The pieces stand as in a pattern, but it is not what mates.
    #[test]
    fn pieces_on_the_points_of_a_pattern_that_do_not_matter_are_ignored() {
        for (expected, board) in [
            // A horse between cannon and king, but not two points away: the cannon mates over it all the same.
            ("facing", "3k5/9/9/9/3N5/9/9/9/9/3CK4"),
            // The corner horse gives check to a king that is not at home.
            ("facing", "9/3k5/5N3/9/9/9/9/9/9/3RK4"),
            // The angler horse, blocked.
            ("rooks", "R3k4/1R7/5nN2/9/9/9/9/9/9/3K5"),
            // The cannon of an iron bolt, where the pinned piece could not take the rook.
            ("facing", "3Rk4/4n4/4b4/9/9/4C4/9/9/9/3K5"),
            // Two pawns of which one does not matter.
            ("throne", "3k5/4P4/5P3/9/9/9/9/9/9/3R1K3"),
        ] {
            let position: Position = format!("{board} b").parse().unwrap();
            assert!(!position.has_legal_move(), "{board}");
            assert_eq!(code(&position), expected, "{board}");
        }
        assert!(mating_pattern(&Position::start()).is_none());
    }
}
