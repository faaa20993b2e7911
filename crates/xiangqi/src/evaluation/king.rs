//! The attack on a king: the pieces that attack its palace and those that guard it,
//! its moves, the squares from which it can be checked, and the lines on which it stands.

use super::{attacks::SideAttacks, terms, trace::Tracer, zones::PALACE};
use crate::{
    BLACK, Bitboard, PieceKind, Position, RED, Side, Square,
    movegen::leapers::{HORSE_SOURCES, KING_TARGETS, diagonal_index},
    movegen::lines::{CROSS, between},
    movegen::slide::slide,
};
use std::num::NonZeroU16;

/// The attack of a side on the enemy king. `units` is the sum of the units of its strong pieces that attack the palace.
#[inline(always)]
pub(super) fn attack<T: Tracer>(
    tracer: &mut T,
    position: &Position,
    color: Side,
    (us, them): (&SideAttacks, &SideAttacks),
    units: usize,
) {
    let king = position.king(!color);
    let palace = PALACE[color];
    let theirs = position.occupied_by(!color);
    let units = units + terms::ASSAULT_UNITS[3] * (us.pawns & near(palace, color)).len() as usize;
    let guards = (position.of_kind(PieceKind::Advisor) | position.of_kind(PieceKind::Elephant)) & theirs;
    let row = (4 - guards.len() as usize) * (terms::MAX_ASSAULT + 1);
    tracer.add(terms::ASSAULT + row + units.min(terms::MAX_ASSAULT), 1);
    tracer.add(terms::BARE_PALACE, Bitboard((us.all & palace).0 & !them.all.0).len() as i32);

    let room = KING_TARGETS[king.index()].0 & !(theirs | us.all).0;
    tracer.add(terms::KING_ROOM + Bitboard(room).len() as usize, 1);
    checks(tracer, position, color, us, them);
    let cross = CROSS[king.index()];
    us.rooks.each(|rook| {
        if cross.contains(rook.square)
            && let Some(kind) = Between::of(position, rook.square, king).only(position, !color)
        {
            tracer.add(terms::PIN_BY_ROOK + kind.index(), 1);
        }
    });
    let rooks = us.rooks.len();
    us.cannons.each(|cannon| {
        if cross.contains(cannon.square) {
            let features = cannon_line(position, !color, cannon.square, rooks);
            features.into_iter().flatten().for_each(|feature| tracer.add(feature.get().into(), 1));
        }
    });
    facing(tracer, position, color);
    wing(tracer, position, color);
}

/// The palace and the points from which a pawn of a colour attacks it.
const fn near(palace: Bitboard, color: Side) -> Bitboard {
    // One file to each side and one rank before it.
    let wide = palace.0 | palace.0 << 1 | palace.0 >> 1;
    match color {
        RED => Bitboard(wide | palace.0 >> 9),
        BLACK => Bitboard(wide | palace.0 << 9),
    }
}

/// Squares from which a piece could give check with its next move without being captured there.
#[inline(always)]
fn checks<T: Tracer>(tracer: &mut T, position: &Position, color: Side, us: &SideAttacks, them: &SideAttacks) {
    let king = position.king(!color);
    let safe = Bitboard(!(them.all | position.occupied_by(color)).0);
    let (open, screened) = slide(position, king);
    let sources = HORSE_SOURCES[king.index()][diagonal_index(position.occupied(), king)];
    let quiet = Bitboard(!position.occupied().0);
    let counts =
        [us.rook_targets & open & safe, us.horse_targets & sources & safe, us.cannon_slides & screened & safe & quiet];
    let mover = 3 * (position.side_to_move() == color) as usize;
    for (i, set) in counts.into_iter().enumerate() {
        let count = (set.len() as usize).min(terms::MAX_CHECKS);
        tracer.add(terms::SAFE_CHECK + (mover + i) * (terms::MAX_CHECKS + 1) + count, 1);
    }
}

/// The pieces between a king and a square on its file or rank.
struct Between {
    king: Square,
    on_file: bool,
    /// The pieces as a code of the line.
    code: u16,
}

impl Between {
    #[inline(always)]
    fn of(position: &Position, from: Square, king: Square) -> Between {
        let (file, rank) = (king.file(), king.rank());
        let on_file = from.file() == file;
        let code = if on_file {
            between(from.rank(), rank) & position.bit_file(file)
        } else {
            between(from.file(), file) & position.bit_rank(rank)
        };
        Between { king, on_file, code }
    }

    /// The piece with the lowest number on the line; there must be one.
    #[inline(always)]
    fn first(&self) -> Square {
        let number = self.code.trailing_zeros() as u8;
        let (file, rank) = if self.on_file { (self.king.file(), number) } else { (number, self.king.rank()) };
        Square::at((rank * 9 + file) as usize)
    }

    /// The kind of the only piece, if there is exactly one and it has the given colour.
    #[inline(always)]
    fn only(&self, position: &Position, color: Side) -> Option<PieceKind> {
        if self.code.count_ones() != 1 {
            return None;
        }
        position.piece_at(self.first()).filter(|piece| piece.color == color).map(|piece| piece.kind)
    }
}

/// The feature of a cannon on the file or rank of the king of `enemy`. Not inlined, because few
/// cannons stand there; features are never 0, so that the optional result fits in a word.
#[inline(never)]
fn cannon_line(position: &Position, enemy: Side, cannon: Square, rooks: usize) -> [Option<NonZeroU16>; 4] {
    let mut between = Between::of(position, cannon, position.king(enemy));
    let number = between.code.count_ones();
    let feature = |feature: usize| NonZeroU16::new(feature as u16);
    let mut features = [None; 4];
    if between.on_file && number == 0 {
        features[0] = feature(terms::HOLLOW_CANNON + rooks);
    } else if number == 2 {
        let mut pinned = || {
            let piece = position.piece_at(between.first()).filter(|piece| piece.color == enemy);
            between.code &= between.code - 1;
            piece.and_then(|piece| feature(terms::PIN_BY_CANNON + piece.kind.index()))
        };
        features[0] = pinned();
        features[1] = pinned();
    }
    if between.on_file && (number == 2 || number == 3) {
        features[2] = feature(terms::CANNON_FILE + number as usize - 2);
    }
    if !between.on_file {
        features[3] = bottom(position, enemy, cannon, rooks).and_then(feature);
    }
    features
}

/// A cannon on the home rank of a king at home.
#[inline(always)]
fn bottom(position: &Position, enemy: Side, cannon: Square, rooks: usize) -> Option<usize> {
    let home = if enemy == RED { 0 } else { 9 };
    if cannon.rank() != home || (3..=5).contains(&cannon.file()) {
        return None;
    }
    let (elephant, advisor) = if cannon.file() < 3 { (2, 3) } else { (6, 5) };
    let away = |file: usize, kind| {
        let piece = position.piece_at(Square::at(home as usize * 9 + file));
        piece.is_none_or(|piece| piece.color != enemy || piece.kind != kind) as usize
    };
    let missing = away(elephant, PieceKind::Elephant) + away(advisor, PieceKind::Advisor);
    Some(terms::BOTTOM_CANNON + (rooks > 0) as usize * 3 + missing)
}

/// A side's own king on its file: what it pins, and whether the file is open before it.
#[inline(always)]
fn facing<T: Tracer>(tracer: &mut T, position: &Position, color: Side) {
    let (own, enemy) = (position.king(color), position.king(!color));
    let ahead = match color {
        RED => !((2 << own.rank()) - 1) & 1023,
        BLACK => (1 << own.rank()) - 1,
    };
    if position.file_code(color, own.file()) & ahead == 0 {
        tracer.add(terms::OPEN_KING, 1);
    }
    if own.file() == enemy.file()
        && let Some(kind) = Between::of(position, own, enemy).only(position, !color)
    {
        tracer.add(terms::PIN_BY_ROOK + kind.index(), 1);
    }
}

/// The number of attackers together on one wing.
#[inline(always)]
fn wing<T: Tracer>(tracer: &mut T, position: &Position, color: Side) {
    const WEST: u128 = wing_set(0);
    const EAST: u128 = wing_set(5);
    let across = match color {
        RED => !((1 << 45) - 1),
        BLACK => (1 << 45) - 1,
    };
    let own = position.occupied_by(color).0 & across;
    let most = Bitboard(own & WEST).len().max(Bitboard(own & EAST).len());
    tracer.add(terms::WING + (most as usize).min(6), 1);
}

/// Four files from a first one.
const fn wing_set(first: usize) -> u128 {
    let mut set = 0;
    let mut rank = 0;
    while rank < 10 {
        set |= 0b1111 << (rank * 9 + first);
        rank += 1;
    }
    set
}
