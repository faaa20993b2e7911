//! Games between built-in players for tuning, and Connect6 games written as training data.

use super::thinking::Thinking;
use crate::{
    files::{COMMAND, Growing},
    games::{EvaluationSpec, LabGame, PlayerSpec, connect6},
    progress::spinner,
    shards::{Layout, Plan, ShardArgs},
};
use clap::Args;
use duiyi_arena::{Adjudication, Conditions, Contestant, Finished, Opening, ResignRule, Setup, TimeControl, play_game};
use duiyi_engine::{Player, Seat};
use duiyi_game::{Notation, Reason, Side};
use std::{fs::OpenOptions, path::PathBuf, sync::atomic::AtomicBool, time::Duration};

/// A player in its seat.
pub(crate) type Seated<G> = Seat<G>;

/// A place where games with the same rules and time control are played.
pub(crate) struct Room<G: Notation> {
    game: LabGame<G>,
    conditions: Conditions<G>,
}

impl<G: Notation> Room<G> {
    /// Games by a rule set; they are drawn after `max_turns` turns.
    pub(crate) fn new(game: &LabGame<G>, control: TimeControl, max_turns: u32) -> Result<Room<G>, Reason> {
        let conditions = Conditions {
            number: 0,
            known: None,
            controls: [control.clone(), control],
            clock: game.clock_rules(Duration::ZERO),
            adjudication: Adjudication { max_plies: Some(max_turns), ..Adjudication::default() },
        };
        Ok(Room { game: game.clone(), conditions })
    }

    /// The same room with resignations.
    pub(crate) fn with_resignation(mut self, rule: ResignRule) -> Room<G> {
        self.conditions.adjudication.resign = Some(rule);
        self
    }

    /// The same room with another time control for one side, which that side may exceed by ten seconds.
    pub(crate) fn with_control(mut self, side: Side, control: TimeControl) -> Room<G> {
        self.conditions.controls[side.index()] = control;
        self.conditions.clock.margin = Duration::from_secs(10);
        self
    }

    /// Seats a player.
    pub(crate) fn seat(&self, player: &PlayerSpec) -> Result<Seated<G>, Reason> {
        Ok(Seat::new(self.game.player(player)?))
    }

    /// Seats an existing player.
    pub(crate) fn sit(&self, player: Box<dyn Player<G>>) -> Seated<G> {
        Seat::new(player)
    }

    /// A random opening.
    pub(crate) fn opening(&self, seed: u64, turns: u32) -> Result<Opening, Reason> {
        self.game.random_opening(seed, turns)
    }

    /// Plays a game.
    pub(crate) fn play(
        &self,
        first: &mut Seated<G>,
        second: &mut Seated<G>,
        opening: &Opening,
    ) -> Result<Finished, Reason> {
        let finished = self.play_any([first, second], opening)?;
        match &finished.forfeit {
            Some((side, fault)) => Err(format!("{} forfeits: {fault}", G::SIDES[side.index()]).into()),
            None => Ok(finished),
        }
    }

    /// Plays a game between any contestants; it may end by a forfeit.
    pub(crate) fn play_any(&self, players: [&mut dyn Contestant<G>; 2], opening: &Opening) -> Result<Finished, Reason> {
        let setup = Setup::new(self.game.start(), opening)?;
        let finished = play_game(setup, players, &self.conditions, &AtomicBool::new(false));
        Ok(finished.ok_or("a game was broken off")?)
    }

    /// The result for the first side: 1, 0 or −1.
    pub(crate) fn result(
        &self,
        first: &mut Seated<G>,
        second: &mut Seated<G>,
        opening: &Opening,
    ) -> Result<i8, Reason> {
        Ok(self.play(first, second, opening)?.result.half_points(Side::First) as i8 - 1)
    }

    /// Two games from one opening with sides swapped; both results are for `one`.
    pub(crate) fn pair(
        &self,
        one: &mut Seated<G>,
        other: &mut Seated<G>,
        opening: &Opening,
    ) -> Result<[i8; 2], Reason> {
        Ok([self.result(one, other, opening)?, -self.result(other, one, opening)?])
    }
}

/// A game of Connect6 without a winner after this number of turns is drawn.
pub(crate) const MAX_TURNS: u32 = 150;

/// Options of the games.
#[derive(Clone, Debug, Args)]
pub(crate) struct GamesArgs {
    /// Total number of games.
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// Weights: plain, tuned or a file.
    #[arg(long, default_value = "tuned")]
    weights: String,
    /// Random turns after the first stone.
    #[arg(long, default_value_t = 2)]
    random_turns: u32,
    #[command(flatten)]
    thinking: Thinking,
    /// Seed of the first game's opening; each further game adds 1.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where to write, one game per line: seed, result (B, W, D), the scores of the turns for the side to move, turns.
    /// Existing games are kept and not played again.
    #[arg(long)]
    out: PathBuf,
    #[command(flatten)]
    shard: ShardArgs,
}

impl GamesArgs {
    /// The settings that the parts of the file have in common.
    fn plan(&self) -> Plan {
        let (out, shard) = (PathBuf::new(), ShardArgs::default());
        let work = format!("{:?}", GamesArgs { games: 0, out, shard, ..self.clone() });
        Plan { shard: self.shard.shard, items: self.games, layout: Layout::Lines, work }
    }
}

/// Plays the games and writes them.
pub(crate) fn run(args: &GamesArgs, command: &str) -> Result<(), Reason> {
    let room = Room::new(&connect6::game(), args.thinking.control(), MAX_TURNS)?;
    let player = args.thinking.player(EvaluationSpec::named(&args.weights));
    let (mut black, mut white) = (room.seat(&player)?, room.seat(&player)?);
    let (shard, out) = (args.shard.shard, args.plan().begin(&args.out)?);
    let (mut out, there) = Growing::open(&out, OpenOptions::new().create(true), COMMAND)?;
    let done = there.lines().filter(|line| !line.starts_with('#')).count();
    out.write(format!("# {command}\n").as_bytes())?;
    let bar = spinner();
    for game in (0..args.games).filter(|&game| shard.has(game)).skip(done) {
        let seed = args.seed + game;
        let opening = room.opening(seed, args.random_turns)?;
        let played = room.play(&mut black, &mut white, &opening)?;
        let result = ["W", "D", "B"][played.result.half_points(Side::First)];
        let (_, drawn) = opening.parts();
        let of = |score: Option<i32>| score.map_or("-".to_owned(), |score| score.to_string());
        let thought = played.moves.iter().map(|turn| turn.score.map(|score| score.get()));
        let scores: Vec<String> = drawn.iter().map(|_| None).chain(thought).map(of).collect();
        let turns: Vec<&str> = drawn.iter().copied().chain(played.moves.iter().map(|turn| turn.mv.as_str())).collect();
        let line = format!("{seed} | {result} | scores={} | {}\n", scores.join(","), turns.join(" "));
        out.write(line.as_bytes())?;
        bar.set_message(format!("{} of {} games", game + 1, args.games));
        bar.tick();
    }
    bar.finish_and_clear();
    Ok(())
}
