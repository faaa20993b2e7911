//! Matches on the command line.

use crate::{
    files::write_curve,
    games::LabGame,
    matches::{Recording, conduct, growth::growth, openings, recent::recent_score, results::Results, spec},
    say,
    shards::ShardArgs,
};
use clap::{Args, ValueEnum};
use duiyi_arena::{
    Adjudication, BradleyTerry, DrawRule, EloModel, Format, GameRecord, Heading, Lag, NodeClock, Plan, ResignRule,
    Shard, Sprt, SprtUnit, Standings, TimeControl, Tournament, Watchdog, by_match, read_match, summary,
};
use duiyi_clock::sim::LagModel;
use duiyi_game::{Notation, Reason};
use duiyi_kit::cli::json;
use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

/// Options of every kind of match.
#[derive(Debug, Args)]
pub(crate) struct MatchArgs {
    /// Engine, as key=value words; repeat the option for each engine.
    ///
    /// A program: "name=X cmd=PATH proto=uci|ucci [arg=A]… [option.NAME=VALUE]… [option!.NAME=VALUE]… [tc=…] [dir=…]
    /// [ranks=native|one-up] [reserve=S] [ponder=on|off] [log=FILE] [startup=S] [hang=S] [grace=S] [output=BYTES]".
    ///
    /// For Connect6 also proto=cloudict|sau|gtp|botzone|piskvork with [setup=LINE]… [replay=on|off]. In a setup
    /// line {ms}, {nodes} and {depth} stand for the values of the time control; with replay=off the engine keeps the
    /// game between turns.
    ///
    /// A built-in player: "builtin=duiyi [hash=MIB] [threads=N] [option.NAME=VALUE]… [depth=N] [nodes=N]
    /// [strategy=NAME] [switch.NAME=on|off]… [param.NAME=N]…" with, for xiangqi, [eval=tuned|hand|thesis|FILE]
    /// [scheme=ybw|lazy|lockstep] [skill=0-20 [seed=N]], and for Connect6 [level=1-9] [eval=tuned|plain|pattern|FILE]
    /// [form=stones|turns]; "builtin=uct" or "builtin=puct" [hash=MIB] [seed=N] [param.NAME=N]… for Monte Carlo tree
    /// search; "builtin=random [seed=N]"; for xiangqi "builtin=greedy [seed=N]"; for Connect6 "builtin=windows".
    #[arg(long = "engine", value_name = "SPEC")]
    pub(crate) engines: Vec<String>,
    /// Words to put before every engine description, e.g. "hash=64 threads=1".
    #[arg(long, value_name = "WORDS", default_value = "", hide_default_value = true)]
    pub(crate) each: String,
    /// Print the result as a JSON object.
    #[arg(long)]
    pub(crate) json: bool,
    /// Rule set.
    ///
    /// Xiangqi: asian (the default), wxf2018, cxa2020, check-only or none, optionally with the number of plies without
    /// a capture that make a draw (asian-120). Connect6: connect6 (the default), gomoku, tictactoe or
    /// Connect(m,n,k,p,q).
    #[arg(long, default_value = "", hide_default_value = true)]
    pub(crate) rules: String,
    #[command(flatten)]
    pub(crate) conditions: ConditionsArgs,
    #[command(flatten)]
    pub(crate) shard: ShardArgs,
}

/// The conditions of a match.
#[derive(Debug, Args)]
pub(crate) struct ConditionsArgs {
    /// Games of each pairing, an even number: each opening is played with both colours.
    #[arg(long, default_value_t = 100, value_parser = even)]
    pub(crate) games: u64,
    /// File of openings [default: the initial position].
    ///
    /// One opening per line: EPD, or `[position] [moves t1 t2 …]; id "name";`. `drawn:N` generates N random openings.
    /// `GAMES.pgn[:N]` takes each distinct position after N turns (8 by default) from the games of a file. For Connect6
    /// also `named`, the 20 named openings, or `played`, 100 openings from human games, and a line may begin with its
    /// turns.
    #[arg(long, value_name = "FILE")]
    pub(crate) openings: Option<String>,
    /// Time control.
    ///
    /// SECONDS, SECONDS+INCREMENT, MOVES/SECONDS, several of these separated by `:` (40/7200:3600+5), SECONDS;dDELAY
    /// (simple delay), SECONDS;bDELAY (Bronstein), SECONDS+PERIODSxSECONDSs (byo-yomi), *SECONDS (hourglass),
    /// movetime=SECONDS, nodes=COUNT or depth=PLIES.
    #[arg(long, default_value = "8+0.08")]
    pub(crate) tc: TimeControl,
    /// Milliseconds by which a move may exceed the time limit.
    #[arg(long, default_value_t = 50, value_name = "MS")]
    pub(crate) margin: u64,
    /// Measure time by the nodes that the engines report: this number counts as a second.
    ///
    /// Built-in players and programs with the option `nodestime` support it. With one thread each the games do not
    /// depend on the machine or its load.
    #[arg(long, value_name = "NODES_PER_SECOND")]
    pub(crate) node_clock: Option<NodeClock>,
    /// Add time to each move that the engines do not measure, as a front end does: local, network, busy or stalls.
    #[arg(long, requires = "node_clock", value_name = "MODEL", value_parser = lag)]
    pub(crate) lag: Option<Lag>,
    /// Number of games to play at a time.
    #[arg(long, default_value_t = 1)]
    pub(crate) concurrency: usize,
    /// Seed of the order of openings.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// A player loses after MOVES consecutive moves with a score of -SCORE centipawns or less; with ",both" only if the
    /// opponent's scores agree.
    #[arg(long, value_name = "SCORE,MOVES[,both]", value_parser = resign)]
    pub(crate) resign: Option<ResignRule>,
    /// A game is drawn after PLIES if both players' scores stay within SCORE centipawns for MOVES moves each.
    #[arg(long, value_name = "SCORE,MOVES,PLIES", value_parser = draw)]
    pub(crate) draw: Option<DrawRule>,
    /// A game is drawn after this number of plies.
    #[arg(long, value_name = "PLIES")]
    pub(crate) max_plies: Option<u32>,
    /// A game ends at a position of the endgame tables in this folder, with their value.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) endgames: Option<String>,
    /// Restart the engines before every game.
    #[arg(long)]
    pub(crate) fresh: bool,
    /// Write the records NAME.jsonl and NAME.pgn.
    #[arg(long, value_name = "NAME")]
    pub(crate) out: Option<PathBuf>,
    /// Resume the match recorded in NAME.jsonl.
    #[arg(long, requires = "out")]
    pub(crate) resume: bool,
}

impl ConditionsArgs {
    /// The rules that adjudicate games early.
    pub(crate) fn adjudication(&self) -> Adjudication {
        Adjudication {
            resign: self.resign,
            draw: self.draw,
            max_plies: self.max_plies,
            endgames: self.endgames.is_some(),
        }
    }
}

/// The pairings of a match and when it ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Order {
    /// The pairings.
    pub(crate) format: Format,
    /// The required number of engines.
    pub(crate) exactly: Option<usize>,
    /// The test that ends the match.
    pub(crate) sprt: Option<(Sprt, SprtUnit)>,
    /// Whether the test covers the records of all shards, which this shard reads.
    pub(crate) pool: bool,
}

impl Order {
    /// The first engine against each of the others.
    pub(crate) const GAUNTLET: Order = Order { format: Format::Gauntlet, exactly: None, sprt: None, pool: false };

    /// Two engines.
    pub(crate) const MATCH: Order = Order { exactly: Some(2), ..Order::GAUNTLET };

    /// Round robin, or the first engine against each of the others.
    pub(crate) fn of_many(round_robin: bool) -> Order {
        Order { format: if round_robin { Format::RoundRobin } else { Format::Gauntlet }, ..Order::GAUNTLET }
    }
}

/// Plays a match.
///
/// # Errors
/// If an argument is invalid, or the match can't be played.
pub(crate) fn play<G: Notation>(game: &LabGame<G>, args: MatchArgs, order: Order, command: &str) -> Result<(), Reason> {
    let MatchArgs { engines, each, json, rules, conditions, shard: ShardArgs { shard } } = args;
    let whole = shard == Shard::WHOLE;
    if !whole && conditions.out.is_none() {
        return Err("--shard needs --out: only recorded games can be merged".into());
    }
    if order.pool && whole {
        return Err("--pool needs --shard: there are no records of other shards".into());
    }
    if let Some(wanted) = order.exactly.filter(|&wanted| engines.len() != wanted) {
        let found = engines.len();
        return Err(format!(
            "found {found} --engine; expected {wanted}, each as --engine \"cmd=PROGRAM …\" or \"builtin=NAME …\""
        )
        .into());
    }
    let game = game.by(&rules)?;
    let watchdog = Arc::new(Watchdog::new());
    let entrants = engines.iter().map(|text| {
        spec::read(&game, &format!("{each} {text}"))?.by_nodes(conditions.node_clock)?.entrant(&game, &watchdog)
    });
    let tournament = Tournament {
        start: game.start().clone(),
        entrants: entrants.collect::<Result<_, _>>()?,
        openings: openings::read(&game, conditions.openings.as_deref())?,
        plan: Plan { format: order.format, rounds: conditions.games / 2, seed: conditions.seed },
        shard,
        adjudication: conditions.adjudication(),
        known: conditions.endgames.as_deref().map(|folder| game.known_winner(folder)).transpose()?,
        control: conditions.tc,
        clock: game
            .clock_rules(Duration::from_millis(conditions.margin))
            .by_nodes(conditions.node_clock)
            .late(conditions.lag),
        sprt: order.sprt.filter(|_| whole),
        concurrency: conditions.concurrency,
        fresh_players: conditions.fresh,
    };
    let (out, resume) = (conditions.out, conditions.resume);
    let (test, pool) = (order.sprt.filter(|_| !whole), order.pool);
    let recording = Recording { out, resume, command: command.to_owned(), test, pool, json };
    conduct(&tournament, &recording)
}

/// The number of games of a recent score.
const RECENT: usize = 50;

/// Evaluates records again, all together and each game once, and plots the ratings and the recent scores of the first engine
/// where a name is given.
///
/// # Errors
/// If a record can't be read, or the plot can't be written.
pub(crate) fn recount(
    files: &[PathBuf],
    replicas: u32,
    [curve, recent]: [Option<&Path>; 2],
    as_json: bool,
) -> Result<(), Reason> {
    let records = files.iter().map(|file| read_match(file)).collect::<Result<Vec<_>, _>>()?;
    let mut headings: Vec<Heading> = Vec::new();
    for record in &records {
        if !headings.contains(&record.heading) {
            headings.push(record.heading.clone());
        }
    }
    let records = by_match(records);
    let standings = Standings::of_matches(&records);
    if let Some((name, first)) = recent.zip(headings.first().and_then(|heading| heading.entrants.first())) {
        let games: Vec<GameRecord> = records.iter().flat_map(|record| &record.games).cloned().collect();
        write_curve(name, &recent_score(&games, &first.name, RECENT), "score")?;
    }
    let (headings, how) = (headings.iter().collect::<Vec<_>>(), BradleyTerry { replicas, ..BradleyTerry::default() });
    if as_json {
        say::result(json::line(&Results::new(&standings, how, None)))?;
    } else {
        say::result(summary(&headings, &standings, how).trim_end())?;
    }
    curve.map_or(Ok(()), |name| write_curve(name, &growth(&standings, how), "Elo"))
}

/// Prints the expected length of a test at several true strengths.
///
/// # Errors
/// If it can't be printed.
pub(crate) fn show_plan(sprt: &Sprt) -> Result<(), Reason> {
    const DEVIATION: f64 = 0.35;
    let (elo0, elo1) = sprt.hypotheses();
    let (lower, upper) = sprt.bounds();
    let model = sprt.model();
    say::result(format_args!("LLR bounds {lower:.3} and {upper:.3}; expected games if the true {model:?} Elo is"))?;
    let step = elo1 - elo0;
    for elo in [elo0 - step, elo0, (elo0 + elo1) / 2.0, elo1, elo1 + step, elo1 + 2.0 * step] {
        say::result(format_args!("{elo:8.2}: {:8.0}", sprt.expected_games(elo, DEVIATION)))?;
    }
    say::result(format_args!(
        "(Wald's approximation; assuming a standard deviation of {DEVIATION} for each game of a pair)"
    ))
}

/// Options of a sequential test.
#[derive(Debug, Args)]
pub(crate) struct SprtArgs {
    /// Null hypothesis: Elo advantage of the first engine that counts as no gain.
    #[arg(long, default_value_t = 0.0, allow_negative_numbers = true)]
    pub(crate) elo0: f64,
    /// Alternative hypothesis: Elo advantage of the first engine that counts as a gain.
    #[arg(long, default_value_t = 10.0, allow_negative_numbers = true)]
    pub(crate) elo1: f64,
    /// Probability of accepting elo1 when elo0 is true.
    #[arg(long, default_value_t = 0.05)]
    pub(crate) alpha: f64,
    /// Probability of accepting elo0 when elo1 is true.
    #[arg(long, default_value_t = 0.05)]
    pub(crate) beta: f64,
    /// Unit of elo0 and elo1.
    #[arg(long, value_enum, default_value_t = Model::Normalized)]
    pub(crate) model: Model,
    /// Unit of counting.
    #[arg(long, value_enum, default_value_t = Unit::Pairs)]
    pub(crate) unit: Unit,
}

impl SprtArgs {
    /// The test and its unit of counting.
    ///
    /// # Errors
    /// If the bounds are invalid.
    pub(crate) fn test(&self) -> Result<(Sprt, SprtUnit), Reason> {
        Ok((Sprt::new(self.elo0, self.elo1, self.alpha, self.beta, self.model.into())?, self.unit.into()))
    }
}

/// The Elo models of a test.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Model {
    /// Logistic Elo.
    Logistic,
    /// Normalised Elo.
    Normalized,
}

impl From<Model> for EloModel {
    fn from(model: Model) -> EloModel {
        match model {
            Model::Logistic => EloModel::Logistic,
            Model::Normalized => EloModel::Normalized,
        }
    }
}

/// The units of counting of a test.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Unit {
    /// Pairs of games with the same opening (pentanomial).
    Pairs,
    /// Single games (trinomial).
    Games,
}

impl From<Unit> for SprtUnit {
    fn from(unit: Unit) -> SprtUnit {
        match unit {
            Unit::Pairs => SprtUnit::Pairs,
            Unit::Games => SprtUnit::Games,
        }
    }
}

fn even(text: &str) -> Result<u64, String> {
    let games: u64 = text.parse().map_err(|_| "expected a number".to_owned())?;
    if games > 0 && games.is_multiple_of(2) { Ok(games) } else { Err("expected an even number above 0".to_owned()) }
}

/// The model of lag of this name.
fn lag(text: &str) -> Result<Lag, String> {
    macro_rules! models {
        ($($model:ident),*) => {
            [$(Lag { name: LagModel::$model.name, sample: |seed| LagModel::$model.drawn(seed) }),*]
        };
    }
    let models = models![LOCAL, NETWORK, BUSY, STALLS];
    let known = models.map(|model| model.name).join(", ");
    models.into_iter().find(|model| model.name == text).ok_or_else(|| format!("expected one of {known}"))
}

fn resign(text: &str) -> Result<ResignRule, String> {
    let rule = || {
        let mut parts = text.split(',');
        let (score, moves) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
        let both = match parts.next() {
            None => false,
            Some("both") => true,
            Some(_) => return None,
        };
        parts.next().is_none().then_some(ResignRule { score, moves, both })
    };
    rule().filter(|rule| rule.moves > 0).ok_or_else(|| "expected SCORE,MOVES or SCORE,MOVES,both".to_owned())
}

fn draw(text: &str) -> Result<DrawRule, String> {
    let numbers: Vec<u32> = text.split(',').filter_map(|part| part.parse().ok()).collect();
    match numbers[..] {
        [score, moves, after_plies] if moves > 0 && text.matches(',').count() == 2 => {
            Ok(DrawRule { score, moves, after_plies })
        }
        _ => Err("expected SCORE,MOVES,PLIES".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lag_by_the_name_of_its_model() {
        let network = lag("network").expect("a model");
        let drawn: Vec<Duration> = (0..1_000).map(network.sample).collect();
        assert_eq!(drawn[..10], (0..10).map(network.sample).collect::<Vec<_>>());
        let below = drawn.iter().filter(|lag| **lag < LagModel::NETWORK.median).count();
        assert!((450..550).contains(&below), "{below} of 1,000 below the median");
        assert!(drawn.iter().all(|lag| *lag < Duration::from_millis(50)), "{drawn:?}");
        assert_eq!(lag("ideal").unwrap_err(), "expected one of local, network, busy, stalls");
    }

    #[test]
    fn rules_for_early_endings() {
        assert_eq!(resign("500,3"), Ok(ResignRule { score: 500, moves: 3, both: false }));
        assert_eq!(resign("500,3,both"), Ok(ResignRule { score: 500, moves: 3, both: true }));
        assert_eq!(draw("10,8,80"), Ok(DrawRule { score: 10, moves: 8, after_plies: 80 }));
        for bad in ["", "500", "500,0", "500,3,all", "500,3,both,4", "-1,3"] {
            assert!(resign(bad).is_err(), "{bad}");
        }
        for bad in ["", "10,8", "10,0,3", "10,8,80,1", "10,x,8,80"] {
            assert!(draw(bad).is_err(), "{bad}");
        }
        assert!(even("3").is_err() && even("0").is_err() && even("4") == Ok(4));
    }
}
