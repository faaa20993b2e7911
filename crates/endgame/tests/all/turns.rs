//! A game with two moves a turn.

use duiyi_endgame::{Analysis, Numbered, Value, check_numbering};
use duiyi_game::{Side, SmallGame, legal_moves};

/// Each move takes one or three stones, each turn has two moves. The player who takes the last stone
/// wins; with two stones left at the beginning of a turn the game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stones {
    left: u64,
    /// The number of the move in a round of both sides, from 0 to 3.
    phase: u64,
}

impl SmallGame for Stones {
    type Move = u8;
    const ALTERNATES: bool = false;

    fn mover(&self) -> Side {
        Side::BOTH[(self.phase / 2) as usize]
    }

    fn moves(&self, moves: &mut impl Extend<u8>) {
        moves.extend([1, 3].into_iter().filter(|&taken| u64::from(taken) <= self.left));
    }

    fn after(&self, taken: u8) -> Stones {
        Stones { left: self.left - u64::from(taken), phase: (self.phase + 1) % 4 }
    }

    fn identity(&self) -> u64 {
        4 * self.left + self.phase
    }

    fn ending(&self) -> Option<(Option<Side>, &'static str)> {
        let last_mover = Side::BOTH[((self.phase + 3) % 4 / 2) as usize];
        match (self.left, self.phase % 2) {
            (0, _) => Some((Some(last_mover), "the last stone is taken")),
            (2, 0) => Some((None, "two stones are left")),
            _ => None,
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct UpTo<const BACK: bool>(u64);

impl<const BACK: bool> Numbered for UpTo<BACK> {
    type Game = Stones;
    const GAME: &'static str = "stones";
    const HAS_PREDECESSORS: bool = BACK;

    fn name(&self) -> String {
        format!("to {}", self.0)
    }

    fn size(&self) -> u64 {
        4 * (self.0 + 1)
    }

    fn position(&self, index: u64) -> Option<Stones> {
        Some(Stones { left: index / 4, phase: index % 4 })
    }

    fn index(&self, position: &Stones) -> Option<u64> {
        (position.left <= self.0).then_some(position.identity())
    }

    fn predecessors(&self, index: u64, into: &mut Vec<u64>) {
        let before = |taken| Stones { left: index / 4 + taken, phase: (index + 3) % 4 };
        into.extend([1, 3].into_iter().filter_map(|taken| self.index(&before(taken))));
    }
}

fn by_search(position: Stones) -> Value {
    match position.ending() {
        Some((None, _)) => Value::Draw,
        Some((winner, _)) if winner == Some(position.mover()) => Value::Win(0),
        Some(_) => Value::Loss(0),
        None => {
            let after = legal_moves(&position).into_iter().map(|mv| position.after(mv));
            let values = after.map(|after| by_search(after).of_move(after.mover() == position.mover()).unwrap());
            values.max().unwrap_or(Value::Loss(0))
        }
    }
}

#[test]
fn turns_of_two_moves_keep_the_side() {
    check_numbering(&UpTo::<true>(24)).unwrap();
    let by_counting = Analysis::new(UpTo::<true>(24)).solve().unwrap();
    let by_fixed_point = Analysis::new(UpTo::<false>(24)).solve().unwrap();
    Analysis::new(UpTo::<true>(24)).verify(&by_counting).unwrap();
    let mut kinds = [0; 3];
    for index in 0..by_counting.numbering().size() {
        let expected = by_search(by_counting.numbering().position(index).unwrap());
        assert_eq!(by_counting.value(index), Some(expected));
        assert_eq!(by_fixed_point.value(index), Some(expected));
        kinds[match expected {
            Value::Win(_) => 0,
            Value::Draw => 1,
            Value::Loss(_) => 2,
        }] += 1;
    }
    assert!(kinds.iter().all(|&count| count > 5), "{kinds:?}");
}
