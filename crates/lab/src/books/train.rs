//! Trains a book with games: the learner starts with moves from the book, the opponent with random
//! moves, and both search after that. The book is updated after each game.

use super::{build::winner, open_whole};
use crate::{
    games::{LabGame, PlayerSpec},
    matches::spec::{Described, read_either, read_player},
    progress::progress_bar,
    say,
    tune::selfplay::Room,
};
use clap::Args;
use duiyi_arena::{Contestant, Entrant, Opening, TimeControl, Watchdog};
use duiyi_book::{Draft, Policy, Source, choose_turn};
use duiyi_engine::Request;
use duiyi_game::{History, Notation, Reason, Side};
use duiyi_search::{LimitControl, Limits, StopHandle};
use indicatif::ProgressBar;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use std::{path::PathBuf, sync::Arc};

/// Options of the training.
#[derive(Debug, Args)]
pub(crate) struct TrainArgs {
    /// Book in our format; it is created if it does not exist, otherwise replaced by the updated book.
    pub(super) book: PathBuf,
    /// Number of training games.
    #[arg(long, default_value_t = 500)]
    games: u64,
    /// Number of test games before the training (with random openings) and after it (with the trained book); the book
    /// does not learn from them.
    #[arg(long, default_value_t = 100)]
    test: u64,
    /// How to choose moves during the training; thompson and ucb explore.
    #[arg(long, default_value_t = Policy::Thompson)]
    policy: Policy,
    /// Number of turns of a game to take from the book: 3 covers the openings of Connect6 and their answer.
    #[arg(long, default_value_t = 3)]
    turns: usize,
    /// Number of turns to try in a position, best first by the learner's search.
    #[arg(long, default_value_t = 4)]
    candidates: usize,
    /// The learner, described as in matches.
    #[arg(long, default_value = "nodes=500")]
    learner: String,
    /// The opponent: words as for the learner, or another program with `cmd=`, at `tc=` or the same depth.
    #[arg(long, default_value = "nodes=500")]
    opponent: String,
    /// Depth of the searches, in plies.
    #[arg(long, default_value_t = 6)]
    depth: u32,
    /// A game is drawn after this number of turns.
    #[arg(long, default_value_t = 100)]
    max: u32,
    /// Seed of the training.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Rule set.
    #[arg(long, default_value = "", hide_default_value = true)]
    rules: String,
}

/// The state of a training.
struct Training<'a, G: Notation> {
    args: &'a TrainArgs,
    game: LabGame<G>,
    /// By the learner's side.
    rooms: [Room<G>; 2],
    learner: PlayerSpec,
    opponent: Opponent<G>,
    draft: Draft<G>,
    random: Xoshiro256PlusPlus,
    bar: ProgressBar,
}

/// The opponent of the learner.
enum Opponent<G: Notation> {
    /// A built-in player, with another seed in each game.
    Own(Box<PlayerSpec>),
    /// A program, and its process once it is started.
    Program(Entrant<G>, Option<Box<dyn Contestant<G>>>),
}

impl<G: Notation> Opponent<G> {
    fn read(text: &str, game: &LabGame<G>) -> Result<Opponent<G>, Reason> {
        Ok(match read_either(game, text)? {
            Described::Own(player) => Opponent::Own(player),
            Described::Program(program) => Opponent::Program(program.entrant(game, &Arc::new(Watchdog::new()))?, None),
        })
    }
}

/// Runs the training and prints the scores of the learner.
///
/// # Errors
/// If a file can't be read or written, or a game can't be played.
pub(crate) fn run<G: Notation>(game: &LabGame<G>, args: &TrainArgs, line: &str) -> Result<(), Reason> {
    let game = game.by(&args.rules)?;
    let rules = game.start().clone();
    let mut draft = if args.book.exists() { Draft::of(&open_whole(&args.book, &rules)?)? } else { Draft::new(&rules) };
    for line in (game.kit().openings.roots)(&rules) {
        plant(&mut draft, &game, &line);
    }
    let learner = read_player(&game, &args.learner)?;
    let opponent = Opponent::read(&args.opponent, &game)?;
    let control = match &opponent {
        Opponent::Program(Entrant { control: Some(control), .. }, _) => control.clone(),
        _ => TimeControl::Depth(args.depth),
    };
    let room = |learner: Side| -> Result<Room<G>, Reason> {
        let room = Room::new(&game, TimeControl::Depth(args.depth), args.max)?;
        Ok(room.with_control(!learner, control.clone()))
    };
    let rooms = [room(Side::First)?, room(Side::Second)?];
    let random = Xoshiro256PlusPlus::seed_from_u64(args.seed);
    let bar = progress_bar();
    bar.set_length(args.games + 2 * args.test);
    let mut training = Training { args, game, rooms, learner, opponent, draft, random, bar };
    say::result(format_args!("# {line}"))?;
    let untrained = training.block(0, args.test, Policy::Weight, false)?;
    let say = |bar: &ProgressBar, text: String| bar.suspend(|| say::result(text));
    say(&training.bar, format!("random openings: {}", shown(&untrained)))?;
    for begin in (0..args.games).step_by(50) {
        let end = args.games.min(begin + 50);
        let block = training.block(args.test + begin, end - begin, args.policy, true)?;
        training.draft.save(&args.book)?;
        say(&training.bar, format!("games {:>5} to {end:>5}: {}", begin + 1, shown(&block)))?;
    }
    let learnt = training.block(0, args.test, Policy::Score { z: 1.0 }, false)?;
    training.bar.finish_and_clear();
    say::result(format_args!("trained book: {}", shown(&learnt)))
}

/// Adds an opening to the book with the same statistics as the others; learnt results are kept.
fn plant<G: Notation>(draft: &mut Draft<G>, game: &LabGame<G>, line: &History<G>) {
    let mut now = line.start().clone();
    for turn in line.turns() {
        draft.turn(&now, turn, |entry| entry.weight = entry.weight.max(1));
        turn.iter().for_each(|&mv| {
            now.make(mv);
        });
    }
    for (_, name) in game.opening_names(line) {
        draft.set_name(&now, &name, 0);
    }
}

/// Scores, their mean and its standard error.
fn shown(scores: &[f64]) -> String {
    let games = scores.len().max(1) as f64;
    let mean = scores.iter().sum::<f64>() / games;
    let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / games;
    format!("{:.1} ± {:.1} % of {}", 100.0 * mean, 100.0 * (variance / games).sqrt(), scores.len())
}

impl<G: Notation> Training<'_, G> {
    /// Plays games, swapping sides after each; returns the scores of the learner.
    fn block(&mut self, first: u64, games: u64, policy: Policy, learns: bool) -> Result<Vec<f64>, Reason> {
        let mut scores = Vec::new();
        for number in first..first + games {
            let side = Side::BOTH[(number % 2) as usize];
            let line = self.line(side, &policy, learns)?;
            let first = self.play(&line, side, number)?;
            let score = if side == Side::First { first } else { 1.0 - first };
            if learns {
                self.draft.learn(&line, winner(first as f32), &[side], self.args.turns);
            }
            scores.push(score);
            self.bar.inc(1);
        }
        Ok(scores)
    }

    /// The first turns: the learner's by the policy, the opponent's at random.
    fn line(&mut self, side: Side, policy: &Policy, learns: bool) -> Result<History<G>, Reason> {
        let mut game = History::new(self.game.start().clone());
        for _ in 0..self.args.turns {
            let own = game.now().side_to_move() == side;
            if own && learns {
                self.widen(&game)?;
            }
            let policy = if own { policy } else { &Policy::Weight };
            let turn = choose_turn(&self.draft, &game, &|_| true, policy, &mut self.random)?;
            let Some(turn) = turn else { break };
            game.play_turn(&turn)?;
            if game.outcome().is_some() {
                game.undo_turn();
                break;
            }
        }
        Ok(game)
    }

    /// Adds the learner's best turns outside the book until there are enough to try.
    fn widen(&mut self, game: &History<G>) -> Result<(), Reason> {
        let known = self.draft.moves(game.now())?;
        if known.len() >= self.args.candidates {
            return Ok(());
        }
        let mut player = self.game.player(&self.learner)?;
        let mut control = LimitControl::new(Limits::depth(self.args.depth), StopHandle::new());
        let allowed = |turn: &[G::Move]| turn.iter().any(|&mv| known.iter().all(|found| found.mv != mv));
        let mut request = Request { game, allowed: &allowed, control: &mut control, observer: &mut () };
        if let Some(decision) = player.decide(&mut request) {
            self.draft.turn(game.now(), &decision.turn, |entry| entry.weight = entry.weight.max(1));
        }
        Ok(())
    }

    /// The result for the first side. A program that fails loses and is restarted for the next game.
    fn play(&mut self, line: &History<G>, side: Side, number: u64) -> Result<f64, Reason> {
        let room = &self.rooms[side.index()];
        let opening = Opening { id: String::new(), position: line.write() };
        let seat = |spec: &PlayerSpec| room.seat(&PlayerSpec { seed: spec.seed + number, ..spec.clone() });
        let mut learner = seat(&self.learner)?;
        let mut opponent = match &mut self.opponent {
            Opponent::Own(spec) => Box::new(seat(spec)?),
            Opponent::Program(entrant, running) => match running.take() {
                Some(opponent) => opponent,
                None => entrant.open()?,
            },
        };
        let mut players: [&mut dyn Contestant<G>; 2] = [&mut learner, &mut *opponent];
        if side == Side::Second {
            players.reverse();
        }
        let finished = room.play_any(players, &opening)?;
        match (&finished.forfeit, &mut self.opponent) {
            (Some((loser, fault)), Opponent::Program(..)) if *loser != side => {
                say::news(format_args!("game {}: the opponent fails: {fault}", number + 1));
            }
            (Some((loser, fault)), _) => return Err(format!("{} forfeits: {fault}", G::SIDES[loser.index()]).into()),
            (None, Opponent::Program(_, running)) => *running = Some(opponent),
            (None, Opponent::Own(_)) => {}
        }
        Ok(finished.result.half_points(Side::First) as f64 / 2.0)
    }
}
