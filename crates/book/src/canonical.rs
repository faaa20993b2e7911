//! Canonical forms of positions and moves, shared by all their symmetric images.
//!
//! A position is stored by its canonical key ([`Game::canonical`]), a move after mapping it by the
//! same symmetry. If a position is its own image, symmetric moves lead to symmetric positions; the
//! move with the least number is stored. The moves of a turn are stored in a fixed order, regardless
//! of the order in which they were played.

use duiyi_game::{Game, GameMove, Notation, legal_moves};

/// The canonical key of the position, and the packed canonical move, of a legal move.
pub(crate) fn place<G: Game>(now: &mut G, mv: G::Move) -> (u64, u32) {
    let (key, symmetry) = now.canonical();
    let (_, least) = least_image(now, mv, symmetry, |now, image| now.image(image, symmetry).to_bits());
    (key, least)
}

/// The move to show of a legal move and those that symmetry makes equal to it: the one with the greatest number. In
/// xiangqi it is on the side that openings are written from, 炮二平五 instead of 炮八平五.
pub(crate) fn shown<G: Game>(now: &mut G, mv: G::Move) -> G::Move {
    let (_, symmetry) = now.canonical();
    least_image(now, mv, symmetry, |_, image| !image.to_bits()).0
}

/// The move with the least rank, and the rank, among a legal move and those that lead to an image of the same position.
/// `symmetry` is that of the canonical form.
fn least_image<G: Game>(now: &mut G, mv: G::Move, symmetry: u8, rank: impl Fn(&G, G::Move) -> u32) -> (G::Move, u32) {
    let mut least = (mv, rank(now, mv));
    if G::SYMMETRIES == 1 {
        return least;
    }
    let image = now.image(mv, symmetry);
    let mut class = None;
    for other in 0..G::SYMMETRIES {
        let candidate = now.preimage(image, other);
        let rank = rank(now, candidate);
        if rank < least.1 && now.is_legal(candidate) {
            let class = *class.get_or_insert_with(|| key_after(now, mv));
            if key_after(now, candidate) == class {
                least = (candidate, rank);
            }
        }
    }
    least
}

/// Whether two legal moves lead to images of the same position: a book has one entry for them.
pub fn are_images<G: Game + Clone>(position: &G, one: G::Move, other: G::Move) -> bool {
    let mut now = position.clone();
    one == other || G::SYMMETRIES > 1 && key_after(&mut now, one) == key_after(&mut now, other)
}

/// The canonical key after a legal move.
fn key_after<G: Game>(now: &mut G, mv: G::Move) -> u64 {
    let undo = now.make(mv);
    let (key, _) = now.canonical();
    now.unmake(mv, undo);
    key
}

/// The moves of a turn in the order of books: at each step the move with the least canonical form
/// comes first. If that order is illegal or does not lead to the same position, the played order is
/// kept.
pub(crate) fn in_order<G: Game + Clone>(now: &G, turn: &[G::Move]) -> Vec<G::Move> {
    if G::ALTERNATES || turn.len() < 2 {
        return turn.to_vec();
    }
    let after = |moves: &[G::Move]| {
        let mut then = now.clone();
        moves
            .iter()
            .all(|&mv| {
                then.is_legal(mv) && {
                    then.make(mv);
                    true
                }
            })
            .then(|| (then.key(), then.side_to_move()))
    };
    let mut rest = turn.to_vec();
    let mut ordered = Vec::with_capacity(turn.len());
    let mut then = now.clone();
    while !rest.is_empty() {
        let legal = rest.iter().enumerate().filter(|(_, mv)| then.is_legal(**mv));
        let mut copy = then.clone();
        let Some((_, at)) = legal.map(|(at, &mv)| (place(&mut copy, mv).1, at)).min() else { return turn.to_vec() };
        let mv = rest.remove(at);
        then.make(mv);
        ordered.push(mv);
    }
    if after(&ordered) == after(turn) { ordered } else { turn.to_vec() }
}

/// A fingerprint that distinguishes games and their keys: it is computed from the keys of the start and
/// of the positions after each first move.
pub(crate) fn fingerprint<G: Notation>(rules: &G) -> u64 {
    let Ok(mut start) = G::begin(&rules.rules()) else { return 0 };
    let mut sum = start.canonical().0;
    for mv in legal_moves(&start) {
        sum = sum.rotate_left(9).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ key_after(&mut start, mv);
    }
    sum
}
