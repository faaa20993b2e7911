//! Tunes parameters of a player by self-play (SPSA): parameters of the search and of the player,
//! and groups of values of the evaluation.

use super::{
    iterations::{Counts, Iterations, expect_options},
    selfplay::Room,
};
use crate::{
    files::{Keeper, beside, write_curve, write_weights},
    games::{EvaluationSpec, LabGame, PlayerSpec},
    matches::{
        openings,
        spec::{local, read_player},
    },
    progress::resumed_bar,
    say,
    shards::{ShardArgs, part_of},
};
use clap::Args;
use duiyi_arena::{Adjudication, Format, Opening, Outcomes, Plan, Shard, TimeControl, Tournament};
use duiyi_game::{Notation, Reason};
use duiyi_kit::tuning::{ParameterGroup, WeightsOf};
use duiyi_train::{
    Curve, Parameter, ParameterSet,
    spsa::{Climb, SpsaSettings, Trial},
    state::load,
};
use serde::{Deserialize, Serialize};
use std::{path::PathBuf, sync::atomic::AtomicBool, time::Duration};

/// The parameters, and the conditions of the games.
#[derive(Clone, Debug, Args)]
pub(crate) struct SpsaArgs {
    /// Parameters: NAME=START,MIN,MAX,STEP, where STEP is the perturbation at the end. Or the name of a group; for
    /// Connect6 stones, the logarithms of the values of stones.
    #[arg(required = true)]
    parameters: Vec<String>,
    /// Where to write: NAME.json (state), NAME.csv and NAME.svg (the parameters by iteration, in steps from the start);
    /// NAME.txt (the weights) if weights are tuned.
    #[arg(long, value_name = "NAME")]
    out: PathBuf,
    /// Resume from NAME.json; the command line must name the same parameters.
    #[arg(long)]
    resume: bool,
    /// Number of iterations.
    #[arg(long, default_value_t = 1000)]
    iterations: u64,
    /// Pairs of games per iteration.
    #[arg(long, default_value_t = 1)]
    pairs: u64,
    /// How far a won pair moves a parameter at the end, in its steps.
    #[arg(long, default_value_t = 0.02)]
    rate: f64,
    /// Step of the parameters of a group; for a logarithm, 0.1 is 10 %
    #[arg(long, default_value_t = 0.2)]
    step: f64,
    /// Nodes per move.
    #[arg(long, default_value_t = 4000)]
    nodes: u64,
    /// Time control instead of a number of nodes, as in a match.
    #[arg(long, conflicts_with = "nodes")]
    tc: Option<TimeControl>,
    /// Openings, as in a match [default: the initial position]. `drawn`: a random opening for each pair.
    #[arg(long, value_name = "FILE")]
    openings: Option<String>,
    /// Random turns of a drawn opening.
    #[arg(long, default_value_t = 2)]
    random_turns: u32,
    /// Rule set.
    #[arg(long, default_value = "", hide_default_value = true)]
    rules: String,
    /// A game is drawn after this number of plies.
    #[arg(long, value_name = "PLIES")]
    max_plies: Option<u32>,
    /// Number of games to play at a time.
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// Transposition table of each player in MiB.
    #[arg(long, default_value_t = 4)]
    hash: usize,
    /// Evaluation of both players, as in the description of an engine [default: the player's evaluation].
    #[arg(long)]
    eval: Option<String>,
    /// Further words of the description of both players: "depth=8 param.NAME=N".
    #[arg(long, default_value = "", hide_default_value = true, value_name = "WORDS")]
    player: String,
    /// Seed of directions and openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    shard: ShardArgs,
}

impl SpsaArgs {
    /// The settings that all shards have in common.
    fn work(&self) -> String {
        let (out, concurrency, shard) = (PathBuf::new(), 1, ShardArgs::default());
        format!("{:?}", SpsaArgs { out, concurrency, shard, resume: false, ..self.clone() })
    }

    /// The settings that a state does not contain.
    fn made_with(&self) -> String {
        SpsaArgs { parameters: Vec::new(), iterations: 0, rate: 0.0, ..self.clone() }.work()
    }
}

/// The saved state of a run.
#[derive(Serialize, Deserialize)]
struct Saved {
    climb: Climb,
    start: ParameterSet,
    curve: Curve,
    /// The settings that the climb does not contain.
    made_with: String,
}

/// Runs the optimisation and writes the parameters of each iteration.
///
/// # Errors
/// If an argument is invalid, a game can't be played or a file can't be written.
pub(crate) fn run<G: Notation>(game: &LabGame<G>, args: &SpsaArgs, command: &str) -> Result<(), Reason> {
    let game = game.by(&args.rules)?;
    let mut player = read_player(&game, &format!("hash={} {}", args.hash, args.player))?;
    if let Some(eval) = &args.eval {
        player.evaluation = EvaluationSpec::named(eval);
    }
    let control = args.tc.clone().unwrap_or(TimeControl::Nodes(args.nodes));
    let games = Games { room: Room::new(&game, control.clone(), u32::MAX)?, game, control, args, player };
    climb(&games, command)
}

/// The conditions of the games of a run.
struct Games<'a, G: Notation> {
    args: &'a SpsaArgs,
    game: LabGame<G>,
    control: TimeControl,
    player: PlayerSpec,
    room: Room<G>,
}

fn climb<G: Notation>(games: &Games<'_, G>, command: &str) -> Result<(), Reason> {
    let args = games.args;
    let shard = args.shard.shard;
    if args.pairs < shard.of() {
        return Err(format!("--shard divides the pairs of an iteration: {} are too few for {shard}", args.pairs).into());
    }
    let out = part_of(&args.out, shard);
    let state = beside(&out, "json");
    let start = games.parameters()?;
    // Names that no player has are reported before any game.
    games.room.seat(&games.with(&start)?)?;
    let fixed = match args.openings.as_deref() {
        Some("drawn") => None,
        name => Some(openings::read(&games.game, name)?),
    };
    let mut keeper = Keeper::open(&out)?;
    let mut together = (shard != Shard::WHOLE).then(|| Iterations::open(&args.out, shard, &args.work())).transpose()?;
    // A shard replays its recorded results.
    let mut kept = if args.resume && together.is_none() {
        let kept: Saved = load(&state)?;
        if kept.start != start {
            return Err(format!("{} belongs to other parameters", state.display()).into());
        }
        expect_options(&state, &kept.made_with, &args.made_with())?;
        kept
    } else {
        let names: Vec<&str> = start.iter().map(|parameter| parameter.name.as_str()).collect();
        let settings = SpsaSettings { iterations: args.iterations, rate: args.rate, seed: args.seed };
        let climb = Climb::new(start.clone(), settings);
        Saved { climb, curve: Curve::new("iteration", &names), start, made_with: args.made_with() }
    };
    let bar = resumed_bar(kept.climb.iteration(), kept.climb.settings().iterations);
    while let Some(trial) = kept.climb.next_trial() {
        let play = || games.play(fixed.as_deref(), &trial);
        let counts = match &mut together {
            // Each shard's games of the iteration are one item.
            Some(shards) => {
                let parts = shards.results(trial.iteration, shard.of(), |_| play())?;
                [0, 1, 2].map(|outcome| parts.iter().map(|part| part[outcome]).sum())
            }
            None => play()?,
        };
        // The score of plus minus the score of minus, from −1 to 1.
        kept.climb.report(&trial, 2.0 * Outcomes(counts).mean() - 1.0);
        let way: Vec<f64> = kept
            .climb
            .values()
            .iter()
            .zip(kept.start.iter())
            .map(|(now, start)| (now.value - start.value) / start.step)
            .collect();
        kept.curve.push(trial.iteration as f64, &way);
        keeper.keep_at_times(&kept)?;
        bar.inc(1);
        bar.set_message(games.show(kept.climb.values())?);
    }
    bar.finish_and_clear();
    keeper.keep(&kept)?;
    write_curve(&out, &kept.curve, "steps from the start")?;
    let iterations = kept.climb.iteration();
    if let EvaluationSpec::Text(weights) = games.with(kept.climb.values())?.evaluation {
        let played = 2 * iterations * args.pairs;
        write_weights(&out, command, &format!("{iterations} iterations, {played} games"), weights)?;
    }
    say::result(games.show(kept.climb.values())?)
}

impl<G: Notation> Games<'_, G> {
    /// The group of parameters with this name.
    fn group(&self, name: &str) -> Option<&ParameterGroup> {
        self.game.tuning().groups.iter().find(|group| group.name == name)
    }

    /// The parameters named on the command line.
    fn parameters(&self) -> Result<ParameterSet, Reason> {
        let mut parameters: Vec<Parameter> = Vec::new();
        for text in &self.args.parameters {
            match self.group(text) {
                Some(group) => {
                    let read = |of: WeightsOf<'_>| (group.read)(of, self.args.step);
                    parameters.extend(self.game.with_weights(&self.player.evaluation, read)?);
                }
                None => parameters.push(text.parse()?),
            }
        }
        Ok(ParameterSet::new(parameters)?)
    }

    /// The player with these parameters: those of groups are values of its evaluation.
    fn with(&self, values: &ParameterSet) -> Result<PlayerSpec, Reason> {
        let mut player = self.player.clone();
        let own = self.args.parameters.iter().filter_map(|text| text.parse::<Parameter>().ok());
        for Parameter { name, .. } in own {
            player.parameters.extend(values.get(&name).map(|value| (name, value.round() as i32)));
        }
        for group in self.args.parameters.iter().filter_map(|text| self.group(text)) {
            let write = |of: WeightsOf<'_>| (group.write)(of, values);
            player.evaluation = EvaluationSpec::Text(self.game.with_weights(&player.evaluation, write)?.into());
        }
        Ok(player)
    }

    /// The parameters in the syntax of the description of an engine.
    fn show(&self, values: &ParameterSet) -> Result<String, Reason> {
        let tuned = self.with(values)?;
        let constants = &tuned.parameters[self.player.parameters.len()..];
        let words: Vec<String> = constants.iter().map(|(name, value)| format!("param.{name}={value}")).collect();
        let weights =
            matches!(tuned.evaluation, EvaluationSpec::Text(_)).then(|| "the weights are in NAME.txt".to_owned());
        Ok(words.into_iter().chain(weights).collect::<Vec<_>>().join(" "))
    }

    /// Plays the pairs of an iteration, or this shard's share: the numbers of games that plus lost, drew and won.
    fn play(&self, fixed: Option<&[Opening]>, trial: &Trial) -> Result<Counts, Reason> {
        let Games { args, game, control, room, .. } = self;
        let drawn = |pair: u64| {
            room.opening(
                args.seed ^ trial.iteration.wrapping_mul(args.pairs).wrapping_add(pair) << 32,
                args.random_turns,
            )
        };
        let openings = match fixed {
            Some(openings) => openings.to_vec(),
            None => (0..args.pairs).map(drawn).collect::<Result<_, _>>()?,
        };
        let entrants = [("plus", &trial.plus), ("minus", &trial.minus)];
        let entrants = entrants.map(|(name, values)| Ok::<_, Reason>(local(name, game, self.with(values)?)));
        let tournament = Tournament {
            start: game.start().clone(),
            entrants: entrants.into_iter().collect::<Result<_, _>>()?,
            openings,
            plan: Plan { format: Format::Gauntlet, rounds: args.pairs, seed: args.seed.wrapping_add(trial.iteration) },
            shard: args.shard.shard,
            control: control.clone(),
            clock: game.clock_rules(Duration::ZERO),
            known: None,
            adjudication: Adjudication { max_plies: args.max_plies, ..Adjudication::default() },
            sprt: None,
            concurrency: args.concurrency,
            fresh_players: false,
        };
        let (standings, _) = tournament.run(Vec::new(), None, &mut |_| {}, &AtomicBool::new(false))?;
        Ok(standings.first_pairing().games.0)
    }
}
