//! The search as a player, for any game with an evaluation.

use crate::options;
use crate::player::{
    Button, Choice, DEFAULT_HASH, Decision, HashTable, Inspect, Known, MAX_HASH, NodeLimit, OptionError, OptionSpec,
    Player, Probe, RandomPlayer, RatingScale, Request, Spin,
    constants::{constant_specs, set_constant},
    random_player::{random_seed, turn_seed},
    rating::RatedOptions,
    turn::{completed, with},
};
use duiyi_game::{GameMove, Score, Side};
use duiyi_search::{
    Driver, Endgames, Enhancements, Evaluator, Heuristics, MAX_THREADS, Observer, ParallelSearcher, Report, Scheme,
    SearchResult, Skill, choose_line, contempt_salt,
};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use std::{sync::Arc, time::Duration};

/// The maximum number of lines (Multi-PV).
pub const MAX_LINES: usize = 256;

/// The values of `Pruning`; composed problems need less pruning.
const PRUNING: [&str; 4] = ["none", "small", "medium", "large"];

/// How random the choice among good moves is.
const RANDOMNESS: [&str; 4] = ["none", "small", "medium", "large"];
/// The maximum random bonus of a root move for each [`RANDOMNESS`], in the evaluator's units, about
/// hundredths of a pawn (row H-10 of docs/sources.md).
const RANDOM_MISTAKES: [u32; 4] = [0, 15, 35, 75];

/// The values of `Style`.
const STYLES: [&str; 3] = ["solid", "normal", "risky"];
/// The contempt for a draw in each of the [`STYLES`], in the evaluator's units.
const CONTEMPT: [i32; 3] = [-25, 0, 25];

/// A player that searches the game with an evaluator.
///
/// If a turn has several moves, it plays those of the principal variation; if that is
/// too short, it searches again.
///
/// ```
/// use duiyi_game::{History, Score, nim::Nim};
/// use duiyi_engine::{Player, Request, SearchPlayer};
/// use duiyi_search::{LimitControl, Limits, StopHandle};
///
/// // A side takes one or two stones from a heap, and the side that takes the last stone wins.
/// let mut player = SearchPlayer::new(|| |_: &Nim| Score::ZERO);
/// player.set_option("Hash", "1")?;
/// let decision = player.decide(&mut Request {
///     game: &History::new(Nim::new(10)),
///     allowed: &|_| true,
///     control: &mut LimitControl::new(Limits::depth(10), StopHandle::new()),
///     observer: &mut (),
/// });
/// assert_eq!(decision.unwrap().turn, [1]);
/// # Ok::<(), duiyi_engine::OptionError>(())
/// ```
pub struct SearchPlayer<G: Heuristics, E> {
    /// The search, for its switches and constants.
    pub searcher: ParallelSearcher<G, E>,
    evaluator: Arc<dyn Fn() -> E + Send + Sync>,
    table: HashTable,
    /// The generator of the mistakes of a weakened player.
    random: Xoshiro256PlusPlus,
    /// The generator of the blunders of the weakest levels.
    blunders: RandomPlayer,
    options: SearchOptions,
    /// The options of a player whose levels have Elo ratings.
    rated: Option<RatedOptions>,
    specs: Vec<OptionSpec>,
}

impl<G: Heuristics, E: Evaluator<G>> SearchPlayer<G, E> {
    /// A player with default options; each thread has its own evaluator.
    pub fn new(evaluator: impl Fn() -> E + Send + Sync + 'static) -> SearchPlayer<G, E> {
        let mut searcher = ParallelSearcher::new(evaluator());
        // The caller wants a move, even if the rules have ended the game.
        searcher.main.plays_on = true;
        searcher.main.seed(random_seed(0));
        SearchPlayer {
            searcher,
            evaluator: Arc::new(evaluator),
            table: HashTable::new(),
            random: Xoshiro256PlusPlus::seed_from_u64(random_seed(0)),
            blunders: RandomPlayer::from_option(0),
            options: SearchOptions::default(),
            rated: None,
            specs: SearchOptions::specs().into_iter().chain(constant_specs()).collect(),
        }
    }

    /// Adds `UCI_LimitStrength` and `UCI_Elo` with the measured strength of the levels in this game.
    pub fn rated(mut self, scale: RatingScale) -> SearchPlayer<G, E> {
        let options = RatedOptions::new(scale);
        self.specs.retain(|spec| !RatedOptions::has(spec.name));
        let after = self.specs.iter().position(|spec| spec.is_named("Randomness")).map_or(0, |at| at + 1);
        self.specs.splice(after..after, options.specs());
        self.rated = Some(options);
        self
    }
}

options! {
    /// The options of an alpha-beta search.
    pub(crate) struct SearchOptions, enum SearchOption {
        /// The size of the transposition table in MiB; a new size empties it.
        Hash hash: Spin<usize> = Spin(DEFAULT_HASH, 1..=MAX_HASH), "Hash" / "hashsize";
        /// The number of search threads.
        Threads threads: Spin<usize> = Spin(1, 1..=MAX_THREADS), "Threads" / "threads";
        /// The number of best lines that are reported.
        Lines lines: Spin<usize> = Spin(1, 1..=MAX_LINES), "MultiPV" / "multipv";
        /// The strength level.
        Level level: Spin<u32> = Spin(Skill::MAX, 0..=Skill::MAX), "Skill Level" / "skilllevel";
        /// The seed of mistakes; 0 gives a different seed in each run.
        Seed seed: Spin<u32> = Spin(0, 0..=u32::MAX), "Skill Seed" / "skillseed";
        /// How random the choice among good moves is.
        Randomness randomness: Choice = Choice(&RANDOMNESS, 0), "Randomness" / "randomness";
        /// Whether the player seeks draws or avoids them.
        Style style: Choice = Choice(&STYLES, 1), "Style" / "style";
        /// Empties the table.
        ClearHash clear_hash: Button = Button, "Clear Hash";
        /// How much the search prunes.
        Pruning pruning: Choice = Choice(&PRUNING, 3), "Pruning" / "pruning";
        /// The search windows at the root.
        Driver driver: Choice = Choice(Driver::NAMES, 0), "Driver" / "driver";
        /// The scheme of parallel search.
        Scheme scheme: Choice = Choice(&SCHEMES, 0), "Scheme" hidden;
    }
}

/// The values of the option `Scheme`.
const SCHEMES: [&str; 3] = ["ybw", "lazy", "lockstep"];

/// A scheme by its index in [`SCHEMES`].
fn scheme(index: usize) -> Scheme {
    match index {
        0 => Scheme::YoungBrothersWait,
        index => Scheme::LazySmp { lockstep: index == 2 },
    }
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
        &self.specs
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        if let Some(result) = self.rated.as_mut().and_then(|rated| rated.set(name, value)) {
            return result;
        }
        let before = self.options.clone();
        match self.options.set(name, value)? {
            Some(option) => self.apply(option).inspect_err(|_| self.options = before),
            None => {
                let main = &mut self.searcher.main;
                match set_constant(&mut main.enhancements, &mut main.parameters, name, value) {
                    Some(result) => result,
                    None => Err(OptionError::unknown(name, &self.specs)),
                }
            }
        }
    }

    fn set_endgames(&mut self, endgames: Option<Arc<dyn Endgames<G>>>) {
        self.searcher.main.endgames = endgames;
    }

    fn decide(&mut self, request: &mut Request<'_, G>) -> Option<Decision<G::Move>> {
        if self.options.seed != 0 {
            self.reseed(turn_seed(self.options.seed, request.game));
        }
        let found = self.best_turn(request)?;
        match self.strength().blunders() {
            0 => Some(found),
            share => Some(self.blunders.sometimes_instead(share, found, request)),
        }
    }

    fn inspect(&mut self) -> Option<&mut dyn Inspect<G>> {
        Some(self)
    }
}

impl<G, E> Inspect<G> for SearchPlayer<G, E>
where
    G: Heuristics + Clone + Send + 'static,
    E: Evaluator<G> + Send + 'static,
{
    fn is_at_full_strength(&self) -> bool {
        self.options.lines <= 1 && self.strength().is_full() && self.options.randomness == 0
    }

    fn static_score(&self, game: &G) -> Option<Score> {
        let mut evaluator = (self.evaluator)();
        evaluator.reset(game);
        Some(evaluator.evaluate(game))
    }

    fn probe(&self) -> Option<Probe<G>> {
        let table = Arc::clone(self.table.get());
        let salts = Side::BOTH.map(|at_root| contempt_salt(at_root, self.searcher.main.parameters.contempt));
        Some(Box::new(move |game: &G| {
            let entry = salts.iter().find_map(|salt| table.probe(game.table_key() ^ salt))?;
            let best = G::Move::from_bits(entry.mv).map(|mv| game.actual_move(mv)).filter(|&mv| game.is_legal(mv));
            // A stored win or loss by a ruling is not confirmed.
            let score = Some(entry.score).filter(|score| score.rule_distance().is_none())?;
            let score = score.max(-Score::MATE).min(Score::MATE);
            Some(Known { best, score, bound: entry.bound, depth: entry.depth.whole().max(0) as u32 })
        }))
    }

    fn table(&mut self) -> Option<&mut HashTable> {
        Some(&mut self.table)
    }
}

impl<G, E> SearchPlayer<G, E>
where
    G: Heuristics + Clone + Send + 'static,
    E: Evaluator<G> + Send + 'static,
{
    /// Applies an option that was set.
    fn apply(&mut self, option: SearchOption) -> Result<(), OptionError> {
        let options = &self.options;
        match option {
            SearchOption::Hash => self.table.resize(options.hash)?,
            SearchOption::Threads => {
                crate::player::memory::check_threads(self.searcher.threads(), self.options.threads)?;
                let evaluator = Arc::clone(&self.evaluator);
                self.searcher.set_threads(options.threads, || evaluator());
            }
            SearchOption::Seed => self.reseed(options.seed),
            SearchOption::Randomness => {
                self.searcher.main.parameters.root_randomness = self.random_mistake() as i32;
            }
            SearchOption::Style => {
                self.searcher.main.parameters.contempt = CONTEMPT[options.style];
            }
            SearchOption::ClearHash => self.table.clear(),
            SearchOption::Pruning => set_pruning(&mut self.searcher.main.enhancements, PRUNING[options.pruning]),
            SearchOption::Driver => self.searcher.main.driver = Driver::ALL[options.driver],
            SearchOption::Scheme => self.searcher.scheme = scheme(options.scheme),
            SearchOption::Lines | SearchOption::Level => {}
        }
        Ok(())
    }

    /// Seeds all random number generators.
    fn reseed(&mut self, seed: u32) {
        self.random = Xoshiro256PlusPlus::seed_from_u64(random_seed(seed));
        self.blunders = RandomPlayer::from_option(seed);
        self.searcher.main.seed(random_seed(seed));
    }

    /// The strength of the player: the rating if it applies, otherwise the level.
    fn strength(&self) -> Skill {
        Skill::new(self.rated.as_ref().and_then(RatedOptions::level).unwrap_or(self.options.level))
    }

    /// The maximum random bonus at full strength, in the evaluator's units.
    fn random_mistake(&self) -> u32 {
        RANDOM_MISTAKES[self.options.randomness]
    }

    /// The turn that the searches choose.
    fn best_turn(&mut self, request: &mut Request<'_, G>) -> Option<Decision<G::Move>> {
        let mut now = request.game.now().clone();
        let first = self.search(&mut now, request, &[])?;
        Some(completed(now, first, request.allowed, |now, turn| self.search(now, request, turn)))
    }

    /// Searches the next move of a turn that has these moves.
    fn search(&mut self, now: &mut G, request: &mut Request<'_, G>, turn: &[G::Move]) -> Option<Decision<G::Move>> {
        let skill = self.strength();
        // A weakened player chooses among its lines; at full strength the search chooses.
        let mistake = if skill.is_full() { 0 } else { skill.mistake().max(self.random_mistake()) };
        self.searcher.main.multi_pv = self.options.lines.max(skill.lines());
        let mut control = NodeLimit { inner: &mut *request.control, nodes: skill.nodes(), depth: None };
        let mut observer = BestLines { inner: &mut *request.observer, lines: self.options.lines };
        let allowed = |mv| (request.allowed)(&with(turn, mv));
        let mut found = self
            .searcher
            .search(now)
            .table(self.table.get())
            .control(&mut control)
            .observer(&mut observer)
            .only(allowed)
            .run();
        choose(&mut found, mistake, &mut self.random);
        Decision::of_search(found)
    }
}

/// Turns off techniques that may overlook quiet wins.
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
        (found.score, found.claim) = (line.score.unwrap_or(found.score), line.claim());
    }
}

/// Forwards only the best lines, since a weakened player searches more lines than it reports.
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
