//! The share of an advantage that can be won, by the pieces that are left.
//!
//! The file `shares.txt` is counted from endgame tables (docs/endgames.md): a rook does not win against all guards,
//! and a cannon needs an advisor of its own.

use crate::PieceKind;
#[cfg(feature = "network")]
use crate::{Bitboard, Position, Side};
use std::sync::LazyLock;

/// The scale of a whole score, in 64ths.
pub(crate) const FULL_SCALE: i32 = 64;

/// The tables, with the share of Red's and Black's advantage in 64ths.
const SHARES: &str = include_str!("shares.txt");

/// The most pieces that give check of a side in a table.
#[cfg(feature = "network")]
const MOST: u32 = 2;

/// The share of endings that are won, except in few positions.
#[cfg(feature = "network")]
const WON: i32 = 60;

/// The pieces of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Own {
    pub(super) advisors: usize,
    pub(super) elephants: usize,
    pub(super) horses: usize,
    pub(super) rooks: usize,
    pub(super) cannons: usize,
    pub(super) pawns: usize,
}

/// The sets of pieces that give check in the tables: none, then those of a stronger side.
const ARMIES: usize = 6;
/// The sets of up to two advisors and two elephants.
const GUARDS: usize = 9;

impl Own {
    pub(super) fn new(count: impl Fn(PieceKind) -> usize) -> Own {
        Own {
            advisors: count(PieceKind::Advisor),
            elephants: count(PieceKind::Elephant),
            horses: count(PieceKind::Horse),
            rooks: count(PieceKind::Rook),
            cannons: count(PieceKind::Cannon),
            pawns: count(PieceKind::Pawn),
        }
    }

    /// The number of pieces except the king.
    pub(super) fn all(&self) -> usize {
        self.advisors + self.elephants + self.horses + self.rooks + self.cannons + self.pawns
    }

    /// The number of the pieces that give check; `None` if no table has them.
    fn army(&self) -> Option<usize> {
        match (self.rooks, self.horses, self.cannons, self.pawns) {
            (0, 0, 0, 0) => Some(0),
            (1, 0, 0, 0) => Some(1),
            (0, 1, 0, 0) => Some(2),
            (0, 0, 1, 0) => Some(3),
            (0, 0, 0, 1) => Some(4),
            (0, 0, 0, 2) => Some(5),
            _ => None,
        }
    }

    fn guards(&self) -> usize {
        guards(self.advisors, self.elephants)
    }
}

/// The number of a set of guards.
fn guards(advisors: usize, elephants: usize) -> usize {
    3 * advisors.min(2) + elephants.min(2)
}

/// The shares by the pieces of the side that is ahead and of the other one.
type Shares = [[[[u8; GUARDS]; ARMIES]; GUARDS]; ARMIES];

/// The shares of all pieces that a table covers; more guards of the side that is ahead and other pieces of
/// the defence have the share of the table without them.
static ALL: LazyLock<Shares> = LazyLock::new(|| {
    let mut known = [[[[None; GUARDS]; ARMIES]; GUARDS]; ARMIES];
    for (sides, shares) in lines(SHARES) {
        let ways = [(sides[0], sides[1], shares[0]), (sides[1], sides[0], shares[1])];
        for (us, them, share) in ways {
            if let (Some(army), Some(other)) = (us.army(), them.army()) {
                known[army][us.guards()][other][them.guards()] = Some(share);
            }
        }
    }
    let mut all = [[[[FULL_SCALE as u8; GUARDS]; ARMIES]; GUARDS]; ARMIES];
    for (army, all) in all.iter_mut().enumerate() {
        for (own, all) in all.iter_mut().enumerate() {
            for (other, all) in all.iter_mut().enumerate() {
                for (theirs, share) in all.iter_mut().enumerate() {
                    let fewer = (0..=own / 3).rev().flat_map(|a| (0..=own % 3).rev().map(move |b| guards(a, b)));
                    let mut places =
                        [other, 0].into_iter().flat_map(|other| fewer.clone().map(move |own| (other, own)));
                    let found = places.find_map(|(other, own)| known[army][own][other][theirs]);
                    // Without a piece that gives check no side wins.
                    *share = if army == 0 { 0 } else { found.unwrap_or(*share) };
                }
            }
        }
    }
    all
});

/// The pieces of Red and Black in a table, and the share of each side's advantage.
fn lines(text: &str) -> impl Iterator<Item = ([Own; 2], [u8; 2])> + '_ {
    text.lines().filter_map(|line| {
        let mut words = line.split(' ');
        let (red, black) = words.next()?.strip_prefix('k')?.split_once('k')?;
        let side = |letters: &str| {
            Own::new(|kind| letters.chars().filter(|&letter| PieceKind::from_letter(letter) == Some(kind)).count())
        };
        let mut share = || words.next()?.parse().ok();
        Some(([side(red), side(black)], [share()?, share()?]))
    })
}

/// The share of its advantage that a side that is ahead can win, in 64ths.
pub(super) fn share(us: &Own, them: &Own) -> i32 {
    us.army().map_or(FULL_SCALE, |army| ALL[army][us.guards()][them.army().unwrap_or(0)][them.guards()].into())
}

/// The share of its advantage that a side that is ahead can win, in 64ths; `None`: all of it.
#[cfg(feature = "network")]
#[inline]
pub(crate) fn hope(position: &Position, ahead: Side) -> Option<i32> {
    if (position.occupied_by(ahead) & attackers(position)).len() > MOST {
        return None;
    }
    let [us, them] = [ahead, !ahead].map(|color| own(position, color));
    Some(share(&us, &them)).filter(|&share| share < FULL_SCALE)
}

/// The side that wins nearly all positions with the same pieces; the other one cannot give check.
#[cfg(feature = "network")]
#[inline]
pub(crate) fn winner(position: &Position) -> Option<Side> {
    let attackers = attackers(position);
    if attackers.len() > MOST {
        return None;
    }
    let alone = |side: &Side| (attackers & position.occupied_by(!*side)).is_empty();
    let side = Side::BOTH.into_iter().find(alone)?;
    let [us, them] = [side, !side].map(|color| own(position, color));
    (us.army().is_some() && share(&us, &them) >= WON).then_some(side)
}

/// The pieces that can give check.
#[cfg(feature = "network")]
fn attackers(position: &Position) -> Bitboard {
    let kinds = [PieceKind::King, PieceKind::Advisor, PieceKind::Elephant];
    kinds.into_iter().fold(position.occupied(), |left, kind| left & !position.of_kind(kind))
}

/// The pieces of a side.
#[cfg(feature = "network")]
fn own(position: &Position, color: Side) -> Own {
    Own::new(|kind| (position.of_kind(kind) & position.occupied_by(color)).len() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Evaluation;
    #[cfg(not(feature = "network"))]
    use crate::Position;

    fn own(letters: &str) -> Own {
        lines(&format!("k{letters}k 0 0")).next().unwrap().0[0]
    }

    fn shared(us: &str, them: &str) -> i32 {
        share(&own(us), &own(them))
    }

    #[test]
    fn every_set_of_guards_is_in_a_table_with_every_set_of_attackers() {
        let known: Vec<([Own; 2], [u8; 2])> = lines(SHARES).collect();
        let text = SHARES.lines().filter(|line| !line.starts_with('#'));
        assert_eq!(known.len(), text.count(), "every line is read");
        for army in ["r", "n", "c", "p", "pp"] {
            for guards in ["", "a", "b", "aa", "ab", "bb", "aab", "abb", "aabb"] {
                assert!(known.iter().any(|(sides, _)| *sides == [own(army), own(guards)]), "k{army}k{guards}");
            }
        }
        assert!(known.iter().all(|(_, shares)| shares.iter().all(|&share| i32::from(share) <= FULL_SCALE)));
    }

    #[test]
    fn pieces_in_no_table_have_the_share_of_those_they_do_not_help() {
        assert_eq!(shared("raabb", "aabb"), shared("r", "aabb"), "more guards do not help a rook");
        assert_eq!(shared("raabb", "caabb"), shared("r", "aabb"), "more pieces help the defence");
        assert_eq!(shared("caabb", "a"), shared("caa", "a"));
        assert_eq!(shared("cbb", "a"), shared("cb", "a"));
        assert_eq!(shared("aabb", "r"), 0, "guards do not give check");
        assert_eq!(shared("rc", "aabb"), FULL_SCALE);
        assert_eq!(shared("ppp", "aabb"), FULL_SCALE);
    }

    #[test]
    fn both_colours_have_the_shares_of_their_pieces() {
        let kinds = ["r", "n", "c", "p", "pp", "", "rr"];
        for (us, them) in
            kinds.iter().flat_map(|us| kinds.iter().map(move |them| (us, them))).filter(|(us, them)| us != them)
        {
            for text in [format!("k{us}k{them} 7 9"), format!("k{them}k{us} 9 7")] {
                let (sides, shares) = lines(&text).next().unwrap();
                let at = usize::from(sides[0] != own(us));
                assert_eq!((sides[at], shares[at]), (own(us), 7), "{text}");
            }
        }
        assert_eq!(shared("p", "c"), 2, "the side that is named second in its table");
    }

    /// The scores of a position and its images by every evaluation that reduces scores.
    fn scores(fen: &str) -> Vec<i32> {
        let position: Position = fen.parse().unwrap();
        let tuned = Evaluation::new();
        let images = [position, position.mirrored(), position.color_swapped()];
        #[cfg(feature = "network")]
        let network = crate::NetworkEvaluation::built_in();
        let of = |position: &Position| {
            [
                tuned.of(position),
                #[cfg(feature = "network")]
                network.of(position),
            ]
        };
        images.iter().flat_map(of).collect()
    }

    #[test]
    fn drawn_endings_have_small_scores_and_won_ones_large_scores() {
        // A rook against all guards; a cannon without an advisor; a horse against all guards; a pawn.
        for drawn in [
            "2bak4/4a4/4b4/9/9/9/9/R8/9/3K5 w",
            "2bak4/4a4/4b4/9/9/9/9/R8/4A4/2BK1AB2 b",
            "4k4/4a4/9/9/9/9/9/C8/9/3K5 w",
            "4k4/4a4/4b4/9/9/9/9/C8/4A4/3K5 w",
            "2bakab2/9/9/9/9/9/9/N8/4A4/3K5 w",
            "2bak4/9/4b4/9/P8/9/9/9/9/3K5 w",
        ] {
            assert!(scores(drawn).iter().all(|score| score.abs() < 150), "{drawn}: {:?}", scores(drawn));
        }
        // A cannon and an advisor against one or two advisors and an elephant; a rook against three guards.
        for won in [
            "3k5/4a4/9/9/9/9/9/C8/4A4/5K3 w",
            "9/4k4/3aCa3/9/9/9/9/9/9/3K1A3 w",
            "2b1k4/9/9/9/9/9/9/C8/4A4/3K5 w",
            "4kab2/4a4/9/9/9/9/9/R8/9/3K5 w",
            "3k5/4a4/9/9/9/9/9/N8/9/5K3 w",
        ] {
            assert!(scores(won).iter().all(|&score| score >= 150), "{won}: {:?}", scores(won));
        }
    }

    #[test]
    fn an_ending_that_is_ever_won_keeps_a_little_of_the_score() {
        assert!(scores("2bak4/4a4/4b4/9/9/9/9/R8/9/3K5 w").iter().all(|&score| score > 0));
    }

    #[cfg(feature = "network")]
    #[test]
    fn the_winner_is_the_side_with_the_pieces_that_win() {
        let of = |fen: &str| winner(&fen.parse().unwrap());
        let position: Position = "3k5/4a4/9/9/9/9/9/C8/4A4/5K3 w".parse().unwrap();
        for same in [position, position.mirrored()] {
            assert_eq!((winner(&same), hope(&same, Side::Second)), (Some(Side::First), Some(0)));
            assert_eq!(winner(&same.color_swapped()), Some(Side::Second));
        }
        assert_eq!(of("3k5/4a4/9/9/9/9/9/C8/9/5K3 w"), None, "a cannon without an advisor");
        assert_eq!(of("3k5/4a4/r8/9/9/9/9/R8/9/5K3 w"), None, "a defence with a rook");
        assert_eq!(of("3k5/4a4/9/9/9/9/9/9/4A4/5K3 w"), None, "guards only");
        assert_eq!(of("3k5/4a4/9/P8/9/9/9/C8/4A4/5K3 w"), None, "pieces in no table");
        assert_eq!(of(&Position::start().to_fen()), None);
    }
}
