//! Measures how often an engine chooses the turn of a better one: the accuracy of its evaluation.
//!
//! The thesis on Connect6 (7.1) multiplies the fitness of an evaluation by a weight of its
//! generation, which it describes as hard to choose and which must grow from one generation to the
//! next. Here a reference, an engine that searches deeper or longer, replaces future generations:
//! the fitness of an engine is the share of positions in which it chooses the turn of the
//! reference, and the weight of a position is its stake. The stake is the number of points, from 0
//! to 1, that the reference expects to lose with a random turn instead of its own. It is 0 in a
//! position that is won or lost after every turn. The weights depend only on the reference, so
//! engines measured with the same reference are comparable; the reference need not support
//! multiple variations.

use crate::{games::LabGame, matches::openings, matches::spec, progress::progress_bar, say};
use clap::Args;
use duiyi_arena::{
    Contestant, Effort, Entrant, Ledger, MoveRecord, RuleBook, TimeControl, Turn, TurnReport, Watchdog, read_match,
    show_memory, show_time,
};
use duiyi_game::{History, Notation, Outcome, Reason, Score, legal_moves};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use std::{
    collections::HashSet,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

/// Options of the measurement.
#[derive(Debug, Args)]
pub(crate) struct MeasureArgs {
    /// Engine, described as for `lab match`; repeat the option to measure several on the same positions.
    #[arg(long = "engine", value_name = "SPEC", required = true)]
    engines: Vec<String>,
    /// Reference engine, whose turns count as correct: one that searches deeper or longer, with its own tc=
    #[arg(long, value_name = "SPEC")]
    reference: String,
    /// Rule set.
    #[arg(long, default_value = "", hide_default_value = true)]
    rules: String,
    /// Positions: openings, as for `lab match`.
    #[arg(long, value_name = "FILE", required_unless_present = "record")]
    openings: Option<String>,
    /// Positions: those before each turn in the games of a recorded match.
    #[arg(long, value_name = "FILE", conflicts_with = "openings")]
    record: Option<PathBuf>,
    /// Maximum number of positions; they are drawn at random.
    #[arg(long, default_value_t = 200)]
    positions: usize,
    /// Time control of engines without their own. Every position is a new game.
    #[arg(long, default_value = "movetime=0.1")]
    tc: TimeControl,
    /// Number of random turns whose mean loss is the weight of a position; with 0 all positions have the same weight.
    #[arg(long, default_value_t = 4)]
    alternatives: u32,
    /// Score of the reference that corresponds to odds of 10 to 1, to convert scores to points.
    #[arg(long, default_value_t = 400.0)]
    unit: f64,
    /// Seed of the random choices.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Measures the engines and prints the table.
///
/// # Errors
/// If there are no positions, or an engine fails to return a move.
pub(crate) fn measure<G: Notation>(game: &LabGame<G>, args: &MeasureArgs, command: &str) -> Result<(), Reason> {
    if !(args.unit.is_finite() && args.unit > 0.0) {
        return Err(format!("--unit {}: expected a score above 0", args.unit).into());
    }
    let of = game.by(&args.rules)?;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(args.seed);
    let positions = positions(args, &of, &mut random)?;
    let watchdog = Arc::new(Watchdog::new());
    let open = |text: &String| Asked::open(spec::read(&of, text)?.entrant(&of, &watchdog)?, &args.tc);
    let mut engines = args.engines.iter().map(open).collect::<Result<Vec<_>, Reason>>()?;
    let mut reference = open(&args.reference)?;
    let bar = progress_bar();
    bar.set_length(positions.len() as u64);
    for game in &positions {
        compare(game, &mut reference, &mut engines, args, &mut random)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    let source = args.record.as_ref().map(|path| path.display().to_string());
    let source = source.or_else(|| args.openings.clone()).unwrap_or_default();
    say::result(format_args!("```\n{command}\n```\n\n{} positions of {source}, seed {}.", positions.len(), args.seed))?;
    say::result(table(&engines, &reference.name, args.alternatives > 0).trim_end())
}

/// Requests a turn in a position from the reference and the engines.
fn compare<G: Notation>(
    game: &History<G>,
    reference: &mut Asked<G>,
    engines: &mut [Asked<G>],
    args: &MeasureArgs,
    random: &mut Xoshiro256PlusPlus,
) -> Result<(), Reason> {
    let right = reference.ask(game)?;
    let stake = if args.alternatives == 0 { 1.0 } else { stake(reference, game, &right, args, random)? };
    for engine in engines {
        let chosen = engine.ask(game)?;
        engine.effort.add(&MoveRecord::new(chosen.text, &chosen.report, Duration::ZERO));
        engine.peak_kib = engine.peak_kib.max(chosen.report.peak_kib);
        engine.agreed.push((stake, chosen.key == right.key));
    }
    Ok(())
}

/// A random selection of distinct positions with at least two turns.
fn positions<G: Notation>(
    args: &MeasureArgs,
    of: &LabGame<G>,
    random: &mut Xoshiro256PlusPlus,
) -> Result<Vec<History<G>>, Reason> {
    let rules = of.start();
    let all = match &args.record {
        Some(path) => of_record(path, rules)?,
        None => {
            let openings = openings::read(of, args.openings.as_deref())?;
            openings.iter().map(|opening| History::read_by(rules, &opening.position)).collect::<Result<_, _>>()?
        }
    };
    let mut seen = HashSet::new();
    let has_choice = |game: &History<G>| game.outcome().is_none() && legal_moves(game.now()).len() > 1;
    let mut positions: Vec<History<G>> =
        all.into_iter().filter(|game| has_choice(game) && seen.insert(game.now().key())).collect();
    if positions.is_empty() {
        return Err("there is no position with a choice".into());
    }
    for i in (1..positions.len()).rev() {
        positions.swap(i, below(random, i + 1));
    }
    positions.truncate(args.positions);
    Ok(positions)
}

/// The positions before each turn of the games of a record.
fn of_record<G: Notation>(path: &Path, rules: &G) -> Result<Vec<History<G>>, Reason> {
    let record = read_match(path)?;
    let book = RuleBook::new(rules);
    let (found, expected) = ([record.heading.game, record.heading.rules], [book.game, &book.rules]);
    if found != expected {
        let [found, expected] = [found.join(", rules "), expected.join(", rules ")];
        return Err(format!("{}: a record of {found}; expected {expected}", path.display()).into());
    }
    let mut positions = Vec::new();
    for game in &record.games {
        let at = |reason: Reason| format!("{}, game {}: {reason}", path.display(), game.number);
        let mut history = History::read_by(rules, &game.opening.position).map_err(at)?;
        for mv in game.played() {
            positions.push(history.clone());
            history.read_turns([mv.mv.as_str()]).map_err(at)?;
        }
    }
    Ok(positions)
}

fn below(random: &mut Xoshiro256PlusPlus, count: usize) -> usize {
    (random.next_u64() % count as u64) as usize
}

/// An engine and its answers.
pub(super) struct Asked<G: Notation> {
    name: String,
    player: Box<dyn Contestant<G>>,
    control: TimeControl,
    effort: Effort,
    peak_kib: Option<u64>,
    /// The stake of each position, and whether the turn was the reference's.
    agreed: Vec<(f64, bool)>,
}

/// A chosen turn, and the key of the position after it: turns with several stones are equal in any
/// order.
pub(super) struct Chosen {
    /// The turn in the notation of the game's protocols.
    pub(super) text: String,
    pub(super) report: TurnReport,
    pub(super) key: u64,
}

impl<G: Notation> Asked<G> {
    /// Starts an engine; `usual` is the time control of one without its own.
    pub(super) fn open(entrant: Entrant<G>, usual: &TimeControl) -> Result<Asked<G>, Reason> {
        let control = entrant.control.clone().unwrap_or_else(|| usual.clone());
        if control == TimeControl::Infinite {
            return Err(format!("{}: the time control '-' has no limit", entrant.name).into());
        }
        let player = entrant.open().map_err(|fault| format!("{}: {fault}", entrant.name))?;
        let (effort, agreed) = (Effort::default(), Vec::new());
        Ok(Asked { name: entrant.name, player, control, effort, peak_kib: None, agreed })
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn control(&self) -> &TimeControl {
        &self.control
    }

    /// Requests a turn in a new game with this history.
    pub(super) fn ask(&mut self, game: &History<G>) -> Result<Chosen, Reason> {
        let now = game.now();
        let fault = |reason: Reason| format!("{} in {}: {reason}", self.name, now.write_position());
        let clock = Ledger::new(&self.control);
        let turn = Turn::new(game, [&clock, &clock], Duration::ZERO);
        self.player.new_game(game.start()).map_err(|error| fault(error.into()))?;
        let answer = self.player.choose(&turn).map_err(|error| fault(error.into()))?;
        let (text, turn) = answer.turn.judge(now);
        let mut after = game.clone();
        after.play_turn(&turn.map_err(|error| fault(error.into()))?)?;
        Ok(Chosen { text, report: answer.report, key: after.now().key() })
    }
}

/// The expected points of a side with this score, `unit` being odds of 10 to 1.
fn expected(score: Score, unit: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-f64::from(score.get()) / unit))
}

/// The expected loss of a random turn in a position, from 0 to 1 points: the mean over turns other
/// than the correct one, with gains counted as 0.
fn stake<G: Notation>(
    reference: &mut Asked<G>,
    game: &History<G>,
    right: &Chosen,
    args: &MeasureArgs,
    random: &mut Xoshiro256PlusPlus,
) -> Result<f64, Reason> {
    /// The number of attempts to draw another turn, which suffices unless nearly all turns are the same.
    const TRIALS: u32 = 100;
    let unknown = || format!("{} reports no scores; expected --alternatives 0", reference.name);
    let best = expected(right.report.score.ok_or_else(unknown)?, args.unit);
    let mover = game.now().side_to_move();
    let (mut lost, mut turns) = (0.0, 0);
    for _ in 0..args.alternatives {
        let others = (0..TRIALS).map(|_| random_turn(game, random));
        let Some(then) = { others }.find(|then| then.now().key() != right.key) else { break };
        let value = match then.outcome() {
            Some(Outcome { winner: None, .. }) => 0.5,
            Some(Outcome { winner: Some(winner), .. }) => f64::from(winner == mover),
            None => {
                let score = reference.ask(&then)?.report.score;
                1.0 - score.map_or(0.5, |score| expected(score, args.unit))
            }
        };
        lost += (best - value).max(0.0);
        turns += 1;
    }
    Ok(if turns == 0 { 0.0 } else { lost / f64::from(turns) })
}

/// The game after a random turn.
fn random_turn<G: Notation>(game: &History<G>, random: &mut Xoshiro256PlusPlus) -> History<G> {
    let (side, mut then) = (game.now().side_to_move(), game.clone());
    while then.now().side_to_move() == side && then.outcome().is_none() {
        let moves = legal_moves(then.now());
        let chosen = moves.get(below(random, moves.len().max(1)));
        if chosen.is_none_or(|&mv| then.play(mv).is_err()) {
            break;
        }
    }
    then
}

/// The weighted share of positions with agreement, and half of its 95 % interval; `None` if the total
/// weight is 0.
fn share(agreed: impl Iterator<Item = (f64, bool)> + Clone) -> Option<(f64, f64)> {
    let weight: f64 = agreed.clone().map(|(weight, _)| weight).sum();
    let share = agreed.clone().map(|(weight, agrees)| weight * f64::from(agrees)).sum::<f64>() / weight;
    // The variance of a quotient of two sums, to the first order.
    let squares: f64 = agreed.map(|(weight, agrees)| (weight * (f64::from(agrees) - share)).powi(2)).sum();
    (weight > 0.0).then(|| (share, 1.96 * squares.sqrt() / weight))
}

fn table<G: Notation>(engines: &[Asked<G>], reference: &str, weighted: bool) -> String {
    let percent = |share: Option<(f64, f64)>| match share {
        Some((share, margin)) => format!("{:.1} ± {:.1} %", 100.0 * share, 100.0 * margin),
        None => "–".to_owned(),
    };
    let number = |mean: Option<f64>, digits: usize| mean.map_or("–".to_owned(), |mean| format!("{mean:.digits$}"));
    let mut text = format!(
        "\n| engine | turns of {reference} | weighted by stake | time, nodes, depth of a turn | peak memory |\n\
         |---|---|---|---|---|\n"
    );
    for engine in engines {
        let (agreed, effort) = (engine.agreed.iter().copied(), &engine.effort);
        let columns = [
            engine.name.clone(),
            percent(share(agreed.clone().map(|(_, agrees)| (1.0, agrees)))),
            percent(share(agreed).filter(|_| weighted)),
            [show_time(effort.mean_time()), number(effort.mean_nodes(), 0), number(effort.mean_depth(), 1)].join(", "),
            show_memory(engine.peak_kib),
        ];
        text += &format!("| {} |\n", columns.join(" | "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_arena::{Answer, Choice, Fault};
    use duiyi_connect6::Board;
    use duiyi_xiangqi::Xiangqi;
    use std::sync::Mutex;

    #[test]
    fn shares_are_weighted() {
        let near = |found: Option<(f64, f64)>, share: f64, margin: f64| {
            let (found, around) = found.expect("there is weight");
            assert!((found - share).abs() < 1e-9 && (around - margin).abs() < 1e-9, "{found} {around}");
        };
        let equal = [(1.0, true), (1.0, false), (1.0, true), (1.0, true)];
        near(share(equal.into_iter()), 0.75, 1.96 * (0.75_f64 * 0.25 / 4.0).sqrt());
        // Positions with weight 0 do not count.
        near(share([(0.0, true), (0.4, false), (0.6, true)].into_iter()), 0.6, 1.96 * 0.24 * 2_f64.sqrt());
        near(share([(0.5, true)].into_iter()), 1.0, 0.0);
        assert_eq!(share([(0.0, true)].into_iter()), None);
        assert_eq!(share(std::iter::empty()), None);
    }

    /// Reports the given scores one after another, and always plays the same turn.
    struct Scripted {
        turn: &'static str,
        scores: Vec<Option<i32>>,
        asked: Arc<Mutex<Vec<String>>>,
    }

    impl<G: Notation> Contestant<G> for Scripted {
        fn new_game(&mut self, _start: &G) -> Result<(), Fault> {
            Ok(())
        }

        fn choose(&mut self, turn: &Turn<'_, G>) -> Result<Answer<G::Move>, Fault> {
            let game = turn.game.write();
            self.asked.lock().expect("no panic").push(format!("{game}, {:?}", turn.clocks.mover));
            let (score, rest) = self.scores.split_first().ok_or_else(|| Fault::NoMove("asked too often".to_owned()))?;
            let score = score.map(Score::new);
            self.scores = rest.to_vec();
            let free = ["A1", "B1", "C1", "A2", "B2", "C2", "A3", "B3", "C3"];
            let taken = |point: &&str| game.split(' ').any(|turn| turn == *point);
            let mv = Some(self.turn).filter(|turn| !taken(turn)).or(free.into_iter().find(|point| !taken(point)));
            let peak_kib = Some(self.scores.len() as u64);
            let turn = Choice::read(turn.game.now(), mv.unwrap_or_default().to_owned());
            Ok(Answer { turn, report: TurnReport { score, peak_kib, ..TurnReport::default() } })
        }
    }

    fn scripted<G: Notation>(turn: &'static str, scores: &[Option<i32>]) -> Entrant<G> {
        let scores = scores.to_vec();
        let opens = move || -> Result<Box<dyn Contestant<G>>, Fault> {
            Ok(Box::new(Scripted { turn, scores: scores.clone(), asked: Arc::default() }))
        };
        Entrant::new("it", "", opens)
    }

    fn args(unit: f64) -> MeasureArgs {
        MeasureArgs {
            engines: Vec::new(),
            reference: String::new(),
            rules: String::new(),
            openings: None,
            record: None,
            positions: 1,
            tc: TimeControl::Depth(1),
            alternatives: 2,
            unit,
            seed: 1,
        }
    }

    fn opened<G: Notation>(entrant: Entrant<G>) -> Asked<G> {
        Asked::open(entrant, &TimeControl::Depth(1)).expect("opens")
    }

    fn game<G: Notation>(rules: &str, text: &str) -> History<G> {
        History::read_by(&G::begin(rules).expect("known"), text).expect("legal")
    }

    /// The stake of a game; all scores must have been requested.
    fn stake_in<G: Notation>(
        game: &History<G>,
        turn: &'static str,
        scores: &[Option<i32>],
        args: &MeasureArgs,
        seed: u64,
    ) -> Result<f64, String> {
        let mut reference = opened(scripted(turn, scores));
        let right = reference.ask(game).map_err(|error| error.to_string())?;
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        stake(&mut reference, game, &right, args, &mut random).map_err(|error| error.to_string())
    }

    fn staked(turns: &str, point: &'static str, scores: &[Option<i32>], seed: u64) -> Result<f64, String> {
        stake_in::<Board>(&game("tictactoe", &format!("moves {turns}")), point, scores, &args(400.0), seed)
    }

    #[test]
    fn the_stake_is_the_mean_loss_of_a_random_turn() {
        for seed in 0..8 {
            let near = |found: Result<f64, String>, stake: f64| {
                let found = found.expect("all scores are there");
                assert!((found - stake).abs() < 1e-9, "seed {seed}: {found}, not {stake}");
            };
            // 10 to 1 becomes 1 to 10, and once 1 to 1.
            near(staked("B2", "A1", &[Some(400), Some(400), Some(400)], seed), 9.0 / 11.0);
            near(staked("B2", "A1", &[Some(400), Some(400), Some(0)], seed), (9.0 / 11.0 + 10.0 / 11.0 - 0.5) / 2.0);
            // Without a reported score, both sides expect the same.
            near(staked("B2", "A1", &[Some(400), Some(400), None], seed), (9.0 / 11.0 + 10.0 / 11.0 - 0.5) / 2.0);
            // Nothing is lost, or there is even a gain.
            near(staked("B2", "A1", &[Some(0), Some(0), Some(-300)], seed), 0.0);
            // Apart from C2 also C1 and C3 win at once: no score is requested.
            near(staked("A1 A2 B1 A3 B2 B3", "C2", &[Some(30_000)], seed), 0.0);
            // The same for the other side.
            near(staked("B1 B2 A2 A1 C2 C1 B3", "A3", &[Some(30_000)], seed), 0.0);
            assert!(staked("B2", "A1", &[Some(0), Some(0)], seed).is_err());
            // The score that corresponds to odds of 10 to 1.
            let after = game::<Board>("tictactoe", "moves B2");
            near(stake_in(&after, "A1", &[Some(100), Some(100), Some(100)], &args(100.0), seed), 9.0 / 11.0);
            // Both remaining stones: there is no other turn.
            let two_left = game::<Board>("Connect(3,3,3,2,1)", "moves A1 A2-B2 C2-B3 C3-B1");
            near(stake_in(&two_left, "A3-C1", &[Some(400)], &args(400.0), seed), 0.0);
            // The king moves away, or takes the pawn, which is a draw.
            let pawn = game::<Xiangqi>("", "5k3/9/9/9/9/9/9/9/3p5/3K5 w - - 0 1");
            near(stake_in(&pawn, "d0e0", &[Some(400)], &args(400.0), seed), 10.0 / 11.0 - 0.5);
        }
        let error = staked("B2", "A1", &[None], 1).expect_err("no score");
        assert_eq!(error, "it reports no scores; expected --alternatives 0");
    }

    #[test]
    fn a_random_turn_is_a_complete_turn() {
        let before = game::<Board>("", "moves J10");
        for seed in 0..8 {
            let then = random_turn(&before, &mut Xoshiro256PlusPlus::seed_from_u64(seed));
            assert_eq!(then.turns().map(<[_]>::len).collect::<Vec<_>>(), [1, 2]);
        }
    }

    /// The weight of each position is its stake, the same for all engines.
    #[test]
    fn engines_are_compared_by_weighted_agreement() {
        let scores = [400, 400, 400, 0, 0, 0].map(Some);
        let mut reference = opened(scripted("A1", &scores));
        let mut engines = [opened(scripted("A1", &scores)), opened(scripted("C3", &scores))];
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        for turns in ["B2", "A1 B2 C3"] {
            let game = game::<Board>("tictactoe", &format!("moves {turns}"));
            compare(&game, &mut reference, &mut engines, &args(400.0), &mut random).expect("answers");
        }
        for (engine, first) in engines.iter().zip([true, false]) {
            let [(much, agreed), (none, _)] = engine.agreed[..] else { panic!("{:?}", engine.agreed) };
            assert!((much - 9.0 / 11.0).abs() < 1e-9 && none == 0.0, "{:?}", engine.agreed);
            assert_eq!(agreed, first);
            assert_eq!(engine.peak_kib, Some(5), "the highest reported value");
        }
    }

    /// Turns with several stones are equal in any order.
    #[test]
    fn turns_are_equal_in_any_order_of_their_stones() {
        let game = game::<Board>("", "moves J10");
        let mut reference = opened(scripted("J11-K11", &[None]));
        let mut engines = [opened(scripted("K11-J11", &[None])), opened(scripted("K11-J12", &[None]))];
        let args = MeasureArgs { alternatives: 0, ..args(400.0) };
        compare(&game, &mut reference, &mut engines, &args, &mut Xoshiro256PlusPlus::seed_from_u64(1))
            .expect("answers");
        assert_eq!(engines.map(|engine| engine.agreed), [[(1.0, true)], [(1.0, false)]]);
    }

    /// An engine receives the same requests as in a match, with its own time control.
    #[test]
    fn an_engine_receives_the_whole_game() {
        let asked = Arc::<Mutex<Vec<String>>>::default();
        let received = Arc::clone(&asked);
        let opens = move || -> Result<Box<dyn Contestant<Board>>, Fault> {
            Ok(Box::new(Scripted { turn: "J11-K11", scores: vec![None], asked: Arc::clone(&received) }))
        };
        let mut own = Entrant::new("it", "", opens);
        own.control = Some(TimeControl::Depth(7));
        let mut engine = Asked::open(own, &TimeControl::Depth(1)).expect("opens");
        assert_eq!(
            (&engine.control, opened::<Board>(scripted("A1", &[])).control),
            (&TimeControl::Depth(7), TimeControl::Depth(1))
        );
        let game = game::<Board>("", "moves J10");
        engine.ask(&game).expect("answers");
        let start = game.start().write_position();
        assert_eq!(*asked.lock().expect("no panic"), [format!("{start} moves J10, Second")]);
    }

    /// Each position with a choice may be drawn; finished games are never drawn.
    #[test]
    fn every_position_with_a_choice_can_be_drawn() {
        let rules = LabGame::new(duiyi_xiangqi::kit::kit());
        let path = std::env::temp_dir().join(format!("duiyi-lab-measure-{}.epd", std::process::id()));
        let mut repeated = game::<Xiangqi>("", "");
        for mv in ["b0c2", "b9c7", "c2b0", "c7b9"].iter().cycle() {
            repeated.read_turns([*mv]).expect("legal");
            if repeated.outcome().is_some() {
                break;
            }
        }
        assert!(!legal_moves(repeated.now()).is_empty());
        let lines = format!("moves h2e2\n{}\nmoves b2e2\nmoves h2e2\n", repeated.write());
        std::fs::write(&path, lines).expect("written");
        let drawn = |count: usize, seed: u64| {
            let openings = Some(path.display().to_string());
            let args = MeasureArgs { positions: count, openings, ..args(400.0) };
            let found = positions(&args, &rules, &mut Xoshiro256PlusPlus::seed_from_u64(seed)).expect("there are some");
            found.iter().map(History::write).collect::<Vec<_>>()
        };
        assert_eq!(drawn(9, 1).len(), 2);
        assert_eq!((0..16).flat_map(|seed| drawn(1, seed)).collect::<HashSet<_>>().len(), 2);
        std::fs::remove_file(&path).expect("removed");
    }
}
