//! The positions in which cycles start: all placements of small material, or random ones.

use duiyi_game::Reason;
use duiyi_xiangqi::{BLACK, Piece, PieceKind, Position, PositionError, RED, Setup, Square};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};

/// The kinds of pieces other than kings.
const KINDS: [PieceKind; 6] =
    [PieceKind::Advisor, PieceKind::Elephant, PieceKind::Horse, PieceKind::Rook, PieceKind::Cannon, PieceKind::Pawn];

/// The numbers of points on the board and in a palace.
const POINTS: u64 = Square::COUNT as u64;
const PALACE: u64 = 9;

/// The most pieces, kings included, of which all placements are enumerated.
pub(crate) const MAX_ENUMERATED: usize = 4;

/// Numbered start positions; not every number is a position.
pub(crate) enum Starts {
    /// All placements of these sets of pieces, up to exchanging colours and sides of the board.
    All(Vec<Vec<Piece>>),
    /// Random placements of a number of pieces, kings included.
    Random { pieces: usize, positions: u64, seed: u64 },
}

impl Starts {
    /// All placements of up to two pieces beside the kings.
    pub(crate) fn all(pieces: usize) -> Result<Starts, Reason> {
        if !(3..=MAX_ENUMERATED).contains(&pieces) {
            return Err(format!("--pieces {pieces}: all positions of 3 or 4 pieces; more need --positions").into());
        }
        let each: Vec<Piece> = [RED, BLACK].iter().flat_map(|&side| KINDS.map(|kind| Piece::new(side, kind))).collect();
        let sets = match pieces {
            // With exchanged colours a single piece is red.
            3 => each[..KINDS.len()].iter().map(|&piece| vec![piece]).collect(),
            _ => (0..KINDS.len())
                .flat_map(|a| (a..each.len()).map(move |b| (a, b)))
                .filter(|&(a, b)| b < KINDS.len() || b - KINDS.len() >= a)
                .map(|(a, b)| vec![each[a], each[b]])
                .collect(),
        };
        Ok(Starts::All(sets))
    }

    /// The number of start positions, including numbers without a position.
    pub(crate) fn count(&self) -> u64 {
        match self {
            Starts::All(sets) => sets.iter().map(|set| placements(set.len())).sum(),
            Starts::Random { positions, .. } => *positions,
        }
    }

    /// The start position with a number; `None` if there is none, or if it is the image of another one.
    pub(crate) fn position(&self, index: u64) -> Option<Position> {
        match self {
            Starts::All(sets) => {
                let size = placements(sets.first()?.len());
                let set = sets.get((index / size) as usize)?;
                placed(set, index % size).filter(is_first_image)
            }
            Starts::Random { pieces, seed, .. } => {
                let mut random = Xoshiro256PlusPlus::seed_from_u64(seed.wrapping_add(index));
                let mut set = Vec::new();
                while set.len() + 2 < *pieces {
                    let side = if random.next_u64() >> 63 == 0 { RED } else { BLACK };
                    let piece = Piece::new(side, KINDS[draw(&mut random, KINDS.len() as u64) as usize]);
                    let same = set.iter().filter(|&&other| other == piece).count();
                    if same < piece.kind.count_at_start() {
                        set.push(piece);
                    }
                }
                let points: Vec<Vec<u64>> = set.iter().map(|&piece| points(piece)).collect();
                let kings = placements(0);
                (0..1000).find_map(|_| {
                    let squares = points.iter().rev().fold(0, |number, points| {
                        number * POINTS + points[draw(&mut random, points.len() as u64) as usize]
                    });
                    placed(&set, squares * kings + draw(&mut random, kings))
                })
            }
        }
    }
}

/// A random number below `most`.
pub(crate) fn draw(random: &mut Xoshiro256PlusPlus, most: u64) -> u64 {
    // The bias is below 2^-20 for every `most` here.
    if most == 0 { 0 } else { random.next_u64() % most }
}

/// The numbers of the points where a piece may stand.
fn points(piece: Piece) -> Vec<u64> {
    let stands = |square: &u64| {
        // Kings that leave the point free: without kings a position has other errors.
        let [red, black] = if *square < POINTS / 2 { [*square == 3, false] } else { [false, *square == 86] };
        let mut setup = Setup::default();
        setup.board[if red { 4 } else { 3 }] = Some(Piece::new(RED, PieceKind::King));
        setup.board[if black { 85 } else { 86 }] = Some(Piece::new(BLACK, PieceKind::King));
        setup.board[*square as usize] = Some(piece);
        !matches!(Position::from_setup(&setup), Err(PositionError::Misplaced { .. }))
    };
    (0..POINTS).filter(stands).collect()
}

/// The number of placements of two kings and other pieces, with both sides to move.
fn placements(others: usize) -> u64 {
    2 * PALACE * PALACE * POINTS.pow(others as u32)
}

/// The placement with a number, if it is a position.
fn placed(set: &[Piece], mut number: u64) -> Option<Position> {
    let mut digit = |base: u64| {
        let digit = number % base;
        number /= base;
        digit
    };
    let mut setup = Setup { side: if digit(2) == 0 { RED } else { BLACK }, ..Setup::default() };
    let mut pieces = vec![
        (Piece::new(RED, PieceKind::King), palace(digit(PALACE), 0)?),
        (Piece::new(BLACK, PieceKind::King), palace(digit(PALACE), 7)?),
    ];
    for &piece in set {
        pieces.push((piece, Square::from_index(digit(POINTS) as usize)?));
    }
    // Of equal pieces the first has the smaller square.
    let ordered = pieces.windows(2).all(|pair| pair[0].0 != pair[1].0 || pair[0].1.index() < pair[1].1.index());
    for &(piece, square) in &pieces {
        let place = &mut setup.board[square.index()];
        if place.replace(piece).is_some() {
            return None;
        }
    }
    Position::from_setup(&setup).ok().filter(|_| ordered)
}

/// A point of the palace whose first rank is `rank`.
fn palace(number: u64, rank: u64) -> Option<Square> {
    Square::from_index(((rank + number / 3) * 9 + 3 + number % 3) as usize)
}

/// Whether no mirror image comes first. (Sets of pieces are chosen up to colours.)
fn is_first_image(position: &Position) -> bool {
    position.key() <= position.mirrored().key()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn all_positions_of_small_material_are_found_once_up_to_symmetry() {
        let Ok(Starts::All(sets)) = Starts::all(3) else { panic!("no sets") };
        assert_eq!(sets.len(), 6);
        assert!(matches!(Starts::all(4), Ok(Starts::All(sets)) if sets.len() == 42));
        assert!(Starts::all(5).is_err());
        // The five points of a red advisor.
        let starts = Starts::All(vec![sets[0].clone()]);
        let found: Vec<Position> = (0..starts.count()).filter_map(|index| starts.position(index)).collect();
        let keys: HashSet<u64> = found.iter().map(Position::key).collect();
        assert_eq!(keys.len(), found.len());
        let symmetric = |position: &&Position| position.mirrored().key() == position.key();
        let half = found.iter().filter(|position| !symmetric(position)).count();
        assert!(found.iter().filter(|p| !symmetric(p)).all(|p| !keys.contains(&p.mirrored().key())));
        // With both kings on the middle file the advisor stands between them, on its middle point.
        assert_eq!((found.len() - half, half), (6, 252));
    }

    #[test]
    fn random_positions_have_the_number_of_pieces_and_depend_on_the_seed() {
        let position = |seed, index| Starts::Random { pieces: 7, positions: 9, seed }.position(index).unwrap();
        assert!((0..9).all(|index| position(1, index).pieces().count() == 7));
        assert_eq!(position(1, 3), position(1, 3));
        assert_ne!(position(1, 3), position(1, 4));
        let counts = KINDS.map(|kind| [RED, BLACK].map(|side| points(Piece::new(side, kind)).len()));
        assert_eq!(counts, [[5; 2], [7; 2], [90; 2], [90; 2], [90; 2], [55; 2]]);
    }
}
