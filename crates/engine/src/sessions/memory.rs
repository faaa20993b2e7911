//! Answers that earlier turns of a game provide for later ones: the cases in which the
//! 2006 time allocation paper answers at once (section 3.2.3, row T-14 of
//! docs/sources.md).
//!
//! Two things are stored. A proved mate, for or against, is known as long as the
//! game follows its line. And the answer to a position is stored in case the
//! position is repeated: if the rules make the opponent lose by the repetition
//! unless it deviates, the same answer is played again.

use crate::player::Decision;
use duiyi_game::{Game, GameMove, Score};
use duiyi_search::ScoreClaim;

/// The line of a mate after its first two turns.
#[derive(Clone, Debug)]
struct MateLine<M> {
    /// The key of the position in which the line begins.
    key: u64,
    line: Vec<M>,
    score: Score,
}

/// An answer that needs no search.
#[derive(Clone, Debug)]
pub(crate) struct KnownAnswer<M> {
    /// The line, beginning with the answer; never empty.
    line: Vec<M>,
    /// The mate at its end; `None` for the answer to a repetition.
    mate: Option<Score>,
}

impl<M: GameMove> KnownAnswer<M> {
    /// The first move.
    pub(crate) fn first(&self) -> M {
        self.line[0]
    }

    pub(crate) fn is_mate(&self) -> bool {
        self.mate.is_some()
    }

    /// Replaces the decision of a search without time by the known mate, unless that decision
    /// proves a mate at least as good. Returns whether it was replaced.
    pub(crate) fn complete<G: Game<Move = M> + Clone>(&self, now: &G, decision: &mut Decision<M>) -> bool {
        let Some(score) = self.mate else { return false };
        if decision.claim == ScoreClaim::Mate && decision.score.is_some_and(|found| found >= score) {
            return false;
        }
        let length = turn_length(now, &self.line);
        let (turn, line) = (self.line[..length].to_vec(), self.line.clone());
        *decision = Decision { turn, line, score: Some(score), ..decision.clone() };
        true
    }
}

/// The memory of one game.
#[derive(Clone, Debug)]
pub(crate) struct Memory<M> {
    /// The searched positions and the first move played in each, the latest last.
    answers: Vec<(u64, M)>,
    mate: Option<MateLine<M>>,
}

impl<M> Default for Memory<M> {
    fn default() -> Memory<M> {
        Memory { answers: Vec::new(), mate: None }
    }
}

impl<M: GameMove> Memory<M> {
    /// Clears the memory for a new game.
    pub(crate) fn clear(&mut self) {
        *self = Memory::default();
    }

    /// The answer to a position, if it is known; `repeated` is true if the rules make the
    /// opponent lose when it continues to repeat.
    pub(crate) fn recall<G: Game<Move = M>>(&self, now: &G, repeated: bool) -> Option<KnownAnswer<M>> {
        let key = now.key();
        let mate = self.mate.as_ref().filter(|mate| mate.key == key);
        let known = match mate {
            Some(mate) => KnownAnswer { line: mate.line.clone(), mate: Some(mate.score) },
            None => {
                let (_, mv) = self.answers.iter().rev().find(|(seen, _)| repeated && *seen == key)?;
                KnownAnswer { line: vec![*mv], mate: None }
            }
        };
        now.is_legal(known.first()).then_some(known)
    }

    /// Stores a decision; `from_memory` is true if it is a mate that was known before.
    pub(crate) fn store<G>(&mut self, now: &G, decision: &Decision<M>, from_memory: bool)
    where
        G: Game<Move = M> + Clone,
    {
        self.mate = None;
        let Some(&first) = decision.turn.first() else { return };
        self.answers.push((now.key(), first));
        if decision.claim != ScoreClaim::Mate && !from_memory {
            return;
        }
        let mut then = now.clone();
        let mut line = &decision.line[..];
        let mut played = 0;
        // The turn itself and the opponent's turn.
        for _ in 0..2 {
            let length = turn_length(&then, line);
            if length == 0 {
                return;
            }
            for &mv in &line[..length] {
                then.make(mv);
            }
            line = &line[length..];
            played += length;
        }
        let Some(score) = decision.score.and_then(|score| later(score, played)) else { return };
        if !line.is_empty() {
            self.mate = Some(MateLine { key: then.key(), line: line.to_vec(), score });
        }
    }
}

/// The number of moves at the beginning of a line that are legal and belong to the side to move.
pub(crate) fn turn_length<G: Game + Clone>(now: &G, line: &[G::Move]) -> usize {
    let (side, mut then) = (now.side_to_move(), now.clone());
    for (length, &mv) in line.iter().enumerate() {
        let same_turn = length == 0 || !G::ALTERNATES && then.side_to_move() == side;
        if !same_turn || !then.is_legal(mv) {
            return length;
        }
        then.make(mv);
    }
    line.len()
}

/// The mate score after a number of moves; `None` if the score is not a mate, or the mate is
/// over by then.
fn later(score: Score, moves: usize) -> Option<Score> {
    let distance = score.mate_distance()?;
    let left = (distance.unsigned_abs() as usize).checked_sub(moves).filter(|&left| left > 0)?;
    Some(if distance > 0 { Score::mate_in(left) } else { Score::mated_in(left) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_connect6::Board;
    use duiyi_game::Notation;
    use duiyi_xiangqi::Xiangqi;

    #[test]
    fn an_answer_is_recalled_where_the_opponent_must_deviate() {
        let mut game = Xiangqi::default();
        let mv = duiyi_game::legal_moves(&game)[3];
        let memory = Memory { answers: vec![(Game::key(&game), mv)], mate: None };
        assert_eq!(memory.recall(&game, true).map(|known| known.first()), Some(mv));
        assert!(memory.recall(&game, false).is_none(), "the position was not repeated");
        game.make(mv);
        assert!(memory.recall(&game, true).is_none(), "another position");
    }

    fn after(position: &Xiangqi, moves: usize, line: &[<Xiangqi as Game>::Move]) -> Xiangqi {
        let mut then = position.clone();
        for &mv in &line[..moves] {
            then.make(mv);
        }
        then
    }

    fn line() -> (Xiangqi, Vec<<Xiangqi as Game>::Move>) {
        let (start, mut then) = (Xiangqi::default(), Xiangqi::default());
        let line = ["h2e2", "h9g7", "h0g2", "i9h9"].map(|text| {
            let mv = then.read_move(text).unwrap();
            then.make(mv);
            mv
        });
        (start, line.to_vec())
    }

    fn mate_if(proved: bool) -> ScoreClaim {
        if proved { ScoreClaim::Mate } else { ScoreClaim::None }
    }

    fn found(turn: &[<Xiangqi as Game>::Move], score: Score, proved: bool) -> Decision<<Xiangqi as Game>::Move> {
        Decision {
            line: turn.to_vec(),
            score: Some(score),
            claim: mate_if(proved),
            nodes: 5,
            ..Decision::new(turn[..1].to_vec())
        }
    }

    #[test]
    fn a_proved_mate_is_known_after_the_next_two_turns() {
        let (start, moves) = line();
        let then = after(&start, 2, &moves);
        for (score, proved, from_memory, expected) in [
            (Score::mate_in(5), true, false, Some(Score::mate_in(3))),
            (Score::mate_in(3), false, true, Some(Score::mate_in(1))),
            (Score::mated_in(4), true, true, Some(Score::mated_in(2))),
            (Score::mate_in(5), false, false, None),
            (Score::mate_in(2), true, false, None),
            (Score::mate_in(1), true, false, None),
            (Score::new(900), true, false, None),
        ] {
            let mut memory = Memory::default();
            memory.store(&start, &found(&moves, score, proved), from_memory);
            let known = memory.recall(&then, false);
            assert_eq!(known.as_ref().and_then(|known| known.mate), expected, "{score}");
            if let Some(known) = known {
                assert_eq!((known.first(), known.line, memory.answers.len()), (moves[2], moves[2..].to_vec(), 1));
            }
            // For the searched position itself an answer is stored, but not a mate.
            assert!(memory.recall(&start, true).is_some_and(|known| known.first() == moves[0] && !known.is_mate()));
            assert!(memory.recall(&start, false).is_none());
        }
    }

    #[test]
    fn a_line_of_less_than_three_turns_stores_no_mate() {
        let (start, moves) = line();
        let mate = Score::mate_in(5);
        for line in [&moves[..1], &moves[..2], &[moves[0], moves[0], moves[2]]] {
            let mut memory = Memory::default();
            memory.store(&start, &found(line, mate, true), false);
            assert!(memory.mate.is_none(), "{} moves", line.len());
        }
        let mut memory = Memory::default();
        memory.store(&start, &found(&moves, mate, true), false);
        assert!(memory.mate.is_some());
        // The next decision replaces it, even one without a turn.
        let without_turn =
            Decision { line: moves.clone(), score: Some(mate), claim: ScoreClaim::Mate, ..Decision::new(Vec::new()) };
        memory.store(&start, &without_turn, false);
        assert!(memory.mate.is_none() && memory.answers.len() == 1);
        memory.store(&start, &found(&moves, mate, true), false);
        memory.clear();
        assert!(memory.mate.is_none() && memory.answers.is_empty());
    }

    #[test]
    fn the_latest_answer_is_recalled_and_only_a_legal_one() {
        let (start, moves) = line();
        let other = start.read_move("b2e2").unwrap();
        let mut memory = Memory::default();
        for mv in [other, moves[0]] {
            memory.store(&start, &Decision::new(vec![mv]), false);
        }
        memory.store(&after(&start, 1, &moves), &Decision::new(vec![moves[1]]), false);
        assert_eq!(memory.recall(&start, true).map(|known| known.first()), Some(moves[0]));
        let key = Game::key(&start);
        let illegal = Memory {
            answers: Vec::new(),
            mate: Some(MateLine { key, line: vec![moves[1]], score: Score::mate_in(1) }),
        };
        assert!(illegal.recall(&start, true).is_none());
    }

    #[test]
    fn a_known_mate_replaces_a_worse_decision() {
        let (start, moves) = line();
        let known = KnownAnswer { line: moves.clone(), mate: Some(Score::mate_in(4)) };
        let other = start.read_move("b2e2").unwrap();
        for (score, proved, replaced) in [
            (Some(Score::mate_in(3)), true, false),
            (Some(Score::mate_in(4)), true, false),
            (Some(Score::mate_in(5)), true, true),
            (Some(Score::mate_in(3)), false, true),
            (Some(Score::new(12)), true, true),
            (None, true, true),
        ] {
            let mut decision = Decision { score, claim: mate_if(proved), nodes: 77, ..Decision::new(vec![other]) };
            assert_eq!(known.complete(&start, &mut decision), replaced, "{score:?}");
            let expected = if replaced {
                (vec![moves[0]], moves.clone(), Some(Score::mate_in(4)), 77)
            } else {
                (vec![other], vec![other], score, 77)
            };
            assert_eq!((decision.turn, decision.line, decision.score, decision.nodes), expected, "{score:?}");
        }
        let answer = KnownAnswer { line: moves, mate: None };
        let mut decision = Decision::new(vec![other]);
        assert!(!answer.complete(&start, &mut decision));
        assert_eq!(decision.turn, [other]);
    }

    #[test]
    fn a_turn_ends_at_the_first_illegal_move_or_change_of_side() {
        let (start, moves) = line();
        assert_eq!([0, 1, 4].map(|length| turn_length(&start, &moves[..length])), [0, 1, 1]);
        assert_eq!(turn_length(&start, &moves[1..]), 0, "it is the other side's turn");
        let mut board = Board::new("Connect(7,7,4,2,1)".parse().unwrap());
        let stones = ["A1", "B1", "C1", "D1"].map(|text| board.read_move(text).unwrap());
        assert_eq!(turn_length(&board, &stones), 1);
        board.make(stones[0]);
        assert_eq!([0, 1, 2, 3].map(|length| turn_length(&board, &stones[1..][..length])), [0, 1, 2, 2]);
        assert_eq!(turn_length(&board, &[stones[1], stones[0], stones[2]]), 1);
        assert_eq!(turn_length(&board, &stones), 0);
    }
}
