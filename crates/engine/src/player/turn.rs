//! Whole turns from searches of single moves.

use crate::player::Decision;
use duiyi_game::{Game, legal_moves};

/// Completes a turn of several moves with the principal variation; if that is too short, `search` is
/// called again with the moves of the turn so far, and likewise if the variation is not `allowed`. `now`
/// is the position of the decision, whose turn has its first move. For players whose search returns
/// single moves.
pub fn completed<G: Game>(
    mut now: G,
    mut decision: Decision<G::Move>,
    allowed: &dyn Fn(&[G::Move]) -> bool,
    mut search: impl FnMut(&mut G, &[G::Move]) -> Option<Decision<G::Move>>,
) -> Decision<G::Move> {
    let side = now.side_to_move();
    let mut made = 0;
    loop {
        while made < decision.turn.len() {
            now.make(decision.turn[made]);
            made += 1;
        }
        if G::ALTERNATES || now.side_to_move() != side || now.outcome().is_some() {
            return decision;
        }
        match decision.line.get(made) {
            Some(&mv) if now.is_legal(mv) && allowed(&with(&decision.turn, mv)) => decision.turn.push(mv),
            _ => {
                let legal = |now: &G| legal_moves(now).into_iter().find(|&mv| allowed(&with(&decision.turn, mv)));
                // A search that considers no allowed move must not end the turn early.
                let rest = search(&mut now, &decision.turn).or_else(|| Some(Decision::new(vec![legal(&now)?])));
                let Some(rest) = rest else { return decision };
                decision.nodes += rest.nodes;
                decision.turn.push(rest.turn[0]);
                decision.line.truncate(made);
                decision.line.extend(rest.line);
            }
        }
    }
}

/// The moves of an incomplete turn and another one.
pub(crate) fn with<M: Copy>(turn: &[M], mv: M) -> Vec<M> {
    turn.iter().copied().chain([mv]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_game::{Outcome, Reach, Score, Side, Verdict};

    /// Numbers are taken from a row of twelve: one in the first turn, two in each later one. A packed
    /// crate has no game of its own to depend on, hence this one.
    #[derive(Clone, Debug, Default)]
    struct Numbers {
        taken: Vec<u8>,
    }

    impl Game for Numbers {
        type Move = u8;
        type Undo = ();
        const ALTERNATES: bool = false;

        fn side_to_move(&self) -> Side {
            if self.taken.len().div_ceil(2).is_multiple_of(2) { Side::First } else { Side::Second }
        }

        fn legal_moves(&self, moves: &mut impl Extend<u8>) {
            moves.extend((0..12).filter(|&number| self.is_legal(number)));
        }

        fn is_legal(&self, number: u8) -> bool {
            number < 12 && !self.taken.contains(&number)
        }

        fn make(&mut self, number: u8) {
            self.taken.push(number);
        }

        fn unmake(&mut self, _number: u8, (): ()) {
            self.taken.pop();
        }

        fn key(&self) -> u64 {
            self.taken.iter().fold(1, |key, &number| key * 13 + u64::from(number))
        }

        fn verdict(&self, _ply: usize) -> Verdict {
            if self.taken.len() == 12 { Verdict::Exact(Score::ZERO, Reach::Position) } else { Verdict::Open }
        }

        fn outcome(&self) -> Option<Outcome> {
            (self.taken.len() == 12).then(|| Outcome::draw("no number is left"))
        }
    }

    /// Another search replaces a move that is not allowed after the first.
    #[test]
    fn a_turn_is_completed_with_an_allowed_move() {
        let mut game = Numbers::default();
        game.make(0);
        let first = Decision { line: vec![1, 2, 4], ..Decision::new(vec![1]) };
        let allowed = |turn: &[u8]| turn != [1, 2];
        let found = completed(game, first, &allowed, |now, turn| {
            assert!(turn == [1] && now.taken == [0, 1]);
            Some(Decision { line: vec![5, 6], ..Decision::new(vec![5]) })
        });
        assert_eq!((found.turn, found.line), (vec![1, 5], vec![1, 5, 6]));
    }

    /// A line may end, or go wrong, in the middle of a turn.
    #[test]
    fn the_line_of_a_completed_turn_is_that_of_both_searches() {
        let mut game = Numbers::default();
        game.make(0);
        for (line, expected, nodes) in
            [(vec![1], vec![1, 3, 4], 12), (vec![1, 0, 2], vec![1, 3, 4], 12), (vec![1, 2, 4], vec![1, 2, 4], 5)]
        {
            let first = Decision { line, nodes: 5, ..Decision::new(vec![1]) };
            let rest = Decision { line: vec![3, 4], nodes: 7, ..Decision::new(vec![3]) };
            let found = completed(game.clone(), first, &|_| true, |now, _| {
                assert!(!now.is_legal(1), "the first move was made");
                Some(rest.clone())
            });
            assert_eq!((found.turn, found.nodes), (expected[..2].to_vec(), nodes));
            assert_eq!(found.line, expected);
        }
    }
}
