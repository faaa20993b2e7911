//! The genetic algorithm of the thesis for the values of stones or of lines.

use super::{
    evolve_args::{EvolveArgs, Genes, Initial},
    iterations::{Counts, Iterations, expect_options},
    selfplay::{MAX_TURNS, Room, Seated},
    tally::Tally,
};
use crate::{
    files::{Keeper, beside, write_curve, write_headed, write_values, write_weights},
    games::{
        EvaluationSpec,
        connect6::{self, Individual, Reached, player_by, weights},
    },
    progress::spinner,
    say,
    shards::part_of,
};
use duiyi_arena::Shard;
use duiyi_connect6::{Board, kit::stones};
use duiyi_game::{History, Reason};
use duiyi_train::{
    Curve,
    genetic::{Evolution, Generation, GeneticSettings, Pairing, write_json, write_xml},
    state::load,
};
use indicatif::ProgressBar;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The saved state of a run.
#[derive(Serialize, Deserialize)]
struct Saved {
    evolution: Evolution,
    /// Generation, Elo of its champion against generation 0, error.
    curve: Vec<[f64; 3]>,
    games: u64,
    /// The opponents that champions are measured against.
    opponents: Vec<Vec<u16>>,
    /// The options of the games.
    made_with: String,
}

/// The room and the players of the games.
struct Games<'a> {
    args: &'a EvolveArgs,
    /// The output name of this shard.
    out: PathBuf,
    individual: Individual,
    room: Room<Board>,
}

impl Games<'_> {
    /// A player with these values.
    fn side(&self, values: &[u16]) -> Result<Seated<Board>, Reason> {
        let spec = self.args.by.thinking.player(EvaluationSpec::Usual);
        Ok(self.room.sit(player_by(self.individual.valuation(values)?, &spec)?))
    }

    /// The champion's games against generation 0, two from each opening, starting with opening number
    /// `openings`. Shards divide them as items of `iteration`.
    fn measure(
        &self,
        saved: &Saved,
        games: u64,
        openings: u64,
        together: Option<(&mut Iterations, u64)>,
    ) -> Result<Tally, Reason> {
        let by = &self.args.by;
        let mut champion = self.side(saved.evolution.individual(0))?;
        let mut opponents: Vec<Option<Seated<Board>>> = Vec::new();
        opponents.resize_with(saved.opponents.len(), || None);
        let mut play = |pair: u64| {
            let who = (pair % opponents.len() as u64) as usize;
            let opponent = match &mut opponents[who] {
                Some(opponent) => opponent,
                empty => empty.insert(self.side(&saved.opponents[who])?),
            };
            let opening = self.room.opening(by.seed.wrapping_add(openings + pair), by.random_turns)?;
            self.room.pair(&mut champion, opponent, &opening)
        };
        let (mut tally, pairs) = (Tally::default(), games / 2);
        match together {
            Some((shards, iteration)) => {
                let counted = |pair| Ok(count(&play(pair)?));
                shards.results(iteration, pairs, counted)?.iter().for_each(|counts| tally.add(of_pair(*counts)));
            }
            None => (0..pairs).try_for_each(|pair| play(pair).map(|results| tally.add(results)))?,
        }
        Ok(tally)
    }

    /// Plays the remaining games of a generation; shards divide them as items of an iteration.
    fn play_generation(
        &self,
        saved: &mut Saved,
        together: Option<&mut Iterations>,
        keeper: &mut Keeper,
        bar: &ProgressBar,
    ) -> Result<(), Reason> {
        let generation = saved.evolution.generation();
        let mut sides = Vec::new();
        sides.resize_with(self.args.individuals, || None);
        let (all, _) = saved.evolution.games();
        let reported = |played: u64| {
            bar.set_message(format!("generation {generation}: {played} of {all} games"));
            bar.tick();
        };
        if let Some(shards) = together {
            let pairings: Vec<Pairing> = (0..all).map_while(|game| saved.evolution.game(game)).collect();
            let play = |game: u64| {
                reported(game);
                Ok(count(&[self.game(&mut sides, &saved.evolution, pairings[game as usize])?]))
            };
            for [losses, _, wins] in shards.results(games_of(generation), all as u64, play)? {
                saved.evolution.report(wins as i8 - losses as i8);
                saved.games += 1;
            }
            return Ok(());
        }
        while let Some(game) = saved.evolution.next_game() {
            let result = self.game(&mut sides, &saved.evolution, game)?;
            saved.evolution.report(result);
            saved.games += 1;
            keeper.keep_at_times(saved)?;
            reported(saved.evolution.games().1 as u64);
        }
        Ok(())
    }

    /// Plays a game of a generation and returns the result of the first player. Players are created on first use.
    fn game(&self, sides: &mut Sides, evolution: &Evolution, game: Pairing) -> Result<i8, Reason> {
        let by = &self.args.by;
        let mut take = |who: usize| match sides[who].take() {
            Some(side) => Ok(side),
            None => self.side(evolution.individual(who)),
        };
        let (mut first, mut second) = (take(game.first)?, take(game.second)?);
        let opening = self.room.opening(by.seed ^ evolution.opening(game), by.random_turns)?;
        let result = self.room.result(&mut first, &mut second, &opening)?;
        (sides[game.first], sides[game.second]) = (Some(first), Some(second));
        Ok(result)
    }
}

/// The players of a generation that have been created so far.
type Sides = Vec<Option<Seated<Board>>>;

/// Counts the lost, drawn and won games.
fn count(results: &[i8]) -> Counts {
    [-1, 0, 1].map(|outcome| results.iter().filter(|&&result| result == outcome).count() as u64)
}

/// The results of two games, in any order.
fn of_pair([losses, _, wins]: Counts) -> [i8; 2] {
    match (losses, wins) {
        (0, wins) => [(wins > 0).into(), (wins > 1).into()],
        (1, 1) => [-1, 1],
        (losses, _) => [-1, -i8::from(losses > 1)],
    }
}

/// The iteration number of a generation's games among shards.
fn games_of(generation: u64) -> u64 {
    3 * generation
}

/// The iteration number of the games that measure a generation's champion, and of the final games.
fn check_of(generation: u64) -> u64 {
    3 * generation + 1
}

fn final_of(generation: u64) -> u64 {
    3 * generation + 2
}

/// A generation in one line: the rates of its parents by their fitness, and how different its individuals were.
fn show(generation: &Generation, settings: &GeneticSettings, diversity: f64) -> String {
    let rates = generation.rates(&settings.rates);
    let list = |numbers: Vec<String>| numbers.join(" ");
    let fitness = generation.champions.iter().map(|&who| generation.fitness[who].to_string()).collect();
    let crossover = rates.iter().map(|rates| format!("{:.2}", rates[0])).collect();
    let mutation = rates.iter().map(|rates| format!("{:.4}", rates[1])).collect();
    format!(
        "generation {}: fitness of the parents {}, p_c {}, p_m {}, diversity {diversity:.4}",
        generation.number,
        list(fitness),
        list(crossover),
        list(mutation)
    )
}

/// A new run.
fn set_out(args: &EvolveArgs, individual: &Individual) -> Result<Saved, Reason> {
    let settings = args.breeding.settings(args.individuals, args.groups, args.by.seed);
    let (names, rules) = (individual.names(), individual.constraints());
    let (evolution, opponents) = match args.initial {
        Initial::Scattered => {
            let values = individual.start();
            (Evolution::new(names, &values, args.spread, rules, settings)?, vec![values])
        }
        Initial::Chance => {
            let evolution = Evolution::from_chance(names, rules, settings)?;
            let all = (0..args.individuals).map(|who| evolution.individual(who).to_vec()).collect();
            (evolution, all)
        }
    };
    Ok(Saved { evolution, curve: vec![[0.0; 3]], games: 0, opponents, made_with: format!("{:?}", args.by) })
}

/// Writes the champion of a generation in every format.
fn write_champion(games: &Games<'_>, saved: &Saved, command: &str) -> Result<(), Reason> {
    let generation = saved.evolution.generation();
    let champion = saved.evolution.individual(0);
    if let Individual::Stones(start) = &games.individual {
        let description = format!("generation {generation}, {} games", saved.games);
        write_weights(&games.out, command, &description, stones::with_values(start, champion))?;
    }
    let each = || saved.evolution.names().iter().map(String::as_str).zip(champion.iter().copied());
    write_headed(&beside(&games.out, "xml"), &write_xml(each()))?;
    let name = games.out.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    write_values(&games.out.with_file_name(format!("{name}-values.json")), &write_json(each()))
}

/// The values to tune: for lines, those of an existing state, or the lines that games reach.
fn individual(args: &EvolveArgs, there: Option<&Saved>, room: &Room<Board>) -> Result<Individual, Reason> {
    match (args.genes, there) {
        (Genes::Stones, _) => Ok(Individual::Stones(weights(&EvaluationSpec::named(&args.by.start))?.into())),
        (Genes::Shapes, _) => Individual::shapes(),
        (Genes::Codes, Some(saved)) => Individual::codes_named(saved.evolution.names()),
        (Genes::Codes, None) => {
            let spec = args.by.thinking.player(EvaluationSpec::named("pattern"));
            let (mut black, mut white) = (room.seat(&spec)?, room.seat(&spec)?);
            let mut reached = Reached::default();
            for game in 0..args.watch {
                let opening = room.opening(args.by.seed << 48 ^ game, args.by.random_turns)?;
                let played = room.play(&mut black, &mut white, &opening)?;
                let moves = played.moves.iter().map(|turn| turn.mv.as_str());
                let text = std::iter::once(opening.position.as_str()).chain(moves).collect::<Vec<_>>().join(" ");
                reached.count(&History::read("", &text)?);
            }
            let (lines, all) = reached.most(args.codes)?;
            say::news(format_args!("{} of the {all} lines that {} games reach", lines.len(), args.watch));
            Individual::codes(lines)
        }
    }
}

/// Runs the evolution and writes the result. A shard replays its recorded results.
pub(crate) fn run(args: &EvolveArgs, command: &str) -> Result<(), Reason> {
    let shard = args.shard.shard;
    let mut together = (shard != Shard::WHOLE).then(|| Iterations::open(&args.out, shard, &args.work())).transpose()?;
    let out = part_of(&args.out, shard);
    let state = beside(&out, "json");
    let room = Room::new(&connect6::game(), args.by.thinking.control(), MAX_TURNS)?;
    let mut keeper = Keeper::open(&out)?;
    let there: Option<Saved> = if together.is_none() && state.exists() { Some(load(&state)?) } else { None };
    let individual = individual(args, there.as_ref(), &room)?;
    let mut saved = match there {
        Some(saved) => {
            saved.evolution.check()?;
            expect_options(&state, &saved.made_with, &format!("{:?}", args.by))?;
            if saved.evolution.names() != individual.names() {
                return Err(format!("{} has other values; expected another NAME", state.display()).into());
            }
            saved
        }
        None => set_out(args, &individual)?,
    };
    let bar = spinner();
    let games = Games { args, out, individual, room };
    while saved.evolution.generation() < args.generations {
        games.play_generation(&mut saved, together.as_mut(), &mut keeper, &bar)?;
        let diversity = saved.evolution.diversity();
        let bred = saved.evolution.breed();
        let now = saved.evolution.generation();
        if let Some(line) = bred.map(|bred| show(&bred, saved.evolution.settings(), diversity)) {
            bar.suspend(|| say::news(line));
        }
        if now % args.check.max(1) == 0 || now == args.generations {
            let shards = together.as_mut().map(|shards| (shards, check_of(now)));
            let tally = games.measure(&saved, args.check_games, 500_000, shards)?;
            saved.curve.push(measured(now, &tally));
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
    write_curve(&games.out, &curve, "Elo of the champion against generation 0")?;
    let generation = saved.evolution.generation();
    say::result(format_args!("generation {generation}, {} games of the tournaments", saved.games))?;
    if args.final_games > 0 {
        let shards = together.as_mut().map(|shards| (shards, final_of(generation)));
        let tally = games.measure(&saved, args.final_games, 600_000, shards)?;
        say::result(format_args!("against generation 0: {tally}"))?;
    }
    Ok(())
}

/// A point of the curve: generation, Elo and its error. Both are bounded: Elo is infinite if one side
/// wins every game, and JSON has no infinity.
fn measured(generation: u64, tally: &Tally) -> [f64; 3] {
    let elo = tally.elo();
    [generation as f64, elo.value.clamp(-800.0, 800.0), elo.margin().min(800.0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_determine_the_results_of_a_pair() {
        for results in [[1, 1], [0, 1], [0, 0], [-1, 1], [-1, 0], [-1, -1]] {
            let mut found = of_pair(count(&results));
            found.sort();
            assert_eq!(found, results);
        }
    }

    #[test]
    fn a_point_of_the_curve_survives_json_for_any_result() {
        for results in [[-1, -1], [1, 1], [1, -1]] {
            let mut tally = Tally::default();
            tally.add(results);
            let point = measured(1, &tally);
            let text = serde_json::to_string(&point).expect("writes");
            assert_eq!(serde_json::from_str::<[f64; 3]>(&text).expect("reads"), point);
        }
    }
}
