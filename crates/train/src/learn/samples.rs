//! Converts games to training samples.

use crate::learn::{
    LearnError, Learnable,
    inputs::Inputs,
    picture::{EMPTY, Reader},
    survey::Survey,
};
use crate::network::{Sample, Samples, games::ScoredGame};
use duiyi_game::{Game, GameMove, Side, hash::mix64};

/// One game in this number is held out, on average.
const HELD_OUT: u64 = 16;
/// The maximum number of images of a position under the symmetries that become samples.
const IMAGES: usize = 2;

/// The samples of games.
pub(crate) struct Collected {
    pub(crate) training: Samples,
    pub(crate) held_out: Samples,
}

/// Makes samples of a surveyed game.
pub(crate) struct Sampler<'a> {
    survey: &'a Survey,
    inputs: &'a Inputs,
    reader: Reader,
    /// The image of each square under each symmetry.
    images: Vec<Vec<u16>>,
    /// Scores beyond this are clipped to it.
    limit: i32,
}

impl<'a> Sampler<'a> {
    pub(crate) fn new(survey: &'a Survey, inputs: &'a Inputs, limit: i32) -> Sampler<'a> {
        let images = survey.symmetries.iter().map(|symmetry| symmetry.table(survey.size())).collect();
        Sampler { survey, inputs, reader: Reader::new(survey), images, limit }
    }

    /// The samples of the games of several iterations.
    pub(crate) fn collect<'g, G: Learnable>(
        &self,
        start: &G,
        iterations: impl Iterator<Item = &'g Vec<ScoredGame<G>>>,
    ) -> Result<Collected, LearnError> {
        let empty = || Samples::new(self.inputs.count(), self.survey.buckets());
        let mut collected = Collected { training: empty(), held_out: empty() };
        for games in iterations {
            for (game, is_held_out) in games.iter().zip(held_out(games)) {
                let set = if is_held_out { &mut collected.held_out } else { &mut collected.training };
                self.add_game(start, game, set)?;
            }
        }
        Ok(collected)
    }

    /// Adds the positions of a game; if the search has a quiescence search, which evaluates quiet positions
    /// only, without those in which a piece was taken off the board.
    fn add_game<G: Learnable>(&self, start: &G, played: &ScoredGame<G>, set: &mut Samples) -> Result<(), LearnError> {
        let mut game = start.clone();
        let mut board = vec![EMPTY; self.reader.squares()];
        let mut after = board.clone();
        self.reader.read(&game, &mut board);
        for &(mv, score) in &played.plies {
            if !game.is_legal(mv) {
                return Err(LearnError::State(format!("{} is not a legal move", mv.to_bits())));
            }
            let mover = game.side_to_move();
            let facts = [mover, !mover].map(|view| {
                let mut facts = Vec::new();
                game.extra_inputs(view, &mut |fact| facts.push(self.inputs.extra(fact)));
                facts
            });
            let key = game.key();
            game.make(mv);
            self.reader.read(&game, &mut after);
            let pieces = |board: &[u8]| board.iter().filter(|&&code| code != EMPTY).count();
            if let Some(score) = score.filter(|_| G::NOISY.is_none() || pieces(&after) >= pieces(&board)) {
                let score = score.clamp(-self.limit, self.limit) as i16;
                let result = played.winner.map_or(0.5, |winner| f32::from(u8::from(winner == mover)));
                let bucket = self.survey.bucket(pieces(&board)) as u8;
                self.add(&board, mover, (key, &facts), (score, result, bucket), set)?;
            }
            std::mem::swap(&mut board, &mut after);
        }
        Ok(())
    }

    /// Adds a position under some of the symmetries, which its key selects.
    fn add(
        &self,
        board: &[u8],
        mover: Side,
        (key, facts): (u64, &[Vec<u16>; 2]),
        (score, result, bucket): (i16, f32, u8),
        set: &mut Samples,
    ) -> Result<(), LearnError> {
        let count = self.images.len().min(IMAGES);
        let first = mix64(key) as usize % self.images.len();
        let mut image = vec![EMPTY; board.len()];
        for number in 0..count {
            let squares = &self.images[(first + number) % self.images.len()];
            squares.iter().zip(board).for_each(|(&to, &code)| image[usize::from(to)] = code);
            let [own, other] = [(mover, 0), (!mover, 1)].map(|(view, index)| {
                let mut inputs = facts[index].clone();
                self.inputs.of_board(&image, view, &mut inputs);
                inputs
            });
            set.push(Sample { own: &own, other: &other, bucket, score, result })?;
        }
        Ok(())
    }
}

/// Which games of an iteration are held out. That follows from their moves: a network must not be trained on a game
/// that was held out for the one before, when the window has moved, or on a copy of it. At least one game with
/// scores is held out and one is not.
fn held_out<G: Game>(games: &[ScoredGame<G>]) -> Vec<bool> {
    let digest =
        |game: &ScoredGame<G>| game.plies.iter().fold(0, |digest, ply| mix64(digest ^ u64::from(ply.0.to_bits())));
    let digests: Vec<u64> = games.iter().map(digest).collect();
    let mut held_out: Vec<bool> = digests.iter().map(|digest| digest % HELD_OUT == 0).collect();
    let scored = |&index: &usize| games[index].plies.iter().any(|ply| ply.1.is_some());
    let scored: Vec<usize> = (0..games.len()).filter(scored).collect();
    for wanted in [true, false] {
        let least = scored.iter().copied().min_by_key(|&index| digests[index]);
        if let Some(index) = least.filter(|_| scored.len() > 1 && scored.iter().all(|&index| held_out[index] != wanted))
        {
            held_out[index] = wanted;
        }
    }
    held_out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::{Kind, Patterns, Transform};
    use duiyi_game::nim::Nim;

    /// Nine squares in a row, seen alike by both sides.
    fn survey(kinds: Vec<Kind>, neutral: Vec<char>) -> Survey {
        Survey {
            game: "nim".to_owned(),
            rules: String::new(),
            columns: 9,
            rows: 1,
            kinds,
            neutral,
            extra: 0,
            view: Transform::IDENTITY,
            symmetries: vec![Transform::IDENTITY],
            pieces: (0, 9),
            length: 6,
            moves: 2,
        }
    }

    #[test]
    fn each_side_sees_its_own_pieces_and_those_of_the_other() {
        let survey = survey(vec![Kind { first: Some('x'), second: Some('o') }], Vec::new());
        let inputs = Inputs::new(&survey, Patterns::None).unwrap();
        let sampler = Sampler::new(&survey, &inputs, 20);
        let board = [1, 0, 0, 0, 2, 0, 0, 2, 0];
        let mut set = Samples::new(inputs.count(), survey.buckets());
        for mover in Side::BOTH {
            sampler.add(&board, mover, (7, &[Vec::new(), Vec::new()]), (0, 0.5, 0), &mut set).unwrap();
        }
        let [first, second] = [0, 1].map(|at| set.get(at));
        assert_eq!([first.own, first.other], [&[0, 13, 16], &[9, 4, 7]], "the other side's pieces follow the own");
        assert_eq!([second.own, second.other], [first.other, first.own]);
    }

    fn played(moves: impl IntoIterator<Item = u8>, score: Option<i32>) -> ScoredGame<Nim> {
        let plies = moves.into_iter().map(|mv| (mv, score)).collect();
        ScoredGame { start: Nim::new(30), winner: None, ruled: false, plies }
    }

    /// The number of games of an iteration is not a multiple of sixteen, and the window has four iterations.
    #[test]
    fn held_out_games_stay_held_out_when_the_window_moves() {
        let iterations: Vec<Vec<ScoredGame<Nim>>> =
            (0..12).map(|iteration| (0..250).map(|number| played([iteration, number, 7], Some(0))).collect()).collect();
        let (mut training, mut out) = (std::collections::HashSet::new(), std::collections::HashSet::new());
        for window in iterations.windows(4) {
            for games in window {
                for (game, is_held_out) in games.iter().zip(held_out(games)) {
                    let set = if is_held_out { &mut out } else { &mut training };
                    set.insert(game.plies.iter().map(|ply| ply.0).collect::<Vec<_>>());
                }
            }
        }
        assert!(training.is_disjoint(&out));
        assert!((120..260).contains(&out.len()), "{} of 3000 games", out.len());
    }

    #[test]
    fn each_iteration_has_games_of_both_kinds() {
        for seed in 0..200 {
            let scored = |number| played([seed, number], Some(0));
            let games = [vec![played([seed, 9], None)], (0..2 + seed % 5).map(scored).collect()].concat();
            let found = held_out(&games);
            assert!(found[1..].contains(&true) && found[1..].contains(&false), "{found:?}");
        }
        assert_eq!(held_out::<Nim>(&[]), [false; 0]);
    }
}
