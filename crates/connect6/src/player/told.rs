//! The player of the told game: with a table, levels and options, for protocol
//! sessions and matches.

use super::{DecidedBy, Level, MoveUnit, Player};
use crate::evaluation::{AnyEvaluation, Valuation};
use crate::problems::ProblemTable;
use crate::search::Effort;
use crate::{Board, Point, Rules};
use duiyi_clock::{MoveContext, Phase};
use duiyi_game::{Game, GameMove, History, Score};
use duiyi_player::{
    HashTable, Known, MAX_LINES, MAX_THREADS, NodeLimit, OptionError, OptionSpec, Probe, RandomPlayer, Request,
    TableError, Timing, read_check, read_spin,
};
use std::{path::Path, sync::Arc};

impl Timing for Board {
    /// The phase by the stones on the board; turns are counted, not stones.
    fn context(game: &History<Board>) -> MoveContext {
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
}

/// The option that names a file of [problems](crate::problems).
const PROBLEMS: &str = "Problems";

/// A [`Player`] with a table, [levels](Level) and options. When a game of other
/// rules begins, it becomes a player of those.
///
/// ```
/// use duiyi_connect6::{Board, Rules, player::ToldPlayer};
/// use duiyi_game::History;
/// use duiyi_player::{Player, Request};
/// use duiyi_search::{LimitControl, Limits, StopHandle};
///
/// let mut player = ToldPlayer::new(Rules::CONNECT6);
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
#[derive(Debug)]
pub struct ToldPlayer {
    valuation: fn(Rules) -> Valuation,
    player: Player,
    table: HashTable,
    level: Level,
    solves: bool,
    /// Where the blunders of the lowest levels come from.
    blunders: RandomPlayer,
    options: Vec<OptionSpec>,
}

impl ToldPlayer {
    /// A player with everything on.
    pub fn new(rules: Rules) -> ToldPlayer {
        ToldPlayer::judging_by(rules, Valuation::usual)
    }

    /// A player that judges positions by these tables: one set for each game.
    pub fn judging_by(rules: Rules, valuation: fn(Rules) -> Valuation) -> ToldPlayer {
        ToldPlayer {
            valuation,
            player: Player::judging_by(valuation(rules), MoveUnit::default()),
            table: HashTable::new(),
            level: Level::BEST,
            solves: true,
            blunders: RandomPlayer::from_option(0),
            options: vec![
                HashTable::option(),
                OptionSpec::spin("Threads", 1, 1..=MAX_THREADS as i64),
                OptionSpec::spin("MultiPV", 1, 1..=MAX_LINES as i64),
                OptionSpec::spin("Level", 9, 1..=9),
                OptionSpec::spin("Skill Seed", 0, 0..=i64::from(u32::MAX)),
                OptionSpec::check("Solver", true),
                OptionSpec::text(PROBLEMS),
                OptionSpec::button("Clear Hash"),
            ],
        }
    }

    /// The player inside, for its constants and switches.
    pub fn player_mut(&mut self) -> &mut Player {
        &mut self.player
    }

    /// The table of a file, of the rules that are played now; none for an empty name.
    fn read_problems(&self, file: &str) -> Result<Option<ProblemTable>, OptionError> {
        let table = (!file.is_empty()).then(|| ProblemTable::from_file(self.player.rules(), file)).transpose();
        table.map_err(|error| OptionError::File { name: PROBLEMS.to_owned(), reason: error.to_string() })
    }

    /// Makes the player one of other rules.
    fn change_rules(&mut self, rules: Rules) {
        self.player.change_rules((self.valuation)(rules));
        self.level.apply(&mut self.player);
    }
}

/// A number of turns.
fn counted(turns: u32) -> String {
    format!("{turns} turn{}", if turns == 1 { "" } else { "s" })
}

impl duiyi_player::Player<Board> for ToldPlayer {
    fn new_game(&mut self, start: &Board) {
        if start.rules() == self.player.rules() {
            self.player.new_game();
        } else {
            self.change_rules(start.rules());
        }
        self.table.clear();
    }

    fn options(&self) -> &[OptionSpec] {
        &self.options
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        match name.to_ascii_lowercase().as_str() {
            "hash" => self.table.resize(name, value)?,
            "threads" => self.player.set_threads(read_spin(name, value, 1..=MAX_THREADS)?),
            "multipv" => self.player.lines = read_spin(name, value, 1..=MAX_LINES)?,
            "level" => {
                self.level = Level::new(read_spin(name, value, 1..=9)?).unwrap_or(Level::BEST);
                self.level.apply(&mut self.player);
            }
            "skill seed" => self.blunders = RandomPlayer::from_option(read_spin(name, value, 0..=u32::MAX)?),
            "problems" => self.player.problems = self.read_problems(value)?,
            "solver" => self.solves = read_check(name, value)?,
            "clear hash" => self.table.clear(),
            _ => return Err(OptionError::unknown(name, &self.options)),
        }
        Ok(())
    }

    fn decide(&mut self, request: &mut Request<'_, Board>) -> Option<duiyi_player::Decision<Point>> {
        let board = request.game.now();
        if board.rules() != self.player.rules() {
            self.change_rules(board.rules());
        }
        let (effort, root_effort) = (self.player.effort, self.player.root_effort);
        if !self.solves {
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
        match self.level.blunders() {
            0 => Some(found),
            share => Some(self.blunders.sometimes_instead(share, found, request)),
        }
    }

    fn is_at_full_strength(&self) -> bool {
        self.level == Level::BEST && self.player.lines <= 1 && self.solves
    }

    fn static_score(&mut self, board: &Board) -> Option<Score> {
        let own = self.player.valuation();
        let known = if own.rules() == board.rules() { own.clone() } else { (self.valuation)(board.rules()) };
        let evaluation = AnyEvaluation::new(board, known);
        Some(Score::new(evaluation.evaluate(board.to_move(), board.stones_left())))
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

    fn save_table(&self, path: &Path, identity: u64) -> Result<(), TableError> {
        self.table.save(path, identity)
    }

    fn load_table(&mut self, path: &Path, identity: u64) -> Result<(), TableError> {
        self.table.load(path, identity)
    }
}
