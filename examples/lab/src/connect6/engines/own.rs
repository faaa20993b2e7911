//! Players of this program: our own engine, and two that anybody must beat.

use crate::connect6::WeightsSpec;
use cpu_time::ThreadTime;
use duiyi_arena::{Answer, Entrant, Fault, Player, TimeControl, Turn};
use duiyi_connect6::{
    Board, Rules,
    baseline::Baseline,
    notation::{Coordinates, game_line},
    player::{Level, MoveUnit, Player as Thinker},
};
use duiyi_game::Notation;
use duiyi_search::{LimitControl, Limits, StopHandle, Table};
use std::time::Instant;

/// The board that a turn is asked about.
pub(super) fn board(rules: Rules, turn: &Turn<'_>) -> Result<Board, Fault> {
    let fault = |error: &dyn std::error::Error| Fault::NoMove(error.to_string());
    let mut board = Board::new(rules).read_position(turn.start).map_err(|error| fault(&*error))?;
    for mv in turn.moves {
        game_line::play(&mut board, mv).map_err(|error| fault(&error))?;
    }
    Ok(board)
}

/// A configuration of our own engine.
#[derive(Clone, Debug)]
pub(crate) struct OwnEngine {
    pub(crate) name: String,
    pub(crate) rules: Rules,
    pub(crate) level: Level,
    /// Size of the table in MiB.
    pub(crate) hash: usize,
    pub(crate) threads: usize,
    pub(crate) weights: WeightsSpec,
    pub(crate) form: MoveUnit,
    pub(crate) control: Option<TimeControl>,
}

impl Entrant for OwnEngine {
    fn name(&self) -> &str {
        &self.name
    }

    fn description(&self) -> String {
        let OwnEngine { level, hash, threads, weights, form, .. } = self;
        let version = env!("CARGO_PKG_VERSION");
        format!("duiyi {version} in this process, {level:?}, {form:?}, {weights:?}, hash {hash} MiB, threads {threads}")
    }

    fn control(&self) -> Option<&TimeControl> {
        self.control.as_ref()
    }

    fn open(&self) -> Result<Box<dyn Player>, Fault> {
        let weights = self.weights.read().map_err(|error| Fault::Start(error.to_string()))?;
        let mut thinker = Thinker::with(self.rules, &weights, self.form);
        self.level.apply(&mut thinker);
        thinker.set_threads(self.threads);
        Ok(Box::new(OwnPlayer { thinker, table: Table::new(self.hash), level: self.level }))
    }
}

struct OwnPlayer {
    thinker: Thinker,
    table: Table,
    level: Level,
}

/// The limits that a time control sets to one turn; `None` for a clock.
pub(super) fn limits(control: &TimeControl) -> Option<Limits> {
    match *control {
        TimeControl::Nodes(nodes) => Some(Limits::nodes(nodes)),
        TimeControl::Depth(plies) => Some(Limits::depth(plies)),
        TimeControl::MoveTime(time) => Some(Limits::time(time)),
        TimeControl::Infinite | TimeControl::Hourglass(_) | TimeControl::Sessions(_) => None,
    }
}

impl Player for OwnPlayer {
    fn new_game(&mut self) -> Result<(), Fault> {
        self.thinker.new_game();
        self.table.clear();
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        let (asked, cpu) = (Instant::now(), ThreadTime::now());
        let board = board(self.thinker.rules(), turn)?;
        let fault = |text: &str| Fault::NoMove(text.to_owned());
        let mut limits = limits(turn.control()).ok_or_else(|| fault("it plays without a clock only"))?;
        limits.depth = [limits.depth, self.level.depth()].into_iter().flatten().min();
        let mut control = LimitControl::new(limits, StopHandle::new());
        let found = self.thinker.choose(&board, &self.table, &mut control, &mut ());
        let found = found.ok_or_else(|| fault("the game is over"))?;
        Ok(Answer {
            mv: Coordinates::Letters.write_turn(board.rules(), &found.turn),
            elapsed: asked.elapsed(),
            score: Some(found.score),
            depth: Some(found.depth),
            nodes: Some(found.nodes),
            // The helpers' time is not this thread's.
            cpu: (self.thinker.threads() == 1).then(|| cpu.elapsed()),
        })
    }
}

/// A player that does not search.
#[derive(Clone, Debug)]
pub(crate) struct Simple {
    pub(crate) name: String,
    pub(crate) rules: Rules,
    pub(crate) baseline: Baseline,
}

impl Entrant for Simple {
    fn name(&self) -> &str {
        &self.name
    }

    fn description(&self) -> String {
        format!("{:?}", self.baseline)
    }

    fn open(&self) -> Result<Box<dyn Player>, Fault> {
        Ok(Box::new(self.clone()))
    }
}

impl Player for Simple {
    fn new_game(&mut self) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        let asked = Instant::now();
        let board = board(self.rules, turn)?;
        let turn = self.baseline.choose(&board).ok_or_else(|| Fault::NoMove("the game is over".to_owned()))?;
        let mv = Coordinates::Letters.write_turn(self.rules, &turn);
        Ok(Answer { mv, elapsed: asked.elapsed(), ..Answer::default() })
    }
}
