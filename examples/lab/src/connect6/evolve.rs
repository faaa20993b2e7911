//! The genetic algorithm of the thesis on the values of stones.

use super::{
    SAVE_AFTER,
    duel::{self, ByGames, Side},
    matches::Tally,
};
use crate::run::spinner;
use clap::{Args, ValueEnum};
use duiyi_connect6::{
    evaluation::{StoneWeights, Weights},
    patterns::Shape,
};
use duiyi_tune::{
    Curve,
    genetic::{Constraint, Constraints, Evolution, RateFormula, Rates, Settings, write_json, write_xml},
    state::{load, save, write_whole},
};
use serde::{Deserialize, Serialize};
use std::{error::Error, path::PathBuf, time::Instant};

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

/// The rules that bind strong and weak shapes (thesis 5.3): more effect, more
/// value; four times a shape without a threat is not more than what wins or
/// must be stopped; a win has its own value.
pub(crate) fn constraints(start: &StoneWeights) -> Constraints {
    let (gain, block) = (|shape: Shape| shape.index(), |shape: Shape| Shape::COUNT + shape.index());
    let mut rules = vec![
        Constraint::Fixed { index: gain(Shape::Six), value: start.gain[Shape::Six.index()] },
        Constraint::Fixed { index: block(Shape::Six), value: start.block[Shape::Six.index()] },
        Constraint::Fixed { index: gain(Shape::Dead), value: 0 },
        Constraint::Fixed { index: block(Shape::Dead), value: 0 },
    ];
    for index in [gain, block as fn(Shape) -> usize] {
        for (weak, strong) in [
            (Shape::Single, Shape::S2),
            (Shape::S2, Shape::A2),
            (Shape::S3, Shape::I3),
            (Shape::I3, Shape::A3),
            (Shape::S4, Shape::A4),
            (Shape::S5, Shape::A5),
            (Shape::S2, Shape::S3),
            (Shape::A2, Shape::A3),
            (Shape::A3, Shape::A4),
            (Shape::A4, Shape::A5),
            (Shape::A5, Shape::Six),
        ] {
            rules.push(Constraint::AtMost { weak: index(weak), times: 1, strong: index(strong) });
        }
        // The weak shapes of rule 2 are the twos, the strong one a stone that stops a five.
        for weak in [Shape::Single, Shape::S2, Shape::A2] {
            rules.push(Constraint::AtMost { weak: index(weak), times: 4, strong: block(Shape::S5) });
        }
    }
    Constraints::new(rules)
}

fn with(start: &Weights, values: &[u16]) -> Weights {
    let values: [u16; StoneWeights::VALUES] = std::array::from_fn(|i| values.get(i).copied().unwrap_or(0));
    Weights { stone: StoneWeights::from_values(values), ..start.clone() }
}

/// The champion's games against generation 0, two from each opening.
fn measure(args: &EvolveArgs, start: &Weights, saved: &Saved, games: u64, openings: u64) -> Tally {
    let side = |values: &[u16]| Side::new(&with(start, values), &args.by.thinking);
    let mut champion = side(saved.evolution.individual(0));
    let mut tally = Tally::default();
    let (opponents, pairs) = (saved.opponents.len() as u64, games / 2);
    for (values, number) in saved.opponents.iter().zip(0..) {
        let mut opponent = side(values);
        for pair in (number..pairs).step_by(opponents as usize) {
            let opening = duel::opening(args.by.seed.wrapping_add(openings + pair), args.by.random_turns);
            tally.add(duel::pair(&mut champion, &mut opponent, &opening));
        }
    }
    tally
}

/// Evolves and writes.
pub(crate) fn run(args: &EvolveArgs, command: &str) -> Result<(), Box<dyn Error>> {
    let start = args.by.start.read()?;
    let path = |end: &str| args.out.with_extension(end);
    let mut saved = if path("json").exists() {
        let saved: Saved = load(&path("json"))?;
        saved.evolution.check()?;
        saved
    } else {
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
        let rules = constraints(&start.stone);
        let (evolution, opponents) = match args.initial {
            Initial::Scattered => {
                let values = start.stone.values();
                (Evolution::new(names, &values, args.spread, rules, settings)?, vec![values.to_vec()])
            }
            Initial::Chance => {
                let evolution = Evolution::from_chance(names, rules, settings)?;
                let all = (0..args.individuals).map(|who| evolution.individual(who).to_vec()).collect();
                (evolution, all)
            }
        };
        Saved { evolution, curve: vec![[0.0; 3]], games: 0, opponents }
    };
    let bar = spinner();
    let mut sides: Vec<Option<Side>> = Vec::new();
    let mut written = Instant::now();
    while saved.evolution.generation() < args.generations {
        let generation = saved.evolution.generation();
        sides.clear();
        sides.resize_with(args.individuals, || None);
        while let Some(game) = saved.evolution.next_game() {
            let mut take = |who: usize| {
                sides[who]
                    .take()
                    .unwrap_or_else(|| Side::new(&with(&start, saved.evolution.individual(who)), &args.by.thinking))
            };
            let (mut first, mut second) = (take(game.first), take(game.second));
            // The two games of a pair have one opening; each pair has its own.
            let (low, high) = (game.first.min(game.second) as u64, game.first.max(game.second) as u64);
            let opening = duel::opening(args.by.seed ^ (generation << 32 | high << 16 | low), args.by.random_turns);
            let result = duel::play(&mut first, &mut second, &opening).result;
            saved.evolution.report(result);
            saved.games += 1;
            (sides[game.first], sides[game.second]) = (Some(first), Some(second));
            if written.elapsed() > SAVE_AFTER {
                save(&path("json"), &saved)?;
                written = Instant::now();
            }
            let (all, played) = saved.evolution.games();
            bar.set_message(format!("generation {generation}: {played} of {all} games"));
            bar.tick();
        }
        saved.evolution.breed();
        let now = saved.evolution.generation();
        if now % args.check.max(1) == 0 || now == args.generations {
            let tally = measure(args, &start, &saved, args.check_games, 500_000);
            saved.curve.push([now as f64, tally.elo().value.clamp(-800.0, 800.0), tally.elo().margin()]);
            bar.suspend(|| eprintln!("generation {now}: champion against generation 0 {tally}"));
        }
        save(&path("json"), &saved)?;
        let champion = with(&start, saved.evolution.individual(0));
        write_whole(&path("txt"), &format!("# {command}\n# generation {now}, {} games\n{champion}", saved.games))?;
        let pairs: Vec<(String, u16)> = StoneWeights::names().zip(champion.stone.values()).collect();
        let each = || pairs.iter().map(|(name, value)| (name.as_str(), *value));
        write_whole(&path("xml"), &write_xml(each()))?;
        let name = args.out.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        write_whole(&args.out.with_file_name(format!("{name}-values.json")), &write_json(each()))?;
    }
    bar.finish_and_clear();
    let mut curve = Curve::new("generation", &["Elo against generation 0", "low", "high"]);
    for [generation, elo, margin] in &saved.curve {
        curve.push(*generation, &[*elo, elo - margin, elo + margin]);
    }
    write_whole(&path("csv"), &curve.to_string())?;
    write_whole(&path("svg"), &curve.svg("Elo of the champion against generation 0")?)?;
    println!("generation {}, {} games of the tournaments", saved.evolution.generation(), saved.games);
    if args.final_games > 0 {
        println!("against generation 0: {}", measure(args, &start, &saved, args.final_games, 600_000));
    }
    Ok(())
}
