//! What the searches of a game have settled for the moves to come: where the
//! 2006 time allocation paper answers at once (section 3.2.3, seed row T-14).
//!
//! Two things are worth remembering. A mate that was proved, for or against,
//! is known as long as the game follows its line. And a position that comes
//! back has been answered before: if the rules make the opponent lose by the
//! repetition unless he changes, the same answer will do.

use duiyi_search::{Game, GameMove, Score, SearchResult};

/// The line of a mate after its first two plies have been played.
#[derive(Clone, Debug)]
struct MateLine<M> {
    /// The position in which it goes on.
    key: u64,
    line: Vec<M>,
    score: Score,
}

/// An answer that needs no search.
#[derive(Clone, Debug)]
pub(crate) struct Known<M> {
    /// The line, the answer first; never empty.
    line: Vec<M>,
    /// The mate at its end; none where a repetition is answered.
    mate: Option<Score>,
}

impl<M: GameMove> Known<M> {
    /// The answer.
    pub(crate) fn answer(&self) -> M {
        self.line[0]
    }

    pub(crate) fn is_mate(&self) -> bool {
        self.mate.is_some()
    }

    /// Puts the line in the place of what a search without time has found, unless that proves a mate as good.
    pub(crate) fn complete(&self, outcome: &mut SearchResult<M>) {
        let Some(score) = self.mate else { return };
        if !is_proved(outcome) || outcome.score < score {
            outcome.best = self.line.first().copied();
            outcome.pv.clone_from(&self.line);
            outcome.score = score;
        }
    }
}

/// The memory of one game.
#[derive(Clone, Debug)]
pub(crate) struct Memory<M> {
    /// Positions that were searched and what was played in them, the latest last.
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
    /// rules make the opponent lose if he goes on repeating.
    pub(crate) fn recall<P: Game<Move = M>>(&self, position: &P, repeated: bool) -> Option<Known<M>> {
        let key = position.key();
        let mate = self.mate.as_ref().filter(|mate| mate.key == key);
        let known = match mate {
            Some(mate) => Known { line: mate.line.clone(), mate: Some(mate.score) },
            None => {
                let (_, mv) = self.answers.iter().rev().find(|(seen, _)| repeated && *seen == key)?;
                Known { line: vec![*mv], mate: None }
            }
        };
        position.is_legal(known.answer()).then_some(known)
    }

    /// Notes what a search has found, and, where it was not needed, what was known.
    pub(crate) fn note<P>(&mut self, position: &P, outcome: &SearchResult<M>, known: Option<&Known<M>>)
    where
        P: Game<Move = M> + Clone,
    {
        self.mate = None;
        let Some(best) = outcome.best else { return };
        self.answers.push((position.key(), best));
        let proved = is_proved(outcome) || known.is_some_and(|known| known.mate == Some(outcome.score));
        let Some(score) = two_plies_later(outcome.score).filter(|_| proved) else { return };
        let [first, second, line @ ..] = &outcome.pv[..] else { return };
        let mut then = position.clone();
        for &mv in [first, second] {
            if !then.is_legal(mv) {
                return;
            }
            then.make(mv);
        }
        if !line.is_empty() {
            self.mate = Some(MateLine { key: then.key(), line: line.to_vec(), score });
        }
    }
}

/// Whether a search has looked far enough to be sure of the mate that it reports.
fn is_proved<M>(outcome: &SearchResult<M>) -> bool {
    outcome.score.mate_distance().is_some_and(|plies| plies.unsigned_abs() <= outcome.depth)
}

/// The same mate, seen two plies later; `None` for what is no mate, or over by then.
fn two_plies_later(score: Score) -> Option<Score> {
    let distance = score.mate_distance()?;
    let left = distance.unsigned_abs().checked_sub(2).filter(|&left| left > 0)? as usize;
    Some(if distance > 0 { Score::mate_in(left) } else { Score::mated_in(left) })
}
