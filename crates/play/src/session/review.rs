//! A review of a game: the score after each turn.

use super::engine::shown;
use crate::{
    description::Description,
    message::{Decided, ReviewView, ReviewedPosition},
};
use duiyi_game::{Diagram, Game, Notation, Outcome, Score, Side};
use std::{sync::Arc, time::Duration};

/// A turn that lowers the expected result by at least this is marked, and a better line shown.
const MARKS: [(f32, &str); 3] = [(0.2, "blunder"), (0.1, "mistake"), (0.05, "inaccuracy")];

/// A turn that lowers the expected result by this counts half for the accuracy, by twice this a quarter.
const HALF: f32 = 0.1;

/// A review, under way or finished.
pub(super) struct Review<G: Game> {
    /// How long each position is searched.
    pub(super) time: Duration,
    /// The positions between the turns: the number of moves before each.
    plies: Vec<usize>,
    /// The side to move in each, 0 or 1.
    movers: Vec<usize>,
    judged: Vec<Arc<ReviewedPosition>>,
    /// The best turn in the position that was searched last.
    best: Option<Vec<G::Move>>,
}

impl<G: Game> Review<G> {
    /// A review of positions, each with the number of moves before it and the side to move.
    pub(super) fn new(time: Duration, positions: Vec<(usize, Side)>) -> Review<G> {
        let (plies, movers) = positions.into_iter().map(|(ply, side)| (ply, side.index())).unzip();
        Review { time, plies, movers, judged: Vec::new(), best: None }
    }

    /// The next position to search: the number of moves before it.
    pub(super) fn next(&self) -> Option<usize> {
        self.plies.get(self.judged.len()).copied()
    }

    /// Adds the next position: its score from the first side, and the best line from it.
    fn push(&mut self, score: i32, chance: f32, line: Vec<String>, first: Vec<[u8; 2]>, is_best: bool) {
        let index = self.judged.len();
        let Some(&ply) = self.plies.get(index) else { return };
        let before = index.checked_sub(1).map(|before| &self.judged[before]);
        let mover = index.checked_sub(1).map_or(0, |before| self.movers[before]);
        let lost =
            before.map_or(0.0, |before| if mover == 0 { before.chance - chance } else { chance - before.chance });
        // Scores of two searches may differ, but the best turn loses nothing.
        let loss = if is_best { 0.0 } else { lost.max(0.0) };
        let mark = MARKS.iter().find(|(least, _)| loss >= *least).map(|(_, name)| *name);
        let better = before.filter(|_| mark.is_some()).map_or_else(Vec::new, |before| before.line.clone());
        let mate = Score::new(score).mate_distance();
        self.judged.push(Arc::new(ReviewedPosition {
            ply,
            side: mover,
            score: shown(score),
            mate,
            chance,
            loss,
            mark,
            better,
            line,
            first,
        }));
    }

    /// Adds the next position, in which the game is over after `turn`.
    pub(super) fn add_end(&mut self, outcome: &Outcome, turn: &[G::Move]) {
        let score = match outcome.winner {
            None => 0,
            Some(Side::First) => Score::MATE.get(),
            Some(Side::Second) => -Score::MATE.get(),
        };
        let is_best = self.is_best(turn);
        self.push(score, (score.signum() as f32 + 1.0) / 2.0, Vec::new(), Vec::new(), is_best);
        self.best = None;
    }

    /// Whether a turn is the best one in the position searched last.
    fn is_best(&self, turn: &[G::Move]) -> bool {
        self.best.as_deref() == Some(turn)
    }

    /// The mean accuracy of the turns of a side, from 0 to 100.
    fn accuracy(&self, side: usize) -> Option<f32> {
        let turns = self.judged.iter().skip(1).filter(|judged| judged.side == side);
        let (count, sum) =
            turns.fold((0, 0.0), |(count, sum), judged| (count + 1, sum + 100.0 * 0.5_f32.powf(judged.loss / HALF)));
        (count > 0).then(|| sum / count as f32)
    }

    pub(super) fn view(&self) -> ReviewView {
        ReviewView {
            from: 0,
            judged: self.judged.clone(),
            positions: self.plies.len(),
            accuracy: [0, 1].map(|side| self.accuracy(side)),
        }
    }
}

impl<G: Notation + Diagram> Review<G> {
    /// Adds the result of a search of the next position, after `turn`.
    pub(super) fn add(
        &mut self,
        description: &Description<G>,
        now: &G,
        decided: Option<&Decided<G::Move>>,
        turn: &[G::Move],
    ) {
        let own = decided.and_then(|decided| decided.score).unwrap_or(0);
        let score = if now.side_to_move() == Side::First { own } else { -own };
        let line = decided.map_or(&[][..], |decided| &decided.line);
        let first = line.iter().take(1).flat_map(|&mv| now.squares(mv).map(|at| [at.column, at.row])).collect();
        let line = description.write_expected(now, line, Score::new(own));
        let is_best = self.is_best(turn);
        self.push(score, description.chance(score), line, first, is_best);
        self.best = decided.map(|decided| decided.turn.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_marks_and_accuracy_of_turns_are_computed() {
        let sides = [Side::First, Side::Second, Side::First, Side::Second, Side::First];
        let mut review = Review::<duiyi_connect6::Board>::new(Duration::ZERO, (0..5).zip(sides).collect());
        let mut push = |chance: f32, is_best| review.push(0, chance, vec![format!("{chance}")], Vec::new(), is_best);
        push(0.5, false);
        push(0.375, false);
        push(0.375, false);
        push(0.125, false);
        push(0.3, true);
        push(0.9, false);
        let seen: Vec<_> =
            review.judged.iter().map(|judged| (judged.side, judged.mark, judged.better.concat())).collect();
        let none = (1, None, String::new());
        let (mistake, blunder) = ((0, Some("mistake"), "0.5".into()), (0, Some("blunder"), "0.375".into()));
        assert_eq!(seen[1..], [mistake, none.clone(), blunder, none]);
        assert_eq!(seen.len(), 5, "the review has five positions");
        let view = review.view();
        assert!((view.accuracy[0].unwrap() - (42.04 + 17.68) / 2.0).abs() < 0.01, "{:?}", view.accuracy);
        assert_eq!((view.accuracy[1], review.next()), (Some(100.0), None));
    }
}
