//! A session: the game, the player, and the lines that go in and out.

use crate::dialects::{Dialect, Speaker};
use crate::input::Input;
use crate::level::Level;
use duiyi_clock::{
    ByoYomi, Foresight, GoParameters, MoveContext, MoveSummary, OverheadMargin, Phase, PlayerClock, Stage, TimeKeeper,
};
use duiyi_connect6::player::{Decision, Player, Progress};
use duiyi_connect6::{Board, Rules};
use duiyi_search::{Control, IterationReport, Table};
use std::fmt::Display;
use std::io::{BufRead, Write};
use std::time::{Duration, Instant};

/// The table in MiB unless told otherwise.
const HASH: usize = 64;
/// The largest table in MiB.
pub(crate) const MAX_HASH: usize = 65_536;
/// The most threads.
pub const MAX_THREADS: usize = 256;
/// The time for a turn where neither the protocol nor the user says anything.
pub(crate) const TURN_TIME: Duration = Duration::from_secs(2);

/// What a session begins with.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The game.
    pub rules: Rules,
    /// The protocol; the first line tells if it is not given.
    pub dialect: Option<Dialect>,
    /// The time for a turn.
    pub time: Option<Duration>,
    /// How strong it plays.
    pub level: Level,
    /// How many threads search.
    pub threads: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { rules: Rules::CONNECT6, dialect: None, time: None, level: Level::BEST, threads: 1 }
    }
}

/// The limits of a turn.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Limits {
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    pub(crate) time: Option<Duration>,
    /// The mover's clock, where the protocol keeps one.
    pub(crate) clock: Option<PlayerClock>,
    /// Turns to the next time control.
    pub(crate) turns_to_go: Option<std::num::NonZeroU32>,
}

/// The engine behind the protocols.
pub(crate) struct Session<W> {
    pub(crate) board: Board,
    pub(crate) player: Player,
    pub(crate) level: Level,
    pub(crate) limits: Limits,
    pub(crate) input: Input,
    /// Whether the solver is asked at all (`vcf`, `unvcf`).
    pub(crate) solves: bool,
    table: Table,
    hash: usize,
    keeper: TimeKeeper,
    output: W,
}

impl<W: Write> Session<W> {
    fn new(settings: &Settings, input: Input, output: W) -> Session<W> {
        let mut session = Session {
            board: Board::new(settings.rules),
            player: Player::new(settings.rules),
            level: settings.level,
            limits: Limits { time: settings.time, ..Limits::default() },
            input,
            solves: true,
            table: Table::new(HASH),
            hash: HASH,
            keeper: TimeKeeper::new(Box::new(Foresight::default())),
            output,
        };
        session.set_level(settings.level);
        session.player.set_threads(settings.threads);
        session
    }

    /// Writes a line. A closed pipe is no error here: the loop ends when its input does.
    pub(crate) fn say(&mut self, text: impl Display) {
        let _ = writeln!(self.output, "{text}").and_then(|()| self.output.flush());
    }

    /// The rules.
    pub(crate) fn rules(&self) -> Rules {
        self.board.rules()
    }

    /// Begins a game of these rules.
    pub(crate) fn new_game(&mut self, rules: Rules) {
        if rules == self.rules() {
            self.player.new_game();
        } else {
            let threads = self.player.threads();
            self.player = Player::new(rules);
            self.player.set_threads(threads);
            self.set_level(self.level);
        }
        self.board = Board::new(rules);
        self.table.clear();
        self.keeper.new_game();
    }

    /// Plays at another level from now on.
    pub(crate) fn set_level(&mut self, level: Level) {
        self.level = level;
        level.apply(&mut self.player);
    }

    /// Makes a table of another size.
    pub(crate) fn set_hash(&mut self, mebibytes: usize) {
        if mebibytes != self.hash {
            self.hash = mebibytes;
            self.table = Table::new(mebibytes);
        }
    }

    /// Thinks about the turn of the side to move; `None` if the game is over.
    /// `tell` hears of every iteration, `ends` knows the lines that stop the search.
    pub(crate) fn think(
        &mut self,
        ends: impl Fn(&str) -> bool,
        mut tell: impl FnMut(&Progress) -> Option<String>,
    ) -> Option<Decision> {
        let depth = [self.limits.depth, self.level.depth()].into_iter().flatten().min();
        let mut go = GoParameters {
            own: self.limits.clock,
            moves_to_go: self.limits.turns_to_go,
            move_time: self.limits.time,
            depth,
            nodes: self.limits.nodes,
            ..GoParameters::default()
        };
        if go.own.is_none() && go.move_time.is_none() && go.depth.is_none() && go.nodes.is_none() {
            go.move_time = Some(TURN_TIME);
        }
        self.keeper.overhead_mut().set_floor(OverheadMargin::DEFAULT_FLOOR);
        self.keeper.start(&go, &context(&self.board));
        let (effort, root_effort) = (self.player.effort, self.player.root_effort);
        if !self.solves {
            self.player.root_effort = 0;
            self.player.effort = duiyi_connect6::search::Effort::NONE;
        }
        let started = Instant::now();
        let mut control = Listening {
            keeper: &mut self.keeper,
            input: &mut self.input,
            ends: &ends,
            go,
            started,
            changes: 0,
            stopped: false,
        };
        let output = &mut self.output;
        let mut say = |progress: &Progress| {
            if let Some(line) = tell(progress) {
                let _ = writeln!(output, "{line}").and_then(|()| output.flush());
            }
        };
        let decision = self.player.choose(&self.board, &self.table, &mut control, &mut say);
        (self.player.effort, self.player.root_effort) = (effort, root_effort);
        let summary = decision.as_ref().map_or_else(MoveSummary::default, |decision| MoveSummary {
            elapsed: started.elapsed(),
            nodes: decision.nodes,
            depth: decision.depth,
            score: decision.score.get(),
        });
        self.keeper.finish(&summary);
        decision
    }
}

/// What the clock may know of a position.
fn context(board: &Board) -> MoveContext {
    let stones = board.stone_count();
    let turns = stones.div_ceil(usize::from(board.rules().p())) as u32;
    MoveContext {
        ply: turns,
        legal_moves: None,
        material: None,
        phase: match stones {
            0..10 => Phase::Opening,
            10..60 => Phase::Middlegame,
            _ => Phase::Endgame,
        },
        ..MoveContext::default()
    }
}

/// Lets the clock decide, and listens to the front end.
struct Listening<'a, F> {
    keeper: &'a mut TimeKeeper,
    input: &'a mut Input,
    ends: &'a F,
    go: GoParameters,
    started: Instant,
    changes: u32,
    stopped: bool,
}

/// Nodes between two looks at the clock: the solver makes them expensive.
const POLL: u64 = 64;

impl<F: Fn(&str) -> bool> Control for Listening<'_, F> {
    fn interval(&self, nodes: u64) -> u64 {
        let left = self.go.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(nodes));
        POLL.min(left).max(1)
    }

    fn poll(&mut self, nodes: u64) -> bool {
        self.stopped |= self.keeper.must_stop(self.started.elapsed(), nodes) || self.input.wants_stop(self.ends);
        self.stopped
    }

    fn begin_iteration(&mut self, depth: u32) -> bool {
        !self.stopped && self.go.depth.is_none_or(|limit| depth <= limit)
    }

    fn last_depth(&self) -> Option<u32> {
        self.go.depth
    }

    fn end_iteration(&mut self, report: &IterationReport) -> bool {
        self.changes += u32::from(report.best_move_changed);
        let told = duiyi_clock::IterationReport {
            stage: Stage::Complete,
            depth: report.depth,
            elapsed: self.started.elapsed(),
            nodes: report.nodes,
            score: report.score.get(),
            best: self.changes,
            best_share: Some(report.best_move_permille as f32 / 1000.0),
            gap: None,
            mate: report.score.mate_distance(),
        };
        !self.keeper.report(&told) && !self.stopped
    }
}

/// A clock with so much time left, and byo-yomi of one period if there is any.
pub(crate) fn clock(left: Duration, byo_yomi: Option<ByoYomi>) -> PlayerClock {
    PlayerClock { left, byo_yomi, ..PlayerClock::default() }
}

/// What to do after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    Continue,
    Quit,
}

/// Speaks with a front end until it says that it ends or its input does.
///
/// The first line chooses the protocol ([`Dialect::of_line`]) unless the
/// settings name one. A line that cannot be read or obeyed is answered with an
/// error in the protocol's words and changes nothing.
pub fn run(settings: &Settings, input: impl BufRead + Send + 'static, output: impl Write) {
    let mut session = Session::new(settings, Input::new(input), output);
    let mut speaker: Option<Speaker> = settings.dialect.map(Speaker::new);
    while let Some(line) = session.input.next() {
        if line.is_empty() {
            continue;
        }
        let speaker = speaker.get_or_insert_with(|| Speaker::new(Dialect::of_line(&line)));
        if speaker.obey(&mut session, &line) == Flow::Quit {
            return;
        }
    }
}
