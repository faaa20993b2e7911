//! Games from a book, which learns from each: the learner begins with what the book chooses, the
//! opponent with openings by chance, and both think for themselves from there.

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
use duiyi_game::{History, Notation, Reason, Side};
use duiyi_player::Request;
use duiyi_search::{LimitControl, Limits, StopHandle};
use indicatif::ProgressBar;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use std::{path::PathBuf, sync::Arc};

/// What is played, and how.
#[derive(Debug, Args)]
pub(crate) struct TrainArgs {
    /// The book, of ours; it is made if it is not there, and replaced by what it has learnt.
    book: PathBuf,
    /// Games to learn from.
    #[arg(long, default_value_t = 500)]
    games: u64,
    /// Games before and after, from which nothing is learnt: by chance among the openings, and by
    /// what the book has learnt.
    #[arg(long, default_value_t = 100)]
    test: u64,
    /// How a line is chosen while learning: thompson or ucb explore.
    #[arg(long, default_value_t = Policy::Thompson)]
    policy: Policy,
    /// Turns of a game that the book plays: 3 for the openings of Connect6 and the answer to them.
    #[arg(long, default_value_t = 3)]
    turns: usize,
    /// Turns that are tried in a position, from the best that the learner finds on.
    #[arg(long, default_value_t = 4)]
    candidates: usize,
    /// The learner, described as in matches.
    #[arg(long, default_value = "nodes=500")]
    learner: String,
    /// The opponent: words of the same kind, or another program by `cmd=`, with `tc=` or else to the same depth.
    #[arg(long, default_value = "nodes=500")]
    opponent: String,
    /// Depth of the searches, in plies.
    #[arg(long, default_value_t = 6)]
    depth: u32,
    /// Turns after which a game is a draw.
    #[arg(long, default_value_t = 100)]
    most: u32,
    /// Seed of everything.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Rule set.
    #[arg(long, default_value = "")]
    rules: String,
}

/// Where the games are played.
struct Training<'a, G: Notation> {
    args: &'a TrainArgs,
    game: LabGame<G>,
    /// By the side that the learner has.
    rooms: [Room<G>; 2],
    learner: PlayerSpec,
    opponent: Opponent<G>,
    draft: Draft<G>,
    random: Xoshiro256PlusPlus,
    bar: ProgressBar,
}

/// Who plays against the learner.
enum Opponent<G: Notation> {
    /// A player of this program, in each game with another seed.
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

/// Trains, and says how the learner scored.
///
/// # Errors
/// If a file can't be read or written, or a game not be played.
pub(crate) fn run<G: Notation>(game: &LabGame<G>, args: &TrainArgs, line: &str) -> Result<(), Reason> {
    let game = game.by(&args.rules)?;
    let rules = game.start().clone();
    let mut draft = if args.book.exists() { Draft::of(&open_whole(&args.book, &rules)?)? } else { Draft::new(&rules) };
    for line in (game.kit().known_openings().roots)(&rules) {
        plant(&mut draft, &game, &line);
    }
    let learner = read_player(&game, &args.learner)?;
    let opponent = Opponent::read(&args.opponent, &game)?;
    let control = match &opponent {
        Opponent::Program(Entrant { control: Some(control), .. }, _) => control.clone(),
        _ => TimeControl::Depth(args.depth),
    };
    let room = |learner: Side| -> Result<Room<G>, Reason> {
        let room = Room::new(&game, TimeControl::Depth(args.depth), args.most)?;
        Ok(room.with_control(!learner, control.clone()))
    };
    let rooms = [room(Side::First)?, room(Side::Second)?];
    let random = Xoshiro256PlusPlus::seed_from_u64(args.seed);
    let bar = progress_bar();
    bar.set_length(args.games + 2 * args.test);
    let mut training = Training { args, game, rooms, learner, opponent, draft, random, bar };
    say::result(format_args!("# {line}"))?;
    let chance = training.block(0, args.test, Policy::Weight, false)?;
    let say = |bar: &ProgressBar, text: String| bar.suspend(|| say::result(text));
    say(&training.bar, format!("by chance: {}", shown(&chance)))?;
    for begin in (0..args.games).step_by(50) {
        let end = args.games.min(begin + 50);
        let block = training.block(args.test + begin, end - begin, args.policy, true)?;
        training.draft.save(&args.book)?;
        say(&training.bar, format!("games {:>5} to {end:>5}: {}", begin + 1, shown(&block)))?;
    }
    let learnt = training.block(0, args.test, Policy::Score { z: 1.0 }, false)?;
    training.bar.finish_and_clear();
    say::result(format_args!("by what was learnt: {}", shown(&learnt)))
}

/// Puts an opening into the book, equal to the others; what was learnt of it stays.
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
    /// Plays games with the sides exchanged in turn; the scores of the learner.
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

    /// The first turns: the learner's by the policy, the opponent's by chance.
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

    /// Adds what the learner likes best of what is not in the book, until there is enough to try.
    fn widen(&mut self, game: &History<G>) -> Result<(), Reason> {
        let known = self.draft.moves(game.now())?;
        if known.len() >= self.args.candidates {
            return Ok(());
        }
        let mut player = self.game.player(&self.learner)?;
        let mut control = LimitControl::new(Limits::depth(self.args.depth), StopHandle::new());
        let allowed = |mv| known.iter().all(|found| found.mv != mv);
        let mut request = Request { game, allowed: &allowed, control: &mut control, observer: &mut () };
        if let Some(decision) = player.decide(&mut request) {
            self.draft.turn(game.now(), &decision.turn, |entry| entry.weight = entry.weight.max(1));
        }
        Ok(())
    }

    /// The result for the first side. A program that fails has lost, and is started again for the next game.
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
