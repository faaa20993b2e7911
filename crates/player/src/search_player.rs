//! The search as a player, for any game with an evaluation.

use crate::{
    Decision, HashTable, Known, NodeLimit, OptionError, OptionSpec, Player, Probe, RandomPlayer, Request, TableError,
    options::read_choice, random_player::chance_seed, read_check, read_spin, turn::completed,
};
use duiyi_game::{GameMove, Score};
use duiyi_search::{
    Driver, Enhancements, Evaluator, Heuristics, Observer, ParallelSearcher, Report, SearchResult, Skill, choose_line,
};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use std::{path::Path, sync::Arc, time::Duration};

/// The most threads that search at a time.
pub const MAX_THREADS: usize = 256;
/// The most lines that are searched at a time (Multi-PV).
pub const MAX_LINES: usize = 256;

/// How much the search leaves out: less for composed problems.
const PRUNING: [&str; 4] = ["none", "small", "medium", "large"];

/// How much the choice among good moves is left to chance.
const RANDOMNESS: [&str; 4] = ["none", "small", "medium", "large"];
/// The greatest bonus by chance of a root move by [`RANDOMNESS`], in the evaluator's units, about
/// hundredths of a pawn (row H-10 of docs/sources.md).
const RANDOM_MISTAKES: [u32; 4] = [0, 15, 35, 75];

/// A player that searches the game as it is told, with an evaluator.
///
/// Where a turn has several moves, those are played that the search expects; if it
/// does not expect enough of them, it searches again.
///
/// ```
/// use duiyi_game::{Game, History, Reach, Score, Side, Verdict};
/// use duiyi_player::{Player, Request, SearchPlayer};
/// use duiyi_search::{Heuristics, LimitControl, Limits, Stateless, StopHandle};
///
/// # #[derive(Clone, Debug)]
/// # struct Nim { left: u8, mover: Side }
/// # impl Game for Nim {
/// #     type Move = u8;
/// #     type Undo = ();
/// #     const PATH_MATTERS: bool = false;
/// #     fn side_to_move(&self) -> Side { self.mover }
/// #     fn legal_moves(&self, moves: &mut impl Extend<u8>) { moves.extend(1..=self.left.min(2)); }
/// #     fn is_legal(&self, taken: u8) -> bool { (1..=self.left.min(2)).contains(&taken) }
/// #     fn make(&mut self, taken: u8) { self.left -= taken; self.mover = !self.mover; }
/// #     fn unmake(&mut self, taken: u8, (): ()) { self.left += taken; self.mover = !self.mover; }
/// #     fn key(&self) -> u64 { (u64::from(self.left) << 1 | self.mover as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) }
/// #     fn verdict(&self, ply: usize) -> Verdict {
/// #         if self.left == 0 { Verdict::Exact(Score::mated_in(ply), Reach::Position) } else { Verdict::Open }
/// #     }
/// # }
/// // A heap of stones; a side takes one or two, and who takes the last one wins.
/// impl Heuristics for Nim { type Insight = (); }
///
/// let mut player = SearchPlayer::new(|| Stateless(|_: &Nim| Score::ZERO));
/// player.set_option("Hash", "1")?;
/// let decision = player.decide(&mut Request {
///     game: &History::new(Nim { left: 10, mover: Side::First }),
///     allowed: &|_| true,
///     control: &mut LimitControl::new(Limits::depth(10), StopHandle::new()),
///     observer: &mut (),
/// });
/// assert_eq!(decision.unwrap().turn, [1]);
/// # Ok::<(), duiyi_player::OptionError>(())
/// ```
pub struct SearchPlayer<G: Heuristics, E> {
    /// The search, for its switches and constants.
    pub searcher: ParallelSearcher<G, E>,
    evaluator: Arc<dyn Fn() -> E + Send + Sync>,
    table: HashTable,
    lines: usize,
    skill: Skill,
    limit_strength: bool,
    elo: i32,
    /// The greatest bonus by chance at full strength, and mistake at any other level, in the
    /// evaluator's units.
    randomness: u32,
    /// Where the mistakes of a weakened player come from.
    random: Xoshiro256PlusPlus,
    /// Where the blunders of the weakest levels come from.
    blunders: RandomPlayer,
    options: Vec<OptionSpec>,
}

impl<G: Heuristics, E: Evaluator<G>> SearchPlayer<G, E> {
    /// A player with everything at its default; each thread takes an evaluator.
    pub fn new(evaluator: impl Fn() -> E + Send + Sync + 'static) -> SearchPlayer<G, E> {
        let mut searcher = ParallelSearcher::new(evaluator());
        // Who asks for a move wants one, whatever the rules say of the game.
        searcher.main.plays_on = true;
        searcher.main.seed(chance_seed(0));
        SearchPlayer {
            searcher,
            evaluator: Arc::new(evaluator),
            table: HashTable::new(),
            lines: 1,
            skill: Skill::FULL,
            limit_strength: false,
            elo: Skill::MIN_ELO,
            randomness: 0,
            random: Xoshiro256PlusPlus::seed_from_u64(chance_seed(0)),
            blunders: RandomPlayer::from_option(0),
            options: options(),
        }
    }

    /// How strong the player plays.
    fn strength(&self) -> Skill {
        if self.limit_strength { Skill::for_elo(self.elo) } else { self.skill }
    }
}

fn options() -> Vec<OptionSpec> {
    let skill = i64::from(Skill::MAX);
    let (weakest, strongest) = (i64::from(Skill::MIN_ELO), i64::from(Skill::MAX_ELO));
    vec![
        HashTable::option(),
        OptionSpec::spin("Threads", 1, 1..=MAX_THREADS as i64),
        OptionSpec::spin("MultiPV", 1, 1..=MAX_LINES as i64),
        OptionSpec::spin("Skill Level", skill, 0..=skill),
        OptionSpec::spin("Skill Seed", 0, 0..=i64::from(u32::MAX)),
        OptionSpec::combo("Randomness", RANDOMNESS[0], RANDOMNESS),
        OptionSpec::check("UCI_LimitStrength", false),
        OptionSpec::spin("UCI_Elo", weakest, weakest..=strongest),
        OptionSpec::button("Clear Hash"),
        OptionSpec::combo("Pruning", "large", PRUNING),
        OptionSpec::combo("Driver", Driver::default().name(), Driver::NAMES.iter().copied()),
    ]
}

impl<G, E> Player<G> for SearchPlayer<G, E>
where
    G: Heuristics + Clone + Send + 'static,
    E: Evaluator<G> + Send + 'static,
{
    fn new_game(&mut self, _start: &G) {
        self.table.clear();
        self.searcher.new_game();
    }

    fn options(&self) -> &[OptionSpec] {
        &self.options
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        match name.to_ascii_lowercase().as_str() {
            "hash" => self.table.resize(name, value)?,
            "threads" => {
                let threads = read_spin(name, value, 1..=MAX_THREADS)?;
                let evaluator = Arc::clone(&self.evaluator);
                self.searcher.set_threads(threads, || evaluator());
            }
            "multipv" => self.lines = read_spin(name, value, 1..=MAX_LINES)?,
            "skill level" => self.skill = Skill::new(read_spin(name, value, 0..=Skill::MAX)?),
            "skill seed" => {
                let seed = read_spin(name, value, 0..=u32::MAX)?;
                self.random = Xoshiro256PlusPlus::seed_from_u64(chance_seed(seed));
                self.blunders = RandomPlayer::from_option(seed);
                self.searcher.main.seed(chance_seed(seed));
            }
            "randomness" => {
                self.randomness = RANDOM_MISTAKES[read_choice(name, value, &RANDOMNESS)?];
                self.searcher.main.parameters.root_randomness = self.randomness as i32;
            }
            "uci_limitstrength" => self.limit_strength = read_check(name, value)?,
            "uci_elo" => self.elo = read_spin(name, value, Skill::MIN_ELO..=Skill::MAX_ELO)?,
            "clear hash" => self.table.clear(),
            "pruning" => {
                let choice = read_choice(name, value, &PRUNING)?;
                set_pruning(&mut self.searcher.main.enhancements, PRUNING[choice]);
            }
            "driver" => self.searcher.main.driver = Driver::ALL[read_choice(name, value, Driver::NAMES)?],
            _ => return Err(OptionError::unknown(name, &self.options)),
        }
        Ok(())
    }

    fn decide(&mut self, request: &mut Request<'_, G>) -> Option<Decision<G::Move>> {
        let found = self.best_turn(request)?;
        match self.strength().blunders() {
            0 => Some(found),
            share => Some(self.blunders.sometimes_instead(share, found, request)),
        }
    }

    fn is_at_full_strength(&self) -> bool {
        self.lines <= 1 && self.strength().is_full() && self.randomness == 0
    }

    fn static_score(&mut self, game: &G) -> Option<Score> {
        let mut evaluator = (self.evaluator)();
        evaluator.reset(game);
        Some(evaluator.evaluate(game))
    }

    fn probe(&self) -> Option<Probe<G>> {
        let table = Arc::clone(self.table.get());
        Some(Box::new(move |game: &G| {
            let entry = table.probe(game.table_key())?;
            let best = G::Move::from_bits(entry.mv).map(|mv| game.actual_move(mv)).filter(|&mv| game.is_legal(mv));
            let score = entry.score.max(-Score::MATE).min(Score::MATE);
            Some(Known { best, score, bound: entry.bound, depth: entry.depth.whole().max(0) as u32 })
        }))
    }

    fn save_table(&self, path: &Path, identity: u64) -> Result<(), TableError> {
        self.table.save(path, identity)
    }

    fn load_table(&mut self, path: &Path, identity: u64) -> Result<(), TableError> {
        self.table.load(path, identity)
    }
}

impl<G, E> SearchPlayer<G, E>
where
    G: Heuristics + Clone + Send + 'static,
    E: Evaluator<G> + Send + 'static,
{
    /// The turn that the searches choose.
    fn best_turn(&mut self, request: &mut Request<'_, G>) -> Option<Decision<G::Move>> {
        let mut now = request.game.now().clone();
        let first = self.search(&mut now, request, true)?;
        Some(completed(now, first, |now| self.search(now, request, false)))
    }

    /// The first move of a turn, or of what is left of it.
    fn search(&mut self, now: &mut G, request: &mut Request<'_, G>, first: bool) -> Option<Decision<G::Move>> {
        let skill = self.strength();
        // A weakened player chooses among its lines; at full strength the search itself chooses.
        let mistake = if skill.is_full() { 0 } else { skill.mistake().max(self.randomness) };
        self.searcher.main.multi_pv = self.lines.max(skill.lines());
        let mut control = NodeLimit { inner: &mut *request.control, nodes: skill.nodes(), depth: None };
        let mut observer = BestLines { inner: &mut *request.observer, lines: self.lines };
        let allowed = |mv| !first || (request.allowed)(mv);
        let mut found = self.searcher.search(now, self.table.get(), &mut control, &mut observer, allowed);
        choose(&mut found, mistake, &mut self.random);
        let proved = found.score.mate_distance().is_some_and(|plies| plies.unsigned_abs() <= found.depth);
        Some(Decision {
            line: found.pv,
            score: Some(found.score),
            proved,
            depth: found.depth,
            nodes: found.statistics.nodes,
            statistics: Some(found.statistics),
            ..Decision::new(vec![found.best?])
        })
    }
}

/// Switches off what may overlook quiet wins.
fn set_pruning(enhancements: &mut Enhancements, choice: &str) {
    let usual = Enhancements::default();
    enhancements.delta = usual.delta && choice == "large";
    enhancements.null_move = usual.null_move && matches!(choice, "large" | "medium");
    enhancements.quiescence_exchange = usual.quiescence_exchange && choice != "none";
}

/// Chooses among the lines with a random mistake in the score of each.
fn choose<M: Copy>(found: &mut SearchResult<M>, mistake: u32, random: &mut Xoshiro256PlusPlus) {
    let choice = choose_line(&found.lines, mistake, random);
    if choice > 0 {
        let line = &found.lines[choice];
        found.best = Some(line.mv);
        found.pv.clone_from(&line.pv);
        found.score = line.score.unwrap_or(found.score);
    }
}

/// Tells of the best lines only: a weakened player searches more than it shows.
struct BestLines<'a, M> {
    inner: &'a mut dyn Observer<M>,
    lines: usize,
}

impl<M: Copy> Observer<M> for BestLines<'_, M> {
    fn progress(&mut self, report: &Report<'_, M>) {
        if report.line <= self.lines {
            self.inner.progress(report);
        }
    }

    fn root_move(&mut self, depth: u32, mv: M, number: usize, elapsed: Duration) {
        self.inner.root_move(depth, mv, number, elapsed);
    }
}
