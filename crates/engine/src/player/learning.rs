//! What a player learns from its own games: their results, in a file of its own.

use crate::player::{Decision, Request};
use duiyi_book::{BookMove, LearnFile, Policy, Results, Source, are_images, choose_turn};
use duiyi_game::{Game, GameMove, History, Notation, Score, Side, legal_moves};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::{borrow::Cow, sync::Arc};

/// The number of turns of a game, of both sides, whose moves are learned.
const LEARNED_TURNS: usize = 40;
/// The number of moves without a book or earlier results that are learned in a game.
const NEW_MOVES: usize = 4;
/// The score from which an unfinished game counts as won or lost, in the evaluator's units, about
/// hundredths of a pawn.
const DECIDED: i32 = 300;
/// The score that stands for 10 points won for each point lost, in the same units.
const TENFOLD: f64 = 400.0;
/// The number of games by which the score of a search is expressed; policies that explore count them as
/// at most ten.
const SEARCHED: u32 = 100;
/// The expected points of an untried move relative to the worst tried one, in hundredths: the search
/// preferred the others. One loss outweighs it.
const UNTRIED: u32 = 96;
/// The expected points of a move that was never searched, in thousandths.
const EVEN: u16 = 500;
/// The turns that may be taken back without beginning another game.
const TAKEN_BACK: usize = 2;

/// What to play by a book and the results learned so far.
pub(crate) enum Advice<M> {
    /// A turn.
    Play(Vec<M>),
    /// The result of a search without these first moves.
    Search(Vec<M>),
}

/// Learns from the games of a player.
pub(crate) trait Learner<G: Game>: Send {
    /// The advice for the position, which the player's own book may contain.
    fn advise(
        &self,
        book: Option<&dyn Source<G>>,
        request: &Request<'_, G>,
        policy: &Policy,
        random: &mut Xoshiro256PlusPlus,
    ) -> Advice<G::Move>;

    /// Records the player's turn. A turn of an unrelated game ends the previous one.
    ///
    /// # Errors
    /// If the file cannot be written.
    fn record(&mut self, game: &History<G>, decision: &Decision<G::Move>) -> Result<(), String>;

    /// Ends the game and writes its result. `last` is the game as far as it is known, which may have
    /// gone on after the player's last turn.
    ///
    /// # Errors
    /// If the file cannot be written.
    fn end(&mut self, last: Option<&History<G>>) -> Result<(), String>;
}

/// Opens the file of a learner.
pub(crate) type LearnerOpener<G> = Arc<dyn Fn(&str) -> Result<Box<dyn Learner<G>>, String> + Send + Sync>;

/// A function that opens a learner for the rules of a position.
pub(crate) fn learner_opener<G: Notation>(start: G) -> LearnerOpener<G> {
    Arc::new(move |path: &str| {
        let path = if path.is_empty() { default_file(G::NAME) } else { path.to_owned() };
        let file = LearnFile::open(path, &start).map_err(|error| error.to_string())?;
        let learner: Box<dyn Learner<G>> = Box::new(FileLearner { file, course: None });
        Ok(learner)
    })
}

/// The file in the current folder for a game, or for a book.
pub(crate) fn default_file(name: &str) -> String {
    format!("{name}.learn")
}

/// A turn of the player.
struct OwnTurn {
    /// The number of moves before it.
    at: usize,
    /// The score of the search; `None` for a book move.
    score: Option<Score>,
}

/// A game in progress.
struct Course<G: Game> {
    game: History<G>,
    own: Vec<OwnTurn>,
}

/// Learns into a file.
struct FileLearner<G: Notation> {
    file: LearnFile<G>,
    course: Option<Course<G>>,
}

impl<G: Notation> Learner<G> for FileLearner<G> {
    fn advise(
        &self,
        book: Option<&dyn Source<G>>,
        request: &Request<'_, G>,
        policy: &Policy,
        random: &mut Xoshiro256PlusPlus,
    ) -> Advice<G::Move> {
        let game = request.game;
        let nothing = Advice::Search(Vec::new());
        if !self.file.belongs_to(game.start()) {
            return nothing;
        }
        if let Some(book) = book {
            let both = Both { book, learned: self.file.book() };
            // A book that can no longer be read is treated as one without the position.
            if let Ok(Some(turn)) = choose_turn(&both, game, request.allowed, policy, random) {
                return Advice::Play(turn);
            }
        }
        if !G::ALTERNATES || game.moves().len() >= LEARNED_TURNS {
            return nothing;
        }
        let tried = self.file.book().moves(game.now()).unwrap_or_default();
        among_tried(game, request.allowed, tried, policy, random)
    }

    fn record(&mut self, game: &History<G>, decision: &Decision<G::Move>) -> Result<(), String> {
        let continued = self.course.as_ref().and_then(|course| course.follow(game));
        let ended = if continued.is_none() { self.end(None) } else { Ok(()) };
        let mut now = continued.unwrap_or_else(|| game.clone());
        let at = now.moves().len();
        let mut own = self.course.take().map_or_else(Vec::new, |course| course.own_in(&now));
        if now.play_turn(&decision.turn).is_ok() {
            own.push(OwnTurn { at, score: decision.score });
        }
        self.course = Some(Course { game: now, own });
        ended
    }

    fn end(&mut self, last: Option<&History<G>>) -> Result<(), String> {
        let Some(mut course) = self.course.take() else { return Ok(()) };
        if let Some(last) = last
            && course.shared(last) == Some(course.game.moves().len())
        {
            course.game = last.clone();
        }
        let Some(winner) = course.winner() else { return Ok(()) };
        if !self.file.belongs_to(course.game.start()) {
            return Ok(());
        }
        course.teach(&mut self.file, winner);
        self.file.count_game();
        self.file.save().map_err(|error| error.to_string())
    }
}

impl<G: Notation> Drop for FileLearner<G> {
    /// Writes the result of the last game; there is nobody left to report an error to.
    fn drop(&mut self) {
        let _ = self.end(None);
    }
}

impl<G: Notation> Course<G> {
    /// The number of first moves shared with another game; `None` if they start differently.
    fn shared(&self, other: &History<G>) -> Option<usize> {
        let (one, two) = (self.game.start(), other.start());
        let same = one.key() == two.key() && one.rules() == two.rules();
        let moves = self.game.moves().iter().zip(other.moves());
        same.then(|| moves.take_while(|(one, two)| one == two).count())
    }

    /// The game from its first position, if another game continues it.
    fn follow(&self, other: &History<G>) -> Option<History<G>> {
        if let Some(shared) = self.shared(other) {
            let beyond = self.game.movers().skip(shared).collect::<Vec<_>>();
            let turns = beyond.chunk_by(|one, two| one == two).count();
            // A game with another first move is a new one, even if the previous one was short.
            let same = turns <= TAKEN_BACK && (shared > 0 || self.game.moves().is_empty());
            return same.then(|| other.clone());
        }
        // UCCI sends the position after the last capture instead of the start.
        let (now, then) = (self.game.now(), other.start());
        let mut game = self.game.clone();
        if now.rules() != then.rules() {
            return None;
        }
        if now.key() != then.key() {
            let leads_there = |&mv: &G::Move| {
                let mut after = now.clone();
                after.make(mv);
                after.key() == then.key()
            };
            let mv = legal_moves(now).into_iter().find(leads_there)?;
            game.play(mv).ok()?;
        }
        other.turns().try_for_each(|turn| game.play_turn(turn)).ok()?;
        Some(game)
    }

    /// The player's turns that were played in another game from the same start.
    fn own_in(self, game: &History<G>) -> Vec<OwnTurn> {
        let shared = self.shared(game).unwrap_or(0);
        self.own.into_iter().filter(|turn| turn.at < shared).collect()
    }

    /// The winner, `Some(None)` for a draw: by the rules, otherwise by the last score of the player. `None`
    /// if the result is unknown.
    fn winner(&self) -> Option<Option<Side>> {
        if let Some(outcome) = self.game.outcome() {
            return Some(outcome.winner);
        }
        let last = self.own.iter().rfind(|turn| turn.score.is_some())?;
        let (score, mover) = (last.score?.get(), self.game.movers().nth(last.at)?);
        if score.abs() < DECIDED {
            return None;
        }
        Some(Some(if score > 0 { mover } else { !mover }))
    }

    /// Adds the result to the player's turns.
    fn teach(&self, file: &mut LearnFile<G>, winner: Option<Side>) {
        let mut now = self.game.start().clone();
        let (mut at, mut new) = (0, 0);
        for turn in self.game.turns().take(LEARNED_TURNS) {
            if let Some(own) = self.own.iter().find(|own| own.at == at) {
                if own.score.is_some() && file.book().moves(&now).is_ok_and(|moves| moves.is_empty()) {
                    new += 1;
                }
                if new > NEW_MOVES {
                    return;
                }
                file.add(&now, turn, Results::of(now.side_to_move(), winner), own.score.map(expected));
            }
            for &mv in turn {
                now.make(mv);
            }
            at += turn.len();
        }
    }
}

/// The expected points of a score, from 0 to 1.
fn expected(score: Score) -> f64 {
    1.0 / (1.0 + 10f64.powf(-f64::from(score.get()) / TENFOLD))
}

/// Chooses among the moves that were tried and a search for another one.
fn among_tried<G: Game + Clone>(
    game: &History<G>,
    allowed: &dyn Fn(&[G::Move]) -> bool,
    mut tried: Vec<BookMove<G::Move>>,
    policy: &Policy,
    random: &mut Xoshiro256PlusPlus,
) -> Advice<G::Move> {
    tried.retain(|known| allowed(&[known.mv]) && !comes_back(game, known.mv));
    tried.iter_mut().filter(|known| known.weight == 0).for_each(|known| known.weight = EVEN);
    let least = tried.iter().map(|known| known.weight).min().unwrap_or_default();
    let mut arms: Vec<BookMove<Option<G::Move>>> = tried.iter().map(|known| arm(Some(known.mv), known)).collect();
    // A book has one of the moves that symmetry makes equal; all of them have been tried.
    let was_tried = |mv| tried.iter().any(|known| are_images(game.now(), known.mv, mv));
    let (tried_moves, others): (Vec<_>, Vec<_>) = legal_moves(game.now()).into_iter().partition(|&mv| was_tried(mv));
    let untried = others.into_iter().any(|mv| allowed(&[mv]));
    if let Some(known) = tried.first().filter(|_| untried) {
        let weight = (u32::from(least) * UNTRIED / 100) as u16;
        let other = BookMove { weight, learned: Results::default(), ..*known };
        arms.push(arm(None, &other));
    }
    let chosen = policy.choose(&arms, random).and_then(|at| arms[at].mv);
    chosen.map_or_else(|| Advice::Search(if untried { tried_moves } else { Vec::new() }), |mv| Advice::Play(vec![mv]))
}

/// A move with the score of its search as games of a collection.
fn arm<M: GameMove>(mv: Option<M>, known: &BookMove<M>) -> BookMove<Option<M>> {
    let halves = (u32::from(known.weight) * 2 * SEARCHED + 500) / 1000;
    let (wins, draws) = (halves / 2, halves % 2);
    let results = Results { wins, draws, losses: SEARCHED - wins - draws };
    BookMove { mv, results, learned: known.learned, weight: known.weight, proof: known.proof }
}

/// Whether a move leads to a position that already occurred in the game.
fn comes_back<G: Game + Clone>(game: &History<G>, mv: G::Move) -> bool {
    let mut then = game.now().clone();
    then.make(mv);
    game.positions().any(|position| position.key() == then.key())
}

/// The moves of a book with the learned results.
struct Both<'a, G: Game> {
    book: &'a dyn Source<G>,
    learned: &'a dyn Source<G>,
}

impl<G: Game> Source<G> for Both<'_, G> {
    fn moves(&self, position: &G) -> Result<Vec<BookMove<G::Move>>, duiyi_book::BookError> {
        let mut moves = self.book.moves(position)?;
        if moves.is_empty() {
            return Ok(moves);
        }
        for known in self.learned.moves(position)? {
            if let Some(own) = moves.iter_mut().find(|own| own.mv == known.mv) {
                own.learned.add(known.learned);
            }
        }
        Ok(moves)
    }

    fn name(&self, position: &G) -> Result<Option<Cow<'_, str>>, duiyi_book::BookError> {
        self.book.name(position)
    }
}
