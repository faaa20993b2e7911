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

/// The least weight of a turn for the accuracy.
const LEAST_WEIGHT: f32 = 0.01;

/// What a search found in a position of the game.
#[derive(Default)]
struct Found {
    /// The score from the first side.
    score: i32,
    /// The expected result of the first side.
    chance: f32,
    /// The best line, in each notation.
    line: Vec<String>,
    /// The squares of its first move.
    first: Vec<[u8; 2]>,
    /// Whether the turn before is the best one.
    is_best: bool,
    /// Whether that turn is one of the book.
    book: bool,
    over: bool,
}

/// What a turn with a mark missed in the position before it: a sentence in English and in Chinese.
fn note(before: &ReviewedPosition, mover: usize, mark: &str, loss: f32) -> Option<[String; 2]> {
    let first = |line: Option<&String>| line.and_then(|line| line.split(' ').next()).map(str::to_owned);
    // The first notation is Chinese, the second one Western, if the game has several.
    let (own, chinese) = (first(before.line.get(1).or(before.line.last()))?, first(before.line.first())?);
    let name = match mark {
        "blunder" => ["Blunder", "败着"],
        "mistake" => ["Mistake", "错着"],
        _ => ["Inaccuracy", "缓着"],
    };
    let percent = (100.0 * loss).round();
    let wins_in = before.mate.filter(|&mate| (mate > 0) == (mover == 0)).map(|mate| mate.unsigned_abs().div_ceil(2));
    Some(match wins_in {
        Some(moves) => [
            format!("{}: missed {own}, which wins in {moves}.", name[0]),
            format!("{}：错过 {chinese}，{moves} 步取胜。", name[1]),
        ],
        None => [
            format!("{} (−{percent} %): {own} was better.", name[0]),
            format!("{}（−{percent} %）：{chinese} 更好。", name[1]),
        ],
    })
}

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

    /// Adds the next position.
    fn push(&mut self, found: Found) {
        let index = self.judged.len();
        let Some(&ply) = self.plies.get(index) else { return };
        let Found { score, chance, line, first, is_best, book, over } = found;
        let before = index.checked_sub(1).map(|before| &self.judged[before]);
        let mover = index.checked_sub(1).map_or(0, |before| self.movers[before]);
        let lost =
            before.map_or(0.0, |before| if mover == 0 { before.chance - chance } else { chance - before.chance });
        // Scores of two searches may differ, but the best turn loses nothing, and turns of the book are known.
        let loss = if is_best || book { 0.0 } else { lost.max(0.0) };
        let mark = MARKS.iter().find(|(least, _)| loss >= *least);
        let marked = before.zip(mark);
        let note = marked.and_then(|(before, &(_, name))| note(before, mover, name, loss));
        self.judged.push(Arc::new(ReviewedPosition {
            ply,
            side: mover,
            score: shown(score),
            mate: Score::new(score).mate_distance(),
            chance,
            loss,
            book,
            over,
            mark: mark.map(|(_, name)| *name),
            better: marked.map_or_else(Vec::new, |(before, _)| before.line.clone()),
            note,
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
        let chance = (score.signum() as f32 + 1.0) / 2.0;
        self.push(Found { score, chance, is_best, over: true, ..Found::default() });
        self.best = None;
    }

    /// Whether a turn is the best one in the position searched last.
    fn is_best(&self, turn: &[G::Move]) -> bool {
        self.best.as_deref() == Some(turn)
    }

    /// The positions after marked turns: the number of moves before each, the glyph of the mark in PGN, and the note.
    pub(super) fn notes(&self) -> impl Iterator<Item = (usize, u8, &[String; 2])> {
        let glyph = |mark| match mark {
            "blunder" => 4,
            "mistake" => 2,
            _ => 6,
        };
        self.judged.iter().filter_map(move |judged| Some((judged.ply, glyph(judged.mark?), judged.note.as_ref()?)))
    }

    /// The mean accuracy of the turns of a side outside the book, from 0 to 100, each weighted with the expected result
    /// that it could have lost: the turns of a lost position matter little.
    fn accuracy(&self, side: usize) -> Option<f32> {
        let pairs = self.judged.windows(2).filter(|pair| pair[1].side == side && !pair[1].book);
        let (weights, sum) = pairs.fold((0.0, 0.0), |(weights, sum), pair| {
            let chance = if side == 0 { pair[0].chance } else { 1.0 - pair[0].chance };
            let weight = chance.max(LEAST_WEIGHT);
            (weights + weight, sum + weight * 100.0 * 0.5_f32.powf(pair[1].loss / HALF))
        });
        (weights > 0.0).then(|| sum / weights)
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
    /// Adds the result of a search of the next position, after a turn that may be one of the opening book.
    pub(super) fn add(
        &mut self,
        description: &Description<G>,
        now: &G,
        decided: Option<&Decided<G::Move>>,
        (turn, book): (&[G::Move], bool),
    ) {
        let own = decided.and_then(|decided| decided.score).unwrap_or(0);
        let score = if now.side_to_move() == Side::First { own } else { -own };
        let line = decided.map_or(&[][..], |decided| &decided.line);
        let first = line.iter().take(1).flat_map(|&mv| now.squares(mv).map(|at| [at.column, at.row])).collect();
        let line = description.write_expected(now, line, Score::new(own));
        let (is_best, chance) = (self.is_best(turn), description.chance(score));
        self.push(Found { score, chance, line, first, is_best, book, over: false });
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
        let mut push = |chance: f32, is_best| {
            review.push(Found { chance, line: vec![format!("{chance}")], is_best, ..Found::default() });
        };
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
        assert!(
            (view.accuracy[0].unwrap() - (42.04 * 0.5 + 17.68 * 0.375) / 0.875).abs() < 0.01,
            "{:?}",
            view.accuracy
        );
        assert_eq!((view.accuracy[1], review.next()), (Some(100.0), None));
    }
}
