//! What the turns of a game have settled for the turns to come: where the
//! 2006 time allocation paper answers at once (section 3.2.3, row T-14 of
//! docs/sources.md).
//!
//! Two things are worth remembering. A mate that was proved, for or against,
//! is known as long as the game follows its line. And a position that comes
//! back has been answered before: if the rules make the opponent lose by the
//! repetition unless it changes, the same answer will do.

use duiyi_game::{Game, GameMove, Score};
use duiyi_player::Decision;

/// The line of a mate after the next two turns of it have been played.
#[derive(Clone, Debug)]
struct MateLine<M> {
    /// The position in which it goes on.
    key: u64,
    line: Vec<M>,
    score: Score,
}

/// An answer that needs no search.
#[derive(Clone, Debug)]
pub(crate) struct KnownAnswer<M> {
    /// The line, the answer first; never empty.
    line: Vec<M>,
    /// The mate at its end; none where a repetition is answered.
    mate: Option<Score>,
}

impl<M: GameMove> KnownAnswer<M> {
    /// Its first move.
    pub(crate) fn first(&self) -> M {
        self.line[0]
    }

    pub(crate) fn is_mate(&self) -> bool {
        self.mate.is_some()
    }

    /// Puts the line in the place of what a search without time has found, unless that
    /// proves a mate as good. Whether it did.
    pub(crate) fn complete<G: Game<Move = M> + Clone>(&self, now: &G, decision: &mut Decision<M>) -> bool {
        let Some(score) = self.mate else { return false };
        if decision.proved && decision.score.is_some_and(|found| found >= score) {
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
    /// Positions that were searched and what was played first in them, the latest last.
    answers: Vec<(u64, M)>,
    mate: Option<MateLine<M>>,
}

impl<M> Default for Memory<M> {
    fn default() -> Memory<M> {
        Memory { answers: Vec::new(), mate: None }
    }
}

impl<M: GameMove> Memory<M> {
    /// Forgets the last game.
    pub(crate) fn clear(&mut self) {
        *self = Memory::default();
    }

    /// The answer to a position, if it is known; `repeated` says whether the
    /// rules make the opponent lose if it goes on repeating.
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

    /// Notes what was found; `from_memory` says that it is a mate known before.
    pub(crate) fn note<G>(&mut self, now: &G, decision: &Decision<M>, from_memory: bool)
    where
        G: Game<Move = M> + Clone,
    {
        self.mate = None;
        let Some(&first) = decision.turn.first() else { return };
        self.answers.push((now.key(), first));
        if !decision.proved && !from_memory {
            return;
        }
        let mut then = now.clone();
        let mut line = &decision.line[..];
        let mut played = 0;
        // The turn itself, and the opponent's.
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

/// How many moves at the beginning of a line are legal and of the side to move.
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

/// The same mate, seen so many moves later; `None` for what is no mate, or over by then.
fn later(score: Score, moves: usize) -> Option<Score> {
    let distance = score.mate_distance()?;
    let left = (distance.unsigned_abs() as usize).checked_sub(moves).filter(|&left| left > 0)?;
    Some(if distance > 0 { Score::mate_in(left) } else { Score::mated_in(left) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_xiangqi::Xiangqi;

    #[test]
    fn an_answer_is_recalled_where_the_opponent_must_change() {
        let mut game = Xiangqi::default();
        let mv = duiyi_game::legal_moves(&game)[3];
        let memory = Memory { answers: vec![(Game::key(&game), mv)], mate: None };
        assert_eq!(memory.recall(&game, true).map(|known| known.first()), Some(mv));
        assert!(memory.recall(&game, false).is_none(), "the position has not come back");
        game.make(mv);
        assert!(memory.recall(&game, true).is_none(), "another position");
    }
}
