//! The genetic algorithm of the thesis on the values of stones.

use super::{
    selfplay::{MOST_TURNS, Room, Seated},
    thinking::ByGames,
};
use crate::{
    files::{Keeper, beside, write_curve, write_weights},
    games::{
        EvaluationSpec,
        connect6::{constraints, weights, with_values},
    },
    progress::spinner,
    say,
};
use clap::{Args, ValueEnum};
use duiyi_arena::{Estimate, Pentanomial, Trinomial, show_elo};
use duiyi_connect6::{
    Board,
    evaluation::{StoneWeights, Weights},
};
use duiyi_game::Reason;
use duiyi_tune::{
    Curve,
    genetic::{Evolution, RateFormula, Rates, Settings, write_json, write_xml},
    state::{load, write_whole},
};
use indicatif::ProgressBar;
use serde::{Deserialize, Serialize};
use std::{fmt, path::PathBuf};

/// How to evolve.
#[derive(Debug, Args)]
pub(crate) struct EvolveArgs {
    #[command(flatten)]
    by: ByGames,
    /// The first generation: the start and others like it, or genes by the toss of a coin. The values of positions
    /// are the start's in either case.
    #[arg(long, value_enum, default_value = "scattered")]
    initial: Initial,
    /// How many generations.
    #[arg(long, default_value_t = 30)]
    generations: u64,
    /// Individuals of a generation.
    #[arg(long, default_value_t = 20)]
    individuals: usize,
    /// Groups, and so champions.
    #[arg(long, default_value_t = 5)]
    groups: usize,
    /// How far the first individuals are scattered: each value times or divided by up to 1 + this.
    #[arg(long, default_value_t = 1.0)]
    spread: f64,
    /// The formula of the rate of mutation.
    #[arg(long, value_enum, default_value = "corrected")]
    formula: Formula,
    /// Every so many generations its champion plays against the first one, for the curve: against the start, or
    /// where there is none, against all its individuals in turn.
    #[arg(long, default_value_t = 5)]
    check: u64,
    /// So many games.
    #[arg(long, default_value_t = 60)]
    check_games: u64,
    /// And so many, of other openings, when all generations are over.
    #[arg(long, default_value_t = 0)]
    final_games: u64,
    /// Where to write: NAME.txt, NAME.xml and NAME-values.json (the champion), NAME.json (state), NAME.csv and
    /// NAME.svg (its Elo against generation 0). With a state there it goes on.
    #[arg(long, value_name = "NAME")]
    out: PathBuf,
}

/// Which formula.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Formula {
    Printed,
    Corrected,
}

/// How generation 0 comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Initial {
    Scattered,
    Chance,
}

/// What is saved.
#[derive(Serialize, Deserialize)]
struct Saved {
    evolution: Evolution,
    /// Generation, Elo of its champion against generation 0, error.
    curve: Vec<[f64; 3]>,
    games: u64,
    /// Whom the champions are measured against.
    opponents: Vec<Vec<u16>>,
}

/// Results counted by games and by pairs of one opening.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    games: Trinomial,
    pairs: Pentanomial,
}

impl Tally {
    /// Adds two games of one opening.
    fn add(&mut self, results: [i8; 2]) {
        for result in results {
            self.games.record((result + 1) as usize);
        }
        self.pairs.record((results[0] + results[1] + 2) as usize);
    }

    /// The Elo difference.
    fn elo(&self) -> Estimate {
        self.pairs.elo()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games = self.games;
        let elo = show_elo(self.elo());
        write!(f, "+{} ={} -{}, pairs {:?}, Elo {elo}", games.wins(), games.draws(), games.losses(), self.pairs.0)
    }
}

/// Where the games are played, and by whom.
struct Games<'a> {
    args: &'a EvolveArgs,
    start: Weights,
    room: Room<Board>,
}

impl Games<'_> {
    /// A player with these values of stones.
    fn side(&self, values: &[u16]) -> Result<Seated<Board>, Reason> {
        let weights = with_values(&self.start, values).to_string();
        self.room.seat(&self.args.by.thinking.player(EvaluationSpec::Text(weights.into())))
    }

    /// The champion's games against generation 0, two from each opening.
    fn measure(&self, saved: &Saved, games: u64, openings: u64) -> Result<Tally, Reason> {
        let by = &self.args.by;
        let mut champion = self.side(saved.evolution.individual(0))?;
        let mut tally = Tally::default();
        let (opponents, pairs) = (saved.opponents.len() as u64, games / 2);
        for (values, number) in saved.opponents.iter().zip(0..) {
            let mut opponent = self.side(values)?;
            for pair in (number..pairs).step_by(opponents as usize) {
                let opening = self.room.opening(by.seed.wrapping_add(openings + pair), by.random_turns)?;
                tally.add(self.room.pair(&mut champion, &mut opponent, &opening)?);
            }
        }
        Ok(tally)
    }

    /// Plays what is left of a generation's games.
    fn play_generation(&self, saved: &mut Saved, keeper: &mut Keeper, bar: &ProgressBar) -> Result<(), Reason> {
        let by = &self.args.by;
        let generation = saved.evolution.generation();
        let mut sides: Vec<Option<Seated<Board>>> = Vec::new();
        sides.resize_with(self.args.individuals, || None);
        while let Some(game) = saved.evolution.next_game() {
            let mut take = |who: usize| match sides[who].take() {
                Some(side) => Ok(side),
                None => self.side(saved.evolution.individual(who)),
            };
            let (mut first, mut second) = (take(game.first)?, take(game.second)?);
            // The two games of a pair have one opening; each pair has its own.
            let (low, high) = (game.first.min(game.second) as u64, game.first.max(game.second) as u64);
            let opening = self.room.opening(by.seed ^ (generation << 32 | high << 16 | low), by.random_turns)?;
            let result = self.room.result(&mut first, &mut second, &opening)?;
            saved.evolution.report(result);
            saved.games += 1;
            (sides[game.first], sides[game.second]) = (Some(first), Some(second));
            keeper.keep_at_times(saved)?;
            let (all, played) = saved.evolution.games();
            bar.set_message(format!("generation {generation}: {played} of {all} games"));
            bar.tick();
        }
        Ok(())
    }
}

/// A run that has not begun.
fn set_out(args: &EvolveArgs, start: &StoneWeights) -> Result<Saved, Reason> {
    let formula = match args.formula {
        Formula::Printed => RateFormula::Printed,
        Formula::Corrected => RateFormula::Corrected,
    };
    let settings = Settings {
        individuals: args.individuals,
        groups: args.groups,
        rates: Rates { formula, ..Rates::default() },
        seed: args.by.seed,
    };
    let names = StoneWeights::names().collect();
    let rules = constraints(start);
    let (evolution, opponents) = match args.initial {
        Initial::Scattered => {
            let values = start.values();
            (Evolution::new(names, &values, args.spread, rules, settings)?, vec![values.to_vec()])
        }
        Initial::Chance => {
            let evolution = Evolution::from_chance(names, rules, settings)?;
            let all = (0..args.individuals).map(|who| evolution.individual(who).to_vec()).collect();
            (evolution, all)
        }
    };
    Ok(Saved { evolution, curve: vec![[0.0; 3]], games: 0, opponents })
}

/// Writes the champion of a generation in every form.
fn write_champion(games: &Games<'_>, saved: &Saved, command: &str) -> Result<(), Reason> {
    let (args, generation) = (games.args, saved.evolution.generation());
    let champion = with_values(&games.start, saved.evolution.individual(0));
    write_weights(&args.out, command, &format!("generation {generation}, {} games", saved.games), &champion)?;
    let pairs: Vec<(String, u16)> = StoneWeights::names().zip(champion.stone.values()).collect();
    let each = || pairs.iter().map(|(name, value)| (name.as_str(), *value));
    write_whole(&beside(&args.out, "xml"), &write_xml(each()))?;
    let name = args.out.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    write_whole(&args.out.with_file_name(format!("{name}-values.json")), &write_json(each()))?;
    Ok(())
}

/// Evolves and writes.
pub(crate) fn run(args: &EvolveArgs, command: &str) -> Result<(), Reason> {
    let start = weights(&EvaluationSpec::named(&args.by.start))?;
    let state = beside(&args.out, "json");
    let mut saved = if state.exists() {
        let saved: Saved = load(&state)?;
        saved.evolution.check()?;
        saved
    } else {
        set_out(args, &start.stone)?
    };
    let games = Games { args, start, room: Room::new("", args.by.thinking.control(), MOST_TURNS)? };
    let (mut keeper, bar) = (Keeper::new(&args.out), spinner());
    while saved.evolution.generation() < args.generations {
        games.play_generation(&mut saved, &mut keeper, &bar)?;
        saved.evolution.breed();
        let now = saved.evolution.generation();
        if now % args.check.max(1) == 0 || now == args.generations {
            let tally = games.measure(&saved, args.check_games, 500_000)?;
            saved.curve.push([now as f64, tally.elo().value.clamp(-800.0, 800.0), tally.elo().margin()]);
            bar.suspend(|| say::news(format_args!("generation {now}: champion against generation 0 {tally}")));
        }
        keeper.keep(&saved)?;
        write_champion(&games, &saved, command)?;
    }
    bar.finish_and_clear();
    let mut curve = Curve::new("generation", &["Elo against generation 0", "low", "high"]);
    for [generation, elo, margin] in &saved.curve {
        curve.push(*generation, &[*elo, elo - margin, elo + margin]);
    }
    write_curve(&args.out, &curve, "Elo of the champion against generation 0")?;
    let generation = saved.evolution.generation();
    say::result(format_args!("generation {generation}, {} games of the tournaments", saved.games))?;
    if args.final_games > 0 {
        say::result(format_args!("against generation 0: {}", games.measure(&saved, args.final_games, 600_000)?))?;
    }
    Ok(())
}
