//! The player of Connect6 and its family, with a table, levels and options, for protocol
//! sessions and matches.

use super::{DecidedBy, Level, MoveUnit, Player};
use crate::evaluation::{AnyEvaluation, PatternTables, StoneWeights, Valuation, Weights, WeightsError};
use crate::problems::ProblemTable;
use crate::search::{Effort, StoneSearch};
use crate::{Board, Point, Rules};
use duiyi_clock::{MoveContext, Phase};
use duiyi_game::{Game, GameMove, History, Reason, Score};
use duiyi_player::{
    Button, Check, Choice, DEFAULT_HASH, Evaluating, EvaluationSource, HashTable, Inspect, Known, MAX_HASH, MAX_LINES,
    MAX_THREADS, MonteCarloPlayer, NamedEvaluation, NodeLimit, OptionError, OptionKind, OptionSpec, PlayerParts, Probe,
    RandomPlayer, Request, SEARCHES, Spin, Text, constant_specs, options, set_constant, turn_seed,
};
use duiyi_search::{Driver, Evaluated, Playouts, Selection, Stateless};
use std::{fs, sync::Arc};

/// The move's place in the game: the phase by the stones on the board; turns are counted, not stones.
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

/// The evaluations that an engine announces, the default first. The plain one has the values of
/// stones that the thesis prints (5.2.3), and no network; `pattern` is the thesis's own, a value
/// for each line of thirteen cells.
pub const EVALUATIONS: [&str; 3] = ["tuned", "plain", "pattern"];

/// What makes the tables of an evaluation, one of [`EVALUATIONS`]; for another name, of the default.
pub fn valuation(evaluation: &str) -> fn(Rules) -> Valuation {
    match evaluation {
        "plain" => Valuation::plain,
        "pattern" => Valuation::pattern,
        _ => Valuation::usual,
    }
}

/// The tables of an evaluation for the rules of a game.
pub type Valuations = Arc<dyn Fn(Rules) -> Valuation + Send + Sync>;

/// The searches with the tables of an evaluation, for rules.
pub fn searches_by(rules: Rules, valuations: Valuations) -> Arc<dyn Evaluating<Board>> {
    Arc::new(ByValuation { rules, usual: valuations(rules), valuations })
}

struct ByValuation {
    rules: Rules,
    usual: Valuation,
    valuations: Valuations,
}

impl Evaluating<Board> for ByValuation {
    /// Monte Carlo tree search looks at the same stones as alpha-beta does.
    fn player(&self, search: &str) -> Box<dyn duiyi_player::Player<Board>> {
        let (rules, usual, others) = (self.rules, self.usual.clone(), Arc::clone(&self.valuations));
        let view = move |board: &Board| {
            let known = if board.rules() == rules { usual.clone() } else { others(board.rules()) };
            StoneSearch::new(board.clone(), known)
        };
        let evaluated = || Evaluated(Stateless(|game: &StoneSearch| game.position.evaluate()));
        match search {
            "uct" => Box::new(MonteCarloPlayer::viewing(view, Selection::Uct, Playouts::<StoneSearch>::new)),
            "puct" => Box::new(MonteCarloPlayer::viewing(view, Selection::Puct, evaluated)),
            _ => Box::new(ThreatPlayer::judging_by(self.rules, Arc::clone(&self.valuations))),
        }
    }

    fn static_score(&self, board: &Board) -> Score {
        let known = if board.rules() == self.rules { self.usual.clone() } else { (self.valuations)(board.rules()) };
        static_score(board, known)
    }
}

fn static_score(board: &Board, valuation: Valuation) -> Score {
    Score::new(AnyEvaluation::new(board, valuation).evaluate(board.to_move(), board.stones_left()))
}

/// Reads an evaluation from its text. The error names the file.
fn read<T>(source: EvaluationSource<'_>, parse: impl Fn(&str) -> Result<T, WeightsError>) -> Result<T, Reason> {
    match source {
        EvaluationSource::Text(text) => Ok(parse(text)?),
        EvaluationSource::File(path) => {
            let text = fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
            Ok(parse(&text).map_err(|error| format!("{path}: {error}"))?)
        }
    }
}

/// The searches and [evaluations](EVALUATIONS) of a game of the family, without a book. `tuned` also
/// reads weights and `pattern` values of stones or lines from files; a file is for Connect6.
pub fn parts(rules: Rules) -> PlayerParts<Board> {
    let named = |name| NamedEvaluation::new(name, move || searches_by(rules, Arc::new(valuation(name))));
    let [tuned, plain, pattern] = EVALUATIONS.map(named);
    let tuned = tuned.from_files(move |source| {
        let weights: Weights = read(source, str::parse)?;
        Ok(searches_by(rules, Arc::new(move |of| Valuation::of(of, &weights))))
    });
    let pattern = pattern.from_files(move |source| {
        let printed = PatternTables::new(Rules::CONNECT6, &StoneWeights::PRINTED);
        let printed = printed.ok_or("no table has lines of more than thirteen cells")?;
        let tables = Arc::new(read(source, |text| printed.clone().with_values(text))?);
        let valuation = move |of| match of {
            Rules::CONNECT6 => Valuation::Patterns(Arc::clone(&tables)),
            other => Valuation::pattern(other),
        };
        Ok(searches_by(rules, Arc::new(valuation)))
    });
    let (usual, others) = (tuned, [plain, pattern]);
    let parts = PlayerParts::new(&SEARCHES, usual).timing(context);
    others.into_iter().fold(parts, PlayerParts::evaluation)
}

/// The option that names a file of [problems](crate::problems).
const PROBLEMS: &str = "Problems";

options! {
    /// What the player can be set to.
    pub(crate) struct ThreatOptions, enum ThreatOption {
        /// The transposition table in MiB; a new size empties it.
        Hash hash: Spin<usize> = Spin(DEFAULT_HASH, 1..=MAX_HASH), "Hash" / "hashsize";
        /// How many threads search.
        Threads threads: Spin<usize> = Spin(1, 1..=MAX_THREADS), "Threads" / "threads";
        /// How many of the best turns are reported.
        Lines lines: Spin<usize> = Spin(1, 1..=MAX_LINES), "MultiPV" / "multipv";
        /// The level of strength.
        Level level: Spin<u32> = Spin(9, 1..=9), "Level" / "level";
        /// The seed of the blunders of the lowest levels; with 0 they differ from run to run.
        Seed seed: Spin<u32> = Spin(0, 0..=u32::MAX), "Skill Seed" / "skillseed";
        /// Whether the solver of threats is asked.
        Solver solver: Check = Check(true), "Solver";
        /// A file of problems whose answers are played.
        Problems problems: Text = Text, "Problems" / "problems";
        /// Empties the table.
        ClearHash clear_hash: Button = Button, "Clear Hash";
        /// By which windows the search finds the value of the root.
        Driver driver: Choice = Choice(Driver::NAMES, 0), "Driver" hidden;
        /// What the search takes for a move.
        Form form: Choice = Choice(&FORMS, 0), "Form" hidden;
    }
}

/// The values of the option `Form`, in the order of [`UNITS`].
const FORMS: [&str; 2] = ["stones", "turns"];
const UNITS: [MoveUnit; 2] = [MoveUnit::Stone, MoveUnit::Turn];

/// A [`Player`] with a table, [levels](Level) and options. When a game of other
/// rules begins, it becomes a player of those.
///
/// ```
/// use duiyi_connect6::{Board, Rules, player::ThreatPlayer};
/// use duiyi_game::History;
/// use duiyi_player::{Player, Request};
/// use duiyi_search::{LimitControl, Limits, StopHandle};
///
/// let mut player = ThreatPlayer::new(Rules::CONNECT6);
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
pub struct ThreatPlayer {
    valuations: Valuations,
    player: Player,
    table: HashTable,
    level: Level,
    /// Where the blunders of the lowest levels come from.
    blunders: RandomPlayer,
    options: ThreatOptions,
    /// The switches and constants that were set, for a search of other rules or another form.
    constants: Vec<(String, String)>,
    specs: Vec<OptionSpec>,
}

impl ThreatPlayer {
    /// A player with everything on.
    pub fn new(rules: Rules) -> ThreatPlayer {
        ThreatPlayer::judging_by(rules, Arc::new(Valuation::usual))
    }

    /// A player that judges positions by these tables: one set for each game.
    pub fn judging_by(rules: Rules, valuations: Valuations) -> ThreatPlayer {
        let own = Player::PARAMETER_OPTIONS.iter().map(|name| {
            let kind = OptionKind::Spin { default: 0, min: i32::MIN.into(), max: i32::MAX.into() };
            OptionSpec::new(name, kind).hidden()
        });
        ThreatPlayer {
            player: Player::judging_by(valuations(rules), MoveUnit::default()),
            valuations,
            table: HashTable::new(),
            level: Level::BEST,
            blunders: RandomPlayer::from_option(0),
            options: ThreatOptions { form: form_of(MoveUnit::default()), ..ThreatOptions::default() },
            constants: Vec::new(),
            specs: ThreatOptions::specs().into_iter().chain(constant_specs()).chain(own).collect(),
        }
    }

    /// The player inside, with its settings.
    pub fn player_mut(&mut self) -> &mut Player {
        &mut self.player
    }

    /// Does what an option asks for that was set.
    fn apply(&mut self, option: ThreatOption) -> Result<(), OptionError> {
        let options = &self.options;
        match option {
            ThreatOption::Hash => self.table.resize(options.hash)?,
            ThreatOption::Threads => self.player.set_threads(options.threads),
            ThreatOption::Lines => self.player.lines = options.lines,
            ThreatOption::Level => {
                self.level = Level::new(options.level).unwrap_or(Level::BEST);
                self.level.apply(&mut self.player);
                self.set_constants();
            }
            ThreatOption::Seed => self.blunders = RandomPlayer::from_option(options.seed),
            ThreatOption::Problems => self.player.problems = self.read_problems(&options.problems)?,
            ThreatOption::ClearHash => self.table.clear(),
            ThreatOption::Driver => *self.player.driver() = Driver::ALL[options.driver],
            ThreatOption::Form => self.renew(self.player.valuation().clone()),
            ThreatOption::Solver => {}
        }
        Ok(())
    }

    /// The table of a file, of the rules that are played now; none for an empty name.
    fn read_problems(&self, file: &str) -> Result<Option<ProblemTable>, OptionError> {
        let table = (!file.is_empty()).then(|| ProblemTable::from_file(self.player.rules(), file)).transpose();
        table.map_err(|error| OptionError::File { name: PROBLEMS.to_owned(), reason: error.to_string() })
    }

    /// Makes the player one of these tables, with all that was set.
    fn renew(&mut self, valuation: Valuation) {
        self.player.renew(valuation, UNITS[self.options.form]);
        self.level.apply(&mut self.player);
        *self.player.driver() = Driver::ALL[self.options.driver];
        self.set_constants();
    }

    /// Sets the switches and constants again that were set.
    fn set_constants(&mut self) {
        for (name, value) in &self.constants {
            // It was accepted before.
            let _ = set_one(&mut self.player, name, value);
        }
    }
}

/// The index of a unit among the forms.
fn form_of(unit: MoveUnit) -> usize {
    UNITS.iter().position(|&other| other == unit).unwrap_or(0)
}

/// Sets a switch or a constant of a player by the name of its option; `None` for another option.
fn set_one(player: &mut Player, name: &str, value: &str) -> Option<Result<(), OptionError>> {
    if let Some(constant) = name.strip_prefix("param.").filter(|name| Player::PARAMETERS.contains(name)) {
        let number = value.parse().map_err(|_| OptionError::value(name, value, "a whole number"));
        return Some(number.and_then(|number| {
            let set = player.set_parameter(constant, number);
            set.map_err(|error| OptionError::Constant { reason: error.to_string() })
        }));
    }
    let (enhancements, parameters) = player.settings();
    set_constant(enhancements, parameters, name, value)
}

/// A number of turns.
fn counted(turns: u32) -> String {
    format!("{turns} turn{}", if turns == 1 { "" } else { "s" })
}

impl duiyi_player::Player<Board> for ThreatPlayer {
    fn new_game(&mut self, start: &Board) {
        if start.rules() == self.player.rules() {
            self.player.new_game();
        } else {
            self.renew((self.valuations)(start.rules()));
        }
        self.table.clear();
    }

    fn options(&self) -> &[OptionSpec] {
        &self.specs
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let before = self.options.clone();
        if let Some(option) = self.options.set(name, value)? {
            return self.apply(option).inspect_err(|_| self.options = before);
        }
        set_one(&mut self.player, name, value).unwrap_or_else(|| Err(OptionError::unknown(name, &self.specs)))?;
        self.constants.push((name.to_owned(), value.to_owned()));
        Ok(())
    }

    fn decide(&mut self, request: &mut Request<'_, Board>) -> Option<duiyi_player::Decision<Point>> {
        let board = request.game.now();
        if board.rules() != self.player.rules() {
            self.renew((self.valuations)(board.rules()));
        }
        let (effort, root_effort) = (self.player.effort, self.player.root_effort);
        if !self.options.solver {
            (self.player.effort, self.player.root_effort) = (Effort::NONE, 0);
        }
        let mut control = NodeLimit { inner: &mut *request.control, nodes: None, depth: self.level.depth() };
        let decision =
            self.player.choose_from(board, self.table.get(), &mut control, &mut *request.observer, request.allowed);
        (self.player.effort, self.player.root_effort) = (effort, root_effort);
        let decision = decision?;
        let turn = decision.turn.points().to_vec();
        let reason = match decision.by {
            DecidedBy::Row => Some("completes a row".to_owned()),
            DecidedBy::Threats(turns) => Some(format!("wins by threats in {}", counted(turns))),
            DecidedBy::Problem(turns) => {
                let known = self.player.problems.as_ref().and_then(|problems| problems.lookup(board));
                let name = known.map_or("", |known| known.name);
                Some(format!("problem '{name}', said to be won in {}", counted(turns)))
            }
            DecidedBy::FirstStone => Some("the first stone".to_owned()),
            DecidedBy::Search => None,
        };
        let is_certain = matches!(decision.by, DecidedBy::Row | DecidedBy::Threats(_));
        let mates_within = decision.score.mate_distance().is_some_and(|left| left.unsigned_abs() <= decision.depth);
        let found = duiyi_player::Decision {
            score: Some(decision.score),
            proved: is_certain || mates_within,
            depth: decision.depth,
            nodes: decision.nodes,
            other_nodes: decision.solver_nodes,
            reason,
            line: if decision.line.is_empty() { turn.clone() } else { decision.line },
            ..duiyi_player::Decision::new(turn)
        };
        let share = self.level.blunders();
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

impl Inspect<Board> for ThreatPlayer {
    fn is_at_full_strength(&self) -> bool {
        self.level == Level::BEST && self.player.lines <= 1 && self.options.solver
    }

    fn static_score(&self, board: &Board) -> Option<Score> {
        let own = self.player.valuation();
        let known = if own.rules() == board.rules() { own.clone() } else { (self.valuations)(board.rules()) };
        Some(static_score(board, known))
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
