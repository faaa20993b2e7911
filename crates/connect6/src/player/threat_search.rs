//! The player of Connect6 and its family: its parts and options.

use super::{constants, levels::Level, unit_search::UnitSearch, valuations::Valuations};
use crate::evaluation::Valuation;
use crate::problems::ProblemTable;
use crate::search::{Effort, SearchSettings};
use crate::solver::Solver;
use crate::{Board, Point, Rules};
use duiyi_clock::{MoveContext, Phase};
use duiyi_engine::{
    Button, Check, Choice, DEFAULT_HASH, Decision, HashTable, Inspect, Known, MAX_HASH, MAX_LINES, MAX_THREADS,
    OptionError, OptionSpec, Player, Probe, RandomPlayer, Request, Spin, Text, constant_specs, options, set_constant,
    turn_seed,
};
use duiyi_game::{Game, GameMove, History, Score};
use duiyi_search::{Driver, Enhancements, Parameters};
use std::sync::Arc;

/// The size of the table of the solver at the root, in bytes.
const SOLVER_TABLE: usize = 1 << 24;

/// The context of a move in the game: the phase by the stones on the board; turns are counted, not
/// stones.
pub fn context(game: &History<Board>) -> MoveContext {
    let (stones, stones_a_turn) = (game.now().stone_count(), game.now().rules().p());
    MoveContext {
        ply: stones.div_ceil(usize::from(stones_a_turn)) as u32,
        phase: match stones {
            0..10 => Phase::Opening,
            10..60 => Phase::Middlegame,
            _ => Phase::Endgame,
        },
        ..MoveContext::default()
    }
}

/// The option that names a file of [problems](crate::problems).
const PROBLEMS: &str = "Problems";
/// The values of the option `Form`: a move of the search is a stone or a turn.
const FORMS: [&str; 2] = ["stones", "turns"];

options! {
    /// The options of the player.
    pub(crate) struct ThreatOptions, enum ThreatOption {
        /// The transposition table in MiB; a new size empties it.
        Hash hash: Spin<usize> = Spin(DEFAULT_HASH, 1..=MAX_HASH), "Hash" / "hashsize";
        /// The number of search threads. They share the table; the solver at the root uses one.
        /// With one thread the same search gives the same turn; with more it may differ.
        Threads threads: Spin<usize> = Spin(1, 1..=MAX_THREADS), "Threads" / "threads";
        /// The number of best turns reported.
        Lines lines: Spin<usize> = Spin(1, 1..=MAX_LINES), "MultiPV" / "multipv";
        /// The playing strength.
        Level level: Spin<u32> = Spin(9, 1..=9), "Level" / "level";
        /// The seed of the blunders of the lowest levels; with 0 they differ from run to run.
        Seed seed: Spin<u32> = Spin(0, 0..=u32::MAX), "Skill Seed" / "skillseed";
        /// Whether the solver of threats is used.
        Solver solver: Check = Check(true), "Solver";
        /// A file of problems whose answers are played.
        Problems problems: Text = Text, "Problems" / "problems";
        /// Empties the table.
        ClearHash clear_hash: Button = Button, "Clear Hash";
        /// How the search chooses the windows at the root.
        Driver driver: Choice = Choice(Driver::NAMES, 0), "Driver" hidden;
        /// What a move of the search is: a stone, or a turn if turns have at most two stones.
        Form form: Choice = Choice(&FORMS, 0), "Form" hidden;
    }
}

/// The player of a game of the family, with a table, [levels](Level) and options. When a game of
/// other rules begins, it switches to those.
///
/// ```
/// use duiyi_connect6::{Board, Rules, player::ThreatSearch};
/// use duiyi_game::History;
/// use duiyi_engine::{Player, Request};
/// use duiyi_search::{LimitControl, Limits, StopHandle};
///
/// let mut player = ThreatSearch::new(Rules::CONNECT6);
/// player.set_option("Hash", "1")?;
/// player.set_option("Level", "5")?;
/// let mut game = History::new(Board::new(Rules::CONNECT6));
/// for _ in 0..3 {
///     let decision = player.decide(&mut Request {
///         game: &game,
///         allowed: &|_| true,
///         control: &mut LimitControl::new(Limits::nodes(200), StopHandle::new()),
///         observer: &mut (),
///     });
///     game.play_turn(&decision.unwrap().turn)?;
/// }
/// assert_eq!(game.moves().len(), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ThreatSearch {
    /// The search settings. The option `Level` and a game of other rules reset them.
    pub settings: SearchSettings,
    /// Known problems, looked up before the solver and the search; those of rules other than the
    /// board's are ignored (row C-B7 of docs/sources.md).
    pub problems: Option<ProblemTable>,
    pub(super) search: UnitSearch,
    pub(super) solver: Solver,
    pub(super) table: HashTable,
    pub(super) options: ThreatOptions,
    pub(super) valuations: Valuations,
    /// The source of the blunders of the lowest levels.
    blunders: RandomPlayer,
    /// The switches and constants that were set. Their defaults depend on the rules and the form,
    /// so a new search gets these and no others.
    constants: Vec<(String, String)>,
    specs: Vec<OptionSpec>,
}

impl ThreatSearch {
    /// A player with all techniques on, with the usual evaluation.
    pub fn new(rules: Rules) -> ThreatSearch {
        ThreatSearch::with_valuations(Valuations::new(rules, Valuation::usual))
    }

    /// A player with these evaluation tables, for the rules that they are kept for.
    pub fn with_valuations(valuations: Valuations) -> ThreatSearch {
        let rules = valuations.rules();
        ThreatSearch {
            settings: Level::BEST.settings(rules),
            problems: None,
            search: UnitSearch::new(false, valuations.of(rules)),
            solver: Solver::new(rules, SOLVER_TABLE),
            table: HashTable::new(),
            options: ThreatOptions::default(),
            valuations,
            blunders: RandomPlayer::from_option(0),
            constants: Vec::new(),
            specs: ThreatOptions::specs().into_iter().chain(constant_specs()).chain(constants::specs()).collect(),
        }
    }

    /// The rules that it plays by.
    pub fn rules(&self) -> Rules {
        self.valuations.rules()
    }

    /// The switches and constants of the search.
    pub fn constants(&mut self) -> (&mut Enhancements, &mut Parameters) {
        self.search.constants()
    }

    /// The level.
    pub(super) fn level(&self) -> Level {
        Level::new(self.options.level).unwrap_or(Level::BEST)
    }

    /// The search settings, with the effect of the option `Solver`.
    pub(super) fn settings_in_use(&self) -> SearchSettings {
        if self.options.solver {
            return self.settings;
        }
        SearchSettings { effort: Effort::NONE, root_effort: 0, ..self.settings }
    }

    /// Applies an option that was set.
    fn apply(&mut self, option: ThreatOption) -> Result<(), OptionError> {
        let options = &self.options;
        match option {
            ThreatOption::Hash => self.table.resize(options.hash)?,
            ThreatOption::Threads => self.search.set_threads(options.threads),
            ThreatOption::Level => self.apply_level(),
            ThreatOption::Seed => self.blunders = RandomPlayer::from_option(options.seed),
            ThreatOption::Problems => self.problems = self.read_problems()?,
            ThreatOption::ClearHash => self.table.clear(),
            ThreatOption::Driver => *self.search.driver() = Driver::ALL[options.driver],
            ThreatOption::Form => self.renew(self.rules()),
            ThreatOption::Lines | ThreatOption::Solver => {}
        }
        Ok(())
    }

    /// The problems of the file that is set, for the current rules; none without a file.
    fn read_problems(&self) -> Result<Option<ProblemTable>, OptionError> {
        let file = Some(&self.options.problems).filter(|file| !file.is_empty());
        let table = file.map(|file| ProblemTable::from_file(self.rules(), file)).transpose();
        table.map_err(|error| OptionError::File { name: PROBLEMS.to_owned(), reason: error.to_string() })
    }

    /// Recreates the search and the solver for these rules, with the options that were set.
    fn renew(&mut self, rules: Rules) {
        self.valuations.keep(rules);
        self.solver = Solver::new(rules, SOLVER_TABLE);
        self.search = UnitSearch::new(FORMS[self.options.form] == "turns", self.valuations.of(rules));
        self.search.set_threads(self.options.threads);
        *self.search.driver() = Driver::ALL[self.options.driver];
        self.apply_level();
    }

    /// Sets the search settings by the level, then the constants that were set.
    fn apply_level(&mut self) {
        self.settings = self.level().settings(self.rules());
        for (name, value) in std::mem::take(&mut self.constants) {
            // The value was accepted before.
            let _ = self.set_constant(&name, &value);
        }
    }

    /// Sets a switch or a constant.
    fn set_constant(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let (enhancements, parameters) = self.search.constants();
        constants::set(&mut self.settings, name, value)
            .or_else(|| set_constant(enhancements, parameters, name, value))
            .unwrap_or_else(|| Err(OptionError::unknown(name, &self.specs)))?;
        self.constants.retain(|(other, _)| other != name);
        self.constants.push((name.to_owned(), value.to_owned()));
        Ok(())
    }
}

impl Player<Board> for ThreatSearch {
    fn new_game(&mut self, start: &Board) {
        if start.rules() == self.rules() {
            self.solver.clear();
            self.search.new_game();
        } else {
            self.renew(start.rules());
        }
        self.table.clear();
    }

    fn options(&self) -> &[OptionSpec] {
        &self.specs
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let before = self.options.clone();
        match self.options.set(name, value)? {
            Some(option) => self.apply(option).inspect_err(|_| self.options = before),
            None => self.set_constant(name, value),
        }
    }

    fn decide(&mut self, request: &mut Request<'_, Board>) -> Option<Decision<Point>> {
        let board = request.game.now();
        if board.rules() != self.rules() {
            self.renew(board.rules());
        }
        let found = self.best_turn(request)?;
        let share = self.level().blunders();
        if share == 0 {
            return Some(found);
        }
        if self.options.seed != 0 {
            self.blunders = RandomPlayer::from_option(turn_seed(self.options.seed, request.game));
        }
        Some(self.blunders.sometimes_instead(share, found, request))
    }

    fn context(&self, game: &History<Board>) -> MoveContext {
        context(game)
    }

    fn inspect(&mut self) -> Option<&mut dyn Inspect<Board>> {
        Some(self)
    }
}

impl Inspect<Board> for ThreatSearch {
    fn is_at_full_strength(&self) -> bool {
        self.level() == Level::BEST && self.options.lines <= 1 && self.options.solver
    }

    fn static_score(&self, board: &Board) -> Option<Score> {
        Some(self.valuations.score(board))
    }

    fn probe(&self) -> Option<Probe<Board>> {
        let table = Arc::clone(self.table.get());
        Some(Box::new(move |board: &Board| {
            let entry = table.probe(Game::key(board))?;
            let best = Point::from_bits(entry.mv).filter(|&point| board.is_legal(point));
            let score = entry.score.max(-Score::MATE).min(Score::MATE);
            Some(Known { best, score, bound: entry.bound, depth: entry.depth.whole().max(0) as u32 })
        }))
    }

    fn table(&mut self) -> Option<&mut HashTable> {
        Some(&mut self.table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Width;

    fn with(options: &[(&str, &str)]) -> ThreatSearch {
        let mut player = ThreatSearch::new(Rules::CONNECT6);
        for (name, value) in options {
            player.set_option(name, value).expect("an option");
        }
        player
    }

    #[test]
    fn the_option_form_selects_the_move_of_the_search() {
        let by_turns = |form| matches!(with(&[("Form", form)]).search, UnitSearch::Turns(_));
        assert_eq!((by_turns("stones"), by_turns("turns")), (false, true));
    }

    /// The defaults depend on the rules and the form: a new search has its own, except for what was
    /// set.
    #[test]
    fn a_new_search_keeps_set_options_and_has_its_own_defaults() {
        let set = [
            ("Level", "5"),
            ("param.width_root", "300"),
            ("param.width_root", "9"),
            ("param.lmr_factor", "30"),
            ("switch.null_move", "true"),
            ("Driver", Driver::NAMES[1]),
        ];
        let expected =
            SearchSettings { width: Width { root: 9, inner: 8 }, ..Level::new(5).unwrap().settings(Rules::GOMOKU) };
        for form in ["stones", "turns"] {
            let mut player = with(&set);
            player.set_option("Form", form).unwrap();
            player.new_game(&Board::new(Rules::GOMOKU));
            assert_eq!((player.rules(), player.settings), (Rules::GOMOKU, expected));
            let mut usual = UnitSearch::new(form == "turns", Valuation::usual(Rules::GOMOKU));
            let (enhancements, parameters) = usual.constants();
            enhancements.null_move = true;
            parameters.lmr_factor = 30;
            assert_eq!(player.constants(), (enhancements, parameters), "{form}");
            assert_eq!(*player.search.driver(), Driver::ALL[1]);
        }
    }

    #[test]
    fn numbers_out_of_range_are_clamped_and_other_texts_rejected() {
        let mut player = with(&[("param.width_inner", "-3"), ("param.prior", "70000"), ("param.effort_leaf", "70000")]);
        let SearchSettings { width, prior, effort, .. } = player.settings;
        assert_eq!((width.inner, prior, effort.leaf), (0, u16::MAX, 70_000));
        let error = player.set_option("param.pairs", "many").unwrap_err().to_string();
        assert_eq!(error, "option param.pairs does not take 'many'; expected a whole number");
        assert!(matches!(player.set_option("param.luck", "1"), Err(OptionError::Constant { .. })));
        assert!(matches!(player.set_option("luck", "1"), Err(OptionError::Unknown { .. })));
    }

    #[test]
    fn turning_off_the_solver_changes_nothing_else() {
        let on = with(&[]);
        let off = with(&[("Solver", "false")]).settings_in_use();
        assert_eq!(off, SearchSettings { effort: Effort::NONE, root_effort: 0, ..on.settings });
        assert_eq!(on.settings_in_use(), on.settings);
    }
}
